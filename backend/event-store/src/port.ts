/**
 * The EventStore port. One contract suite (`testing/contractSuite.ts`) tests every adapter (memory, PostgreSQL,
 * EventStoreDB). The port handles stored bytes only; event schemas belong to the codec and the domain.
 */

/** `data` and `metadata` are JSON, serialised once and stored byte for byte. */
export interface EventToAppend {
  /** UUID. Appending the same ids again at the same expected revision returns the first result. */
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/**
 * A position in the log of one store: opaque, sortable text of fixed width, compared with
 * {@link EventStore.comparePositions}. For checkpoints only; pages and invoices cite `seq` of the log index.
 */
export type Position = string;

export interface RecordedEvent extends EventToAppend {
  readonly stream: string;
  /** From 0. */
  readonly revision: bigint;
  readonly position: Position;
}

/** The last revision the caller has read, or `no_stream`. There is no "any". */
export type ExpectedRevision = bigint | 'no_stream';

export interface AppendResult {
  /** Revision of the last event appended. */
  readonly lastRevision: bigint;
  /** Position of the last event appended. */
  readonly position: Position;
  /**
   * The ids were stored already and nothing was appended; the stored events may differ from those passed. EventStoreDB
   * can't always tell if they follow the expected revision directly.
   */
  readonly known?: true;
}

export interface ReadOptions {
  /** Exclusive; default: before the first. */
  readonly from?: bigint | undefined;
  /** Inclusive; default: the last one. */
  readonly to?: bigint | undefined;
  /** As for {@link EventStore.append}. */
  readonly until?: number | undefined;
}

export interface AllFilter {
  /** Only these event types. */
  readonly types?: readonly string[] | undefined;
}

/** Whether an event passes the filter. */
export const isIncluded = ({ type }: Pick<RecordedEvent, 'type'>, { types }: AllFilter): boolean =>
  types === undefined || types.includes(type);

/** A page of the log. */
export interface LogPage {
  readonly events: readonly RecordedEvent[];
  /** Exclusive start of the next page, also past filtered events; null only for an empty log. */
  readonly next: Position | null;
  /** Whether the page reached the end of the log. */
  readonly end: boolean;
}

export interface SubscribeOptions extends AllFilter {
  /** Exclusive; null: from the first event. */
  readonly from: Position | null;
  readonly signal: AbortSignal;
  /** Most events a page may hold; default 1,000. */
  readonly pageSize?: number;
}

export interface EventStore {
  /**
   * Appends to one stream, all or nothing, durable when it resolves.
   * @throws WrongExpectedRevision when the stream has another revision and the ids are not stored already
   * @throws EventTooLarge when an event's data and metadata exceed {@link MAX_EVENT_BYTES}
   * @param until as `performance.now()`: an answer of EventStoreDB is waited for until then, but at least 1 s
   * @throws DamagedStream when EventStoreDB has the stream as deleted for good
   * @throws StoreUnavailable when the store can't be reached or the outcome is unknown
   */
  append(
    stream: string,
    events: readonly EventToAppend[],
    expected: ExpectedRevision,
    until?: number,
  ): Promise<AppendResult>;
  /**
   * Events of one stream; empty for an unknown one.
   * @throws DamagedStream when events between the first and the last one wanted are gone
   */
  read(stream: string, options?: ReadOptions): Promise<readonly RecordedEvent[]>;
  /**
   * Whole streams, in the order of these names; an unknown one is empty. PostgreSQL reads them in one statement.
   * @throws DamagedStream
   */
  readStreams(streams: readonly string[]): Promise<readonly (readonly RecordedEvent[])[]>;
  /**
   * Reads again these streams, those that this store has found damaged, and those whose deletion or limit it has passed in
   * EventStoreDB's log. @returns those that are damaged, or may lose events by a limit
   */
  damagedStreams(also?: readonly string[]): Promise<readonly DamagedStream[]>;
  /** One page of the whole log in log order, `from` exclusive. An event that commits late is never skipped. */
  readAll(from: Position | null, options?: AllFilter & { readonly limit?: number }): Promise<LogPage>;
  /**
   * Catches up, then follows the log until `signal` aborts. A page without events means that `next` moved past filtered
   * ones. Reconnects automatically.
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

/** The stream has another revision than the caller expected. */
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

/** The stream was deleted or truncated, or lacks events: nothing may be decided on what is left of it. */
export class DamagedStream extends Error {
  readonly stream: string;

  /** @param fault for administrators, e.g. `begins at revision 5` */
  constructor(stream: string, fault: string, options?: ErrorOptions) {
    super(`Stream ${stream} is damaged: it ${fault}.`, options);
    this.name = 'DamagedStream';
    this.stream = stream;
  }
}

/** One event is larger than {@link MAX_EVENT_BYTES}; nothing was appended. */
export class EventTooLarge extends Error {
  constructor(type: string, bytes: number) {
    super(`Event ${type} has ${bytes} bytes; at most ${MAX_EVENT_BYTES} can be stored.`);
    this.name = 'EventTooLarge';
  }
}

/** The store can't be reached, or the outcome of an append is unknown; answered with 503. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}
