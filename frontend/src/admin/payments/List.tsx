import { csvAmount, type Payment } from '@portal/contract';
import { dollarsText, modeText, momentText, NONE } from '../../shared/text.ts';
import { AdminList } from '../kit/AdminList.tsx';
import { amountColumn, momentColumn, rareAmountColumn } from '../kit/columns.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import { FilterChoice } from '../kit/filters.tsx';
import { CardAmount, CardText, type ColumnProps } from '../kit/RecordTable.tsx';
import CompanyFilter from '../records/companyChoice.tsx';
import { InvoicingSections } from '../records/InvoicingSections.tsx';
import { CompanyName } from '../records/links.tsx';
import { PaymentStatus } from '../records/states.tsx';
import { PaidFor } from './parts.tsx';

const paymentColumns: readonly ColumnProps<Payment>[] = [
  momentColumn('created_at', 'When'),
  { source: 'company_name', label: 'Company', render: (payment) => <CompanyName id={payment.account_id} /> },
  { source: 'status', label: 'Status', render: (payment) => <PaymentStatus payment={payment} /> },
  amountColumn('amount', 'Amount'),
  rareAmountColumn('refunded_amount', 'Refunded'),
  { source: 'message', label: 'Message', sortable: false, render: (payment) => payment.message ?? NONE },
  { source: 'order_id', label: 'For', sortable: false, render: (payment) => <PaidFor payment={payment} /> },
];

const csvColumns: readonly CsvColumn<Payment>[] = [
  { label: 'When', value: (payment) => momentText(payment.created_at) },
  { label: 'Company', value: (payment) => payment.company_name },
  { label: 'Status', value: (payment) => payment.status },
  { label: 'Amount', value: (payment) => csvAmount(payment.amount) },
  { label: 'Refunded', value: (payment) => csvAmount(payment.refunded_amount) },
  { label: 'Unallocated', value: (payment) => csvAmount(payment.unclaimed_amount) },
  { label: 'Mode', value: (payment) => modeText(payment.test_mode) },
  { label: 'Message', value: (payment) => payment.message },
  { label: 'Provider ID', value: (payment) => payment.intent_id },
];

/** Every attempt to pay by card. */
export default function PaymentList() {
  return (
    <>
      <InvoicingSections />
      <AdminList<Payment>
        title="Payments"
        lead="Every attempt to pay by card. Unallocated payments are refunded."
        sort={{ field: 'created_at', order: 'DESC' }}
        columns={paymentColumns}
        hiddenByDefault={['refunded_amount']}
        csvColumns={csvColumns}
        file="payments"
        tabs={{
          label: 'Payments by status',
          field: 'status',
          tabs: [
            { label: 'All' },
            { label: 'Declined', value: 'declined' },
            { label: 'Failed', value: 'failed' },
            { label: 'Succeeded', value: 'succeeded' },
            { label: 'Refunded', value: 'refunded' },
            { label: 'Disputed', value: 'disputed' },
            { label: 'Failed refunds', filter: { refund_failed: true } },
            { label: 'Unallocated', filter: { unclaimed: true } },
          ],
        }}
        search={{ label: 'Search payments', hint: 'Company or provider ID' }}
        filters={
          <>
            <CompanyFilter />
            <FilterChoice
              field="test_mode"
              label="Mode"
              choices={[
                { label: 'Live', value: false },
                { label: 'Demo', value: true },
              ]}
            />
          </>
        }
        label="Payments"
        empty="No payments found"
        cardAside={({ amount }) => <CardAmount>{dollarsText(amount)}</CardAmount>}
        card={(payment) => (
          <>
            <div>
              <CompanyName id={payment.account_id} />
            </div>
            {payment.message !== null && <CardText>{payment.message}</CardText>}
            <PaymentStatus payment={payment} />
          </>
        )}
      />
    </>
  );
}
