import { text } from '../runtime/columns.ts';
import { defineTable } from '../runtime/table.ts';

/** One row a held username, by the hash that its stream is named with; the name itself stands nowhere here. */
export const usernamesTable = defineTable({
  name: 'usernames',
  key: 'username_hash',
  columns: { username_hash: text, user_id: text },
  indexes: ['(user_id)'],
});
