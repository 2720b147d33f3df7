import type { Day } from '@portal/domain/values';
import { type ListDefinition, type ListPage, type ListQuery, readList, readSums } from '../query/list.ts';
import { readerOf, shownColumns } from '../query/rowSource.ts';
import { boolean, cents, integer, type RowOf, readAs, text } from '../runtime/columns.ts';
import { dayLiteral, isIn, type Queryable, selectColumn, selectRows } from '../runtime/select.ts';
import { invoices } from './projector.ts';
import { invoicesTable } from './table.ts';

export {
  type InvoiceStatus,
  type ShownCredit,
  type ShownLine,
  type ShownRefund,
  type ShownWriteOff,
  settlementOf,
} from './table.ts';

export const INVOICES_VIEW = invoices.views.invoices;

const columns = shownColumns(invoicesTable);
const read = readerOf({ columns, view: INVOICES_VIEW });

/** An invoice with its lines (S2-3). Amounts in cents. */
export type InvoiceRow = RowOf<typeof columns>;

/** One invoice, or null. Freshness: `invoices`. */
export async function invoiceById(db: Queryable, id: string): Promise<InvoiceRow | null> {
  return (await invoicesByIds(db, [id]))[0] ?? null;
}

/** These invoices, in no particular order; unknown ids are left out. Freshness: `invoices`. */
export function invoicesByIds(db: Queryable, ids: readonly string[]): Promise<readonly InvoiceRow[]> {
  return read(db, `WHERE ${isIn('id', '$1')}`, [ids]);
}

/** All invoices of an account, the newest first. Freshness: `invoices`. */
export function invoicesOfAccount(db: Queryable, accountId: string): Promise<readonly InvoiceRow[]> {
  return read(db, 'WHERE account_id = $1 ORDER BY invoice_date DESC, invoice_number DESC', [accountId]);
}

/** An account's last invoice of a month before `period` that is not canceled, or null. Freshness: `invoices`. */
export async function invoiceBefore(
  db: Queryable,
  accountId: string,
  period: string,
): Promise<InvoiceRow | null> {
  const [row = null] = await read(
    db,
    "WHERE account_id = $1 AND period < $2 AND status <> 'canceled' ORDER BY period DESC LIMIT 1",
    [accountId, period],
  );
  return row;
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
  );
}

/** Open invoices of all accounts due on `until` or before, by due date. Freshness: `invoices`. */
export function openInvoicesDue(db: Queryable, until: Day): Promise<readonly InvoiceRow[]> {
  return read(db, `WHERE status = 'pending' AND due_date <= $1 ORDER BY due_date, id`, [until]);
}

/** Invoices with unused credit. */
export const HAS_CREDIT = 'unused_live_cents + unused_demo_cents + unused_recorded_cents > 0';

/** Ids of an account's invoices that are open or have unused credit. Freshness: `invoices`. */
export async function invoicesToSettle(db: Queryable, accountId: string): Promise<readonly string[]> {
  return selectColumn(
    db,
    text,
    `SELECT id FROM ${INVOICES_VIEW} WHERE account_id = $1 AND (status = 'pending' OR ${HAS_CREDIT})`,
    [accountId],
  );
}

/** Accounts with unused credit and an open invoice that it may pay. Freshness: `invoices`. */
export async function accountsToSettle(db: Queryable): Promise<readonly string[]> {
  return selectColumn(
    db,
    text,
    `SELECT DISTINCT c.account_id FROM ${INVOICES_VIEW} c JOIN ${INVOICES_VIEW} o
     ON o.account_id = c.account_id AND o.status = 'pending' AND o.open_attempt IS NULL
       AND (CASE WHEN o.is_demo THEN c.unused_demo_cents ELSE c.unused_live_cents END) + c.unused_recorded_cents > 0
     WHERE c.unused_live_cents + c.unused_demo_cents + c.unused_recorded_cents > 0 ORDER BY c.account_id`,
  );
}

/** What an account owes and has as credit in one mode. */
const BALANCE = {
  /** Open amount of pending invoices. */
  balance_cents: cents,
  pending_invoices: integer,
  /** Unused credit of the mode, with recorded money (rule B32). */
  credit_cents: cents,
  /** Open amount of pending invoices of the other mode. */
  other_mode_cents: cents,
};

/** The balance of one account in one mode (rule B42). Freshness: `invoices`. */
export async function balanceOf(
  db: Queryable,
  accountId: string,
  isDemo: boolean,
): Promise<RowOf<typeof BALANCE>> {
  const [balance] = await selectRows(
    db,
    BALANCE,
    `SELECT coalesce(sum(open_cents) FILTER (WHERE is_demo = $2), 0)::bigint,
       (count(*) FILTER (WHERE is_demo = $2 AND status = 'pending'))::integer,
       coalesce(sum(CASE WHEN $2 THEN unused_demo_cents ELSE unused_live_cents END + unused_recorded_cents), 0)::bigint,
       coalesce(sum(open_cents) FILTER (WHERE is_demo <> $2), 0)::bigint
     FROM ${INVOICES_VIEW} WHERE account_id = $1`,
    [accountId, isDemo],
  );
  return balance ?? { balance_cents: 0, pending_invoices: 0, credit_cents: 0, other_mode_cents: 0 };
}

const definition = (overdue: string): ListDefinition<typeof columns> => ({
  columns,
  view: INVOICES_VIEW,
  aliases: { payment_date: 'paid_on' },
  filters: {
    is_overdue: { sql: overdue, kind: 'boolean' },
    overdue: { sql: overdue, kind: 'boolean' },
  },
  sorts: {
    total_amount: 't.total_cents',
    open_amount: 't.open_cents',
    days_overdue: 't.due_date',
  },
  defaultSort: ['invoice_date', 'DESC'],
});

/**
 * The admin's list of invoices. Freshness: `invoices`. @throws InvalidListQuery
 * @param today billing day: invoices open and due before it are overdue
 */
export function listInvoices(db: Queryable, query: ListQuery, today: Day): Promise<ListPage<InvoiceRow>> {
  return readList(db, definition(overdueOn(today)), query);
}

const overdueOn = (today: Day) => `(t.status = 'pending' AND t.due_date < ${dayLiteral(today)})`;

const sums = {
  is_demo: readAs(boolean, 't.is_demo'),
  /** Without canceled invoices, and those whose amount is on a later one. */
  total_amount: readAs(
    cents,
    `coalesce(sum(t.total_cents) FILTER (WHERE t.status NOT IN ('canceled', 'carried')), 0)::bigint`,
  ),
};

/** Cents of the invoices that {@link listInvoices} finds, by mode. @throws InvalidListQuery */
export const invoiceTotals = (db: Queryable, query: ListQuery, today: Day) =>
  readSums(db, definition(overdueOn(today)), query, { sums, by: ['is_demo'] });
