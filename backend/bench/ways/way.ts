/** An event in the form that every store is given. */
export interface EventToWrite {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** One way of keeping events in PostgreSQL, as its own users would use it; it runs in a process of its own. */
export interface Way {
  /** Appends one event as the first of a stream. @returns its place in the log, where the store tells it */
  appendFirst(stream: string, event: EventToWrite): Promise<string | null>;
  /** Writes a stream of events, as fast as it can. */
  writeStream(stream: string, events: readonly EventToWrite[]): Promise<void>;
  /** Reads a whole stream, data parsed. @returns the data of its events, in order */
  readStream(stream: string): Promise<readonly unknown[]>;
  /** Reads the whole log in pages of 1,000, data parsed. @returns how many events; absent where the store can't */
  readLog?(): Promise<number>;
  /** Events that the store holds. */
  count(): Promise<number>;
}

/** What a module of a way exports. */
export interface WayModule {
  /** Makes what it needs in an empty database. */
  prepare(databaseUrl: string): Promise<void>;
  open(databaseUrl: string): Promise<Way>;
}

/** Sessions of a way that opens one for each caller: more made them slower on every machine tried. */
export const MOST_SESSIONS = 64;
