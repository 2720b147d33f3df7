import type { Position } from './port.ts';

/** A stream as last folded by this process. */
export interface FoldedStream<State = unknown> {
  readonly state: State;
  readonly revision: bigint;
  readonly position: Position;
  /** ISO instant of its last event. */
  readonly recordedAt: string;
  /** Ids of its events, to detect a repeated command. */
  readonly eventIds: ReadonlySet<string>;
  /** When its first event was decoded, in ms of the handler's clock. */
  readonly decodedAt: number;
  /** Number of calls of {@link FoldedStreams.clear} when that began. */
  readonly forgets: number;
  /** Characters of its events' data, as an estimate of the state's size. */
  readonly size: number;
}

/** A decider's evolve function; states of different functions are not interchangeable. */
type Evolve = (...parameters: never[]) => unknown;

/** Limit in characters of events and ids: about 25 MB of memory. */
export const MOST = 16_000_000;
/** Size of an event id in a set, in characters. */
const ID_SIZE = 100;
/** States hold personal fields in the clear; those of an erased person are dropped after this time in every process. */
export const KEEP_MS = 5_000;

/**
 * Cache of folded streams, so that a busy one is not read and decrypted from its beginning for each command. A kept state
 * counts only if an append at its revision succeeds; for any other result the stream is read.
 */
export class FoldedStreams {
  readonly #now: () => number;
  readonly #most: number;
  readonly #sweepMs: number;
  /** By stream, the last used at the end. */
  readonly #streams = new Map<string, { readonly evolve: Evolve; readonly folded: FoldedStream }>();
  #size = 0;
  #forgets = 0;
  #sweep: NodeJS.Timeout | undefined;

  /** @param sweepMs how often expired streams are removed */
  constructor(now: () => number, most = MOST, sweepMs = KEEP_MS / 6) {
    this.#now = now;
    this.#most = most;
    this.#sweepMs = sweepMs;
  }

  get count(): number {
    return this.#streams.size;
  }

  /** Time and generation of a fold that begins now. */
  begin(): Pick<FoldedStream, 'decodedAt' | 'forgets'> {
    return { decodedAt: this.#now(), forgets: this.#forgets };
  }

  /** The stream as folded by `evolve`, unless evicted or expired. */
  get<State>(stream: string, evolve: Evolve): FoldedStream<State> | undefined {
    const kept = this.#streams.get(stream);
    if (kept === undefined || kept.evolve !== evolve) return undefined;
    if (this.#isExpired(kept.folded)) {
      this.forget(stream);
      return undefined;
    }
    this.#streams.delete(stream);
    this.#streams.set(stream, kept);
    return kept.folded as FoldedStream<State>;
  }

  /** Keeps a fold, unless a newer one is kept or it began before {@link clear}. */
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
    this.#sweep ??= setTimeout(() => this.#removeExpired(), this.#sweepMs).unref();
  }

  forget(stream: string): void {
    const kept = this.#streams.get(stream);
    if (kept === undefined) return;
    this.#streams.delete(stream);
    this.#size -= sizeOf(kept.folded);
  }

  /** Forgets all streams, also those being folded, because a key was erased. */
  clear(): void {
    this.#forgets += 1;
    this.#streams.clear();
    this.#size = 0;
  }

  /** A clock that was set back counts as expired. */
  #isExpired({ decodedAt }: FoldedStream): boolean {
    const age = this.#now() - decodedAt;
    return age < 0 || age >= KEEP_MS;
  }

  #removeExpired(): void {
    this.#sweep = undefined;
    for (const [stream, { folded }] of this.#streams) if (this.#isExpired(folded)) this.forget(stream);
    if (this.#streams.size > 0) this.#sweep = setTimeout(() => this.#removeExpired(), this.#sweepMs).unref();
  }
}

const sizeOf = ({ size, eventIds }: FoldedStream) => size + eventIds.size * ID_SIZE;
