import type { InvoiceDetail } from '@portal/contract';
import { centsFromDollars, formatDollars } from '@portal/domain/values';
import type { Cell } from '../../platform/csv/csv.ts';

export const INVOICE_CSV_HEADER = [
  'Invoice #',
  'Invoice Date',
  'Due Date',
  'Status',
  'Paid On',
  'Description',
  'Site',
  'Quantity',
  'Rate',
  'Amount',
  'Invoice Total',
  'Paid So Far',
  'Still Open',
];

const STATUS = { pending: 'Open', paid: 'Paid', canceled: 'Canceled', carried: 'Canceled' } as const;
/** Dollars and nothing else, as spreadsheets add them up; see statementCsv for what is below 0. */
const plain = (dollars: number): Cell =>
  dollars < 0 ? dollars : formatDollars(centsFromDollars(dollars)).replace(/[$,]/g, '');

/** One row a line of the invoice; what is of the whole invoice stands in the first alone, so that a column's sum is right. */
export function invoiceCsvRows(invoice: InvoiceDetail): Cell[][] {
  const { invoice_number, invoice_date, due_date, status, payment_date, items } = invoice;
  const { total_amount, paid_amount, open_amount } = invoice;
  const head = [invoice_number, invoice_date, due_date, STATUS[status], payment_date ?? ''];
  return items.map(({ description, site, quantity, unit_price, amount }, index) => [
    ...head,
    description,
    site?.site_name ?? '',
    quantity,
    plain(unit_price),
    plain(amount),
    ...[total_amount, paid_amount, open_amount].map((amount) => (index === 0 ? plain(amount) : '')),
  ]);
}
