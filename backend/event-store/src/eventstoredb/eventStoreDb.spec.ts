import { afterAll } from 'vitest';
import { eventStoreContract } from '../testing/contractSuite.ts';
import { createEventStoreDbEventStore } from './eventStoreDbEventStore.ts';
import { type ServerUnderTest, serverForTests } from './testing/serverForTests.ts';

/**
 * The contract on EventStoreDB: the server of EVENTSTORE_TEST_URL, else a container if a Docker
 * engine is reachable, else the test double (a new one for each test).
 */
const server: ServerUnderTest = await serverForTests();

eventStoreContract(
  `EventStoreDB adapter (${server.kind})`,
  async () => {
    const { connectionString, dispose } = await server.forOneTest();
    // 1,000 concurrent appends to the double take long on a busy machine
    const open = () => createEventStoreDbEventStore({ connectionString, appendTimeoutMs: 15_000 });
    return { store: open(), reopen: async () => open(), dispose };
  },
  { uniqueIds: false, startsEmpty: server.startsEmpty },
);

afterAll(() => server.stop());
