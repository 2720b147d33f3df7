import AddIcon from '@mui/icons-material/Add';
import { Box, Link, Typography } from '@mui/material';
import type { AdminUser } from '@portal/contract';
import { dollarsFromCents, formatDollars, formatPhone } from '@portal/domain/values';
import { useListContext } from 'react-admin';
import { NONE, showCount, showDate } from '../../shared/text.ts';
import { BulkActionButton, CreateButton } from '../kit/ActionButton.tsx';
import { AdminList, ColumnChooser } from '../kit/AdminList.tsx';
import { type CsvColumn, ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { FilterTabs, SearchField } from '../kit/filters.tsx';
import { CardAmount, CardHead, type ColumnProps, RecordTable } from '../kit/RecordTable.tsx';
import { NO_DEALER_ID, RecordLink } from '../records/links.tsx';
import { AddUserDialog, approveUser, UserActions } from './actions.tsx';

/** The columns of the users list; the first opens the user. */
export const userColumns: readonly ColumnProps<AdminUser>[] = [
  {
    source: 'company',
    label: 'Company',
    render: (user) => (
      <RecordLink resource="users" id={user.id}>
        {user.company || user.name || user.username}
      </RecordLink>
    ),
  },
  {
    source: 'dealer_id',
    label: 'Dealer ID',
    unbroken: true,
    render: (user) => user.dealer_id ?? NO_DEALER_ID,
  },
  { source: 'name', label: 'Name' },
  { source: 'username', label: 'Username' },
  {
    source: 'email',
    label: 'E-mail',
    render: (user) => <Link href={`mailto:${user.email}`}>{user.email}</Link>,
  },
  {
    source: 'phone',
    label: 'Phone',
    unbroken: true,
    sortable: false,
    render: (user) => formatPhone(user.phone) || NONE,
  },
  {
    source: 'active_sites',
    label: 'Active Sites',
    numeric: true,
    firstOrder: 'DESC',
    render: (user) => showCount(user.active_sites),
  },
  {
    source: 'total_readers',
    label: 'Total Readers',
    numeric: true,
    firstOrder: 'DESC',
    render: (user) => showCount(user.total_readers),
  },
  {
    source: 'projected_monthly_invoice_cents',
    label: 'Projected Monthly Invoice',
    numeric: true,
    firstOrder: 'DESC',
    render: (user) => formatDollars(user.projected_monthly_invoice_cents),
  },
  {
    source: 'created_at',
    label: 'Registered',
    unbroken: true,
    firstOrder: 'DESC',
    render: (user) => showDate(user.created_at),
  },
];

const usersHiddenByDefault = ['name', 'username', 'created_at'];

/** What the export holds: everything the list can show, and the address. */
const userCsvColumns: readonly CsvColumn<AdminUser>[] = [
  { label: 'Company', value: (user) => user.company },
  { label: 'Dealer ID', value: (user) => user.dealer_id },
  { label: 'Name', value: (user) => user.name },
  { label: 'Username', value: (user) => user.username },
  { label: 'E-mail', value: (user) => user.email },
  { label: 'Phone', value: (user) => formatPhone(user.phone) },
  { label: 'Address', value: (user) => user.address },
  { label: 'City', value: (user) => user.city },
  { label: 'State', value: (user) => user.state },
  { label: 'ZIP', value: (user) => user.zip },
  { label: 'Approved', value: (user) => (user.is_approved ? 'Yes' : 'No') },
  { label: 'Active Sites', value: (user) => user.active_sites },
  { label: 'Total Readers', value: (user) => user.total_readers },
  {
    label: 'Projected Monthly Invoice',
    value: (user) => dollarsFromCents(user.projected_monthly_invoice_cents),
  },
  { label: 'Registered', value: (user) => showDate(user.created_at) },
];

/** Users with the sub-tabs Active and Pending (S2-2-admin). */
export default function UserList() {
  return (
    <AdminList
      title="Users"
      lead="Dealers and administrators. Pending dealers need your decision."
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
      {pending && <BulkActionButton action={approveUser} />}
      <ExportSelected columns={userCsvColumns} filename="users.csv" />
    </>
  );
}

/** A user on a narrow screen. */
function UserCard({ user }: { readonly user: AdminUser }) {
  return (
    <>
      <CardHead>
        <RecordLink resource="users" id={user.id}>
          {user.company || user.name || user.username}
        </RecordLink>
        <CardAmount>{formatDollars(user.projected_monthly_invoice_cents)}</CardAmount>
      </CardHead>
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {user.dealer_id ?? NO_DEALER_ID} · {user.email}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {user.phone !== '' && `${formatPhone(user.phone)} · `}
        {showCount(user.active_sites)} active sites · {showCount(user.total_readers)} readers
      </Typography>
      <Box sx={{ mt: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <UserActions user={user} variant="outlined" />
      </Box>
    </>
  );
}
