import { randomUUID } from 'node:crypto';
import { isDealerPermission, isPermission } from '@portal/contract';
import { userStream } from '@portal/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Route } from '../src/platform/http/route.ts';
import type { HttpClient } from './support/httpClient.ts';
import {
  ADMIN,
  PASSWORD,
  registration,
  siteOrder,
  startTestPortal,
  type TestPortal,
} from './support/testPortal.ts';

const NOTHING = 'You are viewing as viewed. Nothing can be changed.';
const CLOSED = 'You are viewing as viewed. Stop viewing to use the administration.';

let portal: TestPortal;
let viewed: Awaited<ReturnType<TestPortal['dealer']>>;
let siteId: string;
/** Signed in as the administrator, in a browser of its own for each test. */
let admin: HttpClient;
/** Another administrator's hands. */
let other: HttpClient;

beforeAll(async () => {
  portal = await startTestPortal();
  other = await portal.admin();
  viewed = await portal.dealer('viewed');
  siteId = (await viewed.client.post('/api/sites', siteOrder())).json.id;
});
beforeEach(async () => {
  admin = await portal.admin();
});
afterEach(() => admin.post('/api/logout', {}));
afterAll(() => portal.stop());

const start = (id: string = viewed.user.id) => admin.post(`/api/admin/users/${id}/view-as`, {});
const stop = () => admin.delete('/api/view-as');
const me = async () => (await admin.get('/api/user')).json;
const events = async (id: string = viewed.user.id) => {
  const { rows } = await portal.portal.database.pool.query<{ type: string; metadata: unknown }>(
    'SELECT type, metadata FROM es.events WHERE stream = $1 ORDER BY revision',
    [userStream(id)],
  );
  return rows.map(({ type }) => type).filter((type) => type.startsWith('DealerView'));
};
const pathOf = (route: Route) => route.path.replace(/:\w+/g, randomUUID());
const named = (route: Route) => `${route.method} ${route.path}`;

describe('viewing as a dealer', () => {
  // Proves S5-view-2
  it('answers every read without an id as for the dealer', async () => {
    expect((await start()).json).toEqual({ id: viewed.user.id, username: 'viewed', company: 'Doe Security' });
    const { viewing_as, ...user } = await me();
    expect(viewing_as).toEqual({ id: viewed.user.id, username: 'viewed', company: 'Doe Security' });
    const isAnswered = { clock: expect.anything() };
    expect(user).toEqual({ ...(await viewed.client.get('/api/user')).json, ...isAnswered });
    const plain = portal.portal.routes.filter(
      ({ method, access, path }) =>
        method === 'GET' && isDealerPermission(access) && !path.includes(':') && path !== '/api/events',
    );
    expect(plain.map(({ path }) => path)).toContain('/api/sites');
    for (const { path } of plain) {
      const [seen, own] = [await admin.get(path), await viewed.client.get(path)];
      expect([path, seen.status, seen.json], path).toEqual([path, own.status, own.json]);
    }
    for (const path of [
      `/api/sites/${siteId}`,
      `/api/sites/${siteId}/history`,
      `/api/sites/${siteId}/users`,
      `/api/accounts/${viewed.user.account_id}`,
    ]) {
      const [seen, own] = [await admin.get(path), await viewed.client.get(path)];
      expect([path, seen.status, seen.text]).toEqual([path, 200, own.text]);
    }
  });

  // Proves S5-view-2
  it("reads only that dealer's records", async () => {
    const stranger = await portal.dealer('stranger');
    const theirs = (await stranger.client.post('/api/sites', siteOrder())).json.id;
    expect((await admin.get(`/api/sites/${theirs}`)).status).toBe(200);
    await start();
    for (const path of [
      `/api/sites/${theirs}`,
      `/api/sites/${theirs}/history`,
      `/api/sites?userId=${stranger.user.id}`,
      `/api/accounts/${stranger.user.account_id}`,
    ])
      expect([path, (await admin.get(path)).status]).toEqual([path, 404]);
  });

  // Proves S5-view-3
  it('refuses every changing route, and appends nothing', async () => {
    await start();
    const before = await portal.eventCount();
    const changes = portal.portal.routes.filter(
      ({ method, whileViewing }) => method !== 'GET' && !whileViewing,
    );
    expect(changes.length).toBeGreaterThan(25);
    const through: string[] = [];
    for (const route of changes) {
      const { status, json } = await admin.send(route.method, pathOf(route), { json: {} });
      if (status !== 403 || json.error !== NOTHING) through.push(`${named(route)}: ${status}`);
    }
    expect(through).toEqual([]);
    const allowed = portal.portal.routes.filter(({ whileViewing }) => whileViewing);
    expect(allowed.map(named).sort()).toEqual(['DELETE /api/view-as', 'POST /api/logout']);
    expect(await portal.eventCount()).toBe(before);
  });

  // Proves S5-view-3
  it('refuses changes allowed to the dealer, the administrator or everybody', async () => {
    await start();
    const account = (await other.get(`/api/admin/accounts/${viewed.user.account_id}`)).json;
    // after the administrator's look at it
    const before = await portal.eventCount();
    const refused = [
      await admin.patch(`/api/sites/${siteId}`, { site_name: 'Mine' }),
      await admin.post('/api/sites', siteOrder()),
      await admin.post(`/api/sites/${siteId}/reader-change`, { number_of_readers: 20 }),
      await admin.patch(`/api/users/${viewed.user.id}`, { city: 'Troy' }),
      await admin.post('/api/change-password', { currentPassword: PASSWORD, newPassword: 'secret-2' }),
      await admin.patch(`/api/admin/sites/${siteId}`, { status: 'active' }),
      await admin.delete(`/api/admin/users/${viewed.user.id}`),
      await admin.post(`/api/admin/users/${viewed.user.id}/view-as`, {}),
      await admin.post('/api/register', registration('another')),
      await admin.post('/api/login', { username: 'viewed', password: PASSWORD }),
      await admin.post('/api/login', { username: ADMIN.username, password: ADMIN.password }),
    ];
    for (const { status, json } of refused) expect([status, json.error]).toEqual([403, NOTHING]);
    expect(await portal.eventCount()).toBe(before);
    expect((await other.get(`/api/admin/accounts/${viewed.user.account_id}`)).json).toEqual(account);
    expect((await viewed.client.get(`/api/sites/${siteId}`)).json.site_name).toBe('Harbor Gate');
  });

  // Proves S5-view-3
  it('changes nothing by reads, and refuses admin routes', async () => {
    await start();
    const before = await portal.eventCount();
    const wrong: string[] = [];
    for (const route of portal.portal.routes) {
      if (route.method !== 'GET' || route.path === '/api/events') continue;
      const { status, json } = await admin.get(pathOf(route));
      const closed = isPermission(route.access);
      if (status >= 500 || (closed && (status !== 403 || json.error !== CLOSED)))
        wrong.push(`${named(route)}: ${status}`);
    }
    expect(wrong).toEqual([]);
    expect(await portal.eventCount()).toBe(before);
  });
});

describe('a view', () => {
  // Proves S5-view-4
  it('ends on request, also repeated, and admin routes work again', async () => {
    const count = (await events()).length;
    await start();
    expect((await stop()).status).toBe(200);
    expect((await stop()).json).toEqual({});
    expect(await me()).toMatchObject({ username: ADMIN.username, is_admin: true });
    expect(await me()).not.toHaveProperty('viewing_as');
    expect((await admin.get('/api/admin/users')).status).toBe(200);
    expect((await events()).slice(count)).toEqual(['DealerViewStarted', 'DealerViewEnded']);
    const { json: history } = await admin.get(`/api/admin/users/${viewed.user.id}/history`);
    expect(history.slice(0, 2)).toMatchObject([
      { text: "Stopped viewing the dealer's pages", by: 'Administrator' },
      { text: "Started viewing the dealer's pages", by: 'Administrator' },
    ]);
  });

  it('ends at sign-out, also in the log; other sessions continue', async () => {
    const count = (await events()).length;
    await start();
    expect((await other.get('/api/user')).json.is_admin).toBe(true);
    expect((await admin.post('/api/logout', {})).status).toBe(200);
    expect((await admin.get('/api/user')).status).toBe(401);
    expect((await events()).slice(count)).toEqual(['DealerViewStarted', 'DealerViewEnded']);
    expect((await viewed.client.get('/api/user')).json).not.toHaveProperty('viewing_as');
    admin = await portal.admin();
    expect(await me()).not.toHaveProperty('viewing_as');
  });

  // Proves S5-view-4
  it.each([
    ['disapproved', (id: string) => other.patch(`/api/admin/users/${id}/approval`, { isApproved: false })],
    ['deleted', (id: string) => other.delete(`/api/admin/users/${id}`)],
    ['made an administrator', (id: string) => other.patch(`/api/admin/users/${id}`, { is_admin: true })],
  ])('ends when the dealer is %s, for good', async (what, change) => {
    const { user } = await portal.dealer(what.replaceAll(' ', '-'));
    await start(user.id);
    expect((await me()).viewing_as.id).toBe(user.id);
    expect((await change(user.id)).status).toBe(200);
    expect(await me()).toMatchObject({ username: ADMIN.username });
    expect(await events(user.id)).toEqual(['DealerViewStarted', 'DealerViewEnded']);
    await other.patch(`/api/admin/users/${user.id}/approval`, { isApproved: true });
    expect(await me()).not.toHaveProperty('viewing_as');
    expect((await admin.get('/api/admin/users')).status).toBe(200);
  });

  it("ends when the administrator's role is revoked", async () => {
    const made = await portal.dealer('colleague');
    await other.patch(`/api/admin/users/${made.user.id}`, { is_admin: true });
    const colleague = await portal.signedIn('colleague');
    expect((await colleague.post(`/api/admin/users/${viewed.user.id}/view-as`, {})).status).toBe(200);
    await other.patch(`/api/admin/users/${made.user.id}`, { is_admin: false });
    expect((await colleague.get('/api/sites')).status).toBe(401);
    const again = await portal.signedIn('colleague');
    expect((await again.get('/api/user')).json).not.toHaveProperty('viewing_as');
  });

  // Proves S5-view-5
  it('can be started by administrators only, for approved dealers only', async () => {
    const before = await portal.eventCount();
    const { id } = (await other.get('/api/user')).json;
    const self = await start(id);
    expect([self.status, self.json.error]).toEqual([422, 'Administrators have no dealer pages.']);
    expect((await start(randomUUID())).status).toBe(404);
    expect((await viewed.client.post(`/api/admin/users/${viewed.user.id}/view-as`, {})).status).toBe(403);
    expect((await portal.client().post(`/api/admin/users/${viewed.user.id}/view-as`, {})).status).toBe(401);
    expect((await viewed.client.delete('/api/view-as')).json).toEqual({});
    expect(await portal.eventCount()).toBe(before);
    const waiting = await portal.dealer('waiting', false);
    const refused = await start(waiting.user.id);
    expect([refused.status, refused.json.error]).toEqual([
      422,
      'This dealer is not approved and has no dealer pages.',
    ]);
  });

  it('does not stop the dealer from signing in and changing data', async () => {
    await start();
    const own = await portal.signedIn('viewed');
    expect((await own.patch(`/api/users/${viewed.user.id}`, { city: 'Albany' })).status).toBe(200);
    expect((await me()).city).toBe('Albany');
  });
});
