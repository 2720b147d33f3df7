import pino from 'pino';
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { type TestDatabase, testDatabase } from '../../../test/testDatabase.ts';
import { createJobs } from './jobs.ts';
import { startJobs } from './startJobs.ts';

const log = pino({ level: 'silent' });

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const stops: (() => Promise<void>)[] = [];

async function jobsOn(database: TestDatabase) {
  const ticks = { count: 0 };
  const run = async () => {
    ticks.count += 1;
  };
  const jobs = await startJobs(
    createJobs([{ name: 'counted', everyMs: 0, run }], log),
    database.connectionString,
    log,
  );
  stops.push(() => jobs.stop());
  return ticks;
}

async function database(): Promise<TestDatabase> {
  const made = await testDatabase({ empty: true });
  stops.unshift(() => made.close());
  return made;
}

/** Waits for two more ticks; makes Agenda's minute pass. */
async function expectTicks(ticks: { readonly count: number }, { pool }: TestDatabase): Promise<void> {
  const enough = ticks.count + 2;
  await eventually(async () => {
    await pool.query(
      "UPDATE agenda_jobs SET next_run_at = now() - interval '1 second' WHERE locked_at IS NULL",
    );
    return ticks.count >= enough;
  }, 60);
}

/** Waits until no tick runs or is due: an interrupted one would hold its lock until it expires. */
const idle = ({ pool }: TestDatabase) =>
  eventually(async () => {
    const { rowCount } = await pool.query(
      'SELECT FROM agenda_jobs WHERE locked_at IS NOT NULL OR next_run_at <= now()',
    );
    return rowCount === 0;
  }, 60);

// Proves S6-run-8
it('ticks at start, every minute, and after the database closed all connections', async () => {
  const own = await database();
  const ticks = await jobsOn(own);
  expect(ticks.count).toBeGreaterThan(0);
  await expectTicks(ticks, own);
  await idle(own);
  const { rowCount } = await own.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'portal jobs' AND datname = current_database()",
  );
  expect(rowCount).toBeGreaterThan(0);
  await expectTicks(ticks, own);
}, 180_000);

// Proves S6-run-8
it('creates one Agenda job when several processes start at once, and continues after a long downtime', async () => {
  const own = await database();
  await Promise.all([jobsOn(own), jobsOn(own), jobsOn(own)]);
  const { rows } = await own.pool.query('SELECT name FROM agenda_jobs');
  expect(rows).toEqual([{ name: 'tick' }]);
  for (const stop of stops.splice(1)) await stop();
  await own.pool.query("UPDATE agenda_jobs SET next_run_at = now() - interval '40 days', locked_at = NULL");
  const later = await jobsOn(own);
  expect(later.count).toBeGreaterThan(0);
  await expectTicks(later, own);
}, 180_000);
