import type { EventStore } from '@portal/event-store';
import { createEventStoreDbEventStore } from '@portal/event-store/eventstoredb';
import { serverForTests } from '@portal/event-store/eventstoredb-testing';

export interface EmptyEventStoreDb {
  /** What it is: the server of EVENTSTORE_TEST_URL, a container, or the test double. */
  readonly kind: string;
  readonly url: string;
  /** To look into it. */
  readonly store: EventStore;
  /** How many events it holds. */
  count(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * The best EventStoreDB there is, with an empty log: a whole log is copied into it.
 * @throws Error where EVENTSTORE_TEST_URL names one that holds events already
 */
export async function emptyEventStoreDb(): Promise<EmptyEventStoreDb> {
  const server = await serverForTests();
  const { connectionString, dispose } = await server.forOneTest();
  const store = createEventStoreDbEventStore({ connectionString, appendTimeoutMs: 15_000 });
  const count = async () => {
    let events = 0;
    for (let at: string | null = null, end = false; !end; ) {
      const page = await store.readAll(at);
      events += page.events.length;
      at = page.next;
      end = page.end;
    }
    return events;
  };
  const stop = async () => {
    await store.close();
    await dispose();
    await server.stop();
  };
  if ((await store.head()) !== null) {
    await stop();
    throw new Error(`${server.kind} is not empty: give these tests an EventStoreDB of their own.`);
  }
  return { kind: server.kind, url: connectionString, store, count, stop };
}
