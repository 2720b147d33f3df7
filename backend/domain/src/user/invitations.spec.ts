import { describe, it } from 'vitest';
import { given } from '../../test/given.ts';
import { DEAD_INVITATION } from '../values/dealerRoles.ts';
import type { UserEvent } from './events.ts';
import { type UserCommand, userDecider } from './user.ts';

const invite = {
  type: 'InviteColleague',
  ...{ userId: 'u2', accountId: 'a1', name: 'Cora Cole', email: 'cora@example.com', role: 'billing' },
  expiresAt: '2026-03-08T10:00:00.000Z',
} as const satisfies UserCommand;
const { type: _type, ...data } = invite;
const invited: UserEvent = { type: 'ColleagueInvited', data };
const withdrawn: UserEvent = { type: 'InvitationWithdrawn', data: { userId: 'u2', accountId: 'a1' } };
const profile = {
  ...{ name: 'Cora Cole-Doe', company: 'Doe Security', phone: '', address: '1 Main St' },
  ...{ city: 'Staten Island', state: 'NY', zip: '10311' },
};
const accept = {
  type: 'AcceptInvitation',
  ...{ username: 'cora', profile, isApproved: true, dealerId: 'KS0002' },
  at: '2026-03-08T09:59:59.999Z',
} as const satisfies UserCommand;
const added: UserEvent = {
  type: 'UserAdded',
  data: {
    ...{ userId: 'u2', accountId: 'a1', username: 'cora', ...profile, email: 'cora@example.com' },
    ...{ isAdmin: false, isApproved: true, dealerId: 'KS0002', dealerRole: 'billing' },
  },
};
const changed = (role: 'owner' | 'viewer'): UserEvent => ({
  type: 'DealerRoleChanged',
  data: { userId: 'u2', accountId: 'a1', role },
});
const user = (...history: UserEvent[]) => given(userDecider, ...history);

// Proves I40-team
describe('an invitation', () => {
  it('is sent, and once more with a later end', () => {
    user().when(invite).thenEvents(invited);
    const later = '2026-03-12T10:00:00.000Z';
    user(invited)
      .when({ ...invite, expiresAt: later })
      .thenEvents({ type: 'ColleagueInvited', data: { ...data, expiresAt: later } });
  });
  it('adds the user with its address and role', () => user(invited).when(accept).thenEvents(added));
  it('is accepted once', () =>
    user(invited, added).when(accept).thenRefused('unprocessable', DEAD_INVITATION, 'token'));
  it('ends at its end', () =>
    user(invited)
      .when({ ...accept, at: invite.expiresAt })
      .thenRefused('unprocessable', DEAD_INVITATION, 'token'));
  it('ends when it is withdrawn, for good', () => {
    user(invited).when({ type: 'WithdrawInvitation' }).thenEvents(withdrawn);
    user(invited, withdrawn).when({ type: 'WithdrawInvitation' }).thenNothing();
    user(invited, withdrawn).when(accept).thenRefused('unprocessable', DEAD_INVITATION, 'token');
    user(invited, withdrawn).when(invite).thenRefused('not_found', 'Invitation not found');
  });
  it('of somebody who has joined is neither withdrawn nor sent', () => {
    user(invited, added)
      .when({ type: 'WithdrawInvitation' })
      .thenRefused('not_found', 'Invitation not found');
    user(invited, added).when(invite).thenRefused('not_found', 'Invitation not found');
  });
  it('refuses a bad username', () =>
    user(invited)
      .when({ ...accept, username: 'co' })
      .thenRefused('unprocessable', 'Username must be at least 3 characters', 'username'));
});

// Proves I40-team
describe('a role in a company', () => {
  const set = (role: 'owner' | 'viewer', otherOwners: number) =>
    ({ type: 'SetDealerRole', role, otherOwners }) as const;
  it('changes', () => user(invited, added).when(set('viewer', 1)).thenEvents(changed('viewer')));
  it('that stays yields no event', () =>
    user(invited, added, changed('viewer')).when(set('viewer', 1)).thenNothing());
  it('of the last owner stays', () => {
    const last = user(invited, added, changed('owner'));
    last
      .when(set('viewer', 0))
      .thenRefused(
        'unprocessable',
        'A company needs an owner. Please make somebody else an owner first.',
        'role',
      );
    last.when(set('viewer', 1)).thenEvents(changed('viewer'));
  });
  it('of staff does not change', () =>
    user(invited, added, { type: 'AdminRoleGranted', data: { userId: 'u2' } })
      .when(set('owner', 1))
      .thenNothing());
});
