import {
  createPostgresEventStore,
  type EventToAppend,
  migratePostgresEventStore,
  type Position,
} from '@portal/event-store';
import type { ContenderModule, EventToWrite } from './contender.ts';

// The portal's event store: versioned, and ordered so that no reader misses a late commit.
const PAGE = 1_000;

const stored = ({ id, type, data, metadata }: EventToWrite): EventToAppend => ({
  id,
  type,
  data: JSON.stringify(data),
  metadata: JSON.stringify(metadata),
});

const ours: ContenderModule = {
  async prepare(databaseUrl) {
    await migratePostgresEventStore(databaseUrl);
  },

  async open(databaseUrl) {
    const { appRole: role } = await migratePostgresEventStore(databaseUrl);
    const store = createPostgresEventStore({ connectionString: databaseUrl, role });
    return {
      async appendFirst(stream, event) {
        return (await store.append(stream, [stored(event)], 'no_stream')).position;
      },
      async writeStream(stream, events) {
        await store.append(stream, events.map(stored), 'no_stream');
      },
      async readStream(stream) {
        return (await store.read(stream)).map(({ data }) => JSON.parse(data));
      },
      async readLog() {
        let count = 0;
        for (let from: Position | null = null; ; ) {
          const { events, next, end } = await store.readAll(from, { limit: PAGE });
          for (const { data } of events) if (JSON.parse(data) !== null) count += 1;
          if (end) return count;
          from = next;
        }
      },
      async count() {
        const head = await store.head();
        return head === null ? 0 : Number(head);
      },
    };
  },
};

export default ours;
