import { onConnection, poolOf } from './poolOf.ts';
import type { WayModule } from './way.ts';

// Bare statements over JSON that is kept as text, as the portal's event store keeps it: what is left to gain on pg's
// side when only the data is parsed. Only its reads are measured.
const PAGE = 1_000;
const TABLE = `CREATE TABLE texts (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, revision bigint NOT NULL, event_id uuid NOT NULL UNIQUE,
  stream text COLLATE "C" NOT NULL, type text COLLATE "C" NOT NULL, data text NOT NULL, metadata text NOT NULL,
  UNIQUE (stream, revision))`;
const COLUMNS = 'position, revision, event_id, stream, type, data, metadata';

const bareText: WayModule = {
  prepare: (databaseUrl) => onConnection(databaseUrl, (client) => client.query(TABLE)),

  async open(databaseUrl) {
    const pool = poolOf(databaseUrl);
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
      async readStream(stream) {
        const { rows } = await pool.query<{ data: string }>({
          name: 'stream',
          text: `SELECT ${COLUMNS} FROM texts WHERE stream = $1 ORDER BY revision`,
          values: [stream],
        });
        return rows.map(({ data }) => JSON.parse(data));
      },
      async readLog() {
        let count = 0;
        for (let after = '0'; ; ) {
          const { rows } = await pool.query<{ position: string; data: string }>({
            name: 'page',
            text: `SELECT ${COLUMNS} FROM texts WHERE position > $1 ORDER BY position LIMIT ${PAGE}`,
            values: [after],
          });
          for (const { data } of rows) if (JSON.parse(data) !== null) count += 1;
          if (rows.length < PAGE) return count;
          after = rows.at(-1)?.position ?? after;
        }
      },
      async count() {
        const { rows } = await pool.query<{ events: string }>('SELECT count(*) AS events FROM texts');
        return Number(rows[0]?.events);
      },
    };
  },
};

export default bareText;
