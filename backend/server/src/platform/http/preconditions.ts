import type { Context } from 'koa';
import { HttpProblem } from './errors.ts';

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
