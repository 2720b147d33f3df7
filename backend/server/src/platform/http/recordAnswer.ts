import { etag } from './preconditions.ts';
import type { JsonAnswer } from './route.ts';

/**
 * Responds with a record and its ETag, or only its id while the read model lags.
 * @param known revision after the command; null for none
 */
export function recordAnswer<Row extends { readonly revision: bigint }>(
  id: string,
  row: Row | null,
  shown: (row: Row) => object,
  known: { readonly revision?: bigint | null; readonly status?: number | undefined } = {},
): JsonAnswer {
  const { revision = null, status = 200 } = known;
  const newest =
    row === null ? revision : revision === null || row.revision > revision ? row.revision : revision;
  return {
    status,
    body: row === null ? { id } : shown(row),
    headers: newest === null ? {} : { ETag: etag(newest), 'Access-Control-Expose-Headers': 'ETag' },
  };
}
