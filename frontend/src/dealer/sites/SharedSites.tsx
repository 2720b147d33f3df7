import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { Pager } from './Pager.tsx';
import { pageOf } from './portfolio.ts';
import { rowStyle, SiteName } from './SiteName.tsx';
import { addressOf, counted, SITE_STATUS } from './siteWords.ts';
import type { useSharedSites } from './useSites.ts';

/** Sites of other companies that this user may view, and nothing more; nothing where there are none. */
export function SharedSites({ sites }: { readonly sites: ReturnType<typeof useSharedSites> }) {
  const [page, setPage] = useState(1);
  if (!sites.isError && !sites.data?.length) return null;
  const current = pageOf(sites.data ?? [], page);
  return (
    <Paper variant="outlined" component="section" aria-labelledby="shared-title" sx={{ mt: 4 }}>
      <Box sx={{ px: { xs: 2, md: 3 }, py: 2, borderBottom: 1, borderColor: 'divider' }}>
        <Typography variant="h2" id="shared-title">
          Shared with you
        </Typography>
        <Typography variant="body2" color="text.secondary">
          Sites of other companies, which you can view and not change.
        </Typography>
      </Box>
      {sites.isError && (
        <LoadProblem text="Error loading shared sites. Please try again." onRetry={sites.refetch} />
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {current.shown.map((site) => (
          <Box
            key={site.id}
            component="li"
            sx={{ ...rowStyle, gridTemplateColumns: { xs: '1fr', md: '2.4fr 1.4fr 1.6fr' } }}
          >
            <SiteName
              site={site}
              below={[site.company_name, addressOf(site)].filter(Boolean).join(' \u00b7 ')}
            />
            <Typography variant="body2">
              {counted(site.number_of_readers, 'reader')}, {counted(site.number_of_acu_panels, 'panel')}
            </Typography>
            <Box>
              <StatusBadge tone={SITE_STATUS[site.status].tone}>{SITE_STATUS[site.status].text}</StatusBadge>
            </Box>
          </Box>
        ))}
      </Box>
      <Pager of={current} total={sites.data?.length ?? 0} onPage={setPage} />
    </Paper>
  );
}
