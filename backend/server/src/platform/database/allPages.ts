import type { ClientBase, Pool } from 'pg';

/**
 * All rows of a report as they were at one time, read in pages, so that others have their turn. They are kept while the
 * caller reads the file: a caller who reads slowly would else keep a database connection.
 */
export async function allPages<Row>(
  pool: Pool,
  pagesOf: (client: ClientBase) => AsyncIterable<readonly Row[]>,
  signal: AbortSignal | undefined,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const client = await pool.connect();
  try {
    for await (const page of pagesOf(client)) {
      signal?.throwIfAborted();
      rows.push(...page);
    }
  } finally {
    client.release();
  }
  return rows;
}
