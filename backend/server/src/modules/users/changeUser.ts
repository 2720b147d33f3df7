import {
  notFound,
  onUser,
  type PresentUser,
  type UserCommand,
  userDecider,
  userStream,
} from '@portal/domain';
import { type CausalChain, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import { takeNextDealerId } from './dealerIds.ts';
import type { UserCommandPorts } from './ports.ts';

/** @throws BusinessRefusal 'User not found' (not_found), also for a deleted user */
export async function presentUser(
  ports: Pick<UserCommandPorts, 'load'>,
  userId: string,
): Promise<PresentUser> {
  const user = await ports.load(userStream(userId), userDecider);
  if (user.status !== 'present') throw notFound('User not found');
  return user;
}

/** Runs a command of a user who is there. @throws BusinessRefusal 'User not found' (not_found) */
export async function changeUser(
  ports: UserCommandPorts,
  userId: string,
  command: UserCommand,
  context: CommandContext,
): Promise<CausalChain> {
  const user = await presentUser(ports, userId);
  const email = command.type === 'ChangeProfile' ? command.changes.email : undefined;
  if (email !== undefined && email !== user.profile.email) await ports.voidResetLinks(userId);
  return runCommand(ports, { ...onUser(user), command, context });
}

/**
 * ApproveUser: a dealer gets the next free dealer id (rule D1), reserved before the approval.
 * @throws BusinessRefusal 'User not found' (not_found); all ids used up (conflict)
 */
export async function approveUser(
  ports: UserCommandPorts,
  userId: string,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const appended = await ports.oneByOne('approvals', async () => {
    const user = await presentUser(ports, userId);
    if (user.isApproved) return null;
    const dealerId =
      user.isAdmin || user.dealerId !== null ? null : await takeNextDealerId(ports, user, context);
    const approved = await ports.execute({
      ...onUser(user),
      command: { type: 'ApproveUser', dealerId },
      context,
      reason,
    });
    return approved.appended;
  });
  return appended === null ? NOTHING_APPENDED : ports.followUp(appended);
}

/** DisapproveUser. The user's sessions end first, so that none outlives the approval. */
export async function disapproveUser(
  ports: UserCommandPorts,
  userId: string,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const user = await presentUser(ports, userId);
  if (!user.isApproved) return NOTHING_APPENDED;
  if (!user.isAdmin) await ports.credentials.raiseEpoch(userId);
  return runCommand(ports, { ...onUser(user), command: { type: 'DisapproveUser' }, context, reason });
}
