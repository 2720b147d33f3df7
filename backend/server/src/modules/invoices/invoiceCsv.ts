import type { Invoice, InvoiceItem } from '@portal/contract';
import { centsFromDollars } from '@portal/domain/values';
import { amountCell, type Cell } from '../../platform/csv/csv.ts';

export const INVOICE_CSV_HEADER = [
  'Invoice #',
  'Invoice date',
  'Due date',
  'Status',
  'Paid on',
  'Description',
  'Site',
  'Quantity',
  'Rate',
  'Amount',
  'Invoice total',
  'Paid so far',
  'Still open',
  'PO number',
];

const STATUS = {
  pending: 'Open',
  paid: 'Paid',
  written_off: 'Canceled',
  canceled: 'Canceled',
  carried: 'Canceled',
} as const;
const plain = (dollars: number) => amountCell(centsFromDollars(dollars));

/**
 * One row per line; amounts of the whole invoice are in the first row only, so that columns add up.
 * @param items of the invoice, from the one at `first` on
 */
export function invoiceCsvRows(invoice: Invoice, items: readonly InvoiceItem[], first: number): Cell[][] {
  const { invoice_number, invoice_date, due_date, status, payment_date } = invoice;
  const { total_amount, paid_amount, open_amount, po_number = '' } = invoice;
  const head = [invoice_number, invoice_date, due_date, STATUS[status], payment_date ?? ''];
  return items.map(({ description, site, quantity, unit_price, amount }, index) => [
    ...head,
    description,
    site?.site_name ?? '',
    quantity,
    plain(unit_price),
    plain(amount),
    ...[total_amount, paid_amount, open_amount].map((amount) => (first + index === 0 ? plain(amount) : '')),
    po_number,
  ]);
}
