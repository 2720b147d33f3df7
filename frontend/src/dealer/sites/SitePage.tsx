import { Box, Button, Stack, Typography } from '@mui/material';
import {
  type HistoryEntry,
  historyEntrySchema,
  paths,
  type Site,
  type SiteUser,
  type SiteWithRate,
  siteWithRateSchema,
} from '@portal/contract';
import { DEALER_SITE_INPUTS } from '@portal/domain/values';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { textFacts } from '../../shared/form/SiteAddressFields.tsx';
import { HttpError } from '../../shared/http/http.ts';
import { readQuery } from '../../shared/http/queryClient.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { useDealerMay, useUser } from '../../shared/session/session.ts';
import { dateText, momentText, softwareText } from '../../shared/text.ts';
import { Facts } from '../../shared/ui/Facts.tsx';
import { Loaded, LoadProblem, PageSkeleton } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { EditSiteDialog, StatusDialog } from './dialogs.tsx';
import { addressOf, SiteStatus } from './parts.tsx';
import { Readers, RequestReadersDialog } from './Readers.tsx';
import { EndShareDialog, Viewers } from './Viewers.tsx';

function SiteFacts({ site, own }: { readonly site: Site; readonly own: boolean }) {
  const facts = [
    { label: 'Address', value: addressOf(site) },
    ...(own ? [] : [{ label: 'Readers', value: site.number_of_readers }]),
    { label: 'ACU panels', value: site.number_of_acu_panels },
    { label: 'Software', value: softwareText(site.software_version) },
    { label: 'Hardware', value: site.hardware.join(', ') },
    { label: 'Requested for', value: site.requested_date && dateText(site.requested_date) },
    { label: 'Existing platform', value: site.existing_platform },
    { label: 'Additional information', value: site.additional_info },
    ...textFacts(DEALER_SITE_INPUTS, site),
  ];
  return <Facts facts={facts.filter(({ value }) => value)} />;
}

const Back = () => (
  <Button component={Link} to="/dealer-dashboard" size="small" sx={{ ml: -1.5 }}>
    Back to Dashboard
  </Button>
);

/** /sites/{id}: an own site with readers, viewers and history, or a shared one. */
export default function SitePage() {
  const { id = '' } = useParams();
  const { account_id: accountId } = useUser();
  const { data: site, error, refetch } = useQuery(readQuery(paths.site(id), siteWithRateSchema));
  const gone = error instanceof HttpError && error.status === 404;
  // a failed refetch keeps the page and the entries of an open dialog
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
  if (site === undefined) return <PageSkeleton />;
  return site.account_id === accountId ? <OwnSite key={id} site={site} /> : <SharedSite site={site} />;
}

function Lead({ site }: { readonly site: SiteWithRate }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
      <SiteStatus status={site.status} />
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
        <Section title="Details">
          <SiteFacts site={site} own={false} />
        </Section>
      </Stack>
    </Page>
  );
}

type Open = 'edit' | 'active' | 'inactive' | 'readers' | SiteUser | null;

function OwnSite({ site }: { readonly site: SiteWithRate }) {
  const [open, setOpen] = useState<Open>(null);
  const changes = useDealerMay('ordering');
  const close = () => setOpen(null);
  return (
    <Page
      title={site.site_name}
      lead={<Lead site={site} />}
      actions={changes && <Actions status={site.status} onOpen={setOpen} />}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
          // extra height of the side column goes to the history
          gridTemplateRows: { md: 'auto 1fr' },
        }}
      >
        <Section title="Details">
          <SiteFacts site={site} own />
        </Section>
        <Stack spacing={3} sx={{ gridRow: { md: '1 / span 2' }, gridColumn: { md: 2 } }}>
          <Section title="Readers">
            <Readers site={site} onRequest={() => setOpen('readers')} />
          </Section>
          <Section title="Shared with">
            <Viewers site={site} onEnd={setOpen} />
          </Section>
        </Stack>
        <Section title="History" flush>
          <SiteHistory id={site.id} />
        </Section>
      </Box>
      {open === 'edit' && <EditSiteDialog site={site} onClose={close} />}
      {(open === 'active' || open === 'inactive') && (
        <StatusDialog site={site} status={open} onClose={close} />
      )}
      {open === 'readers' && <RequestReadersDialog site={site} onClose={close} />}
      {typeof open === 'object' && open !== null && <EndShareDialog viewer={open} onClose={close} />}
    </Page>
  );
}

interface ActionsProps {
  readonly status: SiteWithRate['status'];
  readonly onOpen: (open: Open) => void;
}

/** A pending site has none (S2-4). */
function Actions({ status, onOpen }: ActionsProps) {
  if (status === 'pending') return null;
  const isActive = status === 'active';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button variant="outlined" aria-haspopup="dialog" onClick={() => onOpen('edit')}>
        Edit
      </Button>
      <Button
        color={isActive ? 'error' : 'primary'}
        aria-haspopup="dialog"
        onClick={() => onOpen(isActive ? 'inactive' : 'active')}
      >
        {isActive ? 'Deactivate' : 'Reactivate'}
      </Button>
    </Box>
  );
}

/** Entries shown at first. */
const FIRST = 10;

/** Changes of an own site, newest first. */
function SiteHistory({ id }: { readonly id: string }) {
  const history = useQuery(readQuery(paths.siteHistory(id), historyEntrySchema.array()));
  return (
    <Loaded query={history} problem="Error loading the history. Please try again.">
      {(entries) => <Entries entries={entries} />}
    </Loaded>
  );
}

function Entries({ entries }: { readonly entries: readonly HistoryEntry[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? entries : entries.slice(0, FIRST);
  return (
    <>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map((entry) => (
          <Box
            key={entry.id}
            component="li"
            sx={{
              px: { xs: 2, sm: 3 },
              py: 1.5,
              borderTop: 1,
              borderColor: 'divider',
              overflowWrap: 'anywhere',
            }}
          >
            <Typography>{entry.text}</Typography>
            {entry.changes.length > 1 && <Changes changes={entry.changes} />}
            <Muted>
              {entry.by}, <time dateTime={entry.at}>{momentText(entry.at)}</time>
            </Muted>
          </Box>
        ))}
      </Box>
      {entries.length > shown.length && (
        <Box sx={{ px: { xs: 2, sm: 3 }, py: 2, borderTop: 1, borderColor: 'divider' }}>
          <Button onClick={() => setAll(true)}>Show all {entries.length} entries</Button>
        </Box>
      )}
    </>
  );
}

function Changes({ changes }: Pick<HistoryEntry, 'changes'>) {
  const value = (text: string | null) => text ?? '(blank)';
  return (
    <Box component="ul" sx={{ m: 0, my: 0.5, pl: 2.5 }}>
      {changes.map(({ field, from, to }) => (
        <Typography key={field} component="li" variant="body2">
          {field}: {value(from)} to {value(to)}
        </Typography>
      ))}
    </Box>
  );
}
