import { sealedDayOf } from '@portal/domain';
import type { Day } from '@portal/domain/values';
import { instant, optional, type RowOf, safeInteger, text } from '../runtime/columns.ts';
import { type Queryable, selectColumn, selectRows } from '../runtime/select.ts';

const ENTRY = {
  seq: safeInteger,
  event_id: text,
  stream: text,
  revision: safeInteger,
  type: text,
  recorded_at: optional(instant),
  hash: text,
};

/** An entry of the log index; `hash`: the chain's hash up to it, in hex. */
export type IndexedEvent = RowOf<typeof ENTRY>;

const FIELDS = `i.seq, i.event_id, i.stream, i.revision, i.type, i.recorded_at, encode(i.hash, 'hex')`;
const SELECT = `SELECT ${FIELDS} FROM log_index i`;

/** The entries of these events, by number. Freshness: `logIndex`. */
export async function indexedEvents(
  db: Queryable,
  eventIds: readonly string[],
): Promise<readonly IndexedEvent[]> {
  if (eventIds.length === 0) return [];
  return selectRows(db, ENTRY, `${SELECT} WHERE i.event_id = ANY($1::text[]) ORDER BY i.seq`, [eventIds]);
}

/** The entries of a whole stream, by number. Freshness: `logIndex`. */
export async function indexOfStream(db: Queryable, stream: string): Promise<readonly IndexedEvent[]> {
  return selectRows(db, ENTRY, `${SELECT} WHERE i.stream = $1 ORDER BY i.seq`, [stream]);
}

export interface LogWindow {
  /** Only events before this number; default: the end of the log. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** The newest events that concern an account, newest first. Freshness: `logIndex`. */
export async function newestEventsOfAccount(
  db: Queryable,
  accountId: string,
  window: LogWindow,
): Promise<readonly IndexedEvent[]> {
  return selectRows(
    db,
    ENTRY,
    `${SELECT} WHERE i.accounts @> ARRAY[$1::text] AND ($2::bigint IS NULL OR i.seq < $2) ORDER BY i.seq DESC LIMIT $3`,
    [accountId, window.before ?? null, window.limit],
  );
}

const STREAM_END = { stream: text, revision: safeInteger };

/**
 * The streams of a category with events of an account, each with its last revision up to `seq`: an invoice is folded from
 * them. Streams that began later are left out. Freshness: `logIndex`.
 */
export async function streamsOfAccountAt(
  db: Queryable,
  account: { readonly accountId: string; readonly category: string; readonly seq: number },
): Promise<readonly RowOf<typeof STREAM_END>[]> {
  const { accountId, category, seq } = account;
  return selectRows(
    db,
    STREAM_END,
    // by the account's events: with the category's condition, all companies' streams would be looked through
    `WITH own AS MATERIALIZED (
       SELECT DISTINCT n.stream FROM log_index n WHERE n.accounts @> ARRAY[$1::text] AND n.seq <= $3)
     SELECT o.stream, e.revision FROM own o CROSS JOIN LATERAL (
       SELECT i.revision FROM log_index i
       WHERE i.stream = o.stream AND i.seq <= $3 ORDER BY i.revision DESC LIMIT 1) e
     WHERE o.stream LIKE $2 || '-%' ORDER BY o.stream`,
    [accountId, category, seq],
  );
}

/** These streams with their last revision up to `seq`; those that began later are left out. Freshness: `logIndex`. */
export async function streamEndsAt(
  db: Queryable,
  streams: readonly string[],
  seq: number,
): Promise<readonly RowOf<typeof STREAM_END>[]> {
  if (streams.length === 0) return [];
  return selectRows(
    db,
    STREAM_END,
    `SELECT i.stream, max(i.revision) FROM log_index i
     WHERE i.stream = ANY($1::text[]) AND i.seq <= $2 GROUP BY i.stream ORDER BY i.stream`,
    [streams, seq],
  );
}

/**
 * The newest events of these stream categories, newest first, without those of `quiet` types; `accountId`: only those
 * that concern this account. Freshness: `logIndex`.
 */
export async function newestEventsIn(
  db: Queryable,
  {
    categories,
    quiet,
    accountId = null,
  }: {
    readonly categories: readonly string[];
    readonly quiet: readonly string[];
    readonly accountId?: string | null;
  },
  window: LogWindow,
): Promise<readonly IndexedEvent[]> {
  return selectRows(
    db,
    ENTRY,
    `${SELECT} WHERE ($1::bigint IS NULL OR i.seq < $1) AND split_part(i.stream, '-', 1) = ANY($3::text[])
       AND i.type <> ALL($4::text[])${accountId === null ? '' : ' AND i.accounts @> ARRAY[$5::text]'}
     ORDER BY i.seq DESC LIMIT $2`,
    [window.before ?? null, window.limit, categories, quiet, ...(accountId === null ? [] : [accountId])],
  );
}

const PROVED = { ...ENTRY, previous_hash: optional(text) };

/** An entry with the previous hash (null for the first), from which, with the stored event, its hash is computed. */
export type ProvedEvent = RowOf<typeof PROVED>;

/** Every event of these streams, by number. Freshness: `logIndex`. */
export async function provedEvents(
  db: Queryable,
  streams: readonly string[],
): Promise<readonly ProvedEvent[]> {
  return selectRows(
    db,
    PROVED,
    `SELECT ${FIELDS}, encode(p.hash, 'hex')
     FROM log_index i LEFT JOIN log_index p ON p.seq = i.seq - 1
     WHERE i.stream = ANY($1::text[]) ORDER BY i.seq`,
    [streams],
  );
}

const END = { seq: safeInteger, hash: text };

/** Number and hash of the newest entry; null for an empty index. */
export async function chainEnd(db: Queryable): Promise<RowOf<typeof END> | null> {
  const rows = await selectRows(
    db,
    END,
    "SELECT i.seq, encode(i.hash, 'hex') FROM log_index i ORDER BY i.seq DESC LIMIT 1",
  );
  return rows[0] ?? null;
}

/** Last billing day with a seal in the log, or null. Freshness: `logIndex`. */
export async function newestSealedDay(db: Queryable): Promise<Day | null> {
  // days sort between these in any collation
  const [newest] = await selectColumn(
    db,
    text,
    `SELECT i.stream FROM log_index i WHERE i.stream >= $1 AND i.stream < $2 AND i.type = 'LogSealed'
     ORDER BY i.stream DESC LIMIT 1`,
    ['logSeal-0', 'logSeal-9999'],
  );
  return newest === undefined ? null : sealedDayOf(newest);
}
