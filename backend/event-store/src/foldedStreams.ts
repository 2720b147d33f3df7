import { serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import type { Position } from './port.ts';

/** A stream as last folded by this process. Personal fields in its state are sealed. */
export interface FoldedStream<State = unknown> {
  readonly state: State;
  readonly revision: bigint;
  readonly position: Position;
  /** ISO instant of its last event. */
  readonly recordedAt: string;
  /** To detect a repeated command. */
  readonly eventIds: EventIds;
  /** Of the state, see {@link sizeAfter}. */
  readonly size: StateSize;
}

/** Bytes of a state. */
export interface StateSize {
  /** As measured last. */
  readonly measured: number;
  /** Characters of the events folded since. */
  readonly added: number;
}

/** Below this many bytes a state is not measured: that costs as much as reading it once. */
const SMALL = 8_000;

/**
 * The size of a state after `added` more characters of events: an upper bound, measured anew when it has doubled. The events
 * alone say too much: most replace what is there, so a stream grows and its state does not.
 */
export function sizeAfter(before: StateSize | undefined, added: number, state: unknown): StateSize {
  const size = { measured: before?.measured ?? 0, added: (before?.added ?? 0) + added };
  if (size.added <= Math.max(size.measured, SMALL)) return size;
  return { measured: serialize(state).length, added: 0 };
}

/**
 * The first 28 bits of the ids of a stream's events, which takes little memory for a long stream. All folds of a stream share
 * one object.
 */
export class EventIds {
  readonly #ids = new Set<number>();

  get count(): number {
    return this.#ids.size;
  }

  add(events: readonly { readonly id: string }[]): this {
    for (const { id } of events) this.#ids.add(shortened(id));
    return this;
  }

  /** False if the stream has no such event; true has to be checked in the stream. */
  mayHave(id: string): boolean {
    return this.#ids.has(shortened(id));
  }
}

const shortened = (uuid: string) => Number.parseInt(uuid.slice(0, 7), 16);

/** A decider's evolve function; states of different functions are not interchangeable. */
type Evolve = (...parameters: never[]) => unknown;

/** Limit in bytes of states and ids: about 50 MB of memory. */
export const MOST = 32_000_000;
/** Size of an event id in a set, in characters. */
const ID_SIZE = 16;

/**
 * Cache of folded streams, so that a command does not read and decode its stream from the beginning. A kept state counts
 * only if an append at its revision succeeds; for any other result the rest of the stream is read.
 */
export class FoldedStreams {
  readonly #streams: LRUCache<string, { readonly evolve: Evolve; readonly folded: FoldedStream }>;

  /** @param most bytes of all states and ids */
  constructor(most = MOST) {
    this.#streams = new LRUCache({
      maxSize: most,
      sizeCalculation: ({ folded: { size, eventIds } }) =>
        Math.max(size.measured + size.added + eventIds.count * ID_SIZE, 1),
    });
  }

  get count(): number {
    return this.#streams.size;
  }

  /** The stream as folded by `evolve`, unless evicted. */
  get<State>(stream: string, evolve: Evolve): FoldedStream<State> | undefined {
    const kept = this.#streams.get(stream);
    return kept?.evolve === evolve ? (kept.folded as FoldedStream<State>) : undefined;
  }

  /** Keeps a fold, unless a newer one is kept. */
  keep(stream: string, evolve: Evolve, folded: FoldedStream): void {
    const kept = this.get(stream, evolve);
    if (kept === undefined || kept.revision <= folded.revision) this.#streams.set(stream, { evolve, folded });
  }
}
