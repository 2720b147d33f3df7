import { Box, Button, Typography } from '@mui/material';
import { Muted } from './Muted.tsx';

interface PagerProps {
  readonly current: ReturnType<typeof pageOf>;
  /** Plural, e.g. `sites`. */
  readonly noun: string;
  readonly onPage: (page: number) => void;
}

/** The range of rows that a page shows, and buttons for the pages beside it. */
export function Pager({ current: { page, pages, first, total, shown }, noun, onPage }: PagerProps) {
  const step = (label: string, to: number) => {
    const isEnd = to < 1 || to > pages;
    return (
      <Button
        size="small"
        variant="outlined"
        // keeps the focus at the ends, which a disabled button loses
        aria-disabled={isEnd}
        sx={{ '&[aria-disabled="true"]': { color: 'action.disabled', borderColor: 'divider' } }}
        onClick={() => !isEnd && onPage(to)}
      >
        {label}
      </Button>
    );
  };
  return (
    <Box
      component="nav"
      aria-label={`Pages of ${noun}`}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1.5,
        px: { xs: 2, sm: 3 },
        py: 2,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Muted role="status" sx={{ mr: 'auto', width: { xs: '100%', sm: 'auto' } }}>
        Showing {first + 1}-{first + shown.length} of {total} {noun}
      </Muted>
      {step('Previous', page - 1)}
      <Typography variant="body2">
        Page {page} of {pages}
      </Typography>
      {step('Next', page + 1)}
    </Box>
  );
}

/** S2-9. */
const PER_PAGE = 10;

/** A page of a list, counted from 1; a number beyond the last means the last. */
export function pageOf<Row>(rows: readonly Row[], wanted: number) {
  const pages = Math.max(1, Math.ceil(rows.length / PER_PAGE));
  const page = Math.min(Math.max(1, Number.isInteger(wanted) ? wanted : 1), pages);
  const first = (page - 1) * PER_PAGE;
  return { page, pages, first, total: rows.length, shown: rows.slice(first, first + PER_PAGE) };
}
