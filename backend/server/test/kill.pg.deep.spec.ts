import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REGISTRATIONS_AT_ONCE } from '../src/platform/http/publicLimits.ts';
import { expected } from './support/expected.ts';
import { HttpClient } from './support/httpClient.ts';
import { inTurn } from './support/keyedCommands.ts';
import { adminAt } from './support/people.ts';
import type { PortalChild } from './support/portalChild.ts';
import { openStage, type Stage } from './support/stage.ts';
import { PASSWORD, registration } from './support/testPortal.ts';

const REGISTRATIONS = 200;
const AT_ONCE = REGISTRATIONS_AT_ONCE;
const BEFORE_THE_KILL = 80;
let stage: Stage;
let portal: PortalChild;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close(), 60_000);

const nameOf = (index: number) => `dealer-${String(index).padStart(3, '0')}`;
const register = (url: string, index: number) =>
  new HttpClient(url).post('/api/register', registration(nameOf(index)), {
    'Idempotency-Key': `key-${index}`,
  });

describe('kill -9 in the middle of 200 registrations', () => {
  // Proves MP-6, I8-R1
  it('keeps acknowledged ones exactly once; retries complete the others', async () => {
    const all = Array.from({ length: REGISTRATIONS }, (_, index) => index);
    const acknowledged = new Set<number>();
    portal = await stage.startPortal();
    await inTurn(all, AT_ONCE, async (index) => {
      const answered = await register(portal.url, index).catch(() => null);
      if (answered?.status !== 201) return;
      acknowledged.add(index);
      if (acknowledged.size === BEFORE_THE_KILL) portal.signal('SIGKILL');
    });
    expect(await portal.ended).toBe('SIGKILL');
    expect(acknowledged.size).toBeGreaterThanOrEqual(BEFORE_THE_KILL);
    expect(acknowledged.size).toBeLessThan(REGISTRATIONS);
    portal = await stage.startPortal();
    const { url } = portal;

    const admin = await adminAt(url);
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
    await inTurn(all, AT_ONCE, async (index) => {
      await expected(() => register(url, index), 201);
    });
    const { rows } = await stage.database.pool.query<{ type: string; count: number }>(
      "SELECT type, count(*)::int AS count FROM es.events WHERE type IN ('DealerRegistered', 'AccountOpened', 'UsernameReserved') GROUP BY type ORDER BY type",
    );
    expect(rows).toEqual([
      { type: 'AccountOpened', count: REGISTRATIONS },
      { type: 'DealerRegistered', count: REGISTRATIONS },
      // the administrator's name too
      { type: 'UsernameReserved', count: REGISTRATIONS + 1 },
    ]);
    const gaps = await stage.database.pool.query(
      'SELECT stream FROM es.events GROUP BY stream HAVING count(*) <> max(revision) + 1 OR min(revision) <> 0',
    );
    expect(gaps.rows).toEqual([]);
  }, 300_000);

  it('stops within 10 seconds of a SIGTERM', async () => {
    const before = Date.now();
    portal.signal('SIGTERM');
    expect(await portal.ended).toBe(0);
    expect(Date.now() - before).toBeLessThan(10_000);
  });
});
