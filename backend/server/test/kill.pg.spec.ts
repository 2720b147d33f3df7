import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PortalChild, startPortal } from '../chaos/support/portalChild.ts';
import { HttpClient } from './support/httpClient.ts';
import { ADMIN, PASSWORD, registration } from './support/testPortal.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

const REGISTRATIONS = 200;
const AT_ONCE = 16;
let database: TestDatabase;
let dataDir: string;
let portal: PortalChild | null = null;

beforeAll(async () => {
  database = await testDatabase({ empty: true });
  dataDir = await mkdtemp(path.join(tmpdir(), 'portal-kill-'));
});
afterAll(async () => {
  await kill();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the portal in a process of its own. @returns its address */
async function start(): Promise<string> {
  portal = await startPortal({
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
  });
  return portal.url;
}

async function kill(): Promise<void> {
  await portal?.kill();
  portal = null;
}

const nameOf = (index: number) => `dealer-${String(index).padStart(3, '0')}`;
const register = (url: string, index: number) =>
  new HttpClient(url).post('/api/register', registration(nameOf(index)), {
    'Idempotency-Key': `key-${index}`,
  });

/** Sends registrations, several at once, in order; calls back for each that was acknowledged. */
async function registerAll(
  url: string,
  indexes: readonly number[],
  acknowledged: (index: number) => void,
): Promise<void> {
  const waiting = [...indexes];
  const worker = async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      const answered = await register(url, index).catch(() => null);
      if (answered === null) return;
      if (answered.status === 201) acknowledged(index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

describe('kill -9 in the middle of 200 registrations', () => {
  it('keeps every acknowledged one exactly once; a retry completes the others', async () => {
    const all = Array.from({ length: REGISTRATIONS }, (_, index) => index);
    const acknowledged = new Set<number>();
    let url = await start();
    const sending = registerAll(url, all, (index) => acknowledged.add(index));
    for (let tries = 0; tries < 4_000 && acknowledged.size < 80; tries += 1) await sleep(5);
    expect(acknowledged.size).toBeGreaterThanOrEqual(80);
    await kill();
    await sending;
    expect(acknowledged.size).toBeLessThan(REGISTRATIONS);
    url = await start();

    const admin = new HttpClient(url);
    const login = { username: ADMIN.username, password: ADMIN.password };
    expect((await admin.post('/api/login', login)).status).toBe(200);
    const users: { username: string; account_id: string }[] = (await admin.get('/api/admin/users')).json;
    const names = users.map((user) => user.username);
    expect(new Set(names).size).toBe(names.length);
    const companies: { id: string }[] = (await admin.get('/api/admin/accounts')).json;
    const opened = new Set(companies.map((company) => company.id));
    for (const index of acknowledged) {
      // whole, too: the account is there
      const user = users.find((one) => one.username === nameOf(index));
      expect([index, opened.has(user?.account_id ?? '')]).toEqual([index, true]);
    }
    const [some = 0] = acknowledged;
    const again = { username: nameOf(some), password: PASSWORD };
    expect((await new HttpClient(url).post('/api/login', again)).status).toBe(200);

    // the same requests again: what is done is answered, what was half done is completed, nothing is done twice
    const retried = new Map<number, number>();
    const rest = [...all];
    const retry = async () => {
      for (let index = rest.shift(); index !== undefined; index = rest.shift()) {
        let answered = await register(url, index);
        // still held by the portal that is gone
        for (let tries = 0; tries < 40 && answered.headers['retry-after'] !== undefined; tries += 1) {
          await sleep(500);
          answered = await register(url, index);
        }
        retried.set(index, answered.status);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, retry));
    expect([...retried].filter(([, status]) => status !== 201)).toEqual([]);
    expect(retried.size).toBe(REGISTRATIONS);
    const { rows } = await database.pool.query<{ type: string; count: number }>(
      "SELECT type, count(*)::int AS count FROM es.events WHERE type IN ('DealerRegistered', 'AccountOpened', 'UsernameReserved') GROUP BY type ORDER BY type",
    );
    expect(rows).toEqual([
      { type: 'AccountOpened', count: REGISTRATIONS },
      { type: 'DealerRegistered', count: REGISTRATIONS },
      // the administrator's name too
      { type: 'UsernameReserved', count: REGISTRATIONS + 1 },
    ]);
    const gaps = await database.pool.query(
      'SELECT stream FROM es.events GROUP BY stream HAVING count(*) <> max(revision) + 1 OR min(revision) <> 0',
    );
    expect(gaps.rows).toEqual([]);
  }, 300_000);

  it('stops within 10 seconds of a SIGTERM', async () => {
    if (portal === null) throw new Error('The portal is not running.');
    const before = Date.now();
    portal.signal('SIGTERM');
    expect(await portal.ended).toBe(0);
    expect(Date.now() - before).toBeLessThan(10_000);
  });
});
