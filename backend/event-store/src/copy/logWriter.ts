import {
  type EventStore,
  MAX_EVENT_BYTES,
  type Position,
  type RecordedEvent,
  StoreUnavailable,
} from '../port.ts';

/** An event of a log that is copied: what is kept of it in any store. */
export type CopiedEvent = Omit<RecordedEvent, 'position'>;

/** Writes the events of another log, in that log's order, with their ids, bytes and revisions. */
export interface LogWriter {
  /** As many events as are worth one {@link write}; between two of them a copy can be stopped. */
  readonly pageEvents: number;
  /**
   * Appends events that follow each other in the log they come from; durable when it resolves.
   * @param after where this log ends by what the caller has read
   * @returns the position of the last one
   * @throws StoreUnavailable when it is unknown which of them are there, or the log does not end at `after`: read on
   *   from `after`, compare, and write what is missing
   */
  write(events: readonly CopiedEvent[], after: Position | null): Promise<Position>;
  close(): Promise<void>;
}

/** Events of one stream in one append at most. */
const LONGEST_RUN = 100;

/**
 * Writes through the port, one append after the other: a store that takes appends to one stream each has no other way
 * to keep the order between streams. Every append is at the revision the event had, so that one which was answered by
 * an error and landed all the same is found there by its ids and not written twice. `after` is not looked at.
 */
export function writeThroughPort(store: EventStore): LogWriter {
  return {
    pageEvents: LONGEST_RUN,
    async write(events) {
      let position: Position | null = null;
      for (const run of runsOfOneStream(events)) {
        const [first] = run;
        const expected = first.revision === 0n ? 'no_stream' : first.revision - 1n;
        ({ position } = await store.append(first.stream, run.map(toAppend), expected));
      }
      if (position === null) throw new StoreUnavailable('There was nothing to write.');
      return position;
    },
    close: () => store.close(),
  };
}

const toAppend = ({ id, type, data, metadata }: CopiedEvent) => ({ id, type, data, metadata });

/** Data and metadata in bytes of UTF-8. */
export const bytesOf = ({ data, metadata }: CopiedEvent): number =>
  Buffer.byteLength(data) + Buffer.byteLength(metadata);

type Run = [CopiedEvent, ...CopiedEvent[]];

/** Neighbours of one stream, as many as fit into one append. */
function runsOfOneStream(events: readonly CopiedEvent[]): readonly Run[] {
  const runs: Run[] = [];
  let bytes = 0;
  for (const event of events) {
    const run = runs.at(-1);
    bytes += bytesOf(event);
    if (run?.[0].stream === event.stream && run.length < LONGEST_RUN && bytes <= MAX_EVENT_BYTES) {
      run.push(event);
    } else {
      runs.push([event]);
      bytes = bytesOf(event);
    }
  }
  return runs;
}
