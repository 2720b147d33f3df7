import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Site } from '@portal/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { dateText } from '../../shared/text.ts';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { pageOf } from './portfolio.ts';
import type { useSharedSites } from './queries.ts';
import { addressOf, counted, SITE_STATUS } from './siteWords.ts';

/** How a row of a list of the dashboard looks. */
const rowStyle = {
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
function SiteName({ site, below }: { readonly site: Site; readonly below: string }) {
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

interface PagerProps {
  readonly of: ReturnType<typeof pageOf>;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Which of the sites are shown, and the ways to the others; nothing where all are. */
function Pager({ of: { page, pages, first, shown }, total, onPage }: PagerProps) {
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

interface SiteRowProps {
  readonly site: Site;
  readonly onEdit: (site: Site) => void;
  readonly onStatus: (site: Site, status: 'active' | 'inactive') => void;
}

/** A site with its state and what the dealer may do: nothing while it is pending (S2-4). */
function SiteRow({ site, onEdit, onStatus }: SiteRowProps) {
  const { tone, text } = SITE_STATUS[site.status];
  return (
    <Box
      component="li"
      sx={{
        ...rowStyle,
        gridTemplateColumns: {
          xs: '1fr',
          md: 'minmax(0, 2.4fr) minmax(0, 1.4fr) minmax(0, 1.6fr) minmax(210px, auto)',
        },
      }}
    >
      <SiteName site={site} below={addressOf(site)} />
      <Typography variant="body2" component="div">
        {counted(site.number_of_readers, 'reader')}, {counted(site.number_of_acu_panels, 'panel')}
        <Typography variant="body2" color="text.secondary">
          {site.requested_readers
            ? `${counted(site.requested_readers, 'reader')} asked for`
            : site.requested_date
              ? `Requested ${dateText(site.requested_date)}`
              : 'No requested date'}
        </Typography>
      </Typography>
      <Box>
        <StatusBadge tone={tone}>{text}</StatusBadge>
      </Box>
      <Box sx={{ display: 'flex', gap: 1, justifyContent: { md: 'flex-end' } }}>
        {site.status !== 'pending' && (
          <Button
            size="small"
            variant="outlined"
            aria-label={`Edit ${site.site_name}`}
            onClick={() => onEdit(site)}
          >
            Edit
          </Button>
        )}
        {site.status === 'active' && (
          <Button
            size="small"
            color="error"
            aria-label={`Deactivate ${site.site_name}`}
            onClick={() => onStatus(site, 'inactive')}
          >
            Deactivate
          </Button>
        )}
        {site.status === 'inactive' && (
          <Button
            size="small"
            aria-label={`Reactivate ${site.site_name}`}
            onClick={() => onStatus(site, 'active')}
          >
            Reactivate
          </Button>
        )}
      </Box>
    </Box>
  );
}

interface SiteListProps {
  /** All of the tab that one searches for, in their order. */
  readonly sites: readonly Site[];
  readonly empty: string;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onEdit: (site: Site) => void;
  readonly onStatus: (site: Site, status: 'active' | 'inactive') => void;
}

/** A page of the sites of a tab, or why there are none. */
export function SiteList({ sites, empty, page, onPage, onEdit, onStatus }: SiteListProps) {
  if (sites.length === 0) {
    return (
      <EmptyState text={empty}>
        {empty.includes('Create a new site') && (
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
          <SiteRow key={site.id} site={site} onEdit={onEdit} onStatus={onStatus} />
        ))}
      </Box>
      <Pager of={current} total={sites.length} onPage={onPage} />
    </>
  );
}

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
