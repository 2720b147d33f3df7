import { recordsOf } from '../query/list.ts';
import { shownColumns } from '../query/rowSource.ts';
import type { RowOf } from '../runtime/columns.ts';
import { contacts, contactsTable } from './projector.ts';

export const CONTACTS_VIEW = contacts.views.contacts;

const columns = shownColumns(contactsTable);

/** A message of the contact form (S1-3). */
export type ContactRow = RowOf<typeof columns>;

const { byId, list } = recordsOf({
  columns,
  view: CONTACTS_VIEW,
  aliases: { contact_subject: 'subject', contact_name: 'name', contact_email: 'email' },
  defaultSort: ['created_at', 'DESC'],
});

/** Messages, the newest first. Freshness: `contacts`. @throws InvalidListQuery */
export const listContacts = list;

/** One message, or null. Freshness: `contacts`. */
export const contactById = byId;
