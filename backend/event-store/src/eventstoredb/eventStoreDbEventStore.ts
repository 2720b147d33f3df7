import { catchUp, Waker } from '../catchUp.ts';
import { checkAppend, checkLimit } from '../checks.ts';
import { checkWhole, DamagedStreams } from '../damage.ts';
import {
  type AllFilter,
  type AppendResult,
  DamagedStream,
  type EventStore,
  type EventToAppend,
  EventTooLarge,
  type ExpectedRevision,
  isIncluded,
  type LogPage,
  type Position,
  type ReadOptions,
  type RecordedEvent,
  StoreUnavailable,
  type SubscribeOptions,
  WrongExpectedRevision,
} from '../port.ts';
import { comparePositionTexts } from '../positions.ts';
import { SharedTail } from '../sharedTail.ts';
import type { AppendAnswer } from './appendCall.ts';
import { type Connection, connect } from './connection.ts';
import { apart } from './connectionString.ts';
import { LiveEvents } from './liveEvents.ts';
import { fromPosition, toPosition } from './logPosition.ts';

export interface EventStoreDbOptions {
  /** `esdb://` or `esdb+discover://`, with or without credentials. */
  readonly connectionString: string;
  /** Milliseconds until the outcome of an append counts as unknown; default 5,000. */
  readonly appendTimeoutMs?: number;
  /** Time limit for reading a page or a stream in milliseconds; default 30,000. */
  readonly readTimeoutMs?: number;
  /** After this long without an answer the node is asked; after as long again, the connection is dead. Default 1,500 ms. */
  readonly silentMs?: number;
  /** First and longest pause before a dropped subscription is resumed, in milliseconds; default 100 and 1,000. */
  readonly backOff?: { readonly firstMs: number; readonly longestMs: number };
  /** Called for every dropped subscription; `attempt` counts from 1. */
  readonly onDropped?: (error: unknown, attempt: number) => void;
}

/** Default page size. */
const DEFAULT_PAGE = 1_000;
/** Most events a filtered page examines, so that a rare type can't delay a page for minutes. */
const LONGEST_LOOK = 10_000;
/** Streams read concurrently; a server allows about 100 reads at once. */
const STREAMS_AT_ONCE = 16;
/** Limits in a stream's metadata: truncated before a revision, most events, their longest age. */
const LIMITS = ['$tb', '$maxCount', '$maxAge'];
/** "No limit" in a read. */
const ALL = BigInt(Number.MAX_SAFE_INTEGER);
/** Least time for a call, so that a request that waited for other services is still served by a store that answers. */
const LEAST_MS = 1_000;

/**
 * The EventStore port over EventStoreDB 22.10 or later. Ids are compared at the expected revision only: a known id
 * appended elsewhere is stored again (`uniqueIds: false` in the contract); the command handler prevents that.
 * @throws Error when the connection string is invalid
 */
export function createEventStoreDbEventStore(options: EventStoreDbOptions): EventStore {
  return new EventStoreDbEventStore(options);
}

class EventStoreDbEventStore implements EventStore {
  readonly comparePositions = comparePositionTexts;
  readonly #connection: Connection;
  /** A connection carries about 100 calls at once: reads and subscriptions must not hold up an append. */
  readonly #appends: Connection;
  readonly #options: Required<EventStoreDbOptions>;
  readonly #waker = new Waker();
  readonly #tail: SharedTail;
  readonly #live: LiveEvents;
  readonly #closed = new AbortController();
  readonly #damaged = new DamagedStreams();

  constructor(options: EventStoreDbOptions) {
    this.#options = {
      appendTimeoutMs: 5_000,
      readTimeoutMs: 30_000,
      silentMs: 1_500,
      backOff: { firstMs: 100, longestMs: 1_000 },
      onDropped: () => {},
      ...options,
    };
    const { connectionString, silentMs, readTimeoutMs, backOff, onDropped } = this.#options;
    // both are to the leader: the one that always waits for events tells the other
    this.#connection = connect(connectionString, silentMs, () => this.#appends.check());
    this.#appends = connect(apart(connectionString), silentMs);
    this.#tail = new SharedTail((from, limit) => this.readAll(from, { limit }), this.#waker);
    this.#live = new LiveEvents({
      tail: this.#tail,
      waker: this.#waker,
      head: () => this.head(),
      open: (from) => this.#connection.subscribe(from === null ? null : fromPosition(from), readTimeoutMs),
      isVisible: (event) => this.#isOwn(event),
      closed: this.#closed.signal,
      backOff,
      onDropped,
    });
  }

  async append(
    stream: string,
    events: readonly EventToAppend[],
    expected: ExpectedRevision,
    until?: number,
  ): Promise<AppendResult> {
    const bytes = checkAppend(stream, events, expected);
    for (const name of [stream, ...events.map((event) => event.type)]) {
      if (name.startsWith('$')) throw new TypeError(`${name}: names with $ are reserved by EventStoreDB.`);
    }
    const ended = this.#live.appending();
    let position: Position | null = null;
    let answer: AppendAnswer;
    try {
      const timeoutMs = timeLeft(this.#options.appendTimeoutMs, until);
      answer = await this.#damaged.watch(this.#appends.append(stream, events, expected, timeoutMs));
      if (answer.kind === 'appended' && answer.position !== null) {
        position = toPosition(answer.position);
        return { lastRevision: answer.revision, position };
      }
    } finally {
      ended(position);
    }
    if (answer.kind === 'too-large')
      throw new EventTooLarge(`batch of ${events.length} for ${stream}`, bytes);
    const before = await this.#appendedBefore(stream, events, expected, answer, until);
    if (before !== null) return before;
    throw new WrongExpectedRevision(
      stream,
      expected,
      answer.kind === 'wrong-revision' ? answer.actual : answer.revision,
    );
  }

  /** The result of an earlier append, if exactly these ids follow the expected revision; else null. */
  async #appendedBefore(
    stream: string,
    events: readonly EventToAppend[],
    expected: ExpectedRevision,
    answer: { readonly kind: 'appended' } | { readonly kind: 'wrong-revision'; actual: ExpectedRevision },
    until: number | undefined,
  ): Promise<AppendResult | null> {
    const first = expected === 'no_stream' ? 0n : expected + 1n;
    const last = first + BigInt(events.length) - 1n;
    if (answer.kind === 'wrong-revision' && (answer.actual === 'no_stream' || answer.actual < last))
      return null;
    const there = await this.read(stream, { from: first - 1n, to: last, until });
    const same = there.length === events.length && there.every((event, at) => event.id === events[at]?.id);
    const position = there.at(-1)?.position;
    return same && position !== undefined ? { lastRevision: last, position, known: true } : null;
  }

  read(stream: string, options?: ReadOptions): Promise<readonly RecordedEvent[]> {
    return this.#damaged.watch(this.#read(stream, options));
  }

  damagedStreams(also: readonly string[] = []): Promise<readonly DamagedStream[]> {
    return this.#damaged.readAgain(also, async (stream) => {
      await this.#read(stream);
      const limits = await this.#limitsOf(stream);
      if (limits.length > 0) throw new DamagedStream(stream, `loses events by ${limits.join(', ')}`);
    });
  }

  async #read(stream: string, options: ReadOptions = {}): Promise<readonly RecordedEvent[]> {
    const { from = -1n, to, until } = options;
    const count = to === undefined ? ALL : to - from;
    if (count <= 0n) return [];
    const reading = await this.#connection.read(
      { stream, from: from + 1n, direction: 'forward', count },
      timeLeft(this.#options.readTimeoutMs, until),
    );
    const events: RecordedEvent[] = [];
    try {
      for await (const event of reading) events.push(event);
    } finally {
      reading.cancel();
    }
    checkWhole(stream, events, options);
    if (reading.isUnknown && (await this.#limitsOf(stream, until)).includes('$tb'))
      throw new DamagedStream(stream, 'was deleted');
    if (events.length === 0 && !reading.isUnknown && from === -1n)
      throw new DamagedStream(stream, 'has no event left');
    return events;
  }

  /** The names in a stream's metadata by which EventStoreDB drops events; `$tb` is also how it deletes. */
  async #limitsOf(stream: string, until?: number): Promise<readonly string[]> {
    const reading = await this.#connection.read(
      { stream: `$$${stream}`, from: 'end', direction: 'backward', count: 1n },
      timeLeft(this.#options.readTimeoutMs, until),
    );
    for await (const metadata of reading) return limitsIn(metadata);
    return [];
  }

  /** Whether it is the portal's. Deletions and limits are not; their streams are read again when asked for. */
  #isOwn(event: RecordedEvent): boolean {
    if (!isSystem(event)) return true;
    const stream = event.stream.replace(/^\$\$/, '');
    if (!stream.startsWith('$') && (event.type === '$streamDeleted' || limitsIn(event).length > 0))
      this.#damaged.add(stream);
    return false;
  }

  async readStreams(streams: readonly string[]): Promise<readonly (readonly RecordedEvent[])[]> {
    const found: (readonly RecordedEvent[])[] = [];
    for (let at = 0; at < streams.length; at += STREAMS_AT_ONCE) {
      const some = streams.slice(at, at + STREAMS_AT_ONCE);
      found.push(...(await Promise.all(some.map((stream) => this.read(stream)))));
    }
    return found;
  }

  async readAll(
    from: Position | null,
    options: AllFilter & { readonly limit?: number } = {},
  ): Promise<LogPage> {
    checkLimit(options.limit);
    const limit = options.limit ?? DEFAULT_PAGE;
    const events: RecordedEvent[] = [];
    let next = from;
    let looked = 0;
    const reading = await this.#connection.read(
      { stream: null, from: from === null ? 'start' : fromPosition(from), direction: 'forward', count: ALL },
      this.#options.readTimeoutMs,
    );
    try {
      for await (const event of reading) {
        // a read begins with the event at its position, which `from` excludes
        if (event.position === from || !this.#isOwn(event)) continue;
        // the event after a full page shows that the log continues
        if (events.length === limit || looked === LONGEST_LOOK) return { events, next, end: false };
        looked += 1;
        next = event.position;
        if (isIncluded(event, options)) events.push(event);
      }
    } finally {
      reading.cancel();
    }
    return { events, next, end: true };
  }

  async *subscribe(options: SubscribeOptions): AsyncGenerator<LogPage, void, void> {
    checkLimit(options.pageSize);
    const leave = this.#live.join();
    try {
      yield* catchUp({
        from: options.from,
        signal: AbortSignal.any([options.signal, this.#closed.signal]),
        waker: this.#waker,
        readPage: (from) => this.#pageOrNull(from, options, options.pageSize ?? DEFAULT_PAGE),
        isWanted: (event) => isIncluded(event, options),
      });
    } finally {
      leave();
    }
  }

  /** A page for a subscriber; null if the server can't be read, so that it tries again later. */
  async #pageOrNull(from: Position | null, filter: AllFilter, limit: number): Promise<LogPage | null> {
    try {
      const shared = await this.#tail.page(from, filter, limit);
      if (shared !== undefined) return shared;
      const page = await this.readAll(from, { types: filter.types, limit });
      if (page.end) this.#tail.reached(page.next);
      return page;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      if (!this.#closed.signal.aborted) this.#live.readFailed(error);
      return null;
    }
  }

  async head(): Promise<Position | null> {
    const reading = await this.#connection.read(
      { stream: null, from: 'end', direction: 'backward', count: ALL },
      this.#options.readTimeoutMs,
    );
    try {
      for await (const event of reading) if (!isSystem(event)) return event.position;
    } finally {
      reading.cancel();
    }
    return null;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await Promise.all([this.#connection.close(), this.#appends.close()]);
  }
}

/** The time limit of a call that begins now, in whole milliseconds. */
function timeLeft(limitMs: number, until = Number.POSITIVE_INFINITY): number {
  return Math.min(limitMs, Math.max(LEAST_MS, Math.ceil(until - performance.now())));
}

/** EventStoreDB's own events: statistics, stream metadata, users, scavenges. */
function isSystem(event: RecordedEvent): boolean {
  return event.type.startsWith('$') || event.stream.startsWith('$');
}

/** Which limits this metadata of a stream sets. */
const limitsIn = ({ data }: RecordedEvent) => LIMITS.filter((name) => data.includes(`"${name}"`));
