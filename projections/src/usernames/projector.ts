import { usernameHashOf } from '@portal/domain';
import { text } from '../runtime/columns.ts';
import { defineProjection, type PortalEnvelope } from '../runtime/definition.ts';
import { defineTable } from '../runtime/table.ts';

/** One row per reserved username, by the hash in its stream's name; the username itself is not stored. */
export const usernamesTable = defineTable({
  name: 'usernames',
  key: 'username_hash',
  columns: { username_hash: text, user_id: text },
  indexes: ['(user_id)'],
});

function hashOf({ stream }: PortalEnvelope): string {
  const hash = usernameHashOf(stream);
  if (hash === null) throw new Error(`${stream} is not the stream of a username.`);
  return hash;
}

/** Reserved usernames. A later reservation replaces one whose registration was abandoned. */
export const usernames = defineProjection({
  name: 'usernames',
  version: 1,
  personal: false,
  tables: { usernames: usernamesTable },
  handlers: {
    UsernameReserved: ({ userId }, rows, envelope) =>
      rows.usernames.put({ username_hash: hashOf(envelope), user_id: userId }),
    UsernameReleased: ({ userId }, rows, envelope) =>
      rows.usernames.upsert(hashOf(envelope), (held) => (held?.user_id === userId ? undefined : held)),
  },
});
