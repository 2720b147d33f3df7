import { createEventStoreDbEventStore } from '@portal/event-store/eventstoredb';
import { serverForTests } from '@portal/event-store/eventstoredb-testing';
import { createTestDatabase } from '@portal/event-store/testing';

/** An EventStoreDB that scenarios share, and the database of the portals on it. */
export interface EventStoreDbServer {
  /** Which one it is, in words. */
  readonly kind: string;
  /** What `openStage` looks for. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * The server of EVENTSTORE_TEST_URL, else a container; where there is neither null, or the test double if that will do.
 * @throws Error where its log holds events already: the administrators of another database could not sign in
 */
export async function eventStoreDbServer(
  postgresUrl: string,
  doubleWillDo: boolean,
): Promise<EventStoreDbServer | null> {
  const server = await serverForTests();
  if (server.isDouble && !doubleWillDo) {
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
      kind: `EventStoreDB: ${server.kind}`,
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
