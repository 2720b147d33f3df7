import { usernameHashOf } from '@portal/domain';
import { defineProjection, type PortalEnvelope } from '../runtime/definition.ts';
import { usernamesTable } from './table.ts';

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
