import { bareReads, bareTable } from './bareLog.ts';
import type { ContenderModule } from './contender.ts';
import { onConnection, poolOf } from './poolOf.ts';

// Bare statements with JSON as text, as in the portal's event store, parsing the data only. Only its reads are measured.

const bareText: ContenderModule = {
  prepare: (databaseUrl) => onConnection(databaseUrl, (client) => client.query(bareTable('texts', 'text'))),

  async open(databaseUrl) {
    const pool = poolOf(databaseUrl);
    const reads = bareReads<string>(pool, 'texts');
    return {
      appendFirst: () => Promise.reject(new Error('Only its reads are measured.')),
      async writeStream(stream, events) {
        await pool.query({
          name: 'insert-stream',
          text: `INSERT INTO texts (revision, event_id, stream, type, data, metadata)
            SELECT n - 1, id, $1, type, data, metadata
            FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS x(id, type, data, metadata, n)`,
          values: [
            stream,
            events.map(({ id }) => id),
            events.map(({ type }) => type),
            events.map(({ data }) => JSON.stringify(data)),
            events.map(({ metadata }) => JSON.stringify(metadata)),
          ],
        });
      },
      readStream: async (stream) => (await reads.stream(stream)).map((data) => JSON.parse(data)),
      async readLog() {
        let count = 0;
        for await (const page of reads.pages()) {
          for (const { data } of page) if (JSON.parse(data) !== null) count += 1;
        }
        return count;
      },
      count: reads.count,
    };
  },
};

export default bareText;
