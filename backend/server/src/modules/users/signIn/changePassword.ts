import { WRONG_CURRENT_PASSWORD } from '@portal/contract';
import { onUser, unprocessable } from '@portal/domain';
import type { CausalChain } from '../../../kernel/causalChain.ts';
import type { CommandContext } from '../../../kernel/commandContext.ts';
import { runCommand } from '../../../kernel/runCommand.ts';
import { presentUser } from '../changeUser.ts';
import type { UserCommandPorts } from '../ports.ts';
import { refuseCommonPassword } from './commonPasswords.ts';

/**
 * ChangePassword by the user. Credentials change first and end all sessions; `keepSession` moves the current one to
 * the new epoch and a new id before the event is appended.
 * @throws BusinessRefusal 'Current password is incorrect' (unprocessable)
 */
export async function changePassword(
  ports: UserCommandPorts,
  userId: string,
  passwords: { readonly currentPassword: string; readonly newPassword: string },
  context: CommandContext,
  keepSession: (authEpoch: number) => Promise<void>,
): Promise<CausalChain> {
  await refuseCommonPassword(passwords.newPassword, 'newPassword');
  const user = await presentUser(ports, userId);
  const verified = await ports.credentials.verify(userId, passwords.currentPassword);
  if (!verified.ok) throw unprocessable(WRONG_CURRENT_PASSWORD, 'currentPassword');
  await ports.voidResetLinks(userId);
  await keepSession(await ports.credentials.set(userId, passwords.newPassword));
  return runCommand(ports, {
    ...onUser(user),
    command: { type: 'RecordPasswordChange', how: 'change' },
    context,
  });
}
