import { userDecider, userStream } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { Precaution } from '../../kernel/edited.ts';
import type { UserCommandPorts } from './ports.ts';
import { accountsOf, presentUser } from './presentUser.ts';
import { releaseUsername } from './releaseUsername.ts';

/**
 * DeleteUser by an administrator: sessions end first, and what the user had passes on (decisions, Data). The name is
 * free again; the Dealer ID is not.
 * @param voidResetLinks links that reset the password are void
 * @throws BusinessRefusal 'User not found' (not_found), also for one deleted already; unprocessable for an
 * administrator and for oneself
 */
export async function deleteUser(
  ports: UserCommandPorts,
  userId: string,
  context: CommandContext,
  voidResetLinks: () => Promise<void>,
  { reason, seenRevision }: Precaution = {},
): Promise<CausalChain> {
  const user = await presentUser(ports, userId);
  const command = { type: 'DeleteUser', actorId: context.actor.id } as const;
  // refused before anybody is signed out
  userDecider.decide(command, user);
  await voidResetLinks();
  await ports.credentials.raiseEpoch(userId);
  const { appended } = await ports.execute({
    stream: userStream(userId),
    decider: userDecider,
    command,
    context,
    accounts: accountsOf(user),
    reason,
    seenRevision,
  });
  await ports.credentials.remove(userId);
  await releaseUsername(ports, user, context);
  return ports.followUp(appended);
}
