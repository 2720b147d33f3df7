import {
  type EventStore,
  MAX_EVENT_BYTES,
  type Position,
  type RecordedEvent,
  StoreUnavailable,
} from '../port.ts';

/** An event of a log that is copied, without the position. */
export type CopiedEvent = Omit<RecordedEvent, 'position'>;

/** Writes events of another log in its order, with their ids, bytes and revisions. */
export interface LogWriter {
  /** Events per {@link write}; a copy can be stopped between two writes. */
  readonly pageEvents: number;
  /**
   * Appends consecutive events; durable when it resolves.
   * @param after the end of this log as the caller has read it
   * @returns the position of the last one
   * @throws StoreUnavailable when it is unknown which were written, or the log does not end at `after`: read from
   *   `after`, compare, and write the missing ones
   */
  write(events: readonly CopiedEvent[], after: Position | null): Promise<Position>;
  close(): Promise<void>;
}

/** Most events per append. */
const LONGEST_RUN = 100;

/**
 * Writes through the port, one append after the other, which keeps the order between streams. Each append expects the
 * event's revision, so that one that was stored despite an error is found by its ids and not repeated. Ignores `after`.
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

/** Consecutive events of one stream, as many as fit into one append. */
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
