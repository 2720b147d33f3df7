import type { EventStore, Position } from '@portal/event-store';
import type { Pool, PoolClient } from 'pg';
import { isLockTrouble, isRefusedValue } from './databaseErrors.ts';
import type { PortalCodec } from './decoding.ts';
import type { Projection } from './definition.ts';
import { Filling } from './filling.ts';
import { createTables, dropTables, indexesSql, searchIndexesSql, viewsSql } from './schema.ts';
import { generationName } from './table.ts';

const SWAP_ATTEMPTS = 20;
/** How many generations before the live one may have been left behind by a process that died. */
const LEFT_BEHIND = 5;

export interface RebuildProgress {
  readonly projection: string;
  readonly phase: 'filling' | 'switching' | 'done';
  /** Events the projection needs: read so far, and all of them as far as the log index knows. */
  readonly done: number;
  readonly total: number;
}

export interface RebuildDependencies {
  readonly store: EventStore;
  readonly codec: PortalCodec;
  readonly pool: Pool;
}

export interface RebuildOptions {
  readonly onProgress?: ((progress: RebuildProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Another rebuild of the same projection is running, in this process or in another one. */
export class RebuildRunning extends Error {
  constructor(name: string) {
    super(`${name} is being rebuilt already; wait until that is done.`);
    this.name = 'RebuildRunning';
  }
}

/**
 * Fills the next generation of a projection from the first event, beside the live one, then points the views
 * at it in one transaction. Readers and the live projection go on meanwhile. When it fails or is aborted the
 * live generation stays as it was.
 * @throws RebuildRunning
 */
export async function rebuild(
  { store, codec, pool }: RebuildDependencies,
  projection: Projection,
  { onProgress, signal }: RebuildOptions = {},
): Promise<void> {
  const { name, version } = projection;
  const client = await pool.connect();
  const lock = `rebuild ${name} ${version}`;
  let broken: Error | undefined;
  try {
    const locked = await client.query<{ got: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS got',
      [lock],
    );
    if (!locked.rows[0]?.got) throw new RebuildRunning(name);
    const generation = await beginGeneration(client, projection);
    const filling = new Filling(client, projection, generation, store, codec);
    try {
      const total = await countEvents(client, projection);
      const report = (phase: RebuildProgress['phase']) =>
        onProgress?.({ projection: name, phase, done: filling.done, total: Math.max(total, filling.done) });
      await filling.toTheEnd(() => report('filling'), signal);
      for (const sql of indexesSql(projection, generation)) await client.query(sql);
      for (const sql of await searchIndexesSql(client, projection, generation)) await client.query(sql);
      for (const table of Object.values(projection.tables)) {
        await client.query(`ANALYZE ${generationName(table.name, version, generation)}`);
      }
      await filling.toTheEnd(() => report('filling'), signal);
      report('switching');
      const old = await swap(client, projection, filling, store);
      await dropOld(client, projection, old);
      report('done');
    } catch (error) {
      await forgetGeneration(client, projection, generation).catch(() => undefined);
      throw error;
    }
  } catch (error) {
    if (!(error instanceof RebuildRunning)) broken = error as Error;
    throw error;
  } finally {
    if (broken === undefined) {
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [lock]).catch(() => undefined);
    }
    // A connection that failed is closed, which frees its lock too.
    client.release(broken);
  }
}

async function beginGeneration(client: PoolClient, projection: Projection): Promise<number> {
  const { name, version } = projection;
  const { rows } = await client.query<{ generation: number; state: string }>(
    'SELECT generation, state FROM projection_generations WHERE projection = $1 AND version = $2',
    [name, version],
  );
  const live = rows.find(({ state }) => state === 'live');
  if (live === undefined)
    throw new Error(`${name} version ${version} has no tables yet; start the portal first.`);
  for (const { generation, state } of rows) {
    if (state === 'filling') await forgetGeneration(client, projection, generation);
  }
  for (let old = Math.max(1, live.generation - LEFT_BEHIND); old < live.generation; old += 1) {
    await dropOld(client, projection, old);
  }
  const generation = live.generation + 1;
  await dropTables(client, projection, generation);
  await createTables(client, projection, generation);
  await client.query(
    "INSERT INTO projection_generations (projection, version, generation, state) VALUES ($1, $2, $3, 'filling')",
    [name, version, generation],
  );
  return generation;
}

/** Takes a generation that isn't live away, with what it parked. */
async function forgetGeneration(
  client: PoolClient,
  projection: Projection,
  generation: number,
): Promise<void> {
  const id = [projection.name, projection.version, generation];
  const where = 'WHERE projection = $1 AND version = $2 AND generation = $3';
  const gone = await client.query(`DELETE FROM projection_generations ${where} AND state = 'filling'`, id);
  if (gone.rowCount === 0) return;
  await client.query(`DELETE FROM projection_parked ${where}`, id);
  await client.query(`DELETE FROM projection_parked_events ${where}`, id);
  await dropTables(client, projection, generation);
}

async function countEvents(client: PoolClient, { types }: Projection): Promise<number> {
  const { rows } = await client.query<{ events: string }>(
    'SELECT count(*) AS events FROM log_index WHERE type = ANY($1::text[])',
    [[...types]],
  );
  return Number(rows[0]?.events ?? 0);
}

/**
 * Makes the filled generation the live one: locks the live generation's row, which holds its writer back for
 * a moment, brings the new one at least as far, and switches the views. Nobody reads anything older than before.
 * @returns the generation that was live
 */
async function swap(
  client: PoolClient,
  projection: Projection,
  filling: Filling,
  store: EventStore,
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const undo = filling.savepoint();
    try {
      return await trySwap(client, projection, filling, store);
    } catch (error) {
      await client.query('ROLLBACK');
      undo();
      // A long transaction still reads the view, or somebody waits for us: let it through, then try again.
      if (attempt === SWAP_ATTEMPTS || !(isLockTrouble(error) || isRefusedValue(error))) throw error;
      await filling.toTheEnd();
    }
  }
}

async function trySwap(
  client: PoolClient,
  projection: Projection,
  filling: Filling,
  store: EventStore,
): Promise<number> {
  const { name, version } = projection;
  await client.query("BEGIN; SET LOCAL lock_timeout = '1s'");
  const { rows } = await client.query<{ generation: number; epoch: string; checkpoint: Position | null }>(
    `SELECT generation, epoch::text, checkpoint FROM projection_generations
     WHERE projection = $1 AND version = $2 AND state = 'live' FOR UPDATE`,
    [name, version],
  );
  const live = rows[0];
  if (live === undefined) throw new Error(`${name} version ${version} has no live generation.`);
  const isBehind = () =>
    live.checkpoint !== null &&
    (filling.checkpoint === null || store.comparePositions(filling.checkpoint, live.checkpoint) < 0);
  while (isBehind()) await filling.nextPage();
  await filling.flush();
  for (const sql of viewsSql(projection, filling.generation)) await client.query(sql);
  const old = [name, version, live.generation];
  const where = 'WHERE projection = $1 AND version = $2 AND generation = $3';
  await client.query(`DELETE FROM projection_generations ${where}`, old);
  await client.query(`DELETE FROM projection_parked ${where}`, old);
  await client.query(`DELETE FROM projection_parked_events ${where}`, old);
  await client.query(`UPDATE projection_generations SET state = 'live', epoch = $4 ${where}`, [
    name,
    version,
    filling.generation,
    live.epoch,
  ]);
  // The old tables go next, so this switch must not be lost to a crash after they are gone.
  await client.query('SET LOCAL synchronous_commit = on');
  await client.query('COMMIT');
  return live.generation;
}

/** A reader that still uses the old tables keeps them for now; the next rebuild takes them away. */
async function dropOld(client: PoolClient, projection: Projection, generation: number): Promise<void> {
  await client.query("SET lock_timeout = '2s'");
  try {
    await dropTables(client, projection, generation);
  } catch (error) {
    if (!isLockTrouble(error)) throw error;
  } finally {
    await client.query('RESET lock_timeout');
  }
}
