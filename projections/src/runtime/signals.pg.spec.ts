import type pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { bench, until } from '../../test/harness.ts';
import { announceChange, Signals, type SignalsOptions } from './signals.ts';

const CHANNEL = 'portal_projections';
const running: Signals[] = [];
afterEach(async () => {
  for (const signals of running.splice(0)) await signals.stop();
});

/** Signals on a pool, with what they received and logged. */
function signalsOn(pool: pg.Pool, part: Partial<SignalsOptions> = {}) {
  const heard: unknown[] = [];
  const warnings: string[] = [];
  const signals = new Signals({
    pool,
    log: { info: () => {}, warn: (_, message) => warnings.push(message), error: () => {} },
    onChange: (change) => heard.push(change),
    onFreed: () => heard.push('freed'),
    ...part,
  });
  running.push(signals);
  return { signals, heard, warnings };
}

async function listeners(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  );
  return rows[0]?.count ?? 0;
}

it.each([
  ['not JSON', 'hello'],
  ['empty', ''],
  ['not an object', 'null'],
  [
    'a change with an invalid position',
    '{"from":"x","changes":[{"projection":"users","accounts":null,"position":5}]}',
  ],
  ['a change without a projection', '{"from":"x","changes":[{"accounts":null}]}'],
])('ignores a message that is %s, with a warning', async (_, payload) => {
  const { pool, newPool } = await bench();
  const { signals, heard, warnings } = signalsOn(newPool());
  await signals.listen();
  await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]);
  await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, '{"from":"x","freed":true}']);
  await until(() => heard.length > 0);
  expect(heard).toEqual(['freed']);
  expect(warnings).toEqual(['A message of unknown format on the channel of the projections was ignored.']);
  expect(signals.ignored).toBe(1);
});

it('listens once and releases every connection after one was lost during LISTEN', async () => {
  const { pool, newPool } = await bench();
  const own = newPool();
  own.once('acquire', (client) => {
    const query = client.query.bind(client);
    Object.assign(client, { query: () => query('SELECT pg_terminate_backend(pg_backend_pid())') });
  });
  const { signals, heard } = signalsOn(own);
  await signals.listen();
  await until(async () => (await listeners(pool)) > 0);
  // A second loop would be there by now, too.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await listeners(pool)).toBe(1);
  await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, '{"from":"x","freed":true}']);
  await until(() => heard.length > 0);
  expect(heard).toEqual(['freed']);
  await signals.stop();
  expect(own.totalCount - own.idleCount).toBe(0);
});

it('does not reconnect after it was stopped', async () => {
  const { pool, newPool } = await bench();
  const own = newPool();
  const { signals, warnings } = signalsOn(own);
  await signals.listen();
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  );
  await until(() => warnings.length > 0);
  await signals.stop();
  await new Promise((resolve) => setTimeout(resolve, 1_300));
  expect(await listeners(pool)).toBe(0);
  expect(own.totalCount - own.idleCount).toBe(0);
});

/** Changes sent on the channel. */
async function listener(pool: pg.Pool) {
  const client = await pool.connect();
  const told: string[] = [];
  client.on('notification', ({ payload }) => {
    const { changes } = JSON.parse(payload ?? '') as { changes?: unknown[] };
    if (changes !== undefined) told.push(payload ?? '');
  });
  await client.query(`LISTEN ${CHANNEL}`);
  return { told, end: () => client.release(true) };
}

const usersAt = (position: string) => ({ projection: 'users', accounts: ['a'], position });

/** So long that processes know of each other by greetings only. */
const RARELY = { hereMs: 600_000 };

// Proves I8-scale-2
it('sends no changes while alone, and everything once another process listens', async () => {
  const { pool, newPool } = await bench();
  const { told, end } = await listener(newPool());
  const first = signalsOn(newPool(), RARELY);
  await first.signals.listen();
  await announceChange(pool, 'sessions');
  await until(() => first.heard.length > 0);
  first.signals.changed(usersAt('1'));
  const second = signalsOn(newPool(), RARELY);
  await second.signals.listen();
  await until(() => {
    first.signals.changed(usersAt('2'));
    return second.heard.length > 0;
  });
  expect(second.heard[0]).toEqual(usersAt('2'));
  expect(told.some((payload) => payload.includes('"1"'))).toBe(false);
  end();
});

it('assumes other listeners after reconnecting, because they may not have answered yet', async () => {
  const { pool, newPool } = await bench();
  const { signals, warnings } = signalsOn(newPool(), RARELY);
  await signals.listen();
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  );
  await until(() => warnings.length > 0);
  await until(async () => (await listeners(pool)) === 1);
  const { told, end } = await listener(newPool());
  await until(() => {
    signals.changed(usersAt('1'));
    return told.length > 0;
  });
  end();
});

// Proves I8-scale-2
it('answers a greeting, so that both processes know of each other', async () => {
  const { newPool } = await bench();
  const first = signalsOn(newPool(), RARELY);
  await first.signals.listen();
  const second = signalsOn(newPool(), RARELY);
  await second.signals.listen();
  await until(() => {
    second.signals.changed(usersAt('3'));
    return first.heard.length > 0;
  });
  expect(first.heard[0]).toEqual(usersAt('3'));
});

it('sends again when its own messages stop arriving, because it may not be alone', async () => {
  const { newPool } = await bench();
  const { told, end } = await listener(newPool());
  const pool = newPool();
  // as on a dead connection
  pool.on('acquire', (client) => {
    const { on } = client;
    client.on = (name: string, listen: (...given: never[]) => void) =>
      name === 'notification' ? client : Reflect.apply(on, client, [name, listen]);
  });
  const { signals, heard } = signalsOn(pool, { hereMs: 20 });
  try {
    await signals.listen();
    await until(() => {
      signals.changed(usersAt('1'));
      return told.length > 0;
    }, 5_000);
    expect(heard).toEqual([]);
  } finally {
    end();
  }
});
