import type { EmailPreferences } from '@portal/domain';
import { emailKey, mapValues, nameKey, PROFILE_FIELDS } from '@portal/domain/values';
import { searchText } from '../query/searching.ts';
import { boolean, instant, json, optional, text } from '../runtime/columns.ts';
import { recordColumns } from '../runtime/fields.ts';
import { defineTable } from '../runtime/table.ts';

/** One row per user; none for a deleted one. */
export const usersTable = defineTable({
  name: 'users',
  key: 'id',
  columns: {
    id: text,
    /** Null for the portal's first administrator. */
    account_id: optional(text),
    username: text,
    ...mapValues(PROFILE_FIELDS, () => text),
    /** These texts can't be read any more. */
    erased: boolean,
    experience: optional(text),
    /** Version of the dealer agreement and when it was accepted; null for users added by an administrator. */
    agreement_version: optional(text),
    agreed_at: optional(instant),
    is_admin: boolean,
    is_approved: boolean,
    dealer_id: optional(text),
    /** Two-step verification is on. */
    has_second_factor: boolean,
    /** Null while the defaults of the role apply. */
    saved_preferences: optional(json<EmailPreferences>()),
    ...recordColumns,
  },
  indexes: [
    '(account_id)',
    '(dealer_id)',
    '(username_key, id)',
    '(email_key)',
    '(created_at, id)',
    '(is_approved, created_at, id) WHERE NOT is_admin',
  ],
  keys: { username: nameKey, name: nameKey, email: emailKey, company: nameKey, city: nameKey },
  derive: (row) => ({
    ...row,
    search: searchText(row.username, row.name, row.email, row.company, row.dealer_id, row.phone, row.city),
  }),
});
