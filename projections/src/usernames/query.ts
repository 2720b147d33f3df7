import { text } from '../runtime/columns.ts';
import { type Queryable, selectColumn } from '../runtime/select.ts';
import { USERS_VIEW } from '../users/query.ts';
import { usernames } from './projector.ts';

const VIEW = usernames.views.usernames;

/**
 * Id of the user with this username; null for a free one and for a reservation whose registration was not completed.
 * Freshness: `usernames`, `users`.
 * @param usernameHash keyed hash of the normalised name, as in the name of its stream
 */
export async function userIdByUsernameHash(db: Queryable, usernameHash: string): Promise<string | null> {
  const [id = null] = await selectColumn(
    db,
    text,
    `SELECT n.user_id FROM ${VIEW} n JOIN ${USERS_VIEW} u ON u.id = n.user_id WHERE n.username_hash = $1`,
    [usernameHash],
  );
  return id;
}
