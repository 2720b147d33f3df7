import { Link, Typography } from '@mui/material';
import type { AdminUser } from '@portal/contract';
import { dollarsFromCents, formatDollars } from '@portal/domain/values';
import { Link as RouterLink } from 'react-router';
import { showCount, showRate } from '../../shared/text.ts';
import { AdminList, ColumnChooser } from '../kit/AdminList.tsx';
import { type CsvColumn, ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { SearchField } from '../kit/filters.tsx';
import { CardAmount, CardHead, type ColumnProps, RecordTable } from '../kit/RecordTable.tsx';
import { InvoicingSections } from '../records/InvoicingSections.tsx';
import { dealerBillingPath, NO_DEALER_ID } from '../records/links.tsx';

/** The way to a dealer's billing page. */
function DealerBillingLink({ user }: { readonly user: AdminUser }) {
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
const invoicingColumns: readonly ColumnProps<AdminUser>[] = [
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

const invoicingCsvColumns: readonly CsvColumn<AdminUser>[] = [
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

const FILE = 'invoicing.csv';
const NONE_HIDDEN = ['name'];

/** What each dealer will be billed; a row leads to the dealer's billing page (S2-2-admin). */
export default function InvoicingList() {
  return (
    <>
      <InvoicingSections />
      <AdminList
        title="Invoicing"
        lead="What each dealer will be billed on the next billing date, active sites only."
        sort={{ field: 'projected_monthly_invoice_cents', order: 'DESC' }}
        filterDefaultValues={{ is_approved: true, is_admin: false }}
        actions={
          <>
            <ColumnChooser columns={invoicingColumns} hiddenByDefault={NONE_HIDDEN} />
            <ExportCsv columns={invoicingCsvColumns} filename={FILE} />
          </>
        }
        search={<SearchField label="Search dealers" hint="Company, name or dealer ID" />}
      >
        <RecordTable<AdminUser>
          label="Dealers"
          columns={invoicingColumns}
          empty="No active users found"
          hiddenByDefault={NONE_HIDDEN}
          bulkActions={<ExportSelected columns={invoicingCsvColumns} filename={FILE} />}
          pathOf={dealerBillingPath}
          card={(user) => <DealerCard user={user} />}
        />
      </AdminList>
    </>
  );
}

function DealerCard({ user }: { readonly user: AdminUser }) {
  return (
    <>
      <CardHead>
        <DealerBillingLink user={user} />
        <CardAmount>{formatDollars(user.projected_monthly_invoice_cents)}</CardAmount>
      </CardHead>
      <Typography variant="body2" color="text.secondary">
        {user.dealer_id ?? NO_DEALER_ID} · {showCount(user.active_sites)} active sites ·{' '}
        {showCount(user.total_readers)} readers · {showRate(user.default_reader_rate, 'system rate')}
      </Typography>
    </>
  );
}
