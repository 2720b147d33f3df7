import { catchUp, Waker } from '../catchUp.ts';
import { checkAppend, checkLimit } from '../checks.ts';
import {
  type AllFilter,
  type AppendResult,
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
  isIncluded,
  type LogPage,
  type Position,
  type ReadOptions,
  type RecordedEvent,
  StoreUnavailable,
  type SubscribeOptions,
  WrongExpectedRevision,
} from '../port.ts';
import { comparePositionTexts, fromPosition, toPosition } from '../positions.ts';

/** Outlives a memory store, as a database outlives a process; stores may share it. */
export class MemoryLog {
  readonly events: RecordedEvent[] = [];
  readonly streams = new Map<string, RecordedEvent[]>();
  readonly byId = new Map<string, RecordedEvent>();
  readonly waker = new Waker();
}

const DEFAULT_PAGE = 1_000;

/** An event store in memory; for tests. */
export function createMemoryEventStore(log: MemoryLog = new MemoryLog()): EventStore {
  const closing = new AbortController();

  function open(): void {
    if (closing.signal.aborted) throw new StoreUnavailable('The event store is closed.');
  }

  async function append(
    stream: string,
    events: readonly EventToAppend[],
    expected: ExpectedRevision,
  ): Promise<AppendResult> {
    open();
    checkAppend(stream, events, expected);
    const recorded = log.streams.get(stream) ?? [];
    const known = events.flatMap((event) => log.byId.get(event.id) ?? []);
    const last = known.at(-1);
    if (
      last !== undefined &&
      known.length === events.length &&
      known.every((event) => event.stream === stream)
    ) {
      return { lastRevision: last.revision, position: last.position, known: true };
    }
    const actual: ExpectedRevision = recorded.length === 0 ? 'no_stream' : BigInt(recorded.length - 1);
    if (known.length > 0 || actual !== expected) throw new WrongExpectedRevision(stream, expected, actual);
    for (const { id, type, data, metadata } of events) {
      const revision = BigInt(recorded.length);
      const position = toPosition(log.events.length + 1);
      const event = Object.freeze({ id, type, data, metadata, stream, revision, position });
      recorded.push(event);
      log.events.push(event);
      log.byId.set(id, event);
    }
    log.streams.set(stream, recorded);
    log.waker.wake();
    return { lastRevision: BigInt(recorded.length - 1), position: toPosition(log.events.length) };
  }

  async function read(stream: string, options: ReadOptions = {}): Promise<readonly RecordedEvent[]> {
    open();
    const { from = -1n, to } = options;
    const recorded = log.streams.get(stream) ?? [];
    return recorded.filter(({ revision }) => revision > from && (to === undefined || revision <= to));
  }

  const readStreams = (streams: readonly string[]) => Promise.all(streams.map((stream) => read(stream)));

  function page(from: Position | null, filter: AllFilter, limit: number): LogPage {
    const events: RecordedEvent[] = [];
    let place = from === null ? 0 : Number(fromPosition(from));
    while (place < log.events.length && events.length < limit) {
      const event = log.events[place] as RecordedEvent;
      place += 1;
      if (isIncluded(event, filter)) events.push(event);
    }
    const next = place === 0 ? from : toPosition(place);
    return { events, next, end: place >= log.events.length };
  }

  async function readAll(
    from: Position | null,
    options: AllFilter & { readonly limit?: number } = {},
  ): Promise<LogPage> {
    open();
    checkLimit(options.limit);
    return page(from, options, options.limit ?? DEFAULT_PAGE);
  }

  function subscribe(options: SubscribeOptions): AsyncIterable<LogPage> {
    open();
    checkLimit(options.pageSize);
    return catchUp({
      from: options.from,
      signal: AbortSignal.any([options.signal, closing.signal]),
      waker: log.waker,
      readPage: async (from) => page(from, options, options.pageSize ?? DEFAULT_PAGE),
    });
  }

  return {
    append,
    read,
    readStreams,
    damagedStreams: async () => [],
    readAll,
    subscribe,
    head: async () => {
      open();
      return log.events.at(-1)?.position ?? null;
    },
    comparePositions: comparePositionTexts,
    close: async () => closing.abort(),
  };
}
