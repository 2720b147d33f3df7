import type { Site } from '@portal/contract';
import { counted, showPlace } from '../../../shared/text.ts';
import { BulkActionButton, CreateButton } from '../../kit/ActionButton.tsx';
import type { BulkAction } from '../../kit/ActionDialog.tsx';
import { CompanyName } from '../../records/links.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { CardText } from '../../ui/fields.tsx';
import { SearchInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import { approveSite, deactivateSite, reactivateSite, SiteActions } from './actions.tsx';
import { AddSiteDialog } from './dialogs.tsx';
import { siteFields } from './fields.tsx';

const TABS = {
  label: 'Sites by status',
  source: 'status',
  tabs: {
    All: {},
    Active: 'active',
    Pending: 'pending',
    Inactive: 'inactive',
    'Reader requests': { reader_change_requested: true },
  },
} as const;

const BULK_ACTIONS: Readonly<Record<string, BulkAction<Site>>> = {
  pending: approveSite,
  active: deactivateSite,
  inactive: reactivateSite,
};

/** All dealers' sites, by status (S2-2-admin). */
export default function SiteList() {
  return (
    <List
      resource="sites"
      title="Sites"
      lead="Sites of all dealers. Pending sites are billed once you approve them."
      sort={{ field: 'created_at', order: 'DESC' }}
      fields={siteFields}
      tabs={TABS}
      filters={<SearchInput label="Search sites" placeholder="Site, company, city or dealer ID" />}
      actions={<CreateButton resource="sites" label="Add New Site" dialog={AddSiteDialog} />}
    >
      <DataTable<Site>
        label="Sites"
        empty="No sites found"
        bulkActionButtons={({ status }) => {
          const action = BULK_ACTIONS[String(status)];
          return action && <BulkActionButton key={action.name} action={action} />;
        }}
        cardAside="status"
        card={(site) => (
          <>
            <CompanyName id={site.account_id} />
            <CardText>{`${showPlace(site.site_city, site.site_state)} · ${counted(site.number_of_readers, 'reader')}`}</CardText>
          </>
        )}
        actions={(site, look) => <SiteActions site={site} {...look} />}
      />
    </List>
  );
}
