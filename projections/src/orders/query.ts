import { HARDWARE } from '@portal/domain/values';
import { COMPANY_JOIN, COMPANY_NAME, COMPANY_SEARCH } from '../accounts/query.ts';
import type { DaySpan } from '../query/daySpan.ts';
import { recordsOf } from '../query/list.ts';
import { shownColumns } from '../query/rowSource.ts';
import {
  boolean,
  type Column,
  cents,
  day,
  integer,
  optional,
  type RowOf,
  readAs,
  text,
} from '../runtime/columns.ts';
import { type Queryable, selectColumn, selectRows } from '../runtime/select.ts';
import { disputeState, orders, ordersTable } from './projector.ts';

export type { OrderEntryFact, OrderItemFact } from './projector.ts';

export const ORDERS_VIEW = orders.views.orders;
export const ORDER_PAYMENTS_VIEW = orders.views.payments;

const columns = {
  ...shownColumns(ordersTable),
  company_name: COMPANY_NAME,
  card_brand: readAs(optional(text), 'p.card_brand'),
  card_last4: readAs(optional(text), 'p.card_last4'),
  refunded_cents: readAs(integer, 'COALESCE(p.refunded_cents, 0)'),
  taken_cents: readAs(integer, 'COALESCE(p.taken_cents, 0)'),
  dispute: readAs(optional(disputeState), 'p.dispute'),
  // the decider refuses a refund while the bank decides (rule B43)
  refundable_cents: readAs(
    integer,
    `CASE WHEN t.payment_id IS NULL OR p.dispute = 'open' THEN 0
      ELSE greatest(0, t.total_cents - COALESCE(p.refunded_cents, 0) - COALESCE(p.taken_cents, 0)) END`,
  ),
};
const { read, byId, list, totals } = recordsOf({
  columns,
  view: ORDERS_VIEW,
  joins: `${COMPANY_JOIN} LEFT JOIN ${ORDER_PAYMENTS_VIEW} p ON p.id = t.payment_id`,
  searchAlso: COMPANY_SEARCH,
  sorts: { total_amount: 't.total_cents' },
  defaultSort: ['created_at', 'DESC'],
});

/** An order with its company, the card that paid it, what is refunded, taken back and left. Amounts in cents. */
export type OrderRow = RowOf<typeof columns>;

/** One order, or null. Freshness: `orders`, `accounts`. */
export const orderById = byId;

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
  );
}

/** The admin's list of orders. Freshness: `orders`, `accounts`. @throws InvalidListQuery */
export const listOrders = list;

/** Cents of the orders that {@link listOrders} finds and that are paid and not rejected, by mode. @throws InvalidListQuery */
export const orderTotals = totals(
  {
    is_demo: readAs(boolean, 't.test_mode'),
    total_amount: readAs(
      cents,
      `coalesce(sum(t.total_cents) FILTER (WHERE t.status IN ('paid', 'fulfilled')), 0)::bigint`,
    ),
  },
  'is_demo',
);

/**
 * Money of orders (rule B48): what was paid, and, below 0, what was refunded or taken back by the bank, each on its own
 * day; what the bank gave back of a lost dispute counts again. Refunds without an outcome do not count.
 * @param zone SQL of the time zone that determines the day of a refund (BILLING_TZ)
 */
export const orderMoney = (
  zone: string,
) => `SELECT t.account_id, t.order_number, t.test_mode AS is_demo, t.kind AS order_kind, t.items, m.*
  FROM ${ORDERS_VIEW} t LEFT JOIN ${ORDER_PAYMENTS_VIEW} p ON p.id = t.payment_id
  CROSS JOIN LATERAL (
    SELECT t.paid_on AS day, 'paid' AS kind, t.total_cents::bigint AS cents
    UNION ALL SELECT ((r.value ->> 'refundedAt')::timestamptz AT TIME ZONE ${zone})::date, 'refunded', -(r.value ->> 'cents')::bigint
      FROM jsonb_each(p.refunds) r WHERE r.value ->> 'refundedAt' IS NOT NULL
    UNION ALL SELECT (b.value ->> 'day')::date, CASE WHEN (b.value ->> 'cents')::bigint < 0 THEN 'returned' ELSE 'taken' END,
        -(b.value ->> 'cents')::bigint
      FROM jsonb_each(p.disputes) d CROSS JOIN LATERAL jsonb_array_elements(d.value -> 'moves') b
  ) m WHERE t.payment_id IS NOT NULL`;

/** How the names of hardware and its shipping begin in an order's items. */
const HARDWARE_ITEMS = [...HARDWARE, 'Shipping'];

const moneyColumns = {
  day,
  /** `taken`: by a lost dispute. `returned`: by the bank, of a lost dispute. */
  kind: text as Column<string> as Column<'paid' | 'refunded' | 'taken' | 'returned'>,
  order_number: text,
  cents,
  is_demo: boolean,
};

/** Money of one order on one day. */
export type OrderMoney = RowOf<typeof moneyColumns>;

/** Money of an account's orders in one mode, the earliest first. Freshness: `orders`. */
export function orderMoneyOf(
  db: Queryable,
  accountId: string,
  { isDemo, timeZone }: { readonly isDemo: boolean; readonly timeZone: string },
): Promise<readonly OrderMoney[]> {
  return selectRows(
    db,
    moneyColumns,
    `SELECT day, kind, order_number, cents, is_demo FROM (${orderMoney('$3')}) o
     WHERE account_id = $1 AND is_demo = $2
     ORDER BY day, order_number, array_position(ARRAY['paid', 'refunded', 'taken', 'returned'], kind), cents`,
    [accountId, isDemo, timeZone],
  );
}

/** Income of one day, in cents. The three kinds are what was paid; together with `refunded` and `taken` they are the income. */
const incomeColumns = {
  day,
  /** Panels and readers of new sites, with their shipping. */
  hardware_cents: cents,
  /** What else new sites cost. */
  license_cents: cents,
  /** Migrations as a whole. */
  migration_cents: cents,
  /** At most 0. */
  refunded_cents: cents,
  /** By lost disputes, less what banks gave back. */
  taken_cents: cents,
};
export type OrderIncome = RowOf<typeof incomeColumns>;

/** Order income of one mode by day, the earliest first (rule B48): as in {@link orderMoneyOf}. Freshness: `orders`. */
export function orderIncome(db: Queryable, of: DaySpan): Promise<readonly OrderIncome[]> {
  const sum = (condition: string, amount = 'cents') =>
    `coalesce(sum(${amount}) FILTER (WHERE ${condition}), 0)::bigint`;
  const paid = "kind = 'paid' AND order_kind <> 'migration'";
  return selectRows(
    db,
    incomeColumns,
    `SELECT day, ${sum(paid, 'hardware')}, ${sum(paid, 'cents - hardware')},
       ${sum("kind = 'paid' AND order_kind = 'migration'")}, ${sum("kind = 'refunded'")}, ${sum("kind IN ('taken', 'returned')")}
     FROM (${orderMoney('$5')}) o CROSS JOIN LATERAL (
       SELECT coalesce(sum((item ->> 'cents')::bigint), 0) AS hardware
       FROM jsonb_array_elements(o.items) item WHERE item ->> 'name' LIKE ANY ($6)) h
     WHERE day BETWEEN $1 AND $2 AND ($3::text IS NULL OR account_id = $3) AND is_demo = $4
     GROUP BY day ORDER BY day`,
    [of.from, of.to, of.accountId, of.isDemo, of.timeZone, HARDWARE_ITEMS.map((name) => `${name}%`)],
  );
}
