import { ACCOUNTS_VIEW, COMPANY_JOIN, COMPANY_NAME } from '../accounts/query.ts';
import { DEALER_SITES_VIEW } from '../dealerSites/query.ts';
import { DISPUTES_VIEW } from '../disputes/query.ts';
import { INVOICES_VIEW } from '../invoices/query.ts';
import { InvalidListQuery, type ListPage, type ListQuery, recordsOf } from '../query/list.ts';
import { shownColumns } from '../query/rowSource.ts';
import { optional, type RowOf, readAs, text } from '../runtime/columns.ts';
import { type Queryable, selectColumn } from '../runtime/select.ts';
import { notes, notesTable } from './projector.ts';

export const NOTES_VIEW = notes.views.notes;

const columns = {
  ...shownColumns(notesTable),
  company_name: COMPANY_NAME,
  /** Name of the site, number of the invoice, charge of the question; null for a company. */
  about_name: readAs(
    optional(text),
    `CASE t.about
      WHEN 'site' THEN (SELECT s.site_name FROM ${DEALER_SITES_VIEW} s WHERE s.id = t.about_id)
      WHEN 'invoice' THEN (SELECT i.invoice_number FROM ${INVOICES_VIEW} i WHERE i.id = t.about_id)
      WHEN 'dispute' THEN (SELECT d.line_name || ' on ' || d.invoice_number FROM ${DISPUTES_VIEW} d WHERE d.id = t.about_id)
    END`,
  ),
};

/** An internal note with what it is about. */
export type NoteRow = RowOf<typeof columns>;

const { byId, list } = recordsOf({
  columns,
  view: NOTES_VIEW,
  joins: COMPANY_JOIN,
  searchAlso: `t.account_id IN (SELECT c.id FROM ${ACCOUNTS_VIEW} c WHERE c.search LIKE ?)`,
  defaultSort: ['created_at', 'DESC'],
});

/** Projections that lists of notes read. */
export const NOTE_READS = ['notes', 'accounts', 'dealerSites', 'invoices', 'disputes'] as const;

/**
 * Notes, the newest first. The filter `mentions` is the id of a user, or null for notes that mention nobody. Freshness: {@link NOTE_READS}.
 * @throws InvalidListQuery
 */
export async function listNotes(db: Queryable, query: ListQuery): Promise<ListPage<NoteRow>> {
  const { mentions, ...filter } = query.filter ?? {};
  if (mentions === undefined) return list(db, query);
  if (mentions !== null && typeof mentions !== 'string')
    throw new InvalidListQuery('mentions', 'mentions must be the id of a user.');
  const id = await selectColumn(
    db,
    text,
    `SELECT id FROM ${NOTES_VIEW} WHERE CASE WHEN $1::text IS NULL THEN mentions = '[]' ELSE mentions @> to_jsonb($1::text) END`,
    [mentions],
  );
  return list(db, { ...query, filter: { ...filter, id } });
}

/** One note, or null. Freshness: {@link NOTE_READS}. */
export const noteById = byId;
