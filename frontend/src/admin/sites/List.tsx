import AddIcon from '@mui/icons-material/Add';
import { Box, Typography } from '@mui/material';
import type { Site } from '@portal/contract';
import { useListContext } from 'react-admin';
import { showCount, showDate, showPlace, showRate } from '../../shared/text.ts';
import { BulkActionButton, CreateButton } from '../kit/ActionButton.tsx';
import { AdminList, ColumnChooser } from '../kit/AdminList.tsx';
import { type CsvColumn, ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { FilterTabs, SearchField } from '../kit/filters.tsx';
import { CardHead, type ColumnProps, RecordTable } from '../kit/RecordTable.tsx';
import { CompanyName, RecordLink } from '../records/links.tsx';
import { SiteStanding } from '../records/states.tsx';
import { AddSiteDialog, approveSite, deactivateSite, reactivateSite, SiteActions } from './actions.tsx';

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

const sitesHiddenByDefault = ['number_of_acu_panels', 'custom_reader_rate'];

const siteCsvColumns: readonly CsvColumn<Site>[] = [
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

/** All dealers' sites, by status (S2-2-admin). */
export default function SiteList() {
  return (
    <AdminList
      title="Sites"
      lead="Sites of all dealers. Pending sites are billed once you approve them."
      sort={{ field: 'created_at', order: 'DESC' }}
      actions={
        <>
          <ColumnChooser columns={siteColumns} hiddenByDefault={sitesHiddenByDefault} />
          <ExportCsv columns={siteCsvColumns} filename="sites.csv" />
          <CreateButton
            resource="sites"
            action="create"
            label="Add New Site"
            icon={AddIcon}
            variant="contained"
            dialog={AddSiteDialog}
          />
        </>
      }
      tabs={
        <FilterTabs
          label="Sites by status"
          field="status"
          tabs={[
            { label: 'All', value: undefined },
            { label: 'Active', value: 'active' },
            { label: 'Pending', value: 'pending' },
            { label: 'Inactive', value: 'inactive' },
            { label: 'Reader requests', filter: { reader_change_requested: true } },
          ]}
        />
      }
      search={<SearchField label="Search sites" hint="Site, company, city or dealer ID" />}
    >
      <RecordTable<Site>
        label="Sites"
        columns={siteColumns}
        empty="No sites found"
        hiddenByDefault={sitesHiddenByDefault}
        bulkActions={<SiteBulkActions />}
        card={(site) => <SiteCard site={site} />}
        actions={(site) => <SiteActions site={site} />}
      />
    </AdminList>
  );
}

/** Actions for many rows stand on the tab where every row takes them. */
function SiteBulkActions() {
  const { filterValues } = useListContext<Site>();
  return (
    <>
      {filterValues.status === 'pending' && <BulkActionButton action={approveSite} />}
      {filterValues.status === 'active' && <BulkActionButton action={deactivateSite} />}
      {filterValues.status === 'inactive' && <BulkActionButton action={reactivateSite} />}
      <ExportSelected columns={siteCsvColumns} filename="sites.csv" />
    </>
  );
}

/** A site on a narrow screen. */
function SiteCard({ site }: { readonly site: Site }) {
  return (
    <>
      <CardHead>
        <RecordLink resource="sites" id={site.id}>
          {site.site_name}
        </RecordLink>
        <SiteStanding site={site} />
      </CardHead>
      <CompanyName id={site.account_id} />
      <Typography variant="body2" color="text.secondary">
        {showPlace(site.site_city, site.site_state)} · {showCount(Number(site.number_of_readers))} readers
      </Typography>
      <Box sx={{ mt: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <SiteActions site={site} variant="outlined" />
      </Box>
    </>
  );
}
