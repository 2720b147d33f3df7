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
  /** How often everything had been forgotten when that began. */
  readonly forgets: number;
  /** Characters of its events' data: a state is hardly larger. */
  readonly size: number;
}

/** How state follows from events; what was folded by one says nothing to another. */
type Evolve = (...parameters: never[]) => unknown;

/** Characters kept in all, of events and of their ids: about 25 MB of memory. */
export const MOST = 16_000_000;
/** What the id of an event takes up in a set, in characters. */
const ID_SIZE = 100;
/** A state holds personal fields in the clear: one of an erased person is gone after this long, in every process. */
export const KEEP_MS = 5_000;

/**
 * The streams folded last, so that a hot one is neither read nor decrypted from its beginning for each command. Never
 * the truth: an append at the revision that is kept here proves it, and every other answer is read first.
 */
export class FoldedStreams {
  readonly #now: () => number;
  readonly #most: number;
  readonly #sweepMs: number;
  /** By stream, those used last at the end. */
  readonly #streams = new Map<string, { readonly evolve: Evolve; readonly folded: FoldedStream }>();
  #size = 0;
  #forgets = 0;
  #sweep: NodeJS.Timeout | undefined;

  /** @param sweepMs how often those that are too old are looked for, so that they go though nobody asks for them */
  constructor(now: () => number, most = MOST, sweepMs = KEEP_MS / 6) {
    this.#now = now;
    this.#most = most;
    this.#sweepMs = sweepMs;
  }

  /** How many streams are kept. */
  get count(): number {
    return this.#streams.size;
  }

  /** Stands in what is folded from a read or a command that begins now. */
  begin(): Pick<FoldedStream, 'decodedAt' | 'forgets'> {
    return { decodedAt: this.#now(), forgets: this.#forgets };
  }

  /** What `evolve` made of the stream, unless it is gone or too old. The state is what was kept under this `evolve`. */
  get<State>(stream: string, evolve: Evolve): FoldedStream<State> | undefined {
    const kept = this.#streams.get(stream);
    if (kept === undefined || kept.evolve !== evolve) return undefined;
    if (this.#isOver(kept.folded)) {
      this.forget(stream);
      return undefined;
    }
    this.#streams.delete(stream);
    this.#streams.set(stream, kept);
    return kept.folded as FoldedStream<State>;
  }

  /** Keeps a newer fold; an older one, of a command that took longer, is passed over, as is one that was to be forgotten. */
  keep(stream: string, evolve: Evolve, folded: FoldedStream): void {
    if (folded.forgets !== this.#forgets) return;
    const kept = this.#streams.get(stream);
    if (kept !== undefined && kept.evolve === evolve && kept.folded.revision > folded.revision) return;
    this.forget(stream);
    if (sizeOf(folded) > this.#most) return;
    this.#streams.set(stream, { evolve, folded });
    this.#size += sizeOf(folded);
    for (const [oldest] of this.#streams) {
      if (this.#size <= this.#most) break;
      this.forget(oldest);
    }
    this.#sweep ??= setTimeout(() => this.#forgetOld(), this.#sweepMs).unref();
  }

  forget(stream: string): void {
    const kept = this.#streams.get(stream);
    if (kept === undefined) return;
    this.#streams.delete(stream);
    this.#size -= sizeOf(kept.folded);
  }

  /** Forgets all, also what is being folded: a key was erased. */
  clear(): void {
    this.#forgets += 1;
    this.#streams.clear();
    this.#size = 0;
  }

  /** A clock that was set back makes nothing younger. */
  #isOver({ decodedAt }: FoldedStream): boolean {
    const age = this.#now() - decodedAt;
    return age < 0 || age >= KEEP_MS;
  }

  #forgetOld(): void {
    this.#sweep = undefined;
    for (const [stream, { folded }] of this.#streams) if (this.#isOver(folded)) this.forget(stream);
    if (this.#streams.size > 0) this.#sweep = setTimeout(() => this.#forgetOld(), this.#sweepMs).unref();
  }
}

const sizeOf = ({ size, eventIds }: FoldedStream) => size + eventIds.size * ID_SIZE;
