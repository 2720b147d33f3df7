import { Box, Typography } from '@mui/material';
import type { Site } from '@portal/contract';
import { showCount, showPlace } from '../../shared/text.ts';
import { RecordLink } from '../records/links.tsx';
import { SiteStatus } from '../records/states.tsx';
import { SiteStatusActions } from './actions.tsx';

/** A site in a list of another record's page. */
export function SiteLine({ site }: { readonly site: Site }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <RecordLink resource="sites" id={site.id}>
          {site.site_name}
        </RecordLink>
        <Typography variant="body2" color="text.secondary">
          {showPlace(site.site_city, site.site_state)} · {showCount(Number(site.number_of_readers))} readers
        </Typography>
      </Box>
      <SiteStatus status={site.status} />
      <Box sx={{ minWidth: 130, textAlign: { sm: 'right' } }}>
        <SiteStatusActions site={site} />
      </Box>
    </Box>
  );
}
