import { describe, it } from 'vitest';
import { userAdded } from '../../test/firstEvents.ts';
import { given } from '../../test/given.ts';
import type { UserEvent } from './events.ts';
import { userDecider } from './user.ts';

const added = (isAdmin: boolean, isApproved: boolean) =>
  userAdded({ accountId: 'a1', isAdmin, isApproved, dealerId: 'KS0001' });
const view = (type: 'DealerViewStarted' | 'DealerViewEnded', viewId: string): UserEvent => ({
  type,
  data: { userId: 'u1', viewId },
});
const started = (viewId: string) => view('DealerViewStarted', viewId);
const ended = (viewId: string) => view('DealerViewEnded', viewId);
const start = (viewId: string) => ({ type: 'StartDealerView', viewId }) as const;
const end = (viewId: string) => ({ type: 'EndDealerView', viewId }) as const;
const dealer = (...history: UserEvent[]) => given(userDecider, added(false, true), ...history);

describe('viewing the pages of a dealer', () => {
  it('begins, several at a time', () => {
    dealer().when(start('v1')).thenEvents(started('v1'));
    dealer(started('v1')).when(start('v2')).thenEvents(started('v2'));
  });
  it('begins once', () => dealer(started('v1')).when(start('v1')).thenNothing());
  it('ends once, and ends no other view', () => {
    dealer(started('v1'), started('v2')).when(end('v1')).thenEvents(ended('v1'));
    dealer(started('v1'), ended('v1')).when(end('v1')).thenNothing();
    dealer().when(end('v1')).thenNothing();
  });
  it('is refused for administrators and for dealers who are not approved', () => {
    given(userDecider, added(true, true))
      .when(start('v1'))
      .thenRefused('unprocessable', 'Administrators have no dealer pages.');
    given(userDecider, added(false, false))
      .when(start('v1'))
      .thenRefused('unprocessable', 'This dealer is not approved and has no dealer pages.');
    given(userDecider).when(start('v1')).thenRefused('not_found', 'User not found');
  });
  // Proves S5-view-4
  it('ends with the approval, with the user, and with the role', () => {
    const looked = dealer(started('v1'), started('v2'), ended('v2'), started('v3'));
    const ends = [ended('v1'), ended('v3')];
    looked
      .when({ type: 'DisapproveUser' })
      .thenEvents(...ends, { type: 'UserDisapproved', data: { userId: 'u1', accountId: 'a1' } });
    looked
      .when({ type: 'DeleteUser', actorId: 'root' })
      .thenEvents(...ends, { type: 'UserDeleted', data: { userId: 'u1', accountId: 'a1' } });
    looked
      .when({ type: 'SetStaffRole', role: 'support', otherAdmins: 1 })
      .thenEvents(...ends, { type: 'AdminRoleGranted', data: { userId: 'u1', role: 'support' } });
  });
});
