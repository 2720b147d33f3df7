import { Typography } from '@mui/material';
import type { Payment } from '@portal/contract';
import { dollarsText, momentText, NONE } from '../../shared/text.ts';
import { AdminList, ColumnChooser } from '../kit/AdminList.tsx';
import { type CsvColumn, ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { FilterBar, FilterChoice, FilterTabs, SearchField } from '../kit/filters.tsx';
import { CardAmount, CardHead, type ColumnProps, RecordTable } from '../kit/RecordTable.tsx';
import CompanyFilter from '../records/companyChoice.tsx';
import { InvoicingSections } from '../records/InvoicingSections.tsx';
import { CompanyName, RecordLink } from '../records/links.tsx';
import { PaymentStatus } from '../records/states.tsx';
import { PaidFor } from './parts.tsx';

/** The columns of the payments list; the first opens the payment. */
const paymentColumns: readonly ColumnProps<Payment>[] = [
  {
    source: 'created_at',
    label: 'When',
    unbroken: true,
    firstOrder: 'DESC',
    render: (payment) => (
      <RecordLink resource="payments" id={payment.id}>
        {momentText(payment.created_at)}
      </RecordLink>
    ),
  },
  { source: 'company_name', label: 'Company', render: (payment) => <CompanyName id={payment.account_id} /> },
  { source: 'status', label: 'Status', render: (payment) => <PaymentStatus payment={payment} /> },
  {
    source: 'amount',
    label: 'Amount',
    numeric: true,
    firstOrder: 'DESC',
    render: (payment) => dollarsText(payment.amount),
  },
  {
    source: 'refunded_amount',
    label: 'Refunded',
    numeric: true,
    sortable: false,
    render: (payment) => (payment.refunded_amount === 0 ? NONE : dollarsText(payment.refunded_amount)),
  },
  { source: 'message', label: 'Message', sortable: false, render: (payment) => payment.message ?? NONE },
  { source: 'order_id', label: 'For', sortable: false, render: (payment) => <PaidFor payment={payment} /> },
];

const paymentsHiddenByDefault = ['refunded_amount'];

const paymentCsvColumns: readonly CsvColumn<Payment>[] = [
  { label: 'When', value: (payment) => momentText(payment.created_at) },
  { label: 'Company', value: (payment) => payment.company_name },
  { label: 'Status', value: (payment) => payment.status },
  { label: 'Amount', value: (payment) => payment.amount },
  { label: 'Refunded', value: (payment) => payment.refunded_amount },
  { label: 'Unclaimed', value: (payment) => payment.unclaimed_amount },
  { label: 'Test mode', value: (payment) => (payment.test_mode ? 'Yes' : 'No') },
  { label: 'Message', value: (payment) => payment.message },
  { label: 'Provider id', value: (payment) => payment.intent_id },
];

const FILE = 'payments.csv';

/** Every attempt to pay, with what went wrong. */
export default function PaymentList() {
  return (
    <>
      <InvoicingSections />
      <AdminList
        title="Payments"
        lead="Every attempt to pay by card. Unallocated payments are refunded."
        sort={{ field: 'created_at', order: 'DESC' }}
        actions={
          <>
            <ColumnChooser columns={paymentColumns} hiddenByDefault={paymentsHiddenByDefault} />
            <ExportCsv columns={paymentCsvColumns} filename={FILE} />
          </>
        }
        tabs={
          <FilterTabs
            label="Payments by status"
            field="status"
            tabs={[
              { label: 'All', value: undefined },
              { label: 'Declined', value: 'declined' },
              { label: 'Failed', value: 'failed' },
              { label: 'Succeeded', value: 'succeeded' },
              { label: 'Refunded', value: 'refunded' },
              { label: 'Disputed', value: 'disputed' },
              { label: 'Unclaimed', filter: { unclaimed: true } },
            ]}
          />
        }
        search={
          <FilterBar>
            <SearchField label="Search payments" hint="Company or provider id" />
            <CompanyFilter />
            <FilterChoice
              field="test_mode"
              label="Money"
              choices={[
                { label: 'Real', value: false },
                { label: 'Test mode', value: true },
              ]}
            />
          </FilterBar>
        }
      >
        <RecordTable<Payment>
          label="Payments"
          columns={paymentColumns}
          empty="No payments found"
          hiddenByDefault={paymentsHiddenByDefault}
          bulkActions={<ExportSelected columns={paymentCsvColumns} filename={FILE} />}
          card={(payment) => <PaymentCard payment={payment} />}
        />
      </AdminList>
    </>
  );
}

function PaymentCard({ payment }: { readonly payment: Payment }) {
  return (
    <>
      <CardHead>
        <RecordLink resource="payments" id={payment.id}>
          {momentText(payment.created_at)}
        </RecordLink>
        <CardAmount>{dollarsText(payment.amount)}</CardAmount>
      </CardHead>
      <CompanyName id={payment.account_id} />
      {payment.message !== null && (
        <Typography variant="body2" color="text.secondary">
          {payment.message}
        </Typography>
      )}
      <PaymentStatus payment={payment} />
    </>
  );
}
