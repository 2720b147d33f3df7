import type { EventStore, LogPage, Position, RecordedEvent } from '@portal/event-store';
import type { Batch } from './consumer.ts';
import { type DecodedEvents, decodeEach, type PortalCodec } from './decoding.ts';
import type { Log } from './log.ts';

/** A page of the log after `from` (exclusive); consumers share its decoded events. */
export interface TailPage {
  readonly from: Position | null;
  readonly next: Position | null;
  readonly events: readonly RecordedEvent[];
  decodeAll(personal: boolean): Promise<DecodedEvents>;
}

const RETRY_MS = 500;

export interface TailOptions {
  readonly store: EventStore;
  readonly codec: PortalCodec;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Event types to decode with or without personal fields. */
  readonly decodedTypes: (personal: boolean) => ReadonlySet<string>;
  readonly deliver: (page: TailPage) => void;
}

/**
 * The only reader of new events in this process: follows the store and delivers each page to all consumers.
 * It starts at the log's end; a consumer that is behind reads by itself until it reaches the tail.
 */
export class Tail {
  /** Position read so far; undefined before the log's end is known. */
  next: Position | null | undefined;
  readonly #options: TailOptions;

  constructor(options: TailOptions) {
    this.#options = options;
  }

  /** Follows the log until the signal aborts; after a failure of the store it continues. */
  async run(): Promise<void> {
    const { store, signal, log } = this.#options;
    while (!signal.aborted) {
      try {
        if (this.next === undefined) {
          this.next = await store.head();
          this.#deliver({ events: [], next: this.next, end: true });
        }
        for await (const page of store.subscribe({ from: this.next, signal })) this.#deliver(page);
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error }, 'The log can not be followed; trying again.');
      }
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  #deliver(page: LogPage): void {
    const { codec, decodedTypes, deliver } = this.#options;
    const decoded = new Map<boolean, Promise<DecodedEvents>>();
    const from = this.next ?? null;
    this.next = page.next;
    deliver({
      from,
      next: page.next,
      events: page.events,
      decodeAll: (personal) => {
        let result = decoded.get(personal);
        if (result === undefined) {
          const types = decodedTypes(personal);
          result = decodeEach(
            codec,
            page.events.filter(({ type }) => types.has(type)),
            personal,
          );
          // the next caller tries again
          result.catch(() => decoded.delete(personal));
          decoded.set(personal, result);
        }
        return result;
      },
    });
  }
}

/** Consecutive tail pages as one batch of the events after the checkpoint. */
export function batchOfTailPages(
  pages: readonly TailPage[],
  isAfterCheckpoint: (position: Position) => boolean,
): Batch {
  return {
    events: pages.flatMap(({ events }) => events).filter(({ position }) => isAfterCheckpoint(position)),
    next: pages.at(-1)?.next ?? null,
    async decode(_events, personal) {
      const all = await Promise.all(pages.map((page) => page.decodeAll(personal)));
      if (all.length === 1 && all[0] !== undefined) return all[0];
      return {
        readable: new Map(all.flatMap(({ readable }) => [...readable])),
        unreadable: new Map(all.flatMap(({ unreadable }) => [...unreadable])),
      };
    },
  };
}

/** A page that a consumer read by itself. */
export function batchOfOwnPage(page: LogPage, codec: PortalCodec): Batch {
  return {
    events: page.events,
    next: page.next,
    decode: (events, personal) => decodeEach(codec, events, personal),
  };
}
