import type { Invoice } from '@portal/contract';
import { InvoiceAmount } from '../../dealer/invoicing/InvoiceAmount.tsx';
import { NONE, showDate, showDollars } from '../format.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import type { ColumnProps } from '../kit/RecordTable.tsx';
import { CompanyName, RecordLink } from '../records/links.tsx';
import { InvoiceStatus } from '../records/states.tsx';

const PAID_BY: Readonly<Record<NonNullable<Invoice['payment_kind']>, string>> = {
  card: 'Card',
  check: 'Check',
  ach: 'ACH',
  none: 'Nothing to pay',
};

/** How it was paid, in a word. */
export const paidBy = ({ payment_kind: kind }: Pick<Invoice, 'payment_kind'>) =>
  kind === null ? NONE : PAID_BY[kind];

/** The columns of the invoices list; the first opens the invoice. */
export const invoiceColumns: readonly ColumnProps<Invoice>[] = [
  {
    source: 'invoice_number',
    label: 'Invoice #',
    unbroken: true,
    render: (invoice) => (
      <RecordLink resource="invoices" id={invoice.id}>
        {invoice.invoice_number}
      </RecordLink>
    ),
  },
  { source: 'company_name', label: 'Company', render: (invoice) => <CompanyName id={invoice.account_id} /> },
  { source: 'status', label: 'Status', render: (invoice) => <InvoiceStatus invoice={invoice} /> },
  {
    source: 'total_amount',
    label: 'Amount',
    numeric: true,
    firstOrder: 'DESC',
    render: (invoice) => <InvoiceAmount invoice={invoice} />,
  },
  {
    source: 'invoice_date',
    label: 'Date',
    unbroken: true,
    firstOrder: 'DESC',
    render: (invoice) => showDate(invoice.invoice_date),
  },
  { source: 'due_date', label: 'Due Date', unbroken: true, render: (invoice) => showDate(invoice.due_date) },
  {
    source: 'payment_date',
    label: 'Paid on',
    unbroken: true,
    firstOrder: 'DESC',
    render: (invoice) => showDate(invoice.payment_date),
  },
  { source: 'payment_kind', label: 'Paid by', sortable: false, render: paidBy },
  {
    source: 'refunded_amount',
    label: 'Refunded',
    numeric: true,
    sortable: false,
    render: (invoice) => (invoice.refunded_amount === 0 ? NONE : showDollars(invoice.refunded_amount)),
  },
  {
    source: 'credited_amount',
    label: 'Credited',
    numeric: true,
    sortable: false,
    render: (invoice) => (invoice.credited_amount === 0 ? NONE : showDollars(invoice.credited_amount)),
  },
];

export const invoicesHiddenByDefault = ['payment_kind', 'refunded_amount', 'credited_amount'];

export const invoiceCsvColumns: readonly CsvColumn<Invoice>[] = [
  { label: 'Invoice #', value: (invoice) => invoice.invoice_number },
  { label: 'Company', value: (invoice) => invoice.company_name },
  { label: 'Month', value: (invoice) => invoice.period },
  { label: 'Date', value: (invoice) => invoice.invoice_date },
  { label: 'Due Date', value: (invoice) => invoice.due_date },
  { label: 'Status', value: (invoice) => (invoice.is_overdue ? 'overdue' : invoice.status) },
  { label: 'Amount', value: (invoice) => invoice.total_amount },
  { label: 'Paid so far', value: (invoice) => invoice.paid_amount },
  { label: 'Still open', value: (invoice) => invoice.open_amount },
  { label: 'Refunded', value: (invoice) => invoice.refunded_amount },
  { label: 'Credited', value: (invoice) => invoice.credited_amount },
  { label: 'Paid on', value: (invoice) => invoice.payment_date },
  { label: 'Paid by', value: (invoice) => (invoice.payment_kind === null ? '' : paidBy(invoice)) },
  { label: 'Demo', value: (invoice) => (invoice.is_demo ? 'Yes' : 'No') },
];
