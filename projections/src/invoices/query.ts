import type { Day } from '@portal/domain/values';
import { type ListDefinition, type ListPage, type ListQuery, readList } from '../query/list.ts';
import { type Queryable, readerOf, selectRows } from '../query/select.ts';
import { cents, integer, type RowOf, text } from '../runtime/columns.ts';
import { viewName } from '../runtime/table.ts';
import { invoices } from './projector.ts';
import { invoicesTable } from './table.ts';

export {
  type InvoiceStatus,
  type ShownCredit,
  type ShownLine,
  type ShownRefund,
  settlementOf,
} from './table.ts';

export const INVOICES_VIEW = viewName(invoicesTable.name, invoices.version);

const { search: _search, ...columns } = invoicesTable.columns;
const read = readerOf({ columns, view: INVOICES_VIEW });

/** An invoice with its lines (S2-3). Amounts in cents. */
export type InvoiceRow = RowOf<typeof columns>;

/** One invoice; null where there is none. Freshness: `invoices`. */
export async function invoiceById(db: Queryable, id: string): Promise<InvoiceRow | null> {
  return (await invoicesByIds(db, [id]))[0] ?? null;
}

/** These invoices, in no particular order; ids that aren't there are left out. Freshness: `invoices`. */
export function invoicesByIds(db: Queryable, ids: readonly string[]): Promise<readonly InvoiceRow[]> {
  return read(db, 'WHERE id = ANY($1::text[])', [ids], 'invoices-by-ids');
}

/** All invoices of an account, the newest first. Freshness: `invoices`. */
export function invoicesOfAccount(db: Queryable, accountId: string): Promise<readonly InvoiceRow[]> {
  return read(
    db,
    'WHERE account_id = $1 ORDER BY invoice_date DESC, invoice_number DESC',
    [accountId],
    'invoices-of-account',
  );
}

/** An account's invoices dated from `from` to `to`, both included, the oldest first. Freshness: `invoices`. */
export function invoicesDated(
  db: Queryable,
  accountId: string,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<readonly InvoiceRow[]> {
  return read(
    db,
    'WHERE account_id = $1 AND invoice_date BETWEEN $2 AND $3 ORDER BY invoice_date, invoice_number',
    [accountId, from, to],
    'invoices-dated',
  );
}

/** Open invoices of all accounts that are due on `until` or before, the longest due first. Freshness: `invoices`. */
export function openInvoicesDue(db: Queryable, until: Day): Promise<readonly InvoiceRow[]> {
  return read(
    db,
    `WHERE status = 'pending' AND due_date <= $1 ORDER BY due_date, id`,
    [until],
    'open-invoices-due',
  );
}

/** What an account owes. */
export interface AccountBalance {
  /** What is still open of pending invoices. */
  readonly balance_cents: number;
  readonly pending_invoices: number;
}

/** The balance of one account. Freshness: `invoices`. */
export async function balanceOf(db: Queryable, accountId: string): Promise<AccountBalance> {
  const [balance] = await selectRows(
    db,
    { balance_cents: cents, pending_invoices: integer },
    `SELECT coalesce(sum(open_cents), 0)::bigint, count(*)::integer FROM ${INVOICES_VIEW}
     WHERE account_id = $1 AND status = 'pending'`,
    [accountId],
    'balance-of-account',
  );
  return balance ?? { balance_cents: 0, pending_invoices: 0 };
}

/** Invoices of one period by what became of them; real and demo money apart (rule B24). Cents. */
export interface PeriodRevenue {
  readonly period: string;
  /** What came in, with what became account credit, and what is open. */
  readonly issued_cents: number;
  /** Taken, less what went back. */
  readonly paid_cents: number;
  readonly open_cents: number;
  /** The same of demo money; in none of the others. */
  readonly demo_cents: number;
}

/**
 * Revenue by period, the oldest first. Of invoices that were canceled or carried to a later one counts what was paid.
 * Freshness: `invoices`.
 */
export function revenueByPeriod(db: Queryable): Promise<readonly PeriodRevenue[]> {
  return selectRows(
    db,
    { period: text, issued_cents: cents, paid_cents: cents, open_cents: cents, demo_cents: cents },
    `SELECT period, sum(live_issued_cents)::bigint, sum(live_paid_cents)::bigint,
       coalesce(sum(open_cents) FILTER (WHERE NOT is_demo), 0)::bigint, sum(demo_cents)::bigint
     FROM ${INVOICES_VIEW} WHERE status IN ('pending', 'paid') OR payments <> '[]'
     GROUP BY period ORDER BY period`,
    [],
    'revenue-by-period',
  );
}

const definition = (overdue: string): ListDefinition<typeof columns> => ({
  columns,
  view: INVOICES_VIEW,
  search: 't.search',
  key: 't.id',
  filters: {
    id: { sql: 't.id', kind: 'text' },
    account_id: { sql: 't.account_id', kind: 'text' },
    user_id: { sql: 't.user_id', kind: 'text' },
    company_name: { sql: 't.company_name', kind: 'text' },
    invoice_number: { sql: 't.invoice_number', kind: 'text' },
    period: { sql: 't.period', kind: 'text' },
    status: { sql: 't.status', kind: 'text' },
    is_overdue: { sql: overdue, kind: 'boolean' },
    overdue: { sql: overdue, kind: 'boolean' },
    is_demo: { sql: 't.is_demo', kind: 'boolean' },
    payment_kind: { sql: 't.payment_kind', kind: 'text' },
    invoice_date: { sql: 't.invoice_date', kind: 'day' },
    due_date: { sql: 't.due_date', kind: 'day' },
    payment_date: { sql: 't.paid_on', kind: 'day' },
    created_at: { sql: 't.created_at', kind: 'instant' },
  },
  sorts: {
    id: 't.id',
    invoice_number: 't.invoice_number',
    company_name: 't.company_name',
    period: 't.period',
    status: 't.status',
    invoice_date: 't.invoice_date',
    due_date: 't.due_date',
    payment_date: 't.paid_on',
    total_amount: 't.total_cents',
    open_amount: 't.open_cents',
    days_overdue: 't.due_date',
    created_at: 't.created_at',
  },
  defaultSort: ['invoice_date', 'DESC'],
});

/**
 * The admin's list of invoices. Freshness: `invoices`. @throws InvalidListQuery
 * @param today the billing day it is: what is open and due before it is overdue
 */
export function listInvoices(db: Queryable, query: ListQuery, today: Day): Promise<ListPage<InvoiceRow>> {
  // it becomes part of the SQL
  if (!/^\d{4}-\d{2}-\d{2}$/.test(today)) throw new RangeError(`Not a day (YYYY-MM-DD): ${today}`);
  const overdue = `(t.status = 'pending' AND t.due_date < '${today}')`;
  return readList(db, definition(overdue), query);
}
