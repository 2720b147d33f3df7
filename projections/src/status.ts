import type { EventStore, Position, RecordedEvent } from '@portal/event-store';
import type { Pool } from 'pg';
import { recordedAtOf } from './logIndex/chain.ts';
import { LOG_INDEX } from './logIndex/indexer.ts';

/** Counting stops here: past that it is just 'far behind'. */
const MOST_LAG = 100_000;
/** So many events that the log index does not have yet are read from the log itself to be counted. */
const MOST_UNINDEXED = 1_000;

export interface ParkedStatus {
  /** Account id, or `stream:<name>` where no account could be read. */
  readonly key: string;
  readonly eventId: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly reason: string;
  readonly parkedAt: string;
  /** Events held back, the first one included. */
  readonly events: number;
}

export interface ProjectionStatus {
  readonly projection: string;
  readonly version: number;
  readonly generation: number;
  readonly checkpoint: Position | null;
  /**
   * Events in the log after the checkpoint: those that the log index knows, counted up to 100,000, and of those
   * it lacks, which the log itself tells, the first 1,000.
   */
  readonly lag: number;
  /** Seconds since the oldest of those was recorded; 0 when there is none. */
  readonly lagSeconds: number;
  readonly caughtUp: boolean;
  /** Whose lease it is; null when nobody feeds it. */
  readonly owner: string | null;
  readonly epoch: bigint;
  readonly parked: readonly ParkedStatus[];
  /** A rebuild on its way beside it. */
  readonly rebuilding: { readonly generation: number; readonly checkpoint: Position | null } | null;
}

interface GenerationRow {
  projection: string;
  version: number;
  generation: number;
  state: 'live' | 'filling';
  checkpoint: string | null;
  owner: string | null;
  epoch: string;
  lag: string;
  oldest: string | null;
  now: string;
}

/** How each of these projections stands, whichever process feeds it. */
export async function readStatus(
  store: EventStore,
  pool: Pool,
  versions: ReadonlyMap<string, number>,
): Promise<readonly ProjectionStatus[]> {
  const head = await store.head();
  const { rows } = await pool.query<GenerationRow>(
    `SELECT g.projection, g.version, g.generation, g.state, g.checkpoint, l.epoch::text,
       CASE WHEN l.until >= clock_timestamp() THEN l.owner END AS owner,
       (SELECT count(*)::text FROM (
          SELECT FROM log_index i WHERE i.position > coalesce(g.checkpoint, '') LIMIT ${MOST_LAG}) AS behind) AS lag,
       extract(epoch FROM clock_timestamp())::text AS now,
       (SELECT extract(epoch FROM clock_timestamp() - i.recorded_at)::text FROM log_index i
          WHERE i.position > coalesce(g.checkpoint, '') ORDER BY i.position LIMIT 1) AS oldest
     FROM projection_generations g JOIN projection_leases l USING (projection, version)
     WHERE (g.projection, g.version) IN (SELECT * FROM unnest($1::text[], $2::integer[]))
     ORDER BY g.projection, g.generation`,
    [[...versions.keys()], [...versions.values()]],
  );
  const parked = await readParked(pool);
  const isBefore = (position: Position | null, other: Position) =>
    position === null || store.comparePositions(position, other) < 0;
  const index = rows.find(({ projection, state }) => projection === LOG_INDEX && state === 'live');
  // What the index lacks it can't count: a crashed or stuck index would show no lag anywhere.
  const unindexed =
    index !== undefined && head !== null && isBefore(index.checkpoint, head)
      ? (await store.readAll(index.checkpoint, { limit: MOST_UNINDEXED })).events
      : [];
  return rows
    .filter(({ state }) => state === 'live')
    .map((row) => {
      const filling = rows.find(
        ({ projection, state }) => projection === row.projection && state === 'filling',
      );
      const missed = unindexed.filter(({ position }) => isBefore(row.checkpoint, position));
      return {
        projection: row.projection,
        version: row.version,
        generation: row.generation,
        checkpoint: row.checkpoint,
        lag: Number(row.lag) + missed.length,
        lagSeconds: Math.max(0, row.lag === '0' ? ageOf(missed, Number(row.now)) : Number(row.oldest ?? 0)),
        caughtUp: head === null || !isBefore(row.checkpoint, head),
        owner: row.owner,
        epoch: BigInt(row.epoch),
        parked: parked.get(`${row.projection} ${row.version} ${row.generation}`) ?? [],
        rebuilding:
          filling === undefined ? null : { generation: filling.generation, checkpoint: filling.checkpoint },
      };
    });
}

/** Seconds since the first of these events was recorded; 0 where there is none that tells. */
function ageOf(events: readonly RecordedEvent[], nowSeconds: number): number {
  for (const event of events) {
    const recordedAt = recordedAtOf(event);
    if (recordedAt !== null) return nowSeconds - recordedAt / 1_000;
  }
  return 0;
}

async function readParked(pool: Pool): Promise<ReadonlyMap<string, readonly ParkedStatus[]>> {
  const { rows } = await pool.query<Record<string, string> & { parked_at: Date }>(
    `SELECT p.projection, p.version::text, p.generation::text, p.key, p.event_id, p.stream, p.stream_revision::text,
       p.reason, p.parked_at, (SELECT count(*)::text FROM projection_parked_events e
         WHERE (e.projection, e.version, e.generation, e.key) = (p.projection, p.version, p.generation, p.key)) AS events
     FROM projection_parked p ORDER BY p.parked_at, p.key`,
  );
  const byGeneration = new Map<string, ParkedStatus[]>();
  for (const row of rows) {
    const id = `${row.projection} ${row.version} ${row.generation}`;
    const list = byGeneration.get(id) ?? [];
    byGeneration.set(id, list);
    list.push({
      key: row.key as string,
      eventId: row.event_id as string,
      stream: row.stream as string,
      revision: BigInt(row.stream_revision as string),
      reason: row.reason as string,
      parkedAt: new Date(row.parked_at).toISOString(),
      events: Number(row.events),
    });
  }
  return byGeneration;
}
