import { reveal } from '@portal/domain';
import { defineProjection } from '../runtime/definition.ts';
import { withoutFields } from '../runtime/fields.ts';
import { contactsTable } from './table.ts';

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
        search: '',
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
