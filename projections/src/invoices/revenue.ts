import type { Period } from '@portal/domain';
import type { ClientBase } from 'pg';
import { ACCOUNTS_VIEW } from '../accounts/query.ts';
import { orderMoney } from '../orders/query.ts';
import type { DaySpan } from '../query/daySpan.ts';
import { boolean, type Column, cents, day, integer, optional, type RowOf, text } from '../runtime/columns.ts';
import { cursorPages } from '../runtime/cursor.ts';
import { type Queryable, selectRows } from '../runtime/select.ts';
import { INVOICES_VIEW } from './query.ts';
import type { InvoiceStatus } from './table.ts';

const sums = {
  /** Not canceled ones. */
  invoices: integer,
  /** The other sums but `credit_given_cents`. */
  invoiced_cents: cents,
  /** Received and kept: less refunds, and less overpayments, which become account credit. */
  paid_cents: cents,
  refunded_cents: cents,
  /** Account credit of other invoices, which lowered these or paid them. */
  credit_used_cents: cents,
  /** Bad debt: what was written off and not taken back. */
  written_off_cents: cents,
  open_cents: cents,
  credit_given_cents: cents,
};
const byCompany = {
  period: text,
  account_id: text,
  company_name: optional(text),
  dealer_id: optional(text),
  is_demo: boolean,
  ...sums,
  /** Paid for orders in the month, less what was refunded or taken back in it (rule B48). */
  order_cents: cents,
};

/** What the invoices and orders of a month and a company came to, in one mode. */
export type RevenueRow = RowOf<typeof byCompany>;

/** What was paid of an invoice by money, refunds included; an overpayment is credit. */
const APPLIED = `CASE WHEN status = 'canceled' THEN -open_cents
  ELSE total_cents - carried_cents - open_cents - moved_credit_cents - written_off_cents END`;
/** Account credit that it was issued with or used afterwards. */
const CREDIT_USED = `CASE WHEN status = 'canceled' THEN 0 ELSE moved_credit_cents + CASE WHEN adjustments = '[]' THEN 0 ELSE (
  SELECT coalesce(-sum((a ->> 'amountCents')::bigint), 0) FROM jsonb_array_elements(adjustments) a
  WHERE a ->> 'kind' = 'credit') END END`;

/**
 * By invoice and mode. A carried amount counts with the invoice that it was carried to. Money of the other mode than
 * the invoice's counts in its own (rule B32), so that both modes together are the invoice to the cent.
 */
const REVENUE = `SELECT s.period, s.account_id, mode.is_demo, s.is_demo = mode.is_demo AND s.status <> 'canceled' AS is_invoice,
    CASE WHEN own THEN s.applied - s.other_applied - s.refunded_cents + s.other_refunded
      ELSE s.other_applied - s.other_refunded END AS paid,
    CASE WHEN own THEN s.refunded_cents - s.other_refunded ELSE s.other_refunded END AS refunded,
    CASE WHEN own THEN s.credit_used ELSE 0 END AS credit_used,
    CASE WHEN own THEN s.written_off_cents ELSE 0 END AS written_off,
    CASE WHEN own THEN s.open_cents ELSE 0 END AS open,
    CASE WHEN own THEN s.credited_cents ELSE 0 END AS credit_given
  FROM (SELECT i.*, greatest(0, least(other, applied)) AS other_applied, least(other, refunded_cents) AS other_refunded
    FROM (SELECT period, account_id, is_demo, status, open_cents, written_off_cents,
        refunded_cents - surplus_refunded_cents AS refunded_cents, credited_cents, other_mode_cents AS other,
        ${APPLIED} AS applied, ${CREDIT_USED} AS credit_used
      FROM ${INVOICES_VIEW}) i) s
  CROSS JOIN LATERAL (VALUES (false), (true)) AS mode(is_demo)
  CROSS JOIN LATERAL (SELECT s.is_demo = mode.is_demo AS own) AS whose`;

const SUMS = `count(*) FILTER (WHERE is_invoice)::integer, sum(paid + refunded + credit_used + written_off + open)::bigint,
  sum(paid)::bigint, sum(refunded)::bigint, sum(credit_used)::bigint, sum(written_off)::bigint, sum(open)::bigint, sum(credit_given)::bigint`;
const SOME = `bool_or(is_invoice) OR sum(abs(paid) + refunded + credit_given) > 0`;

/**
 * Revenue by month, company and mode, by month and the company's name. Freshness: `invoices`, `orders`, `accounts`.
 * @param from first month, `to` the last one; `accountId` null for all companies
 * @param timeZone BILLING_TZ
 */
export function revenueByCompany(
  db: Queryable,
  {
    from,
    to,
    accountId,
    timeZone,
  }: {
    readonly from: Period;
    readonly to: Period;
    readonly accountId: string | null;
    readonly timeZone: string;
  },
): Promise<readonly RevenueRow[]> {
  return selectRows(
    db,
    byCompany,
    `SELECT r.period, r.account_id, a.company_name, a.dealer_id, r.is_demo, ${SUMS}, sum(order_cents)::bigint
     FROM (SELECT v.*, 0 AS order_cents, false AS is_order FROM (${REVENUE}) v
       UNION ALL SELECT to_char(day, 'YYYY-MM'), account_id, is_demo, false, 0, 0, 0, 0, 0, 0, cents, true
       FROM (${orderMoney('$4')}) o) r LEFT JOIN ${ACCOUNTS_VIEW} a ON a.id = r.account_id
     WHERE r.period BETWEEN $1 AND $2 AND ($3::text IS NULL OR r.account_id = $3)
     GROUP BY r.period, r.account_id, a.company_name, a.company_name_key, a.dealer_id, r.is_demo HAVING bool_or(is_order) OR ${SOME}
     ORDER BY r.period, a.company_name_key, a.dealer_id, r.account_id`,
    [from, to, accountId, timeZone],
  );
}

const register = {
  id: text,
  invoice_number: text,
  account_id: text,
  company_name: optional(text),
  invoice_date: day,
  due_date: day,
  status: text as Column<string> as Column<InvoiceStatus>,
  /** It stands in for a canceled one. */
  is_reissue: boolean,
  /** The five amounts after it together; 0 of a canceled one. */
  invoiced_cents: cents,
  /** Received and kept, in either mode. */
  paid_cents: cents,
  refunded_cents: cents,
  credit_used_cents: cents,
  written_off_cents: cents,
  open_cents: cents,
};

/** An invoice of the register. Cents, counted as in the revenue of its month. */
export type RegisteredInvoice = RowOf<typeof register>;

/** The invoices of one mode dated in a span of days, the newest first. See {@link cursorPages}. Freshness: `invoices`, `accounts`. */
export function invoiceRegister(
  client: ClientBase,
  of: Omit<DaySpan, 'timeZone'>,
): AsyncGenerator<readonly RegisteredInvoice[]> {
  return cursorPages(
    client,
    register,
    `SELECT i.id, invoice_number, i.account_id, a.company_name, invoice_date, due_date, i.status, is_reissue,
       applied + credit_used + written_off_cents + open_cents, applied - refunded_cents, refunded_cents, credit_used,
       written_off_cents, open_cents
     FROM (SELECT id, invoice_number, account_id, invoice_date, due_date, status, replaces IS NOT NULL AS is_reissue,
         refunded_cents - surplus_refunded_cents AS refunded_cents, written_off_cents, open_cents,
         ${APPLIED} AS applied, ${CREDIT_USED} AS credit_used
       FROM ${INVOICES_VIEW}
       WHERE is_demo = $1 AND invoice_date BETWEEN $2 AND $3 AND ($4::text IS NULL OR account_id = $4)) i
     LEFT JOIN ${ACCOUNTS_VIEW} a ON a.id = i.account_id
     ORDER BY invoice_date DESC, invoice_number DESC`,
    [of.isDemo, of.from, of.to, of.accountId],
  );
}

const byPeriod = { period: text, is_demo: boolean, ...sums };

/** Revenue by month and mode, the oldest first. Freshness: `invoices`. */
export function revenueByPeriod(db: Queryable): Promise<readonly RowOf<typeof byPeriod>[]> {
  return selectRows(
    db,
    byPeriod,
    `SELECT period, is_demo, ${SUMS} FROM (${REVENUE}) r GROUP BY period, is_demo HAVING ${SOME} ORDER BY period, is_demo`,
  );
}
