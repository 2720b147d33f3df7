import { userStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { bench } from '../../test/harness.ts';
import { users } from './projector.ts';
import { invitationsOf, invitedTo, USERS_VIEW } from './query.ts';

const profile = {
  name: 'Ann Jones',
  email: 'ann@jones.example',
  company: 'Jones Security',
  phone: '7185550199',
  address: '9 Hill Road',
  city: 'Albany',
  state: 'NY',
  zip: '12207',
};

it('keeps one row per user with profile, role, approval and preferences', async () => {
  const test = await bench();
  const { history } = test;
  const { accountId, userId } = await history.dealer('ann', 7);
  const stream = userStream(userId);
  const preferences = {
    site_created: false,
    site_approved: true,
    site_inactive: true,
    site_deleted: true,
    invoice_created: true,
    invoice_paid: true,
    admin_site_created: false,
    admin_dealer_registration: false,
    contact_form: false,
  };
  await history.add(
    stream,
    [accountId],
    { type: 'ProfileChanged', data: { userId, ...profile } },
    { type: 'UsernameChanged', data: { userId, username: 'ann.jones' } },
    { type: 'EmailPreferencesChanged', data: { userId, preferences } },
    { type: 'UserDisapproved', data: { userId, accountId } },
    { type: 'DealerIdChanged', data: { userId, accountId, dealerId: 'KS0070' } },
    { type: 'AdminRoleGranted', data: { userId } },
    { type: 'PasswordChanged', data: { userId, how: 'change' } },
    { type: 'SecondFactorEnabled', data: { userId, factorId: 'f1' } },
    { type: 'RecoveryCodesRenewed', data: { userId, factorId: 'f1' } },
    { type: 'RecoveryCodeUsed', data: { userId, factorId: 'f1', left: 9 } },
    { type: 'DealerViewStarted', data: { userId, viewId: 'v1' } },
    { type: 'DealerViewEnded', data: { userId, viewId: 'v1' } },
  );
  await history.add(userStream('root'), [], {
    type: 'UserAdded',
    data: {
      userId: 'root',
      accountId: null,
      username: 'admin',
      ...profile,
      isAdmin: true,
      isApproved: true,
      dealerId: null,
    },
  });
  await history.add(userStream('root'), [], {
    type: 'UserAssignedToAccount',
    data: { userId: 'root', accountId: 'other' },
  });
  await history.add(
    userStream('root'),
    [],
    { type: 'AdminRoleRevoked', data: { userId: 'root' } },
    { type: 'SecondFactorEnabled', data: { userId: 'root', factorId: 'f2' } },
    { type: 'SecondFactorDisabled', data: { userId: 'root', factorId: 'f2', how: 'admin' } },
  );
  const gone = await history.dealer('bob');
  await history.add(userStream(gone.userId), [gone.accountId], {
    type: 'UserDeleted',
    data: { userId: gone.userId, accountId: gone.accountId },
  });

  const rows = await agree(users, test);

  expect(rows.users).toMatchObject([
    {
      id: 'root',
      username: 'admin',
      account_id: 'other',
      is_admin: false,
      is_approved: true,
      has_second_factor: false,
      agreed_at: null,
      revision: 4n,
    },
    {
      id: userId,
      account_id: accountId,
      username: 'ann.jones',
      ...profile,
      is_approved: false,
      is_admin: true,
      dealer_id: 'KS0070',
      has_second_factor: true,
      saved_preferences: preferences,
      agreement_version: '1',
      agreed_at: '2026-01-05T12:00:00.000Z',
      revision: 13n,
      search: 'ann.jones ann jones ann@jones.example jones security ks0070 7185550199 albany',
    },
  ]);
});

// Proves I40-team
it('keeps roles in a company, and invitations until they are accepted', async () => {
  const test = await bench();
  const { history } = test;
  const { accountId, userId } = await history.dealer('ann', 1);
  const invite = (id: string, expiresAt: string) =>
    history.add(userStream(id), [accountId], {
      type: 'ColleagueInvited',
      data: { userId: id, accountId, name: id, email: `${id}@jones.example`, role: 'billing', expiresAt },
    });
  for (const id of ['cora', 'dan', 'eve']) await invite(id, '2026-01-12T12:00:00.000Z');
  await invite('dan', '2026-01-19T12:00:00.000Z');
  await history.add(userStream('eve'), [accountId], {
    type: 'InvitationWithdrawn',
    data: { userId: 'eve', accountId },
  });
  await history.add(userStream('cora'), [accountId], {
    type: 'UserAdded',
    data: {
      ...{ userId: 'cora', accountId, username: 'cora', ...profile },
      ...{ isAdmin: false, isApproved: true, dealerId: 'KS0002', dealerRole: 'billing' },
    },
  });
  await history.add(userStream(userId), [accountId], {
    type: 'DealerRoleChanged',
    data: { userId, accountId, role: 'viewer' },
  });
  const rows = await agree(users, test);
  expect(rows.users?.map(({ id, dealer_role }) => [id, dealer_role])).toEqual([
    ['cora', 'billing'],
    [userId, 'viewer'],
  ]);
  expect(rows.invitations).toMatchObject([
    { id: 'dan', role: 'billing', expires_at: '2026-01-19T12:00:00.000Z', is_withdrawn: false },
    { id: 'eve', is_withdrawn: true },
  ]);
  const open = await invitationsOf(test.pool, accountId);
  expect(open.map(({ id }) => id)).toEqual(['dan']);
  expect(await invitedTo(test.pool, [accountId], [])).toEqual(['dan', 'eve']);
  expect(await invitedTo(test.pool, [], ['EVE@jones.example'])).toEqual(['eve']);
});

it('shows an erased person as erased', async () => {
  const test = await bench();
  await test.history.dealer('ann', 1);
  const runtime = await test.start();
  await runtime.caughtUp();
  await test.keyRing.erase('user-user-ann');
  await runtime.rebuild('users');
  const { rows } = await test.pool.query(`SELECT username, email, dealer_id FROM ${USERS_VIEW}`);
  expect(rows).toEqual([{ username: 'erased', email: 'erased', dealer_id: 'KS0001' }]);
});
