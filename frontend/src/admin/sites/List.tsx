import AddIcon from '@mui/icons-material/Add';
import { csvAmount, type Site } from '@portal/contract';
import { counted, showDate, showPlace } from '../../shared/text.ts';
import { BulkActionButton, CreateButton } from '../kit/ActionButton.tsx';
import type { BulkAction } from '../kit/ActionDialog.tsx';
import { AdminList } from '../kit/AdminList.tsx';
import { countColumn, dateColumn, rateColumn } from '../kit/columns.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import { CardActions, CardText, type ColumnProps } from '../kit/RecordTable.tsx';
import { Unbroken } from '../kit/Unbroken.tsx';
import { CompanyName } from '../records/links.tsx';
import { SiteStanding } from '../records/states.tsx';
import { AddSiteDialog, approveSite, deactivateSite, reactivateSite, SiteActions } from './actions.tsx';

export const siteColumns: readonly ColumnProps<Site>[] = [
  { source: 'site_name', label: 'Site' },
  { source: 'status', label: 'Status', render: (site) => <SiteStanding site={site} /> },
  {
    source: 'account_id',
    label: 'Company',
    sortable: false,
    render: (site) => <CompanyName id={site.account_id} />,
  },
  { source: 'site_city', label: 'Location', render: (site) => showPlace(site.site_city, site.site_state) },
  countColumn('number_of_readers', 'Readers'),
  countColumn('number_of_acu_panels', 'ACU panels'),
  rateColumn('custom_reader_rate', 'Custom rate'),
  dateColumn('created_at', 'Requested'),
];

const csvColumns: readonly CsvColumn<Site>[] = [
  { label: 'Site', value: (site) => site.site_name },
  { label: 'Status', value: (site) => site.status },
  { label: 'Address', value: (site) => site.site_address },
  { label: 'City', value: (site) => site.site_city },
  { label: 'State', value: (site) => site.site_state },
  { label: 'ZIP', value: (site) => site.site_zip },
  { label: 'Readers', value: (site) => Number(site.number_of_readers) },
  { label: 'ACU panels', value: (site) => Number(site.number_of_acu_panels) },
  { label: 'Custom Reader Rate', value: (site) => csvAmount(site.custom_reader_rate) },
  { label: 'Software version', value: (site) => site.software_version },
  { label: 'Requested', value: (site) => showDate(site.created_at) },
];

const BULK_ACTIONS: Readonly<Record<string, BulkAction<Site>>> = {
  pending: approveSite,
  active: deactivateSite,
  inactive: reactivateSite,
};

/** All dealers' sites, by status (S2-2-admin). */
export default function SiteList() {
  return (
    <AdminList<Site>
      title="Sites"
      lead="Sites of all dealers. Pending sites are billed once you approve them."
      sort={{ field: 'created_at', order: 'DESC' }}
      columns={siteColumns}
      hiddenByDefault={['number_of_acu_panels', 'custom_reader_rate']}
      csvColumns={csvColumns}
      file="sites"
      buttons={
        <CreateButton
          resource="sites"
          action="create"
          label="Add New Site"
          icon={AddIcon}
          variant="contained"
          dialog={AddSiteDialog}
        />
      }
      tabs={{
        label: 'Sites by status',
        field: 'status',
        tabs: [
          { label: 'All' },
          { label: 'Active', value: 'active' },
          { label: 'Pending', value: 'pending' },
          { label: 'Inactive', value: 'inactive' },
          { label: 'Reader requests', filter: { reader_change_requested: true } },
        ],
      }}
      search={{ label: 'Search sites', hint: 'Site, company, city or dealer ID' }}
      label="Sites"
      empty="No sites found"
      bulkActions={({ status }) => {
        const action = BULK_ACTIONS[String(status)];
        return action && <BulkActionButton key={action.name} action={action} />;
      }}
      cardAside={(site) => <SiteStanding site={site} />}
      card={(site) => (
        <>
          <CompanyName id={site.account_id} />
          <CardText>
            <Unbroken
              text={`${showPlace(site.site_city, site.site_state)} · ${counted(site.number_of_readers, 'reader')}`}
            />
          </CardText>
          <CardActions>
            <SiteActions site={site} variant="outlined" />
          </CardActions>
        </>
      )}
      actions={(site) => <SiteActions site={site} />}
    />
  );
}
