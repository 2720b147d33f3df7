import { setTimeout as pause } from 'node:timers/promises';
import { Waker } from '../catchUp.ts';
import type { LogPage, Position, RecordedEvent } from '../port.ts';
import type { OpenRead } from './connection.ts';

export interface FollowOptions {
  readonly from: Position | null;
  readonly signal: AbortSignal;
  readonly pageSize: number;
  readonly wanted: (event: RecordedEvent) => boolean;
  readonly isVisible: (event: RecordedEvent) => boolean;
  readonly readPage: (from: Position | null) => Promise<LogPage>;
  readonly openTail: (from: Position | null) => Promise<OpenRead>;
  readonly backOff: { readonly firstMs: number; readonly longestMs: number };
  readonly onDropped: (error: unknown, attempt: number) => void;
}

/**
 * The log after `from` until the signal aborts. Catch-up reads full pages; then a gRPC subscription delivers new events.
 * After any failure it starts again after the last page delivered, with exponential back-off and jitter.
 */
export async function* followLog(options: FollowOptions): AsyncGenerator<LogPage, void, void> {
  const { signal, backOff } = options;
  let from = options.from;
  let attempt = 0;
  while (!signal.aborted) {
    let dropped: unknown = new Error('EventStoreDB ended the subscription.');
    try {
      for await (const page of catchUpThenTail(from, options)) {
        attempt = 0;
        from = page.next;
        yield page;
        if (signal.aborted) return;
      }
    } catch (error) {
      dropped = error;
    }
    if (signal.aborted) return;
    // a position of another store: a mistake of the caller, not retried
    if (dropped instanceof TypeError) throw dropped;
    attempt += 1;
    options.onDropped(dropped, attempt);
    const longest = Math.min(backOff.longestMs, backOff.firstMs * 2 ** Math.min(attempt - 1, 16));
    await pause(longest * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
  }
}

async function* catchUpThenTail(
  start: Position | null,
  options: FollowOptions,
): AsyncGenerator<LogPage, void, void> {
  let from = start;
  for (;;) {
    const page = await options.readPage(from);
    if (options.signal.aborted) return;
    if (page.next !== from) {
      from = page.next;
      yield page;
      if (options.signal.aborted) return;
    }
    if (page.end) break;
  }
  yield* tailPages(from, options);
}

/** Pages of new events; while the consumer is busy, at most one page is collected. */
async function* tailPages(
  from: Position | null,
  options: FollowOptions,
): AsyncGenerator<LogPage, void, void> {
  const { signal, pageSize } = options;
  const tail = await options.openTail(from);
  const stop = new AbortController();
  const ended = AbortSignal.any([signal, stop.signal]);
  const arrived = new Waker();
  const taken = new Waker();
  let collected: RecordedEvent[] = [];
  let state: 'open' | 'ended' | { readonly failure: unknown } = 'open';
  const collect = async () => {
    try {
      for await (const event of tail) {
        if (!options.isVisible(event)) continue;
        collected.push(event);
        arrived.wake();
        while (collected.length >= pageSize && !ended.aborted) await taken.sleep(taken.count, ended);
      }
      state = 'ended';
    } catch (failure) {
      state = { failure };
    }
    arrived.wake();
  };
  const cancel = () => tail.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const collecting = collect();
  try {
    while (!signal.aborted) {
      const seen = arrived.count;
      const page = collected;
      const last = page.at(-1);
      if (last !== undefined) {
        collected = [];
        taken.wake();
        yield { events: page.filter(options.wanted), next: last.position, end: collected.length === 0 };
        continue;
      }
      const now = state as 'open' | 'ended' | { readonly failure: unknown };
      if (now === 'ended') return;
      if (now !== 'open') throw now.failure;
      await arrived.sleep(seen, signal);
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    stop.abort();
    tail.cancel();
    await collecting;
  }
}
