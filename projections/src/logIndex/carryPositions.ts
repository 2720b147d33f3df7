import type { EventStore, Position } from '@portal/event-store';
import type { Pool, PoolClient } from 'pg';
import type { Queryable } from '../runtime/select.ts';
import { CHAIN_START, chain } from './chain.ts';

/** A column that holds positions of the log. */
export interface PositionColumn {
  readonly table: string;
  readonly column: string;
}

export interface CarryOptions {
  /** Tables of others that keep positions of the log, of whoever follows it. Those that are not there are passed over. */
  readonly alsoIn?: readonly PositionColumn[];
  /** Told once when the log is found elsewhere, before the whole of it is read. */
  readonly onMoved?: () => void;
}

/** stayed: the positions are this store's. carried: they were another store's, of the same log. */
export type CarriedPositions = 'stayed' | 'carried';

/** The store holds another log than the one this database has followed, or only its beginning. */
export class LogIsElsewhere extends Error {
  constructor(why: string) {
    super(
      `${why} This database has followed another log: check EVENTSTORE_URL. ` +
        'A log is moved with npm run events -- copy; after the log alone was restored from an older backup, ' +
        'npm run events -- forget lets the read models be made anew (docs/operations.md).',
    );
    this.name = 'LogIsElsewhere';
  }
}

/** Held by the one portal that looks; the others that start meanwhile wait for it. */
const LOCK = 7_204_105_612n;
const PAGE = 5_000;

/**
 * Called at every start before anything follows the log: positions are places in one store, so after the log was copied
 * to another one every checkpoint would point anywhere. Whether that is so is told by the first and the last event of
 * the log index. If it is, the whole log is compared with the index (number, id and hash) and every stored position is
 * replaced by the same event's place in the new store, in one transaction: read models, processes and mails go on where
 * they were, nothing is rebuilt and nothing happens twice.
 * @throws LogIsElsewhere when the store does not hold, event by event, the log that was indexed
 */
export async function carryPositions(
  pool: Pool,
  store: EventStore,
  options: CarryOptions = {},
): Promise<CarriedPositions> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const carried = await carry(client, store, options);
    await client.query('COMMIT');
    return carried;
  } catch (error) {
    broken = error as Error;
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release(broken);
  }
}

async function carry(
  client: PoolClient,
  store: EventStore,
  { alsoIn = [], onMoved }: CarryOptions,
): Promise<CarriedPositions> {
  const { rows: there } = await client.query("SELECT to_regclass('log_index') IS NOT NULL AS there");
  if (there[0]?.there !== true) return 'stayed';
  const { rows: ends } = await client.query<IndexedPlace>(
    `(SELECT ${PLACE} FROM log_index i ORDER BY i.seq LIMIT 1)
     UNION ALL (SELECT ${PLACE} FROM log_index i ORDER BY i.seq DESC LIMIT 1)`,
  );
  let stayed = true;
  for (const end of ends) {
    const position = await positionOf(store, end);
    if (position === null) throw new LogIsElsewhere(`The log does not hold ${nameOf(end)}.`);
    stayed &&= position === end.position;
  }
  if (stayed) return 'stayed';
  onMoved?.();
  await client.query(
    `CREATE TEMPORARY TABLE carried (seq bigint PRIMARY KEY, was text COLLATE "C" NOT NULL UNIQUE, is_now text NOT NULL)
     ON COMMIT DROP`,
  );
  await compare(client, store);
  for (const { table, column } of await positionColumns(client, alsoIn)) {
    await carryColumn(client, table, column);
  }
  await client.query('UPDATE log_index i SET position = c.is_now FROM carried c WHERE c.seq = i.seq');
  return 'carried';
}

/** Where positions stand beside the index itself. */
const OWN = [
  { table: 'projection_generations', column: 'checkpoint' },
  { table: 'projection_parked', column: 'position' },
  { table: 'projection_parked_events', column: 'position' },
] as const;

/** Every column that is there and holds positions of the log, but for the index itself. */
export async function positionColumns(
  db: Queryable,
  alsoIn: readonly PositionColumn[],
): Promise<readonly PositionColumn[]> {
  const there: PositionColumn[] = [];
  for (const one of [...OWN, ...(await inReadModels(db)), ...alsoIn]) {
    const { rows } = await db.query('SELECT to_regclass($1) IS NOT NULL AS there', [one.table]);
    if (rows[0]?.there === true) there.push(one);
  }
  return there;
}

/** Columns of read models that hold a place in the log are called `position` or `…_position`. */
async function inReadModels(db: Queryable): Promise<readonly PositionColumn[]> {
  const { rows } = await db.query<PositionColumn>(
    `SELECT quote_ident(c.relname) AS table, quote_ident(a.attname) AS column
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
     WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND c.relname ~ '_v[0-9]+_g[0-9]+$'
       AND a.attname ~ '(^|_)position$' AND a.atttypid = 'text'::regtype`,
  );
  return rows;
}

interface IndexedPlace {
  readonly seq: string;
  readonly event_id: string;
  readonly stream: string;
  readonly revision: string;
  readonly type: string;
  readonly position: Position;
  readonly hash: string;
}

const PLACE =
  "i.seq::text, i.event_id, i.stream, i.revision::text, i.type, i.position, encode(i.hash, 'hex') AS hash";

const nameOf = ({ seq, type, event_id, stream, revision }: IndexedPlace) =>
  `event number ${seq} (${type} ${event_id}, ${stream}@${revision})`;

async function positionOf(store: EventStore, place: IndexedPlace): Promise<Position | null> {
  const revision = BigInt(place.revision);
  const from = revision === 0n ? {} : { from: revision - 1n };
  const [event] = await store.read(place.stream, { ...from, to: revision, limit: 1 });
  return event?.id === place.event_id ? event.position : null;
}

/** Walks index and log side by side and notes the new place of each event. */
async function compare(client: PoolClient, store: EventStore): Promise<void> {
  let hash: Uint8Array = CHAIN_START;
  let at: Position | null = null;
  let seq = 0n;
  for (;;) {
    const { rows: entries } = await client.query<IndexedPlace>(
      `SELECT ${PLACE} FROM log_index i WHERE i.seq > $1 ORDER BY i.seq LIMIT ${PAGE}`,
      [String(seq)],
    );
    if (entries.length === 0) return;
    const { events, next } = await store.readAll(at, { limit: entries.length });
    for (const [index, entry] of entries.entries()) {
      const event = events[index];
      seq = BigInt(entry.seq);
      if (event === undefined) throw new LogIsElsewhere(`The log ends before ${nameOf(entry)}.`);
      hash = chain(hash, seq, event).hash;
      if (Buffer.from(hash).toString('hex') !== entry.hash) {
        throw new LogIsElsewhere(
          `At the place of ${nameOf(entry)} the log has ${event.type} ${event.id} (${event.stream}@${event.revision}), or another content.`,
        );
      }
    }
    await client.query(
      `INSERT INTO carried SELECT r.seq, i.position, r.is_now
       FROM unnest($1::bigint[], $2::text[]) AS r(seq, is_now) JOIN log_index i ON i.seq = r.seq`,
      [entries.map((entry) => entry.seq), events.map(({ position }) => position)],
    );
    at = next;
  }
}

/** A checkpoint becomes the new place of the last event that it had passed. */
async function carryColumn(client: PoolClient, table: string, column: string): Promise<void> {
  const place = `(${column} COLLATE "C")`;
  const beyond = await client.query(
    `SELECT FROM ${table} WHERE ${place} > (SELECT max(c.was) FROM carried c) LIMIT 1`,
  );
  if (beyond.rowCount !== 0) {
    throw new Error(
      `${table} is further in the log than the log index, so its place in the new store can't be told. Start the portal once more on the store it came from, stop it, and run npm run events -- copy again.`,
    );
  }
  await client.query(
    `UPDATE ${table} SET ${column} =
       (SELECT c.is_now FROM carried c WHERE c.was <= ${place} ORDER BY c.was DESC LIMIT 1)
     WHERE ${column} IS NOT NULL`,
  );
}
