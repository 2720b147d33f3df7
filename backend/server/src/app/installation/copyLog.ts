import { setTimeout as pause } from 'node:timers/promises';
import {
  bytesOf,
  type CopiedEvent,
  type EventStore,
  type LogWriter,
  type Position,
  StoreUnavailable,
  WrongExpectedRevision,
} from '@portal/event-store';
import { ChainSum, type LogEnd, type LogSource, pagesOf } from './log.ts';

export interface CopyOrder {
  readonly source: LogSource;
  readonly target: EventStore;
  readonly writer: LogWriter;
  /** Length of the log; 0 if unknown. */
  readonly total?: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
  /** First pause after a failed write, in milliseconds, doubled each time; default 200. */
  readonly retryMs?: number;
}

export interface CopyProgress {
  /** comparing: existing events of the target; verifying: the whole target. */
  readonly phase: 'comparing' | 'copying' | 'verifying';
  /** Events so far, from the first one of the log. */
  readonly done: number;
  readonly total: number;
}

export interface CopiedLog {
  readonly end: LogEnd;
  /** Events written now; the others existed. */
  readonly written: number;
}

/** The target is not a copy of the source's beginning. */
export class TargetHoldsSomethingElse extends Error {
  constructor(seq: number, held: CopiedEvent, wanted: CopiedEvent | undefined) {
    const name = (event: CopiedEvent) =>
      `${event.type} ${event.id} (${event.stream}, revision ${event.revision})`;
    super(
      wanted === undefined
        ? `The target goes on behind the log that is copied: its event ${seq} is ${name(held)}. Nothing more was written.`
        : `The target holds something else: its event ${seq} is ${name(held)}, where the log that is copied has ${name(wanted)}${
            held.id === wanted.id ? ' with another content' : ''
          }. Nothing more was written; copy into an empty store.`,
    );
    this.name = 'TargetHoldsSomethingElse';
  }
}

/** Events were appended to the source while it was copied. */
export class SourceWentOn extends Error {
  constructor(later: number, { seq }: LogEnd) {
    super(
      `The log changed while it was copied: ${later} ${later === 1 ? 'event' : 'events'} came behind number ${seq}. ` +
        'Stop what writes there and run the copy again; it continues where the target ends.',
    );
    this.name = 'SourceWentOn';
  }
}

const PAGE_BYTES = 8_000_000;
/** Attempts per page; the last pauses take seconds. */
const ATTEMPTS = 8;

/**
 * Copies a log into another store with order, ids, bytes and revisions, so that hashes and proofs stay valid. It can be
 * interrupted and repeated: it compares what the target holds and continues after it. Finally the target is read again and
 * its chain hash compared.
 * @throws TargetHoldsSomethingElse before more is written
 * @throws SourceWentOn if the source grew
 */
export async function copyLog(order: CopyOrder): Promise<CopiedLog> {
  const { source, target, writer, total = 0, signal, onProgress } = order;
  const sum = new ChainSum();
  const coming = source.events();
  const goes = (phase: CopyProgress['phase'], done: number) => {
    signal?.throwIfAborted();
    onProgress?.({ phase, done, total });
  };

  let after: Position | null = null;
  const take = (held: CopiedEvent, wanted: CopiedEvent | undefined) => {
    if (wanted === undefined || !isSame(held, wanted)) {
      throw new TargetHoldsSomethingElse(sum.end.seq + 1, held, wanted);
    }
    sum.add(wanted);
  };
  for await (const page of pagesOf(target)) {
    for (const held of page.events) take(held, (await coming.next()).value ?? undefined);
    after = page.next;
    goes('comparing', sum.end.seq);
  }
  const found = sum.end.seq;

  for await (const page of writablePages(coming, writer.pageEvents)) {
    let missing = page;
    for (let attempt = 1; missing.length > 0; attempt += 1) {
      goes('copying', sum.end.seq);
      try {
        after = await writer.write(missing, after);
        for (const event of missing) sum.add(event);
        missing = [];
      } catch (error) {
        const unknown = error instanceof StoreUnavailable || error instanceof WrongExpectedRevision;
        if (!unknown || attempt === ATTEMPTS) throw error;
        await pause((order.retryMs ?? 200) * 2 ** (attempt - 1), undefined, signal && { signal });
        // part of the page may have been written: read what is there
        const landed = await target.readAll(after, { limit: missing.length }).catch(() => null);
        for (const held of landed?.events ?? []) {
          take(held, missing[0]);
          missing = missing.slice(1);
          attempt = 0;
        }
        if (landed !== null) after = landed.next;
      }
    }
  }
  goes('copying', sum.end.seq);

  const copied = new ChainSum();
  for await (const page of pagesOf(target)) {
    for (const event of page.events) copied.add(event);
    goes('verifying', copied.end.seq);
  }
  const end = sum.end;
  if (copied.end.seq !== end.seq || copied.end.hash !== end.hash) {
    throw new Error(
      `The copy is not the log: it ends with event ${copied.end.seq}, hash ${copied.end.hash}; the log with ${end.seq}, ${end.hash}. ` +
        'Something else wrote to the target. Start again with an empty one.',
    );
  }
  const later = await source.later();
  if (later > 0) throw new SourceWentOn(later, end);
  return { end, written: end.seq - found };
}

const isSame = (held: CopiedEvent, wanted: CopiedEvent): boolean =>
  (['id', 'stream', 'revision', 'type', 'data', 'metadata'] as const).every(
    (field) => held[field] === wanted[field],
  );

/** Events in pages that fit into one transaction. */
async function* writablePages(
  events: AsyncIterable<CopiedEvent>,
  pageEvents: number,
): AsyncGenerator<CopiedEvent[], void, void> {
  let page: CopiedEvent[] = [];
  let bytes = 0;
  for await (const event of events) {
    page.push(event);
    bytes += bytesOf(event);
    if (page.length < pageEvents && bytes < PAGE_BYTES) continue;
    yield page;
    page = [];
    bytes = 0;
  }
  if (page.length > 0) yield page;
}
