import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Site } from '@portal/contract';
import { Link } from 'react-router';

/** How a row of a list of the dashboard looks. */
export const rowStyle = {
  display: 'grid',
  gap: 1.5,
  alignItems: 'center',
  px: { xs: 2, md: 3 },
  py: 2,
  borderTop: 1,
  borderColor: 'divider',
  '&:first-of-type': { borderTop: 0 },
} as const;

/** A site's name, which leads to its page, and a line below. */
export function SiteName({ site, below }: { readonly site: Site; readonly below: string }) {
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Typography component="h3" variant="h3">
        <Box
          component={Link}
          to={`/sites/${encodeURIComponent(site.id)}`}
          sx={{
            color: 'primary.main',
            textDecorationColor: 'transparent',
            textUnderlineOffset: '0.2em',
            transition: 'text-decoration-color 120ms',
            '&:hover': { textDecorationColor: 'currentColor' },
          }}
        >
          {site.site_name}
        </Box>
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {below}
      </Typography>
    </Box>
  );
}
