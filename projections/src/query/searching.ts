import { nameKey } from '@portal/domain/values';
import { text } from '../runtime/columns.ts';
import { type Queryable, selectUnprepared } from '../runtime/select.ts';
import { InvalidListQuery } from './filterValues.ts';

/** Value of a column `search`: the key of these texts (rule B50). */
export function searchText(...values: readonly (string | null)[]): string {
  return nameKey(values.filter((value) => value !== null && value !== '').join(' '));
}

/** Also searches records of another view that rows of the list refer to. */
export interface RelatedSearch {
  /** Column of `t` with the related record's id. */
  readonly column: string;
  /** Selects the ids of matching related records; one `?` for the pattern. */
  readonly ids: string;
}

interface Condition {
  readonly sql: string;
  readonly bindings: readonly (string | readonly string[])[];
  /** Whether the trigram index narrows it down. */
  readonly narrow: boolean;
}

/** Longest list of related ids that is put into the condition. */
const MAX_RELATED = 500;
/** Shorter words have no trigram to look up. */
const INDEXED_LENGTH = 3;

/**
 * Conditions for the words of `q`, which must all hold. If one is narrow, one read for page and total is faster. Otherwise
 * most rows match, and walking along the sort's index finds a page sooner.
 * @throws InvalidListQuery if `q` is not a string
 */
export async function searchConditions(
  db: Queryable,
  searchAlso: string | RelatedSearch | undefined,
  q: unknown,
): Promise<readonly Condition[]> {
  if (q === undefined) return [];
  if (typeof q !== 'string') throw new InvalidListQuery('q', 'What to search for must be a text.');
  // as addresses are written: '2 Harbor Road, Albany'
  const words = nameKey(q.replaceAll('\0', '').replaceAll(',', ' ')).split(' ').filter(Boolean);
  return Promise.all([...new Set(words)].map((word) => conditionOf(db, searchAlso, word)));
}

async function conditionOf(
  db: Queryable,
  searchAlso: string | RelatedSearch | undefined,
  word: string,
): Promise<Condition> {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  const narrow = word.length >= INDEXED_LENGTH;
  const own = 't.search LIKE ?';
  if (typeof searchAlso === 'string')
    return { sql: `(${own} OR ${searchAlso})`, bindings: [pattern, pattern], narrow };
  const { column, ids } = searchAlso ?? {};
  const related = ids === undefined ? [] : await relatedIds(db, ids, pattern);
  if (related.length === 0) return { sql: own, bindings: [pattern], narrow };
  if (related.length <= MAX_RELATED)
    return { sql: `(${own} OR ${column} = ANY(?::text[]))`, bindings: [pattern, related], narrow };
  // IN (SELECT …) is hashed; a list of thousands would be scanned for each row
  return { sql: `(${own} OR ${column} IN (${ids}))`, bindings: [pattern, pattern], narrow: false };
}

async function relatedIds(db: Queryable, ids: string, pattern: string): Promise<readonly string[]> {
  const sql = `SELECT o.id FROM (${ids.replace('?', '$1')}) AS o (id) LIMIT ${MAX_RELATED + 1}`;
  return (await selectUnprepared(db, { id: text }, sql, [pattern])).map(({ id }) => id);
}
