import { onConnection, poolOf } from './poolOf.ts';
import type { WayModule } from './way.ts';

// What all are measured against: a prepared INSERT and a prepared SELECT by pg, JSON as jsonb that pg parses. No version
// is checked, and who reads on by position misses what commits late.
const PAGE = 1_000;
const TABLE = `CREATE TABLE bare (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, revision bigint NOT NULL, event_id uuid NOT NULL UNIQUE,
  stream text COLLATE "C" NOT NULL, type text COLLATE "C" NOT NULL, data jsonb NOT NULL, metadata jsonb NOT NULL,
  UNIQUE (stream, revision))`;
const COLUMNS = 'position, revision, event_id, stream, type, data, metadata';

const bare: WayModule = {
  prepare: (databaseUrl) => onConnection(databaseUrl, (client) => client.query(TABLE)),

  async open(databaseUrl) {
    const pool = poolOf(databaseUrl);
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
      async readStream(stream) {
        const { rows } = await pool.query<{ data: unknown }>({
          name: 'stream',
          text: `SELECT ${COLUMNS} FROM bare WHERE stream = $1 ORDER BY revision`,
          values: [stream],
        });
        return rows.map(({ data }) => data);
      },
      async readLog() {
        let count = 0;
        for (let after = '0'; ; ) {
          const { rows } = await pool.query<{ position: string }>({
            name: 'page',
            text: `SELECT ${COLUMNS} FROM bare WHERE position > $1 ORDER BY position LIMIT ${PAGE}`,
            values: [after],
          });
          count += rows.length;
          if (rows.length < PAGE) return count;
          after = rows.at(-1)?.position ?? after;
        }
      },
      async count() {
        const { rows } = await pool.query<{ events: string }>('SELECT count(*) AS events FROM bare');
        return Number(rows[0]?.events);
      },
    };
  },
};

export default bare;
