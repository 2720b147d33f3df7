import type { EventStore, RecordedEvent } from '@portal/event-store';
import type { Pool, PoolClient } from 'pg';
import { text } from './columns.ts';
import type { PortalCodec } from './decoding.ts';
import type { Projection } from './definition.ts';
import { commitPage, deleteParked, type GenerationState, lockLive, parkedKeys } from './generation.ts';
import { inTransaction } from './inTransaction.ts';
import { parkingParts } from './parking.ts';
import { foldBatch, rowLoader, rowParts } from './projectionConsumer.ts';
import { selectColumn } from './select.ts';
import { batchOfOwnPage } from './tail.ts';

export interface Unparked {
  /** Number of parked events that were applied. */
  readonly replayed: number;
  /** Keys parked again, because an event still can't be applied. */
  readonly stillParked: readonly string[];
  /** Accounts whose rows changed. */
  readonly accounts: readonly string[];
}

/**
 * Applies an account's parked events in log order; accounts parked by the same events are replayed with it. Events that
 * still can't be applied are parked again. Works from any process: it locks the generation's row, so that the writer
 * waits and then reloads its state.
 * @param key an account id, or `stream:<name>` as shown by the status
 */
export async function unpark(
  { store, codec, pool }: { readonly store: EventStore; readonly codec: PortalCodec; readonly pool: Pool },
  projection: Projection,
  key: string,
): Promise<Unparked> {
  return inTransaction(pool, async (client) => {
    await client.query("SET LOCAL idle_in_transaction_session_timeout = '30s'");
    // the row it waited for may have been deleted by a swap; the statement's snapshot is older than its successor
    const live = (await lockLive(client, projection)) ?? (await lockLive(client, projection));
    if (live === undefined)
      throw new Error(
        `${projection.name} version ${projection.version} has no tables yet; start the portal first.`,
      );
    const state = { ...live, parked: await parkedKeys(client, live) };
    const keys = await parkedTogether(client, state, key);
    const events = await parkedEvents(client, state, keys, store);
    await deleteParked(client, state, keys);
    const others = new Set([...state.parked].filter((parked) => !keys.includes(parked)));
    const batch = batchOfOwnPage({ events, next: state.checkpoint, end: false }, codec);
    const load = rowLoader(client, projection, state.generation);
    const { changed, held, applied } = await foldBatch(projection, batch, events, others, new Map(), load);
    const parts = [...rowParts(projection, state.generation, changed), ...parkingParts(state, held)];
    // durable, because the caller is told that it is done
    if (!(await commitPage(client, { state, checkpoint: state.checkpoint, parts }, true))) {
      throw new Error(`${projection.name} was changed while ${key} was unparked; try again.`);
    }
    return {
      replayed: applied.length,
      stillParked: [...new Set(held.map((event) => event.key))],
      accounts: [...new Set(applied.flatMap(({ metadata }) => metadata.accounts))],
    };
  });
}

/** The key and all keys that share a parked event with it, directly or indirectly. */
async function parkedTogether(
  client: PoolClient,
  state: GenerationState,
  key: string,
): Promise<readonly string[]> {
  return selectColumn(
    client,
    text,
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
}

async function parkedEvents(
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
    const recorded = await store.read(stream, { from: BigInt(first) - 1n, to: BigInt(last) });
    const found = recorded.filter(({ id }) => wanted.has(id));
    if (found.length !== wanted.size) {
      throw new Error(`The log holds ${found.length} of the ${wanted.size} events that wait in ${stream}.`);
    }
    events.push(...found);
  }
  return events.sort((a, b) => store.comparePositions(a.position, b.position));
}
