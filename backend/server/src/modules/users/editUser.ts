import type { EditUserRequest } from '@portal/contract';
import {
  BusinessRefusal,
  inSequence,
  isErased,
  onUser,
  type PresentUser,
  type UserCommand,
  unprocessable,
  userDecider,
  userStream,
} from '@portal/domain';
import { DEALER_ID_MESSAGE, PROFILE_FIELDS, pickFields, type StaffRole } from '@portal/domain/values';
import { StaleRevision } from '@portal/event-store';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import { type Edited, type Precaution, revisionAfter } from '../../kernel/edited.ts';
import { existingCompany } from '../companies/module.ts';
import { presentUser } from './changeUser.ts';
import { takeDealerId, takeNextDealerId } from './dealerIds.ts';
import { releaseUsername } from './deleteUser.ts';
import type { UserCommandPorts } from './ports.ts';
import { reserveUsername } from './registerDealer.ts';

/**
 * Saves the Edit User dialog (S2-5): profile, name, Dealer ID, role and company as one decision, then the password.
 * Names and Dealer IDs are reserved first; a role change ends the sessions.
 * @param passwordChanged gets the new login epoch: administrators who edit themselves stay signed in
 * @throws BusinessRefusal 'User not found' (not_found); conflict for a taken name or Dealer ID; unprocessable for an
 * unknown company or the last administrator; StaleRevision
 */
export async function editUser(
  ports: UserCommandPorts,
  userId: string,
  patch: EditUserRequest,
  context: CommandContext,
  passwordChanged: (authEpoch: number) => Promise<void>,
  precaution: Precaution = {},
): Promise<Edited> {
  const user = await presentUser(ports, userId);
  const target = await accountAfter(ports, user, patch);
  const after = staffRoleAfter(user, patch);
  const role = after === user.staffRole ? undefined : after;
  const renamed = patch.username !== undefined && patch.username !== user.username;
  const dealerId = dealerIdIn(user, patch);
  const { username = '' } = patch;
  if (renamed) {
    // a bad name is refused before it is reserved
    userDecider.decide({ type: 'ChangeUsername', username }, user);
    await reserveUsername(ports, username, userId, context);
  }
  try {
    if (dealerId !== null) await takeDealerId(ports, dealerId, user, context);
    if (patch.email !== undefined && patch.email !== user.profile.email) await ports.voidResetLinks(userId);
    const run = (otherAdmins: number, given: string | null) =>
      ports.execute({
        stream: userStream(userId),
        decider: inSequence(userDecider),
        command: stepsOf(patch, { accountId: target, dealerId: given, role, otherAdmins }),
        context,
        accounts: [...new Set([user.accountId, target])].filter((id) => id !== null),
        ...precaution,
      });
    const changeRole = async () => {
      const otherAdmins = await otherAdministrators(ports, userId);
      // the last administrator is refused, and stays signed in
      if (user.staffRole === 'admin' && otherAdmins === 0) return run(otherAdmins, dealerId);
      await ports.credentials.raiseEpoch(userId);
      const needsId = role === null && user.dealerId === null && dealerId === null;
      return run(otherAdmins, needsId ? await takeNextDealerId(ports, user, context) : dealerId);
    };
    const { appended } =
      role === undefined ? await run(0, dealerId) : await ports.oneByOne('administrators', changeRole);
    if (renamed && changesHash(ports, user, username)) await releaseUsername(ports, user, context);
    const password = await setPassword(ports, user, patch, context, passwordChanged);
    const all = [...appended, ...password];
    return { chain: await ports.followUp(all), revision: revisionAfter(all) };
  } catch (error) {
    // after any other error the edit may have taken place
    const refused = error instanceof BusinessRefusal || error instanceof StaleRevision;
    if (refused && renamed && changesHash(ports, user, username)) {
      await releaseUsername(ports, { userId, username }, context);
    }
    throw error;
  }
}

/** The read model lists candidates; their streams tell who is still one. */
async function otherAdministrators(ports: UserCommandPorts, userId: string): Promise<number> {
  const ids = (await ports.administrators()).filter((id) => id !== userId);
  const users = await Promise.all(ids.map((id) => ports.load(userStream(id), userDecider)));
  return users.filter((user) => user.status === 'present' && user.staffRole === 'admin').length;
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
  if (target === null && staffRoleAfter(user, patch) === null) {
    const message = 'Please choose a company: only an administrator can be without one.';
    throw unprocessable(message, 'account_id');
  }
  return target;
}

/** A new Dealer ID; null for none. Blank is allowed only while there is none (rule D1). */
function dealerIdIn(user: PresentUser, { dealer_id: wanted }: EditUserRequest): string | null {
  if (wanted === undefined || wanted === user.dealerId) return null;
  if (wanted !== '') return wanted;
  if (user.dealerId === null) return null;
  throw unprocessable(DEALER_ID_MESSAGE, 'dealer_id');
}

/** The role after the edit; null for a dealer. */
export function staffRoleAfter(
  { staffRole }: PresentUser,
  { is_admin, staff_role }: EditUserRequest,
): StaffRole | null {
  const isStaff = is_admin ?? staffRole !== null;
  return isStaff ? (staff_role ?? staffRole ?? 'admin') : null;
}

interface Settled {
  readonly accountId: string | null;
  /** A new one. */
  readonly dealerId: string | null;
  /** Undefined where it stays: a change meanwhile is not undone. */
  readonly role: StaffRole | null | undefined;
  readonly otherAdmins: number;
}

function stepsOf(
  patch: EditUserRequest,
  { accountId, dealerId, role, otherAdmins }: Settled,
): readonly UserCommand[] {
  const { username } = patch;
  return [
    { type: 'ChangeProfile', changes: pickFields(PROFILE_FIELDS, patch) },
    ...(username === undefined ? [] : [{ type: 'ChangeUsername', username } as const]),
    ...(dealerId === null ? [] : [{ type: 'ChangeDealerId', dealerId } as const]),
    ...(accountId === null ? [] : [{ type: 'AssignUserToAccount', accountId } as const]),
    ...(role === undefined ? [] : [{ type: 'SetStaffRole', role, otherAdmins } as const]),
  ];
}

/** False where only upper and lower case change: both names are one reservation. */
function changesHash(ports: UserCommandPorts, { username }: PresentUser, renamedTo: string): boolean {
  return isErased(username) || ports.usernameHash(username) !== ports.usernameHash(renamedTo);
}

/** The password comes last: an edit that is refused leaves the old one. */
async function setPassword(
  ports: UserCommandPorts,
  user: PresentUser,
  { password }: EditUserRequest,
  context: CommandContext,
  passwordChanged: (authEpoch: number) => Promise<void>,
) {
  if (password === undefined || password === null || password === '') return [];
  await ports.voidResetLinks(user.userId);
  await passwordChanged(await ports.credentials.set(user.userId, password));
  const { appended } = await ports.execute({
    ...onUser(user),
    command: { type: 'RecordPasswordChange', how: 'admin' },
    context: { ...context, id: deriveId(context, 'password') },
  });
  return appended;
}
