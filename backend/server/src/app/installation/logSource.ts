import type { CopiedEvent, EventStore, Position } from '@portal/event-store';

export interface LogSource {
  /** All events in order, from the first one at each call. */
  pages(): AsyncIterable<readonly CopiedEvent[]>;
  /** Number of events appended since the last complete run through `pages`. */
  later(): Promise<number>;
}

const PAGE = 1_000;

/** The log of a store, which may grow. */
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

export async function* eachOf(
  pages: AsyncIterable<readonly CopiedEvent[]>,
): AsyncGenerator<CopiedEvent, void, void> {
  for await (const page of pages) yield* page;
}
