import type { LogPage, Position, RecordedEvent } from './port.ts';

type IsWanted = (event: RecordedEvent) => boolean;

/**
 * Wakes sleepers when the log may have grown. A sleeper passes the count from before its read, so that a wake between
 * read and sleep is not lost.
 */
export class Waker {
  #count = 0;
  readonly #sleepers = new Map<() => void, IsWanted>();

  get count(): number {
    return this.#count;
  }

  /** @param events all that is new; sleepers that want none of them sleep on, and read them with the next they want */
  wake(events?: readonly RecordedEvent[]): void {
    this.#count += 1;
    for (const [rouse, isWanted] of [...this.#sleepers])
      if (events === undefined || events.some(isWanted)) rouse();
  }

  /** Resolves at a wake after `seen` or when `signal` aborts. */
  sleep(seen: number, signal: AbortSignal, isWanted: IsWanted = () => true): Promise<void> {
    if (this.#count !== seen || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const rouse = () => {
        this.#sleepers.delete(rouse);
        signal.removeEventListener('abort', rouse);
        resolve();
      };
      this.#sleepers.set(rouse, isWanted);
      signal.addEventListener('abort', rouse, { once: true });
    });
  }
}

export interface CatchUpOptions {
  readonly from: Position | null;
  readonly signal: AbortSignal;
  readonly waker: Waker;
  /** Reads one page; null if the log could not be read: the loop tries again at the next wake. */
  readPage(from: Position | null): Promise<LogPage | null>;
  /** Which events are worth waking for; default all. */
  readonly isWanted?: IsWanted;
}

/** Catches up, then follows: yields pages with events or a new `next`, until the signal aborts. */
export async function* catchUp(options: CatchUpOptions): AsyncGenerator<LogPage, void, void> {
  const { signal, waker } = options;
  let from = options.from;
  while (!signal.aborted) {
    const seen = waker.count;
    const page = await options.readPage(from);
    if (signal.aborted) return;
    if (page !== null && page.next !== from) {
      from = page.next;
      yield page;
      if (!page.end) continue;
    }
    await waker.sleep(seen, signal, options.isWanted);
  }
}
