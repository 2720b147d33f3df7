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

export const countsView = (version: number) => `bench_reader_counts_v${version}`;

const LATEST = 20n;

/** A store's table of events, for {@link foldedBySql}. */
export interface EventColumns {
  readonly table: string;
  readonly type: string;
  /** JSON, or what can be cast to it. */
  readonly data: string;
  readonly position: string;
}
const OUR_LOG: EventColumns = { table: 'es.events', type: 'type', data: 'data', position: 'position' };

/**
 * The columns of {@link readerCounts}, computed by SQL. The last count comes from one number of position (higher bits) and
 * count, which is the cheapest way.
 * @param between a condition on positions
 */
export const foldedBySql = (between: string, { table, type, data, position } = OUR_LOG) => `
  SELECT ${data}::json->>'siteId' AS id,
    max(${data}::json->>'accountId') FILTER (WHERE ${type} = 'SiteAdded') AS account_id,
    max(${data}::json->>'siteName') FILTER (WHERE ${type} = 'SiteAdded') AS site_name,
    (max((${position} << ${LATEST}) | (${data}::json->>'readers')::bigint) & ${(1n << LATEST) - 1n})::integer AS readers,
    (count(*) FILTER (WHERE ${type} = 'ReaderCountChanged'))::integer AS changes
  FROM ${table} WHERE ${type} IN ('SiteAdded', 'ReaderCountChanged') AND ${between} GROUP BY 1`;

/** A table like the read model's. */
export const sqlTable = (name: string) =>
  `CREATE TABLE ${name} (id text PRIMARY KEY, account_id text, site_name text, readers integer NOT NULL, changes integer NOT NULL)`;

/** Number of rows that differ between a table and `by_sql`. @throws Error if `by_sql` is empty */
export async function differingRows(pool: Pool, table: string): Promise<number> {
  const columns = 'id, account_id, site_name, readers, changes';
  const { rows } = await pool.query<{ different: string; all: string }>(
    `SELECT (SELECT count(DISTINCT id) FROM (
        (SELECT ${columns} FROM ${table} EXCEPT SELECT ${columns} FROM by_sql) UNION ALL
        (SELECT ${columns} FROM by_sql EXCEPT SELECT ${columns} FROM ${table})) AS d) AS different,
      (SELECT count(*) FROM by_sql) AS all`,
  );
  if (rows[0] === undefined || rows[0].all === '0') throw new Error('SQL computed no row of the log.');
  return Number(rows[0].different);
}
