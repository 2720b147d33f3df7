import { column, defineProjection, defineTable, type Projection } from '@portal/projections';
import type { Pool } from 'pg';

/**
 * The measured read model: one row per site, changed by each of its events. Each version has its own, empty tables.
 */
export function readerCounts(version: number): Projection {
  const table = defineTable({
    name: 'bench_reader_counts',
    key: 'id',
    columns: {
      id: column.text,
      account_id: column.text,
      site_name: column.text,
      readers: column.integer,
      changes: column.integer,
    },
  });
  return defineProjection({
    name: 'benchReaderCounts',
    version,
    personal: false,
    tables: { counts: table },
    handlers: {
      SiteAdded: ({ siteId, accountId, siteName, readers }, { counts }) => {
        counts.put({ id: siteId, account_id: accountId, site_name: siteName, readers, changes: 0 });
      },
      ReaderCountChanged: ({ siteId, readers }, { counts }) => {
        counts.update(siteId, (row) => ({ ...row, readers, changes: row.changes + 1 }));
      },
    },
  });
}

/**
 * The columns of {@link readerCounts}, computed by SQL. The last count comes from one number of position (higher bits) and
 * count, which is the cheapest way.
 * @param between a condition on positions
 */
const foldedBySql = (between: string) => `
  SELECT data::json->>'siteId' AS id,
    max(data::json->>'accountId') FILTER (WHERE type = 'SiteAdded') AS account_id,
    max(data::json->>'siteName') FILTER (WHERE type = 'SiteAdded') AS site_name,
    (max((position << 20) | (data::json->>'readers')::bigint) & 1048575)::integer AS readers,
    (count(*) FILTER (WHERE type = 'ReaderCountChanged'))::integer AS changes
  FROM es.events WHERE type IN ('SiteAdded', 'ReaderCountChanged') AND ${between} GROUP BY 1`;

const emptyTable = (name: string) => `DROP TABLE IF EXISTS ${name}; CREATE TABLE ${name}
  (id text PRIMARY KEY, account_id text, site_name text, readers integer NOT NULL, changes integer NOT NULL)`;

/** Makes the table `by_sql` by one statement. */
export async function foldAtOnce(pool: Pool): Promise<void> {
  await pool.query(emptyTable('by_sql'));
  await pool.query(`INSERT INTO by_sql ${foldedBySql('true')}`);
}

/** Makes the table `by_paged_sql` so that it could be resumed: page by page, each with its checkpoint. */
export async function foldInPages(pool: Pool, events: number, page: number): Promise<void> {
  await pool.query(`${emptyTable('by_paged_sql')}; DROP TABLE IF EXISTS sql_checkpoint;
    CREATE TABLE sql_checkpoint AS SELECT 0::bigint AS position`);
  for (let from = 0; from < events; from += page) {
    await pool.query({
      name: 'fold-page',
      text: `WITH checkpoint AS (UPDATE sql_checkpoint SET position = $2)
        INSERT INTO by_paged_sql AS t ${foldedBySql('position > $1 AND position <= $2')}
        ON CONFLICT (id) DO UPDATE SET readers = excluded.readers, changes = t.changes + excluded.changes`,
      values: [from, from + page],
    });
  }
}

/** @throws Error unless a table holds what one SQL statement computes */
export async function proveEqual(pool: Pool, table: string): Promise<void> {
  await foldAtOnce(pool);
  const columns = 'id, account_id, site_name, readers, changes';
  const { rows } = await pool.query<{ different: string; all: string }>(
    `SELECT (SELECT count(*) FROM (
        (SELECT ${columns} FROM ${table} EXCEPT SELECT ${columns} FROM by_sql) UNION ALL
        (SELECT ${columns} FROM by_sql EXCEPT SELECT ${columns} FROM ${table})) AS d) AS different,
      (SELECT count(*) FROM by_sql) AS all`,
  );
  if (rows[0]?.different !== '0' || rows[0].all === '0')
    throw new Error(`${table} differs from what SQL computes: ${JSON.stringify(rows[0])}`);
}
