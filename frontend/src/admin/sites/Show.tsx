import { Box, Typography } from '@mui/material';
import { paths, type Site } from '@portal/contract';
import { SITE_INPUTS } from '@portal/domain/values';
import { textFacts } from '../../shared/form/texts.ts';
import {
  counted,
  dollarsText,
  NONE,
  showCount,
  showDate,
  showPlace,
  showRate,
  softwareText,
} from '../../shared/text.ts';
import { Notice } from '../../shared/ui/Notice.tsx';
import { ActionButton } from '../kit/ActionButton.tsx';
import { historyTab } from '../kit/History.tsx';
import { factsTab, RecordPage, useLeaveRecord } from '../kit/RecordPage.tsx';
import { CompanyName, linkFact, UserName } from '../records/links.tsx';
import { DemoBadge, SiteStatus } from '../records/states.tsx';
import { readerChangeActions, SiteActions } from './actions.tsx';

/** One site (S2-3). */
export default function SiteShow() {
  const leave = useLeaveRecord('sites');
  return (
    <RecordPage<Site>
      listLabel="Sites"
      noun="site"
      title={(site) => site.site_name}
      lead={(site) => <SiteStatus status={site.status} />}
      actions={(site) => <SiteActions site={site} variant="contained" others="outlined" leave={leave} />}
      tabs={(site) => [factsTab('Details', factsOf(site)), historyTab(paths.admin.siteHistory(site.id))]}
    >
      {(site) => <SiteRequests site={site} />}
    </RecordPage>
  );
}

function factsOf(site: Site) {
  return [
    { label: 'Company', value: <CompanyName id={site.account_id} /> },
    { label: 'Requested by', value: <UserName id={site.user_id} /> },
    { label: 'Requested', value: showDate(site.created_at) },
    { label: 'Requested for', value: showDate(site.requested_date) },
    { label: 'Address', value: site.site_address },
    { label: 'City', value: showPlace(site.site_city, site.site_state, site.site_zip) },
    { label: 'Readers', value: showCount(Number(site.number_of_readers)) },
    { label: 'ACU panels', value: site.number_of_acu_panels },
    { label: 'Custom Reader Rate', value: showRate(site.custom_reader_rate, 'Dealer default') },
    {
      label: 'Promotional until',
      value: site.is_promotional_pricing ? showDate(site.promotional_end_date) : NONE,
    },
    { label: 'Software version', value: softwareText(site.software_version) },
    { label: 'Existing platform', value: site.existing_platform },
    { label: 'Hardware', value: site.hardware.join(', ') },
    ...paidFactsOf(site),
    ...textFacts(SITE_INPUTS, site),
  ];
}

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
