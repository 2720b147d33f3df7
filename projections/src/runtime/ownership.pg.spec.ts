import type pg from 'pg';
import { expect, it } from 'vitest';
import { storedRows } from '../../test/agree.ts';
import { counts } from '../../test/counts.ts';
import { type Bench, bench, until } from '../../test/harness.ts';
import { portalProjections } from '../index.ts';
import { USERS_VIEW } from '../users/query.ts';

const ownerOf = async ({ pool }: Bench, projection = 'counts') =>
  (
    await pool.query<{ owner: string }>('SELECT owner FROM projection_leases WHERE projection = $1', [
      projection,
    ])
  ).rows[0]?.owner;

/** A pool whose lease queries wait while the process hangs. */
function poolOfOneThatStands(pool: pg.Pool, stands: () => Promise<void> | undefined): pg.Pool {
  return new Proxy(pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name, target) as unknown;
      return async (text: unknown, values: unknown[]) => {
        if (String(text).includes('projection_leases')) await stands();
        return target.query(text as string, values);
      };
    },
  });
}

/** As if the owner had hung so long that another process got the lease. */
const overtake = ({ pool }: Bench) =>
  pool.query("UPDATE projection_leases SET epoch = epoch + 1, until = '-infinity', owner = NULL");

it('lets a stale owner write nothing', async () => {
  const test = await bench();
  const { history, start, pool, newPool } = test;
  let release = () => {};
  const still = new Promise<void>((resolve) => {
    release = resolve;
  });
  let stopped = false;
  const stale = await start({
    projections: [counts],
    owner: 'stale',
    pool: poolOfOneThatStands(newPool(), () => (stopped ? still : undefined)),
    onFault: (point, consumer) => {
      if (consumer !== 'counts' || point !== 'beforeWrite') return;
      stopped = true;
      return still;
    },
  });
  await history.site('acme', 's1');
  await until(() => stopped);
  await overtake(test);
  const fresh = await start({ projections: [counts], owner: 'fresh' });
  await fresh.caughtUp();
  const before = await storedRows(counts, pool);
  const revision = async () =>
    (await pool.query("SELECT revision FROM projection_generations WHERE projection = 'counts'")).rows[0]
      .revision;
  const written = await revision();

  release();
  await stale.stop();

  expect(await revision()).toBe(written);
  expect(await storedRows(counts, pool)).toEqual(before);
  expect(before.counts).toMatchObject([{ requests: 1 }]);
  expect(await ownerOf(test)).toBe('fresh');
});

it('refuses a write after another writer moved the checkpoint, even in the same epoch', async () => {
  const { history, start, pool } = await bench();
  const runtime = await start({ projections: [counts] });
  await history.site('acme', 's1');
  await runtime.caughtUp();
  await pool.query(
    `UPDATE projection_generations SET checkpoint = NULL, revision = revision + 1 WHERE projection = 'counts';
     DELETE FROM counts_v1_g1`,
  );
  await history.site('acme', 's2');
  // it detects its stale state and reloads it from the database
  await until(async () => ((await storedRows(counts, pool)).counts?.[0]?.requests ?? 0) === 2);
});

it('hands over at once when an owner stops, and takes expired leases', async () => {
  const test = await bench();
  const { history, start } = test;
  const first = await start({ projections: [counts], owner: 'first' });
  await until(async () => (await ownerOf(test)) === 'first');
  const second = await start({ projections: [counts], owner: 'second' });
  await history.site('acme', 's1');
  await second.caughtUp();
  expect(await ownerOf(test)).toBe('first');

  const began = performance.now();
  await first.stop();
  await until(async () => (await ownerOf(test)) === 'second');
  expect(performance.now() - began).toBeLessThan(6_000);

  const position = await history.site('acme', 's2');
  expect(await second.waitForProjections(['counts'], position, { timeoutMs: 10_000 })).toBe('fresh');

  const third = await start({ projections: [counts], owner: 'third' });
  await overtake(test);
  await until(async () => (await ownerOf(test)) !== null);
  expect(['second', 'third']).toContain(await ownerOf(test));
  await history.site('acme', 's3');
  await third.caughtUp();
  expect((await storedRows(counts, test.pool)).counts).toMatchObject([{ requests: 3, sites: 's1 s2 s3 ' }]);
});

it('lets three processes start at once on an empty database, with one owner per projection', async () => {
  const test = await bench();
  const { history, start, pool } = test;
  await history.dealer('ann', 1);
  const runtimes = await Promise.all([start(), start(), start()]);
  await Promise.all(runtimes.map((runtime) => runtime.caughtUp()));
  const status = await (runtimes[0] as (typeof runtimes)[0]).status();
  expect(status).toHaveLength(portalProjections.length + 1);
  for (const projection of status) {
    expect(projection, projection.projection).toMatchObject({
      caughtUp: true,
      lag: 0,
      generation: 1,
      parked: [],
    });
    expect(projection.owner, projection.projection).toMatch(/^process [123]$/);
  }
  const { rows } = await pool.query(`SELECT count(*)::integer AS users FROM ${USERS_VIEW}`);
  expect(rows).toEqual([{ users: 1 }]);
});
