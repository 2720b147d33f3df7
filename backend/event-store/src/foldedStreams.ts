import type { Position } from './port.ts';

/** A stream as this process folded it last. */
export interface FoldedStream<State = unknown> {
  readonly state: State;
  readonly revision: bigint;
  readonly position: Position;
  /** ISO instant of its last event. */
  readonly recordedAt: string;
  /** Ids of its events, so that a command that ran before is found. */
  readonly eventIds: ReadonlySet<string>;
  /** When its first event was decoded, in ms of the handler's clock. */
  readonly decodedAt: number;
}

/** How state follows from events; what was folded by one says nothing to another. */
type Evolve = (...parameters: never[]) => unknown;

/** Event ids kept in all: about 10 MB. */
const MOST_IDS = 100_000;
/** A state holds personal fields in the clear: one of an erased person is gone after this long, in every process. */
export const KEEP_MS = 60_000;

/**
 * The streams folded last, so that a hot one is neither read nor decrypted from its beginning for each command. Never
 * the truth: an append at the revision that is kept here proves it, and every other answer is read first.
 */
export class FoldedStreams {
  readonly #now: () => number;
  readonly #mostIds: number;
  /** By stream, those used last at the end. */
  readonly #streams = new Map<string, { readonly evolve: Evolve; readonly folded: FoldedStream }>();
  #ids = 0;

  constructor(now: () => number, mostIds = MOST_IDS) {
    this.#now = now;
    this.#mostIds = mostIds;
  }

  /** What `evolve` made of the stream, unless it is gone or too old. The state is what was kept under this `evolve`. */
  get<State>(stream: string, evolve: Evolve): FoldedStream<State> | undefined {
    const kept = this.#streams.get(stream);
    if (kept === undefined || kept.evolve !== evolve) return undefined;
    if (this.#now() - kept.folded.decodedAt >= KEEP_MS) {
      this.forget(stream);
      return undefined;
    }
    this.#streams.delete(stream);
    this.#streams.set(stream, kept);
    return kept.folded as FoldedStream<State>;
  }

  /** Keeps a newer fold; an older one, of a command that took longer, is passed over. */
  keep(stream: string, evolve: Evolve, folded: FoldedStream): void {
    const kept = this.#streams.get(stream);
    if (kept !== undefined && kept.evolve === evolve && kept.folded.revision > folded.revision) return;
    this.forget(stream);
    if (folded.eventIds.size > this.#mostIds) return;
    this.#streams.set(stream, { evolve, folded });
    this.#ids += folded.eventIds.size;
    for (const [oldest] of this.#streams) {
      if (this.#ids <= this.#mostIds) break;
      this.forget(oldest);
    }
  }

  forget(stream: string): void {
    const kept = this.#streams.get(stream);
    if (kept === undefined) return;
    this.#streams.delete(stream);
    this.#ids -= kept.folded.eventIds.size;
  }

  /** Forgets all: a key was erased. */
  clear(): void {
    this.#streams.clear();
    this.#ids = 0;
  }
}
