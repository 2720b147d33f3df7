import {
  isErased,
  onUser,
  type PresentUser,
  userDecider,
  usernameDecider,
  usernameStream,
} from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { Precaution } from '../../kernel/edited.ts';
import { presentUser } from './changeUser.ts';
import type { UserCommandPorts } from './ports.ts';

/**
 * DeleteUser by an administrator: sessions end first, sites and invoices pass on (rule D4). The username is free
 * again; the Dealer ID is not.
 * @throws BusinessRefusal 'User not found' (not_found), also for one deleted already; unprocessable for an
 * administrator and for oneself
 */
export async function deleteUser(
  ports: UserCommandPorts,
  userId: string,
  context: CommandContext,
  precaution: Precaution = {},
): Promise<CausalChain> {
  const user = await presentUser(ports, userId);
  const command = { type: 'DeleteUser', actorId: context.actor.id } as const;
  // refuses before the sessions end
  userDecider.decide(command, user);
  await ports.voidResetLinks(userId);
  await ports.credentials.raiseEpoch(userId);
  const { appended } = await ports.execute({ ...onUser(user), command, context, ...precaution });
  await ports.credentials.remove(userId);
  await releaseUsername(ports, user, context);
  return ports.followUp(appended);
}

/** Releases a username after the user's event gave it up; idempotent. */
export async function releaseUsername(
  ports: UserCommandPorts,
  { userId, username }: Pick<PresentUser, 'userId' | 'username'>,
  context: CommandContext,
): Promise<void> {
  if (isErased(username)) return;
  await ports.execute({
    stream: usernameStream(ports.usernameHash(username)),
    decider: usernameDecider,
    command: { type: 'ReleaseUsername', userId },
    context: { ...context, id: deriveId(context, 'release') },
    accounts: [],
  });
}
