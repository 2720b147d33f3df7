import { Box, Typography } from '@mui/material';
import type { Site } from '@portal/contract';
import { Link } from 'react-router';
import { counted } from '../../shared/text.ts';
import { Muted } from '../../shared/ui/Muted.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';

/** A row of the dashboard's lists. */
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

const STATUS = {
  active: { tone: 'success', text: 'Active' },
  pending: { tone: 'warning', text: 'Pending Admin Approval' },
  inactive: { tone: 'neutral', text: 'Inactive' },
} as const;

/** S2-4. */
export function SiteStatus({ status }: Pick<Site, 'status'>) {
  return <StatusBadge tone={STATUS[status].tone}>{STATUS[status].text}</StatusBadge>;
}

/** `2 Harbor Road, Staten Island, NY 10311`, without missing parts. */
export function addressOf(
  site: {
    readonly [Name in 'site_address' | 'site_city' | 'site_state' | 'site_zip']?: string | null;
  },
): string {
  const region = [site.site_state, site.site_zip].filter(Boolean).join(' ');
  return [site.site_address, site.site_city, region].filter(Boolean).join(', ');
}

export const sizeOf = (site: Site) =>
  `${counted(site.number_of_readers, 'reader')}, ${counted(site.number_of_acu_panels, 'panel')}`;

/** A link to the site, and a line below. */
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
      <Muted>{below}</Muted>
    </Box>
  );
}
