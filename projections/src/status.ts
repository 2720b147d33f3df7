import type { EventStore, Position, RecordedEvent } from '@portal/event-store';
import type { Pool } from 'pg';
import { recordedAtOf } from './logIndex/chain.ts';
import { LOG_INDEX } from './logIndex/indexer.ts';
import {
  bigint,
  type Column,
  instant,
  integer,
  optional,
  type RowOf,
  safeInteger,
  text,
} from './runtime/columns.ts';
import { selectRows } from './runtime/select.ts';

/** Counting stops here. */
const MAX_LAG = 100_000;
/** Events missing in the log index that are read from the log to be counted. */
const MAX_UNINDEXED = 1_000;

const PARKED = {
  /** Account id, or `stream:<name>` if no account could be read. */
  key: text,
  eventId: text,
  stream: text,
  revision: bigint,
  reason: text,
  parkedAt: instant,
  /** Number of parked events, the first included. */
  events: integer,
};

export type ParkedStatus = RowOf<typeof PARKED>;

export interface ProjectionStatus {
  readonly projection: string;
  readonly version: number;
  readonly generation: number;
  readonly checkpoint: Position | null;
  /** Events after the checkpoint: at most 100,000 in the log index, and at most 1,000 that are not indexed yet. */
  readonly lag: number;
  /** Seconds since the oldest of them was recorded; 0 for none. */
  readonly lagSeconds: number;
  readonly caughtUp: boolean;
  /** Owner of the lease; null if no process feeds it. */
  readonly owner: string | null;
  readonly epoch: bigint;
  readonly parked: readonly ParkedStatus[];
  /** Events that the log had lost when it was rebuilt, which was accepted. */
  readonly lostEvents: number;
  /** A running rebuild. */
  readonly rebuilding: { readonly generation: number; readonly checkpoint: Position | null } | null;
}

const KEY = { projection: text, version: integer, generation: integer };
const seconds: Column<number> = { ...safeInteger, sql: 'numeric' };
const GENERATION = {
  ...KEY,
  state: text,
  checkpoint: optional(text),
  epoch: bigint,
  lostEvents: safeInteger,
  owner: optional(text),
  lag: integer,
  now: seconds,
  oldest: optional(seconds),
};

/** Status of these projections, whichever process feeds them. @param versions by name */
export async function readStatus(
  store: EventStore,
  pool: Pool,
  versions: ReadonlyMap<string, number>,
): Promise<readonly ProjectionStatus[]> {
  const head = await store.head();
  const rows = await selectRows(
    pool,
    GENERATION,
    `SELECT g.projection, g.version, g.generation, g.state, g.checkpoint, l.epoch, g.lost_events,
       CASE WHEN l.until >= clock_timestamp() THEN l.owner END,
       (SELECT count(*) FROM (
          SELECT FROM log_index i WHERE i.position > coalesce(g.checkpoint, '') LIMIT ${MAX_LAG}) AS behind),
       extract(epoch FROM clock_timestamp()),
       (SELECT extract(epoch FROM clock_timestamp() - i.recorded_at) FROM log_index i
          WHERE i.position > coalesce(g.checkpoint, '') ORDER BY i.position LIMIT 1)
     FROM projection_generations g JOIN projection_leases l USING (projection, version)
     WHERE (g.projection, g.version) IN (SELECT * FROM unnest($1::text[], $2::integer[]))
     ORDER BY g.projection, g.generation`,
    [[...versions.keys()], [...versions.values()]],
  );
  const parked = await selectRows(
    pool,
    { ...KEY, ...PARKED },
    `SELECT p.projection, p.version, p.generation, p.key, p.event_id, p.stream, p.stream_revision, p.reason, p.parked_at,
       (SELECT count(*) FROM projection_parked_events e
         WHERE (e.projection, e.version, e.generation, e.key) = (p.projection, p.version, p.generation, p.key))
     FROM projection_parked p ORDER BY p.parked_at, p.key`,
  );
  const isBefore = (position: Position | null, other: Position) =>
    position === null || store.comparePositions(position, other) < 0;
  const index = rows.find(({ projection, state }) => projection === LOG_INDEX && state === 'live');
  // events missing in the index: otherwise a stuck index would hide the lag of all projections
  const unindexed =
    index !== undefined && head !== null && isBefore(index.checkpoint, head)
      ? (await store.readAll(index.checkpoint, { limit: MAX_UNINDEXED })).events
      : [];
  return rows
    .filter(({ state }) => state === 'live')
    .map(({ state: _state, lag, now, oldest, ...live }) => {
      const { projection, version, generation, checkpoint } = live;
      const filling = rows.find((row) => row.projection === projection && row.state === 'filling');
      const missed = unindexed.filter(({ position }) => isBefore(checkpoint, position));
      return {
        ...live,
        lag: lag + missed.length,
        lagSeconds: Math.max(0, lag === 0 ? ageOf(missed, now) : (oldest ?? 0)),
        caughtUp: head === null || !isBefore(checkpoint, head),
        parked: parked
          .filter((p) => p.projection === projection && p.version === version && p.generation === generation)
          .map(({ projection: _projection, version: _version, generation: _generation, ...key }) => key),
        rebuilding: filling ? { generation: filling.generation, checkpoint: filling.checkpoint } : null,
      };
    });
}

/** Seconds since the first of these events was recorded; 0 if unknown. */
function ageOf(events: readonly RecordedEvent[], nowSeconds: number): number {
  for (const event of events) {
    const recordedAt = recordedAtOf(event);
    if (recordedAt !== null) return nowSeconds - recordedAt / 1_000;
  }
  return 0;
}
