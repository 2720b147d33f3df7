import { setTimeout as pause } from 'node:timers/promises';
import { catchUp, Waker } from '../catchUp.ts';
import { checkAppend, checkLimit } from '../checks.ts';
import { checkWhole, DamagedStreams } from '../damage.ts';
import {
  type AllFilter,
  type EventStore,
  isIncluded,
  type LogPage,
  type Position,
  type ReadOptions,
  type RecordedEvent,
  StoreUnavailable,
} from '../port.ts';
import { comparePositionTexts } from '../positions.ts';
import { SharedTail } from '../sharedTail.ts';
import { AppendQueue } from './appendQueue.ts';
import { openPool, type PostgresEventStoreConfig, settingsOf } from './connection.ts';
import { Reader } from './reader.ts';
import { WriterSession } from './writerSession.ts';

const DEFAULT_PAGE = 1_000;

/**
 * The event store in PostgreSQL; `migratePostgresEventStore` must have created its schema. Connects at the first use and
 * reconnects after a loss.
 */
export function createPostgresEventStore(config: PostgresEventStoreConfig): EventStore {
  const settings = settingsOf(config);
  const waker = new Waker();
  const session = new WriterSession(settings, waker);
  const pool = openPool(settings);
  const reader = new Reader(pool, settings);
  const tail = new SharedTail((from, limit) => reader.page(from, {}, limit), waker);
  const queue = new AppendQueue(session, settings, waker, tail);
  const closing = new AbortController();
  const damaged = new DamagedStreams();
  let closed: Promise<void> | null = null;
  let polling = false;
  /** A subscriber could not read since the last poll. */
  let unread = false;

  function open(): void {
    if (closing.signal.aborted) throw new StoreUnavailable('The event store is closed.');
  }

  async function read(stream: string, options: ReadOptions = {}): Promise<readonly RecordedEvent[]> {
    open();
    const events = await reader.read(stream, options);
    checkWhole(stream, events, options);
    return events;
  }

  async function readStreams(names: readonly string[]): Promise<readonly (readonly RecordedEvent[])[]> {
    open();
    const streams = await reader.streams(names);
    for (const [at, events] of streams.entries()) checkWhole(names[at] as string, events);
    return streams;
  }

  async function readAll(
    from: Position | null,
    options: AllFilter & { readonly limit?: number } = {},
  ): Promise<LogPage> {
    open();
    checkLimit(options.limit);
    let page = await reader.page(from, options, options.limit ?? DEFAULT_PAGE);
    while (page.events.length === 0 && !page.end) {
      page = await reader.page(page.next, options, options.limit ?? DEFAULT_PAGE);
    }
    return page;
  }

  /** A page for a subscriber; null if the store is unavailable, so that it tries again later. */
  async function pageOrNull(
    from: Position | null,
    filter: AllFilter,
    limit: number,
  ): Promise<LogPage | null> {
    try {
      const shared = await tail.page(from, filter, limit);
      if (shared !== undefined) return shared;
      const page = await reader.page(from, filter, limit);
      if (page.end) tail.reached(page.next);
      return page;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      settings.onTrouble(error);
      unread = true;
      return null;
    }
  }

  /** Wakes subscribers if the log has grown without a notice or could not be read. One poll serves all of them. */
  async function poll(): Promise<void> {
    polling = true;
    let known: Position | null | undefined;
    while (!closing.signal.aborted) {
      await pause(settings.pollMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      if (closing.signal.aborted) return;
      const head = await reader.head().catch(() => undefined);
      if (head === undefined || head !== known || unread) {
        unread = false;
        waker.wake();
      }
      known = head;
    }
  }

  async function close(): Promise<void> {
    closing.abort();
    await queue.close();
    await session.close();
    await pool.end();
  }

  return {
    append: async (stream, events, expected) => {
      open();
      return queue.append(stream, events, expected, checkAppend(stream, events, expected));
    },
    read: (stream, options) => damaged.watch(read(stream, options)),
    readStreams: (streams) => damaged.watch(readStreams(streams)),
    damagedStreams: (also = []) => damaged.readAgain(also, read),
    readAll,
    subscribe: (options) => {
      open();
      checkLimit(options.pageSize);
      session.listen();
      if (!polling) void poll();
      return catchUp({
        from: options.from,
        signal: AbortSignal.any([options.signal, closing.signal]),
        waker,
        readPage: (from) => pageOrNull(from, options, options.pageSize ?? DEFAULT_PAGE),
        isWanted: (event) => isIncluded(event, options),
      });
    },
    head: async () => {
      open();
      return reader.head();
    },
    comparePositions: comparePositionTexts,
    close: () => (closed ??= close()),
  };
}
