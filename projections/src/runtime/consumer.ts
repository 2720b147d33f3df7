import type { Position, RecordedEvent } from '@portal/event-store';
import type { Pool } from 'pg';
import type { DecodedEvents } from './decoding.ts';
import type { GenerationState } from './generation.ts';
import type { StatementPart } from './table.ts';

/** A run of events in log order, up to and including `next`; pages of the log that follow each other. */
export interface Batch {
  readonly events: readonly RecordedEvent[];
  readonly next: Position | null;
  /** Decodes these events of the batch; what several consumers ask for is decoded once. */
  decode(events: readonly RecordedEvent[], personal: boolean): Promise<DecodedEvents>;
}

/** What one batch comes to: written with the checkpoint, or not at all. */
export interface PreparedBatch {
  readonly parts: readonly StatementPart[];
  /** Accounts whose rows change, for the change feed: none for rows that are of no account; null where no row changes. */
  readonly accounts: readonly string[] | null;
  /** Keys that are parked from this batch on. */
  readonly parks: readonly string[];
  /** Called once the batch is written. */
  readonly written?: () => void;
}

/** Something that follows the log under a lease: a projection or the log index. */
export interface Consumer {
  readonly name: string;
  readonly version: number;
  /** The types it needs; null for every event. */
  readonly types: ReadonlySet<string> | null;
  readonly personal: boolean;
  /** Whether its rows wait for the disk; else a crash may take the last of them, to be made from the log again. */
  readonly durable: boolean;
  /**
   * @param events those of the batch that it needs
   * @param poison why, by event id, for events the database refused
   */
  prepare(
    db: Pool,
    state: GenerationState,
    batch: Batch,
    events: readonly RecordedEvent[],
    poison: ReadonlyMap<string, string>,
  ): Promise<PreparedBatch>;
}
