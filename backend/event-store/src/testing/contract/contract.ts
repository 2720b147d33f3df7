import type { EventStore } from '../../port.ts';

export interface ContractOptions {
  /**
   * Whether event ids are unique in the log (default). If false, ids are compared
   * only at the expected revision, so a known id appended elsewhere is stored again.
   */
  readonly uniqueIds?: boolean;
  /** Whether the log is empty when a test begins (default); false on a shared server. */
  readonly startsEmpty?: boolean;
}

/** Shared by the parts of the suite: the stores of the running test. */
export interface Contract {
  readonly store: () => EventStore;
  /** Opens another store over the same events, closed after the test; undefined if not supported. */
  readonly reopen: (() => Promise<EventStore>) | undefined;
  readonly options: Required<ContractOptions>;
}
