import type { JsonAnswer } from './route.ts';

/** Rows of a list and how many there are in all. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/**
 * A list as react-admin's simple REST provider reads it: a bare array, and `Content-Range: users 0-24/666`
 * (`users *`, a slash and 0 when empty). Without a range the whole list goes out, for the spec's plain calls.
 */
export function listAnswer<Row>(resource: string, page: ListPage<Row>, first = 0): JsonAnswer {
  const range = page.rows.length === 0 ? '*' : `${first}-${first + page.rows.length - 1}`;
  return {
    body: page.rows,
    headers: {
      'Content-Range': `${resource} ${range}/${page.total}`,
      'Access-Control-Expose-Headers': 'Content-Range, X-Log-Position, X-Projection',
    },
  };
}
