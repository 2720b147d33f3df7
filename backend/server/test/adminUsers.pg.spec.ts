import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from './support/httpClient.ts';
import { ADMIN, siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
let admin: HttpClient;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.admin();
});
afterAll(() => portal.stop());

const USERS = '/api/admin/users';
let count = 0;
const newUser = (more: object = {}) => {
  count += 1;
  return {
    username: `user-${count}`,
    email: `user-${count}@example.com`,
    password: 'secret-12',
    name: `User ${count}`,
    company: `Company ${count}`,
    ...more,
  };
};
const added = async (more: object = {}) => {
  const answered = await admin.post(USERS, newUser(more));
  expect([answered.status, answered.json.error]).toEqual([201, undefined]);
  return answered.json;
};

describe('POST /api/admin/users', () => {
  // Proves S2-7-admin-1
  it('opens a company, approves the user and lets it sign in', async () => {
    const user = await added({ username: 'Newcomer', is_approved: false, id: 'mine' });
    expect(user).toMatchObject({
      username: 'Newcomer',
      is_admin: false,
      is_approved: true,
      dealer_id: expect.stringMatching(/^KS\d{4}$/),
      default_reader_rate: 6.5,
      agreeToTerms: false,
    });
    expect(user).not.toHaveProperty('password');
    const { json: company } = await admin.get(`/api/admin/accounts/${user.account_id}`);
    expect(company).toMatchObject({
      company_name: user.company,
      dealer_id: user.dealer_id,
      users: [{ id: user.id, username: 'Newcomer' }],
    });
    const client = await portal.signedIn('newcomer', 'secret-12');
    expect((await client.post('/api/sites', siteOrder())).status).toBe(201);
  });

  it('joins the chosen company with the Dealer ID given', async () => {
    const first = await added();
    const second = await added({ account_id: first.account_id, dealer_id: 'KS4711' });
    expect(second).toMatchObject({ account_id: first.account_id, dealer_id: 'KS4711' });
    const { json: company } = await admin.get(`/api/admin/accounts/${first.account_id}`);
    expect(company.users.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id]);
    expect(company).toMatchObject({ company_name: first.company, dealer_id: first.dealer_id });
  });

  it('creates administrators without a company', async () => {
    const user = await added({ username: 'boss', is_admin: true });
    expect(user).toMatchObject({ is_admin: true, account_id: null, dealer_id: null });
    const boss = await portal.signedIn('boss', 'secret-12');
    expect((await boss.get(USERS)).status).toBe(200);
  });

  // Proves I35-30
  it.each([
    [{ username: 'ab' }, 400, 'username', 'Username must be at least 3 characters'],
    [
      { username: 'da\u200Bna' },
      400,
      'username',
      'Please use only letters, digits and . _ @ + - in a username',
    ],
    [{ username: 'ADMIN' }, 409, 'username', 'Username already exists'],
    [{ email: 'no' }, 400, 'email', 'Please enter a valid email address'],
    [{ password: 'seven77' }, 400, 'password', 'Password must be at least 8 characters'],
    [{ password: 'é'.repeat(37) }, 400, 'password', 'Password must be at most 72 bytes'],
    [{ name: ' ' }, 400, 'name', 'Name is required'],
    [{ company: undefined }, 400, 'company', 'Company is required'],
    [{ dealer_id: 'KS1' }, 400, 'dealer_id', 'Dealer ID must be in format KS + 4 digits'],
    [{ account_id: randomUUID() }, 422, 'account_id', 'There is no such company.'],
    [{ is_admin: 'yes' }, 400, 'is_admin', 'Please choose yes or no'],
  ])('refuses %j', async (wrong, status, path, message) => {
    const before = await portal.eventCount();
    const answered = await admin.post(USERS, newUser(wrong));
    expect([answered.status, answered.json.errors]).toEqual([status, [{ path, message }]]);
    expect(await portal.eventCount()).toBe(before);
  });

  it('releases the name if the Dealer ID is taken', async () => {
    const holder = await added();
    const refused = await admin.post(USERS, newUser({ username: 'unlucky', dealer_id: holder.dealer_id }));
    expect([refused.status, refused.json.errors[0]]).toEqual([
      409,
      {
        path: 'dealer_id',
        message: `Dealer ID ${holder.dealer_id} is in use or was used before. Please choose another one.`,
      },
    ]);
    expect(
      (await portal.client().post('/api/login', { username: 'unlucky', password: 'secret-12' })).status,
    ).toBe(401);
    await added({ username: 'unlucky' });
  });
});

describe('PATCH /api/admin/users/{id}', () => {
  it('changes profile, name, Dealer ID and password; the old ones stop working', async () => {
    const user = await added();
    const session = await portal.signedIn(user.username, 'secret-12');
    const answered = await admin.patch(`${USERS}/${user.id}`, {
      username: 'Renamed',
      email: 'renamed@example.com',
      name: 'Re Named',
      company: 'Renamed Ltd',
      phone: '7185550199',
      dealer_id: 'KS5001',
      password: 'sixsix',
      reason: 'asked by phone',
    });
    expect(answered.status).toBe(200);
    expect(answered.json).toMatchObject({
      username: 'Renamed',
      email: 'renamed@example.com',
      name: 'Re Named',
      company: 'Renamed Ltd',
      phone: '7185550199',
      dealer_id: 'KS5001',
    });
    expect((await admin.get(`/api/admin/accounts/${user.account_id}`)).json.dealer_id).toBe('KS5001');
    expect((await session.get('/api/user')).status).toBe(401);
    await portal.signedIn('renamed', 'sixsix');
    const old = { username: user.username, password: 'sixsix' };
    expect((await portal.client().post('/api/login', old)).status).toBe(401);
    // the name is free, the Dealer ID never again
    await added({ username: user.username });
    const taken = await admin.post(USERS, newUser({ dealer_id: user.dealer_id }));
    expect(taken.status).toBe(409);
    const { json: history } = await admin.get(`${USERS}/${user.id}/history`);
    expect(history.map(({ text }: { text: string }) => text)).toEqual([
      'Password set by an administrator',
      `Dealer ID changed from ${user.dealer_id} to KS5001`,
      `Username changed from ${user.username} to Renamed`,
      'Profile changed: name, email, company, phone',
      'User added',
    ]);
    expect(JSON.stringify(history)).not.toContain('sixsix');
  });

  it('keeps the password if blank, and ignores unknown fields', async () => {
    const user = await added();
    const before = await portal.eventCount();
    const odd = { password: '', is_approved: false, dealer_id: user.dealer_id, created_at: '2020-01-01' };
    const answered = await admin.patch(`${USERS}/${user.id}`, { ...odd, default_reader_rate: 0, role: 'x' });
    expect([answered.status, answered.json]).toEqual([200, user]);
    expect((await admin.put(`${USERS}/${user.id}`, user)).json).toEqual(user);
    expect(await portal.eventCount()).toBe(before);
    await portal.signedIn(user.username, 'secret-12');
  });

  it('accepts another case of the same name', async () => {
    const user = await added({ username: 'writing' });
    expect((await admin.patch(`${USERS}/${user.id}`, { username: 'Writing' })).json.username).toBe('Writing');
    await portal.signedIn('WRITING', 'secret-12');
    await admin.patch(`${USERS}/${user.id}`, { username: 'other-name' });
    await added({ username: 'writing' });
  });

  it('accepts a blank Dealer ID only while pending', async () => {
    const { user } = await portal.dealer('pending-one', false);
    const path = `${USERS}/${user.id}`;
    expect((await admin.patch(path, { dealer_id: '', name: 'Pen Ding' })).status).toBe(200);
    expect((await admin.patch(path, { dealer_id: 'KS5500' })).json).toMatchObject({
      dealer_id: 'KS5500',
      is_approved: false,
    });
    const approved = await admin.patch(`${path}/approval`, { isApproved: true });
    expect(approved.json).toMatchObject({ dealer_id: 'KS5500', is_approved: true });
    const blank = await admin.patch(path, { dealer_id: '' });
    expect([blank.status, blank.json.errors]).toEqual([
      422,
      [{ path: 'dealer_id', message: 'Dealer ID must be in format KS + 4 digits' }],
    ]);
  });

  // Proves I35-30
  it.each([
    [{ username: 'ab' }, 400, 'username'],
    [{ username: 're\u200Bnamed' }, 422, 'username'],
    [{ username: 'admin' }, 409, 'username'],
    [{ email: '' }, 400, 'email'],
    [{ name: '' }, 400, 'name'],
    [{ company: '' }, 400, 'company'],
    [{ dealer_id: 'KS00011' }, 400, 'dealer_id'],
    [{ password: '12345' }, 400, 'password'],
    [{ account_id: randomUUID() }, 422, 'account_id'],
    [{ username: 'half-done', account_id: randomUUID() }, 422, 'account_id'],
  ])('refuses %j', async (wrong, status, path) => {
    const user = await added();
    const before = await portal.eventCount();
    const answered = await admin.patch(`${USERS}/${user.id}`, wrong);
    expect([answered.status, answered.json.errors[0].path]).toEqual([status, path]);
    expect(await portal.eventCount()).toBe(before);
  });

  it('releases the new name if the Dealer ID is refused', async () => {
    const [holder, user] = [await added(), await added()];
    const wrong = { username: 'wanted', dealer_id: holder.dealer_id, password: 'changed1' };
    expect((await admin.patch(`${USERS}/${user.id}`, wrong)).status).toBe(409);
    await added({ username: 'wanted' });
    await portal.signedIn(user.username, 'secret-12');
  });

  it('refuses the second of two administrators, whose password is not set', async () => {
    const user = await added();
    const path = `${USERS}/${user.id}`;
    const { etag } = (await admin.get(path)).headers;
    await admin.patch(path, { name: 'First' }, { 'If-Match': String(etag) });
    const second = await admin.patch(
      path,
      { name: 'Second', username: 'second-try', password: 'changed1' },
      { 'If-Match': String(etag) },
    );
    expect(second.status).toBe(412);
    expect(second.json.conflict.fields).toEqual([
      { path: 'name', yours: 'Second', theirs: 'First' },
      { path: 'username', yours: 'second-try', theirs: user.username },
    ]);
    expect(second.text).not.toContain('changed1');
    await portal.signedIn(user.username, 'secret-12');
    const retried = await admin.patch(
      path,
      { name: 'Second', username: 'second-try' },
      { 'If-Match': second.json.conflict.etag },
    );
    expect(retried.json).toMatchObject({ name: 'Second', username: 'second-try' });
  });

  it('keeps an administrator signed in who changes the own password', async () => {
    const self = await added({ is_admin: true });
    const client = await portal.signedIn(self.username, 'secret-12');
    expect((await client.post('/api/step-up', { currentPassword: 'secret-12' })).status).toBe(200);
    const elsewhere = await portal.signedIn(self.username, 'secret-12');
    expect((await client.patch(`${USERS}/${self.id}`, { password: 'new-pass' })).status).toBe(200);
    expect((await client.get('/api/user')).status).toBe(200);
    expect((await elsewhere.get('/api/user')).status).toBe(401);
  });

  it('moves a user to another company; a colleague takes over its sites', async () => {
    const [a, b] = [await added(), await added()];
    const colleague = await added({ account_id: a.account_id });
    const client = await portal.signedIn(a.username, 'secret-12');
    const site = (await client.post('/api/sites', siteOrder())).json;
    const moved = await admin.patch(`${USERS}/${a.id}`, { account_id: b.account_id });
    expect(moved.json.account_id).toBe(b.account_id);
    expect((await admin.get(`/api/admin/sites/${site.id}`)).json).toMatchObject({
      user_id: colleague.id,
      account_id: colleague.account_id,
      status: 'pending',
    });
    const left = (await admin.get(`/api/admin/accounts/${colleague.account_id}`)).json;
    expect(left).toMatchObject({ dealer_id: colleague.dealer_id, users: [{ id: colleague.id }] });
    expect((await client.get('/api/sites')).json).toEqual([]);
    const joined = (await admin.get(`/api/admin/accounts/${b.account_id}`)).json;
    expect(joined).toMatchObject({ dealer_id: b.dealer_id });
    expect(joined.users.map(({ id }: { id: string }) => id)).toEqual([b.id, a.id]);
  });
});

describe('the administrator role', () => {
  it("ends the user's sessions when granted or revoked", async () => {
    const user = await added();
    const dealer = await portal.signedIn(user.username, 'secret-12');
    expect((await admin.patch(`${USERS}/${user.id}`, { is_admin: true })).json.is_admin).toBe(true);
    expect((await dealer.get('/api/user')).status).toBe(401);
    const promoted = await portal.signedIn(user.username, 'secret-12');
    expect((await promoted.get(USERS)).status).toBe(200);
    expect((await admin.patch(`${USERS}/${user.id}`, { is_admin: false })).json.is_admin).toBe(false);
    expect((await promoted.get(USERS)).status).toBe(401);
  });

  it('a former administrator without a company needs one, and gets a Dealer ID', async () => {
    const user = await added({ is_admin: true });
    const alone = await admin.patch(`${USERS}/${user.id}`, { is_admin: false });
    expect([alone.status, alone.json.errors[0].path]).toEqual([422, 'account_id']);
    const { account_id } = await added();
    const demoted = await admin.patch(`${USERS}/${user.id}`, { is_admin: false, account_id });
    expect(demoted.json).toMatchObject({
      is_admin: false,
      account_id,
      dealer_id: expect.stringMatching(/^KS\d{4}$/),
    });
  });
});

describe('DELETE /api/admin/users/{id}', () => {
  it('ends sessions, frees the name and passes sites and invoices on; after the last user sites are inactive', async () => {
    const first = await added({ username: 'leaver' });
    const second = await added({ account_id: first.account_id });
    const client = await portal.signedIn('leaver', 'secret-12');
    const waiting = (await client.post('/api/sites', siteOrder({ site_name: 'Waiting' }))).json;
    const running = (await client.post('/api/sites', siteOrder({ site_name: 'Running' }))).json;
    await admin.patch(`/api/admin/sites/${running.id}`, { status: 'active' });

    const gone = await admin.delete(`${USERS}/${first.id}`, { reason: 'left the company' });
    expect([gone.status, gone.json.username]).toEqual([200, 'leaver']);
    expect((await client.get('/api/user')).status).toBe(401);
    const again = { username: 'leaver', password: 'secret-12' };
    expect((await portal.client().post('/api/login', again)).status).toBe(401);
    const siteOf = async ({ id }: { id: string }) => (await admin.get(`/api/admin/sites/${id}`)).json;
    expect(await siteOf(waiting)).toMatchObject({ user_id: second.id, status: 'pending' });
    expect(await siteOf(running)).toMatchObject({ user_id: second.id, status: 'active' });
    const account = async () => (await admin.get(`/api/admin/accounts/${first.account_id}`)).json;
    expect(await account()).toMatchObject({ dealer_id: second.dealer_id, users: [{ id: second.id }] });

    expect((await admin.delete(`${USERS}/${second.id}`)).status).toBe(200);
    expect(await siteOf(waiting)).toMatchObject({ status: 'inactive', is_active: false });
    expect(await siteOf(running)).toMatchObject({ status: 'inactive' });
    expect((await account()).users).toEqual([]);
    const { json: history } = await admin.get(`/api/admin/sites/${running.id}/history`);
    expect(history[0]).toMatchObject({ text: 'Site deactivated', by: 'Administrator' });

    const homeless = await admin.post('/api/admin/sites', {
      site_name: 'Nobody',
      number_of_acu_panels: 1,
      account_id: first.account_id,
    });
    expect([homeless.status, homeless.json.error]).toEqual([
      422,
      'This company has no user yet. Please add a user to it first.',
    ]);
    const heir = await added({ username: 'leaver', account_id: first.account_id });
    expect(await siteOf(running)).toMatchObject({ status: 'inactive', user_id: heir.id });
    expect(await account()).toMatchObject({ dealer_id: heir.dealer_id, users: [{ id: heir.id }] });
  });

  it('passes on more sites than the longest causal chain', async () => {
    const user = await added();
    const names = Array.from({ length: 110 }, (_, n) => `Many ${n}`);
    const made = await Promise.all(
      names.map((site_name) =>
        admin.post('/api/admin/sites', { site_name, number_of_acu_panels: 1, account_id: user.account_id }),
      ),
    );
    expect(made.every(({ status }) => status === 201)).toBe(true);
    expect((await admin.delete(`${USERS}/${user.id}`)).status).toBe(200);
    const left = await admin.get(
      `/api/admin/sites?filter=${encodeURIComponent(JSON.stringify({ account_id: user.account_id, status: 'inactive' }))}`,
    );
    expect(left.json).toHaveLength(names.length);
  }, 60_000);

  it('refuses oneself, administrators and unknown users', async () => {
    const boss = await added({ is_admin: true });
    const bossClient = await portal.signedIn(boss.username, 'secret-12');
    const before = await portal.eventCount();
    const self = await bossClient.delete(`${USERS}/${boss.id}`);
    expect([self.status, self.json.error]).toEqual([422, "You can't delete your own user."]);
    const other = await admin.delete(`${USERS}/${boss.id}`);
    expect([other.status, other.json.error]).toEqual([422, "An administrator can't be deleted."]);
    // nobody was signed out for it
    expect((await bossClient.get('/api/user')).status).toBe(200);
    expect((await admin.delete(`${USERS}/${randomUUID()}`)).status).toBe(404);
    expect(await portal.eventCount()).toBe(before);

    const user = await added();
    expect((await admin.send('DELETE', `${USERS}/${user.id}`)).status).toBe(200);
    const path = `${USERS}/${user.id}`;
    const later = [
      await admin.delete(path),
      await admin.get(path),
      await admin.patch(path, { name: 'Back' }),
      await admin.patch(`${path}/approval`, { isApproved: true }),
      await admin.patch(`${path}/reader-rate`, { rate: 5 }),
    ];
    expect(later.map(({ status, json }) => [status, json.error])).toEqual(
      later.map(() => [404, 'User not found']),
    );
    expect((await admin.get(`${path}/history`)).json[0].text).toBe('User deleted');
  });
});

describe('PATCH /api/admin/users/{id}/reader-rate', () => {
  // Proves S2-7-admin-1
  it("changes the account's rate, which the user shows", async () => {
    const user = await added();
    const rated = await admin.patch(`${USERS}/${user.id}/reader-rate`, { rate: '5.75', reason: 'volume' });
    expect([rated.status, rated.json.default_reader_rate]).toEqual([200, 5.75]);
    const { json: account } = await admin.get(`/api/admin/accounts/${user.account_id}`);
    expect(account.default_reader_rate).toBe(5.75);
    const { json: history } = await admin.get(`/api/admin/accounts/${user.account_id}/history`);
    expect(history[0]).toMatchObject({
      text: 'Default reader rate changed from $6.50 to $5.75',
      by: 'Administrator',
      reason: 'volume',
    });
    expect((await admin.patch(`${USERS}/${user.id}/reader-rate`, { rate: 0 })).json.default_reader_rate).toBe(
      0,
    );
  });

  it.each([
    ['', 400, 'Rate is required'],
    [undefined, 400, 'Rate is required'],
    ['six', 400, 'Rate must be a number'],
    [-1, 400, 'Rate must be a positive number'],
    ['6.505', 400, 'Rate must be a number with at most two decimals'],
  ])('refuses %j', async (rate, status, message) => {
    const user = await added();
    const answered = await admin.patch(`${USERS}/${user.id}/reader-rate`, { rate });
    expect([answered.status, answered.json.errors]).toEqual([status, [{ path: 'rate', message }]]);
  });

  it('refuses a user without an account', async () => {
    const boss = await added({ is_admin: true });
    const answered = await admin.patch(`${USERS}/${boss.id}/reader-rate`, { rate: 5 });
    expect([answered.status, answered.json.error]).toEqual([422, 'No account ID found for this dealer']);
  });
});

describe('the last administrator', () => {
  it('stays when two demote each other at the same time', async () => {
    const own = await startTestPortal();
    try {
      const root = await own.admin();
      const { id: rootId } = (await root.get('/api/user')).json;
      const alone = await root.patch(`${USERS}/${rootId}`, { is_admin: false });
      // it has no company either, so that is asked for first
      expect([alone.status, alone.json.errors[0].path]).toEqual([422, 'account_id']);
      const made = await root.post(USERS, newUser({ username: 'second', is_admin: true }));
      const company = (await root.post(USERS, newUser({ username: 'dealer' }))).json.account_id;
      const second = await own.signedIn('second', 'secret-12');
      const demote = { is_admin: false, account_id: company };
      const both = await Promise.all([
        root.patch(`${USERS}/${made.json.id}`, demote),
        second.patch(`${USERS}/${rootId}`, demote),
      ]);
      const statuses = both.map(({ status }) => status).sort();
      // the slower one may find its own session over already
      expect([
        [200, 401],
        [200, 422],
      ]).toContainEqual(statuses);
      const survivor = both[0]?.status === 200 ? ADMIN.username : 'second';
      const password = survivor === 'second' ? 'secret-12' : ADMIN.password;
      const left = await own.signedIn(survivor, password);
      const { json: me } = await left.get('/api/user');
      const last = await left.patch(`${USERS}/${me.id}`, demote);
      expect([last.status, last.json.errors]).toEqual([
        422,
        [{ path: 'is_admin', message: "The last administrator can't be demoted." }],
      ]);
      expect((await left.get('/api/user')).json.is_admin).toBe(true);
    } finally {
      await own.stop();
    }
  });
});

describe('everybody but administrators', () => {
  it('is refused on every route', async () => {
    const dealer = (await portal.dealer('plain')).client;
    const waiting = (await portal.dealer('plain-waiting', false)).client;
    const user = await added();
    const before = await portal.eventCount();
    for (const client of [dealer, waiting]) {
      const refused = [
        await client.post(USERS, newUser()),
        await client.patch(`${USERS}/${user.id}`, { is_admin: true }),
        await client.delete(`${USERS}/${user.id}`),
        await client.patch(`${USERS}/${user.id}/reader-rate`, { rate: 0 }),
        await client.get(`${USERS}/${user.id}/history`),
        await client.patch(`/api/admin/accounts/${user.account_id}`, { name: 'Mine' }),
        await client.put(`/api/admin/accounts/${user.account_id}/demo-status`, { is_demo_account: false }),
      ];
      expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    }
    const self = (await dealer.get('/api/user')).json;
    const profile = await dealer.patch(`/api/users/${self.id}`, {
      name: 'Me Myself',
      is_admin: true,
      account_id: user.account_id,
      dealer_id: 'KS0001',
    });
    expect(profile.json).toMatchObject({ name: 'Me Myself', is_admin: false, account_id: self.account_id });
    expect(await portal.eventCount()).toBe(before + 1);
  });
});
