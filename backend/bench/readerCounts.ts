import { column, defineProjection, defineTable, type Projection } from '@portal/projections';
import type { Pool } from 'pg';

/**
 * The read model that is measured: one row a site, changed by each of its events. A version has tables of its own, so
 * that each round begins with empty ones.
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

/** The view of a version. */
export const countsView = (version: number) => `bench_reader_counts_v${version}`;

const LATEST = 20n;

/** Where a store keeps its events, for {@link foldedBySql}. */
export interface EventColumns {
  readonly table: string;
  readonly type: string;
  /** JSON, or what can be cast to it. */
  readonly data: string;
  readonly position: string;
}
const OUR_LOG: EventColumns = { table: 'es.events', type: 'type', data: 'data', position: 'position' };

/**
 * The columns of {@link readerCounts} folded by SQL out of these events. The last count is found by the cheapest means
 * there is: one number of position and count, the position in the higher bits.
 * @param between a condition on positions
 */
export const foldedBySql = (between: string, { table, type, data, position } = OUR_LOG) => `
  SELECT ${data}::json->>'siteId' AS id,
    max(${data}::json->>'accountId') FILTER (WHERE ${type} = 'SiteAdded') AS account_id,
    max(${data}::json->>'siteName') FILTER (WHERE ${type} = 'SiteAdded') AS site_name,
    (max((${position} << ${LATEST}) | (${data}::json->>'readers')::bigint) & ${(1n << LATEST) - 1n})::integer AS readers,
    (count(*) FILTER (WHERE ${type} = 'ReaderCountChanged'))::integer AS changes
  FROM ${table} WHERE ${type} IN ('SiteAdded', 'ReaderCountChanged') AND ${between} GROUP BY 1`;

/** A table like the read model's, for SQL to fill. */
export const sqlTable = (name: string) =>
  `CREATE TABLE ${name} (id text PRIMARY KEY, account_id text, site_name text, readers integer NOT NULL, changes integer NOT NULL)`;

/** How many rows of a table are not as in `by_sql`, or the other way round. @throws Error where `by_sql` is empty */
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
