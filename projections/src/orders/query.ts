import { COMPANY_JOIN, COMPANY_SEARCH } from '../accounts/query.ts';
import { type ListDefinition, type ListPage, type ListQuery, readList } from '../query/list.ts';
import { readerOf } from '../query/rowSource.ts';
import { integer, optional, type RowOf, text } from '../runtime/columns.ts';
import { type Queryable, selectColumn } from '../runtime/select.ts';
import { viewName } from '../runtime/table.ts';
import { orders } from './projector.ts';
import { disputeState, orderPaymentsTable, ordersTable } from './table.ts';

export type { OrderEntryFact, OrderItemFact } from './table.ts';

export const ORDERS_VIEW = viewName(ordersTable.name, orders.version);
export const ORDER_PAYMENTS_VIEW = viewName(orderPaymentsTable.name, orders.version);

const { search: _search, ...own } = ordersTable.columns;
const columns = {
  ...own,
  company_name: optional(text),
  card_brand: optional(text),
  card_last4: optional(text),
  refunded_cents: integer,
  taken_cents: integer,
  dispute: optional(disputeState),
  refundable_cents: integer,
};
const source = {
  columns,
  expressions: {
    company_name: 'a.company_name',
    card_brand: 'p.card_brand',
    card_last4: 'p.card_last4',
    refunded_cents: 'COALESCE(p.refunded_cents, 0)',
    taken_cents: 'COALESCE(p.taken_cents, 0)',
    dispute: 'p.dispute',
    // the decider refuses a refund while the bank decides (rule B43)
    refundable_cents: `CASE WHEN t.payment_id IS NULL OR p.dispute = 'open' THEN 0
      ELSE greatest(0, t.total_cents - COALESCE(p.refunded_cents, 0) - COALESCE(p.taken_cents, 0)) END`,
  },
  view: ORDERS_VIEW,
  joins: `${COMPANY_JOIN} LEFT JOIN ${ORDER_PAYMENTS_VIEW} p ON p.id = t.payment_id`,
};
const read = readerOf(source);

/** An order with its company, the card that paid it, what is refunded, taken back and left. Amounts in cents. */
export type OrderRow = RowOf<typeof columns>;

/** One order, or null. Freshness: `orders`, `accounts`. */
export async function orderById(db: Queryable, id: string): Promise<OrderRow | null> {
  const [row] = await read(db, 'WHERE t.id = $1', [id], 'order-by-id');
  return row ?? null;
}

/**
 * An account's orders, the newest first: of one status, or all except `unpaid`. Freshness: `orders`, `accounts`.
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

/** Ids of an account's orders with one entry of this kind and total, the newest first. Freshness: `orders`. */
export async function ordersToMatch(
  db: Queryable,
  accountId: string,
  wanted: { readonly kind: 'site' | 'migration'; readonly totalCents: number; readonly most: number },
): Promise<readonly string[]> {
  return selectColumn(
    db,
    text,
    `SELECT id FROM ${ORDERS_VIEW}
     WHERE account_id = $1 AND kind = $2 AND total_cents = $3 AND status <> 'rejected'
     ORDER BY created_at DESC, id LIMIT $4`,
    [accountId, wanted.kind, wanted.totalCents, wanted.most],
    'orders-to-match',
  );
}

const definition: ListDefinition<typeof columns> = {
  ...source,
  searchAlso: COMPANY_SEARCH,
  fields: [
    'id',
    'order_number',
    'company_name',
    'kind',
    'status',
    'test_mode',
    'placed_on',
    'paid_on',
    'created_at',
  ],
  keyed: ['company_name'],
  filters: {
    account_id: { sql: 't.account_id', kind: 'text' },
    user_id: { sql: 't.user_id', kind: 'text' },
  },
  sorts: {
    total_amount: 't.total_cents',
  },
  defaultSort: ['created_at', 'DESC'],
};

/** The admin's list of orders. Freshness: `orders`, `accounts`. @throws InvalidListQuery */
export function listOrders(db: Queryable, query: ListQuery): Promise<ListPage<OrderRow>> {
  return readList(db, definition, query);
}
