import type { EventStore, Position } from '@portal/event-store';
import pg, { type Pool, type PoolClient } from 'pg';
import { inTransaction } from '../runtime/inTransaction.ts';
import type { Queryable } from '../runtime/select.ts';
import { CHAIN_START, chain } from './chain.ts';
import { ENTRY_COLUMNS, type Entry } from './entry.ts';

/** A column that holds positions of the log. */
export interface PositionColumn {
  readonly table: string;
  readonly column: string;
}

/** The store holds another log than this database has followed, or only its beginning. */
export class LogIsElsewhere extends Error {
  constructor(why: string) {
    super(
      `${why} This database has followed another log: check EVENTSTORE_URL. ` +
        'Use npm run events -- copy to move a log. If only the log was restored from an older backup, ' +
        'npm run events -- forget rebuilds the read models (docs/operations.md).',
    );
    this.name = 'LogIsElsewhere';
  }
}

/** Advisory lock: one process checks, others that start wait. */
const LOCK = 7_204_105_612n;
const PAGE = 5_000;

/**
 * Called at every start before anything follows the log. Positions are valid in one store only, so after a copy of the
 * log to another store all checkpoints must change. The first and the last event of the log index tell whether it was
 * copied. Then the whole log is compared with the index (number, id and hash), and every stored position is replaced by
 * that of the same event in the new store, in one transaction. Nothing is rebuilt or done twice.
 * @param options.alsoIn columns of other tables that hold positions; missing tables are ignored
 * @param options.onMoved called if the log has moved, before all of it is read
 * @returns stayed: positions already belonged to this store; carried: they were replaced
 * @throws LogIsElsewhere when the store does not hold the indexed log, event by event
 */
export async function carryPositions(
  pool: Pool,
  store: EventStore,
  options: { readonly alsoIn?: readonly PositionColumn[]; readonly onMoved?: () => void } = {},
): Promise<'stayed' | 'carried'> {
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    if (!(await hasMoved(client, store))) return 'stayed';
    options.onMoved?.();
    await client.query(
      `CREATE TEMPORARY TABLE carried (seq bigint PRIMARY KEY, was text COLLATE "C" NOT NULL UNIQUE, is_now text NOT NULL)
       ON COMMIT DROP`,
    );
    await compare(client, store);
    for (const { table, column } of await positionColumns(client, options.alsoIn ?? [])) {
      await carryColumn(client, table, column);
    }
    await client.query('UPDATE log_index i SET position = c.is_now FROM carried c WHERE c.seq = i.seq');
    return 'carried';
  });
}

async function hasMoved(client: PoolClient, store: EventStore): Promise<boolean> {
  const { rows: there } = await client.query("SELECT to_regclass('log_index') IS NOT NULL AS there");
  if (there[0]?.there !== true) return false;
  const { rows: ends } = await client.query<Entry>(
    `(SELECT ${ENTRY_COLUMNS} FROM log_index i ORDER BY i.seq LIMIT 1)
     UNION ALL (SELECT ${ENTRY_COLUMNS} FROM log_index i ORDER BY i.seq DESC LIMIT 1)`,
  );
  let moved = false;
  for (const end of ends) {
    const revision = BigInt(end.revision);
    const [event] = await store.read(end.stream, { from: revision - 1n, to: revision });
    if (event?.id !== end.event_id) throw new LogIsElsewhere(`The log does not hold ${nameOf(end)}.`);
    moved ||= event.position !== end.position;
  }
  return moved;
}

/** The runtime's columns with positions, beside that of the index itself. */
const OWN = [
  { table: 'projection_generations', column: 'checkpoint' },
  { table: 'projection_parked', column: 'position' },
  { table: 'projection_parked_events', column: 'position' },
] as const;

/**
 * All existing columns with positions, except that of the index itself. In read models they are named `position` or
 * `…_position`.
 */
export async function positionColumns(
  db: Queryable,
  alsoIn: readonly PositionColumn[],
): Promise<readonly PositionColumn[]> {
  const named = [...OWN, ...alsoIn];
  const { rows } = await db.query<PositionColumn>(
    `SELECT c.relname AS table, a.attname AS column
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
     WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
       AND ((c.relname, a.attname) IN (SELECT * FROM unnest($1::text[], $2::text[]))
         OR c.relname ~ '_v[0-9]+_g[0-9]+$' AND a.attname ~ '(^|_)position$' AND a.atttypid = 'text'::regtype)
     ORDER BY c.relname ~ '_v[0-9]+_g[0-9]+$', c.relname, a.attname`,
    [named.map(({ table }) => table), named.map(({ column }) => column)],
  );
  return rows;
}

const nameOf = ({ seq, type, event_id, stream, revision }: Entry) =>
  `event number ${seq} (${type} ${event_id}, ${stream}@${revision})`;

/** Names of tables come from the database. */
export const quote = (name: string) => pg.escapeIdentifier(name);

/** Compares index and log entry by entry and stores the new position of each event. */
async function compare(client: PoolClient, store: EventStore): Promise<void> {
  let hash = CHAIN_START;
  let at: Position | null = null;
  let seq = 0n;
  for (;;) {
    const { rows: entries } = await client.query<Entry>(
      `SELECT ${ENTRY_COLUMNS} FROM log_index i WHERE i.seq > $1 ORDER BY i.seq LIMIT ${PAGE}`,
      [String(seq)],
    );
    if (entries.length === 0) return;
    const { events, next } = await store.readAll(at, { limit: entries.length });
    for (const [index, entry] of entries.entries()) {
      const event = events[index];
      seq = BigInt(entry.seq);
      if (event === undefined) throw new LogIsElsewhere(`The log ends before ${nameOf(entry)}.`);
      hash = chain(hash, seq, event).hash;
      if (hash.toString('hex') !== entry.hash) {
        throw new LogIsElsewhere(
          `Instead of ${nameOf(entry)} the log has ${event.type} ${event.id} (${event.stream}@${event.revision}), or the event has other content.`,
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

/** A checkpoint becomes the new position of the last event it had passed. */
async function carryColumn(client: PoolClient, table: string, column: string): Promise<void> {
  const place = `(${quote(column)} COLLATE "C")`;
  const beyond = await client.query(
    `SELECT FROM ${quote(table)} WHERE ${place} > (SELECT max(c.was) FROM carried c) LIMIT 1`,
  );
  if (beyond.rowCount !== 0) {
    throw new Error(
      `${table} is ahead of the log index, so its position in the new store is unknown. Start the portal once more on the store it came from, stop it, and run npm run events -- copy again.`,
    );
  }
  await client.query(
    `UPDATE ${quote(table)} SET ${quote(column)} =
       (SELECT c.is_now FROM carried c WHERE c.was <= ${place} ORDER BY c.was DESC LIMIT 1)
     WHERE ${quote(column)} IS NOT NULL`,
  );
}
