import { Box, Button, OutlinedInput, Paper, Typography } from '@mui/material';
import type { Site } from '@portal/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { Labelled } from '../../shared/form/Field.tsx';
import { selectOf } from '../../shared/form/select.tsx';
import { useDealerMay } from '../../shared/session/session.ts';
import { counted, dateText } from '../../shared/text.ts';
import { EmptyState, Loaded, LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { Pager, pageOf } from '../../shared/ui/Pager.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { addressOf, rowStyle, SiteName, SiteStatus, sizeOf } from './parts.tsx';
import {
  arrange,
  type DashboardTab,
  isOrder,
  ORDERS,
  SITE_TABS,
  sitesOf,
  usePortfolio,
} from './portfolio.ts';
import type { useSharedSites } from './queries.ts';

interface SitePanelProps {
  readonly query: UseQueryResult<Site[]>;
  readonly ordered: readonly string[];
  readonly tab: Exclude<DashboardTab, 'migrations'>;
  readonly onChange: (site: Site, change: SiteChange) => void;
}

/** The sites of a tab of the dashboard, with search and order where there are many. */
export function SitePanel({ query, ...props }: SitePanelProps) {
  return (
    <Loaded query={query} problem="Error loading sites. Please try again.">
      {(sites) => <Sites sites={sites} {...props} />}
    </Loaded>
  );
}

interface SitesProps extends Omit<SitePanelProps, 'query'> {
  readonly sites: readonly Site[];
}

function Sites({ sites, ordered, tab, onChange }: SitesProps) {
  const { search, order, page, choose } = usePortfolio();
  const ofTab = sitesOf(tab, sites);
  // a search that the address brings can be changed
  const many = pageOf(sites, 1).pages > 1 || search !== '';
  const found = many ? arrange(ofTab, search, order) : ofTab;
  const current = pageOf(found, page);
  const orders = useDealerMay('ordering');
  return (
    <>
      {many && <ListControls />}
      {found.length === 0 ? (
        <EmptyState text={ofTab.length > 0 ? 'No sites match your search.' : SITE_TABS[tab].empty}>
          {ofTab.length === 0 && SITE_TABS[tab].offersNew && orders && (
            <Button component={Link} to="/new-site" variant="contained">
              New Site
            </Button>
          )}
        </EmptyState>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {current.shown.map((site) => (
            <SiteRow key={site.id} site={site} isNew={ordered.includes(site.id)} onChange={onChange} />
          ))}
        </Box>
      )}
      {current.pages > 1 && (
        <Pager current={current} noun="sites" onPage={(next) => choose({ page: next })} />
      )}
    </>
  );
}

function ListControls() {
  const { search, order, choose } = usePortfolio();
  const id = useId();
  return (
    <Box
      role="search"
      aria-label="Sites"
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) 200px' },
        px: { xs: 2, md: 3 },
        py: 2,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Labelled id={`${id}search`} label="Search sites">
        {() => (
          <OutlinedInput
            size="small"
            id={`${id}search`}
            type="search"
            // uncontrolled: the address, which it is written to, may lag behind
            defaultValue={search}
            placeholder="Name, address, city or ZIP code"
            onChange={({ target }) => choose({ q: target.value })}
          />
        )}
      </Labelled>
      <Labelled id={`${id}order`} label="Sort by">
        {() => (
          <OutlinedInput
            size="small"
            id={`${id}order`}
            value={order}
            onChange={({ target }) => isOrder(target.value) && choose({ sort: target.value })}
            {...selectOf(Object.entries(ORDERS))}
          />
        )}
      </Labelled>
    </Box>
  );
}

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
        <Muted>
          {site.requested_readers
            ? `${counted(site.requested_readers, 'reader')} asked for`
            : site.requested_date && `Requested ${dateText(site.requested_date)}`}
        </Muted>
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
        <Muted>Sites of other companies that you can view but not change.</Muted>
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
