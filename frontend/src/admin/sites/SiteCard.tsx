import { Box, Typography } from '@mui/material';
import type { Site } from '@portal/contract';
import { showCount, showPlace } from '../format.ts';
import { CardHead } from '../kit/RecordTable.tsx';
import { CompanyName, RecordLink } from '../records/links.tsx';
import { SiteStanding } from './columns.tsx';
import { SiteActions } from './SiteActions.tsx';

/** A site on a narrow screen. */
export function SiteCard({ site }: { readonly site: Site }) {
  return (
    <>
      <CardHead>
        <RecordLink resource="sites" id={site.id}>
          {site.site_name}
        </RecordLink>
        <SiteStanding site={site} />
      </CardHead>
      <CompanyName id={site.account_id} />
      <Typography variant="body2" color="text.secondary">
        {showPlace(site.site_city, site.site_state)} · {showCount(Number(site.number_of_readers))} readers
      </Typography>
      <Box sx={{ mt: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <SiteActions site={site} variant="outlined" />
      </Box>
    </>
  );
}
