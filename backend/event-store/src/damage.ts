import { DamagedStream, type ReadOptions, type RecordedEvent } from './port.ts';

/**
 * Checks what a store has read of a stream after the revision `from`.
 * @throws DamagedStream if it does not begin where the read did, or has gaps
 */
export function checkWhole(
  stream: string,
  events: readonly RecordedEvent[],
  { from = -1n }: ReadOptions = {},
): void {
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) return;
  if (first.revision !== from + 1n)
    throw new DamagedStream(stream, `has revision ${first.revision} where ${from + 1n} should be`);
  if (last.revision - first.revision !== BigInt(events.length - 1))
    throw new DamagedStream(stream, `has gaps between revisions ${first.revision} and ${last.revision}`);
}

/** Remembers the streams that a store has found damaged, or that EventStoreDB was told to drop events of. */
export class DamagedStreams {
  readonly #streams = new Set<string>();

  add(stream: string): void {
    this.#streams.add(stream);
  }

  /** `work`, whose damaged stream is remembered. */
  async watch<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof DamagedStream) this.#streams.add(error.stream);
      throw error;
    }
  }

  /** Those, of these too, that `read` still finds damaged. */
  async readAgain(
    also: readonly string[],
    read: (stream: string) => Promise<unknown>,
  ): Promise<readonly DamagedStream[]> {
    const damaged: DamagedStream[] = [];
    for (const stream of new Set([...this.#streams, ...also])) {
      try {
        await read(stream);
        this.#streams.delete(stream);
      } catch (error) {
        if (!(error instanceof DamagedStream)) throw error;
        damaged.push(error);
      }
    }
    return damaged;
  }
}
