import type { EventStore } from '../../port.ts';

export interface ContractOptions {
  /**
   * Whether an event id can stand in the log once only (default). Where it is false, ids are compared
   * only at the expected revision, so a known id appended elsewhere is stored again.
   */
  readonly uniqueIds?: boolean;
  /** Whether the log is empty when a test begins (default); false on a server that is kept between runs. */
  readonly startsEmpty?: boolean;
}

/** What the parts of the suite share: the store of the running test and its siblings. */
export interface Contract {
  readonly store: () => EventStore;
  /** A further store over the same events, closed after the test; undefined where the adapter has none. */
  readonly reopen: (() => Promise<EventStore>) | undefined;
  readonly options: Required<ContractOptions>;
}
