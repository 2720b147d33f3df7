import type { Position, RecordedEvent } from '@portal/event-store';
import type { DecodedEvents } from './decoding.ts';
import type { GenerationState } from './generation.ts';
import type { Queryable } from './select.ts';
import type { StatementPart } from './table.ts';

/** Events in log order, up to and including `next`. */
export interface Batch {
  readonly events: readonly RecordedEvent[];
  readonly next: Position | null;
  /** Decodes events of the batch; shared by consumers. */
  decode(events: readonly RecordedEvent[], personal: boolean): Promise<DecodedEvents>;
}

/** The writes of one batch, committed together with the checkpoint. */
export interface PreparedBatch {
  readonly parts: readonly StatementPart[];
  /** Accounts whose rows change, for the change feed; empty for rows without an account, null if no row changes. */
  readonly accounts: readonly string[] | null;
  /** Keys parked from this batch on. */
  readonly parks: readonly string[];
  /** Called once the batch is written. */
  readonly written?: () => void;
}

/** Follows the log under a lease: a projection or the log index. */
export interface Consumer {
  readonly name: string;
  readonly version: number;
  /** Event types it reads; null for all. */
  readonly types: ReadonlySet<string> | null;
  readonly personal: boolean;
  /** Whether commits wait for the disk; otherwise a crash may lose the last rows, which are then projected again. */
  readonly durable: boolean;
  /** Least time between its commits in milliseconds, so that under load one commit writes more events. Default 0. */
  readonly pauseMs?: number;
  /**
   * @param events those of its types
   * @param poison reasons by event id, for events the database refused
   */
  prepare(
    db: Queryable,
    state: GenerationState,
    batch: Batch,
    events: readonly RecordedEvent[],
    poison: ReadonlyMap<string, string>,
  ): Promise<PreparedBatch>;
}
