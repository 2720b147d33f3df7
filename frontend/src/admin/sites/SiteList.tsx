import AddIcon from '@mui/icons-material/Add';
import type { Site } from '@portal/contract';
import { useListContext } from 'react-admin';
import { BulkVerbButton, CreateButton } from '../kit/ActionButton.tsx';
import { AdminList, ColumnChooser } from '../kit/AdminList.tsx';
import { ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { FilterTabs, SearchField } from '../kit/filters.tsx';
import { RecordTable } from '../kit/RecordTable.tsx';
import { siteColumns, siteCsvColumns, sitesHiddenByDefault } from './columns.tsx';
import { AddSiteDialog } from './dialogs.ts';
import { SiteActions } from './SiteActions.tsx';
import { SiteCard } from './SiteCard.tsx';
import { approveSite, deactivateSite, reactivateSite } from './verbs.ts';

/** All dealers' sites, by status (spec 2, Admin dashboard). */
export default function SiteList() {
  return (
    <AdminList
      title="Sites"
      lead="Every dealer's sites. Pending ones start to be billed once you approve them."
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

/** Verbs for many rows stand on the tab where every row takes them. */
function SiteBulkActions() {
  const { filterValues } = useListContext<Site>();
  return (
    <>
      {filterValues.status === 'pending' && <BulkVerbButton verb={approveSite} />}
      {filterValues.status === 'active' && <BulkVerbButton verb={deactivateSite} />}
      {filterValues.status === 'inactive' && <BulkVerbButton verb={reactivateSite} />}
      <ExportSelected columns={siteCsvColumns} filename="sites.csv" />
    </>
  );
}
