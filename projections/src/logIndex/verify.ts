import type { EventStore, LogPage, Position, RecordedEvent } from '@portal/event-store';
import type { Pool } from 'pg';
import { CHAIN_START, chain } from './chain.ts';

const PAGE = 2_000;
/** Faults named; one broken place may show up as many. */
const MOST_FAULTS = 100;

/** One place where log and index disagree. */
export interface LogFault {
  /**
   * changed: the event (or what the index says of it) is not as it was recorded. missing: indexed, but gone from
   * the log at that place. moved: indexed before what now stands before it. unindexed: in the log between indexed
   * events, but not in the index. gap: a number is gone from the index. seal: an event (a seal, a billing run, an
   * invoice) tells another hash of an earlier event than the chain has: log and index were changed together.
   */
  readonly kind: 'changed' | 'missing' | 'moved' | 'unindexed' | 'gap' | 'seal';
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
  /** At most 100. */
  readonly faults: readonly LogFault[];
}

export interface VerifyOptions {
  readonly onProgress?: (progress: { readonly verified: number; readonly total: number }) => void;
  readonly signal?: AbortSignal;
}

interface Entry {
  readonly seq: bigint;
  readonly eventId: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly type: string;
  /** JSON text. */
  readonly accounts: string;
  readonly hash: Buffer;
}

/**
 * Compares the whole log with its index: every event must be there, in order, and as it was when it was
 * indexed. Events that are newer than the index are left out.
 */
export async function verifyLog(
  store: EventStore,
  pool: Pool,
  options: VerifyOptions = {},
): Promise<VerifiedLog> {
  const { rows } = await pool.query<{ last: string; total: string }>(
    'SELECT coalesce(max(seq), 0)::text AS last, count(*)::text AS total FROM log_index',
  );
  const last = BigInt(rows[0]?.last ?? 0);
  const total = Number(rows[0]?.total ?? 0);
  const events = eventsOf(store);
  const faults: LogFault[] = [];
  const report = (fault: LogFault) => {
    if (faults.length < MOST_FAULTS) faults.push(fault);
  };
  let previous: Entry | undefined;
  let verified = 0;
  let seals = 0;
  let event = await events.next();
  for await (const page of entriesOf(pool, last)) {
    options.signal?.throwIfAborted();
    const quoted: Quoted[] = [];
    const inPage = new Map(page.map(({ eventId, seq }) => [eventId, seq]));
    for (const entry of page) {
      if (entry.seq !== (previous?.seq ?? 0n) + 1n) report(gapBefore(entry, previous));
      while (event !== undefined && event.id !== entry.eventId) {
        const seq = inPage.get(event.id) ?? (await seqOf(pool, event.id));
        // The event belongs further on: what should stand here is gone.
        if (seq !== undefined && seq > entry.seq) break;
        report(outOfPlace(event, seq));
        event = await events.next();
      }
      if (event === undefined || event.id !== entry.eventId) report(missing(entry));
      else {
        const { hash, accounts } = chain(previous?.hash ?? CHAIN_START, entry.seq, event);
        if (!hash.equals(entry.hash) || !describes(entry, event, accounts)) report(changed(entry, event));
        const quote = quotedBy(event);
        if (quote !== null) quoted.push({ ...quote, entry });
        event = await events.next();
      }
      previous = entry;
      verified += 1;
    }
    seals += quoted.length;
    for (const fault of await brokenSeals(pool, quoted)) report(fault);
    options.onProgress?.({ verified, total });
  }
  const head = { seq: previous?.seq ?? 0n, hash: (previous?.hash ?? CHAIN_START).toString('hex') };
  return { ok: faults.length === 0, verified, seals, head, faults };
}

/** What an event says the chain's hash was at an earlier number. */
interface Quoted {
  readonly entry: Entry;
  readonly seq: number;
  readonly hash: string;
}

/** The events that quote the chain: how they call number and hash. */
const QUOTES: Readonly<Record<string, readonly [seq: string, hash: string]>> = {
  LogSealed: ['seq', 'hash'],
  BillingRunStarted: ['cutSeq', 'chainHash'],
  InvoiceIssued: ['cutSeq', 'chainHash'],
};

function quotedBy({ type, data }: RecordedEvent): Omit<Quoted, 'entry'> | null {
  const names = Object.hasOwn(QUOTES, type) ? QUOTES[type] : undefined;
  if (names === undefined) return null;
  try {
    const { [names[0]]: seq, [names[1]]: hash } = JSON.parse(data) as Record<string, unknown>;
    return typeof seq === 'number' && seq > 0 && typeof hash === 'string' ? { seq, hash } : null;
  } catch {
    return null;
  }
}

async function brokenSeals(pool: Pool, quoted: readonly Quoted[]): Promise<readonly LogFault[]> {
  if (quoted.length === 0) return [];
  const { rows } = await pool.query<{ seq: string; hash: string }>(
    "SELECT i.seq::text, encode(i.hash, 'hex') AS hash FROM log_index i WHERE i.seq = ANY($1::bigint[])",
    [[...new Set(quoted.map(({ seq }) => seq))]],
  );
  const hashes = new Map(rows.map(({ seq, hash }) => [Number(seq), hash]));
  return quoted.filter(({ seq, hash }) => hashes.get(seq) !== hash).map(brokenSeal);
}

async function seqOf(pool: Pool, eventId: string): Promise<bigint | undefined> {
  const { rows } = await pool.query<{ seq: string }>(
    'SELECT i.seq::text FROM log_index i WHERE i.event_id = $1 ORDER BY i.seq DESC LIMIT 1',
    [eventId],
  );
  return rows[0] && BigInt(rows[0].seq);
}

/** Whether the columns that audits filter by are those of the event. */
function describes(entry: Entry, event: RecordedEvent, accounts: readonly string[]): boolean {
  return (
    entry.stream === event.stream &&
    entry.revision === event.revision &&
    entry.type === event.type &&
    entry.accounts === JSON.stringify(accounts)
  );
}

/** The whole log event by event; the next page is read while this one is looked at. */
function eventsOf(store: EventStore): { next(): Promise<RecordedEvent | undefined> } {
  const read = (from: Position | null) => store.readAll(from, { limit: PAGE });
  let ahead: Promise<LogPage> | undefined = read(null);
  let page: readonly RecordedEvent[] = [];
  let at = 0;
  const nextPage = async (): Promise<RecordedEvent | undefined> => {
    while (ahead !== undefined) {
      const { events, next, end } = await ahead;
      ahead = end ? undefined : read(next);
      ahead?.catch(() => undefined);
      page = events;
      at = 1;
      if (page.length > 0) return page[0];
    }
    return undefined;
  };
  return {
    next: async () => {
      if (at < page.length) return page[at++];
      return nextPage();
    },
  };
}

async function* entriesOf(pool: Pool, last: bigint): AsyncGenerator<readonly Entry[], void, void> {
  const read = async (after: bigint): Promise<readonly Entry[]> => {
    const { rows } = await pool.query<[string, string, string, string, string, string, string]>({
      name: 'log-index-page',
      text: `SELECT i.seq::text, i.event_id, i.stream, i.revision::text, i.type, array_to_json(i.accounts)::text,
               encode(i.hash, 'base64')
             FROM log_index i WHERE i.seq > $1 AND i.seq <= $2 ORDER BY i.seq LIMIT ${PAGE}`,
      values: [after.toString(), last.toString()],
      rowMode: 'array',
    });
    return rows.map(([seq, eventId, stream, revision, type, accounts, hash]) => ({
      seq: BigInt(seq),
      eventId,
      stream,
      revision: BigInt(revision),
      type,
      accounts,
      hash: Buffer.from(hash, 'base64'),
    }));
  };
  let ahead = read(0n);
  for (;;) {
    const page = await ahead;
    const newest = page.at(-1);
    if (newest === undefined) return;
    ahead = read(newest.seq);
    ahead.catch(() => undefined);
    yield page;
  }
}

const place = (stream: string, revision: bigint) => `${stream}@${revision}`;

const gapBefore = (entry: Entry, previous: Entry | undefined): LogFault => ({
  kind: 'gap',
  seq: (previous?.seq ?? 0n) + 1n,
  eventId: null,
  stream: null,
  revision: null,
  message: `The index has no number ${(previous?.seq ?? 0n) + 1n}; the next one there is ${entry.seq}.`,
});

const brokenSeal = ({ entry, seq }: Quoted): LogFault => ({
  kind: 'seal',
  seq: BigInt(seq),
  eventId: entry.eventId,
  stream: entry.stream,
  revision: entry.revision,
  message: `${entry.type} ${entry.eventId} (number ${entry.seq}) tells another hash of event number ${seq} than the chain has.`,
});

const missing = ({ seq, eventId, stream, revision }: Entry): LogFault => ({
  kind: 'missing',
  seq,
  eventId,
  stream,
  revision,
  message: `Event ${eventId} (number ${seq}, ${place(stream, revision)}) is missing from the log.`,
});

const changed = ({ seq, eventId, stream, revision }: Entry, event: RecordedEvent): LogFault => ({
  kind: 'changed',
  seq,
  eventId,
  stream,
  revision,
  message: `Event ${eventId} (number ${seq}, ${event.type}, ${place(stream, revision)}) is not as it was recorded.`,
});

const outOfPlace = ({ id, stream, revision, type }: RecordedEvent, seq: bigint | undefined): LogFault => ({
  kind: seq === undefined ? 'unindexed' : 'moved',
  seq: seq ?? null,
  eventId: id,
  stream,
  revision,
  message:
    seq === undefined
      ? `Event ${id} (${type}, ${place(stream, revision)}) stands between indexed events and was never indexed.`
      : `Event ${id} (number ${seq}, ${type}, ${place(stream, revision)}) stands later in the log than it was recorded.`,
});
