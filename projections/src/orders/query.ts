import { COMPANY_JOIN, COMPANY_SEARCH } from '../accounts/query.ts';
import { type ListDefinition, type ListPage, type ListQuery, readList } from '../query/list.ts';
import { type Queryable, readerOf, selectRows } from '../query/select.ts';
import { integer, optional, type RowOf, text } from '../runtime/columns.ts';
import { viewName } from '../runtime/table.ts';
import { orders } from './projector.ts';
import { orderPaymentsTable, ordersTable } from './table.ts';

export type { OrderEntryFact, OrderItemFact } from './table.ts';

export const ORDERS_VIEW = viewName(ordersTable.name, orders.version);
const PAYMENTS_VIEW = viewName(orderPaymentsTable.name, orders.version);

const { search: _search, ...own } = ordersTable.columns;
const columns = {
  ...own,
  company_name: optional(text),
  card_brand: optional(text),
  card_last4: optional(text),
  refunded_cents: integer,
};
const source = {
  columns,
  expressions: {
    company_name: 'a.company_name',
    card_brand: 'p.card_brand',
    card_last4: 'p.card_last4',
    refunded_cents: 'COALESCE(p.refunded_cents, 0)',
  },
  view: ORDERS_VIEW,
  joins: `${COMPANY_JOIN} LEFT JOIN ${PAYMENTS_VIEW} p ON p.id = t.payment_id`,
};
const read = readerOf(source);

/** An order with its company, the card that paid it, and what of it went or goes back. Amounts in cents. */
export type OrderRow = RowOf<typeof columns>;

/** One order; null where there is none. Freshness: `orders`, `accounts`. */
export async function orderById(db: Queryable, id: string): Promise<OrderRow | null> {
  const [row] = await read(db, 'WHERE t.id = $1', [id], 'order-by-id');
  return row ?? null;
}

/**
 * An account's orders, the newest first: those of one status, or all that are more than an attempt (not `unpaid`).
 * Freshness: `orders`, `accounts`.
 */
export async function ordersOfAccount(
  db: Queryable,
  accountId: string,
  status?: string,
): Promise<readonly OrderRow[]> {
  return read(
    db,
    `WHERE t.account_id = $1 AND (t.status = $2 OR ($2::text IS NULL AND t.status <> 'unpaid'))
     ORDER BY t.created_at DESC, t.id`,
    [accountId, status ?? null],
    'orders-of-account',
  );
}

/** Ids of an account's orders of one entry that cost this much, the newest first. Freshness: `orders`. */
export async function ordersToMatch(
  db: Queryable,
  accountId: string,
  wanted: { readonly kind: 'site' | 'migration'; readonly totalCents: number; readonly most: number },
): Promise<readonly string[]> {
  const rows = await selectRows(
    db,
    { id: text },
    `SELECT id FROM ${ORDERS_VIEW}
     WHERE account_id = $1 AND kind = $2 AND total_cents = $3 AND status <> 'rejected'
     ORDER BY created_at DESC, id LIMIT $4`,
    [accountId, wanted.kind, wanted.totalCents, wanted.most],
    'orders-to-match',
  );
  return rows.map(({ id }) => id);
}

const definition: ListDefinition<typeof columns> = {
  ...source,
  search: 't.search',
  searchAlso: COMPANY_SEARCH,
  key: 't.id',
  filters: {
    id: { sql: 't.id', kind: 'text' },
    order_number: { sql: 't.order_number', kind: 'text' },
    account_id: { sql: 't.account_id', kind: 'text' },
    user_id: { sql: 't.user_id', kind: 'text' },
    company_name: { sql: 'a.company_name', kind: 'text', joined: true },
    kind: { sql: 't.kind', kind: 'text' },
    status: { sql: 't.status', kind: 'text' },
    test_mode: { sql: 't.test_mode', kind: 'boolean' },
    placed_on: { sql: 't.placed_on', kind: 'day' },
    paid_on: { sql: 't.paid_on', kind: 'day' },
    created_at: { sql: 't.created_at', kind: 'instant' },
  },
  sorts: {
    id: 't.id',
    order_number: 't.order_number',
    company_name: 'a.company_name',
    kind: 't.kind',
    status: 't.status',
    total_amount: 't.total_cents',
    test_mode: 't.test_mode',
    placed_on: 't.placed_on',
    paid_on: 't.paid_on',
    created_at: 't.created_at',
  },
  defaultSort: ['created_at', 'DESC'],
};

/** The admin's list of orders. Freshness: `orders`, `accounts`. @throws InvalidListQuery */
export function listOrders(db: Queryable, query: ListQuery): Promise<ListPage<OrderRow>> {
  return readList(db, definition, query);
}
