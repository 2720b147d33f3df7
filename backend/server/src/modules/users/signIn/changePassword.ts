import { WRONG_CURRENT_PASSWORD } from '@portal/contract';
import { BusinessRefusal } from '@portal/domain';
import type { CausalChain } from '../../../kernel/causalChain.ts';
import type { CommandContext } from '../../../kernel/commandContext.ts';
import { decideOnUser, presentUser } from '../changeUser.ts';
import type { UserCommandPorts } from '../ports.ts';

/**
 * ChangePassword by the user. Credentials change first and end all sessions; `keepSession` moves the current one to
 * the new epoch before the event is appended.
 * @param beforeChange runs before, e.g. voids reset links
 * @throws BusinessRefusal 'Current password is incorrect' (unprocessable)
 */
export async function changePassword(
  ports: UserCommandPorts,
  userId: string,
  passwords: { readonly currentPassword: string; readonly newPassword: string },
  context: CommandContext,
  session: {
    readonly beforeChange: () => Promise<void>;
    readonly keepSession: (authEpoch: number) => Promise<void>;
  },
): Promise<CausalChain> {
  const user = await presentUser(ports, userId);
  const verified = await ports.credentials.verify(userId, passwords.currentPassword);
  if (!verified.ok) throw new BusinessRefusal('unprocessable', WRONG_CURRENT_PASSWORD, 'currentPassword');
  await session.beforeChange();
  await session.keepSession(await ports.credentials.set(userId, passwords.newPassword));
  return decideOnUser(ports, user, { type: 'RecordPasswordChange', how: 'change' }, context);
}
