import type { AllFilter, CopiedEvent, EventStore, LogPage, Position } from '@portal/event-store';
import { CHAIN_START, chain } from '@portal/projections';

const PAGE = 1_000;

/** A whole log by pages; the last one may be empty. */
export async function* pagesOf(
  store: EventStore,
  filter: AllFilter = {},
): AsyncGenerator<LogPage, void, void> {
  for (let at: Position | null = null, ended = false; !ended; ) {
    const page: LogPage = await store.readAll(at, { ...filter, limit: PAGE });
    yield page;
    at = page.next;
    ended = page.end;
  }
}

/** A log that is copied. */
export interface LogSource {
  /** All events in order, from the first one at each call. */
  events(): AsyncGenerator<CopiedEvent, void, void>;
  /** Number of events appended since the last complete run through `events`. */
  later(): Promise<number>;
}

/** The log of a store, which may grow. */
export function logOf(store: EventStore): LogSource {
  let end: Position | null = null;
  return {
    async *events() {
      for await (const page of pagesOf(store)) {
        end = page.next;
        yield* page.events;
      }
    },
    later: async () => (await store.readAll(end, { limit: PAGE })).events.length,
  };
}

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
