import type { EventStore, LogPage, Position, RecordedEvent } from '@portal/event-store';
import type { Pool } from 'pg';
import { type PositionColumn, positionColumns } from './carryPositions.ts';
import { CHAIN_START, type ProvableEntry, provableEntry } from './chain.ts';
import { LOG_INDEX } from './indexer.ts';

const PAGE = 1_000;
const FIRST_PREVIOUS = CHAIN_START.toString('hex');
/** Faults named; one broken place may show up as many. */
const MOST_FAULTS = 100;

/** One place where log and index disagree. */
export interface LogFault {
  /**
   * changed: the event (or what the index says of it) is not as it was recorded. missing: indexed, but gone from
   * the log at that place. moved: indexed before what now stands before it. unindexed: in the log between indexed
   * events, or at the end of what was indexed, but not in the index. gap: a number is gone from the index. seal: an
   * event (a seal, a billing run, an invoice) or a seal that was kept elsewhere tells another hash of an event than the
   * chain has: log and index were changed together. cut: something has followed the log further than it goes now.
   */
  readonly kind: 'changed' | 'missing' | 'moved' | 'unindexed' | 'gap' | 'seal' | 'cut';
  /** Number in the index; null for an event that has none. */
  readonly seq: bigint | null;
  readonly eventId: string | null;
  readonly stream: string | null;
  readonly revision: bigint | null;
  /** For the person who reads it. */
  readonly message: string;
}

export interface VerifiedLog {
  readonly ok: boolean;
  /** Entries compared. */
  readonly verified: number;
  /** Number and hash (hex) of the last entry. */
  readonly head: { readonly seq: bigint; readonly hash: string };
  /** Seals, billing runs and invoices whose hash of the log was compared. */
  readonly seals: number;
  /** The newest of the daily seals; null where the log was never sealed. */
  readonly newestSeal: Seal | null;
  /** At most 100. */
  readonly faults: readonly LogFault[];
}

/** What the chain was at one event: its number, and the hash (hex) up to and with it. */
export interface Seal {
  readonly seq: number;
  readonly hash: string;
}

export interface VerifyOptions {
  /** Columns of others that hold positions of the log, of whoever follows it. */
  readonly alsoIn?: readonly PositionColumn[];
  /** A seal that was kept outside the database, to compare with the chain. */
  readonly keptSeal?: Seal | undefined;
  readonly onProgress?: (progress: { readonly verified: number; readonly total: number }) => void;
  readonly signal?: AbortSignal;
}

/** A row of the index as PostgreSQL's texts, in the order of {@link ENTRY_COLUMNS}. */
type Entry = readonly [
  seq: string,
  hash: string,
  eventId: string,
  stream: string,
  revision: string,
  type: string,
  /** As JSON. */
  accounts: string,
  position: string,
  /** Microseconds since 1970. */
  recordedAt: string | null,
];
const ENTRY_COLUMNS = `i.seq::text, encode(i.hash, 'hex'), i.event_id, i.stream, i.revision::text, i.type,
  array_to_json(i.accounts)::text, i.position, trunc(extract(epoch FROM i.recorded_at) * 1000000)::text`;

/**
 * Compares the whole log with its index: every event must be there, in order, and as it was when it was
 * indexed. Events that are newer than the index are left out. Nothing that follows the log may be further than its end:
 * else the end was cut off, with its entries in the index.
 */
export async function verifyLog(
  store: EventStore,
  pool: Pool,
  options: VerifyOptions = {},
): Promise<VerifiedLog> {
  const { rows } = await pool.query<{ last: string; total: string; indexed: Position | null }>(
    `SELECT coalesce(max(seq), 0)::text AS last, count(*)::text AS total,
       (SELECT checkpoint FROM projection_generations WHERE projection = $1 AND state = 'live') AS indexed
     FROM log_index`,
    [LOG_INDEX],
  );
  const last = BigInt(rows[0]?.last ?? 0);
  const total = Number(rows[0]?.total ?? 0);
  const indexed = rows[0]?.indexed ?? null;
  const log = new LogCursor(store);
  const faults: LogFault[] = [];
  const report = (fault: LogFault) => {
    if (faults.length < MOST_FAULTS) faults.push(fault);
  };
  let [seq, previous] = [0, FIRST_PREVIOUS];
  let verified = 0;
  /** Position of the last entry: what is missing up to there is named by itself. */
  let end: Position | null = null;
  let seals = 0;
  let newestSeal: Seal | null = null;
  for await (const page of entriesOf(pool, last)) {
    options.signal?.throwIfAborted();
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
        // The event belongs further on: what should stand here is gone.
        if (own !== undefined && own > seq) break;
        report(outOfPlace(event, own));
        log.pass();
        event = await log.ready();
      }
      if (event === undefined || event.id !== eventId) report(missing(entry));
      else {
        const made = provableEntry(previous, text, event);
        if (made.hash !== hash || !describes(entry, event, made)) report(changed(entry, event));
        const quote = quotedBy(event);
        if (quote !== null) quoted.push({ ...quote, entry });
        if (quote !== null && event.type === 'LogSealed') newestSeal = quote;
        log.pass();
      }
      previous = hash;
      end = entry[7];
      verified += 1;
    }
    seals += quoted.length;
    for (const quote of await unlikeTheChain(pool, quoted)) report(brokenSeal(quote));
    options.onProgress?.({ verified, total });
  }
  // what the index passed stands in it
  for (let event = await log.ready(); event !== undefined && indexed !== null; event = await log.ready()) {
    if (store.comparePositions(event.position, indexed) > 0) break;
    report(outOfPlace(event, await seqOf(pool, event.id)));
    log.pass();
  }
  const { keptSeal } = options;
  if (keptSeal !== undefined && (await unlikeTheChain(pool, [keptSeal])).length > 0)
    report(brokenKept(keptSeal));
  for (const fault of await followedFurther(store, pool, end, options.alsoIn ?? [])) report(fault);
  const head = { seq: BigInt(seq), hash: previous };
  return { ok: faults.length === 0, verified, seals, newestSeal, head, faults };
}

/** Checkpoints beyond the end of log and index, which nothing can have reached unless there was more of both. */
async function followedFurther(
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
  // asked for last: the log goes on while this works
  const head = await store.head();
  const isBeyond = (position: Position, end: Position | null) =>
    end === null || store.comparePositions(position, end) > 0;
  return reached
    .filter(({ position }) => isBeyond(position, head) && isBeyond(position, indexEnd))
    .map(({ column, position }) => cut(column, position, head));
}

/** What an event says the chain's hash was at an earlier number. */
interface Quoted extends Seal {
  readonly entry: Entry;
}

/** The events that quote the chain: how they call number and hash. */
const QUOTES: Readonly<Record<string, readonly [seq: string, hash: string]>> = {
  LogSealed: ['seq', 'hash'],
  BillingRunStarted: ['cutSeq', 'chainHash'],
  InvoiceIssued: ['cutSeq', 'chainHash'],
};

function quotedBy({ type, data }: RecordedEvent): Seal | null {
  const names = Object.hasOwn(QUOTES, type) ? QUOTES[type] : undefined;
  if (names === undefined) return null;
  try {
    const { [names[0]]: seq, [names[1]]: hash } = JSON.parse(data) as Record<string, unknown>;
    return typeof seq === 'number' && seq > 0 && typeof hash === 'string' ? { seq, hash } : null;
  } catch {
    return null;
  }
}

/** Those of these seals that tell another hash than the chain has, or of a number that it does not have. */
async function unlikeTheChain<S extends Seal>(pool: Pool, seals: readonly S[]): Promise<readonly S[]> {
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

/** Whether every column that billing and audits read is the event's. */
function describes(entry: Entry, event: RecordedEvent, made: ProvableEntry): boolean {
  const [, , , stream, revision, type, accounts, position, recordedAt] = entry;
  return (
    stream === event.stream &&
    revision === event.revision.toString() &&
    type === event.type &&
    accounts === made.accounts &&
    position === event.position &&
    recordedAt === made.recordedAt
  );
}

/** A place in the log; the next page is read while this one is looked at. */
class LogCursor {
  readonly #store: EventStore;
  #ahead: Promise<LogPage> | undefined;
  #page: readonly RecordedEvent[] = [];
  #at = 0;

  constructor(store: EventStore) {
    this.#store = store;
    this.#ahead = this.#read(null);
  }

  /** Whether {@link event} can be asked for without reading. */
  get isReady(): boolean {
    return this.#at < this.#page.length;
  }

  /** The event here; undefined past the end. */
  get event(): RecordedEvent | undefined {
    return this.#page[this.#at];
  }

  /** Goes on to the next event. */
  pass(): void {
    this.#at += 1;
  }

  /** The event here, read where it must be; undefined past the end. */
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
    // who waits for it hears of a failure
    page.catch(() => undefined);
    return page;
  }
}

async function* entriesOf(pool: Pool, last: bigint): AsyncGenerator<readonly Entry[], void, void> {
  const read = async (after: string): Promise<readonly Entry[]> => {
    const { rows } = await pool.query<[...Entry]>({
      name: 'log-index-page',
      text: `SELECT ${ENTRY_COLUMNS} FROM log_index i WHERE i.seq > $1 AND i.seq <= $2 ORDER BY i.seq LIMIT ${PAGE}`,
      values: [after, last.toString()],
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

const gapBefore = (seq: number, before: number): LogFault => ({
  kind: 'gap',
  seq: BigInt(before) + 1n,
  eventId: null,
  stream: null,
  revision: null,
  message: `The index has no number ${before + 1}; the next one there is ${seq}.`,
});

/** Where an entry says that its event is. */
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
  message: `${entry[5]} ${entry[2]} (number ${entry[0]}) tells another hash of event number ${seq} than the chain has.`,
});

const brokenKept = ({ seq }: Seal): LogFault => ({
  kind: 'seal',
  seq: BigInt(seq),
  eventId: null,
  stream: null,
  revision: null,
  message: `The seal that was kept tells another hash of event number ${seq} than the chain has.`,
});

const cut = (column: string, position: Position, head: Position | null): LogFault => ({
  kind: 'cut',
  seq: null,
  eventId: null,
  stream: null,
  revision: null,
  message: `The end of the log was cut off: ${column} is at position ${position}, the log ends at ${head ?? 'its beginning'}.`,
});

const missing = (entry: Entry): LogFault => {
  const { seq, eventId, stream, revision } = placeOf(entry);
  const message = `Event ${eventId} (number ${seq}, ${place(stream, revision)}) is missing from the log.`;
  return { kind: 'missing', seq, eventId, stream, revision, message };
};

const changed = (entry: Entry, event: RecordedEvent): LogFault => {
  const { seq, eventId, stream, revision } = placeOf(entry);
  const message = `Event ${eventId} (number ${seq}, ${event.type}, ${place(stream, revision)}) is not as it was recorded.`;
  return { kind: 'changed', seq, eventId, stream, revision, message };
};

const outOfPlace = ({ id, stream, revision, type }: RecordedEvent, seq: number | undefined): LogFault => ({
  kind: seq === undefined ? 'unindexed' : 'moved',
  seq: seq === undefined ? null : BigInt(seq),
  eventId: id,
  stream,
  revision,
  message:
    seq === undefined
      ? `Event ${id} (${type}, ${place(stream, revision)}) stands among indexed events, but not in the index.`
      : `Event ${id} (number ${seq}, ${type}, ${place(stream, revision)}) stands later in the log than it was recorded.`,
});
