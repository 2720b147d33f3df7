import type { CopiedEvent } from '@portal/event-store';
import { CHAIN_START, chain } from '@portal/projections';

/** Number of a log's last event and the hash of the chain up to it, in hex: what proves that two logs are the same. */
export interface LogEnd {
  readonly seq: number;
  readonly hash: string;
}

/** Numbers and chains events as the log index does, for a log that has none at hand. */
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
