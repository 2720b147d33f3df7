import { text } from '../runtime/columns.ts';
import { defineTable } from '../runtime/table.ts';

/** One row per reserved username, by the hash in its stream's name; the username itself is not stored. */
export const usernamesTable = defineTable({
  name: 'usernames',
  key: 'username_hash',
  columns: { username_hash: text, user_id: text },
  indexes: ['(user_id)'],
});
