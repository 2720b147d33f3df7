import type { Payment } from '@portal/contract';
import { NONE, showDollars, showMoment } from '../format.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import type { ColumnProps } from '../kit/RecordTable.tsx';
import { CompanyName, RecordLink } from '../records/links.tsx';
import { PaymentStatus } from '../records/states.tsx';
import { PaidFor } from './PaidFor.tsx';

/** The columns of the payments list; the first opens the payment. */
export const paymentColumns: readonly ColumnProps<Payment>[] = [
  {
    source: 'created_at',
    label: 'When',
    unbroken: true,
    firstOrder: 'DESC',
    render: (payment) => (
      <RecordLink resource="payments" id={payment.id}>
        {showMoment(payment.created_at)}
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
    render: (payment) => showDollars(payment.amount),
  },
  {
    source: 'refunded_amount',
    label: 'Refunded',
    numeric: true,
    sortable: false,
    render: (payment) => (payment.refunded_amount === 0 ? NONE : showDollars(payment.refunded_amount)),
  },
  { source: 'message', label: 'Message', sortable: false, render: (payment) => payment.message ?? NONE },
  { source: 'order_id', label: 'For', sortable: false, render: (payment) => <PaidFor payment={payment} /> },
];

export const paymentsHiddenByDefault = ['refunded_amount'];

export const paymentCsvColumns: readonly CsvColumn<Payment>[] = [
  { label: 'When', value: (payment) => showMoment(payment.created_at) },
  { label: 'Company', value: (payment) => payment.company_name },
  { label: 'Status', value: (payment) => payment.status },
  { label: 'Amount', value: (payment) => payment.amount },
  { label: 'Refunded', value: (payment) => payment.refunded_amount },
  { label: 'Unclaimed', value: (payment) => payment.unclaimed_amount },
  { label: 'Test mode', value: (payment) => (payment.test_mode ? 'Yes' : 'No') },
  { label: 'Message', value: (payment) => payment.message },
  { label: 'Provider id', value: (payment) => payment.intent_id },
];
