import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { underLock } from '../src/platform/database/underLock.ts';
import { registration, startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

describe('a registration that is sent again', () => {
  it('gets the first response, with and without the session it created', async () => {
    const key = { 'Idempotency-Key': 'registration-1' };
    const client = portal.client();
    const first = await client.post('/api/register', registration('retried'), key);
    expect(first.status).toBe(201);
    // with the cookie of the first answer, then as a stranger whose first answer got lost
    for (const again of [client, portal.client()]) {
      const repeated = await again.post('/api/register', registration('retried'), key);
      expect([repeated.status, repeated.json]).toEqual([201, first.json]);
      expect(repeated.headers['idempotency-replayed']).toBe('true');
    }
    const other = await portal.client().post('/api/register', registration('another'), key);
    expect(other.status).toBe(409);
  });

  it('stores no readable personal data outside the log', async () => {
    const secret = registration('unreadable', { name: 'Zebulon Quist', email: 'zebulon@example.com' });
    await portal.client().post('/api/register', secret, { 'Idempotency-Key': 'registration-2' });
    const { rows } = await portal.portal.database.pool.query<{ row: string }>(
      'SELECT c::text AS row FROM commands c',
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.map(({ row }) => row).join('\n')).not.toMatch(/zebulon|quist/i);
  });
});

describe('X-Read-After', () => {
  it("does not wait for another log's position or for visitors", async () => {
    const admin = await portal.admin();
    for (const position of ['zzz', '99999999999999999999']) {
      const headers = { 'X-Read-After': position };
      for (const [client, status] of [
        [admin, 200],
        [portal.client(), 401],
      ] as const) {
        const tookMs: number[] = [];
        // a wait would be one of 2 s each time; once in a while the machine is busy with something else
        for (let tries = 0; tries < 3 && !tookMs.some((ms) => ms < 1_900); tries += 1) {
          const from = performance.now();
          expect((await client.get('/api/admin/users', { headers })).status).toBe(status);
          tookMs.push(performance.now() - from);
        }
        expect(Math.min(...tookMs)).toBeLessThan(1_900);
      }
    }
  });
});

describe('waiting for a lock', () => {
  it('never uses up the connections that the work needs', async () => {
    const { database } = portal.portal;
    let running = 0;
    const turns = Array.from({ length: 60 }, (_, index) =>
      underLock(database, 991, async () => {
        running += 1;
        expect(running).toBe(1);
        await database.pool.query('SELECT pg_sleep(0.005)');
        running -= 1;
        return index;
      }),
    );
    expect(await Promise.all(turns)).toEqual(turns.map((_, index) => index));
  });

  it('continues after a failure', async () => {
    const { database } = portal.portal;
    const failed = underLock(database, 992, () => Promise.reject(new Error('no')));
    const next = underLock(database, 992, () => Promise.resolve('yes'));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});
