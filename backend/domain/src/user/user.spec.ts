import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { ERASED } from '../kernel/personal.ts';
import { USERNAME_PROBLEM } from '../values/nameKeys.ts';
import type { StaffRole } from '../values/staffRoles.ts';
import type { UserEvent } from './events.ts';
import { emailPreferencesOf, type UserCommand, userDecider } from './user.ts';

const profile = {
  name: 'Dana Doe',
  email: 'dana@example.com',
  company: 'Doe Security',
  phone: '7185550100',
  address: '1 Main St',
  city: 'Staten Island',
  state: 'NY',
  zip: '10311',
};
const agreement = { version: '2026-01', acceptedAt: '2026-03-01T10:00:00.000Z' };
const register = {
  type: 'RegisterDealer',
  userId: 'u1',
  accountId: 'a1',
  username: 'dana',
  profile,
  experience: null,
  agreement,
} as const satisfies UserCommand;
const registered: UserEvent = {
  type: 'DealerRegistered',
  data: { userId: 'u1', accountId: 'a1', username: 'dana', ...profile, experience: null, agreement },
};
const add = {
  type: 'AddUser',
  userId: 'u1',
  accountId: null,
  username: 'root',
  profile,
  isAdmin: true,
  isApproved: true,
  dealerId: null,
} as const satisfies UserCommand;
const adminAdded: UserEvent = {
  type: 'UserAdded',
  data: {
    userId: 'u1',
    accountId: null,
    username: 'root',
    ...profile,
    isAdmin: true,
    isApproved: true,
    dealerId: null,
  },
};
const approved: UserEvent = {
  type: 'UserApproved',
  data: { userId: 'u1', accountId: 'a1', dealerId: 'KS0001' },
};
const disapproved: UserEvent = { type: 'UserDisapproved', data: { userId: 'u1', accountId: 'a1' } };
const granted: UserEvent = { type: 'AdminRoleGranted', data: { userId: 'u1' } };
const revoked: UserEvent = { type: 'AdminRoleRevoked', data: { userId: 'u1' } };
const deleted: UserEvent = { type: 'UserDeleted', data: { userId: 'u1', accountId: 'a1' } };
const abandoned: UserEvent = { type: 'RegistrationAbandoned', data: { userId: 'u1' } };
const user = (...history: UserEvent[]) => given(userDecider, ...history);
const stateAfter = (...history: UserEvent[]) => history.reduce(userDecider.evolve, userDecider.initialState);

describe('registering', () => {
  // Proves S1-2-register-7
  it('starts an unapproved dealer', () => user().when(register).thenEvents(registered));
  it('twice yields no event', () => user(registered).when(register).thenNothing());
  it('is refused once the hold on the name was taken over', () =>
    user(abandoned).when(register).thenRefused('conflict', 'Username already exists', 'username'));
  it('refuses a username under 3 characters', () =>
    user()
      .when({ ...register, username: ' ab ' })
      .thenRefused('unprocessable', 'Username must be at least 3 characters', 'username'));
  it('takes one of 3 characters', () =>
    user()
      .when({ ...register, username: 'abc' })
      .thenEvents({ ...registered, data: { ...registered.data, username: 'abc' } } as UserEvent));
  it('counts characters, not code units', () =>
    user()
      .when({ ...register, username: '🔑🔑' })
      .thenRefused('unprocessable', 'Username must be at least 3 characters', 'username'));
  // Proves I35-30
  it('refuses a username with an invisible character', () =>
    user()
      .when({ ...register, username: 'da\u200Bna' })
      .thenRefused('unprocessable', USERNAME_PROBLEM, 'username'));
});

describe('adding a user', () => {
  it('adds an administrator without an account', () => user().when(add).thenEvents(adminAdded));
  it('twice yields no event', () => user(adminAdded).when(add).thenNothing());
  it('refuses an approved dealer without a Dealer ID', () =>
    user()
      .when({ ...add, isAdmin: false })
      .thenRefused('unprocessable', 'A dealer needs a Dealer ID to be approved.', 'dealerId'));
  it('refuses a Dealer ID of another form', () =>
    user()
      .when({ ...add, isAdmin: false, dealerId: 'KS12' })
      .thenRefused('unprocessable', 'Dealer ID must be in format KS + 4 digits', 'dealerId'));
  // Proves I35-30
  it('refuses a username with an invisible character', () =>
    user()
      .when({ ...add, username: 'ro\u200Bot' })
      .thenRefused('unprocessable', USERNAME_PROBLEM, 'username'));
});

describe('approval', () => {
  it('gives the Dealer ID', () =>
    user(registered).when({ type: 'ApproveUser', dealerId: 'KS0001' }).thenEvents(approved));
  it('twice yields no event', () =>
    user(registered, approved).when({ type: 'ApproveUser', dealerId: 'KS0002' }).thenNothing());
  it('keeps the Dealer ID a dealer had before', () =>
    user(registered, approved, disapproved)
      .when({ type: 'ApproveUser', dealerId: null })
      .thenEvents(approved));
  it('needs a Dealer ID', () =>
    user(registered)
      .when({ type: 'ApproveUser', dealerId: null })
      .thenRefused('unprocessable', 'A dealer needs a Dealer ID to be approved.', 'dealerId'));
  it('refuses a Dealer ID of another form', () =>
    user(registered)
      .when({ type: 'ApproveUser', dealerId: 'KS1' })
      .thenRefused('unprocessable', 'Dealer ID must be in format KS + 4 digits', 'dealerId'));
  it('refuses a deleted user', () =>
    user(registered, deleted)
      .when({ type: 'ApproveUser', dealerId: 'KS0001' })
      .thenRefused('not_found', 'User not found'));
  it('refuses a user who never registered', () =>
    user().when({ type: 'ApproveUser', dealerId: 'KS0001' }).thenRefused('not_found', 'User not found'));
  it('can be withdrawn', () =>
    user(registered, approved).when({ type: 'DisapproveUser' }).thenEvents(disapproved));
  it('withdrawn twice yields no event', () =>
    user(registered, approved, disapproved).when({ type: 'DisapproveUser' }).thenNothing());
  it('of an administrator can not be withdrawn', () =>
    user(adminAdded)
      .when({ type: 'DisapproveUser' })
      .thenRefused(
        'unprocessable',
        'An administrator needs no approval. Remove the administrator role first.',
      ));
});

describe('profile and username', () => {
  it('keeps the fields that are not named', () =>
    user(registered)
      .when({ type: 'ChangeProfile', changes: { city: 'Albany' } })
      .thenEvents({ type: 'ProfileChanged', data: { userId: 'u1', ...profile, city: 'Albany' } }));
  it('the same profile yields no event', () =>
    user(registered).when({ type: 'ChangeProfile', changes: profile }).thenNothing());
  it('twice yields no event', () =>
    user(registered, { type: 'ProfileChanged', data: { userId: 'u1', ...profile, city: 'Albany' } })
      .when({ type: 'ChangeProfile', changes: { city: 'Albany' } })
      .thenNothing());
  it('writes over a field that can no longer be read', () =>
    user({ ...registered, data: { ...registered.data, city: ERASED } } as UserEvent)
      .when({ type: 'ChangeProfile', changes: { city: 'Albany' } })
      .thenEvents({ type: 'ProfileChanged', data: { userId: 'u1', ...profile, city: 'Albany' } }));
  it('changes the username', () =>
    user(registered)
      .when({ type: 'ChangeUsername', username: 'Dana' })
      .thenEvents({ type: 'UsernameChanged', data: { userId: 'u1', username: 'Dana' } }));
  it('the same username yields no event', () =>
    user(registered, { type: 'UsernameChanged', data: { userId: 'u1', username: 'Dana' } })
      .when({ type: 'ChangeUsername', username: 'Dana' })
      .thenNothing());
  it('refuses a short username', () =>
    user(registered)
      .when({ type: 'ChangeUsername', username: 'da' })
      .thenRefused('unprocessable', 'Username must be at least 3 characters', 'username'));
  // Proves I35-30
  it('refuses a username with an invisible character, and keeps one from before the rule', () => {
    const username = 'da\u200Bna';
    const old = { ...registered, data: { ...registered.data, username } } as UserEvent;
    const rename = { type: 'ChangeUsername', username } as const;
    user(registered).when(rename).thenRefused('unprocessable', USERNAME_PROBLEM, 'username');
    user(old).when(rename).thenNothing();
  });
});

describe('Dealer ID and account', () => {
  const changed: UserEvent = {
    type: 'DealerIdChanged',
    data: { userId: 'u1', accountId: 'a1', dealerId: 'KS0042' },
  };
  const assigned: UserEvent = {
    type: 'UserAssignedToAccount',
    data: { userId: 'u1', fromAccountId: 'a1', accountId: 'a2' },
  };
  it('changes the Dealer ID', () =>
    user(registered, approved).when({ type: 'ChangeDealerId', dealerId: 'KS0042' }).thenEvents(changed));
  it('twice yields no event', () =>
    user(registered, approved, changed).when({ type: 'ChangeDealerId', dealerId: 'KS0042' }).thenNothing());
  it('refuses another form', () =>
    user(registered)
      .when({ type: 'ChangeDealerId', dealerId: 'ks0042' })
      .thenRefused('unprocessable', 'Dealer ID must be in format KS + 4 digits', 'dealerId'));
  it('moves the user to another account', () =>
    user(registered).when({ type: 'AssignUserToAccount', accountId: 'a2' }).thenEvents(assigned));
  it('to the account it is in yields no event', () =>
    user(registered, assigned).when({ type: 'AssignUserToAccount', accountId: 'a2' }).thenNothing());
});

describe('staff role', () => {
  const role = (staffRole: StaffRole | null, otherAdmins = 1) =>
    ({ type: 'SetStaffRole', role: staffRole, otherAdmins }) as const;
  const billing: UserEvent = { type: 'StaffRoleChanged', data: { userId: 'u1', role: 'billing' } };

  it('administrator is granted', () => user(registered).when(role('admin')).thenEvents(granted));
  it('another one is granted', () =>
    user(registered)
      .when(role('auditor'))
      .thenEvents({ type: 'AdminRoleGranted', data: { userId: 'u1', role: 'auditor' } }));
  it('granted twice yields no event', () => user(registered, granted).when(role('admin')).thenNothing());
  it('is changed', () => user(adminAdded).when(role('billing')).thenEvents(billing));
  it('changed twice yields no event', () => user(adminAdded, billing).when(role('billing')).thenNothing());
  it('is given with the user', () =>
    user({ ...adminAdded, data: { ...adminAdded.data, role: 'support' } })
      .when(role('support'))
      .thenNothing());
  it('is taken away', () => user(adminAdded).when(role(null)).thenEvents(revoked));
  it('taken away twice yields no event', () => user(adminAdded, revoked).when(role(null, 0)).thenNothing());
  it.each([null, 'billing'] as const)('stays with the last administrator, who would be %s', (next) =>
    user(adminAdded)
      .when(role(next, 0))
      .thenRefused('unprocessable', "The last administrator can't be demoted.", 'isAdmin'),
  );
  it('of others may end without another administrator', () =>
    user(adminAdded, billing).when(role(null, 0)).thenEvents(revoked));
});

describe('password', () => {
  it('every change is recorded', () =>
    user(registered, { type: 'PasswordChanged', data: { userId: 'u1', how: 'reset' } })
      .when({ type: 'RecordPasswordChange', how: 'reset' })
      .thenEvents({ type: 'PasswordChanged', data: { userId: 'u1', how: 'reset' } }));
});

describe('email preferences', () => {
  const allOn = {
    site_created: true,
    site_approved: true,
    site_inactive: true,
    site_deleted: true,
    invoice_created: true,
    invoice_paid: true,
    admin_site_created: true,
    admin_dealer_registration: true,
    contact_form: true,
  };
  const dealers = {
    ...allOn,
    admin_site_created: false,
    admin_dealer_registration: false,
    contact_form: false,
  };
  const quiet: UserEvent = {
    type: 'EmailPreferencesChanged',
    data: { userId: 'u1', preferences: { ...dealers, invoice_paid: false } },
  };
  it('start with the defaults of the role', () => {
    expect(stateAfter(registered)).toMatchObject({ savedPreferences: null });
    expect(emailPreferencesOf({ savedPreferences: null, isAdmin: false, dealerRole: 'owner' })).toEqual(
      dealers,
    );
    expect(emailPreferencesOf({ savedPreferences: null, isAdmin: true, dealerRole: 'viewer' })).toEqual(
      allOn,
    );
  });
  // Proves I40-team
  it.each([
    ['ordering', ['site_created', 'site_approved', 'site_inactive', 'site_deleted']],
    ['billing', ['invoice_created', 'invoice_paid']],
    ['viewer', []],
  ] as const)('start with what is for the role %s in a company', (dealerRole, wanted) => {
    const flags = emailPreferencesOf({ savedPreferences: null, isAdmin: false, dealerRole });
    expect(Object.entries(flags).flatMap(([flag, on]) => (on ? [flag] : []))).toEqual(wanted);
  });
  it('keep the flags that are not named', () =>
    user(registered)
      .when({ type: 'ChangeEmailPreferences', changes: { invoice_paid: false } })
      .thenEvents(quiet));
  it('the same flags yield no event', () =>
    user(registered, quiet)
      .when({ type: 'ChangeEmailPreferences', changes: { invoice_paid: false } })
      .thenNothing());
  it("keep the administrators' flags off for a dealer", () =>
    user(registered)
      .when({ type: 'ChangeEmailPreferences', changes: { contact_form: true } })
      .thenNothing());
  it("keep the administrators' flags of a demoted one off", () =>
    expect(emailPreferencesOf({ savedPreferences: allOn, isAdmin: false, dealerRole: 'owner' })).toEqual(
      dealers,
    ));
});

describe('deletion', () => {
  it('deletes a dealer', () =>
    user(registered).when({ type: 'DeleteUser', actorId: 'admin' }).thenEvents(deleted));
  it('twice yields no event', () =>
    user(registered, deleted).when({ type: 'DeleteUser', actorId: 'admin' }).thenNothing());
  it('refuses an administrator', () =>
    user(adminAdded)
      .when({ type: 'DeleteUser', actorId: 'other' })
      .thenRefused('unprocessable', "An administrator can't be deleted."));
  it('refuses oneself', () =>
    user(registered)
      .when({ type: 'DeleteUser', actorId: 'u1' })
      .thenRefused('unprocessable', "You can't delete your own user."));
  it('refuses every later change', () =>
    user(registered, deleted)
      .when({ type: 'ChangeProfile', changes: { city: 'Albany' } })
      .thenRefused('not_found', 'User not found'));
});

describe('abandoning a registration', () => {
  const abandon = { type: 'AbandonRegistration', userId: 'u1' } as const;
  it('closes a stream that has not begun', () => user().when(abandon).thenEvents(abandoned));
  it('twice yields no event', () => user(abandoned).when(abandon).thenNothing());
  it('is refused if the owner exists', () =>
    user(registered).when(abandon).thenRefused('conflict', 'Username already exists', 'username'));
});

it('a user needs a first event, and stays deleted', () => {
  expect(stateAfter(approved)).toEqual({ status: 'none' });
  expect(stateAfter(registered, deleted, approved)).toEqual({
    status: 'deleted',
    userId: 'u1',
    accountId: 'a1',
    dataErased: false,
  });
});

describe('erasing the personal data', () => {
  const erase = { type: 'EraseUser', actorId: 'admin', accountIds: ['a1'], contactIds: ['c1'] } as const;
  const erased: UserEvent = {
    type: 'PersonalDataErased',
    data: { userId: 'u1', accountIds: ['a1'], contactIds: ['c1'] },
  };
  // Proves I35-10, I35-18
  it('records what the administrator decided about money and shared addresses', () => {
    const openMoney = [{ accountId: 'a1', isDemo: false, openCents: 19_500, creditCents: 0 }];
    user(registered, deleted)
      .when({ ...erase, includesWithheld: true, openMoney })
      .thenEvents({
        type: 'PersonalDataErased',
        data: { userId: 'u1', accountIds: ['a1'], contactIds: ['c1'], includesWithheld: true, openMoney },
      });
    user(registered, deleted)
      .when({ ...erase, includesWithheld: false, openMoney: [] })
      .thenEvents(erased);
    user(registered, deleted, erased)
      .when({ ...erase, includesWithheld: true, openMoney })
      .thenNothing();
  });
  it('deletes the dealer with it', () => user(registered).when(erase).thenEvents(deleted, erased));
  it('of a dealer who was deleted before', () => user(registered, deleted).when(erase).thenEvents(erased));
  it('twice yields no event', () => user(registered, deleted, erased).when(erase).thenNothing());
  // Proves I8-erase-1
  it('refuses the same users as a deletion', () => {
    user(adminAdded).when(erase).thenRefused('unprocessable', "An administrator can't be deleted.");
    user(registered)
      .when({ ...erase, actorId: 'u1' })
      .thenRefused('unprocessable', "You can't delete your own user.");
    user().when(erase).thenRefused('not_found', 'User not found');
    user(abandoned).when(erase).thenRefused('not_found', 'User not found');
  });
  it('has nothing left to delete', () =>
    user(registered, deleted, erased).when({ type: 'DeleteUser', actorId: 'admin' }).thenNothing());
});
