import { bareReads, bareTable } from './bareLog.ts';
import type { ContenderModule } from './contender.ts';
import { onConnection, poolOf } from './poolOf.ts';

// The append of most stores: it checks the stream's version and takes positions from a sequence, before the commit. A
// reader by position misses late commits.
const APPEND = `INSERT INTO unsafe (revision, event_id, stream, type, data, metadata)
  SELECT $1::bigint + 1, $2::uuid, $3, $4, $5, $6
  WHERE coalesce((SELECT max(revision) FROM unsafe WHERE stream = $3), -1) = $1::bigint
  RETURNING position`;

const unsafe: ContenderModule = {
  prepare: (databaseUrl) => onConnection(databaseUrl, (client) => client.query(bareTable('unsafe', 'text'))),

  async open(databaseUrl) {
    const pool = poolOf(databaseUrl);
    return {
      async appendFirst(stream, { id, type, data, metadata }) {
        const { rows } = await pool.query<{ position: string }>({
          name: 'append',
          text: APPEND,
          values: ['-1', id, stream, type, JSON.stringify(data), JSON.stringify(metadata)],
        });
        const [row] = rows;
        if (row === undefined) throw new Error(`${stream} exists already.`);
        return row.position;
      },
      writeStream: () => Promise.reject(new Error('Only its appends are measured.')),
      readStream: () => Promise.reject(new Error('Only its appends are measured.')),
      count: bareReads(pool, 'unsafe').count,
    };
  },
};

export default unsafe;
