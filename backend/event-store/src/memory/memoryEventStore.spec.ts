import { eventStoreContract } from '../testing/contractSuite.ts';
import { createMemoryEventStore, MemoryLog } from './memoryEventStore.ts';

eventStoreContract('The memory event store', async () => {
  const log = new MemoryLog();
  return {
    store: createMemoryEventStore(log),
    reopen: async () => createMemoryEventStore(log),
    dispose: async () => {},
  };
});
