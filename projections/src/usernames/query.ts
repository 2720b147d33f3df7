import { type Queryable, selectRows } from '../query/select.ts';
import { text } from '../runtime/columns.ts';
import { viewName } from '../runtime/table.ts';
import { users } from '../users/projector.ts';
import { usersTable } from '../users/table.ts';
import { usernames } from './projector.ts';
import { usernamesTable } from './table.ts';

const NAMES = viewName(usernamesTable.name, usernames.version);
const USERS = viewName(usersTable.name, users.version);

/**
 * The id of the user who holds a username and exists; null for a free name and for a hold whose registration
 * never came to its end. Freshness: `usernames` and `users`.
 * @param usernameHash the id part of the name's stream: the keyed hash of the normalised name
 */
export async function userIdByUsernameHash(db: Queryable, usernameHash: string): Promise<string | null> {
  const rows = await selectRows(
    db,
    { user_id: text },
    `SELECT n.user_id FROM ${NAMES} n JOIN ${USERS} u ON u.id = n.user_id WHERE n.username_hash = $1`,
    [usernameHash],
    'user-id-by-username',
  );
  return rows[0]?.user_id ?? null;
}
