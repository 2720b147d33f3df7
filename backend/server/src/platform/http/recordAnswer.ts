import type { Context } from 'koa';
import { HttpProblem } from './errors.ts';
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

const ENTITY_TAG = /^(?:W\/)?"(\d{1,18})"$/;

/** The ETag of a record: the last revision of its stream. */
export const etag = (revision: bigint): string => `"${revision}"`;

/** The revision of `If-Match`; undefined for none and for `*` (rule T4: a missing one is accepted). @throws HttpProblem 400 */
export function ifMatchOf(http: Context): bigint | undefined {
  const header = http.get('If-Match').trim();
  if (header === '' || header === '*') return undefined;
  const revision = ENTITY_TAG.exec(header)?.[1];
  if (revision === undefined) {
    throw new HttpProblem(400, 'If-Match must be the ETag of the record as it was read');
  }
  return BigInt(revision);
}
