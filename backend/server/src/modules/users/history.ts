import { openMoneyParts } from '@portal/contract';
import { type UserEvent, type UserState, userDecider, userEvents, userStream } from '@portal/domain';
import { PROFILE_FIELDS } from '@portal/domain/values';
import {
  type Change,
  changesBetween,
  type Description,
  describeWithState,
  fieldsChanged,
  oneChange,
  plainWords,
  said,
  shownValue,
} from '../../platform/history/describe.ts';
import type { RecordKind } from '../../platform/history/readHistory.ts';

function described(event: UserEvent, before: UserState): Description {
  const user = before.status === 'present' ? before : null;
  switch (event.type) {
    case 'DealerRegistered':
      return said(`Registered and accepted the dealer agreement, version ${event.data.agreement.version}`);
    case 'UserAdded':
      return said(event.data.isAdmin ? 'Administrator added' : 'User added');
    case 'UserApproved': {
      const { dealerId } = event.data;
      return said(dealerId === null ? 'Approved' : `Approved with Dealer ID ${dealerId}`);
    }
    case 'UserDisapproved':
      return said('Approval revoked');
    case 'ProfileChanged':
      return fieldsChanged('Profile', PROFILE_FIELDS, user?.profile, event.data);
    case 'UsernameChanged':
      return oneChange('username', shownValue(user?.username), shownValue(event.data.username));
    case 'DealerIdChanged':
      return oneChange('Dealer ID', user?.dealerId ?? null, event.data.dealerId);
    case 'AdminRoleGranted':
      return said('Made an administrator');
    case 'AdminRoleRevoked':
      return said('No longer an administrator');
    case 'PasswordChanged':
      return said(HOW[event.data.how]);
    case 'EmailPreferencesChanged': {
      const saved = user?.savedPreferences ?? null;
      return { text: 'Email preferences changed', changes: flagChanges(saved, event.data.preferences) };
    }
    case 'UserAssignedToAccount':
      return said('Moved to another company');
    case 'DealerViewStarted':
      return said("Started viewing the dealer's pages");
    case 'DealerViewEnded':
      return said("Stopped viewing the dealer's pages");
    case 'UserDeleted':
      return said('User deleted');
    case 'PersonalDataErased':
      return said(erasedText(event.data));
    default:
      return plainWords(event.type);
  }
}

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
  describe: describeWithState(userEvents, userDecider, described),
  name: 'User',
};
