import {
  BusinessRefusal,
  type Changes,
  type EmailPreferences,
  type PresentUser,
  type UserProfile,
  userDecider,
  userStream,
} from '@portal/domain';
import { type CausalChain, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Precaution } from '../../kernel/edited.ts';
import { takeNextDealerId } from './dealerIds.ts';
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

/** Accounts that an event about this user concerns. */
export const accountsOf = ({ accountId }: Pick<PresentUser, 'accountId'>): readonly string[] =>
  accountId === null ? [] : [accountId];

/** Has a command decided on a user's stream and runs what follows from it. @throws BusinessRefusal, StaleRevision */
export async function decideOnUser(
  ports: Pick<CommandPorts, 'execute' | 'followUp'>,
  user: Pick<PresentUser, 'userId' | 'accountId'>,
  command: Parameters<typeof userDecider.decide>[0],
  context: CommandContext,
  precaution: Precaution = {},
): Promise<CausalChain> {
  const { appended } = await ports.execute({
    stream: userStream(user.userId),
    decider: userDecider,
    command,
    context,
    accounts: accountsOf(user),
    ...precaution,
  });
  return ports.followUp(appended);
}

/**
 * ChangeProfile by the user: the eight fields of the profile form (S2-5); what is left out stays.
 * @param beforeEmailChange what must be true before mail goes to a new address: links sent to the old one are void
 * @throws BusinessRefusal 'User not found' (not_found)
 */
export async function changeProfile(
  ports: UserCommandPorts,
  userId: string,
  changes: Changes<UserProfile>,
  context: CommandContext,
  beforeEmailChange: () => Promise<void>,
): Promise<CausalChain> {
  const user = await presentUser(ports, userId);
  if (changes.email !== undefined && changes.email !== user.profile.email) await beforeEmailChange();
  return decideOnUser(ports, user, { type: 'ChangeProfile', changes }, context);
}

/** ChangeEmailPreferences by the user; the administrators' three flags are off for anybody else, whatever is asked. */
export async function changeEmailPreferences(
  ports: UserCommandPorts,
  userId: string,
  preferences: EmailPreferences,
  context: CommandContext,
): Promise<CausalChain> {
  const user = await presentUser(ports, userId);
  return decideOnUser(ports, user, { type: 'ChangeEmailPreferences', changes: preferences }, context);
}

/**
 * ApproveUser: an approved dealer gets the next free dealer id (rule D1), reserved before the approval.
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
