import { Box, Typography } from '@mui/material';
import { paths, type Site } from '@portal/contract';
import { SITE_INPUTS } from '@portal/domain/values';
import { textFacts } from '../../../shared/form/SiteAddressFields.tsx';
import { counted, dollarsText, NONE, showDate, showPlace, showRate } from '../../../shared/text.ts';
import { Notice } from '../../../shared/ui/Notice.tsx';
import { ActionButton } from '../../kit/ActionButton.tsx';
import { History } from '../../kit/History.tsx';
import { linkFact } from '../../records/links.tsx';
import { DemoBadge, SiteStatus } from '../../records/states.tsx';
import { factsOf } from '../../ui/fields.tsx';
import { Show, useLeaveRecord } from '../../ui/Show.tsx';
import { SimpleShowLayout, Tab, TabbedShowLayout } from '../../ui/TabbedShowLayout.tsx';
import { Notes, PinnedNotes, useNotes } from '../notes/parts.tsx';
import { readerChangeActions, SiteActions } from './actions.tsx';
import { siteFields } from './fields.tsx';

/** One site (S2-3). */
export default function SiteShow() {
  const leave = useLeaveRecord('sites');
  return (
    <Show<Site>
      noun="site"
      lead={(site) => <SiteStatus status={site.status} />}
      actions={(site) => <SiteActions site={site} variant="contained" others="outlined" leave={leave} />}
    >
      {(site) => <Parts site={site} />}
    </Show>
  );
}

function Parts({ site }: { readonly site: Site }) {
  const { total: notes } = useNotes({ about: 'site', id: site.id });
  return (
    <>
      <SiteRequests site={site} />
      <PinnedNotes about="site" id={site.id} />
      <TabbedShowLayout label="Parts of this site">
        <Tab label="Details" path="details">
          <SimpleShowLayout facts={factsOfSite(site)} />
        </Tab>
        <Tab label="Notes" path="notes" count={notes}>
          <Notes about="site" id={site.id} />
        </Tab>
        <Tab label="History" path="history">
          <History path={paths.admin.siteHistory(site.id)} />
        </Tab>
      </TabbedShowLayout>
    </>
  );
}

const factsOfSite = (site: Site) => [
  ...factsOf(siteFields, site, ['account_id', 'user_id', 'created_at', 'requested_date', 'site_address']),
  { label: 'City', value: showPlace(site.site_city, site.site_state, site.site_zip) },
  ...factsOf(siteFields, site, ['number_of_readers', 'number_of_acu_panels']),
  { label: 'Custom Reader Rate', value: showRate(site.custom_reader_rate, 'Dealer default') },
  {
    label: 'Promotional until',
    value: site.is_promotional_pricing ? showDate(site.promotional_end_date) : NONE,
  },
  ...factsOf(siteFields, site, ['software_version', 'existing_platform']),
  { label: 'Hardware', value: site.hardware.join(', ') },
  ...paidFactsOf(site),
  ...textFacts(SITE_INPUTS, site),
];

function paidFactsOf({ order_id: orderId, paid_amount: paid = 0, paid_in_test_mode: test }: Site) {
  if (orderId === null || orderId === undefined) return [];
  return [
    {
      label: 'Paid',
      value: (
        <>
          {dollarsText(paid)} {test === true && <DemoBadge />}
        </>
      ),
    },
    ...linkFact('Order', 'orders', orderId, 'Open the order'),
  ];
}

/** A dealer's requests and changes that need an administrator. */
function SiteRequests({ site }: { readonly site: Site }) {
  const asks = typeof site.requested_readers === 'string';
  if (!asks && site.panels_raised !== true) return null;
  return (
    <Box sx={{ display: 'grid', gap: 2, mb: 2.5 }}>
      {asks && <ReaderRequest site={site} />}
      {site.panels_raised === true && (
        <Notice tone="warning">
          The dealer raised the ACU panels after the order. Saving the site under Edit accepts them.
        </Notice>
      )}
    </Box>
  );
}

function ReaderRequest({ site }: { readonly site: Site }) {
  const { approve, decline } = readerChangeActions(site);
  return (
    <Notice
      tone="warning"
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <ActionButton action={approve} record={site} variant="contained" />
          <ActionButton action={decline} record={site} variant="outlined" />
        </Box>
      }
    >
      <Typography sx={{ fontWeight: 600 }}>
        The dealer asks for {counted(site.requested_readers ?? 0, 'reader')} in place of{' '}
        {site.number_of_readers}
      </Typography>
      {site.requested_readers_note && <Typography variant="body2">{site.requested_readers_note}</Typography>}
    </Notice>
  );
}
