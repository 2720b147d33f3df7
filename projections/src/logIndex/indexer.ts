import type { RecordedEvent } from '@portal/event-store';
import type { Pool } from 'pg';
import type { Consumer } from '../runtime/consumer.ts';
import type { StatementPart } from '../runtime/table.ts';
import { CHAIN_START, type ChainedEvent, chain } from './chain.ts';

/** Its name among the consumers, e.g. in leases and in the status. */
export const LOG_INDEX = 'logIndex';

interface ChainEnd {
  readonly seq: bigint;
  readonly hash: Buffer;
}

/**
 * Numbers the events in log order and chains them by hash. It follows the log like a projection, but is
 * never rebuilt: it is the proof that the log is what it was.
 */
export function logIndexConsumer(): Consumer {
  /** The end of the chain as last written, and at which revision of the index that holds. */
  let known: { readonly revision: bigint; readonly end: ChainEnd } | undefined;
  return {
    name: LOG_INDEX,
    version: 1,
    types: null,
    personal: false,
    // Billing prints a chain hash on invoices as proof: what has been quoted must not be gone after a crash, to
    // be made again out of a log that somebody may have changed meanwhile. It costs the index one flush a batch,
    // for which no command waits.
    durable: true,
    async prepare(db, state, _batch, events) {
      let end = known?.revision === state.revision ? known.end : await readChainEnd(db);
      const first = end.seq + 1n;
      const entries = events.map((event) => {
        const entry = chain(end.hash, end.seq + 1n, event);
        end = { seq: end.seq + 1n, hash: entry.hash };
        return entry;
      });
      return {
        parts: [insertPart(first, events, entries)],
        accounts: null,
        parks: [],
        written: () => {
          known = { revision: state.revision + 1n, end };
        },
      };
    },
  };
}

/** Number and hash of the newest entry; 0 and {@link CHAIN_START} for an empty index. */
export async function readChainEnd(db: Pool): Promise<ChainEnd> {
  const { rows } = await db.query<{ seq: string; hash: string }>(
    "SELECT i.seq::text, encode(i.hash, 'hex') AS hash FROM log_index i ORDER BY i.seq DESC LIMIT 1",
  );
  const row = rows[0];
  return row === undefined
    ? { seq: 0n, hash: CHAIN_START }
    : { seq: BigInt(row.seq), hash: Buffer.from(row.hash, 'hex') };
}

function insertPart(
  first: bigint,
  events: readonly RecordedEvent[],
  entries: readonly ChainedEvent[],
): StatementPart {
  return {
    shape: 'log_index',
    sql: (at) =>
      `INSERT INTO log_index (seq, position, event_id, stream, revision, type, accounts, recorded_at, hash)
       SELECT r.seq, r.position, r.event_id, r.stream, r.revision, r.type, r.accounts::text[], r.recorded_at, decode(r.hash, 'hex')
       FROM unnest($${at}::bigint[], $${at + 1}::text[], $${at + 2}::text[], $${at + 3}::text[], $${at + 4}::bigint[],
         $${at + 5}::text[], $${at + 6}::text[], $${at + 7}::timestamptz[], $${at + 8}::text[])
         AS r(seq, position, event_id, stream, revision, type, accounts, recorded_at, hash)
       WHERE EXISTS (SELECT FROM moved)`,
    values: [
      events.map((_, index) => (first + BigInt(index)).toString()),
      events.map(({ position }) => position),
      events.map(({ id }) => id),
      events.map(({ stream }) => stream),
      events.map(({ revision }) => revision.toString()),
      events.map(({ type }) => type),
      entries.map(({ accounts }) => arrayText(accounts)),
      entries.map(({ recordedAt }) => recordedAt),
      entries.map(({ hash }) => hash.toString('hex')),
    ],
  };
}

/** PostgreSQL's text form of a text array: an array parameter of arrays would lose its inner bounds. */
const arrayText = (values: readonly string[]) =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
