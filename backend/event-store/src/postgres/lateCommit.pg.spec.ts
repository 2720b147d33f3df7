import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anEvent, freshStream, readWholeLog } from '../testing/events.ts';
import { type StoresUnderTest, storesUnderTest } from './testing/storesUnderTest.ts';

let stores: StoresUnderTest;
beforeAll(async () => {
  stores = await storesUnderTest();
});
afterAll(() => stores.stop());

const WRITERS = 50;
const APPENDS_EACH = 12;

/** The same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

// Proves I8-R4
it('shows every event to a reader by position, with any delay before a commit', async () => {
  const store = stores.open({ pollMs: 5 });
  const stop = new AbortController();
  const seen: string[] = [];
  const total = WRITERS * APPENDS_EACH + 300;
  const reading = (async () => {
    for await (const page of store.subscribe({ from: null, signal: stop.signal, pageSize: 20 })) {
      seen.push(...page.events.map((event) => event.id));
      if (seen.length >= total) return;
    }
  })();

  const random = seeded(20_260_101);
  const pool = new pg.Pool({ connectionString: stores.connectionString, max: WRITERS });
  const sleeper = async () => {
    const client = await pool.connect();
    for (let n = 0; n < APPENDS_EACH; n += 1) {
      await client.query('BEGIN');
      await client.query('SELECT es.append_one($1, -1, $2, $3, $4, $5)', [
        freshStream(),
        uuidv7(),
        'Slept',
        '{}',
        '{}',
      ]);
      if (random() < 0.4) await pause(random() * 6);
      await client.query(random() < 0.1 ? 'ROLLBACK; SELECT 1' : 'COMMIT');
      if (random() < 0.3) await pause(random() * 5);
    }
    client.release();
  };
  const ordinary = async () => {
    for (let n = 0; n < 300; n += 1) await store.append(freshStream(), [anEvent()], 'no_stream');
  };
  await Promise.all([...Array.from({ length: WRITERS }, sleeper), ordinary()]);
  await pool.end();

  const whole = (await readWholeLog(store)).map((event) => event.id);
  const rolledBack = total - whole.length;
  expect(rolledBack).toBeGreaterThan(0);
  await expect.poll(() => seen.length, { timeout: 15_000 }).toBe(whole.length);
  stop.abort();
  await reading;
  expect(seen).toEqual(whole);
});

it('numbers the log without gaps, in commit order', async () => {
  const events = await readWholeLog(stores.open());
  expect(events.map((event) => Number(event.position))).toEqual(events.map((_, n) => n + 1));
});

it('continues after a session with an open transaction is terminated', async () => {
  const store = stores.open({ statementTimeoutMs: 400, unavailableAfterMs: 300 });
  const idle = await stores.admin();
  await idle.query('BEGIN');
  await idle.query('SELECT es.append_one($1, -1, $2, $3, $4, $5)', [
    freshStream(),
    uuidv7(),
    'Left',
    '{}',
    '{}',
  ]);
  const late = anEvent();
  const stream = freshStream();
  await expect(store.append(stream, [late], 'no_stream')).rejects.toThrow('could not be done');
  await idle.query("SET LOCAL idle_in_transaction_session_timeout = '100ms'");
  await expect
    .poll(() => store.append(stream, [late], 'no_stream').catch(() => null), { timeout: 15_000 })
    .toMatchObject({ lastRevision: 0n });
  expect(await store.read(stream)).toHaveLength(1);
});
