import type { CopiedEvent, EventStore, Position } from '@portal/event-store';

/** A log that is read from its first event on. */
export interface LogSource {
  /** All events, in log order; each call begins at the first one. */
  pages(): AsyncIterable<readonly CopiedEvent[]>;
  /** How many events came behind the last one that the last run through the pages ended with. */
  later(): Promise<number>;
}

const PAGE = 1_000;

/** The log of a store, which may go on meanwhile. */
export function logOf(store: EventStore): LogSource {
  let end: Position | null = null;
  return {
    async *pages() {
      end = null;
      for (;;) {
        const page = await store.readAll(end, { limit: PAGE });
        end = page.next;
        if (page.events.length > 0) yield page.events;
        if (page.end) return;
      }
    },
    later: async () => (await store.readAll(end, { limit: PAGE })).events.length,
  };
}

/** The events one by one, across pages. */
export async function* eachOf(
  pages: AsyncIterable<readonly CopiedEvent[]>,
): AsyncGenerator<CopiedEvent, void, void> {
  for await (const page of pages) yield* page;
}
