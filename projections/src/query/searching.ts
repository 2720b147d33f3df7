import { InvalidListQuery } from './filterValues.ts';
import type { Queryable } from './select.ts';

/** Where else `q` looks: in records of another view that rows of the list point to. */
export interface RelatedSearch {
  /** Column of `t` that holds the other record's id. */
  readonly column: string;
  /** Selects the ids of the others that match; one `?` for the pattern. */
  readonly ids: string;
}

export interface SearchDefinition {
  /** Column with everything `q` looks at, in lower case. */
  readonly search: string;
  /** A condition with one `?` for the pattern of a word, or the others to look at. */
  readonly searchAlso?: string | RelatedSearch;
}

interface Condition {
  readonly sql: string;
  readonly bindings: readonly (string | readonly string[])[];
}

export interface Searching {
  /** One for each word: every word must occur somewhere. */
  readonly conditions: readonly Condition[];
  /**
   * Some word narrows the list down by what an index on parts of words finds, so that what is found is best read once,
   * for page and total; otherwise most rows match, and walking along the sort's index finds a page sooner.
   */
  readonly narrow: boolean;
}

/** With more of the others than this their ids are no short list any more. */
const MANY_OTHERS = 500;
/** Shorter words have no three letters an index on parts of words could look up. */
const INDEXED_LENGTH = 3;

/** What `q` asks for as conditions. @throws InvalidListQuery where it is no text */
export async function searchConditions(
  db: Queryable,
  definition: SearchDefinition,
  q: unknown,
): Promise<Searching> {
  if (q === undefined) return { conditions: [], narrow: false };
  if (typeof q !== 'string') throw new InvalidListQuery('q', 'What to search for must be a text.');
  const words = q.toLowerCase().replaceAll('\0', '').split(/\s+/).filter(Boolean);
  const found = await Promise.all([...new Set(words)].map((word) => conditionOf(db, definition, word)));
  return {
    conditions: found.map(({ condition }) => condition),
    narrow: found.some(({ narrow }) => narrow),
  };
}

async function conditionOf(
  db: Queryable,
  { search, searchAlso }: SearchDefinition,
  word: string,
): Promise<{ readonly condition: Condition; readonly narrow: boolean }> {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  const indexed = word.length >= INDEXED_LENGTH;
  const own = `${search} LIKE ?`;
  if (searchAlso === undefined) return { condition: { sql: own, bindings: [pattern] }, narrow: indexed };
  if (typeof searchAlso === 'string') {
    const condition = { sql: `(${own} OR ${searchAlso})`, bindings: [pattern, pattern] };
    return { condition, narrow: indexed };
  }
  const { column, ids } = searchAlso;
  const others = await someOthers(db, ids, pattern);
  if (others.length === 0) return { condition: { sql: own, bindings: [pattern] }, narrow: indexed };
  if (others.length <= MANY_OTHERS) {
    const sql = `(${own} OR ${column} = ANY(?::text[]))`;
    return { condition: { sql, bindings: [pattern, others] }, narrow: indexed };
  }
  // hashed, for a list of thousands would be gone through row by row
  return {
    condition: { sql: `(${own} OR ${column} IN (${ids}))`, bindings: [pattern, pattern] },
    narrow: false,
  };
}

async function someOthers(db: Queryable, ids: string, pattern: string): Promise<readonly string[]> {
  const sql = `SELECT o.id FROM (${ids.replace('?', '$1')}) AS o (id) LIMIT ${MANY_OTHERS + 1}`;
  const { rows } = await db.query<{ id: string }>(sql, [pattern]);
  return rows.map(({ id }) => id);
}
