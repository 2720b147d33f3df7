import { Link } from '@mui/material';
import type { AdminUser } from '@portal/contract';
import { dollarsFromCents, formatDollars } from '@portal/domain/values';
import { Link as RouterLink } from 'react-router';
import { showCount, showRate } from '../format.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import type { ColumnProps } from '../kit/RecordTable.tsx';
import { dealerBillingPath } from '../records/links.tsx';
import { NO_DEALER_ID } from '../users/columns.tsx';

/** The way to a dealer's billing page. */
export function DealerBillingLink({ user }: { readonly user: AdminUser }) {
  return (
    <Link
      component={RouterLink}
      to={dealerBillingPath(user)}
      underline="hover"
      sx={{ fontWeight: 600, display: 'inline-block', py: 0.5, overflowWrap: 'break-word' }}
    >
      {user.company || user.name || user.username}
    </Link>
  );
}

/** The columns of the Invoicing tab; the first opens the dealer's billing page. */
export const invoicingColumns: readonly ColumnProps<AdminUser>[] = [
  { source: 'company', label: 'Company', render: (user) => <DealerBillingLink user={user} /> },
  {
    source: 'dealer_id',
    label: 'Dealer ID',
    unbroken: true,
    render: (user) => user.dealer_id ?? NO_DEALER_ID,
  },
  { source: 'name', label: 'Contact' },
  {
    source: 'active_sites',
    label: 'Active Sites',
    numeric: true,
    firstOrder: 'DESC',
    render: (user) => showCount(user.active_sites),
  },
  {
    source: 'total_readers',
    label: 'Readers',
    numeric: true,
    firstOrder: 'DESC',
    render: (user) => showCount(user.total_readers),
  },
  {
    source: 'default_reader_rate',
    label: 'Default Rate',
    numeric: true,
    sortable: false,
    render: (user) => showRate(user.default_reader_rate, 'System rate'),
  },
  {
    source: 'projected_monthly_invoice_cents',
    label: 'Projected Monthly Invoice',
    numeric: true,
    firstOrder: 'DESC',
    render: (user) => formatDollars(user.projected_monthly_invoice_cents),
  },
];

export const invoicingCsvColumns: readonly CsvColumn<AdminUser>[] = [
  { label: 'Company', value: (user) => user.company },
  { label: 'Dealer ID', value: (user) => user.dealer_id },
  { label: 'Contact', value: (user) => user.name },
  { label: 'Active Sites', value: (user) => user.active_sites },
  { label: 'Readers', value: (user) => user.total_readers },
  { label: 'Default Rate', value: (user) => user.default_reader_rate },
  {
    label: 'Projected Monthly Invoice',
    value: (user) => dollarsFromCents(user.projected_monthly_invoice_cents),
  },
];
