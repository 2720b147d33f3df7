import { boolean, type Column, cents, day, type RowOf, text } from '../runtime/columns.ts';
import { type Queryable, selectRows } from '../runtime/select.ts';
import { ORDER_PAYMENTS_VIEW, ORDERS_VIEW } from './query.ts';

/**
 * Money of orders (rule B48): what was paid, and, below 0, what was refunded or taken back by the bank, each on its own
 * day; what the bank gave back of a lost dispute counts again. Refunds without an outcome do not count.
 * @param zone SQL of the time zone that determines the day of a refund (BILLING_TZ)
 */
export const orderMoney = (zone: string) => `SELECT t.account_id, t.order_number, t.test_mode AS is_demo, m.*
  FROM ${ORDERS_VIEW} t LEFT JOIN ${ORDER_PAYMENTS_VIEW} p ON p.id = t.payment_id
  CROSS JOIN LATERAL (
    SELECT t.paid_on AS day, 'paid' AS kind, t.total_cents::bigint AS cents
    UNION ALL SELECT ((r.value ->> 'refundedAt')::timestamptz AT TIME ZONE ${zone})::date, 'refunded', -(r.value ->> 'cents')::bigint
      FROM jsonb_each(p.refunds) r WHERE r.value ->> 'refundedAt' IS NOT NULL
    UNION ALL SELECT (b.value ->> 'day')::date, CASE WHEN (b.value ->> 'cents')::bigint < 0 THEN 'returned' ELSE 'taken' END,
        -(b.value ->> 'cents')::bigint
      FROM jsonb_each(p.disputes) d CROSS JOIN LATERAL jsonb_array_elements(d.value -> 'moves') b
  ) m WHERE t.payment_id IS NOT NULL`;

const columns = {
  day,
  /** `taken`: by a lost dispute. `returned`: by the bank, of a lost dispute. */
  kind: text as Column<string> as Column<'paid' | 'refunded' | 'taken' | 'returned'>,
  order_number: text,
  cents,
  is_demo: boolean,
};

/** Money of one order on one day. */
export type OrderMoney = RowOf<typeof columns>;

/** Money of an account's orders in one mode, the earliest first. Freshness: `orders`. */
export function orderMoneyOf(
  db: Queryable,
  accountId: string,
  { isDemo, timeZone }: { readonly isDemo: boolean; readonly timeZone: string },
): Promise<readonly OrderMoney[]> {
  return selectRows(
    db,
    columns,
    `SELECT day, kind, order_number, cents, is_demo FROM (${orderMoney('$3')}) o
     WHERE account_id = $1 AND is_demo = $2
     ORDER BY day, order_number, array_position(ARRAY['paid', 'refunded', 'taken', 'returned'], kind), cents`,
    [accountId, isDemo, timeZone],
  );
}
