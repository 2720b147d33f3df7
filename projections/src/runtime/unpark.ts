import type { EventStore, RecordedEvent } from '@portal/event-store';
import type { Pool, PoolClient } from 'pg';
import type { PortalCodec } from './decoding.ts';
import type { Projection } from './definition.ts';
import { commitPage, type GenerationState, parkedKeys } from './generation.ts';
import { parkingParts } from './parking.ts';
import { foldBatch, rowLoader, rowParts } from './projectionConsumer.ts';
import { batchOfOwnPage } from './tail.ts';

export interface Unparked {
  /** Events that were held back and are applied now. */
  readonly replayed: number;
  /** Keys that are parked again, because an event still can't be applied. */
  readonly stillParked: readonly string[];
  /** Accounts whose rows changed. */
  readonly accounts: readonly string[];
}

/**
 * Applies what was held back for an account, in log order, and goes on from there. Accounts that were held
 * back together with it (an event concerned both) are replayed with it. What still can't be applied parks again.
 * Works from any process: the generation's row is locked, so its writer waits and then reads its state anew.
 * @param key an account id, or `stream:<name>` as the status shows it
 */
export async function unpark(
  { store, codec, pool }: { readonly store: EventStore; readonly codec: PortalCodec; readonly pool: Pool },
  projection: Projection,
  key: string,
): Promise<Unparked> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = '30s'");
    const state = await lockLive(client, projection);
    const keys = await heldTogether(client, state, key);
    const events = await heldEvents(client, state, keys, store);
    const id = [state.projection, state.version, state.generation];
    for (const table of ['projection_parked', 'projection_parked_events']) {
      await client.query(
        `DELETE FROM ${table} WHERE projection = $1 AND version = $2 AND generation = $3 AND key = ANY($4::text[])`,
        [...id, keys],
      );
    }
    const others = new Set([...state.parked].filter((parked) => !keys.includes(parked)));
    const batch = batchOfOwnPage({ events, next: state.checkpoint, end: false }, codec);
    const load = rowLoader(client, projection, state.generation);
    const { changed, held, applied } = await foldBatch(projection, batch, events, others, new Map(), load);
    const parts = [...rowParts(projection, state.generation, changed), ...parkingParts(state, held)];
    // Somebody is told that it is done.
    if (!(await commitPage(client, state, state.checkpoint, parts, true))) {
      throw new Error(`${projection.name} was changed while ${key} was unparked; try again.`);
    }
    await client.query('COMMIT');
    return {
      replayed: applied.length,
      stillParked: [...new Set(held.map((event) => event.key))],
      accounts: [...new Set(applied.flatMap(({ metadata }) => metadata.accounts))],
    };
  } catch (error) {
    broken = error as Error;
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** The live generation, locked. A rebuild that was taking its place meanwhile is waited for, and the new one taken. */
async function lockLive(
  client: PoolClient,
  { name, version }: Pick<Projection, 'name' | 'version'>,
  again = true,
): Promise<GenerationState> {
  const { rows } = await client.query<{
    generation: number;
    epoch: string;
    checkpoint: string | null;
    revision: string;
  }>(
    `SELECT generation, epoch::text, checkpoint, revision::text FROM projection_generations
     WHERE projection = $1 AND version = $2 AND state = 'live' FOR UPDATE`,
    [name, version],
  );
  const row = rows[0];
  // the row that it waited for is gone, and its successor came after the statement's view of the table
  if (row === undefined && again) return lockLive(client, { name, version }, false);
  if (row === undefined)
    throw new Error(`${name} version ${version} has no tables yet; start the portal first.`);
  const id = { projection: name, version, generation: row.generation };
  return {
    ...id,
    epoch: BigInt(row.epoch),
    checkpoint: row.checkpoint,
    revision: BigInt(row.revision),
    parked: await parkedKeys(client, id),
  };
}

/** The key and all those that share a held-back event with it, directly or by way of others. */
async function heldTogether(
  client: PoolClient,
  state: GenerationState,
  key: string,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ key: string }>(
    `WITH RECURSIVE held AS (
       SELECT key, event_id FROM projection_parked_events WHERE projection = $1 AND version = $2 AND generation = $3
     ), together AS (
       SELECT $4::text AS key
       UNION
       SELECT other.key FROM together JOIN held ON held.key = together.key
         JOIN held AS other ON other.event_id = held.event_id
     )
     SELECT key FROM together`,
    [state.projection, state.version, state.generation, key],
  );
  return rows.map((row) => row.key);
}

async function heldEvents(
  client: PoolClient,
  state: GenerationState,
  keys: readonly string[],
  store: EventStore,
): Promise<readonly RecordedEvent[]> {
  const { rows } = await client.query<{ stream: string; first: string; last: string; ids: string[] }>(
    `SELECT stream, min(stream_revision)::text AS first, max(stream_revision)::text AS last, array_agg(DISTINCT event_id) AS ids
     FROM projection_parked_events
     WHERE projection = $1 AND version = $2 AND generation = $3 AND key = ANY($4::text[])
     GROUP BY stream`,
    [state.projection, state.version, state.generation, keys],
  );
  const events: RecordedEvent[] = [];
  for (const { stream, first, last, ids } of rows) {
    const wanted = new Set(ids);
    const from = BigInt(first) - 1n;
    const recorded = await store.read(stream, { ...(from < 0n ? {} : { from }), to: BigInt(last) });
    const found = recorded.filter(({ id }) => wanted.has(id));
    if (found.length !== wanted.size) {
      throw new Error(`The log holds ${found.length} of the ${wanted.size} events that wait in ${stream}.`);
    }
    events.push(...found);
  }
  return events.sort((a, b) => store.comparePositions(a.position, b.position));
}
