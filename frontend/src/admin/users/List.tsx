import AddIcon from '@mui/icons-material/Add';
import { Box, Link } from '@mui/material';
import { type AdminUser, csvAmount } from '@portal/contract';
import { dollarsFromCents, formatDollars, formatPhone } from '@portal/domain/values';
import { mailLink } from '../../shared/mailLink.ts';
import { counted, NONE, showDate } from '../../shared/text.ts';
import { BulkActionButton, CreateButton } from '../kit/ActionButton.tsx';
import { AdminList } from '../kit/AdminList.tsx';
import { centsColumn, countColumn, dateColumn } from '../kit/columns.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import { CardActions, CardAmount, CardText, type ColumnProps } from '../kit/RecordTable.tsx';
import { Unbroken } from '../kit/Unbroken.tsx';
import { NO_DEALER_ID } from '../records/links.tsx';
import { AddUserDialog, approveUser, UserActions } from './actions.tsx';

/** Where it is too long for its line, the next one begins behind the @. */
function EmailLink({ email }: Pick<AdminUser, 'email'>) {
  const domain = email.indexOf('@') + 1;
  return (
    <Link href={mailLink(email)}>
      {email.slice(0, domain)}
      <wbr />
      {email.slice(domain)}
    </Link>
  );
}

export const userColumns: readonly ColumnProps<AdminUser>[] = [
  {
    source: 'company',
    label: 'Company',
    render: (user) => user.company || user.name || user.username,
  },
  {
    source: 'name',
    label: 'Name',
    render: (user) => (
      <Box sx={{ minWidth: 200, overflowWrap: 'anywhere' }}>
        {user.name}
        <br />
        <EmailLink email={user.email} />
      </Box>
    ),
  },
  { source: 'username', label: 'Username' },
  { source: 'email', label: 'Email', render: (user) => <EmailLink email={user.email} /> },
  {
    source: 'dealer_id',
    label: 'Dealer ID',
    unbroken: true,
    render: (user) => user.dealer_id ?? NO_DEALER_ID,
  },
  {
    source: 'phone',
    label: 'Phone',
    unbroken: true,
    sortable: false,
    render: (user) => formatPhone(user.phone) || NONE,
  },
  countColumn('active_sites', 'Active sites'),
  countColumn('total_readers', 'Total readers'),
  centsColumn('projected_monthly_invoice_cents', 'Projected monthly invoice'),
  dateColumn('created_at', 'Registered'),
];

const csvColumns: readonly CsvColumn<AdminUser>[] = [
  { label: 'Company', value: (user) => user.company },
  { label: 'Dealer ID', value: (user) => user.dealer_id },
  { label: 'Name', value: (user) => user.name },
  { label: 'Username', value: (user) => user.username },
  { label: 'Email', value: (user) => user.email },
  { label: 'Phone', value: (user) => formatPhone(user.phone) },
  { label: 'Address', value: (user) => user.address },
  { label: 'City', value: (user) => user.city },
  { label: 'State', value: (user) => user.state },
  { label: 'ZIP', value: (user) => user.zip },
  { label: 'Approved', value: (user) => (user.is_approved ? 'Yes' : 'No') },
  { label: 'Active sites', value: (user) => user.active_sites },
  { label: 'Total readers', value: (user) => user.total_readers },
  {
    label: 'Projected monthly invoice',
    value: (user) => csvAmount(dollarsFromCents(user.projected_monthly_invoice_cents)),
  },
  { label: 'Registered', value: (user) => showDate(user.created_at) },
];

const isPending = (filter: Readonly<Record<string, unknown>>) => filter.is_approved === false;

/** Users with the sub-tabs Active and Pending (S2-2-admin). */
export default function UserList() {
  return (
    <AdminList<AdminUser>
      title="Users"
      lead="Dealers and administrators. Pending dealers need your decision."
      sort={{ field: 'company', order: 'ASC' }}
      filterDefaultValues={{ is_approved: true }}
      columns={userColumns}
      hiddenByDefault={['username', 'email', 'phone', 'created_at']}
      csvColumns={csvColumns}
      file="users"
      buttons={
        <CreateButton
          resource="users"
          action="create"
          label="Add User"
          icon={AddIcon}
          variant="contained"
          dialog={AddUserDialog}
        />
      }
      tabs={{
        label: 'Users by approval',
        field: 'is_approved',
        tabs: [
          { label: 'Active', value: true },
          { label: 'Pending', value: false },
        ],
      }}
      search={{ label: 'Search users', hint: 'Company, name, email, dealer ID' }}
      label={(filter) => (isPending(filter) ? 'Pending users' : 'Active users')}
      empty={(filter) => (isPending(filter) ? 'No pending users found' : 'No active users found')}
      // no bulk disapproval: each needs a decision of its own
      bulkActions={(filter) => isPending(filter) && <BulkActionButton action={approveUser} />}
      cardAside={(user) => <CardAmount>{formatDollars(user.projected_monthly_invoice_cents)}</CardAmount>}
      card={(user) => (
        <>
          <CardText>
            <Unbroken text={`${user.dealer_id ?? NO_DEALER_ID} · ${user.email}`} />
          </CardText>
          <CardText>
            <Unbroken
              text={`${user.phone === '' ? '' : `${formatPhone(user.phone)} · `}${counted(user.active_sites, 'active site')} · ${counted(user.total_readers, 'reader')}`}
            />
          </CardText>
          <CardActions>
            <UserActions user={user} variant="outlined" />
          </CardActions>
        </>
      )}
      actions={(user) => <UserActions user={user} />}
    />
  );
}
