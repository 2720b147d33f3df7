import type pg from 'pg';
import { expect, it } from 'vitest';
import { storedRows } from '../../test/agree.ts';
import { counts } from '../../test/counts.ts';
import { bench, until } from '../../test/harness.ts';

const KEPT = ['projection_generations', 'counts_v1_g1', 'projection_parked', 'projection_parked_events'];

/** Keeps the projections' rows as they are on disk by now. */
async function checkpointDisk(pool: pg.Pool): Promise<void> {
  for (const table of KEPT) await pool.query(`CREATE TABLE disk_${table} AS TABLE ${table}`);
}

/** What a crash does: transactions that did not wait for the disk are undone, and every session ends. */
async function crash(pool: pg.Pool, lost: readonly string[]): Promise<void> {
  await pool.query(
    `BEGIN; LOCK TABLE ${KEPT.join(', ')} IN ACCESS EXCLUSIVE MODE;
     UPDATE projection_generations g SET checkpoint = d.checkpoint, revision = d.revision
       FROM disk_projection_generations d
       WHERE d.projection = g.projection AND g.projection IN (${lost.map((name) => `'${name}'`).join(', ')});
     TRUNCATE counts_v1_g1, projection_parked, projection_parked_events;
     INSERT INTO counts_v1_g1 TABLE disk_counts_v1_g1;
     INSERT INTO projection_parked TABLE disk_projection_parked;
     INSERT INTO projection_parked_events TABLE disk_projection_parked_events;
     COMMIT`,
  );
  await pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
}

// Proves I8-kept
it('an idle projection restores rows that a database crash has undone, without a new event', async () => {
  const { history, start, pool } = await bench({ expectsTrouble: true });
  const runtime = await start({ projections: [counts] });
  await history.site('acme', 's1');
  await runtime.caughtUp();
  await checkpointDisk(pool);
  await history.site('acme', 's2');
  const position = await history.site('zenith', 's3');
  await runtime.caughtUp();
  const before = await storedRows(counts, pool);

  await crash(pool, ['counts']);

  await until(async () => (await storedRows(counts, pool)).counts?.length === 2);
  expect(await runtime.waitForProjections(['counts'], position, { timeoutMs: 10_000 })).toBe('fresh');
  expect(await storedRows(counts, pool)).toEqual(before);
});

it('reports fresh only once the rows are back, in the feeding process and in others', async () => {
  const { history, start, pool } = await bench({ expectsTrouble: true });
  let held: Promise<void> | undefined;
  const feeding = await start({
    projections: [counts],
    onFault: (point, name) => (point === 'beforeWrite' && name === 'counts' ? held : undefined),
  });
  const asking = await start({ projections: [counts], run: false });
  await feeding.caughtUp();
  await checkpointDisk(pool);
  const position = await history.site('acme', 's1');
  expect(await feeding.waitForProjections(['counts'], position, { timeoutMs: 10_000 })).toBe('fresh');
  expect(await asking.waitForProjections(['counts'], position, { timeoutMs: 10_000 })).toBe('fresh');

  let release = () => {};
  held = new Promise((resolve) => {
    release = resolve;
  });
  await crash(pool, ['counts']);
  await until(
    async () => (await feeding.waitForProjections(['counts'], position, { timeoutMs: 1 })) !== 'fresh',
  );
  for (const process of [feeding, asking]) {
    expect(await process.waitForProjections(['counts'], position, { timeoutMs: 100 })).toBe('catching-up');
  }
  release();
  for (const process of [feeding, asking]) {
    expect(await process.waitForProjections(['counts'], position, { timeoutMs: 10_000 })).toBe('fresh');
  }
  expect((await storedRows(counts, pool)).counts).toMatchObject([{ account_id: 'acme', requests: 1 }]);
});

it('reloads its state when its lease can not be renewed', async () => {
  const { history, start, pool, newPool } = await bench({ expectsTrouble: true });
  const own = newPool();
  const runtime = await start({ projections: [counts], pool: own });
  await runtime.caughtUp();
  await checkpointDisk(pool);
  const position = await history.site('acme', 's1');
  expect(await runtime.waitForProjections(['counts'], position, { timeoutMs: 10_000 })).toBe('fresh');
  // the checkpoint goes back without a lost session, and the renewal fails for another reason
  await pool.query(
    `UPDATE projection_generations g SET checkpoint = d.checkpoint, revision = d.revision
     FROM disk_projection_generations d WHERE d.projection = g.projection AND g.projection = 'counts';`,
  );
  await pool.query('TRUNCATE counts_v1_g1');
  await pool.query('ALTER TABLE projection_leases RENAME TO leases_away');
  await new Promise((resolve) => setTimeout(resolve, 2_300));
  await pool.query('ALTER TABLE leases_away RENAME TO projection_leases');
  await until(async () => (await storedRows(counts, pool)).counts?.length === 1);
});

it('waits for the disk for the log index only', async () => {
  const { history, start, pool, newPool, connectionString } = await bench();
  await pool.query(`CREATE TABLE modes (projection text, mode text)`);
  await pool.query(
    `CREATE FUNCTION note_mode() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN INSERT INTO modes VALUES (NEW.projection, current_setting('synchronous_commit')); RETURN NEW; END $$`,
  );
  const database = new URL(connectionString).pathname.slice(1);
  await pool.query(`ALTER DATABASE ${database} SET synchronous_commit = off`);
  const runtime = await start({ projections: [counts], pool: newPool() });
  await pool.query(
    `CREATE CONSTRAINT TRIGGER note_mode AFTER UPDATE OF checkpoint ON projection_generations
     DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_mode()`,
  );
  await history.site('acme', 's1');
  await runtime.caughtUp();
  const { rows } = await pool.query('SELECT DISTINCT projection, mode FROM modes ORDER BY 1');
  expect(rows).toEqual([
    { projection: 'counts', mode: 'off' },
    { projection: 'logIndex', mode: 'on' },
  ]);
});
