import { type ListDefinition, type ListPage, type ListQuery, readList } from '../query/list.ts';
import type { RowOf } from '../runtime/columns.ts';
import type { Queryable } from '../runtime/select.ts';
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
  fields: ['id', 'status'],
  aliases: { contact_subject: 'subject' },
  sorts: {
    contact_name: 't.name_key',
    contact_email: 't.email_key',
    created_at: 't.created_at',
    answered_at: 't.answered_at',
  },
  defaultSort: ['created_at', 'DESC'],
};

/** Messages, the newest first. Freshness: `contacts`. @throws InvalidListQuery */
export function listContacts(db: Queryable, query: ListQuery): Promise<ListPage<ContactRow>> {
  return readList(db, definition, query);
}

/** One message, or null. Freshness: `contacts`. */
export async function contactById(db: Queryable, id: string): Promise<ContactRow | null> {
  const { rows } = await readList(db, definition, { filter: { id } });
  return rows[0] ?? null;
}
