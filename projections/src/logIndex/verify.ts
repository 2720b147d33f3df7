import type { EventStore, LogPage, Position, RecordedEvent } from '@portal/event-store';
import type { Pool } from 'pg';
import { type PositionColumn, positionColumns } from './carryPositions.ts';
import { CHAIN_START } from './chain.ts';
import { type Entry, isAsRecorded, type Quoted, quotedBy, type Seal } from './entry.ts';
import { LOG_INDEX } from './indexer.ts';

export type { Seal } from './entry.ts';

const PAGE = 1_000;
const START = { seq: 0, hash: CHAIN_START.toString('hex') };
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

const ENTRY_COLUMNS = `i.seq::text, encode(i.hash, 'hex'), i.event_id, i.stream, i.revision::text, i.type,
  array_to_json(i.accounts)::text, i.position, trunc(extract(epoch FROM i.recorded_at) * 1000000)::text`;

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
  const report = (fault: LogFault) => {
    if (faults.length < MAX_FAULTS) faults.push(fault);
  };
  let { seq, hash: previous } = START;
  let verified = 0;
  /** Position of the last entry; missing events up to there are reported one by one. */
  let end: Position | null = null;
  let seals = 0;
  let newestSeal: Seal | null = null;
  const log = new LogCursor(store, null);
  /** Compares one by one the entries of a page with the events that follow. */
  const comparePage = async (page: readonly Entry[]) => {
    const quoted: Quoted[] = [];
    let numbers: ReadonlyMap<string, number> | undefined;
    for (const entry of page) {
      const [text, hash, eventId] = entry;
      const before = seq;
      seq = Number(text);
      if (seq !== before + 1) report(gapBefore(seq, before));
      let event = log.isReady ? log.event : await log.ready();
      while (event !== undefined && event.id !== eventId) {
        numbers ??= new Map(page.map((one) => [one[2], Number(one[0])]));
        const own = numbers.get(event.id) ?? (await seqOf(pool, event.id));
        // the event belongs further on, so the one expected here is missing
        if (own !== undefined && own > seq) break;
        report(outOfPlace(event, own));
        log.pass();
        event = await log.ready();
      }
      if (event === undefined || event.id !== eventId) report(missing(entry));
      else {
        if (!isAsRecorded(previous, entry, event)) report(changed(entry, event));
        const quote = quotedBy(event);
        if (quote !== null) quoted.push({ ...quote, entry });
        log.pass();
      }
      previous = hash;
      end = entry[7];
      verified += 1;
    }
    seals += quoted.length;
    const newest = quoted.findLast(({ entry }) => entry[5] === 'LogSealed');
    if (newest !== undefined) newestSeal = { seq: newest.seq, hash: newest.hash };
    for (const quote of await differingSeals(pool, quoted)) report(brokenSeal(quote));
    options.onProgress?.({ verified, total: last });
  };

  for await (const page of entriesOf(pool, last)) {
    options.signal?.throwIfAborted();
    await comparePage(page);
  }
  // events that the index has passed must be in it
  for (let event = await log.ready(); event !== undefined && indexed !== null; event = await log.ready()) {
    if (store.comparePositions(event.position, indexed) > 0) break;
    report(outOfPlace(event, await seqOf(pool, event.id)));
    log.pass();
  }
  for (const { stream, message } of await store.damagedStreams())
    report({ ...NOWHERE, kind: 'damaged', stream, message });
  const { keptSeal } = options;
  if (keptSeal !== undefined && (await differingSeals(pool, [keptSeal])).length > 0)
    report(brokenKept(keptSeal));
  for (const fault of await checkpointsBeyondEnd(store, pool, end, options.alsoIn ?? [])) report(fault);
  const head = { seq: BigInt(seq), hash: previous };
  return { ok: faults.length === 0, verified, seals, newestSeal, head, faults };
}

/** Checkpoints beyond the end of log and index: both must have been longer. */
async function checkpointsBeyondEnd(
  store: EventStore,
  pool: Pool,
  indexEnd: Position | null,
  alsoIn: readonly PositionColumn[],
): Promise<readonly LogFault[]> {
  const reached: { readonly column: string; readonly position: Position }[] = [];
  for (const { table, column } of await positionColumns(pool, alsoIn)) {
    const { rows } = await pool.query<{ furthest: Position | null }>(
      `SELECT max(${column} COLLATE "C") AS furthest FROM ${table}`,
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
    .map(({ column, position }) => cut(column, position, head));
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

/** Reads the log event by event, after a position; the next page is read ahead. */
class LogCursor {
  readonly #store: EventStore;
  #ahead: Promise<LogPage> | undefined;
  #page: readonly RecordedEvent[] = [];
  #at = 0;

  constructor(store: EventStore, from: Position | null) {
    this.#store = store;
    this.#ahead = this.#read(from);
  }

  /** Whether {@link event} is available without reading. */
  get isReady(): boolean {
    return this.#at < this.#page.length;
  }

  /** The current event; undefined past the end. */
  get event(): RecordedEvent | undefined {
    return this.#page[this.#at];
  }

  /** Moves to the next event. */
  pass(): void {
    this.#at += 1;
  }

  /** The current event, read if necessary; undefined past the end. */
  async ready(): Promise<RecordedEvent | undefined> {
    while (!this.isReady && this.#ahead !== undefined) {
      const { events, next, end } = await this.#ahead;
      this.#ahead = end ? undefined : this.#read(next);
      this.#page = events;
      this.#at = 0;
    }
    return this.event;
  }

  #read(from: Position | null): Promise<LogPage> {
    const page = this.#store.readAll(from, { limit: PAGE });
    // a failure is reported to the caller that awaits it
    page.catch(() => undefined);
    return page;
  }
}

async function* entriesOf(pool: Pool, last: number): AsyncGenerator<readonly Entry[], void, void> {
  const read = async (after: string): Promise<readonly Entry[]> => {
    const { rows } = await pool.query<[...Entry]>({
      name: 'log-index-page',
      text: `SELECT ${ENTRY_COLUMNS} FROM log_index i WHERE i.seq > $1 AND i.seq <= $2 ORDER BY i.seq LIMIT ${PAGE}`,
      values: [after, String(last)],
      rowMode: 'array',
      types: { getTypeParser: () => (value: string) => value },
    });
    return rows;
  };
  let ahead = read('0');
  for (;;) {
    const page = await ahead;
    const newest = page.at(-1);
    if (newest === undefined) return;
    ahead = read(newest[0]);
    ahead.catch(() => undefined);
    yield page;
  }
}

const place = (stream: string, revision: bigint | string) => `${stream}@${revision}`;

const NOWHERE = { seq: null, eventId: null, stream: null, revision: null };

const gapBefore = (seq: number, before: number): LogFault => ({
  ...NOWHERE,
  kind: 'gap',
  seq: BigInt(before) + 1n,
  message: `The index has no number ${before + 1}; the next one is ${seq}.`,
});

const placeOf = ([seq, , eventId, stream, revision]: Entry) => ({
  seq: BigInt(seq),
  eventId,
  stream,
  revision: BigInt(revision),
});

const brokenSeal = ({ entry, seq }: Quoted): LogFault => ({
  ...placeOf(entry),
  kind: 'seal',
  seq: BigInt(seq),
  message: `The hash of event number ${seq} in ${entry[5]} ${entry[2]} (number ${entry[0]}) differs from the chain.`,
});

const brokenKept = ({ seq }: Seal): LogFault => ({
  ...NOWHERE,
  kind: 'seal',
  seq: BigInt(seq),
  message: `The hash of event number ${seq} in the kept seal differs from the chain.`,
});

const cut = (column: string, position: Position, head: Position | null): LogFault => ({
  ...NOWHERE,
  kind: 'cut',
  message: `The end of the log was cut off: ${column} is at position ${position}, the log ends at ${head ?? 'its beginning'}.`,
});

const missing = (entry: Entry): LogFault => ({
  ...placeOf(entry),
  kind: 'missing',
  message: `Event ${entry[2]} (number ${entry[0]}, ${place(entry[3], entry[4])}) is missing from the log.`,
});

const changed = (entry: Entry, event: RecordedEvent): LogFault => ({
  ...placeOf(entry),
  kind: 'changed',
  message: `Event ${entry[2]} (number ${entry[0]}, ${event.type}, ${place(entry[3], entry[4])}) is not as it was recorded.`,
});

const outOfPlace = ({ id, stream, revision, type }: RecordedEvent, seq: number | undefined): LogFault => ({
  kind: seq === undefined ? 'unindexed' : 'moved',
  seq: seq === undefined ? null : BigInt(seq),
  eventId: id,
  stream,
  revision,
  message:
    seq === undefined
      ? `Event ${id} (${type}, ${place(stream, revision)}) is among indexed events, but not in the index.`
      : `Event ${id} (number ${seq}, ${type}, ${place(stream, revision)}) is later in the log than it was recorded.`,
});
