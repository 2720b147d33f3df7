import { bareReads, bareTable } from './bareLog.ts';
import type { ContenderModule } from './contender.ts';
import { onConnection, poolOf } from './poolOf.ts';

// The reference: a prepared INSERT and a prepared SELECT by pg with jsonb. No version is checked, and a reader by position
// misses late commits.

const bare: ContenderModule = {
  prepare: (databaseUrl) => onConnection(databaseUrl, (client) => client.query(bareTable('bare', 'jsonb'))),

  async open(databaseUrl) {
    const pool = poolOf(databaseUrl);
    const reads = bareReads(pool, 'bare');
    return {
      async appendFirst(stream, { id, type, data, metadata }) {
        await pool.query({
          name: 'insert',
          text: 'INSERT INTO bare (revision, event_id, stream, type, data, metadata) VALUES (0, $1, $2, $3, $4, $5)',
          values: [id, stream, type, JSON.stringify(data), JSON.stringify(metadata)],
        });
        return null;
      },
      async writeStream(stream, events) {
        await pool.query({
          name: 'insert-stream',
          text: `INSERT INTO bare (revision, event_id, stream, type, data, metadata)
            SELECT n - 1, (e->>'id')::uuid, $1, e->>'type', e->'data', e->'metadata'
            FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS x(e, n)`,
          values: [stream, JSON.stringify(events)],
        });
      },
      readStream: reads.stream,
      async readLog() {
        let count = 0;
        for await (const page of reads.pages()) count += page.length;
        return count;
      },
      count: reads.count,
    };
  },
};

export default bare;
