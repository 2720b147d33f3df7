import type { EventStore, LogPage, Position, RecordedEvent } from '@portal/event-store';
import type { Batch } from './consumer.ts';
import { type DecodedEvents, decodeEach, type PortalCodec } from './decoding.ts';
import type { Log } from './log.ts';

/** A page of the log and where it begins (exclusive); several consumers share what is decoded of it. */
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
  /** Types that consumers need decoded, with or without personal fields. */
  readonly decodedTypes: (personal: boolean) => ReadonlySet<string>;
  readonly deliver: (page: TailPage) => void;
}

/**
 * The one reader of new events in this process: follows the store and hands each page to every consumer.
 * It starts at the log's end; who is behind reads by itself until it meets the tail.
 */
export class Tail {
  /** How far the tail has read; undefined before it knows where the log ends. */
  next: Position | null | undefined;
  readonly #options: TailOptions;

  constructor(options: TailOptions) {
    this.#options = options;
  }

  /** Follows the log until the signal aborts, starting again where it was when the store fails. */
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
        log.warn({ err: error }, 'The log can not be followed just now; trying again.');
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
          // A failed decode is tried again by whoever asks next.
          result.catch(() => decoded.delete(personal));
          decoded.set(personal, result);
        }
        return result;
      },
    });
  }
}

/** Tail pages that follow each other, as one batch of the events after `checkpoint`. */
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

/** A page that a consumer read by itself: only its own events, decoded for it alone. */
export function batchOfOwnPage(page: LogPage, codec: PortalCodec): Batch {
  return {
    events: page.events,
    next: page.next,
    decode: (events, personal) => decodeEach(codec, events, personal),
  };
}
