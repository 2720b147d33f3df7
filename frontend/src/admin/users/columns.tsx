import { Link } from '@mui/material';
import type { AdminUser } from '@portal/contract';
import { dollarsFromCents, formatDollars, formatPhone } from '@portal/domain/values';
import { NONE, showCount, showDate } from '../format.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import type { ColumnProps } from '../kit/RecordTable.tsx';
import { RecordLink } from '../records/links.tsx';

export const NO_DEALER_ID = 'No Dealer ID';

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

export const usersHiddenByDefault = ['name', 'username', 'created_at'];

/** What the export holds: everything the list can show, and the address. */
export const userCsvColumns: readonly CsvColumn<AdminUser>[] = [
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
