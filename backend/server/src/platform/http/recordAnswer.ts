import { etag } from './preconditions.ts';
import type { JsonAnswer } from './route.ts';

/**
 * One record with its ETag. Where the read model has yet to hear of it the id goes out alone: the change is a success.
 * @param known what the command that answers knows: the revision it brought the stream to, null for none
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
