import { COMPANY_JOIN, COMPANY_SEARCH } from '../accounts/query.ts';
import { type ListDefinition, type ListPage, type ListQuery, readList } from '../query/list.ts';
import { type Queryable, readerOf, selectRows } from '../query/select.ts';
import { instant, optional, type RowOf, text } from '../runtime/columns.ts';
import { viewName } from '../runtime/table.ts';
import { payments } from './projector.ts';
import { paymentsTable } from './table.ts';

export type { PaymentRefundFact } from './table.ts';

export const PAYMENTS_VIEW = viewName(paymentsTable.name, payments.version);

const { search: _search, ...own } = paymentsTable.columns;
const columns = { ...own, company_name: optional(text) };
const source = {
  columns,
  expressions: { company_name: 'a.company_name' },
  view: PAYMENTS_VIEW,
  joins: COMPANY_JOIN,
};
const read = readerOf(source);

/** An attempt to pay with its company. Amounts in cents. */
export type PaymentRow = RowOf<typeof columns>;

/** One attempt; null where there is none. Freshness: `payments`, `accounts`. */
export async function paymentById(db: Queryable, id: string): Promise<PaymentRow | null> {
  return (await paymentsByIds(db, [id]))[0] ?? null;
}

/** These attempts, in no particular order; ids that aren't there are left out. Freshness: `payments`, `accounts`. */
export function paymentsByIds(db: Queryable, ids: readonly string[]): Promise<readonly PaymentRow[]> {
  return read(db, 'WHERE t.id = ANY($1::text[])', [ids], 'payments-by-ids');
}

/** The attempt of a provider's intent; null for none of ours. Freshness: `payments`, `accounts`. */
export async function paymentByIntent(db: Queryable, intentId: string): Promise<PaymentRow | null> {
  const rows = await read(db, 'WHERE t.intent_id = $1', [intentId], 'payment-by-intent');
  return rows[0] ?? null;
}

/** Ids of attempts that may still take money and began before this instant, the oldest first. Freshness: `payments`. */
export async function openPayments(db: Queryable, before: string): Promise<readonly string[]> {
  const rows = await selectRows(
    db,
    { id: text },
    `SELECT id FROM ${PAYMENTS_VIEW} WHERE status IN ('started', 'declined') AND created_at < $1 ORDER BY created_at`,
    [before],
    'open-payments',
  );
  return rows.map(({ id }) => id);
}

/** Ids of invoices whose automatic payment began and has no outcome: the provider was away. Freshness: `payments`. */
export async function invoicesOfUnfinishedAutoPay(db: Queryable): Promise<readonly string[]> {
  const rows = await selectRows(
    db,
    { id: text },
    `SELECT jsonb_array_elements_text(invoice_ids) AS id FROM ${PAYMENTS_VIEW} WHERE status = 'started' AND how = 'auto_pay'`,
    [],
    'invoices-of-unfinished-auto-pay',
  );
  return rows.map(({ id }) => id);
}

/** Ids of payments with a refund whose outcome is not known yet. Freshness: `payments`. */
export async function paymentsWithOpenRefunds(db: Queryable): Promise<readonly string[]> {
  const rows = await selectRows(
    db,
    { id: text },
    `SELECT id FROM ${PAYMENTS_VIEW} WHERE refund_pending ORDER BY updated_at`,
    [],
    'payments-with-open-refunds',
  );
  return rows.map(({ id }) => id);
}

/**
 * Payments with a refund that failed, touched since this instant, the oldest first, 200 at most. Freshness: `payments`,
 * `accounts`.
 */
export function paymentsWithFailedRefunds(db: Queryable, since: string): Promise<readonly PaymentRow[]> {
  return read(
    db,
    `WHERE t.refunds <> '{}' AND t.updated_at >= $1
       AND t.refunds @? '$.* ? (@.state == "failed")' ORDER BY t.created_at LIMIT 200`,
    [since],
    'payments-with-failed-refunds',
  );
}

/** When the first attempt that was paid began between two instants; null for none. Freshness: `payments`. */
export async function firstPaidBetween(
  db: Queryable,
  { livemode, from, to }: { readonly livemode: boolean; readonly from: string; readonly to: string },
): Promise<string | null> {
  const [first] = await selectRows(
    db,
    { created_at: optional(instant) },
    `SELECT min(created_at) FROM ${PAYMENTS_VIEW}
     WHERE attempt = 'succeeded' AND livemode = $1 AND created_at > $2 AND created_at < $3`,
    [livemode, from, to],
    'first-paid-between',
  );
  return first?.created_at ?? null;
}

const definition: ListDefinition<typeof columns> = {
  ...source,
  search: 't.search',
  searchAlso: COMPANY_SEARCH,
  key: 't.id',
  filters: {
    id: { sql: 't.id', kind: 'text' },
    account_id: { sql: 't.account_id', kind: 'text' },
    company_name: { sql: 'a.company_name', kind: 'text', joined: true },
    status: { sql: 't.status', kind: 'text' },
    test_mode: { sql: '(NOT t.livemode)', kind: 'boolean' },
    unclaimed: { sql: '(t.unclaimed_cents > 0)', kind: 'boolean' },
    intent_id: { sql: 't.intent_id', kind: 'text' },
    order_id: { sql: 't.order_id', kind: 'text' },
    created_at: { sql: 't.created_at', kind: 'instant' },
  },
  sorts: {
    id: 't.id',
    company_name: 'a.company_name',
    status: 't.status',
    amount: 't.amount_cents',
    refunded_amount: 't.refunded_cents',
    unclaimed_amount: 't.unclaimed_cents',
    test_mode: 't.livemode',
    created_at: 't.created_at',
  },
  defaultSort: ['created_at', 'DESC'],
};

/** The admin's list of payments. Freshness: `payments`, `accounts`. @throws InvalidListQuery */
export function listPayments(db: Queryable, query: ListQuery): Promise<ListPage<PaymentRow>> {
  return readList(db, definition, query);
}
