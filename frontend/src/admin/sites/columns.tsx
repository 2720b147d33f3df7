import { Box } from '@mui/material';
import type { Site } from '@portal/contract';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { showCount, showDate, showPlace, showRate } from '../format.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import type { ColumnProps } from '../kit/RecordTable.tsx';
import { CompanyName, RecordLink } from '../records/links.tsx';
import { SiteStatus } from '../records/states.tsx';

/** A site's status, and what of it waits for an administrator. */
export function SiteStanding({ site }: { readonly site: Site }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      <SiteStatus status={site.status} />
      {typeof site.requested_readers === 'string' && (
        <StatusBadge tone="warning">{`Asks for ${site.requested_readers} readers`}</StatusBadge>
      )}
      {site.panels_raised === true && <StatusBadge tone="warning">Panels raised</StatusBadge>}
    </Box>
  );
}

/** The columns of the sites list; the first opens the site. */
export const siteColumns: readonly ColumnProps<Site>[] = [
  {
    source: 'site_name',
    label: 'Site',
    render: (site) => (
      <RecordLink resource="sites" id={site.id}>
        {site.site_name}
      </RecordLink>
    ),
  },
  { source: 'status', label: 'Status', render: (site) => <SiteStanding site={site} /> },
  {
    source: 'account_id',
    label: 'Company',
    sortable: false,
    render: (site) => <CompanyName id={site.account_id} />,
  },
  { source: 'site_city', label: 'Location', render: (site) => showPlace(site.site_city, site.site_state) },
  {
    source: 'number_of_readers',
    label: 'Readers',
    numeric: true,
    firstOrder: 'DESC',
    render: (site) => showCount(Number(site.number_of_readers)),
  },
  { source: 'number_of_acu_panels', label: 'ACU Panels', numeric: true, firstOrder: 'DESC' },
  {
    source: 'custom_reader_rate',
    label: 'Custom Rate',
    numeric: true,
    sortable: false,
    render: (site) => showRate(site.custom_reader_rate),
  },
  {
    source: 'created_at',
    label: 'Requested',
    unbroken: true,
    firstOrder: 'DESC',
    render: (site) => showDate(site.created_at),
  },
];

export const sitesHiddenByDefault = ['number_of_acu_panels', 'custom_reader_rate'];

export const siteCsvColumns: readonly CsvColumn<Site>[] = [
  { label: 'Site', value: (site) => site.site_name },
  { label: 'Status', value: (site) => site.status },
  { label: 'Address', value: (site) => site.site_address },
  { label: 'City', value: (site) => site.site_city },
  { label: 'State', value: (site) => site.site_state },
  { label: 'ZIP', value: (site) => site.site_zip },
  { label: 'Readers', value: (site) => Number(site.number_of_readers) },
  { label: 'ACU Panels', value: (site) => Number(site.number_of_acu_panels) },
  { label: 'Custom Reader Rate', value: (site) => site.custom_reader_rate },
  { label: 'Software Version', value: (site) => site.software_version },
  { label: 'Requested', value: (site) => showDate(site.created_at) },
];
