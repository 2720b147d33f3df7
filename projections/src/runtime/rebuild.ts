import type { EventStore, Position } from '@portal/event-store';
import type { Pool, PoolClient } from 'pg';
import { safeInteger } from './columns.ts';
import { isLockTrouble, isRefusedValue } from './databaseErrors.ts';
import type { PortalCodec } from './decoding.ts';
import type { Projection } from './definition.ts';
import { Filling } from './filling.ts';
import { deleteParked, liveGeneration, lockLive } from './generation.ts';
import { dropLeftBehind, underRebuildLock } from './replaced.ts';
import { indexesSql, searchIndexesSql, tablesSql, viewsSql } from './schema.ts';
import { selectColumn } from './select.ts';
import { generationName } from './table.ts';

const SWAP_ATTEMPTS = 20;

/** Events of the projection read so far, and their total according to the log index. */
export interface RebuildProgress {
  readonly done: number;
  readonly total: number;
}

export interface RebuildOptions {
  /** Goes live even if the log lacks events that its index has; their number is kept with the read model. */
  readonly withoutLostEvents?: boolean | undefined;
  readonly onProgress?: ((progress: RebuildProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The projection is being rebuilt already, in this process or another. */
export class RebuildRunning extends Error {
  constructor(name: string) {
    super(`${name} is being rebuilt already; wait until that is done.`);
    this.name = 'RebuildRunning';
  }
}

/** The log lacks events that its index has. */
export class EventsLost extends Error {
  constructor(name: string, lost: number) {
    super(
      `${name} was not rebuilt: the log lacks ${lost} of its events, according to the log index. ` +
        'Verify the log and restore a backup, or accept the loss (docs/operations.md, Damaged records).',
    );
    this.name = 'EventsLost';
  }
}

/**
 * Fills the next generation of a projection from the first event, then switches the views to it in one transaction.
 * Readers and the live projection continue meanwhile. If it fails or is aborted, the live generation is unchanged.
 * @throws RebuildRunning; EventsLost
 */
export async function rebuild(
  { store, codec, pool }: { readonly store: EventStore; readonly codec: PortalCodec; readonly pool: Pool },
  projection: Projection,
  options: RebuildOptions = {},
): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const work = async () => {
      const generation = await beginGeneration(client, projection);
      await fillAndSwap(
        client,
        projection,
        new Filling(client, projection, generation, store, codec),
        store,
        options,
      );
    };
    if (!(await underRebuildLock(client, projection, work))) throw new RebuildRunning(projection.name);
  } catch (error) {
    if (!(error instanceof RebuildRunning)) broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

async function fillAndSwap(
  client: PoolClient,
  projection: Projection,
  filling: Filling,
  store: EventStore,
  { onProgress, signal, withoutLostEvents = false }: RebuildOptions,
): Promise<void> {
  const { name, version } = projection;
  const { generation } = filling;
  try {
    const total = await countEvents(client, projection);
    const report = () => onProgress?.({ done: filling.done, total: Math.max(total, filling.done) });
    await filling.toTheEnd(report, signal);
    await client.query(indexesSql(projection, generation));
    for (const sql of await searchIndexesSql(client, projection, generation)) await client.query(sql);
    for (const table of Object.values(projection.tables)) {
      await client.query(`ANALYZE ${generationName(table.name, version, generation)}`);
    }
    await filling.toTheEnd(report, signal);
    // the index may be behind
    const lost = Math.max(0, (await countEvents(client, projection, filling.checkpoint)) - filling.done);
    if (lost > 0 && !withoutLostEvents) throw new EventsLost(name, lost);
    await client.query(
      `UPDATE projection_generations SET lost_events = $4
       WHERE projection = $1 AND version = $2 AND generation = $3`,
      [name, version, generation, lost],
    );
    await swap(client, projection, filling, store);
    report();
  } finally {
    // what a reader still uses is dropped by the next rebuild
    await dropLeftBehind(client, projection).catch(() => undefined);
  }
}

async function beginGeneration(client: PoolClient, projection: Projection): Promise<number> {
  const { name, version } = projection;
  const live = await liveGeneration(client, projection);
  if (live === undefined)
    throw new Error(`${name} version ${version} has no tables yet; start the portal first.`);
  await dropLeftBehind(client, projection);
  const generation = live + 1;
  await client.query(tablesSql(projection, generation));
  await client.query(
    "INSERT INTO projection_generations (projection, version, generation, state) VALUES ($1, $2, $3, 'filling')",
    [name, version, generation],
  );
  return generation;
}

/** Events of the projection in the log index. @param upTo their last position; default: all */
async function countEvents(
  client: PoolClient,
  { types }: Projection,
  upTo: Position | null = null,
): Promise<number> {
  const sql =
    'SELECT count(*) FROM log_index WHERE type = ANY($1::text[]) AND ($2::text IS NULL OR position <= $2)';
  const [events = 0] = await selectColumn(client, safeInteger, sql, [[...types], upTo]);
  return events;
}

/**
 * Makes the filled generation live: locks the live generation's row, which blocks its writer briefly, catches up with its
 * checkpoint and switches the views. Readers never see older rows than before.
 */
async function swap(
  client: PoolClient,
  projection: Projection,
  filling: Filling,
  store: EventStore,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const undo = filling.savepoint();
    try {
      return await trySwap(client, projection, filling, store);
    } catch (error) {
      await client.query('ROLLBACK');
      undo();
      // a long transaction still reads the view, or a deadlock: let it through and try again
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
): Promise<void> {
  const { name, version } = projection;
  await client.query("BEGIN; SET LOCAL lock_timeout = '1s'");
  const live = await lockLive(client, projection);
  if (live === undefined) throw new Error(`${name} version ${version} has no live generation.`);
  const isBehind = () =>
    live.checkpoint !== null &&
    (filling.checkpoint === null || store.comparePositions(filling.checkpoint, live.checkpoint) < 0);
  while (isBehind()) await filling.nextPage();
  await client.query(viewsSql(projection, filling.generation));
  const where = 'WHERE projection = $1 AND version = $2 AND generation = $3';
  await client.query(`DELETE FROM projection_generations ${where}`, [name, version, live.generation]);
  await deleteParked(client, live);
  await client.query(`UPDATE projection_generations SET state = 'live', epoch = $4 ${where}`, [
    name,
    version,
    filling.generation,
    live.epoch.toString(),
  ]);
  // the old tables are dropped next, so a crash must not lose this switch
  await client.query('SET LOCAL synchronous_commit = on');
  await client.query('COMMIT');
}
