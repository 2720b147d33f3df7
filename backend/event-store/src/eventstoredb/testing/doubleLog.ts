/** Part of the EventStoreDB test double (see `eventStoreDbDouble.ts`): its log and the checks of an append. */

export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface StoredEvent extends ProposedEvent {
  readonly stream: string;
  readonly revision: bigint;
  /** Commit and prepare position; equal, as EventStoreDB does for a single write. */
  readonly place: bigint;
}

export type Expected = 'any' | 'stream_exists' | 'no_stream' | bigint;

export type Verdict =
  /** `place` is null for a repeated append. */
  | { readonly kind: 'appended'; readonly revision: bigint; readonly place: bigint | null }
  | { readonly kind: 'wrong'; readonly actual: bigint | 'no_stream' }
  | { readonly kind: 'too-large' };

/** EventStoreDB's default for one append, in bytes. */
export const MAX_APPEND_SIZE = 1024 * 1024;

const RECORD_OVERHEAD = 80;

export class DoubleLog {
  readonly events: StoredEvent[] = [];
  readonly #streams = new Map<string, StoredEvent[]>();
  readonly #listeners = new Set<() => void>();
  #end = 1_024n;

  stream(name: string): readonly StoredEvent[] {
    return this.#streams.get(name) ?? [];
  }

  /** Calls `listener` after each append until the returned function is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  append(stream: string, proposed: readonly ProposedEvent[], expected: Expected): Verdict {
    const size = proposed.reduce((sum, event) => sum + event.data.length + event.metadata.length, 0);
    if (size > MAX_APPEND_SIZE) return { kind: 'too-large' };
    const there = this.stream(stream);
    const last = there.at(-1)?.revision;
    const actual = last ?? 'no_stream';
    const matches =
      expected === 'any' || (expected === 'stream_exists' ? last !== undefined : expected === actual);
    if (!matches) {
      if (expected === 'stream_exists') return { kind: 'wrong', actual };
      const first = expected === 'no_stream' ? 0 : Number(expected) + 1;
      const same = proposed.every((event, at) => there[first + at]?.id === event.id);
      if (!same) return { kind: 'wrong', actual };
      return { kind: 'appended', revision: BigInt(first + proposed.length - 1), place: null };
    }
    for (const event of proposed) this.#store(stream, event);
    for (const listener of [...this.#listeners]) listener();
    const stored = this.stream(stream).at(-1);
    return { kind: 'appended', revision: stored?.revision ?? 0n, place: stored?.place ?? null };
  }

  #store(stream: string, event: ProposedEvent): void {
    const there = this.#streams.get(stream) ?? [];
    if (there.length === 0) this.#streams.set(stream, there);
    const stored = { ...event, stream, revision: BigInt(there.length), place: this.#end };
    this.#end += BigInt(RECORD_OVERHEAD + stream.length + event.data.length + event.metadata.length);
    there.push(stored);
    this.events.push(stored);
  }
}
