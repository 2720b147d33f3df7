import { type ByType, byType } from '../kernel/byType.ts';
import { type Changes, isUnchanged, withChanges } from '../kernel/changes.ts';
import { conflict, type Decider, notFound, unprocessable } from '../kernel/decider.ts';
import type { FieldsOf, Personal } from '../kernel/event.ts';
import { refuseBadDealerId } from '../kernel/refusals.ts';
import type { DealerRole } from '../values/dealerRoles.ts';
import {
  allowedEmailPreferences,
  defaultEmailPreferences,
  type EmailPreferenceFlags,
} from '../values/emailPreferences.ts';
import { PROFILE_FIELDS, pickFields } from '../values/recordFields.ts';
import type { StaffRole } from '../values/staffRoles.ts';
import { type DealerViewCommand, decideDealerView, endViews } from './dealerViews.ts';
import type { EmailPreferences, UserEvent } from './events.ts';
import { decideInvitation, type InvitationCommand, type InvitedUser } from './invitations.ts';
import { decidePasskey, type PasskeyCommand } from './passkeys.ts';
import { refuseBadUsername } from './refusals.ts';
import { decideSecondFactor, type SecondFactorCommand } from './secondFactor.ts';

/** The eight fields of the profile form (S2-5) as a command carries them. */
export type UserProfile = Readonly<Record<keyof typeof PROFILE_FIELDS, string>>;

/** The profile in the log: fields can't be read once the person's key is erased. */
export type StoredProfile = { readonly [K in keyof UserProfile]: Personal<string> };

/** What starts a user: the fields of the event, with the profile as the form has it. */
type NewUser<Type extends 'DealerRegistered' | 'UserAdded'> = {
  readonly username: string;
  readonly profile: UserProfile;
} & FieldsOf<UserEvent, Type, 'username' | keyof UserProfile>;

/** Commands of a user. The stream says which user, so only those that start a stream carry the id. */
export type UserCommand =
  | ({ readonly type: 'RegisterDealer' } & NewUser<'DealerRegistered'>)
  /** `dealerId` was reserved for this user before; null while pending and for administrators. */
  | ({ readonly type: 'AddUser' } & NewUser<'UserAdded'>)
  /** `dealerId` was reserved for this user before; null for a user who has one, and for an administrator. */
  | { readonly type: 'ApproveUser'; readonly dealerId: string | null }
  | { readonly type: 'DisapproveUser' }
  | { readonly type: 'ChangeProfile'; readonly changes: Changes<UserProfile> }
  /** The name was reserved for this user before; the old one is released afterwards. */
  | { readonly type: 'ChangeUsername'; readonly username: string }
  /** The id was reserved for this user before. */
  | { readonly type: 'ChangeDealerId'; readonly dealerId: string }
  /** `role` null for a dealer; `otherAdmins`: number of other users with the role `admin` now. */
  | { readonly type: 'SetStaffRole'; readonly role: StaffRole | null; readonly otherAdmins: number }
  | { readonly type: 'RecordPasswordChange'; readonly how: 'change' | 'reset' | 'admin' }
  /** `otherOwners`: number of the company's other approved owners now. */
  | { readonly type: 'SetDealerRole'; readonly role: DealerRole; readonly otherOwners: number }
  | InvitationCommand
  | SecondFactorCommand
  | PasskeyCommand
  | DealerViewCommand
  | { readonly type: 'ChangeEmailPreferences'; readonly changes: Changes<EmailPreferences> }
  | { readonly type: 'AssignUserToAccount'; readonly accountId: string }
  /** `actorId`: the user who deletes, null for the portal itself. */
  | { readonly type: 'DeleteUser'; readonly actorId: string | null }
  | {
      /**
       * Deletes the user, with the same refusals, and erases the personal data, also of a user deleted before.
       * `accountIds`: companies of this user that have no other user.
       */
      readonly type: 'EraseUser';
      readonly actorId: string | null;
      readonly accountIds: readonly string[];
      readonly contactIds: readonly string[];
      /** User ids of invitations that nobody accepted. */
      readonly invitedIds?: readonly string[] | undefined;
      /** Also what belongs to an address that other users have too. */
      readonly includesWithheld?: boolean | undefined;
      /** Money of those companies that was confirmed to stay without recipient. */
      readonly openMoney?: Extract<UserEvent, { type: 'PersonalDataErased' }>['data']['openMoney'];
    }
  /** Closes the stream of a registration that broke off, so that its username can be taken over. */
  | { readonly type: 'AbandonRegistration'; readonly userId: string };

/** A user that exists. */
export interface PresentUser {
  readonly status: 'present';
  readonly userId: string;
  readonly accountId: string | null;
  readonly username: Personal<string>;
  readonly profile: StoredProfile;
  /** A member of staff, of any role. */
  readonly isAdmin: boolean;
  /** Null for a dealer. */
  readonly staffRole: StaffRole | null;
  readonly isApproved: boolean;
  readonly dealerId: string | null;
  /** In the company; without effect for staff. */
  readonly dealerRole: DealerRole;
  /** Id of the active second factor; null without one. */
  readonly secondFactor: string | null;
  /** Ids of passkeys. */
  readonly passkeys: readonly string[];
  /** Null while the role's defaults apply; see {@link emailPreferencesOf}. */
  readonly savedPreferences: EmailPreferences | null;
  /** Ids of administrators' current views of this dealer's pages. */
  readonly openViews: readonly string[];
}

export type UserState =
  | { readonly status: 'none' }
  | InvitedUser
  /** Also after an invitation was withdrawn. */
  | { readonly status: 'abandoned' }
  | PresentUser
  | DeletedUser;

export interface DeletedUser {
  readonly status: 'deleted';
  readonly userId: string;
  readonly accountId: string | null;
  readonly dataErased: boolean;
}

/** The flags that apply: saved or default, the administrators' three off for everybody else. */
export function emailPreferencesOf(
  user: Pick<PresentUser, 'savedPreferences' | 'isAdmin' | 'dealerRole'>,
): EmailPreferenceFlags {
  return user.savedPreferences
    ? allowedEmailPreferences(user.savedPreferences, user.isAdmin)
    : defaultEmailPreferences(user.isAdmin, user.dealerRole);
}

function start(command: Extract<UserCommand, { type: 'RegisterDealer' | 'AddUser' }>): readonly UserEvent[] {
  refuseBadUsername(command.username);
  if (command.type === 'RegisterDealer') {
    const { type: _type, profile, ...fields } = command;
    return [{ type: 'DealerRegistered', data: { ...fields, ...profile } }];
  }
  const { type: _type, profile, ...fields } = command;
  const { isAdmin, isApproved, dealerId } = fields;
  if (dealerId !== null) refuseBadDealerId(dealerId);
  if (isApproved && !isAdmin && dealerId === null) throw needsDealerId();
  return [{ type: 'UserAdded', data: { ...fields, ...profile } }];
}

const needsDealerId = () => unprocessable('A dealer needs a Dealer ID to be approved.', 'dealerId');
const usernameTaken = () => conflict('Username already exists', 'username');

function approve(user: PresentUser, dealerId: string | null): readonly UserEvent[] {
  if (user.isApproved) return [];
  const held = user.dealerId ?? dealerId;
  if (held === null && !user.isAdmin) throw needsDealerId();
  if (held !== null) refuseBadDealerId(held);
  return [{ type: 'UserApproved', data: { userId: user.userId, accountId: user.accountId, dealerId: held } }];
}

function disapprove(user: PresentUser): readonly UserEvent[] {
  if (!user.isApproved) return [];
  if (user.isAdmin) {
    throw unprocessable('An administrator needs no approval. Remove the administrator role first.');
  }
  const { userId, accountId } = user;
  return [...endViews(user), { type: 'UserDisapproved', data: { userId, accountId } }];
}

function changeProfile(user: PresentUser, changes: Changes<UserProfile>): readonly UserEvent[] {
  const profile = withChanges(user.profile, changes);
  return isUnchanged(user.profile, profile)
    ? []
    : [{ type: 'ProfileChanged', data: { userId: user.userId, ...profile } }];
}

function changeUsername(user: PresentUser, wanted: string): readonly UserEvent[] {
  if (user.username === wanted) return [];
  const username = wanted.normalize();
  refuseBadUsername(username);
  return [{ type: 'UsernameChanged', data: { userId: user.userId, username } }];
}

function changeDealerId(user: PresentUser, dealerId: string): readonly UserEvent[] {
  if (user.dealerId === dealerId) return [];
  refuseBadDealerId(dealerId);
  return [{ type: 'DealerIdChanged', data: { userId: user.userId, accountId: user.accountId, dealerId } }];
}

function setStaffRole(user: PresentUser, role: StaffRole | null, otherAdmins: number): readonly UserEvent[] {
  const { userId, staffRole } = user;
  if (role === staffRole) return [];
  if (staffRole === 'admin' && otherAdmins < 1) {
    throw unprocessable("The last administrator can't be demoted.", 'isAdmin');
  }
  if (role === null) return [{ type: 'AdminRoleRevoked', data: { userId } }];
  if (staffRole !== null) return [{ type: 'StaffRoleChanged', data: { userId, role } }];
  const granted = { userId, ...(role === 'admin' ? {} : { role }) };
  return [...endViews(user), { type: 'AdminRoleGranted', data: granted }];
}

function setDealerRole(user: PresentUser, role: DealerRole, otherOwners: number): readonly UserEvent[] {
  const { userId, accountId, dealerRole } = user;
  if (accountId === null || user.isAdmin || role === dealerRole) return [];
  if (dealerRole === 'owner' && otherOwners < 1) {
    throw unprocessable('A company needs an owner. Please make somebody else an owner first.', 'role');
  }
  return [{ type: 'DealerRoleChanged', data: { userId, accountId, role } }];
}

function changePreferences(user: PresentUser, changes: Changes<EmailPreferences>): readonly UserEvent[] {
  const before = emailPreferencesOf(user);
  const preferences = allowedEmailPreferences(withChanges(before, changes), user.isAdmin);
  return isUnchanged(before, preferences)
    ? []
    : [{ type: 'EmailPreferencesChanged', data: { userId: user.userId, preferences } }];
}

function remove(user: PresentUser, actorId: string | null): readonly UserEvent[] {
  if (actorId === user.userId) throw unprocessable("You can't delete your own user.");
  if (user.isAdmin) throw unprocessable("An administrator can't be deleted.");
  const { userId, accountId } = user;
  return [...endViews(user), { type: 'UserDeleted', data: { userId, accountId } }];
}

function erase(
  {
    actorId,
    accountIds,
    contactIds,
    invitedIds = [],
    includesWithheld,
    openMoney = [],
  }: Extract<UserCommand, { type: 'EraseUser' }>,
  user: UserState,
): readonly UserEvent[] {
  if (user.status !== 'present' && user.status !== 'deleted') throw noSuchUser();
  if (user.status === 'deleted' && user.dataErased) return [];
  const { userId } = user;
  const data = {
    userId,
    accountIds,
    contactIds,
    ...(invitedIds.length > 0 ? { invitedIds } : {}),
    ...(includesWithheld === true ? { includesWithheld } : {}),
    ...(openMoney.length > 0 ? { openMoney } : {}),
  };
  return [...(user.status === 'present' ? remove(user, actorId) : []), { type: 'PersonalDataErased', data }];
}

const noSuchUser = () => notFound('User not found');

const DECIDE: ByType<
  Exclude<
    UserCommand,
    InvitationCommand | { type: 'RegisterDealer' | 'AddUser' | 'AbandonRegistration' | 'EraseUser' }
  >,
  PresentUser,
  readonly UserEvent[]
> = {
  ApproveUser: (user, { dealerId }) => approve(user, dealerId),
  DisapproveUser: disapprove,
  ChangeProfile: (user, { changes }) => changeProfile(user, changes),
  ChangeUsername: (user, { username }) => changeUsername(user, username),
  ChangeDealerId: (user, { dealerId }) => changeDealerId(user, dealerId),
  SetStaffRole: (user, { role, otherAdmins }) => setStaffRole(user, role, otherAdmins),
  SetDealerRole: (user, { role, otherOwners }) => setDealerRole(user, role, otherOwners),
  RecordPasswordChange: ({ userId }, { how }) => [{ type: 'PasswordChanged', data: { userId, how } }],
  EnableSecondFactor: decideSecondFactor,
  DisableSecondFactor: decideSecondFactor,
  RecordRecoveryCodesRenewal: decideSecondFactor,
  RecordRecoveryCodeUse: decideSecondFactor,
  AddPasskey: decidePasskey,
  RemovePasskey: decidePasskey,
  StartDealerView: decideDealerView,
  EndDealerView: decideDealerView,
  ChangeEmailPreferences: (user, { changes }) => changePreferences(user, changes),
  AssignUserToAccount: ({ userId, accountId: fromAccountId }, { accountId }) =>
    fromAccountId === accountId
      ? []
      : [{ type: 'UserAssignedToAccount', data: { userId, fromAccountId, accountId } }],
  DeleteUser: (user, { actorId }) => remove(user, actorId),
};

function decide(command: UserCommand, state: UserState): readonly UserEvent[] {
  switch (command.type) {
    case 'RegisterDealer':
    case 'AddUser':
      // another user has taken the reservation over
      if (state.status === 'abandoned') throw usernameTaken();
      return state.status === 'none' ? start(command) : [];
    case 'AbandonRegistration':
      if (state.status === 'none')
        return [{ type: 'RegistrationAbandoned', data: { userId: command.userId } }];
      if (state.status === 'abandoned') return [];
      throw usernameTaken();
    case 'DeleteUser':
      if (state.status === 'deleted') return [];
      break;
    case 'EraseUser':
      return erase(command, state);
    case 'InviteColleague':
    case 'WithdrawInvitation':
    case 'AcceptInvitation':
      return decideInvitation(state, command);
  }
  if (state.status !== 'present') throw noSuchUser();
  return byType(DECIDE, state, command);
}

const EVOLVE: ByType<
  Exclude<
    UserEvent,
    | Begin
    | { type: 'RegistrationAbandoned' | 'ColleagueInvited' | 'InvitationWithdrawn' | 'PersonalDataErased' }
  >,
  PresentUser,
  UserState
> = {
  UserApproved: (user, { data: { dealerId } }) => ({ ...user, isApproved: true, dealerId }),
  UserDisapproved: (user) => ({ ...user, isApproved: false }),
  ProfileChanged: (user, { data }) => ({ ...user, profile: pickFields(PROFILE_FIELDS, data) }),
  UsernameChanged: (user, { data: { username } }) => ({ ...user, username }),
  DealerIdChanged: (user, { data: { dealerId } }) => ({ ...user, dealerId }),
  AdminRoleGranted: (user, { data: { role = 'admin' } }) => ({ ...user, isAdmin: true, staffRole: role }),
  StaffRoleChanged: (user, { data: { role } }) => ({ ...user, staffRole: role }),
  AdminRoleRevoked: (user) => ({ ...user, isAdmin: false, staffRole: null }),
  DealerRoleChanged: (user, { data: { role } }) => ({ ...user, dealerRole: role }),
  SecondFactorEnabled: (user, { data: { factorId } }) => ({ ...user, secondFactor: factorId }),
  SecondFactorDisabled: (user) => ({ ...user, secondFactor: null }),
  PasskeyAdded: (user, { data: { passkeyId } }) => ({ ...user, passkeys: [...user.passkeys, passkeyId] }),
  PasskeyRemoved: (user, { data: { passkeyId } }) => ({
    ...user,
    passkeys: user.passkeys.filter((id) => id !== passkeyId),
  }),
  PasswordChanged: (user) => user,
  RecoveryCodesRenewed: (user) => user,
  RecoveryCodeUsed: (user) => user,
  EmailPreferencesChanged: (user, { data: { preferences } }) => ({ ...user, savedPreferences: preferences }),
  UserAssignedToAccount: (user, { data: { accountId } }) => ({ ...user, accountId }),
  DealerViewStarted: (user, { data: { viewId } }) => ({ ...user, openViews: [...user.openViews, viewId] }),
  DealerViewEnded: (user, { data: { viewId } }) => ({
    ...user,
    openViews: user.openViews.filter((id) => id !== viewId),
  }),
  UserDeleted: ({ userId, accountId }) => ({ status: 'deleted', userId, accountId, dataErased: false }),
};

function evolve(state: UserState, event: UserEvent): UserState {
  if (event.type === 'DealerRegistered' || event.type === 'UserAdded') return begin(event);
  if (event.type === 'ColleagueInvited') return { status: 'invited', ...event.data };
  if (event.type === 'RegistrationAbandoned' || event.type === 'InvitationWithdrawn')
    return { status: 'abandoned' };
  if (event.type === 'PersonalDataErased')
    return state.status === 'deleted' ? { ...state, dataErased: true } : state;
  if (state.status !== 'present') return state;
  return byType(EVOLVE, state, event);
}

type Begin = Extract<UserEvent, { type: 'DealerRegistered' | 'UserAdded' }>;

function begin(event: Begin): PresentUser {
  const { userId, accountId, username } = event.data;
  const role =
    event.type === 'UserAdded'
      ? {
          isAdmin: event.data.isAdmin,
          staffRole: event.data.isAdmin ? (event.data.role ?? 'admin') : null,
          isApproved: event.data.isApproved,
          dealerId: event.data.dealerId,
          dealerRole: event.data.dealerRole ?? 'owner',
        }
      : {
          isAdmin: false,
          staffRole: null,
          isApproved: false,
          dealerId: null,
          dealerRole: 'owner' as const,
        };
  const profile = pickFields(PROFILE_FIELDS, event.data);
  const fresh = { secondFactor: null, passkeys: [], savedPreferences: null, openViews: [] };
  return { status: 'present', userId, accountId, username, profile, ...role, ...fresh };
}

/** Registration, approval, profile, role and deletion of one user (S1-4; S2-4, S2-6). */
export const userDecider: Decider<UserState, UserCommand, UserEvent> = {
  initialState: { status: 'none' },
  evolve,
  decide,
};
