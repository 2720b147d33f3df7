import { emailKey, nameKey } from '@portal/domain/values';
import { searchText } from '../query/searching.ts';
import { instant, optional, text } from '../runtime/columns.ts';
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
    search: text,
  },
  indexes: ['(status, created_at, id)', '(created_at, id)'],
  keys: { name: nameKey, email: emailKey },
  derive: (row) => ({ ...row, search: searchText(row.name, row.email, row.phone, row.message) }),
});
