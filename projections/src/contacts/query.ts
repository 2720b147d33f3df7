import { type ListDefinition, type ListPage, type ListQuery, readList } from '../query/list.ts';
import type { Queryable } from '../query/select.ts';
import type { RowOf } from '../runtime/columns.ts';
import { viewName } from '../runtime/table.ts';
import { contacts } from './projector.ts';
import { contactsTable } from './table.ts';

export const CONTACTS_VIEW = viewName(contactsTable.name, contacts.version);

const { search: _search, ...columns } = contactsTable.columns;

/** A message of the contact form (S1-3). */
export type ContactRow = RowOf<typeof columns>;

const definition: ListDefinition<typeof columns> = {
  columns,
  view: CONTACTS_VIEW,
  search: 't.search',
  key: 't.id',
  filters: {
    id: { sql: 't.id', kind: 'text' },
    status: { sql: 't.status', kind: 'text' },
    contact_subject: { sql: 't.subject', kind: 'text' },
  },
  sorts: {
    id: 't.id',
    contact_name: 't.name',
    contact_email: 't.email',
    contact_subject: 't.subject',
    status: 't.status',
    created_at: 't.created_at',
    answered_at: 't.answered_at',
  },
  defaultSort: ['created_at', 'DESC'],
};

/** The administrators' inbox, the newest first. Freshness: `contacts`. @throws InvalidListQuery */
export function listContacts(db: Queryable, query: ListQuery): Promise<ListPage<ContactRow>> {
  return readList(db, definition, query);
}

/** One message; null where there is none. Freshness: `contacts`. */
export async function contactById(db: Queryable, id: string): Promise<ContactRow | null> {
  const { rows } = await readList(db, definition, { filter: { id } });
  return rows[0] ?? null;
}
