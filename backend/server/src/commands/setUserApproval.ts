import {
  BusinessRefusal,
  dealerIdDecider,
  dealerIdStream,
  type PresentUser,
  userDecider,
  userStream,
} from '@portal/domain';
import { dealerIdOfNumber, numberOfDealerId } from '@portal/domain/values';
import { type CausalChain, NOTHING_APPENDED } from './causalChain.ts';
import type { CommandContext } from './commandContext.ts';
import type { CommandPorts } from './portalCommands.ts';

/** Racers that take the same numbers move on one by one; more than this at once is a fault. */
const MOST_TRIES = 200;

/**
 * ApproveUser: an approved dealer gets the next free dealer id (decisions, Data), reserved before the approval.
 * Approved already: nothing happens. The administrator's `reason` goes into the log.
 * @throws BusinessRefusal 'User not found' (not_found); all ids used up (conflict)
 */
export async function approveUser(
  ports: CommandPorts,
  userId: string,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const user = await presentUser(ports, userId);
  if (user.isApproved) return NOTHING_APPENDED;
  const dealerId = user.isAdmin || user.dealerId !== null ? null : await takeDealerId(ports, user, context);
  const { appended } = await ports.execute({
    stream: userStream(userId),
    decider: userDecider,
    command: { type: 'ApproveUser', dealerId },
    context,
    accounts: accountsOf(user),
    reason,
  });
  return ports.followUp(appended);
}

/** DisapproveUser: all sessions of the user end before the approval is taken back, so that none slips through. */
export async function disapproveUser(
  ports: CommandPorts,
  userId: string,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const user = await presentUser(ports, userId);
  if (!user.isApproved) return NOTHING_APPENDED;
  if (!user.isAdmin) await ports.credentials.raiseEpoch(userId);
  const { appended } = await ports.execute({
    stream: userStream(userId),
    decider: userDecider,
    command: { type: 'DisapproveUser' },
    context,
    accounts: accountsOf(user),
    reason,
  });
  return ports.followUp(appended);
}

async function presentUser(ports: CommandPorts, userId: string): Promise<PresentUser> {
  const user = await ports.load(userStream(userId), userDecider);
  if (user.status !== 'present') throw new BusinessRefusal('not_found', 'User not found');
  return user;
}

const accountsOf = (user: PresentUser) => (user.accountId === null ? [] : [user.accountId]);

/** Takes the next free dealer id for the user; where another took it first, the one after. */
async function takeDealerId(
  ports: CommandPorts,
  user: PresentUser,
  context: CommandContext,
): Promise<string> {
  const proposed = await ports.nextDealerId();
  let number = proposed === null ? null : numberOfDealerId(proposed);
  for (let tries = 0; number !== null && tries < MOST_TRIES; tries += 1) {
    const dealerId = dealerIdOfNumber(number);
    if (dealerId === null) break;
    try {
      await ports.execute({
        stream: dealerIdStream(dealerId),
        decider: dealerIdDecider,
        command: { type: 'TakeDealerId', dealerId, userId: user.userId },
        context,
        accounts: accountsOf(user),
      });
      return dealerId;
    } catch (error) {
      // the read model is behind, or somebody was faster
      if (!(error instanceof BusinessRefusal && error.kind === 'conflict')) throw error;
    }
    number += 1;
  }
  throw new BusinessRefusal('conflict', 'All Dealer IDs from KS0001 to KS9999 are used up.', 'dealer_id');
}
