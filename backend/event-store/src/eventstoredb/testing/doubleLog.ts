/** Part of the EventStoreDB test double (see `eventStoreDbDouble.ts`): its log and the checks of an append. */
import { randomUUID } from 'node:crypto';

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
  | { readonly kind: 'too-large' }
  /** Deleted for good. */
  | { readonly kind: 'deleted' };

/** EventStoreDB's default for one append, in bytes. */
export const MAX_APPEND_SIZE = 1024 * 1024;

const RECORD_OVERHEAD = 80;

/** `$tb` of a deleted stream, and the revision of `$streamDeleted`. */
const LAST_REVISION = 2n ** 63n - 1n;

/** The stream whose metadata this one holds, or itself. */
const ownerOf = (stream: string) => stream.replace(/^\$\$/, '');

export class DoubleLog {
  readonly events: StoredEvent[] = [];
  readonly #streams = new Map<string, StoredEvent[]>();
  readonly #tombstones = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #end = 1_024n;

  /** What a read returns: without the events that the stream's metadata drops. */
  stream(name: string): readonly StoredEvent[] {
    const { $tb = 0, $maxCount = Number.POSITIVE_INFINITY } = this.#metadata(name);
    return this.#written(name)
      .slice(-$maxCount)
      .filter(({ revision }) => revision >= BigInt($tb));
  }

  /** Whether a read finds the stream: not one that was deleted and not written since. */
  isFound(name: string): boolean {
    return this.#written(name).length > 0 && !this.#isDeleted(name);
  }

  /** Whether a stream, or the one whose metadata it holds, is deleted for good. */
  isTombstoned(name: string): boolean {
    return this.#tombstones.has(ownerOf(name));
  }

  delete(stream: string): void {
    this.#setMetadata(stream, `{"$tb":${LAST_REVISION}}`);
    this.#wake();
  }

  tombstone(stream: string): void {
    this.#tombstones.add(stream);
    this.#store(stream, systemEvent('$streamDeleted', ''), LAST_REVISION);
    this.#wake();
  }

  #wake(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  #written(name: string): readonly StoredEvent[] {
    return this.#streams.get(name) ?? [];
  }

  #isDeleted(name: string): boolean {
    return BigInt(this.#metadata(name).$tb ?? 0) >= LAST_REVISION;
  }

  /** `$maxAge` is left out. */
  #metadata(name: string): { readonly $tb?: number; readonly $maxCount?: number } {
    if (name.startsWith('$$')) return { $maxCount: 1 };
    const data = this.#written(`$$${name}`).at(-1)?.data;
    return data === undefined ? {} : JSON.parse(Buffer.from(data).toString());
  }

  #setMetadata(stream: string, json: string): void {
    this.#store(`$$${stream}`, systemEvent('$metadata', json));
  }

  /** Calls `listener` after each append until the returned function is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  append(stream: string, proposed: readonly ProposedEvent[], expected: Expected): Verdict {
    const size = proposed.reduce((sum, event) => sum + event.data.length + event.metadata.length, 0);
    if (size > MAX_APPEND_SIZE) return { kind: 'too-large' };
    if (this.isTombstoned(stream)) return { kind: 'deleted' };
    const there = this.#written(stream);
    const last = there.at(-1)?.revision;
    const actual = last ?? 'no_stream';
    const matches =
      expected === 'any' ||
      (expected === 'stream_exists' ? last !== undefined : expected === actual) ||
      (expected === 'no_stream' && this.#isDeleted(stream));
    if (!matches) {
      if (expected === 'stream_exists') return { kind: 'wrong', actual };
      const first = expected === 'no_stream' ? 0 : Number(expected) + 1;
      const same = proposed.every((event, at) => there[first + at]?.id === event.id);
      if (!same) return { kind: 'wrong', actual };
      return { kind: 'appended', revision: BigInt(first + proposed.length - 1), place: null };
    }
    if (this.#isDeleted(stream)) this.#setMetadata(stream, `{"$tb":${there.length}}`);
    for (const event of proposed) this.#store(stream, event);
    this.#wake();
    const stored = this.#written(stream).at(-1);
    return { kind: 'appended', revision: stored?.revision ?? 0n, place: stored?.place ?? null };
  }

  #store(stream: string, event: ProposedEvent, at?: bigint): void {
    const there = this.#streams.get(stream) ?? [];
    if (there.length === 0) this.#streams.set(stream, there);
    const stored = { ...event, stream, revision: at ?? BigInt(there.length), place: this.#end };
    this.#end += BigInt(RECORD_OVERHEAD + stream.length + event.data.length + event.metadata.length);
    there.push(stored);
    this.events.push(stored);
  }
}

const systemEvent = (type: string, json: string): ProposedEvent => ({
  id: randomUUID(),
  type,
  contentType: 'application/json',
  data: Buffer.from(json),
  metadata: Buffer.of(),
});
