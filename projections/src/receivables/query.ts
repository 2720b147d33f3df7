import type { Day } from '@portal/domain/values';
import { ACCOUNTS_VIEW } from '../accounts/query.ts';
import { HAS_CREDIT, INVOICES_VIEW } from '../invoices/query.ts';
import { PROJECTED_INVOICES_VIEW, projectedMonthlyCentsSql } from '../projectedInvoices/query.ts';
import { type ListDefinition, type ListPage, type ListQuery, readList, readSums } from '../query/list.ts';
import { RECEIPTS_VIEW } from '../receipts/query.ts';
import {
  boolean,
  type Columns,
  cents,
  day,
  integer,
  optional,
  type RowOf,
  readAs,
  text,
} from '../runtime/columns.ts';
import { dayLiteral, type Queryable } from '../runtime/select.ts';
import { SAVED_CARDS_VIEW, savedCardIdSql } from '../savedCards/query.ts';

/** Amounts that add up. */
const amounts = {
  /** Open on its invoices of the mode, with credit to be repaid of canceled ones. */
  open_cents: cents,
  /** The part that is not overdue: not due yet, or to be repaid. */
  current_cents: cents,
  days_1_30_cents: cents,
  days_31_60_cents: cents,
  days_61_90_cents: cents,
  days_over_90_cents: cents,
  overdue_cents: cents,
  /** Unused credit of the mode, with recorded money where it is the company's present mode (rule B32). */
  credit_cents: cents,
  /** Open less credit. */
  balance_cents: cents,
};

/** Of the receipts of the row that stand. */
const RECEIVED = `${RECEIPTS_VIEW} r WHERE r.account_id = t.account_id AND coalesce(r.is_demo, t.is_demo) = t.is_demo
  AND r.reversed_on IS NULL AND r.amount_cents > 0`;

/** Whose they are, and amounts: what an ageing report reads. */
const agedColumns = {
  account_id: text,
  company_name: readAs(optional(text), 't.company_name', 't.company_name_key'),
  dealer_id: optional(text),
  is_demo: boolean,
  ...amounts,
};

const columns = {
  /** `<account id>_live` or `<account id>_demo`. */
  id: text,
  ...agedColumns,
  /** The company's first user, whose billing page is the company's. */
  first_user_id: optional(text),
  /** Day of the last money that stands, and what came on it; null for none. Read for the rows of a page alone. */
  last_payment_on: readAs(optional(day), `(SELECT max(r.day) FROM ${RECEIVED})`),
  last_payment_cents: readAs(
    optional(cents),
    `(SELECT sum(r.amount_cents)::bigint FROM ${RECEIVED} GROUP BY r.day ORDER BY r.day DESC LIMIT 1)`,
  ),
  /** Next invoice of its active sites as estimated today; null in the mode that the company is not in. */
  next_charge_cents: optional(cents),
  has_card: readAs(boolean, '(c.id IS NOT NULL)'),
  /** The saved card is charged on the due date (rule B23). */
  auto_pay: readAs(boolean, '(c.consented_at IS NOT NULL)'),
};

/** What a company owes in one mode and has as credit (rules B41, B42). Amounts in cents. */
export type ReceivableRow = RowOf<typeof columns>;

interface Days {
  /** Billing day: invoices due before it are overdue. */
  readonly today: Day;
  /** Next billing date, for which the next charge is estimated. */
  readonly billingDate: Day;
}

/** Sum of an amount of the invoices of the row's mode, of those that match. */
const sumOf = (column: string, condition: string) =>
  `coalesce(sum(i.${column}) FILTER (WHERE ${condition}), 0)::bigint`;

/** One row for each company and mode with an open amount or unused credit. */
function receivables({ today, billingDate }: Days): string {
  const overdue = `i.is_demo = mode.is_demo AND i.status = 'pending' AND i.due_date < ${dayLiteral(today)}`;
  const aged = (condition: string) =>
    sumOf('open_cents', `${overdue} AND ${dayLiteral(today)}::date - i.due_date ${condition}`);
  return `(SELECT s.*, s.open_cents - s.overdue_cents AS current_cents, c.credit_cents,
      s.account_id || CASE WHEN s.is_demo THEN '_demo' ELSE '_live' END AS id,
      s.open_cents - c.credit_cents AS balance_cents, a.company_name, a.company_name_key, a.dealer_id, a.first_user_id,
      coalesce(a.search, '') AS search,
      CASE WHEN a.is_demo = s.is_demo THEN ${projectedMonthlyCentsSql('p', dayLiteral(billingDate))} END AS next_charge_cents
    FROM (SELECT i.account_id, mode.is_demo,
        ${sumOf('open_cents', 'i.is_demo = mode.is_demo')} AS open_cents,
        ${sumOf('open_cents', overdue)} AS overdue_cents,
        ${aged('<= 30')} AS days_1_30_cents, ${aged('BETWEEN 31 AND 60')} AS days_31_60_cents,
        ${aged('BETWEEN 61 AND 90')} AS days_61_90_cents, ${aged('> 90')} AS days_over_90_cents,
        sum(CASE WHEN mode.is_demo THEN i.unused_demo_cents ELSE i.unused_live_cents END)::bigint AS card_credit_cents,
        sum(i.unused_recorded_cents)::bigint AS recorded_credit_cents
      FROM ${INVOICES_VIEW} i CROSS JOIN (VALUES (false), (true)) AS mode (is_demo)
      WHERE i.open_cents > 0 OR ${HAS_CREDIT}
      GROUP BY i.account_id, mode.is_demo) s
    LEFT JOIN ${ACCOUNTS_VIEW} a ON a.id = s.account_id
    LEFT JOIN ${PROJECTED_INVOICES_VIEW} p ON p.account_id = s.account_id
    CROSS JOIN LATERAL (SELECT s.card_credit_cents
      + CASE WHEN a.is_demo = s.is_demo THEN s.recorded_credit_cents ELSE 0 END AS credit_cents) c
    WHERE s.open_cents > 0 OR c.credit_cents > 0)`;
}

const definition = (days: Days): ListDefinition<typeof columns> => ({
  columns,
  view: receivables(days),
  joins: `LEFT JOIN ${SAVED_CARDS_VIEW} c ON c.id = ${savedCardIdSql('t.account_id', 't.is_demo')}`,
  filters: {
    overdue: { sql: '(t.overdue_cents > 0)', kind: 'boolean' },
    has_credit: { sql: '(t.credit_cents > 0)', kind: 'boolean' },
  },
  sorts: {
    open_amount: 't.open_cents',
    current_amount: 't.current_cents',
    days_1_30_amount: 't.days_1_30_cents',
    days_31_60_amount: 't.days_31_60_cents',
    days_61_90_amount: 't.days_61_90_cents',
    days_over_90_amount: 't.days_over_90_cents',
    overdue_amount: 't.overdue_cents',
    credit_amount: 't.credit_cents',
    balance: 't.balance_cents',
    next_charge: 't.next_charge_cents',
  },
  defaultSort: ['balance', 'DESC'],
});

/** What {@link listReceivables} and {@link receivableTotals} read. */
export const RECEIVABLE_READS = ['invoices', 'accounts', 'projectedInvoices', 'savedCards', 'receipts'];

/** The admin's list of receivables. Freshness: {@link RECEIVABLE_READS}. @throws InvalidListQuery */
export const listReceivables = (
  db: Queryable,
  query: ListQuery,
  days: Days,
): Promise<ListPage<ReceivableRow>> => readList(db, definition(days), query);

/** All receivables of one mode and of one company or all, by name, with amounts alone. As {@link listReceivables}. */
export const agedReceivables = async (
  db: Queryable,
  of: { readonly isDemo: boolean; readonly accountId: string | null },
  days: Days,
): Promise<readonly RowOf<typeof agedColumns>[]> => {
  const list = {
    columns: agedColumns,
    view: receivables(days),
    defaultSort: ['company_name', 'ASC'],
  } as const;
  const filter = { is_demo: of.isDemo, ...(of.accountId === null ? {} : { account_id: of.accountId }) };
  return (await readList(db, list, { filter })).rows;
};

const summed = <C extends Columns>(added: C): C =>
  Object.fromEntries(
    Object.entries(added).map(([name, column]) => [name, readAs(column, `sum(t.${name})::bigint`)]),
  ) as unknown as C;

const totals = {
  is_demo: readAs(boolean, 't.is_demo'),
  companies: readAs(integer, 'count(*)'),
  ...summed(amounts),
};

/** Sums of the receivables of one mode, in cents. */
export type ReceivableTotals = RowOf<typeof totals>;

/** Sums of all receivables that the list finds: a row for each mode that it has. As {@link listReceivables}. */
export const receivableTotals = (
  db: Queryable,
  query: Pick<ListQuery, 'filter'>,
  days: Days,
): Promise<readonly ReceivableTotals[]> =>
  readSums(db, definition(days), query, { sums: totals, by: ['is_demo'] });
