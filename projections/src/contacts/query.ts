import { type ListDefinition, type ListPage, type ListQuery, readList } from '../query/list.ts';
import { shownColumns } from '../query/rowSource.ts';
import type { RowOf } from '../runtime/columns.ts';
import type { Queryable } from '../runtime/select.ts';
import { contacts, contactsTable } from './projector.ts';

export const CONTACTS_VIEW = contacts.views.contacts;

const columns = shownColumns(contactsTable);

/** A message of the contact form (S1-3). */
export type ContactRow = RowOf<typeof columns>;

const definition: ListDefinition<typeof columns> = {
  columns,
  view: CONTACTS_VIEW,
  aliases: { contact_subject: 'subject', contact_name: 'name', contact_email: 'email' },
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
