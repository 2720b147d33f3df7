import { ACCOUNTS_VIEW } from '../accounts/query.ts';
import { INVOICES_VIEW } from '../invoices/query.ts';
import { recordsOf } from '../query/list.ts';
import { shownColumns } from '../query/rowSource.ts';
import {
  boolean,
  cents,
  day,
  integer,
  json,
  optional,
  type RowOf,
  readAs,
  text,
} from '../runtime/columns.ts';
import { isIn, type Queryable } from '../runtime/select.ts';
import { creditNotes, creditNotesTable, type MovedNote } from './projector.ts';

export type { MovedNote } from './projector.ts';

export const CREDIT_NOTES_VIEW = creditNotes.views.notes;

const columns = {
  ...shownColumns(creditNotesTable),
  company_name: readAs(optional(text), 't.company_name', 't.company_name_key'),
  invoice_number: text,
  invoice_date: day,
  is_demo: boolean,
  /** The refund failed later: nothing is corrected. */
  failed: boolean,
  moved: json<readonly MovedNote[]>(),
};

/** A credit note with its company, its invoice, and what became of its refund. Amounts in cents. */
export type CreditNoteRow = RowOf<typeof columns>;

const { read, byId, list, totals } = recordsOf({
  columns,
  view: `(SELECT n.id, n.account_id, n.invoice_id, n.kind, n.source_id, n.source, n.event_id, n.corrected_at, n.day,
      coalesce(r.again_cents, n.amount_cents) AS amount_cents, n.tax_cents, n.paid_out_cents, n.method, n.reference, n.reason,
      a.company_name, a.company_name_key, i.invoice_number, i.invoice_date, i.is_demo,
      coalesce(r.failed, false) AS failed, coalesce(r.moved, '[]') AS moved,
      concat_ws(' ', n.search, a.search, i.search) AS search
    FROM ${CREDIT_NOTES_VIEW} n JOIN ${INVOICES_VIEW} i ON i.id = n.invoice_id
    LEFT JOIN ${ACCOUNTS_VIEW} a ON a.id = n.account_id
    LEFT JOIN ${creditNotes.views.refunds} r ON r.source = n.source)`,
  sorts: { amount: 't.amount_cents' },
  defaultSort: ['day', 'DESC'],
});

/** What the queries of credit notes read. */
export const CREDIT_NOTE_READS = ['creditNotes', 'invoices', 'accounts'];

/** The admin's list of credit notes. Freshness: {@link CREDIT_NOTE_READS}. @throws InvalidListQuery */
export const listCreditNotes = list;

/** One credit note by its number, or null. Freshness: {@link CREDIT_NOTE_READS}. */
export const creditNoteById = byId;

/** The credit notes of these invoices, the earliest first. Freshness: {@link CREDIT_NOTE_READS}. */
export const creditNotesOfInvoices = (
  db: Queryable,
  invoiceIds: readonly string[],
): Promise<readonly CreditNoteRow[]> =>
  read(db, `WHERE ${isIn('t.invoice_id', '$1')} ORDER BY t.day, t.id`, [invoiceIds]);

/** The same of all invoices of a company. */
export const creditNotesOfAccount = (db: Queryable, accountId: string): Promise<readonly CreditNoteRow[]> =>
  read(db, 'WHERE t.account_id = $1 ORDER BY t.day, t.id', [accountId]);

const sums = {
  is_demo: readAs(boolean, 't.is_demo'),
  credit_notes: readAs(integer, 'count(*)'),
  /** Without those of failed refunds. */
  amount_cents: readAs(cents, 'coalesce(sum(t.amount_cents) FILTER (WHERE NOT t.failed), 0)::bigint'),
};

/** Totals of the credit notes that a list finds, by mode. As {@link listCreditNotes}. @throws InvalidListQuery */
export const creditNoteTotals = totals(sums, 'is_demo');
