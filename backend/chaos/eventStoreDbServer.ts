import { createEventStoreDbEventStore } from '@portal/event-store/eventstoredb';
import { serverForTests } from '@portal/event-store/eventstoredb-testing';
import { createTestDatabase } from '@portal/event-store/testing';

export type EventStoreDbServer = NonNullable<Awaited<ReturnType<typeof eventStoreDbServer>>>;

/**
 * An EventStoreDB for all scenarios, with the database of its portals: the server of EVENTSTORE_TEST_URL, else a container, else null.
 * @throws Error if its log is not empty: its administrators could not sign in
 */
export async function eventStoreDbServer(postgresUrl: string) {
  const server = await serverForTests();
  if (server.isDouble) {
    await server.stop();
    return null;
  }
  const { connectionString, dispose } = await server.forOneTest();
  const stop = async () => {
    await dispose();
    await server.stop();
  };
  try {
    if (await holdsEvents(connectionString)) {
      throw new Error(`${server.kind} holds events already: chaos needs an empty EventStoreDB.`);
    }
    const database = await createTestDatabase(postgresUrl);
    return {
      kind: server.kind,
      /** For `openStage`. */
      environment: {
        CHAOS_EVENTSTORE_URL: connectionString,
        CHAOS_DATABASE_URL: database.connectionString,
      },
      async stop() {
        await database.drop();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function holdsEvents(connectionString: string): Promise<boolean> {
  const store = createEventStoreDbEventStore({ connectionString });
  try {
    return (await store.readAll(null, { limit: 1 })).events.length > 0;
  } finally {
    await store.close();
  }
}
