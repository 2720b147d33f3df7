import { openMoneyParts } from '@portal/contract';
import { lookStream, type UserEvent, type UserState, userDecider, userStream } from '@portal/domain';
import { DEALER_ROLES, PROFILE_FIELDS, STAFF_ROLES, type StaffRole } from '@portal/domain/values';
import {
  type Change,
  changesBetween,
  describeByTexts,
  type EventTexts,
  fieldsChanged,
  oneChange,
  shownValue,
} from '../../platform/history/describe.ts';
import type { RecordKind } from '../../platform/history/readHistory.ts';

const present = (user: UserState) => (user.status === 'present' ? user : null);

const TEXTS: Partial<EventTexts<UserEvent, UserState>> = {
  DealerRegistered: ({ agreement }) =>
    `Registered and accepted the dealer agreement, version ${agreement.version}`,
  UserAdded: ({ isAdmin, role = 'admin', dealerRole }) => {
    if (dealerRole !== undefined) return `Accepted the invitation as ${DEALER_ROLES[dealerRole]}`;
    return isAdmin ? `${STAFF_ROLES[role]} added` : 'User added';
  },
  ColleagueInvited: ({ role }) => `Invited as ${DEALER_ROLES[role]}`,
  InvitationWithdrawn: 'Invitation withdrawn',
  DealerRoleChanged: ({ role }, user) => {
    const before = present(user)?.dealerRole;
    return oneChange('role', before === undefined ? null : DEALER_ROLES[before], DEALER_ROLES[role]);
  },
  UserApproved: ({ dealerId }) => (dealerId === null ? 'Approved' : `Approved with Dealer ID ${dealerId}`),
  UserDisapproved: 'Approval revoked',
  ProfileChanged: (data, user) => fieldsChanged('Profile', PROFILE_FIELDS, present(user)?.profile, data),
  UsernameChanged: ({ username }, user) =>
    oneChange('username', shownValue(present(user)?.username), shownValue(username)),
  DealerIdChanged: ({ dealerId }, user) => oneChange('Dealer ID', present(user)?.dealerId ?? null, dealerId),
  AdminRoleGranted: ({ role = 'admin' }) =>
    role === 'admin' ? 'Made an administrator' : `Joined the staff as ${STAFF_ROLES[role]}`,
  StaffRoleChanged: ({ role }, user) => oneChange('role', labelOf(present(user)?.staffRole), labelOf(role)),
  AdminRoleRevoked: 'No longer an administrator',
  PasswordChanged: ({ how }) => HOW[how],
  PasskeyAdded: 'Passkey added',
  PasskeyRemoved: ({ how }) => (how === 'admin' ? 'Passkey removed by an administrator' : 'Passkey removed'),
  EmailPreferencesChanged: ({ preferences }, user) => ({
    text: 'Email preferences changed',
    changes: flagChanges(present(user)?.savedPreferences ?? null, preferences),
  }),
  UserAssignedToAccount: 'Moved to another company',
  DealerViewStarted: "Started viewing the dealer's pages",
  DealerViewEnded: "Stopped viewing the dealer's pages",
  UserDeleted: 'User deleted',
  PersonalDataErased: erasedText,
};

const labelOf = (role: StaffRole | null | undefined) => (role == null ? null : STAFF_ROLES[role]);

const HOW = {
  change: 'Password changed',
  reset: 'Password reset by a link',
  admin: 'Password set by an administrator',
} as const;

/** Says what the administrator decided about money and shared addresses. */
function erasedText({
  includesWithheld,
  openMoney = [],
}: Extract<UserEvent, { type: 'PersonalDataErased' }>['data']): string {
  const parts = openMoneyParts(
    openMoney.map(({ isDemo, openCents, creditCents }) => ({
      is_demo: isDemo,
      open_cents: openCents,
      credit_cents: creditCents,
    })),
  );
  return [
    'Personal data erased',
    ...(includesWithheld === true
      ? [', with what belongs to an email address that other users have too']
      : []),
    ...(parts.length > 0 ? [`, while ${parts.join(' and ')}`] : []),
  ].join('');
}

function flagChanges(before: object | null, after: object): readonly Change[] {
  if (before === null) return [];
  const labels = Object.fromEntries(Object.keys(after).map((flag) => [flag, flag.replaceAll('_', ' ')]));
  return changesBetween<object>(labels, before, after);
}

export const userRecord: RecordKind = {
  streamOf: userStream,
  alsoIn: {
    streams: (_events, id) => [lookStream(userStream(id))],
    types: ['RecordLookedAt', 'RowsExported', 'FileExported'],
  },
  describe: describeByTexts(TEXTS, userDecider),
  name: 'User',
};
