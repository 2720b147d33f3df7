import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../support/httpClient.ts';
import { ADMIN, PASSWORD, registration, startTestPortal, type TestPortal } from '../support/testPortal.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let portal: TestPortal;
let admin: HttpClient;
let now = Date.parse('2026-12-20T15:00:00.000Z');

beforeAll(async () => {
  portal = await startTestPortal({ now: () => new Date(now) });
  admin = await portal.admin();
});
afterAll(() => portal.stop());

const isIn = async (client: HttpClient) => (await client.get('/api/user')).status === 200;
const sessionOf = ({ cookies }: HttpClient) => cookies.get('portal');

/** A dealer signed in in two browsers. */
async function twoBrowsers(username: string) {
  const { client, user } = await portal.dealer(username);
  return { one: client, two: await portal.signedIn(username), ...user, username };
}
type Pair = Awaited<ReturnType<typeof twoBrowsers>>;

async function resetToken(pair: Pair): Promise<string> {
  const email = `${pair.username}@example.com`;
  await pair.one.patch(`/api/users/${pair.id}`, { email });
  await portal.client().post('/api/auth/forgot-password', { email });
  return portal.resetToken(email);
}

describe('all sessions of a user end, in all browsers, once', () => {
  // Proves I8-sessions
  it.each<[what: string, change: (pair: Pair) => Promise<{ readonly status: number }>]>([
    [
      'the approval is taken back',
      ({ id }) => admin.patch(`/api/admin/users/${id}/approval`, { isApproved: false }),
    ],
    ['the user is deleted', ({ id }) => admin.delete(`/api/admin/users/${id}`)],
    ['the role changes', ({ id }) => admin.patch(`/api/admin/users/${id}`, { is_admin: true })],
    [
      'an administrator sets another password',
      ({ id }) => admin.patch(`/api/admin/users/${id}`, { password: 'another-1' }),
    ],
    [
      'the password is reset by mail',
      async (pair) =>
        portal
          .client()
          .post('/api/auth/reset-password', { token: await resetToken(pair), newPassword: 'another-1' }),
    ],
  ])('%s', async (what, change) => {
    const pair = await twoBrowsers(what.replaceAll(' ', '-'));
    const bystander = await portal.signedIn(ADMIN.username, ADMIN.password);
    expect([await isIn(pair.one), await isIn(pair.two)]).toEqual([true, true]);
    expect((await change(pair)).status).toBe(200);
    expect([await isIn(pair.one), await isIn(pair.two)]).toEqual([false, false]);
    expect((await pair.one.get('/api/sites')).status).toBe(401);
    expect(await isIn(bystander)).toBe(true);
  });

  // Proves I35-17
  it('a password or second factor that its user changes ends the other sessions, and this one’s old id after seconds', async () => {
    const pair = await twoBrowsers('changer');
    const code = (secret: string) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
    let secret = '';
    const changes: (() => Promise<{ readonly status: number }>)[] = [
      () => pair.one.post('/api/change-password', { currentPassword: PASSWORD, newPassword: 'another-1' }),
      async () => {
        const setup = await pair.one.post('/api/second-factor/setup', { currentPassword: 'another-1' });
        secret = setup.json.secret;
        return pair.one.post('/api/second-factor/confirm', { code: code(secret) });
      },
      () =>
        pair.one.send('DELETE', '/api/second-factor', {
          json: { currentPassword: 'another-1', code: code(secret) },
        }),
    ];
    let two = pair.two;
    for (const [step, change] of changes.entries()) {
      const copy = portal.client();
      for (const [name, value] of pair.one.cookies) copy.cookies.set(name, value);
      expect((await change()).status, String(step)).toBe(200);
      expect([await isIn(pair.one), await isIn(copy), await isIn(two)], String(step)).toEqual([
        true,
        true,
        false,
      ]);
      now += 4_900;
      expect(await isIn(copy), String(step)).toBe(true);
      now += 200;
      expect([await isIn(pair.one), await isIn(copy)], String(step)).toEqual([true, false]);
      // a code counts once
      now += 26_000;
      two = portal.client();
      const login = {
        username: 'changer',
        password: 'another-1',
        code: step === 1 ? code(secret) : undefined,
      };
      expect((await two.post('/api/login', login)).status, String(step)).toBe(200);
      now += 61_000;
    }
  });

  // Proves I8-sessions
  it('signing out ends this browser’s session, also for a copy of its cookie', async () => {
    const pair = await twoBrowsers('leaver');
    const copy = portal.client();
    for (const [name, value] of pair.one.cookies) copy.cookies.set(name, value);
    expect((await pair.one.post('/api/logout')).status).toBe(200);
    expect([await isIn(pair.one), await isIn(copy), await isIn(pair.two)]).toEqual([false, false, true]);
  });
});

describe('the id of a session', () => {
  // Proves I8-sessions
  it('changes at each sign-in and registration, so a planted one is useless', async () => {
    await portal.dealer('planted');
    const victim = portal.client();
    const attacker = await portal.signedIn('planted');
    for (const [name, value] of attacker.cookies) victim.cookies.set(name, value);
    const before = sessionOf(victim);
    expect(
      (await victim.post('/api/login', { username: ADMIN.username, password: ADMIN.password })).status,
    ).toBe(200);
    expect(sessionOf(victim)).not.toBe(before);
    // the attacker's copy is the session that was, and neither the victim's nor anybody's
    expect(await isIn(attacker)).toBe(false);
    const second = sessionOf(victim);
    expect((await victim.post('/api/register', registration('registered'))).status).toBe(201);
    expect(sessionOf(victim)).not.toBe(second);
  });
});

describe('a session without sign-out', () => {
  // Proves I8-sessions
  it('expires after half an hour without use, and after twelve hours in any case', async () => {
    const { client } = await portal.dealer('idler');
    now += 29 * MINUTE;
    expect(await isIn(client)).toBe(true);
    now += 30 * MINUTE;
    expect(await isIn(client)).toBe(false);
    const busy = await portal.signedIn('idler');
    const until = now + 12 * HOUR;
    while (now + 20 * MINUTE < until) {
      now += 20 * MINUTE;
      expect(await isIn(busy)).toBe(true);
    }
    now = until;
    expect(await isIn(busy)).toBe(false);
    admin = await portal.admin();
  });
});

describe('a password', () => {
  // Proves I35-22d
  it('never expires', async () => {
    await portal.dealer('steady');
    const before = now;
    try {
      now += 3 * 365 * 24 * HOUR;
      expect((await (await portal.signedIn('steady')).get('/api/user')).json.username).toBe('steady');
    } finally {
      now = before;
      admin = await portal.admin();
    }
  });
});

describe('a password of more than 72 bytes, whose end bcrypt would ignore', () => {
  const LONG = '€'.repeat(25);
  // Proves I8-passwords
  it('is refused wherever one can be set, with a clear message', async () => {
    const { client, user } = await portal.dealer('long');
    const path = `/api/admin/users/${user.id}`;
    const added = {
      username: 'added',
      email: 'a@example.com',
      name: 'Ad Ded',
      company: 'Added',
      password: LONG,
    };
    const refused = [
      await portal.client().post('/api/register', registration('longer', { password: LONG })),
      await client.post('/api/change-password', { currentPassword: PASSWORD, newPassword: LONG }),
      await portal.client().post('/api/auth/reset-password', { token: 'A'.repeat(43), newPassword: LONG }),
      await admin.post('/api/admin/users', added),
      await admin.patch(path, { password: LONG }),
    ];
    for (const { status, json } of refused)
      expect([status, json.error]).toEqual([400, 'Password must be at most 72 bytes']);
    await portal.signedIn('long');
  });

  it('is accepted with exactly 72 bytes, all of them significant', async () => {
    for (const [username, password] of [
      ['exact', '€'.repeat(24)],
      ['lengthy', 'Quay and pier. '.repeat(5).slice(0, 72)],
    ] as const) {
      await portal.client().post('/api/register', registration(username, { password }));
      const attempt = async (given: string) =>
        (await portal.client().post('/api/login', { username, password: given })).status;
      expect(await attempt(`${password.slice(0, -1)}x`)).toBe(401);
      expect(await attempt(`${password}x`)).toBe(401);
      expect(await attempt(password)).toBe(200);
    }
  });
});
