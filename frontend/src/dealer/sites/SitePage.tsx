import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Site, SiteUser, SiteWithRate } from '@portal/contract';
import { DEALER_SITE_INPUTS } from '@portal/domain/values';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { Link, useParams } from 'react-router';
import { textFacts } from '../../shared/form/texts.ts';
import { HttpError } from '../../shared/http/http.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { PageSpinner } from '../../shared/layout/Spinner.tsx';
import { useUser } from '../../shared/session/session.ts';
import { dateText } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { Readers } from './Readers.tsx';
import { SiteHistory } from './SiteHistory.tsx';
import { useSite } from './siteQueries.ts';
import { addressOf, SITE_STATUS } from './siteWords.ts';
import { Viewers } from './Viewers.tsx';

interface PanelProps {
  readonly title: string;
  /** Content that brings its own distance to the edge, e.g. a list. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** A part of a site's page, named by its heading. */
export function Panel({ title, flush = false, children }: PanelProps) {
  const id = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography variant="h2" id={id} sx={{ px: { xs: 2, sm: 3 }, pt: 2.5, pb: 1.5 }}>
        {title}
      </Typography>
      <Box sx={flush ? {} : { px: { xs: 2, sm: 3 }, pb: 3 }}>{children}</Box>
    </Paper>
  );
}

/** What the site is; what is missing, or is not a viewer's to know, is left out. */
function SiteFacts({ site, own }: { readonly site: Site; readonly own: boolean }) {
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    ['Address', addressOf(site)],
    ...(own ? [] : ([['Readers', site.number_of_readers]] as const)),
    ['ACU panels', site.number_of_acu_panels],
    ['Software', site.software_version],
    ['Hardware', site.hardware.join(', ')],
    ['Requested for', site.requested_date && dateText(site.requested_date)],
    ['Existing platform', site.existing_platform],
    ['Additional information', site.additional_info],
    ...textFacts(DEALER_SITE_INPUTS, site).map(({ label, value }) => [label, value] as const),
  ];
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 2.5,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(200px, 100%), 1fr))',
      }}
    >
      {facts.map(
        ([label, value]) =>
          value && (
            <Box key={label} sx={{ minWidth: 0 }}>
              <Typography component="dt" variant="body2" color="text.secondary">
                {label}
              </Typography>
              <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                {value}
              </Typography>
            </Box>
          ),
      )}
    </Box>
  );
}

// forms and dialogs are fetched when the first is opened
const EditSiteDialog = lazy(() => import('./EditSiteDialog.tsx'));
const StatusDialog = lazy(() => import('./StatusDialog.tsx'));
const RequestReadersDialog = lazy(() => import('./RequestReadersDialog.tsx'));
const EndShareDialog = lazy(() => import('./EndShareDialog.tsx'));

const Back = () => (
  <Button component={Link} to="/dealer-dashboard" size="small" sx={{ ml: -1.5 }}>
    Back to Dashboard
  </Button>
);

/** /sites/{id}: a site with its state, readers, viewers and history; one that others share is shown alone. */
export default function SitePage() {
  const { id = '' } = useParams();
  const { account_id: accountId } = useUser();
  const { data: site, error, refetch } = useSite(id);
  const gone = error instanceof HttpError && error.status === 404;
  // one that was read stays while it can't be read again, and with it what somebody types above it
  if (gone || (error && site === undefined)) {
    return (
      <Page title={gone ? 'Site not found' : 'Site'} lead={<Back />}>
        {gone ? (
          'It was deleted, or it is not shared with you any more.'
        ) : (
          <LoadProblem text="Error loading the site. Please try again." onRetry={refetch} />
        )}
      </Page>
    );
  }
  if (site === undefined) return <PageSpinner />;
  return site.account_id === accountId ? <OwnSite key={id} site={site} /> : <SharedSite site={site} />;
}

function Lead({ site }: { readonly site: SiteWithRate }) {
  const { tone, text } = SITE_STATUS[site.status];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
      <StatusBadge tone={tone}>{text}</StatusBadge>
      <Back />
    </Box>
  );
}

function SharedSite({ site }: { readonly site: SiteWithRate }) {
  return (
    <Page title={site.site_name} lead={<Lead site={site} />}>
      <Stack spacing={3}>
        <Box component="p" sx={{ m: 0 }}>
          {site.company_name ?? 'Another company'} shares this site with you. You can view it, but not change
          it.
        </Box>
        <Panel title="Details">
          <SiteFacts site={site} own={false} />
        </Panel>
      </Stack>
    </Page>
  );
}

/** What is open above the page. */
type Open = 'edit' | 'active' | 'inactive' | 'readers' | SiteUser | null;

function OwnSite({ site }: { readonly site: SiteWithRate }) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <Page
      title={site.site_name}
      lead={<Lead site={site} />}
      actions={<Actions status={site.status} onOpen={setOpen} />}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
          // what the side is higher by is the history's, not the details'
          gridTemplateRows: { md: 'auto 1fr' },
        }}
      >
        <Panel title="Details">
          <SiteFacts site={site} own />
        </Panel>
        <Stack spacing={3} sx={{ gridRow: { md: '1 / span 2' }, gridColumn: { md: 2 } }}>
          <Panel title="Readers">
            <Readers site={site} onRequest={() => setOpen('readers')} />
          </Panel>
          <Panel title="Shared with">
            <Viewers site={site} onEnd={setOpen} />
          </Panel>
        </Stack>
        <Panel title="History" flush>
          <SiteHistory id={site.id} />
        </Panel>
      </Box>
      <Suspense>
        {open === 'edit' && <EditSiteDialog site={site} onClose={close} />}
        {(open === 'active' || open === 'inactive') && (
          <StatusDialog site={site} status={open} onClose={close} />
        )}
        {open === 'readers' && <RequestReadersDialog site={site} onClose={close} />}
        {typeof open === 'object' && open !== null && <EndShareDialog viewer={open} onClose={close} />}
      </Suspense>
    </Page>
  );
}

interface ActionsProps {
  readonly status: SiteWithRate['status'];
  readonly onOpen: (open: Open) => void;
}

/** What the dealer may do: nothing while the site is pending (S2-4). */
function Actions({ status, onOpen }: ActionsProps) {
  if (status === 'pending') return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button variant="outlined" aria-haspopup="dialog" onClick={() => onOpen('edit')}>
        Edit
      </Button>
      {status === 'active' ? (
        <Button color="error" aria-haspopup="dialog" onClick={() => onOpen('inactive')}>
          Deactivate
        </Button>
      ) : (
        <Button aria-haspopup="dialog" onClick={() => onOpen('active')}>
          Reactivate
        </Button>
      )}
    </Box>
  );
}
