import type { ContenderModule, EventToWrite } from '../contenders/contender.ts';
import { onConnection, poolOf } from '../contenders/poolOf.ts';
import { loadPeer } from './peer.ts';

/** What is used of @castore/event-storage-adapter-postgres. */
interface Adapter {
  pushEvent(
    event: {
      readonly aggregateId: string;
      readonly version: number;
      readonly type: string;
      readonly payload: unknown;
      readonly metadata: unknown;
    },
    options: { readonly eventStoreId: string },
  ): Promise<unknown>;
  getEvents(
    aggregateId: string,
    context: { readonly eventStoreId: string },
  ): Promise<{ readonly events: readonly { readonly payload: unknown }[] }>;
}
interface Castore {
  readonly PostgresEventStorageAdapter: {
    new (options: { readonly connectionString: string }): Adapter;
    createEventTable(options: {
      readonly connectionString: string;
      readonly aggregateId: { readonly type: 'VARCHAR'; readonly length: number };
    }): Promise<unknown>;
  };
}

const load = async () => (await loadPeer('@castore/event-storage-adapter-postgres')) as Castore;
const STORE = { eventStoreId: 'sites' };

// Versioned, not ordered: it has no way to read the whole log.
const castore: ContenderModule = {
  async prepare(connectionString) {
    const { PostgresEventStorageAdapter } = await load();
    await PostgresEventStorageAdapter.createEventTable({
      connectionString,
      aggregateId: { type: 'VARCHAR', length: 64 },
    });
    await onConnection(connectionString, (client) => client.query('ANALYZE'));
  },

  async open(databaseUrl) {
    const { PostgresEventStorageAdapter } = await load();
    // it always has ten connections with pipelined statements
    const adapter = new PostgresEventStorageAdapter({ connectionString: databaseUrl });
    const counting = poolOf(databaseUrl);
    const push = (aggregateId: string, version: number, { type, data, metadata }: EventToWrite) =>
      adapter.pushEvent({ aggregateId, version, type, payload: data, metadata }, STORE);
    return {
      async appendFirst(stream, event) {
        await push(stream, 1, event);
        return null;
      },
      async writeStream(stream, events) {
        for (const [place, event] of events.entries()) await push(stream, place + 1, event);
      },
      async readStream(stream) {
        const { events } = await adapter.getEvents(stream, STORE);
        return events.map(({ payload }) => payload);
      },
      async count() {
        const { rows } = await counting.query<{ events: string }>('SELECT count(*) AS events FROM event');
        return Number(rows[0]?.events);
      },
    };
  },
};

export default castore;
