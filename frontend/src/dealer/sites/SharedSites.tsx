import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Pager, pageOf } from '../../shared/ui/Pager.tsx';
import { addressOf, rowStyle, SiteName, SiteStatus, sizeOf } from './parts.tsx';
import type { useSharedSites } from './queries.ts';

/** Sites of other companies that the user may view. */
export function SharedSites({ sites }: { readonly sites: ReturnType<typeof useSharedSites> }) {
  const [page, setPage] = useState(1);
  const current = pageOf(sites.data ?? [], page);
  return (
    <Paper variant="outlined" component="section" aria-labelledby="shared-title" sx={{ mt: 4 }}>
      <Box sx={{ px: { xs: 2, md: 3 }, py: 2, borderBottom: 1, borderColor: 'divider' }}>
        <Typography variant="h2" id="shared-title">
          Shared with you
        </Typography>
        <Typography variant="body2" color="text.secondary">
          Sites of other companies that you can view but not change.
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
            <Typography variant="body2">{sizeOf(site)}</Typography>
            <Box>
              <SiteStatus status={site.status} />
            </Box>
          </Box>
        ))}
      </Box>
      {current.pages > 1 && <Pager current={current} noun="sites" onPage={setPage} />}
    </Paper>
  );
}
