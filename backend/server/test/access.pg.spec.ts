import { randomUUID } from 'node:crypto';
import { isDealerPermission, isPermission, STEP_UP_REQUIRED } from '@portal/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Access, Route } from '../src/platform/http/route.ts';
import type { HttpClient } from './support/httpClient.ts';
import { siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';

const ROLES = ['nobody', 'unapproved', 'dealer', 'admin'] as const;

/** What the access rule alone says to each role; `through` means that the route itself answers. */
function expectedOf(access: Access): readonly (number | 'through')[] {
  if (access === 'public') return ['through', 'through', 'through', 'through'];
  if (isPermission(access)) return [401, 403, 403, 'through'];
  return [401, isDealerPermission(access) ? 403 : 'through', 'through', 'through'];
}

let portal: TestPortal;
let clients: Record<(typeof ROLES)[number], HttpClient>;

beforeAll(async () => {
  portal = await startTestPortal();
  clients = {
    nobody: portal.client(),
    unapproved: (await portal.dealer('waiting', false)).client,
    dealer: (await portal.dealer('dealer')).client,
    admin: await portal.admin(),
  };
});
afterAll(() => portal.stop());

const pathOf = (route: Route) => route.path.replace(/:\w+/g, randomUUID());

describe('every route of the table, for every role', () => {
  // Proves S1-2-guards-9
  it('answers as its access rule says', async () => {
    const wrong: string[] = [];
    for (const route of portal.portal.routes) {
      if (route.path === '/api/events' || route.path === '/api/logout') continue;
      for (const [index, role] of ROLES.entries()) {
        const expected = expectedOf(route.access)[index];
        const answered = await clients[role].send(
          route.method,
          pathOf(route),
          route.method === 'GET' ? {} : { json: {} },
        );
        const ok =
          expected === 'through'
            ? ![401, 403].includes(answered.status) ||
              answered.json?.code === STEP_UP_REQUIRED ||
              route.path === '/api/login'
            : answered.status === expected;
        if (!ok) wrong.push(`${route.method} ${route.path} as ${role}: ${answered.status}, not ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  // Proves S1-1-14
  it('has only these public API routes: sign-in and out, registration, reset, invitation, contact form, description', () => {
    const open = portal.portal.routes.filter(
      (route) => route.access === 'public' && route.path.startsWith('/api/'),
    );
    expect(open.map((route) => `${route.method} ${route.path}`).sort()).toEqual([
      'GET /api/docs',
      'GET /api/docs/:id',
      'GET /api/openapi.json',
      'POST /api/auth/forgot-password',
      'POST /api/auth/reset-link',
      'POST /api/auth/reset-password',
      'POST /api/contact',
      'POST /api/invitation',
      'POST /api/invitation/accept',
      'POST /api/login',
      'POST /api/login/passkey',
      'POST /api/login/passkey/options',
      'POST /api/logout',
      'POST /api/register',
    ]);
    const waiting = portal.portal.routes.filter((route) => route.access === 'session');
    expect(waiting.map((route) => `${route.method} ${route.path}`)).toEqual(['GET /api/user']);
    const admin = portal.portal.routes.filter((route) => route.path.startsWith('/api/admin'));
    expect(admin.length).toBeGreaterThan(6);
    expect(admin.every(({ access }) => isPermission(access))).toBe(true);
  });

  it('refuses every cross-site change before any other check', async () => {
    for (const route of portal.portal.routes.filter((line) => line.method !== 'GET')) {
      for (const headers of [
        { Origin: 'https://evil.example' },
        { 'Sec-Fetch-Site': 'cross-site' },
      ] as Record<string, string>[]) {
        const answered = await clients.admin.send(route.method, pathOf(route), { json: {}, headers });
        expect([route.path, answered.status]).toEqual([route.path, 403]);
      }
    }
  });

  it('accepts changes only as JSON, and none by GET', async () => {
    for (const route of portal.portal.routes.filter(
      (line) => line.method !== 'GET' && line.access !== 'public',
    )) {
      const answered = await clients.admin.send(route.method, pathOf(route), {
        raw: 'status=active',
        headers: { 'Content-Type': 'text/plain' },
      });
      expect([route.path, answered.status]).toEqual([route.path, 415]);
    }
    for (const path of ['/api/login', '/api/register', '/api/logout']) {
      expect((await clients.admin.get(path)).status).toBe(405);
    }
  });
});

describe("another dealer's record", () => {
  it('is 404 for everybody else', async () => {
    const one = await portal.dealer('first');
    const two = await portal.dealer('second');
    const site = (await one.client.post('/api/sites', siteOrder())).json;
    const before = await portal.eventCount();
    const refused = [
      await two.client.patch(`/api/sites/${site.id}`, { status: 'inactive' }),
      await two.client.patch(`/api/sites/${site.id}`, { site_name: 'Mine now' }),
      await two.client.patch(`/api/sites/${randomUUID()}`, { status: 'inactive' }),
      await two.client.get(`/api/accounts/${one.user.account_id}`),
      await two.client.get(`/api/accounts/${randomUUID()}`),
      await two.client.get(`/api/sites?userId=${one.user.id}`),
      await clients.admin.patch(`/api/sites/${site.id}`, { status: 'active' }),
      await clients.admin.patch(`/api/admin/sites/${randomUUID()}`, { status: 'active' }),
      await clients.admin.patch(`/api/admin/users/${randomUUID()}/approval`, { isApproved: true }),
    ];
    expect(refused.map((answer) => answer.status)).toEqual(Array(refused.length).fill(404));
    expect(await portal.eventCount()).toBe(before);
    expect((await two.client.get('/api/sites')).json).toEqual([]);
    expect((await one.client.get(`/api/sites?userId=${one.user.id}`)).json).toHaveLength(1);
    expect((await clients.admin.get(`/api/sites?userId=${one.user.id}`)).json).toHaveLength(1);
    expect((await clients.admin.get('/api/sites')).json).toEqual([]);
    expect((await one.client.get(`/api/accounts/${one.user.account_id}`)).json).not.toHaveProperty(
      'stripe_customer_id',
    );
  });

  // Proves S1-6-2
  it('a dealer may do only what the rules allow with its own site', async () => {
    const { client } = await portal.dealer('third');
    const site = (await client.post('/api/sites', siteOrder())).json;
    const path = `/api/sites/${site.id}`;
    const before = await portal.eventCount();
    expect((await client.patch(path, { status: 'active' })).status).toBe(422);
    expect((await client.patch(path, { status: 'inactive' })).status).toBe(422);
    expect((await client.patch(path, { status: 'gone' })).status).toBe(400);
    const more = await client.patch(path, { number_of_readers: '13' });
    expect([more.status, more.json.error]).toEqual([403, 'Reader count can only be changed by an admin.']);
    expect(await portal.eventCount()).toBe(before);
    const changed = await client.patch(path, {
      site_name: 'North Gate',
      number_of_readers: '12',
      custom_reader_rate: 0,
      number_of_acu_panels: '',
    });
    expect(changed.json).toMatchObject({
      site_name: 'North Gate',
      number_of_readers: '12',
      custom_reader_rate: null,
      number_of_acu_panels: '1',
    });
    await clients.admin.patch(`/api/admin/sites/${site.id}`, { status: 'active' });
    expect((await client.patch(path, { status: 'inactive' })).json).toMatchObject({
      status: 'inactive',
      is_active: false,
    });
    expect((await client.patch(path, { status: 'active' })).json.status).toBe('active');
    expect((await client.patch(path, { status: 'pending' })).status).toBe(422);
    expect((await clients.admin.patch(`/api/admin/sites/${site.id}`, { status: 'pending' })).status).toBe(
      422,
    );
  });

  // Proves S1-6-3
  it('an administrator cannot order a site, nor can one who was added to a company', async () => {
    expect((await clients.admin.post('/api/sites', siteOrder())).status).toBe(403);
    const { user } = await portal.dealer('promoted');
    await clients.admin.patch(`/api/admin/users/${user.id}`, { is_admin: true });
    const promoted = await portal.signedIn('promoted');
    expect((await promoted.get('/api/user')).json).toMatchObject({
      is_admin: true,
      account_id: user.account_id,
    });
    expect((await promoted.post('/api/sites', siteOrder())).status).toBe(403);
  });
});

describe('role and approval are read at each call', () => {
  it("ends a disapproved dealer's sessions at once", async () => {
    const { client, user } = await portal.dealer('leaving');
    expect((await client.get('/api/sites')).status).toBe(200);
    const answered = await clients.admin.patch(`/api/admin/users/${user.id}/approval`, {
      isApproved: false,
      reason: 'left the trade',
    });
    expect(answered.json).toMatchObject({
      is_approved: false,
      dealer_id: expect.stringMatching(/^KS\d{4}$/),
    });
    expect((await client.get('/api/sites')).status).toBe(401);
    expect((await client.get('/api/user')).status).toBe(401);
    const again = await portal.signedIn('leaving');
    expect((await again.get('/api/sites')).status).toBe(403);
    expect((await again.get('/api/user')).json.is_approved).toBe(false);
    await clients.admin.patch(`/api/admin/users/${user.id}/approval`, { isApproved: true });
    // the session of the waiting page goes on: nothing was taken away
    expect((await again.get('/api/sites')).status).toBe(200);
  });

  it('gives each dealer a unique id, also concurrently', async () => {
    const dealers = await Promise.all(
      ['d-one', 'd-two', 'd-three', 'd-four'].map((name) => portal.dealer(name, false)),
    );
    const approved = await Promise.all(
      dealers.map(({ user }) =>
        clients.admin.patch(`/api/admin/users/${user.id}/approval`, { isApproved: true }),
      ),
    );
    expect(approved.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(new Set(approved.map((answer) => answer.json.dealer_id)).size).toBe(4);
  });

  it('gives a dealer one id when several administrators approve at once', async () => {
    const { user } = await portal.dealer('d-five', false);
    const approve = (id: string) =>
      clients.admin.patch(`/api/admin/users/${id}/approval`, { isApproved: true });
    const answers = await Promise.all(Array.from({ length: 16 }, () => approve(user.id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const first = (await clients.admin.get(`/api/admin/users/${user.id}`)).json.dealer_id;
    const next = await portal.dealer('d-six');
    const second = (await clients.admin.get(`/api/admin/users/${next.user.id}`)).json.dealer_id;
    expect(Number(second.slice(2))).toBe(Number(first.slice(2)) + 1);
  });
});
