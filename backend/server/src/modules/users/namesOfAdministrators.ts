import { usersByIds } from '@portal/projections';
import type { UserPorts } from './ports.ts';

/** What to call those who did something, by their ids: their names; one who is gone is a former administrator. */
export async function namesOfAdministrators(
  { db, today }: Pick<UserPorts, 'db' | 'today'>,
  ids: Iterable<string>,
): Promise<(userId: string) => string> {
  const users = await usersByIds(db, [...new Set(ids)], today());
  const names = new Map(users.map(({ id, name, username }) => [id, name || username]));
  return (userId) => names.get(userId) ?? 'A former administrator';
}
