import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { pageOf } from './portfolio.ts';

interface PagerProps {
  readonly of: ReturnType<typeof pageOf>;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Which of the sites are shown, and the ways to the others; nothing where all are. */
export function Pager({ of: { page, pages, first, shown }, total, onPage }: PagerProps) {
  if (pages === 1) return null;
  return (
    <Box
      component="nav"
      aria-label="Pages of sites"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        px: { xs: 2, md: 3 },
        py: 2,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="body2" color="text.secondary" role="status" sx={{ mr: 'auto' }}>
        Showing {first + 1}-{first + shown.length} of {total} sites
      </Typography>
      <Button
        size="small"
        variant="outlined"
        aria-disabled={page === 1}
        onClick={() => page > 1 && onPage(page - 1)}
      >
        Previous
      </Button>
      <Typography variant="body2">
        Page {page} of {pages}
      </Typography>
      <Button
        size="small"
        variant="outlined"
        aria-disabled={page === pages}
        onClick={() => page < pages && onPage(page + 1)}
      >
        Next
      </Button>
    </Box>
  );
}
