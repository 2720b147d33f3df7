import { afterAll } from 'vitest';
import { eventStoreContract } from '../testing/contractSuite.ts';
import { createEventStoreDbEventStore } from './eventStoreDbEventStore.ts';
import { type ServerUnderTest, serverForTests } from './testing/serverForTests.ts';

/**
 * The contract, against the best EventStoreDB there is: EVENTSTORE_TEST_URL, else a container where a Docker
 * engine is reachable, else the test double (a fresh one for each test).
 */
const server: ServerUnderTest = await serverForTests();

eventStoreContract(
  `EventStoreDB adapter (${server.kind})`,
  async () => {
    const { connectionString, dispose } = await server.forOneTest();
    // 1,000 appends at once take their time where the double shares two busy cores with everything else.
    const open = () => createEventStoreDbEventStore({ connectionString, appendTimeoutMs: 15_000 });
    return { store: open(), reopen: async () => open(), dispose };
  },
  { uniqueIds: false, startsEmpty: server.startsEmpty },
);

afterAll(() => server.stop());
