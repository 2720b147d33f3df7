import type { EventStore, LogPage, Position, RecordedEvent } from '@portal/event-store';
import type { Pool } from 'pg';
import { type PositionColumn, positionColumns, quote } from './carryPositions.ts';
import { CHAIN_START } from './chain.ts';
import { ENTRY_COLUMNS, type Entry, isAsRecorded, type Quoted, quotedBy, type Seal } from './entry.ts';
import { LOG_INDEX } from './indexer.ts';

export type { Seal } from './entry.ts';

const PAGE = 1_000;
/** Most faults reported; one cause may lead to many. */
const MAX_FAULTS = 100;

/** A difference between log and index. */
export interface LogFault {
  /**
   * changed: the event, or its entry, is not as it was recorded. missing: indexed, but not in the log at that place.
   * moved: later in the log than it was recorded. unindexed: among the indexed events, but not in the index. gap: a
   * number is missing in the index. seal: an event (a seal, a billing run, an invoice) or a seal kept elsewhere has
   * another hash than the chain, so log and index were changed together. cut: a checkpoint is beyond the end of the log.
   * damaged: the log has the events, but the stream was deleted or truncated.
   */
  readonly kind: 'changed' | 'missing' | 'moved' | 'unindexed' | 'gap' | 'seal' | 'cut' | 'damaged';
  /** Number in the index, if any. */
  readonly seq: bigint | null;
  readonly eventId: string | null;
  readonly stream: string | null;
  readonly revision: bigint | null;
  /** For administrators. */
  readonly message: string;
}

export interface VerifiedLog {
  readonly ok: boolean;
  /** Number of entries compared. */
  readonly verified: number;
  /** Number and hash (hex) of the last entry. */
  readonly head: { readonly seq: bigint; readonly hash: string };
  /** Number of seals, billing runs and invoices whose hash was compared. */
  readonly seals: number;
  /** The newest daily seal, or null. */
  readonly newestSeal: Seal | null;
  /** At most 100. */
  readonly faults: readonly LogFault[];
}

export interface VerifyOptions {
  /** Columns of other tables that hold positions. */
  readonly alsoIn?: readonly PositionColumn[];
  /** A seal kept outside the database. */
  readonly keptSeal?: Seal | undefined;
  readonly onProgress?: (progress: { readonly verified: number; readonly total: number }) => void;
  readonly signal?: AbortSignal;
}

/**
 * Compares the whole log with its index: every event must be there, in order and unchanged. Events newer than the index
 * are left out. A checkpoint beyond the end of the log shows that the end was cut off, with its entries.
 */
export async function verifyLog(
  store: EventStore,
  pool: Pool,
  options: VerifyOptions = {},
): Promise<VerifiedLog> {
  const { rows } = await pool.query<{ last: string; indexed: Position | null }>(
    `SELECT coalesce(max(seq), 0)::text AS last,
       (SELECT checkpoint FROM projection_generations WHERE projection = $1 AND state = 'live') AS indexed
     FROM log_index`,
    [LOG_INDEX],
  );
  const last = Number(rows[0]?.last ?? 0);
  const indexed = rows[0]?.indexed ?? null;
  const faults: LogFault[] = [];
  const report = (kind: LogFault['kind'], message: string, where: Partial<LogFault> = {}) => {
    if (faults.length < MAX_FAULTS) faults.push({ ...NOWHERE, ...where, kind, message });
  };
  /** The log has an event where the index has another one, or none. */
  const reportOutOfPlace = ({ id, stream, revision, type }: RecordedEvent, own: number | undefined) => {
    const where = { eventId: id, stream, revision };
    const place = `${type}, ${stream}@${revision}`;
    if (own === undefined)
      report('unindexed', `Event ${id} (${place}) is among indexed events, but not in the index.`, where);
    else {
      const message = `Event ${id} (number ${own}, ${place}) is later in the log than it was recorded.`;
      report('moved', message, { ...where, seq: BigInt(own) });
    }
  };
  let seq = 0;
  let previous = CHAIN_START.toString('hex');
  let verified = 0;
  /** Position of the last entry; missing events up to there are reported one by one. */
  let end: Position | null = null;
  let seals = 0;
  let newestSeal: Seal | null = null;
  const pages = readAhead<LogPage>(async (before) =>
    before?.end ? undefined : store.readAll(before?.next ?? null, { limit: PAGE }),
  );
  let events: readonly RecordedEvent[] = [];
  let at = 0;
  /** The event at `at`; undefined past the end of the log. */
  const current = async (): Promise<RecordedEvent | undefined> => {
    while (at >= events.length) {
      const { value } = await pages.next();
      if (value === undefined) return undefined;
      events = value.events;
      at = 0;
    }
    return events[at];
  };
  /** Compares one by one the entries of a page with the events that follow. */
  const comparePage = async (page: readonly Entry[]) => {
    const quoted: Quoted[] = [];
    let numbers: ReadonlyMap<string, number> | undefined;
    for (const entry of page) {
      const before = seq;
      seq = Number(entry.seq);
      if (seq !== before + 1) {
        const message = `The index has no number ${before + 1}; the next one is ${seq}.`;
        report('gap', message, { seq: BigInt(before) + 1n });
      }
      let event = events[at] ?? (await current());
      while (event !== undefined && event.id !== entry.event_id) {
        numbers ??= new Map(page.map((one) => [one.event_id, Number(one.seq)]));
        const own = numbers.get(event.id) ?? (await seqOf(pool, event.id));
        // the event belongs further on, so the one expected here is missing
        if (own !== undefined && own > seq) break;
        reportOutOfPlace(event, own);
        at += 1;
        event = await current();
      }
      const place = `${entry.stream}@${entry.revision}`;
      if (event?.id !== entry.event_id) {
        const message = `Event ${entry.event_id} (number ${seq}, ${place}) is missing from the log.`;
        report('missing', message, placeOf(entry));
      } else {
        if (!isAsRecorded(previous, entry, event)) {
          const message = `Event ${entry.event_id} (number ${seq}, ${event.type}, ${place}) is not as it was recorded.`;
          report('changed', message, placeOf(entry));
        }
        const quote = quotedBy(event);
        if (quote !== null) quoted.push({ ...quote, entry });
        at += 1;
      }
      previous = entry.hash;
      end = entry.position;
      verified += 1;
    }
    seals += quoted.length;
    const newest = quoted.findLast(({ entry }) => entry.type === 'LogSealed');
    if (newest !== undefined) newestSeal = { seq: newest.seq, hash: newest.hash };
    for (const quote of await differingSeals(pool, quoted)) {
      const { type, event_id, seq: number } = quote.entry;
      const message = `The hash of event number ${quote.seq} in ${type} ${event_id} (number ${number}) differs from the chain.`;
      report('seal', message, { ...placeOf(quote.entry), seq: BigInt(quote.seq) });
    }
    options.onProgress?.({ verified, total: last });
  };

  const entries = readAhead<readonly Entry[]>(async (before) => {
    const page = await entriesAfter(pool, before?.at(-1)?.seq ?? '0', last);
    return page.length > 0 ? page : undefined;
  });
  for await (const page of entries) {
    options.signal?.throwIfAborted();
    await comparePage(page);
  }
  // events that the index has passed must be in it
  for (let event = await current(); event !== undefined && indexed !== null; event = await current()) {
    if (store.comparePositions(event.position, indexed) > 0) break;
    reportOutOfPlace(event, await seqOf(pool, event.id));
    at += 1;
  }
  for (const { stream, message } of await store.damagedStreams()) report('damaged', message, { stream });
  const { keptSeal, alsoIn = [] } = options;
  if (keptSeal !== undefined && (await differingSeals(pool, [keptSeal])).length > 0) {
    const message = `The hash of event number ${keptSeal.seq} in the kept seal differs from the chain.`;
    report('seal', message, { seq: BigInt(keptSeal.seq) });
  }
  for (const message of await checkpointsBeyondEnd(store, pool, end, alsoIn)) report('cut', message);
  const head = { seq: BigInt(seq), hash: previous };
  return { ok: faults.length === 0, verified, seals, newestSeal, head, faults };
}

/** Checkpoints beyond the end of log and index: both must have been longer. */
async function checkpointsBeyondEnd(
  store: EventStore,
  pool: Pool,
  indexEnd: Position | null,
  alsoIn: readonly PositionColumn[],
): Promise<readonly string[]> {
  const reached: { readonly column: string; readonly position: Position }[] = [];
  for (const { table, column } of await positionColumns(pool, alsoIn)) {
    const { rows } = await pool.query<{ furthest: Position | null }>(
      `SELECT max(${quote(column)} COLLATE "C") AS furthest FROM ${quote(table)}`,
    );
    const position = rows[0]?.furthest ?? null;
    if (position !== null) reached.push({ column: `${table}.${column}`, position });
  }
  // read last, because the log grows meanwhile
  const head = await store.head();
  const isBeyond = (position: Position, end: Position | null) =>
    end === null || store.comparePositions(position, end) > 0;
  return reached
    .filter(({ position }) => isBeyond(position, head) && isBeyond(position, indexEnd))
    .map(
      ({ column, position }) =>
        `The end of the log was cut off: ${column} is at position ${position}, the log ends at ${head ?? 'its beginning'}.`,
    );
}

/** Those of these seals that differ from the chain, or whose number it lacks. */
async function differingSeals<S extends Seal>(pool: Pool, seals: readonly S[]): Promise<readonly S[]> {
  if (seals.length === 0) return [];
  const { rows } = await pool.query<{ seq: string; hash: string }>(
    "SELECT i.seq::text, encode(i.hash, 'hex') AS hash FROM log_index i WHERE i.seq = ANY($1::bigint[])",
    [[...new Set(seals.map(({ seq }) => seq))]],
  );
  const hashes = new Map(rows.map(({ seq, hash }) => [Number(seq), hash]));
  return seals.filter(({ seq, hash }) => hashes.get(seq) !== hash);
}

async function seqOf(pool: Pool, eventId: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ seq: string }>(
    'SELECT i.seq::text FROM log_index i WHERE i.event_id = $1 ORDER BY i.seq DESC LIMIT 1',
    [eventId],
  );
  return rows[0] && Number(rows[0].seq);
}

/** Reads pages until there is none, each while the one before is used. */
async function* readAhead<Page>(
  read: (before: Page | undefined) => Promise<Page | undefined>,
): AsyncGenerator<Page, undefined, void> {
  let ahead = read(undefined);
  for (;;) {
    const page = await ahead;
    if (page === undefined) return;
    ahead = read(page);
    // a failure is reported to the caller that awaits it
    ahead.catch(() => undefined);
    yield page;
  }
}

async function entriesAfter(pool: Pool, seq: string, last: number): Promise<readonly Entry[]> {
  const { rows } = await pool.query<Entry>({
    name: 'log-index-page',
    text: `SELECT ${ENTRY_COLUMNS} FROM log_index i WHERE i.seq > $1 AND i.seq <= $2 ORDER BY i.seq LIMIT ${PAGE}`,
    values: [seq, String(last)],
    types: { getTypeParser: () => (value: string) => value },
  });
  return rows;
}

const NOWHERE = { seq: null, eventId: null, stream: null, revision: null };

const placeOf = ({ seq, event_id: eventId, stream, revision }: Entry) => ({
  seq: BigInt(seq),
  eventId,
  stream,
  revision: BigInt(revision),
});
