import type { Day } from '@portal/domain/values';
import { COMPANY_JOIN, COMPANY_NAME, COMPANY_SEARCH } from '../accounts/query.ts';
import { DISPUTES_VIEW } from '../disputes/query.ts';
import { INVOICES_VIEW } from '../invoices/query.ts';
import { invoicesTable } from '../invoices/table.ts';
import { type ListPage, type ListQuery, recordsOf } from '../query/list.ts';
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
import { dayLiteral, type Queryable } from '../runtime/select.ts';
import { SAVED_CARDS_VIEW, savedCardIdSql } from '../savedCards/query.ts';

/** Whether the company's last promise to pay was made while the invoice was open. */
const IS_PROMISED = 'a.promise_noted_on >= t.invoice_date';

/** Days overdue, as the columns of receivables have them. */
type Age = '1-30' | '31-60' | '61-90' | 'over-90';

/** `running`: its day is still to come; `broken`: it has passed. */
type PromiseState = 'running' | 'broken' | 'none';

const {
  id,
  account_id,
  invoice_number,
  invoice_date,
  due_date,
  is_demo,
  total_cents,
  open_cents,
  last_reminder,
} = shownColumns(invoicesTable);

const columnsOn = (today: Day) => {
  const late = `(${dayLiteral(today)}::date - t.due_date)`;
  return {
    id,
    account_id,
    invoice_number,
    company_name: COMPANY_NAME,
    invoice_date,
    due_date,
    is_demo,
    total_cents,
    open_cents,
    days_overdue: readAs(integer, late),
    age: readAs(
      text as Column<string> as Column<Age>,
      `(CASE WHEN ${late} <= 30 THEN '1-30' WHEN ${late} <= 60 THEN '31-60' WHEN ${late} <= 90 THEN '61-90' ELSE 'over-90' END)`,
    ),
    last_reminder,
    last_reminder_on: readAs(optional(text as Column<string> as Column<Day>), "(t.last_reminder->>'on')"),
    promise: readAs(
      text as Column<string> as Column<PromiseState>,
      `(CASE WHEN ${IS_PROMISED} THEN CASE WHEN a.promised_on < ${dayLiteral(today)} THEN 'broken' ELSE 'running' END ELSE 'none' END)`,
    ),
    promised_on: readAs(optional(day), `(CASE WHEN ${IS_PROMISED} THEN a.promised_on END)`),
    promise_note: readAs(optional(text), `(CASE WHEN ${IS_PROMISED} THEN a.promise_note END)`),
    /** The saved card of the invoice's mode. */
    has_card: readAs(boolean, '(c.id IS NOT NULL)'),
    card_expires_on: readAs(optional(day), 'c.expires_on'),
    card_declined_on: readAs(optional(day), 'c.declined_on'),
    /** The company waits for an answer, so that reminders are paused. */
    has_question: readAs(
      boolean,
      `EXISTS (SELECT FROM ${DISPUTES_VIEW} d WHERE d.account_id = t.account_id AND d.status = 'open')`,
    ),
  };
};

/** An overdue invoice with what is known of its payment. Amounts in cents. */
export type CollectionRow = RowOf<ReturnType<typeof columnsOn>>;

const sums = {
  is_demo: readAs(boolean, 't.is_demo'),
  invoices: readAs(integer, 'count(*)'),
  open_cents: readAs(cents, 'sum(t.open_cents)::bigint'),
};

/** Sums of the overdue invoices of one mode, in cents. */
export type CollectionTotals = RowOf<typeof sums>;

const collectionsOn = (today: Day) =>
  recordsOf({
    columns: columnsOn(today),
    view: `(SELECT * FROM ${INVOICES_VIEW} WHERE status = 'pending' AND due_date < ${dayLiteral(today)})`,
    joins: `${COMPANY_JOIN} LEFT JOIN ${SAVED_CARDS_VIEW} c ON c.id = ${savedCardIdSql('t.account_id', 't.is_demo')}`,
    sorts: { open_amount: 't.open_cents' },
    searchAlso: COMPANY_SEARCH,
    defaultSort: ['days_overdue', 'DESC'],
  });

/** What {@link listCollections} and {@link collectionTotals} read. */
export const COLLECTION_READS = ['invoices', 'accounts', 'savedCards', 'disputes'];

/** Overdue invoices, the oldest first. Freshness: {@link COLLECTION_READS}. @throws InvalidListQuery */
export const listCollections = (
  db: Queryable,
  query: ListQuery,
  today: Day,
): Promise<ListPage<CollectionRow>> => collectionsOn(today).list(db, query);

/** Sums of all that the list finds: a row for each mode that it has. As {@link listCollections}. */
export const collectionTotals = (
  db: Queryable,
  query: Pick<ListQuery, 'filter'>,
  today: Day,
): Promise<readonly CollectionTotals[]> => collectionsOn(today).totals(sums, 'is_demo')(db, query);
