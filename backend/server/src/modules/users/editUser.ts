import type { EditUserRequest } from '@portal/contract';
import {
  BusinessRefusal,
  inSequence,
  isErased,
  type PresentUser,
  type UserCommand,
  userDecider,
  userStream,
} from '@portal/domain';
import { DEALER_ID_MESSAGE, PROFILE_FIELDS, pickFields } from '@portal/domain/values';
import { StaleRevision } from '@portal/event-store';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import { type Edited, type Precaution, revisionAfter } from '../../kernel/edited.ts';
import { existingCompany } from '../companies/module.ts';
import { presentUser } from './changeUser.ts';
import { takeDealerId, takeNextDealerId } from './dealerIds.ts';
import { releaseUsername } from './deleteUser.ts';
import type { UserCommandPorts } from './ports.ts';
import { reserveUsername } from './registerDealer.ts';

/** Ports for data outside the log. */
export interface EditUserPorts {
  /** Links that reset the password are void: before a new address or password is. */
  readonly voidResetLinks: () => Promise<void>;
  /** Told the new login epoch after a new password: an administrator who edits itself stays signed in. */
  readonly passwordChanged: (authEpoch: number) => Promise<void>;
}

/**
 * Saves the Edit User dialog (S2-5): profile, name, Dealer ID, role and company as one decision, then the password.
 * Names and Dealer IDs are reserved first; a role change ends the sessions.
 * @throws BusinessRefusal 'User not found' (not_found); conflict for a taken name or Dealer ID; unprocessable for an
 * unknown company or the last administrator; StaleRevision
 */
export async function editUser(
  ports: UserCommandPorts,
  userId: string,
  patch: EditUserRequest,
  context: CommandContext,
  { voidResetLinks, passwordChanged }: EditUserPorts,
  { reason, seenRevision }: Precaution = {},
): Promise<Edited> {
  const user = await presentUser(ports, userId);
  const target = await accountAfter(ports, user, patch);
  const demoted = patch.is_admin === false && user.isAdmin;
  const renamed = patch.username !== undefined && patch.username !== user.username;
  const dealerId = dealerIdIn(user, patch);
  if (renamed) await reserveName(ports, user, patch.username, context);
  try {
    if (dealerId !== null) await takeDealerId(ports, dealerId, user, context);
    if (patch.email !== undefined && patch.email !== user.profile.email) await voidResetLinks();
    if (patch.is_admin === true && !user.isAdmin) await ports.credentials.raiseEpoch(userId);
    const run = (otherAdmins: number, given: string | null) =>
      ports.execute({
        stream: userStream(userId),
        decider: inSequence(userDecider),
        command: stepsOf(patch, { accountId: target, dealerId: given, otherAdmins }),
        context,
        accounts: [...new Set([user.accountId, target])].filter((id) => id !== null),
        reason,
        seenRevision,
      });
    const demote = async (others: (userId: string) => Promise<number>) => {
      const otherAdmins = await others(userId);
      // the last one is refused, signed in
      if (otherAdmins === 0) return run(otherAdmins, dealerId);
      await ports.credentials.raiseEpoch(userId);
      const needsId = user.dealerId === null && dealerId === null;
      return run(otherAdmins, needsId ? await takeNextDealerId(ports, user, context) : dealerId);
    };
    const { appended } = demoted ? await ports.administratorsOneByOne(demote) : await run(0, dealerId);
    if (renamed && changesHash(ports, user, patch.username)) await releaseUsername(ports, user, context);
    const password = await setPassword(ports, user, patch, context, { voidResetLinks, passwordChanged });
    const all = [...appended, ...password];
    return { chain: await ports.followUp(all), revision: revisionAfter(all) };
  } catch (error) {
    // what was reserved for nothing is given back; anything else may have taken place after all
    const nothingTookPlace = error instanceof BusinessRefusal || error instanceof StaleRevision;
    if (nothingTookPlace && renamed && changesHash(ports, user, patch.username)) {
      await releaseUsername(ports, { userId, username: patch.username ?? '' }, context);
    }
    throw error;
  }
}

/** Company after the edit; refuses unknown companies and dealers without one. */
async function accountAfter(
  ports: UserCommandPorts,
  user: PresentUser,
  patch: EditUserRequest,
): Promise<string | null> {
  const chosen = patch.account_id ?? null;
  if (chosen !== null && chosen !== user.accountId) await existingCompany(ports, chosen);
  const target = chosen ?? user.accountId;
  const staysAdmin = patch.is_admin ?? user.isAdmin;
  if (target === null && !staysAdmin) {
    const message = 'Please choose a company: only an administrator can be without one.';
    throw new BusinessRefusal('unprocessable', message, 'account_id');
  }
  return target;
}

/** A new Dealer ID; null for none. Blank is good only for who has none (rule D1: empty while pending). */
function dealerIdIn(user: PresentUser, { dealer_id: wanted }: EditUserRequest): string | null {
  if (wanted === undefined || wanted === user.dealerId) return null;
  if (wanted !== '') return wanted;
  if (user.dealerId === null) return null;
  throw new BusinessRefusal('unprocessable', DEALER_ID_MESSAGE, 'dealer_id');
}

function stepsOf(
  patch: EditUserRequest,
  with_: {
    readonly accountId: string | null;
    readonly dealerId: string | null;
    readonly otherAdmins: number;
  },
): readonly UserCommand[] {
  const { username, is_admin } = patch;
  const { accountId, dealerId, otherAdmins } = with_;
  return [
    { type: 'ChangeProfile', changes: pickFields(PROFILE_FIELDS, patch) },
    ...(username === undefined ? [] : [{ type: 'ChangeUsername', username } as const]),
    ...(dealerId === null ? [] : [{ type: 'ChangeDealerId', dealerId } as const]),
    ...(accountId === null ? [] : [{ type: 'AssignUserToAccount', accountId } as const]),
    ...(is_admin === undefined
      ? []
      : [is_admin ? ({ type: 'GrantAdmin' } as const) : ({ type: 'RevokeAdmin', otherAdmins } as const)]),
  ];
}

async function reserveName(
  ports: UserCommandPorts,
  { userId }: PresentUser,
  username = '',
  context: CommandContext,
): Promise<void> {
  await reserveUsername(ports, username, ports.usernameHash(username), userId, context);
}

/** False where only the writing changes, so that both names are one reservation. */
function changesHash(ports: UserCommandPorts, { username }: PresentUser, renamedTo = ''): boolean {
  return isErased(username) || ports.usernameHash(username) !== ports.usernameHash(renamedTo);
}

/** The password comes last: an edit that is refused leaves the old one. */
async function setPassword(
  ports: UserCommandPorts,
  user: PresentUser,
  { password }: EditUserRequest,
  context: CommandContext,
  { voidResetLinks, passwordChanged }: EditUserPorts,
) {
  if (password === undefined || password === null || password === '') return [];
  await voidResetLinks();
  await passwordChanged(await ports.credentials.set(user.userId, password));
  const { appended } = await ports.execute({
    stream: userStream(user.userId),
    decider: userDecider,
    command: { type: 'RecordPasswordChange', how: 'admin' },
    context: { ...context, id: deriveId(context, 'password') },
    accounts: user.accountId === null ? [] : [user.accountId],
  });
  return appended;
}
