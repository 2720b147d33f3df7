import { createHash } from 'node:crypto';
import { projectionOfView } from '../runtime/definition.ts';
import type { Queryable } from '../runtime/select.ts';

/** What a question about read models found. */
interface Found {
  /** The read models' state when it was found; see {@link stateOf}. */
  readonly state: string;
  readonly total: number;
  /** Ids of all rows in order; absent for a total alone or too many rows. */
  readonly ids?: readonly string[] | undefined;
}

/** Longest list of ids that is kept. */
export const MOST_IDS = 1_000;
/** Questions kept per database; the least recently asked is forgotten. */
const MOST_QUESTIONS = 100;

const byDatabase = new WeakMap<Queryable, Map<string, Found>>();

/** Names a question without keeping its text, which may contain personal data. */
export const questionOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64');

/** What the question found last; it holds only while the read models have the same state. */
export function lastFound(db: Queryable, question: string): Found | undefined {
  const kept = byDatabase.get(db);
  const found = kept?.get(question);
  if (found !== undefined) keep(db, question, found);
  return found;
}

export function keep(db: Queryable, question: string, found: Found): void {
  const kept = byDatabase.get(db) ?? new Map<string, Found>();
  byDatabase.set(db, kept);
  kept.delete(question);
  kept.set(question, found);
  const [oldest] = kept.keys();
  if (kept.size > MOST_QUESTIONS && oldest !== undefined) kept.delete(oldest);
}

/**
 * SQL of a text that names the state of all read models that `sql` reads: while it is the same, so are their rows. Each
 * write of a projection raises the revision of its live generation in the same transaction. The checkpoint tells apart
 * two writes with one revision, of which a crash of the database has lost the first.
 * @returns undefined if `sql` reads anything else
 */
export function stateOf(sql: string): string | undefined {
  const read = new Set<string>();
  for (const [, view = ''] of sql.matchAll(/\b(?:from|join)\s+([a-z_]\w*)/gi)) {
    const projection = projectionOfView(view);
    if (projection === undefined) return undefined;
    read.add(`('${projection.name}', ${projection.version})`);
  }
  return `(SELECT string_agg(concat_ws(' ', projection, generation, revision, checkpoint), ',' ORDER BY projection)
    FROM projection_generations WHERE state = 'live' AND (projection, version) IN (${[...read].join(', ')}))`;
}
