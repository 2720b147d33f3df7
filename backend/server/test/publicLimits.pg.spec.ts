import bcrypt from 'bcrypt';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FAILURES_BEFORE_SLOW_DOWN, slowDownMs } from '../src/modules/users/signIn/loginLimits.ts';
import {
  type PublicCallLimits,
  REGISTRATIONS_AT_ONCE,
  RESET_LINKS_PER_HOUR,
} from '../src/platform/http/publicLimits.ts';
import type { Answered } from './support/httpClient.ts';
import { PASSWORD, registration, startTestPortal, type TestPortal } from './support/testPortal.ts';

const message = {
  contact_name: 'Vic',
  contact_email: 'vic@example.com',
  contact_subject: 'other',
  contact_message: 'Hello',
};

/** Usernames of registrations, each one unused. */
let registered = 0;
const calls: Record<keyof PublicCallLimits, readonly [path: string, body: (index: number) => object]> = {
  register: ['/api/register', () => registration(`limited${registered++}`)],
  contact: ['/api/contact', () => message],
  forgotPassword: ['/api/auth/forgot-password', (index) => ({ email: `nobody${index}@example.com` })],
  resetLink: ['/api/auth/reset-link', (index) => ({ token: `made-up-${index}` })],
};
const kinds = Object.entries(calls).map(([name, [path, body]], kind) => ({ name, path, body, kind }));

describe('each call without a session', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal(
      { publicCallLimits: { register: 3, contact: 3, forgotPassword: 3, resetLink: 3 } },
      { environment: { TRUST_PROXY: '127.0.0.1' } },
    );
  });
  afterAll(() => portal.stop());
  const post = (path: string, body: object, address: string, headers: Record<string, string> = {}) =>
    portal.client().post(path, body, { 'X-Forwarded-For': address, ...headers });

  it.each(kinds)(
    '$name is limited by address, without affecting others',
    async ({ name, path, body, kind }) => {
      const address = `198.51.100.${kind}`;
      const answers: Answered[] = [];
      for (let index = 0; index < 5; index += 1) answers.push(await post(path, body(index), address));
      expect(answers.map(({ status }) => status >= 400)).toEqual([false, false, false, true, true]);
      const refused = answers.at(-1);
      expect([refused?.status, refused?.json.error]).toEqual([
        429,
        'Too many requests. Please try again later.',
      ]);
      const seconds = Number(refused?.headers['retry-after']);
      expect(seconds).toBeGreaterThan(3_000);
      expect(seconds).toBeLessThanOrEqual(3_600);
      expect((await post(path, body(6), `198.51.100.${100 + kind}`)).status).toBeLessThan(300);
      for (const other of kinds) {
        if (other.name === name) continue;
        expect((await post(other.path, other.body(7), address)).status).toBeLessThan(300);
      }
    },
  );

  // Proves S1-2-reset-5
  it.each(kinds)('$name counts all addresses of an IPv6 /64 as one', async ({ path, body, kind }) => {
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      statuses.push((await post(path, body(index), `2001:db8:1:${kind}:${index}::1`)).status);
    }
    expect(statuses.map((status) => status >= 400)).toEqual([false, false, false, true]);
  });

  // Proves X-11
  it.each(kinds)(
    '$name is counted when an Idempotency-Key is sent again',
    async ({ name, path, body, kind }) => {
      const sessions = async () => {
        const { rows } = await portal.portal.database.pool.query('SELECT count(*)::int AS n FROM sessions');
        return rows[0].n;
      };
      const before = await sessions();
      const statuses: number[] = [];
      const same = body(0);
      for (let index = 0; index < 5; index += 1) {
        const key = { 'Idempotency-Key': `again-${name}` };
        statuses.push((await post(path, same, `203.0.113.${kind}`, key)).status);
      }
      expect(statuses.map((status) => status >= 400)).toEqual([false, false, false, true, true]);
      expect((await sessions()) - before).toBeLessThanOrEqual(3);
    },
  );

  // Proves X-11
  it('frees its place when the hourly limit refuses it', async () => {
    let last: Answered | undefined;
    for (let index = 0; index < REGISTRATIONS_AT_ONCE + 4; index += 1) {
      last = await post('/api/register', registration(`again${index}`), '203.0.113.100');
    }
    expect(last?.status).toBe(429);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(60);
  });
});

describe('calls without a session', () => {
  let portal: TestPortal;
  afterEach(() => portal.stop());

  // Proves X-11
  it('register at most ten at a time from one address, the next when one ends', async () => {
    portal = await startTestPortal({}, { environment: { TRUST_PROXY: '127.0.0.1' } });
    const register = (index: number, address = `2001:db8:1:2::${index}`) =>
      portal
        .client()
        .post('/api/register', registration(`atonce${index}`), { 'X-Forwarded-For': address })
        .then(({ status, headers }) => ({ status, retryAfter: headers['retry-after'] }));
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hash = bcrypt.hash;
    const held = vi.spyOn(bcrypt, 'hash').mockImplementation(async (password, rounds) => {
      await released;
      return hash(password, rounds);
    });
    const refused: unknown[] = [];
    const running = Array.from({ length: REGISTRATIONS_AT_ONCE + 2 }, async (_, index) => {
      const answer = await register(index);
      if (answer.status === 429) refused.push(answer);
      return answer.status;
    });
    try {
      await expect
        .poll(() => refused)
        .toEqual([
          { status: 429, retryAfter: '1' },
          { status: 429, retryAfter: '1' },
        ]);
      const other = register(20, '198.51.100.7');
      release();
      expect((await other).status).toBe(201);
      expect((await Promise.all(running)).filter((status) => status === 201)).toHaveLength(
        REGISTRATIONS_AT_ONCE,
      );
      expect((await register(21)).status).toBe(201);
    } finally {
      release();
      held.mockRestore();
    }
  });

  // Proves X-11
  it('get no fresh limit by a forged X-Forwarded-For', async () => {
    portal = await startTestPortal({
      publicCallLimits: { register: 100, contact: 2, forgotPassword: 100, resetLink: 100 },
    });
    const statuses: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      const headers = { 'X-Forwarded-For': `198.51.100.${index}` };
      statuses.push((await portal.client().post('/api/contact', message, headers)).status);
    }
    expect(statuses).toEqual([201, 201, 429]);
  });

  // Proves X-11
  it('limit reset links per mailbox without saying so', async () => {
    portal = await startTestPortal(
      { publicCallLimits: { register: 100, contact: 100, forgotPassword: 100, resetLink: 100 } },
      { environment: { TRUST_PROXY: '127.0.0.1', PORTAL_ROLES: 'api,projections' } },
    );
    const answers: Answered[] = [];
    for (let index = 0; index < RESET_LINKS_PER_HOUR + 5; index += 1) {
      const headers = { 'X-Forwarded-For': `198.51.100.${index}` };
      const email = index % 2 === 0 ? 'victim@example.com' : 'Victim@Example.com';
      answers.push(await portal.client().post('/api/auth/forgot-password', { email }, headers));
    }
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const { rows } = await portal.portal.database.pool.query('SELECT 1 FROM password_reset_requests');
    expect(rows).toHaveLength(RESET_LINKS_PER_HOUR);
  });
});

describe('sign-in to one account from many addresses', () => {
  let portal: TestPortal;
  afterEach(() => portal.stop());

  // Proves X-10
  it('is slowed down, also for unknown accounts, and the owner gets in', async () => {
    portal = await startTestPortal({}, { environment: { TRUST_PROXY: '127.0.0.1' } });
    await portal.dealer('guessed');
    const attempt = async (username: string, password: string, host: number) => {
      const start = performance.now();
      const headers = { 'X-Forwarded-For': `198.51.100.${host}` };
      const { status } = await portal.client().post('/api/login', { username, password }, headers);
      return { status, ms: performance.now() - start };
    };
    for (const username of ['guessed', 'nobody']) {
      for (let host = 0; host < FAILURES_BEFORE_SLOW_DOWN; host += 1) {
        expect((await attempt(username, 'wrong-1', host)).status).toBe(401);
      }
      const slow = [await attempt(username, 'wrong-1', 100), await attempt(username, 'wrong-1', 101)];
      expect(slow.map(({ status }) => status)).toEqual([401, 401]);
      expect(slow[0]?.ms).toBeGreaterThan(slowDownMs(11));
      expect(slow[1]?.ms).toBeGreaterThan(slowDownMs(12));
    }
    expect((await attempt('guessed', PASSWORD, 200)).status).toBe(200);
    expect((await attempt('GUESSED', PASSWORD, 201)).status).toBe(200);
    // one that is quick shows that nobody waits; others may meet a busy machine
    const others: number[] = [];
    for (let host = 202; host < 202 + FAILURES_BEFORE_SLOW_DOWN - 1; host += 1)
      others.push((await attempt('admin', 'wrong-1', host)).ms);
    expect(Math.min(...others)).toBeLessThan(slowDownMs(11));
  });
});
