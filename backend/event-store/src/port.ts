/**
 * The EventStore port: what every adapter (memory, Postgres, EventStoreDB) must do, proved by one
 * contract suite (`testing/contractSuite.ts`). The port moves stored bytes only: it knows neither
 * event schemas nor business words (those live in the codec and in the domain).
 */

/** An event as it is handed over: both texts are JSON, serialised exactly once, kept byte for byte. */
export interface EventToAppend {
  /** UUID; the same ids appended again at the same expected revision are answered as the first time. */
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/**
 * A place in the log of one store: opaque, fixed-width text, sortable, compared with
 * {@link EventStore.comparePositions}. Positions go into checkpoints only; people and invoices cite `seq`.
 */
export type Position = string;

export interface RecordedEvent extends EventToAppend {
  readonly stream: string;
  /** 0-based place in its stream. */
  readonly revision: bigint;
  readonly position: Position;
}

/** The stream's last revision the caller has read, or that there is no stream. There is no "any". */
export type ExpectedRevision = bigint | 'no_stream';

export interface AppendResult {
  /** Revision of the last event appended. */
  readonly lastRevision: bigint;
  /** Position of the last event appended. */
  readonly position: Position;
  /**
   * These ids were there already and nothing was appended: what the caller took them for need not be what they hold.
   * EventStoreDB can't always tell, where they stand right behind the expected revision.
   */
  readonly known?: true;
}

export interface ReadOptions {
  /** Exclusive; default: before the first (forward) or after the last (backward). */
  readonly from?: bigint | undefined;
  /** Inclusive last revision; default: the end in that direction. */
  readonly to?: bigint | undefined;
  /** Default forward. */
  readonly direction?: 'forward' | 'backward';
  /** At most this many events; default all. */
  readonly limit?: number | undefined;
}

export interface AllFilter {
  /** Only these event types. */
  readonly types?: readonly string[] | undefined;
  /** Only streams whose name begins with this. */
  readonly streamPrefix?: string | undefined;
}

/** A page of the log. `next` is where the following read goes on, also past events the filter left out. */
export interface LogPage {
  readonly events: readonly RecordedEvent[];
  /** Exclusive start of the next page; null only when the log is empty and nothing was read. */
  readonly next: Position | null;
  /** True when the page reached the end of the log as it stood. */
  readonly end: boolean;
}

export interface SubscribeOptions extends AllFilter {
  /** Exclusive; null starts with the first event. */
  readonly from: Position | null;
  readonly signal: AbortSignal;
  /** Most events a page may hold; default 1,000. */
  readonly pageSize?: number;
}

export interface EventStore {
  /**
   * Appends to one stream, all or nothing, durable when it resolves.
   * @throws WrongExpectedRevision when the stream is elsewhere (and these ids are not already there)
   * @throws EventTooLarge when one event's data and metadata pass {@link MAX_EVENT_BYTES}
   * @throws StoreUnavailable when the outcome is unknown or the store can't be reached; never reported as "failed"
   */
  append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision): Promise<AppendResult>;
  /** Events of one stream; an unknown stream is empty. */
  read(stream: string, options?: ReadOptions): Promise<readonly RecordedEvent[]>;
  /** One page of the whole log in log order, `from` exclusive. An event that commits late is never skipped. */
  readAll(from: Position | null, options?: AllFilter & { readonly limit?: number }): Promise<LogPage>;
  /**
   * Catch-up, then live, until `signal` aborts: pages of at least one event, or of none when only `next`
   * moved past filtered events. Reconnects by itself; a consumer restarts it from its own checkpoint.
   */
  subscribe(options: SubscribeOptions): AsyncIterable<LogPage>;
  /** Position of the newest event, null for an empty log. */
  head(): Promise<Position | null>;
  /** Negative, zero or positive, like a sort comparator. */
  comparePositions(a: Position, b: Position): number;
  close(): Promise<void>;
}

/** Limit of one event's data plus metadata, in bytes of UTF-8: below EventStoreDB's default 1 MiB. */
export const MAX_EVENT_BYTES = 1_000_000;

/** The stream was not where the caller had read it. */
export class WrongExpectedRevision extends Error {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly actual: ExpectedRevision;

  constructor(stream: string, expected: ExpectedRevision, actual: ExpectedRevision) {
    super(`Stream ${stream} is at ${actual}, not at ${expected}.`);
    this.name = 'WrongExpectedRevision';
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** One event is larger than {@link MAX_EVENT_BYTES}; nothing was appended. */
export class EventTooLarge extends Error {
  constructor(type: string, bytes: number) {
    super(`Event ${type} has ${bytes} bytes; at most ${MAX_EVENT_BYTES} can be stored.`);
    this.name = 'EventTooLarge';
  }
}

/** The store can't be reached, or it is unknown whether an append took place: the edge answers 503. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}
