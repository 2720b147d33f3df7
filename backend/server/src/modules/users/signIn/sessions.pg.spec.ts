import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import { type TestDatabase, testDatabase } from '../../../../test/testDatabase.ts';
import {
  endSession,
  postgresSessionStore,
  regenerate,
  rotateSession,
  type SessionStore,
  sessions,
  signedInOf,
} from './sessions.ts';

const PEOPLE = { view: 'people', columns: ['id'] };
const START = Date.parse('2026-03-01T12:00:00.000Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let database: TestDatabase;
let now: number;
let store: SessionStore;
let server: Server;
/** Resolvers of the requests that wait inside /slow. */
let waiting: (() => void)[];

beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query('CREATE TABLE people (id text)');
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.pool.query('TRUNCATE sessions');
  now = START;
  waiting = [];
  store = postgresSessionStore(database.pool, () => new Date(now), PEOPLE);
  server = await listen(false);
});

afterEach(() => close(server));

/** A portal reduced to its sessions. `/slow` changes the session after it was let go. */
async function listen(secure: boolean): Promise<Server> {
  const app = new Koa();
  app.keys = ['a key for tests'];
  app.use(async (ctx, next) => {
    if (secure) ctx.cookies.secure = true;
    await next();
  });
  app.use(sessions(store, secure)(app));
  app.use(async (ctx) => {
    const userId = ctx.query.user;
    if (ctx.path === '/login' && typeof userId === 'string') await regenerate(ctx, { userId, authEpoch: 1 });
    if (ctx.path === '/logout') endSession(ctx);
    if (ctx.path === '/keep') {
      await rotateSession(ctx, { userId: String(userId), authEpoch: 2 }, { steppedUpAt: 1 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    if (ctx.path === '/slow') {
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (ctx.session !== null) ctx.session.visits = 1;
    }
    ctx.body = JSON.stringify(signedInOf(ctx));
  });
  const listening = createServer(app.callback());
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return listening;
}

async function close(listening: Server): Promise<void> {
  listening.closeAllConnections();
  await new Promise((resolve) => listening.close(resolve));
}

interface Answer {
  readonly signedIn: unknown;
  readonly setCookie: readonly string[];
}

async function get(path: string, cookie = '', at: Server = server): Promise<Answer> {
  const { port } = at.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
  return { signedIn: await response.json(), setCookie: response.headers.getSetCookie() };
}

const cookiesIn = ({ setCookie }: Answer) => setCookie.map((line) => line.split(';')[0]).join('; ');
const shapes = (lines: readonly string[]) => lines.map((line) => line.replace(/=[^;]*/, '=')).sort();
const idIn = (cookie: string) => /(?:^|; )portal=([^;]*)/.exec(cookie)?.[1] ?? '';
const login = async (user = 'user-1', cookie = '') => cookiesIn(await get(`/login?user=${user}`, cookie));
const rows = async () =>
  (await database.pool.query('SELECT * FROM sessions')).rows as Record<string, unknown>[];
const SIGNED_IN = { userId: 'user-1', authEpoch: 1 };

describe('sessions', () => {
  test('do not exist for visitors: no row, no cookie', async () => {
    expect(await get('/')).toEqual({ signedIn: null, setCookie: [] });
    expect(await rows()).toEqual([]);
  });

  test('identify the user by cookie; only the SHA-256 of their random id is stored', async () => {
    const cookie = await login();
    expect((await get('/', cookie)).signedIn).toEqual(SIGNED_IN);
    const id = idIn(cookie);
    expect(Buffer.from(id, 'base64url')).toHaveLength(32);
    const [row] = await rows();
    expect(row?.id_hash).toEqual(createHash('sha256').update(id).digest());
    expect(JSON.stringify(row)).not.toContain(id);
    expect(row?.data).toBe(JSON.stringify(SIGNED_IN));
  });

  test('get a new id at each login, and the old one is void', async () => {
    const first = await login();
    const second = await login('user-1', first);
    expect(idIn(second)).not.toBe(idIn(first));
    expect((await get('/', first)).signedIn).toBeNull();
    expect((await get('/', second)).signedIn).toEqual(SIGNED_IN);
    expect(await rows()).toHaveLength(1);
  });

  test('do not adopt invented or changed ids', async () => {
    const planted = `portal=${'A'.repeat(43)}`;
    const cookie = await login('user-1', planted);
    expect(idIn(cookie)).not.toBe('A'.repeat(43));
    expect((await get('/', cookie.replace(idIn(cookie), 'A'.repeat(43)))).signedIn).toBeNull();
    expect((await get('/', `portal=${idIn(cookie)}`)).signedIn, 'without its signature').toBeNull();
  });

  test('end at logout for each copy of the cookie, which is cleared', async () => {
    const cookie = await login();
    const { setCookie } = await get('/logout', cookie);
    expect(setCookie.find((line) => line.startsWith('portal='))).toMatch(
      /^portal=; path=\/; expires=Thu, 01 Jan 1970/,
    );
    expect((await get('/', cookie)).signedIn).toBeNull();
    expect(await rows()).toEqual([]);
  });

  test('are not restored by a slow request that ends after logout', async () => {
    const cookie = await login();
    const slow = get('/slow', cookie);
    await eventually(async () => waiting.length > 0);
    await get('/logout', cookie);
    for (const resume of waiting) resume();
    await slow;
    expect(await rows()).toEqual([]);
    expect((await get('/', cookie)).signedIn).toBeNull();
  });

  test('expire after half an hour without use', async () => {
    const cookie = await login();
    for (let round = 0; round < 3; round += 1) {
      now += 29 * MINUTE;
      expect((await get('/', cookie)).signedIn).toEqual(SIGNED_IN);
    }
    now += 30 * MINUTE;
    expect((await get('/', cookie)).signedIn).toBeNull();
  });

  test('expire twelve hours after the login in any case', async () => {
    const cookie = await login();
    for (let elapsed = 0; elapsed < 12 * HOUR - 20 * MINUTE; elapsed += 20 * MINUTE) {
      now += 20 * MINUTE;
      expect((await get('/', cookie)).signedIn).toEqual(SIGNED_IN);
    }
    now = START + 12 * HOUR;
    expect((await get('/', cookie)).signedIn).toBeNull();
  });

  test('record their use at most once a minute', async () => {
    const cookie = await login();
    const touched = async () => Number((await rows())[0]?.touched_at) - START;
    now += 59_000;
    await get('/', cookie);
    expect(await touched()).toBe(0);
    now += 1_000;
    await get('/', cookie);
    expect(await touched()).toBe(MINUTE);
  });

  test('of a user can be ended; those of other users continue', async () => {
    const [one, other, stranger] = [await login(), await login(), await login('user-2')];
    expect(await store.destroyAllOf('user-1')).toBe(2);
    expect((await get('/', one)).signedIn).toBeNull();
    expect((await get('/', other)).signedIn).toBeNull();
    expect((await get('/', stranger)).signedIn).toEqual({ userId: 'user-2', authEpoch: 1 });
  });

  test('that continue get a new id and the new epoch before the response; the old id goes on for five seconds', async () => {
    const cookie = await login();
    const keeping = get('/keep?user=user-1', cookie);
    await eventually(async () => waiting.length > 0);
    expect((await get('/', cookie)).signedIn).toEqual({ userId: 'user-1', authEpoch: 2 });
    for (const goOn of waiting) goOn();
    const rotated = cookiesIn(await keeping);
    expect(idIn(rotated)).not.toBe(idIn(cookie));
    now += 4_000;
    expect((await get('/', cookie)).signedIn).toEqual({ userId: 'user-1', authEpoch: 2 });
    // what only the new id may
    const data = (await rows()).map((row) => JSON.parse(String(row.data)));
    expect(data.filter(({ steppedUpAt }) => steppedUpAt === 1)).toHaveLength(1);
    now += 2_000;
    expect((await get('/', cookie)).signedIn).toBeNull();
    expect((await get('/', rotated)).signedIn).toEqual({ userId: 'user-1', authEpoch: 2 });
  });

  test('are purged if expired, and only then', async () => {
    await login();
    now += 20 * MINUTE;
    const young = await login();
    now += 15 * MINUTE;
    expect(await store.purge()).toBe(1);
    expect((await get('/', young)).signedIn).toEqual(SIGNED_IN);
  });

  test('have cookies over http that are HttpOnly, SameSite=Lax, with path / and without expiry', async () => {
    const { setCookie } = await get('/login?user=user-1');
    expect(shapes(setCookie)).toEqual([
      'portal-signed-in=; path=/; samesite=lax',
      'portal.sig=; path=/; samesite=lax; httponly',
      'portal=; path=/; samesite=lax; httponly',
    ]);
  });

  test('have cookies over https that are Secure too, under a name that no subdomain can set', async () => {
    const secure = await listen(true);
    const { setCookie } = await get('/login?user=user-1', '', secure);
    await close(secure);
    expect(shapes(setCookie)).toEqual([
      '__Host-portal-signed-in=; path=/; samesite=lax; secure',
      '__Host-portal.sig=; path=/; samesite=lax; secure; httponly',
      '__Host-portal=; path=/; samesite=lax; secure; httponly',
    ]);
  });

  // Proves X-17b
  test('have a marker cookie without a value for scripts, which ends with them', async () => {
    const marker = /^portal-signed-in=/;
    const markersIn = ({ setCookie }: Answer) => setCookie.filter((line) => marker.test(line));
    const cookie = await login();
    expect(cookie).toMatch(/(^|; )portal-signed-in=1(;|$)/);
    expect(markersIn(await get('/', cookie))).toEqual([]);
    const unmarked = cookie.replace(/portal-signed-in=1/, 'other=1');
    expect(markersIn(await get('/', unmarked))).toEqual(['portal-signed-in=1; path=/; samesite=lax']);
    const gone = [expect.stringMatching(/^portal-signed-in=; path=\/; expires=Thu, 01 Jan 1970/)];
    expect(markersIn(await get('/logout', cookie))).toEqual(gone);
    expect(markersIn(await get('/', cookie)), 'a stale one').toEqual(gone);
    const alone = await get('/', 'portal-signed-in=1');
    expect([alone.signedIn, markersIn(alone)]).toEqual([null, gone]);
    expect(await get('/')).toEqual({ signedIn: null, setCookie: [] });
  });
});
