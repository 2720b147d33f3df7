import { ERASED_TEXT, reveal } from '@portal/domain';
import { defineProjection } from '../runtime/definition.ts';
import { contactsTable } from './table.ts';

/** What did visitors write, and which of it is answered? */
export const contacts = defineProjection({
  name: 'contacts',
  version: 1,
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
      for (const contactId of contactIds) {
        rows.contacts.upsert(
          contactId,
          (contact) =>
            contact && {
              ...contact,
              name: ERASED_TEXT,
              email: ERASED_TEXT,
              phone: contact.phone === null ? null : ERASED_TEXT,
              message: ERASED_TEXT,
            },
        );
      }
    },
  },
});
