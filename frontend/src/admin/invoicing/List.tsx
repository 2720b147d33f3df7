import { type AdminUser, csvAmount } from '@portal/contract';
import { dollarsFromCents, formatDollars } from '@portal/domain/values';
import { counted, showRate } from '../../shared/text.ts';
import { AdminList } from '../kit/AdminList.tsx';
import { centsColumn, countColumn, rateColumn } from '../kit/columns.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import { CardAmount, CardText, type ColumnProps } from '../kit/RecordTable.tsx';
import { Unbroken } from '../kit/Unbroken.tsx';
import { InvoicingSections } from '../records/InvoicingSections.tsx';
import { dealerBillingPath, NO_DEALER_ID } from '../records/links.tsx';

const invoicingColumns: readonly ColumnProps<AdminUser>[] = [
  { source: 'company', label: 'Company', render: (user) => user.company || user.name || user.username },
  {
    source: 'dealer_id',
    label: 'Dealer ID',
    unbroken: true,
    render: (user) => user.dealer_id ?? NO_DEALER_ID,
  },
  { source: 'name', label: 'Contact' },
  countColumn('active_sites', 'Active sites'),
  countColumn('total_readers', 'Readers'),
  rateColumn('default_reader_rate', 'Default rate', 'System rate'),
  centsColumn('projected_monthly_invoice_cents', 'Projected monthly invoice'),
];

const csvColumns: readonly CsvColumn<AdminUser>[] = [
  { label: 'Company', value: (user) => user.company },
  { label: 'Dealer ID', value: (user) => user.dealer_id },
  { label: 'Contact', value: (user) => user.name },
  { label: 'Active sites', value: (user) => user.active_sites },
  { label: 'Readers', value: (user) => user.total_readers },
  { label: 'Default rate', value: (user) => csvAmount(user.default_reader_rate) },
  {
    label: 'Projected monthly invoice',
    value: (user) => csvAmount(dollarsFromCents(user.projected_monthly_invoice_cents)),
  },
];

/** What each dealer will be billed; a row leads to the dealer's billing page (S2-2-admin). */
export default function InvoicingList() {
  return (
    <>
      <InvoicingSections />
      <AdminList<AdminUser>
        title="Invoicing"
        lead="What each dealer will be billed on the next billing date, active sites only."
        sort={{ field: 'projected_monthly_invoice_cents', order: 'DESC' }}
        filterDefaultValues={{ is_approved: true, is_admin: false }}
        columns={invoicingColumns}
        hiddenByDefault={['name']}
        csvColumns={csvColumns}
        file="invoicing"
        search={{ label: 'Search dealers', hint: 'Company, name or dealer ID' }}
        label="Dealers"
        empty="No users found"
        pathOf={dealerBillingPath}
        cardAside={(user) => <CardAmount>{formatDollars(user.projected_monthly_invoice_cents)}</CardAmount>}
        card={(user) => (
          <CardText>
            <Unbroken
              text={`${user.dealer_id ?? NO_DEALER_ID} · ${counted(user.active_sites, 'active site')} · ${counted(user.total_readers, 'reader')} · ${showRate(user.default_reader_rate, 'system rate')}`}
            />
          </CardText>
        )}
      />
    </>
  );
}
