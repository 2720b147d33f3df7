import { COMPANY_JOIN, COMPANY_NAME, COMPANY_SEARCH } from '../accounts/query.ts';
import { recordsOf } from '../query/list.ts';
import { shownColumns } from '../query/rowSource.ts';
import { boolean, cents, instant, optional, type RowOf, readAs, text } from '../runtime/columns.ts';
import { type Queryable, selectColumn } from '../runtime/select.ts';
import { payments, paymentsTable } from './projector.ts';

export { failedRefunds, type PaymentDisputeFact, type PaymentRefundFact } from './projector.ts';

export const PAYMENTS_VIEW = payments.views.payments;

const columns = { ...shownColumns(paymentsTable), company_name: COMPANY_NAME };
const { read, byId, list, totals } = recordsOf({
  columns,
  view: PAYMENTS_VIEW,
  joins: COMPANY_JOIN,
  searchAlso: COMPANY_SEARCH,
  filters: {
    test_mode: { sql: '(NOT t.livemode)', kind: 'boolean' },
    unclaimed: { sql: '(t.unclaimed_cents > 0)', kind: 'boolean' },
  },
  sorts: {
    amount: 't.amount_cents',
    refunded_amount: 't.refunded_cents',
    unclaimed_amount: 't.unclaimed_cents',
    test_mode: 't.livemode',
  },
  defaultSort: ['created_at', 'DESC'],
});

/** An attempt to pay, with its company. Amounts in cents. */
export type PaymentRow = RowOf<typeof columns>;

/** One attempt, or null. Freshness: `payments`, `accounts`. */
export const paymentById = byId;

/** The attempt with this provider intent, or null. Freshness: `payments`, `accounts`. */
export async function paymentByIntent(db: Queryable, intentId: string): Promise<PaymentRow | null> {
  const [row] = await read(db, 'WHERE t.intent_id = $1', [intentId]);
  return row ?? null;
}

/** Ids of attempts that may still take money and began before this instant, the oldest first. Freshness: `payments`. */
export async function openPayments(db: Queryable, before: string): Promise<readonly string[]> {
  return selectColumn(
    db,
    text,
    `SELECT id FROM ${PAYMENTS_VIEW} WHERE status IN ('started', 'declined') AND created_at < $1 ORDER BY created_at`,
    [before],
  );
}

/** Ids of invoices whose automatic payment has no outcome, because the provider was unavailable. Freshness: `payments`. */
export async function invoicesOfUnfinishedAutoPay(db: Queryable): Promise<readonly string[]> {
  return selectColumn(
    db,
    text,
    `SELECT jsonb_array_elements_text(invoice_ids) AS id FROM ${PAYMENTS_VIEW} WHERE status = 'started' AND how = 'auto_pay'`,
  );
}

/** Ids of payments with a pending refund. Freshness: `payments`. */
export async function paymentsWithOpenRefunds(db: Queryable): Promise<readonly string[]> {
  return selectColumn(db, text, `SELECT id FROM ${PAYMENTS_VIEW} WHERE refund_pending ORDER BY updated_at`);
}

/** Payments that their bank disputes or inquires about, the oldest first, 200 at most. Freshness: `payments`, `accounts`. */
export function paymentsInDispute(db: Queryable): Promise<readonly PaymentRow[]> {
  return read(
    db,
    `WHERE EXISTS (SELECT FROM jsonb_each(t.disputes) d WHERE d.value ->> 'state' IN ('open', 'inquiry'))
     ORDER BY t.created_at LIMIT 200`,
  );
}

/**
 * Payments whose refund at the provider was split over several invoices since this instant, the oldest first, 200 at
 * most. Freshness: `payments`, `accounts`.
 */
export function paymentsWithSplitRefunds(db: Queryable, since: string): Promise<readonly PaymentRow[]> {
  return read(db, 'WHERE t.refund_split AND t.updated_at >= $1 ORDER BY t.created_at LIMIT 200', [since]);
}

/**
 * Payments with a failed refund, changed since this instant, the oldest first, 200 at most. Freshness: `payments`,
 * `accounts`.
 */
export function paymentsWithFailedRefunds(db: Queryable, since: string): Promise<readonly PaymentRow[]> {
  return read(db, 'WHERE t.refund_failed AND t.updated_at >= $1 ORDER BY t.created_at LIMIT 200', [since]);
}

/** When the first successful attempt between two instants began; null for none. Freshness: `payments`. */
export async function firstPaidBetween(
  db: Queryable,
  { livemode, from, to }: { readonly livemode: boolean; readonly from: string; readonly to: string },
): Promise<string | null> {
  const [first = null] = await selectColumn(
    db,
    optional(instant),
    `SELECT min(created_at) FROM ${PAYMENTS_VIEW}
     WHERE attempt = 'succeeded' AND livemode = $1 AND created_at > $2 AND created_at < $3`,
    [livemode, from, to],
  );
  return first;
}

/** The admin's list of payments. Freshness: `payments`, `accounts`. @throws InvalidListQuery */
export const listPayments = list;

/** Cents of the attempts that {@link listPayments} finds and that took money, by mode. @throws InvalidListQuery */
export const paymentTotals = totals(
  {
    is_demo: readAs(boolean, '(NOT t.livemode)'),
    amount: readAs(cents, `coalesce(sum(t.amount_cents) FILTER (WHERE t.attempt = 'succeeded'), 0)::bigint`),
  },
  'is_demo',
);
