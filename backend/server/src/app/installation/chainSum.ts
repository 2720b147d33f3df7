import type { CopiedEvent } from '@portal/event-store';
import { CHAIN_START, chain } from '@portal/projections';

/** Number of the last event and the chain hash up to it, in hex: equal for equal logs. */
export interface LogEnd {
  readonly seq: number;
  readonly hash: string;
}

/** Computes the chain hash of a log like the log index. */
export class ChainSum {
  #seq = 0n;
  #hash: Uint8Array = CHAIN_START;

  add(event: CopiedEvent): void {
    this.#seq += 1n;
    // the chain leaves positions out
    this.#hash = chain(this.#hash, this.#seq, { ...event, position: '' }).hash;
  }

  get end(): LogEnd {
    return { seq: Number(this.#seq), hash: Buffer.from(this.#hash).toString('hex') };
  }
}
