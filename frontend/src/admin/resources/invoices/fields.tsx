import type { Invoice } from '@portal/contract';
import { InvoiceAmount } from '../../../parts/invoice/InvoiceAmount.tsx';
import { CompanyName } from '../../records/links.tsx';
import { InvoiceStatus, paidBy } from '../../records/states.tsx';
import type { Fields, SourceOf } from '../../ui/fields.tsx';

export const invoiceFields: Fields<Invoice> = {
  invoice_number: { label: 'Invoice #', unbroken: true },
  company_name: { label: 'Company', render: (invoice) => <CompanyName id={invoice.account_id} /> },
  period: { label: 'Month', table: false },
  invoice_date: { label: 'Date', type: 'day' },
  due_date: { label: 'Due Date', type: 'day', sortByOrder: 'ASC' },
  status: {
    label: 'Status',
    render: (invoice) => <InvoiceStatus invoice={invoice} />,
    csv: (invoice) => (invoice.is_overdue ? 'overdue' : invoice.status),
  },
  total_amount: {
    label: 'Amount',
    type: 'amount',
    render: (invoice) => <InvoiceAmount invoice={invoice} />,
  },
  paid_amount: { label: 'Paid so far', table: false, type: 'amount' },
  open_amount: { label: 'Still open', table: false, type: 'amount' },
  refunded_amount: { label: 'Refunded', table: 'hidden', type: 'rareAmount' },
  credited_amount: { label: 'Credited', table: 'hidden', type: 'rareAmount' },
  payment_date: { label: 'Paid on', type: 'day' },
  payment_kind: {
    label: 'Paid by',
    table: 'hidden',
    render: paidBy,
    csv: (invoice) => (invoice.payment_kind === null ? '' : paidBy(invoice)),
  },
  is_demo: { label: 'Mode', table: false, type: 'mode' },
};

export const invoiceColumns: readonly SourceOf<Invoice>[] = [
  'invoice_number',
  'company_name',
  'status',
  'total_amount',
  'invoice_date',
  'due_date',
  'payment_date',
  'payment_kind',
  'refunded_amount',
  'credited_amount',
];
