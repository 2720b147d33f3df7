import AddIcon from '@mui/icons-material/Add';
import type { AdminUser } from '@portal/contract';
import { useListContext } from 'react-admin';
import { BulkVerbButton, CreateButton } from '../kit/ActionButton.tsx';
import { AdminList, ColumnChooser } from '../kit/AdminList.tsx';
import { ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { FilterTabs, SearchField } from '../kit/filters.tsx';
import { RecordTable } from '../kit/RecordTable.tsx';
import { userColumns, userCsvColumns, usersHiddenByDefault } from './columns.tsx';
import { AddUserDialog } from './dialogs.ts';
import { UserActions } from './UserActions.tsx';
import { UserCard } from './UserCard.tsx';
import { approveUser } from './verbs.ts';

/** Users with the sub-tabs Active and Pending (spec 2, Admin dashboard). */
export default function UserList() {
  return (
    <AdminList
      title="Users"
      lead="Dealers and administrators. Pending dealers wait for your decision."
      sort={{ field: 'company', order: 'ASC' }}
      filterDefaultValues={{ is_approved: true }}
      actions={
        <>
          <ColumnChooser columns={userColumns} hiddenByDefault={usersHiddenByDefault} />
          <ExportCsv columns={userCsvColumns} filename="users.csv" />
          <CreateButton
            resource="users"
            action="create"
            label="Add User"
            icon={AddIcon}
            variant="contained"
            dialog={AddUserDialog}
          />
        </>
      }
      tabs={
        <FilterTabs
          label="Users by approval"
          field="is_approved"
          tabs={[
            { label: 'Active', value: true },
            { label: 'Pending', value: false },
          ]}
        />
      }
      search={<SearchField label="Search users" hint="Company, name, e-mail, dealer ID" />}
    >
      <UserRows />
    </AdminList>
  );
}

function UserRows() {
  const { filterValues } = useListContext<AdminUser>();
  const pending = filterValues.is_approved === false;
  return (
    <RecordTable<AdminUser>
      label={pending ? 'Pending users' : 'Active users'}
      columns={userColumns}
      empty={pending ? 'No pending users found' : 'No active users found'}
      hiddenByDefault={usersHiddenByDefault}
      bulkActions={<UserBulkActions pending={pending} />}
      card={(user) => <UserCard user={user} />}
      actions={(user) => <UserActions user={user} />}
    />
  );
}

/** Disapproving many at once is left out: too grave for one click. */
function UserBulkActions({ pending }: { readonly pending: boolean }) {
  return (
    <>
      {pending && <BulkVerbButton verb={approveUser} />}
      <ExportSelected columns={userCsvColumns} filename="users.csv" />
    </>
  );
}
