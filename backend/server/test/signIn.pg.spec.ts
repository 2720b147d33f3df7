import { paths } from '@portal/contract';
import Keygrip from 'keygrip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { liveTopics } from './support/liveTopics.ts';
import {
  ADMIN,
  PASSWORD,
  registration,
  siteOrder,
  startTestPortal,
  type TestPortal,
} from './support/testPortal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

const cookieOf = (client: HttpClient) =>
  [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const withCookie = (cookie: string) => ({ headers: { Cookie: cookie } });

describe('a session', () => {
  // Proves S1-6-4
  it('has a cookie that is HttpOnly, SameSite=Lax, for the whole site, without data about the user', async () => {
    await portal.dealer('cookie');
    const answered = await portal.client().post('/api/login', { username: 'cookie', password: PASSWORD });
    const cookies = answered.headers['set-cookie'] as string[];
    const [marker, ...others] = cookies.filter((line) => line.startsWith('portal-signed-in'));
    expect([marker, others]).toEqual(['portal-signed-in=1; path=/; samesite=lax', []]);
    const own = cookies.filter((line) => line !== marker);
    expect(own).toHaveLength(2);
    for (const cookie of own) {
      expect(cookie).toMatch(/; httponly/i);
      expect(cookie).toMatch(/; samesite=lax/i);
      expect(cookie).toMatch(/; path=\//i);
      expect(cookie).not.toMatch(/expires|max-age/i);
      expect(Buffer.from(cookie.split(/[=;]/)[1] ?? '', 'base64').toString()).not.toContain(answered.json.id);
    }
  });

  // Proves S1-7-4
  it('gets a new id at login, and the old one stops working', async () => {
    await portal.dealer('rotated');
    const client = await portal.signedIn('rotated');
    const before = cookieOf(client);
    await client.post('/api/login', { username: 'rotated', password: PASSWORD });
    expect(cookieOf(client)).not.toBe(before);
    expect((await portal.client().get('/api/user', withCookie(before))).status).toBe(401);
    expect((await client.get('/api/user')).status).toBe(200);
  });

  // Proves S1-4-session-5, S1-7-6
  it('ends at logout, on the server too; logging out again is accepted', async () => {
    await portal.dealer('leaver');
    const client = await portal.signedIn('leaver');
    const cookie = cookieOf(client);
    expect((await client.post('/api/logout')).status).toBe(200);
    expect((await client.get('/api/user')).status).toBe(401);
    expect((await portal.client().get('/api/user', withCookie(cookie))).status).toBe(401);
    expect((await client.post('/api/logout')).status).toBe(200);
  });

  it('is not created without a sign-in', async () => {
    const client = portal.client();
    for (const path of ['/', '/login', '/api/user', '/healthz']) {
      expect((await client.get(path)).headers['set-cookie']).toBeUndefined();
    }
    const { rows } = await portal.portal.database.pool.query(
      'SELECT count(*)::int AS n FROM sessions WHERE user_id IS NULL',
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('cannot be forged or changed', async () => {
    const client = await portal.signedIn(ADMIN.username, ADMIN.password);
    const forged = cookieOf(client).replace(/portal=([^;]{5})/, 'portal=AAAAA');
    expect((await portal.client().get('/api/user', withCookie(forged))).status).toBe(401);
    expect((await portal.client().get('/api/user', withCookie('portal=; portal.sig=x'))).status).toBe(401);
  });

  // Proves I35-21-cookies
  it('goes on with a cookie that an earlier release signed with SHA-1, and is signed anew', async () => {
    const client = await portal.signedIn(ADMIN.username, ADMIN.password);
    const signed = (digest: string) =>
      new Keygrip([portal.settings.sessionSecret], digest).sign(`portal=${client.cookies.get('portal')}`);
    expect(client.cookies.get('portal.sig')).toBe(signed('sha256'));
    client.cookies.set('portal.sig', signed('sha1'));
    expect((await client.get(paths.user)).status).toBe(200);
    expect(client.cookies.get('portal.sig')).toBe(signed('sha256'));
  });

  // Proves S1-4-approval-2, S1-7-3
  it('gives an unapproved dealer access to its own user only', async () => {
    const { client } = await portal.dealer('unapproved', false);
    const again = await portal.signedIn('unapproved');
    expect((await again.get('/api/user')).json.is_approved).toBe(false);
    expect((await again.get('/api/sites')).status).toBe(403);
    expect((await again.get('/api/events')).status).toBe(403);
    expect((await client.post('/api/logout')).status).toBe(200);
  });
});

describe('behind https', () => {
  const login = { username: ADMIN.username, password: ADMIN.password };
  let secure: TestPortal;
  beforeAll(async () => {
    const environment = { PUBLIC_URL: 'https://portal.example', ALLOWED_ORIGINS: 'https://two.example' };
    secure = await startTestPortal({}, { environment });
  });
  afterAll(() => secure.stop());

  it('the cookie is Secure under a name that no subdomain can set, and HSTS is on', async () => {
    const answered = await secure.client().post('/api/login', login);
    const cookies = answered.headers['set-cookie'] as string[];
    for (const cookie of cookies) expect(cookie).toMatch(/^__Host-portal(\.sig|-signed-in)?=.*; secure/i);
    expect(cookies).toHaveLength(3);
    expect(answered.headers['strict-transport-security']).toContain('max-age');
    expect((await portal.client().get('/api/user')).headers['strict-transport-security']).toBeUndefined();
  });

  // Proves I35-21-origin
  it.each([
    ['https://portal.example', 200],
    ['https://two.example', 200],
    ['https://three.example', 403],
    ['http://two.example', 403],
  ])(
    'a login from a page of %s is answered %i: PUBLIC_URL and ALLOWED_ORIGINS count',
    async (Origin, status) => {
      expect((await secure.client().post('/api/login', login, { Origin })).status).toBe(status);
    },
  );
});

// Proves I35-19
it('a proxy that TRUST_PROXY does not name is logged and opens an alert', async () => {
  const logged = () => portal.logLines.filter((line) => line.includes('TRUST_PROXY'));
  expect(logged()).toEqual([]);
  await portal.client().get(paths.user, { headers: { 'X-Forwarded-For': '203.0.113.1' } });
  expect(logged().map((line) => JSON.parse(line).proxy)).toEqual(['127.0.0.1']);
  await portal.portal.tick();
  const { open } = (await (await portal.admin()).get(paths.admin.alerts)).json;
  expect(open).toMatchObject([
    { kind: 'untrusted_proxy', severity: 'critical', todo: expect.stringContaining('Add 127.0.0.1 to') },
  ]);
});

describe('limits on sign-in', () => {
  it('stop at ten failures for one name, state for how long, and let others in', async () => {
    await portal.dealer('limited');
    await portal.dealer('neighbour');
    const client = portal.client();
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1) {
      const name = index % 2 === 0 ? 'limited' : 'LIMITED';
      statuses.push((await client.post('/api/login', { username: name, password: `wrong-${index}` })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    const right = await client.post('/api/login', { username: 'limited', password: PASSWORD });
    expect([right.status, Number(right.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(800);
    expect((await client.post('/api/login', { username: 'neighbour', password: PASSWORD })).status).toBe(200);
    // once the window is over the right password works
    await portal.portal.database.pool.query('UPDATE login_limits SET expire = 1');
    expect((await client.post('/api/login', { username: 'limited', password: PASSWORD })).status).toBe(200);
  });

  it('do not trust X-Forwarded-For of an unknown proxy', async () => {
    await portal.dealer('forwarded');
    for (let index = 0; index < 11; index += 1) {
      const answered = await portal
        .client()
        .post(
          '/api/login',
          { username: 'forwarded', password: 'wrong-1' },
          { 'X-Forwarded-For': `203.0.113.${index}` },
        );
      if (index === 10) expect(answered.status).toBe(429);
    }
  });
});

describe('Idempotency-Key over HTTP', () => {
  it('registers once, signs the retry in, and refuses the key for another body', async () => {
    const before = await portal.eventCount();
    const key = { 'Idempotency-Key': 'registration-1' };
    const first = await portal.client().post('/api/register', registration('keyed'), key);
    const retry = portal.client();
    const second = await retry.post('/api/register', registration('keyed'), key);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect(second.headers['x-log-position']).toBe(first.headers['x-log-position']);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect((await retry.get('/api/user')).json.id).toBe(first.json.id);
    expect(await portal.eventCount()).toBe(before + 3);
    const other = await portal
      .client()
      .post('/api/register', registration('keyed', { password: 'another-1' }), key);
    expect(other.status).toBe(409);
    expect(other.headers['set-cookie']).toBeUndefined();
  });

  it('repeats a refusal like a success', async () => {
    const key = { 'Idempotency-Key': 'registration-2' };
    const first = await portal.client().post('/api/register', registration('keyed'), key);
    const second = await portal.client().post('/api/register', registration('keyed'), key);
    expect([first.status, second.status, second.text]).toEqual([409, 409, first.text]);
  });

  it('does not sign in by a replay once the password has changed', async () => {
    const key = { 'Idempotency-Key': 'registration-3' };
    const { json } = await portal.client().post('/api/register', registration('changed'), key);
    await portal.portal.commands.credentials.set(json.id, 'another-password');
    const replay = portal.client();
    expect((await replay.post('/api/register', registration('changed'), key)).status).toBe(201);
    expect((await replay.get('/api/user')).status).toBe(401);
  });

  it('is separate for each sender', async () => {
    const one = await portal.dealer('key-one');
    const two = await portal.dealer('key-two');
    const order = {
      site_name: 'Same',
      site_address: 'A',
      site_city: 'B',
      site_state: 'NY',
      site_zip: '10311',
      number_of_readers: '1',
    };
    const key = { 'Idempotency-Key': 'same-key' };
    const answers = [
      await one.client.post('/api/sites', order, key),
      await one.client.post('/api/sites', order, key),
      await two.client.post('/api/sites', order, key),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
    expect(answers[1]?.json.id).toBe(answers[0]?.json.id);
    expect(answers[2]?.json.account_id).toBe(two.user.account_id);
    expect((await one.client.get('/api/sites')).json).toHaveLength(1);
  });

  it('treats twenty concurrent requests as one', async () => {
    const { client } = await portal.dealer('twenty');
    const order = {
      site_name: 'Once',
      site_address: 'A',
      site_city: 'B',
      site_state: 'NY',
      site_zip: '10311',
      number_of_readers: '1',
    };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.post('/api/sites', order, { 'Idempotency-Key': 'twenty' })),
    );
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.json.id}`)).size).toBe(1);
    expect((await client.get('/api/sites')).json).toHaveLength(1);
  });

  it('is refused if malformed', async () => {
    const answered = await portal
      .client()
      .post('/api/register', registration('nokey'), { 'Idempotency-Key': 'x'.repeat(201) });
    expect(answered.status).toBe(400);
  });
});

describe('the event stream', () => {
  it("sends a dealer only its account's changes, an administrator all; topics without data", async () => {
    const one = await portal.dealer('live-one');
    const two = await portal.dealer('live-two');
    const admin = await portal.admin();
    // else they hear of their own approval
    await portal.portal.projections.caughtUp();
    const [own, other, all] = [
      await liveTopics(portal, one.client),
      await liveTopics(portal, two.client),
      await liveTopics(portal, admin),
    ];
    expect(own.response.headers.get('content-type')).toContain('text/event-stream');
    expect((await one.client.post('/api/sites', siteOrder({ site_name: 'Live' }))).status).toBe(201);
    await eventually(async () => own.topics.includes('sites') && all.topics.includes('sites'), 30);
    // the company's figures change with it
    expect(own.topics.filter((topic) => !['sites', 'users'].includes(topic))).toEqual([]);
    // what the other one hears at last is of its own doing
    expect(other.topics).toEqual([]);
    expect((await two.client.patch(`/api/users/${two.user.id}`, { name: 'Bea Roe' })).status).toBe(200);
    await eventually(async () => other.topics.includes('users'), 30);
    expect(other.topics).not.toContain('sites');
    for (const feed of [own, other, all]) await feed.stop();
  });

  // Proves X-12b
  it('ends at disapproval', async () => {
    const { client, user } = await portal.dealer('live-gone');
    const feed = await liveTopics(portal, client);
    await (await portal.admin()).patch(`/api/admin/users/${user.id}/approval`, { isApproved: false });
    await eventually(async () => feed.isEnded(), 30);
    await feed.stop();
  });

  // Proves X-12b
  it('ends for the sessions that a new password ended', async () => {
    const { client } = await portal.dealer('live-password');
    const feed = await liveTopics(portal, client);
    const other = await portal.signedIn('live-password');
    const changed = { currentPassword: PASSWORD, newPassword: 'another-password' };
    expect((await other.post('/api/change-password', changed)).status).toBe(200);
    await eventually(async () => feed.isEnded(), 15);
    await feed.stop();
  });

  // Proves X-12b
  it('ends at sign-out, for that browser only', async () => {
    const { client } = await portal.dealer('live-leaver');
    const other = await portal.signedIn('live-leaver');
    const feeds = [await liveTopics(portal, client), await liveTopics(portal, other)] as const;
    expect((await client.post('/api/logout')).status).toBe(200);
    await eventually(async () => feeds[0].isEnded(), 15);
    // the other one hears of what comes after
    expect((await other.post('/api/sites', siteOrder({ site_name: 'After' }))).status).toBe(201);
    await eventually(async () => feeds[1].topics.includes('sites'), 15);
    expect(feeds[1].isEnded()).toBe(false);
    expect(feeds[0].topics).not.toContain('sites');
    for (const feed of feeds) await feed.stop();
  });

  // Proves X-12b
  it('ends when its user is deleted, and when its session is no longer in the database', async () => {
    const [gone, lost] = [await portal.dealer('live-deleted'), await portal.dealer('live-lost')];
    const feeds = [await liveTopics(portal, gone.client), await liveTopics(portal, lost.client)] as const;
    const admin = await portal.admin();
    expect((await admin.send('DELETE', `/api/admin/users/${gone.user.id}`)).status).toBe(200);
    await eventually(async () => feeds[0].isEnded(), 15);
    await portal.portal.database.pool.query('DELETE FROM sessions WHERE user_id = $1', [lost.user.id]);
    expect((await admin.patch(`/api/admin/users/${lost.user.id}`, { name: 'Bea Roe' })).status).toBe(200);
    await eventually(async () => feeds[1].isEnded(), 15);
    for (const feed of feeds) await feed.stop();
  });

  it("ends when an administrator stops viewing a dealer's pages", async () => {
    const { user } = await portal.dealer('live-viewed');
    const admin = await portal.admin();
    expect((await admin.post(`/api/admin/users/${user.id}/view-as`, {})).status).toBe(200);
    const feed = await liveTopics(portal, admin);
    expect((await admin.delete('/api/view-as')).status).toBe(200);
    expect(
      (await (await portal.admin()).patch(`/api/admin/users/${user.id}`, { name: 'Cy Roe' })).status,
    ).toBe(200);
    await eventually(async () => feed.isEnded(), 15);
    await feed.stop();
  });

  it('is for those who are signed in and approved', async () => {
    expect((await portal.client().get('/api/events')).status).toBe(401);
  });
});

describe('the log of the portal', () => {
  // Proves S1-3-4
  // Proves I35-21-log
  it('says of each sign-in who it was and from which address', async () => {
    const { user } = await portal.dealer('logged');
    await portal.client().post('/api/login', { username: 'logged', password: 'wrong-1' });
    await portal.client().post('/api/login', { username: 'nobody-logged', password: 'wrong-1' });
    await portal.signedIn('logged');
    const lines = portal.logLines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'sign-in')
      .slice(-3)
      .map(({ userId, address, outcome }) => ({ userId, address, outcome }));
    const address = '127.0.0.1';
    expect(lines).toEqual([
      { userId: user.id, address, outcome: 'refused' },
      { userId: null, address, outcome: 'refused' },
      { userId: user.id, address, outcome: 'signed in' },
    ]);
  });

  it('holds no password, cookie or hash of all this', () => {
    const text = portal.logLines.join('\n');
    expect(text).toContain('"path":"/api/login"');
    for (const secret of [PASSWORD, ADMIN.password, 'another-password', 'wrong-1', '$2b$', 'portal=']) {
      expect(text).not.toContain(secret);
    }
  });
});
