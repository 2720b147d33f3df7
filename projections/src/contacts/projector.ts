import { reveal } from '@portal/domain';
import { emailKey, nameKey } from '@portal/domain/values';
import { searchText } from '../query/searching.ts';
import { derived, instant, optional, text } from '../runtime/columns.ts';
import { defineProjection } from '../runtime/definition.ts';
import { withoutFields } from '../runtime/fields.ts';
import { defineTable } from '../runtime/table.ts';

/** One row per message of the contact form. */
export const contactsTable = defineTable({
  name: 'contacts',
  key: 'id',
  columns: {
    id: text,
    name: text,
    email: text,
    phone: optional(text),
    /** One of the subject options, e.g. `dealer_inquiry` (S1-3). */
    subject: text,
    message: text,
    /** `open` or `answered`. */
    status: text,
    created_at: instant,
    answered_at: optional(instant),
    search: derived(text),
  },
  indexes: ['(status, created_at, id)', '(created_at, id)'],
  keys: { name: nameKey, email: emailKey },
  derive: (row) => ({ search: searchText(row.name, row.email, row.phone, row.message) }),
});

const erased = withoutFields(['name', 'email', 'phone', 'message']);

/** Messages of the contact form. */
export const contacts = defineProjection({
  name: 'contacts',
  version: 2,
  personal: true,
  tables: { contacts: contactsTable },
  handlers: {
    ContactMessageReceived: ({ contactId, name, email, phone, subject, message }, rows, { metadata }) =>
      rows.contacts.put({
        id: contactId,
        name: reveal(name),
        email: reveal(email),
        phone: phone === null ? null : reveal(phone),
        subject,
        message: reveal(message),
        status: 'open',
        created_at: metadata.recordedAt,
        answered_at: null,
      }),
    ContactMessageAnswered: ({ contactId }, rows, { metadata }) =>
      rows.contacts.update(contactId, (contact) => ({
        ...contact,
        status: 'answered',
        answered_at: metadata.recordedAt,
      })),
    PersonalDataErased: ({ contactIds }, rows) => {
      for (const id of contactIds) rows.contacts.upsert(id, (contact) => contact && erased(contact));
    },
  },
});
