import type { ClientBase } from 'pg';
import type { Columns, RowOf } from './columns.ts';
import { selectUnprepared } from './select.ts';

const PAGE_SIZE = 1_000;

/**
 * All rows of a query, page by page through a cursor, so that memory does not grow. Holds a read-only transaction on
 * `client` until the last page, or until the caller stops.
 */
export async function* cursorPages<C extends Columns>(
  client: ClientBase,
  columns: C,
  sql: string,
  values: readonly unknown[],
  pageSize = PAGE_SIZE,
): AsyncGenerator<readonly RowOf<C>[]> {
  await client.query('BEGIN READ ONLY');
  try {
    // all rows are read, so the plan that gives the first ones soon is not the best one
    await client.query('SET LOCAL cursor_tuple_fraction = 1');
    await client.query(`DECLARE pages NO SCROLL CURSOR FOR ${sql}`, [...values]);
    for (;;) {
      const page = await selectUnprepared(client, columns, `FETCH FORWARD ${pageSize} FROM pages`);
      if (page.length > 0) yield page;
      if (page.length < pageSize) return;
    }
  } finally {
    await client.query('ROLLBACK');
  }
}
