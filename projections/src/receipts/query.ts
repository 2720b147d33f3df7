import { ACCOUNTS_VIEW } from '../accounts/query.ts';
import { INVOICES_VIEW } from '../invoices/query.ts';
import { ORDERS_VIEW } from '../orders/query.ts';
import { PAYMENTS_VIEW, type PaymentDisputeFact, type PaymentRefundFact } from '../payments/query.ts';
import { recordsOf } from '../query/list.ts';
import { shownColumns } from '../query/rowSource.ts';
import { boolean, cents, integer, json, optional, type RowOf, readAs, text } from '../runtime/columns.ts';
import { receipts, receiptsTable } from './projector.ts';

export type { ReceiptMethod } from './projector.ts';

export const RECEIPTS_VIEW = receipts.views.receipts;

const columns = {
  ...shownColumns(receiptsTable),
  is_demo: boolean,
  company_name: readAs(optional(text), 't.company_name', 't.company_name_key'),
  dealer_id: optional(text),
  invoice_number: optional(text),
  order_number: optional(text),
  /** Of all parts of the receipt. */
  receipt_cents: readAs(
    cents,
    `(SELECT sum(p.amount_cents) FROM ${RECEIPTS_VIEW} p WHERE p.receipt_id = t.receipt_id)::bigint`,
  ),
  /** Of the card payment, by refund id; null for others. */
  refunds: optional(json<Readonly<Record<string, PaymentRefundFact>>>()),
  /** Of the card payment, by dispute id; null for others. */
  disputes: optional(json<Readonly<Record<string, PaymentDisputeFact>>>()),
};

/** Part of received money with its company, and the invoice or order that it paid. Amounts in cents. */
export type ReceiptRow = RowOf<typeof columns>;

const { list, totals } = recordsOf({
  columns,
  view: `(SELECT r.id, r.receipt_id, r.account_id, r.day, r.method, r.amount_cents, r.reference, r.invoice_id, r.order_id,
      coalesce(r.is_demo, i.is_demo, false) AS is_demo, r.card_brand, r.card_last4, r.reversed_on, r.reversed_because,
      a.company_name, a.company_name_key, a.dealer_id, i.invoice_number, o.order_number, p.refunds, p.disputes,
      concat_ws(' ', r.search, a.search, i.search, o.search) AS search
    FROM ${RECEIPTS_VIEW} r LEFT JOIN ${ACCOUNTS_VIEW} a ON a.id = r.account_id
    LEFT JOIN ${INVOICES_VIEW} i ON i.id = r.invoice_id LEFT JOIN ${ORDERS_VIEW} o ON o.id = r.order_id
    LEFT JOIN ${PAYMENTS_VIEW} p ON p.id = r.receipt_id
    WHERE r.amount_cents > 0)`,
  filters: { reversed: { sql: '(t.reversed_on IS NOT NULL)', kind: 'boolean' } },
  sorts: { amount: 't.amount_cents' },
  defaultSort: ['day', 'DESC'],
});

/** The admin's list of received money. Freshness: {@link RECEIPT_READS}. @throws InvalidListQuery */
export const listReceipts = list;

/** What {@link listReceipts} and {@link receiptsByDay} read. */
export const RECEIPT_READS = ['receipts', 'accounts', 'invoices', 'orders', 'payments'];

const sums = {
  day: readAs(receiptsTable.columns.day, 't.day'),
  method: readAs(receiptsTable.columns.method, 't.method'),
  is_demo: readAs(boolean, 't.is_demo'),
  /** Checks, transfers and card payments, each counted once. */
  receipts: readAs(integer, 'count(DISTINCT t.receipt_id)'),
  amount_cents: readAs(cents, 'sum(t.amount_cents)::bigint'),
  /** The part of it that was reversed since. */
  reversed_cents: readAs(
    cents,
    'coalesce(sum(t.amount_cents) FILTER (WHERE t.reversed_on IS NOT NULL), 0)::bigint',
  ),
};

/** Received on a day by one method, in one mode. */
export type ReceiptSums = RowOf<typeof sums>;

/** Totals of the receipts that a list finds, by day, method and mode, the earliest first. As {@link listReceipts}. */
export const receiptsByDay = totals(sums, 'day', 'method', 'is_demo');
