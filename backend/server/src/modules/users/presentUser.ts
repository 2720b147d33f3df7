import { BusinessRefusal, type PresentUser, userDecider, userStream } from '@portal/domain';
import type { UserCommandPorts } from './ports.ts';

/** A user as it stands now. @throws BusinessRefusal 'User not found' (not_found) */
export async function presentUser(
  ports: Pick<UserCommandPorts, 'load'>,
  userId: string,
): Promise<PresentUser> {
  const user = await ports.load(userStream(userId), userDecider);
  if (user.status !== 'present') throw new BusinessRefusal('not_found', 'User not found');
  return user;
}

/** Whom an event about this user concerns. */
export const accountsOf = ({ accountId }: Pick<PresentUser, 'accountId'>): readonly string[] =>
  accountId === null ? [] : [accountId];
