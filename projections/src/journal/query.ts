import { addPeriods, firstDayOf, JOURNAL_ACCOUNTS, type JournalAccount, type Period } from '@portal/domain';
import { type Day, sumCents } from '@portal/domain/values';
import type { ClientBase } from 'pg';
import { ACCOUNTS_VIEW, COMPANY_JOIN } from '../accounts/query.ts';
import { INVOICES_VIEW } from '../invoices/query.ts';
import { ORDERS_VIEW } from '../orders/query.ts';
import type { DaySpan } from '../query/daySpan.ts';
import { expressionOf, selectList } from '../query/rowSource.ts';
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
import { cursorPages } from '../runtime/cursor.ts';
import { type Queryable, selectRows, selectUnprepared } from '../runtime/select.ts';
import { type AccountSums, journal, journalTotalsTable } from './projector.ts';

/** A month of one mode. `timeZone` (BILLING_TZ) gives the day of postings without a billing day. */
export interface JournalMonth {
  readonly month: Period;
  readonly isDemo: boolean;
  readonly timeZone: string;
  /** ISO instant at which the month was closed: companies have the names that they had then. */
  readonly closedAt?: string | null;
}

/** Cents. */
export interface AccountBalance {
  readonly account: JournalAccount;
  /** Before the month; debits less credits. */
  readonly openingCents: number;
  readonly debitCents: number;
  readonly creditCents: number;
  /** After the month; debits less credits. */
  readonly closingCents: number;
}

/** Sums by month, of what is posted on its own day and of what is posted later. */
const TOTALS = `(SELECT id, live, demo FROM ${journal.views.totals}
  UNION ALL SELECT m.key, m.value -> 'live', m.value -> 'demo'
    FROM ${journal.views.books} b, jsonb_each(b.moved) m)`;

/**
 * The trial balance of a month: every account, in the order of the chart. Openings, debits less credits, and closings each
 * add up to 0. Freshness: `journal`.
 */
export async function trialBalance(
  db: Queryable,
  { month, isDemo, timeZone }: JournalMonth,
): Promise<readonly AccountBalance[]> {
  const mode = isDemo ? 'demo' : 'live';
  const rows = await selectRows(
    db,
    { period: text, sums: journalTotalsTable.columns[mode] },
    `SELECT * FROM (SELECT CASE WHEN length(id) = 7 THEN id
        ELSE to_char((id || 'Z')::timestamptz AT TIME ZONE $1, 'YYYY-MM') END AS period, ${mode}
      FROM ${TOTALS} s) t WHERE period <= $2`,
    [timeZone, month],
  );
  // tax is off where nothing was ever posted to its account (rule B38)
  const accounts = (Object.keys(JOURNAL_ACCOUNTS) as JournalAccount[]).filter(
    (account) => account !== 'sales_tax_payable' || rows.some(({ sums }) => sums[account] !== undefined),
  );
  return accounts.map((account) => {
    const of = (which: typeof rows): AccountSums => {
      const sums = which.map((row) => row.sums[account] ?? [0, 0]);
      return [sumCents(sums.map(([debits]) => debits)), sumCents(sums.map(([, credits]) => credits))];
    };
    const [before, credited] = of(rows.filter(({ period }) => period < month));
    const [debitCents, creditCents] = of(rows.filter(({ period }) => period === month));
    const openingCents = before - credited;
    return {
      account,
      openingCents,
      debitCents,
      creditCents,
      closingCents: openingCents + debitCents - creditCents,
    };
  });
}

/** Whether all postings are of demo companies. Freshness: `journal`. */
export async function hasDemoPostingsOnly(db: Queryable): Promise<boolean> {
  const [row] = await selectRows(
    db,
    { all: boolean },
    `SELECT coalesce(bool_and(live = '{}'), false) FROM ${TOTALS} t`,
  );
  return row?.all === true;
}

const columns = {
  id: text,
  event_id: text,
  event_type: text,
  position: text,
  day: readAs(day, 'coalesce(t.day, (t.recorded_at AT TIME ZONE $3)::date)'),
  own_day: optional(day),
  account: text as Column<string> as Column<JournalAccount>,
  debit_cents: cents,
  credit_cents: cents,
  account_id: text,
  company_name: readAs(
    optional(text),
    `coalesce((SELECT n.value ->> 'name' FROM jsonb_array_elements(a.earlier_names) WITH ORDINALITY n (value, nth)
      WHERE (n.value ->> 'until')::timestamptz >= $4::timestamptz ORDER BY n.nth LIMIT 1), a.company_name)`,
  ),
  invoice_id: optional(text),
  invoice_number: readAs(optional(text), 'i.invoice_number'),
  order_id: optional(text),
  order_number: readAs(optional(text), 'o.order_number'),
  payment_id: optional(text),
};

/** A posting, on its billing day, with the records that it is about. Cents. */
export type JournalPosting = RowOf<typeof columns>;

/** $1 mode, $2 first day of the month, $3 time zone; in all columns also $4, the instant whose names companies have. */
const OF_MONTH = `t.is_demo = $1 AND (
    t.day >= $2::date AND t.day < $2::date + interval '1 month'
    OR t.day IS NULL AND t.recorded_at >= $2::date::timestamp AT TIME ZONE $3
      AND t.recorded_at < ($2::date + interval '1 month') AT TIME ZONE $3)`;
/** By day, then as they were recorded. */
const ORDERED = `${expressionOf(columns, 'day')}, t.recorded_at, t.id`;
const JOINS = `${COMPANY_JOIN} LEFT JOIN ${INVOICES_VIEW} i ON i.id = t.invoice_id LEFT JOIN ${ORDERS_VIEW} o ON o.id = t.order_id`;
const VIEW = journal.views.postings;

const parametersOf = ({ month, isDemo, timeZone }: JournalMonth) => [isDemo, firstDayOf(month), timeZone];
const withNames = (of: JournalMonth) => [...parametersOf(of), of.closedAt ?? null];

/**
 * A page of the postings of a month, of one account or all, and how many there are. Freshness: `journal`, `accounts`,
 * `invoices`, `orders`.
 * @param range first and last row, from 0, both included
 */
export async function journalPostings(
  db: Queryable,
  of: JournalMonth & { readonly account: JournalAccount | null },
  [first, last]: readonly [first: number, last: number],
): Promise<{ readonly rows: readonly JournalPosting[]; readonly total: number }> {
  const matching = (account: string) =>
    `${OF_MONTH} AND (${account}::text IS NULL OR t.account = ${account})`;
  const [rows, [counted]] = await Promise.all([
    selectUnprepared(
      db,
      columns,
      `WITH page AS (SELECT t.* FROM ${VIEW} t WHERE ${matching('$5')} ORDER BY ${ORDERED} LIMIT $6 OFFSET $7)
       SELECT ${selectList(columns)} FROM page t ${JOINS} ORDER BY ${ORDERED}`,
      [...withNames(of), of.account, last - first + 1, first],
    ),
    // the zone is a parameter of both
    selectUnprepared(db, { total: integer }, `SELECT count(*) FROM ${VIEW} t WHERE ${matching('$4')}`, [
      ...parametersOf(of),
      of.account,
    ]),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** All postings of a month, page by page: the lines of an entry follow one another. See {@link cursorPages}. */
export const journalPages = (
  client: ClientBase,
  of: JournalMonth,
): AsyncGenerator<readonly JournalPosting[]> =>
  cursorPages(
    client,
    columns,
    `SELECT ${selectList(columns)} FROM ${VIEW} t ${JOINS} WHERE ${OF_MONTH} ORDER BY ${ORDERED}`,
    withNames(of),
  );

/** Months, both included; `from` null: from the first one on. */
export interface MonthRange {
  readonly from: Period | null;
  readonly to: Period;
}

const ofInvoices = (dayColumn: string, isDemo: string) =>
  `${isDemo} = $1 AND ${dayColumn} < $2::date AND ($3::date IS NULL OR ${dayColumn} >= $3::date)`;

/**
 * Cents that invoices dated in these months charge, in one mode: as the journal has them, wherever they are posted, and as
 * the invoices themselves are. Both are equal. Freshness: `journal`, `invoices`.
 */
export async function invoicedCents(
  db: Queryable,
  { from, to }: MonthRange,
  isDemo: boolean,
): Promise<{ readonly inJournal: number; readonly onInvoices: number }> {
  const posted = `event_type = 'InvoiceIssued' AND account IN ('revenue_invoices', 'sales_tax_payable')`;
  const [row] = await selectRows(
    db,
    { inJournal: cents, onInvoices: cents },
    `SELECT (SELECT coalesce(sum(credit_cents - debit_cents), 0)::bigint FROM (
         SELECT credit_cents, debit_cents FROM ${VIEW}
         WHERE ${posted} AND own_day IS NULL AND ${ofInvoices('day', 'is_demo')}
         UNION ALL SELECT credit_cents, debit_cents FROM ${VIEW}
         WHERE ${posted} AND own_day IS NOT NULL AND ${ofInvoices('own_day', 'is_demo')}) p),
       (SELECT coalesce(sum(charges_cents), 0)::bigint FROM ${INVOICES_VIEW} WHERE ${ofInvoices('invoice_date', 'is_demo')})`,
    [isDemo, firstDayOf(addPeriods(to, 1)), from === null ? null : firstDayOf(from)],
  );
  return row ?? { inJournal: 0, onInvoices: 0 };
}

/** Number of a month's postings of one mode, and the sum of their debits in cents. Freshness: `journal`. */
export async function journalFigures(
  db: Queryable,
  of: JournalMonth,
): Promise<{ readonly postings: number; readonly debitCents: number }> {
  const [row] = await selectUnprepared(
    db,
    { postings: integer, debitCents: cents },
    `SELECT count(*), coalesce(sum(t.debit_cents), 0)::bigint FROM ${VIEW} t WHERE ${OF_MONTH}`,
    parametersOf(of),
  );
  return row ?? { postings: 0, debitCents: 0 };
}

const ageingColumns = {
  account_id: text,
  company_name: readAs(optional(text), 'a.company_name'),
  dealer_id: readAs(optional(text), 'a.dealer_id'),
  /** What accounts receivable have of the company. */
  open_cents: cents,
  /** The part that is not overdue. */
  current_cents: cents,
  days_1_30_cents: cents,
  days_31_60_cents: cents,
  days_61_90_cents: cents,
  days_over_90_cents: cents,
  /** What customer credit has of it. */
  credit_cents: cents,
  /** Open less credit. */
  balance_cents: cents,
};

/** What a company owed at the end of a day, by days overdue. Cents. */
export type AgeingRow = RowOf<typeof ageingColumns>;

/**
 * What companies owed at the end of a day in one mode, as the journal has it, by name: those with an amount. So a day of a
 * closed month always gives the same amounts. Freshness: `journal`, `accounts`.
 */
export function ageingAsOf(
  db: Queryable,
  of: Omit<DaySpan, 'from' | 'to'> & { readonly day: Day },
): Promise<readonly AgeingRow[]> {
  const aged = (condition: string) =>
    `coalesce(sum(open_cents) FILTER (WHERE $2::date - due_date ${condition}), 0)::bigint`;
  return selectUnprepared(
    db,
    ageingColumns,
    `SELECT ${selectList(ageingColumns)} FROM (SELECT s.*, open_cents - credit_cents AS balance_cents,
         open_cents - days_1_30_cents - days_31_60_cents - days_61_90_cents - days_over_90_cents AS current_cents
       FROM (SELECT account_id, sum(receivable_cents)::bigint AS open_cents, sum(credit_cents)::bigint AS credit_cents,
           ${aged('BETWEEN 1 AND 30')} AS days_1_30_cents, ${aged('BETWEEN 31 AND 60')} AS days_31_60_cents,
           ${aged('BETWEEN 61 AND 90')} AS days_61_90_cents, ${aged('> 90')} AS days_over_90_cents
         FROM ${journal.views.ageing}
         WHERE is_demo = $1 AND ($4::text IS NULL OR account_id = $4)
           AND (day <= $2::date OR day IS NULL AND recorded_at < ($2::date + 1)::timestamp AT TIME ZONE $3)
         GROUP BY account_id) s
       WHERE 0 <> ANY (ARRAY[open_cents, credit_cents, days_1_30_cents, days_31_60_cents, days_61_90_cents,
         days_over_90_cents])) t
     ${COMPANY_JOIN} ORDER BY a.company_name_key, a.dealer_id, t.account_id`,
    [of.isDemo, of.day, of.timeZone, of.accountId],
  );
}

/**
 * What lowers what a company owes, or pays money back: the account that an entry of this type is counted by, and whether a
 * debit of it counts or a credit.
 */
const CORRECTIONS = [
  ['InvoiceCredited', 'refunds_and_credits', 1],
  ['InvoiceCredited', 'sales_tax_payable', 1],
  ['InvoiceVoided', 'revenue_invoices', 1],
  ['InvoiceVoided', 'sales_tax_payable', 1],
  ['InvoiceWrittenOff', 'bad_debt', 1],
  ['InvoiceWriteOffReversed', 'bad_debt', 1],
  ['InvoiceRefunded', 'refunds_and_credits', 1],
  ['InvoiceRefunded', 'customer_credit', 1],
  ['InvoiceRefunded', 'sales_tax_payable', 1],
  ['InvoiceRefundMoved', 'refunds_and_credits', 1],
  ['InvoiceRefundMoved', 'customer_credit', 1],
  ['InvoiceRefundMoved', 'sales_tax_payable', 1],
  ['InvoiceRefundFailed', 'refunds_and_credits', 1],
  ['InvoiceRefundFailed', 'customer_credit', 1],
  ['InvoiceRefundFailed', 'sales_tax_payable', 1],
  ['InvoicePayoutReversed', 'customer_credit', 1],
  ['PaymentRefunded', 'revenue_orders', 1],
  ['PaymentRefundFailed', 'revenue_orders', 1],
  ['InvoicePaymentReversed', 'bank', -1],
] as const satisfies readonly (readonly [string, JournalAccount, 1 | -1])[];

const correctionColumns = {
  /** The event behind it: of the entry, or of a line's amount. */
  event_id: text,
  /** `Line` for a line below 0 that an administrator added to an invoice. */
  event_type: text as Column<string> as Column<(typeof CORRECTIONS)[number][0] | 'Line'>,
  account: text as Column<string> as Column<JournalAccount>,
  day,
  /** Below 0 where it is taken back. */
  cents,
  account_id: text,
  company_name: optional(text),
  invoice_id: optional(text),
  invoice_number: optional(text),
  order_id: optional(text),
  order_number: optional(text),
};

/** A credit, refund, void, write-off, reversal or line below 0. Cents. */
export type Correction = RowOf<typeof correctionColumns>;

/**
 * Credits, refunds, voids, write-offs and reversals of a span of days and mode, as the journal posts them, and lines below
 * 0 of invoices that stand, on the invoice date; the newest first. See {@link cursorPages}. Freshness: `journal`,
 * `accounts`, `invoices`, `orders`.
 */
export function correctionPages(client: ClientBase, of: DaySpan): AsyncGenerator<readonly Correction[]> {
  const kinds = CORRECTIONS.map(([type, account, sign]) => `('${type}', '${account}', ${sign})`).join(', ');
  return cursorPages(
    client,
    correctionColumns,
    `SELECT c.event_id, c.event_type, c.account, c.day, c.cents, c.account_id, a.company_name, c.invoice_id, i.invoice_number,
       c.order_id, o.order_number
     FROM (SELECT t.id, t.recorded_at, t.event_id, t.event_type, t.account, coalesce(t.day, (t.recorded_at AT TIME ZONE $3)::date) AS day,
         (t.debit_cents - t.credit_cents) * k.sign AS cents, t.account_id, t.invoice_id, t.order_id
       FROM ${VIEW} t JOIN (VALUES ${kinds}) AS k (event_type, account, sign) USING (event_type, account)
       WHERE t.is_demo = $1 AND (t.day BETWEEN $2::date AND $4::date OR t.day IS NULL
         AND t.recorded_at >= $2::date::timestamp AT TIME ZONE $3 AND t.recorded_at < ($4::date + 1)::timestamp AT TIME ZONE $3)
       UNION ALL SELECT n.id || ' ' || line.place, n.created_at, line.value -> 'because' ->> 0, 'Line', 'revenue_invoices', n.invoice_date,
         -(line.value ->> 'amountCents')::bigint, n.account_id, n.id, NULL
       FROM ${INVOICES_VIEW} n CROSS JOIN jsonb_array_elements(n.lines) WITH ORDINALITY AS line (value, place)
       WHERE n.is_demo = $1 AND n.invoice_date BETWEEN $2::date AND $4::date AND n.status <> 'canceled'
         AND line.value ->> 'siteId' IS NULL AND (line.value ->> 'amountCents')::bigint < 0) c
     LEFT JOIN ${ACCOUNTS_VIEW} a ON a.id = c.account_id LEFT JOIN ${INVOICES_VIEW} i ON i.id = c.invoice_id
     LEFT JOIN ${ORDERS_VIEW} o ON o.id = c.order_id
     WHERE $5::text IS NULL OR c.account_id = $5
     ORDER BY c.day DESC, c.recorded_at DESC, c.id`,
    [of.isDemo, of.from, of.timeZone, of.to, of.accountId],
  );
}

const orderTaxColumns = {
  day,
  /** Of what it was posted for. */
  kind: text as Column<string> as Column<
    'license_cents' | 'migration_cents' | 'refunded_cents' | 'taken_cents'
  >,
  /** Below 0 where it was paid. */
  cents,
};

/** Sales tax in the money of orders by day, which is no income (rule B38). Freshness: `journal`, `orders`. */
export function orderTax(db: Queryable, of: DaySpan): Promise<readonly RowOf<typeof orderTaxColumns>[]> {
  return selectRows(
    db,
    orderTaxColumns,
    `SELECT day, kind, sum(cents)::bigint FROM (
       SELECT p.account_id, coalesce(p.own_day, p.day, (p.recorded_at AT TIME ZONE $5)::date) AS day,
         CASE WHEN p.event_type = 'PaymentDisputeClosed' THEN 'taken_cents' WHEN p.event_type <> 'OrderPaid' THEN 'refunded_cents'
           WHEN o.kind = 'migration' THEN 'migration_cents' ELSE 'license_cents' END AS kind,
         p.debit_cents - p.credit_cents AS cents
       FROM ${VIEW} p JOIN ${ORDERS_VIEW} o ON o.id = p.order_id
       WHERE p.account = 'sales_tax_payable' AND p.is_demo = $4) t
     WHERE day BETWEEN $1 AND $2 AND ($3::text IS NULL OR account_id = $3) GROUP BY day, kind`,
    [of.from, of.to, of.accountId, of.isDemo, of.timeZone],
  );
}

const salesTaxColumns = { period: text, account_id: text, is_demo: boolean, cents };

/**
 * Sales tax of invoices by their month, and of orders by the month of their money, less what was given back (rule B38).
 * Freshness: `journal`, `invoices`.
 * @param from first month, `to` the last one; `accountId` null for all companies
 */
export function salesTax(
  db: Queryable,
  of: {
    readonly from: Period;
    readonly to: Period;
    readonly accountId: string | null;
    readonly timeZone: string;
  },
): Promise<readonly RowOf<typeof salesTaxColumns>[]> {
  return selectRows(
    db,
    salesTaxColumns,
    `SELECT period, account_id, is_demo, sum(cents)::bigint FROM (
       SELECT p.account_id, p.is_demo, p.credit_cents - p.debit_cents AS cents, coalesce(i.period,
         to_char(coalesce(p.own_day, p.day, (p.recorded_at AT TIME ZONE $4)::date), 'YYYY-MM')) AS period
       FROM ${VIEW} p LEFT JOIN ${INVOICES_VIEW} i ON i.id = p.invoice_id WHERE p.account = 'sales_tax_payable') t
     WHERE period BETWEEN $1 AND $2 AND ($3::text IS NULL OR account_id = $3)
     GROUP BY period, account_id, is_demo HAVING sum(cents) <> 0`,
    [of.from, of.to, of.accountId, of.timeZone],
  );
}
