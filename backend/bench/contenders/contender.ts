export interface EventToWrite {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** An event store on PostgreSQL that is measured, used as its documentation shows. It runs in its own process. */
export interface Contender {
  /** Appends one event as the first of a stream. @returns its position, if the store returns one */
  appendFirst(stream: string, event: EventToWrite): Promise<string | null>;
  /** Writes a stream of events. */
  writeStream(stream: string, events: readonly EventToWrite[]): Promise<void>;
  /** Reads a whole stream, data parsed. @returns the data of its events, in order */
  readStream(stream: string): Promise<readonly unknown[]>;
  /** Reads the whole log in pages of 1,000, data parsed. @returns the number of events; absent if the store can't */
  readLog?(): Promise<number>;
  /** Number of stored events. */
  count(): Promise<number>;
}

export interface ContenderModule {
  /** Creates its schema in an empty database. */
  prepare(databaseUrl: string): Promise<void>;
  open(databaseUrl: string): Promise<Contender>;
}

/** Sessions of a contender: more were slower on each machine tried. */
export const MAX_SESSIONS = 64;
