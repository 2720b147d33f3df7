import { Box, Button, Paper, Typography } from '@mui/material';
import type { Site } from '@portal/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { useDealerMay } from '../../shared/session/session.ts';
import { counted, dateText } from '../../shared/text.ts';
import { EmptyState, LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Pager, pageOf } from '../../shared/ui/Pager.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { addressOf, rowStyle, SiteName, SiteStatus, sizeOf } from './parts.tsx';
import type { useSharedSites } from './queries.ts';

/** A dialog that a row opens, by the change it makes. */
export type SiteChange = 'edit' | 'active' | 'inactive';

interface SiteRowProps {
  readonly site: Site;
  /** Just ordered. */
  readonly isNew: boolean;
  readonly onChange: (site: Site, change: SiteChange) => void;
}

/** A site with its status and buttons; a pending one has none (S2-4). */
function SiteRow({ site, isNew, onChange }: SiteRowProps) {
  const isActive = site.status === 'active';
  const changes = useDealerMay('ordering');
  const verb = isActive ? 'Deactivate' : 'Reactivate';
  return (
    <Box
      component="li"
      sx={{
        ...rowStyle,
        bgcolor: isNew ? 'primary.light' : undefined,
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr) auto',
          md: 'minmax(0, 2.4fr) minmax(0, 1.4fr) minmax(0, 1.6fr) minmax(210px, auto)',
        },
        // on a phone the name and the buttons take a line each
        '& > :first-of-type, & > :last-of-type': { gridColumn: { xs: '1 / -1', md: 'auto' } },
      }}
    >
      <SiteName site={site} below={addressOf(site)} />
      <Typography variant="body2" component="div">
        {sizeOf(site)}
        <Typography variant="body2" color="text.secondary">
          {site.requested_readers
            ? `${counted(site.requested_readers, 'reader')} asked for`
            : site.requested_date && `Requested ${dateText(site.requested_date)}`}
        </Typography>
      </Typography>
      <Box>
        <SiteStatus status={site.status} /> {isNew && <StatusBadge tone="success">New</StatusBadge>}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, justifyContent: { md: 'flex-end' } }}>
        {changes && site.status !== 'pending' && (
          <>
            <Button
              size="small"
              variant="outlined"
              aria-label={`Edit ${site.site_name}`}
              onClick={() => onChange(site, 'edit')}
            >
              Edit
            </Button>
            <Button
              size="small"
              color={isActive ? 'error' : 'primary'}
              aria-label={`${verb} ${site.site_name}`}
              onClick={() => onChange(site, isActive ? 'inactive' : 'active')}
            >
              {verb}
            </Button>
          </>
        )}
      </Box>
    </Box>
  );
}

interface SiteListProps extends Pick<SiteRowProps, 'onChange'> {
  /** All sites of the tab that match the search, sorted. */
  readonly sites: readonly Site[];
  /** Ids of just ordered sites. */
  readonly ordered: readonly string[];
  readonly empty: string;
  /** Whether an empty list offers a new site. */
  readonly offersNew: boolean;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** A page of the sites of a tab, or why there are none. */
export function SiteList({ sites, ordered, empty, offersNew, page, onPage, onChange }: SiteListProps) {
  const orders = useDealerMay('ordering');
  if (sites.length === 0) {
    return (
      <EmptyState text={empty}>
        {offersNew && orders && (
          <Button component={Link} to="/new-site" variant="contained">
            New Site
          </Button>
        )}
      </EmptyState>
    );
  }
  const current = pageOf(sites, page);
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {current.shown.map((site) => (
          <SiteRow key={site.id} site={site} isNew={ordered.includes(site.id)} onChange={onChange} />
        ))}
      </Box>
      {current.pages > 1 && <Pager current={current} noun="sites" onPage={onPage} />}
    </>
  );
}

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
