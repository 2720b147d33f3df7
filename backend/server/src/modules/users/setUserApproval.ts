import { userDecider, userStream } from '@portal/domain';
import { type CausalChain, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { takeNextDealerId } from './dealerIds.ts';
import { decideOnUser } from './decideOnUser.ts';
import type { UserCommandPorts } from './ports.ts';
import { accountsOf, presentUser } from './presentUser.ts';

/**
 * ApproveUser: an approved dealer gets the next free dealer id (decisions, Data), reserved before the approval.
 * Approved already: nothing happens. The administrator's `reason` goes into the log.
 * @throws BusinessRefusal 'User not found' (not_found); all ids used up (conflict)
 */
export async function approveUser(
  ports: UserCommandPorts,
  userId: string,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const appended = await ports.approvalsOneByOne(async () => {
    const user = await presentUser(ports, userId);
    if (user.isApproved) return null;
    const dealerId =
      user.isAdmin || user.dealerId !== null ? null : await takeNextDealerId(ports, user, context);
    const approved = await ports.execute({
      stream: userStream(userId),
      decider: userDecider,
      command: { type: 'ApproveUser', dealerId },
      context,
      accounts: accountsOf(user),
      reason,
    });
    return approved.appended;
  });
  return appended === null ? NOTHING_APPENDED : ports.followUp(appended);
}

/** DisapproveUser: all sessions of the user end before the approval is taken back, so that none slips through. */
export async function disapproveUser(
  ports: UserCommandPorts,
  userId: string,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const user = await presentUser(ports, userId);
  if (!user.isApproved) return NOTHING_APPENDED;
  if (!user.isAdmin) await ports.credentials.raiseEpoch(userId);
  return decideOnUser(ports, user, { type: 'DisapproveUser' }, context, { reason });
}
