import type pg from 'pg';

const PAGE = 1_000;
const COLUMNS = 'position, revision, event_id, stream, type, data, metadata';

/** A table with a row for each event. @param json type of the JSON columns */
export const bareTable = (name: string, json: 'jsonb' | 'text') => `CREATE TABLE ${name} (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, revision bigint NOT NULL, event_id uuid NOT NULL UNIQUE,
  stream text COLLATE "C" NOT NULL, type text COLLATE "C" NOT NULL, data ${json} NOT NULL, metadata ${json} NOT NULL,
  UNIQUE (stream, revision))`;

/** The reads of such a table. @template Data the JSON of an event as pg returns it */
export function bareReads<Data>(pool: pg.Pool, table: string) {
  return {
    /** The data of a stream's events, in order. */
    async stream(stream: string): Promise<readonly Data[]> {
      const { rows } = await pool.query<{ data: Data }>({
        name: 'stream',
        text: `SELECT ${COLUMNS} FROM ${table} WHERE stream = $1 ORDER BY revision`,
        values: [stream],
      });
      return rows.map(({ data }) => data);
    },

    /** The whole log by position, page after page. */
    async *pages(): AsyncGenerator<readonly { readonly data: Data }[], void, void> {
      for (let after = '0'; ; ) {
        const { rows } = await pool.query<{ position: string; data: Data }>({
          name: 'page',
          text: `SELECT ${COLUMNS} FROM ${table} WHERE position > $1 ORDER BY position LIMIT ${PAGE}`,
          values: [after],
        });
        yield rows;
        if (rows.length < PAGE) return;
        after = rows.at(-1)?.position ?? after;
      }
    },

    async count(): Promise<number> {
      const { rows } = await pool.query<{ events: string }>(`SELECT count(*) AS events FROM ${table}`);
      return Number(rows[0]?.events);
    },
  };
}
