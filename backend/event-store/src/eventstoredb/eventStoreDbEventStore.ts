import { checkAppend, checkLimit } from '../checks.ts';
import {
  type AllFilter,
  type AppendResult,
  type EventStore,
  type EventToAppend,
  EventTooLarge,
  type ExpectedRevision,
  type LogPage,
  type Position,
  type ReadOptions,
  type RecordedEvent,
  type SubscribeOptions,
  WrongExpectedRevision,
} from '../port.ts';
import { comparePositionTexts } from '../positions.ts';
import { type Connection, connect } from './connection.ts';
import { fromPosition, toPosition } from './logPosition.ts';
import { followLog } from './subscription.ts';

export interface EventStoreDbOptions {
  /** `esdb://` or `esdb+discover://`, as EventStoreDB documents it; credentials may stand in it. */
  readonly connectionString: string;
  /** How long an append may take before its outcome counts as unknown, in milliseconds; default 5,000. */
  readonly appendTimeoutMs?: number;
  /** How long one page or one stream may take to read, in milliseconds; default 30,000. */
  readonly readTimeoutMs?: number;
  /** First and longest pause before a dropped subscription is taken up again, in milliseconds; default 100 and 5,000. */
  readonly backOff?: { readonly firstMs: number; readonly longestMs: number };
  /** Told of every dropped subscription, for the log of the process; `attempt` counts from 1. */
  readonly onDropped?: (error: unknown, attempt: number) => void;
}

/** Largest page of the log when none is asked for. */
const DEFAULT_PAGE = 1_000;
/** A filtered page looks at so many events at most, so that a rare type can't hold a page back for minutes. */
const LONGEST_LOOK = 10_000;
/** Stands for "no limit" in a read; a count is an unsigned 64-bit number in the protocol. */
const ALL = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * The EventStore port over EventStoreDB 22.10 or later. Event ids are compared at the expected revision
 * only: a known id appended elsewhere is stored again (the contract's `uniqueIds: false`), which the
 * command handler guards against.
 * @throws Error when the connection string is not one
 */
export function createEventStoreDbEventStore(options: EventStoreDbOptions): EventStore {
  return new EventStoreDbEventStore(options);
}

class EventStoreDbEventStore implements EventStore {
  readonly #connection: Connection;
  readonly #options: Required<Omit<EventStoreDbOptions, 'onDropped'>> &
    Pick<EventStoreDbOptions, 'onDropped'>;
  readonly #closed = new AbortController();

  constructor(options: EventStoreDbOptions) {
    this.#options = {
      appendTimeoutMs: 5_000,
      readTimeoutMs: 30_000,
      backOff: { firstMs: 100, longestMs: 5_000 },
      ...options,
    };
    this.#connection = connect(options.connectionString);
  }

  async append(
    stream: string,
    events: readonly EventToAppend[],
    expected: ExpectedRevision,
  ): Promise<AppendResult> {
    const bytes = checkAppend(stream, events, expected);
    for (const name of [stream, ...events.map((event) => event.type)]) {
      if (name.startsWith('$')) throw new TypeError(`${name}: EventStoreDB keeps names with $ for itself.`);
    }
    const answer = await this.#connection.append(stream, events, expected, this.#options.appendTimeoutMs);
    if (answer.kind === 'too-large')
      throw new EventTooLarge(`batch of ${events.length} for ${stream}`, bytes);
    if (answer.kind === 'appended' && answer.position !== null) {
      return { lastRevision: answer.revision, position: toPosition(answer.position) };
    }
    const before = await this.#appendedBefore(stream, events, expected, answer);
    if (before !== null) return before;
    throw new WrongExpectedRevision(
      stream,
      expected,
      answer.kind === 'wrong-revision' ? answer.actual : answer.revision,
    );
  }

  /** Looks whether exactly these ids stand behind the expected revision; null when they don't. */
  async #appendedBefore(
    stream: string,
    events: readonly EventToAppend[],
    expected: ExpectedRevision,
    answer: { readonly kind: 'appended' } | { readonly kind: 'wrong-revision'; actual: ExpectedRevision },
  ): Promise<AppendResult | null> {
    const first = expected === 'no_stream' ? 0n : expected + 1n;
    const last = first + BigInt(events.length) - 1n;
    if (answer.kind === 'wrong-revision' && (answer.actual === 'no_stream' || answer.actual < last))
      return null;
    const there = await this.read(
      stream,
      expected === 'no_stream' ? { to: last } : { from: expected, to: last },
    );
    const same = there.length === events.length && there.every((event, at) => event.id === events[at]?.id);
    const position = there.at(-1)?.position;
    return same && position !== undefined ? { lastRevision: last, position, known: true } : null;
  }

  async read(stream: string, options: ReadOptions = {}): Promise<readonly RecordedEvent[]> {
    const { from, to, direction = 'forward', limit } = options;
    checkLimit(limit);
    const forward = direction === 'forward';
    if (!forward && from === 0n) return [];
    const start = from === undefined ? undefined : forward ? from + 1n : from - 1n;
    const span = spanOf(forward, start, to);
    const count = limit === undefined || BigInt(limit) > span ? span : BigInt(limit);
    if (count <= 0n) return [];
    const reading = await this.#connection.read(
      { stream, from: start ?? (forward ? 'start' : 'end'), direction, count },
      this.#options.readTimeoutMs,
    );
    const events: RecordedEvent[] = [];
    try {
      for await (const event of reading) {
        if (!forward && to !== undefined && event.revision < to) break;
        events.push(event);
      }
    } finally {
      reading.cancel();
    }
    return events;
  }

  async readAll(
    from: Position | null,
    options: AllFilter & { readonly limit?: number } = {},
  ): Promise<LogPage> {
    checkLimit(options.limit);
    const limit = options.limit ?? DEFAULT_PAGE;
    const wanted = filterOf(options);
    const events: RecordedEvent[] = [];
    let next = from;
    let looked = 0;
    const reading = await this.#connection.read(
      { stream: null, from: from === null ? 'start' : fromPosition(from), direction: 'forward', count: ALL },
      this.#options.readTimeoutMs,
    );
    try {
      for await (const event of reading) {
        // A read of the log begins with the event at its position.
        if (event.position === from || isSystem(event)) continue;
        // Only the event behind a full page shows that the log goes on.
        if (events.length === limit || looked === LONGEST_LOOK) return { events, next, end: false };
        looked += 1;
        next = event.position;
        if (wanted(event)) events.push(event);
      }
    } finally {
      reading.cancel();
    }
    return { events, next, end: true };
  }

  subscribe(options: SubscribeOptions): AsyncIterable<LogPage> {
    checkLimit(options.pageSize);
    const signal = AbortSignal.any([options.signal, this.#closed.signal]);
    const pageSize = options.pageSize ?? DEFAULT_PAGE;
    const wanted = filterOf(options);
    return followLog({
      from: options.from,
      signal,
      pageSize,
      wanted: (event) => wanted(event),
      isVisible: (event) => !isSystem(event),
      readPage: (from) =>
        this.readAll(from, {
          limit: pageSize,
          ...(options.types && { types: options.types }),
          ...(options.streamPrefix !== undefined && { streamPrefix: options.streamPrefix }),
        }),
      openTail: (from) =>
        this.#connection.subscribe(from === null ? null : fromPosition(from), this.#options.readTimeoutMs),
      backOff: this.#options.backOff,
      ...(this.#options.onDropped && { onDropped: this.#options.onDropped }),
    });
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

  comparePositions(a: Position, b: Position): number {
    return comparePositionTexts(a, b);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#connection.close();
  }
}

/** How many revisions lie from `start` to `to`, both inclusive, in reading direction. */
function spanOf(forward: boolean, start: bigint | undefined, to: bigint | undefined): bigint {
  if (to === undefined) return ALL;
  if (forward) return to - (start ?? 0n) + 1n;
  return start === undefined ? ALL : start - to + 1n;
}

/** EventStoreDB's own events: statistics, stream metadata, users, scavenges. */
function isSystem(event: RecordedEvent): boolean {
  return event.type.startsWith('$') || event.stream.startsWith('$');
}

function filterOf({ types, streamPrefix }: AllFilter): (event: RecordedEvent) => boolean {
  const known = types === undefined ? null : new Set(types);
  return (event) =>
    (known === null || known.has(event.type)) &&
    (streamPrefix === undefined || event.stream.startsWith(streamPrefix));
}
