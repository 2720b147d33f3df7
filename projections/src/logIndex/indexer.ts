import type { RecordedEvent } from '@portal/event-store';
import type { Consumer } from '../runtime/consumer.ts';
import type { StatementPart } from '../runtime/table.ts';
import { CHAIN_START, type ChainedEvent, chain } from './chain.ts';
import { chainEnd } from './query.ts';

/** Consumer name, e.g. in leases and in the status. */
export const LOG_INDEX = 'logIndex';

interface ChainEnd {
  readonly seq: bigint;
  readonly hash: Buffer;
}

/**
 * Numbers all events in log order and chains them by hash. It is never rebuilt, because it proves that the log has not
 * been changed.
 */
export function logIndexConsumer(): Consumer {
  /** End of the chain as last written, valid for this revision of the index. */
  let known: { readonly revision: bigint; readonly end: ChainEnd } | undefined;
  return {
    name: LOG_INDEX,
    version: 1,
    types: null,
    personal: false,
    // Invoices quote a chain hash, so an entry must survive a crash: computed again, it might follow from a changed log.
    // It costs one flush per batch, for which no command waits.
    durable: true,
    pauseMs: 20,
    async prepare(db, state, _batch, events) {
      let end = known?.revision === state.revision ? known.end : endOf(await chainEnd(db));
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

const endOf = (last: Awaited<ReturnType<typeof chainEnd>>): ChainEnd =>
  last === null
    ? { seq: 0n, hash: CHAIN_START }
    : { seq: BigInt(last.seq), hash: Buffer.from(last.hash, 'hex') };

function insertPart(
  first: bigint,
  events: readonly RecordedEvent[],
  entries: readonly ChainedEvent[],
): StatementPart {
  return {
    sql: (at, moved) =>
      `INSERT INTO log_index (seq, position, event_id, stream, revision, type, accounts, recorded_at, hash)
       SELECT r.seq, r.position, r.event_id, r.stream, r.revision, r.type, r.accounts::text[], r.recorded_at, decode(r.hash, 'hex')
       FROM unnest($${at}::bigint[], $${at + 1}::text[], $${at + 2}::text[], $${at + 3}::text[], $${at + 4}::bigint[],
         $${at + 5}::text[], $${at + 6}::text[], $${at + 7}::timestamptz[], $${at + 8}::text[])
         AS r(seq, position, event_id, stream, revision, type, accounts, recorded_at, hash)
       WHERE EXISTS (SELECT FROM ${moved})`,
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

/** A text array as text: an array parameter of arrays would lose its inner bounds. */
const arrayText = (values: readonly string[]) =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
