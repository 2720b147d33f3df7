import type { ChangedRows, LoadRows, Row } from './table.ts';

/** Rows kept per table. */
const MAX_ROWS = 1_000;

/**
 * The rows that a projection read or wrote last, while it is the only writer. Another writer raises the generation's
 * revision, which fences this one; after that, and after a lost connection, the cache starts empty.
 */
export class KeptRows {
  readonly #most: number;
  /** By table, the last used at the end; null for a removed row. */
  readonly #tables = new Map<string, Map<string, Row | null>>();

  constructor(most = MAX_ROWS) {
    this.#most = most;
  }

  /** Loads only rows that are not kept. */
  over(load: LoadRows): LoadRows {
    return async (tableKey, keys) => {
      const kept = this.#tables.get(tableKey);
      const missing = keys.filter((key) => kept?.has(key) !== true);
      const found = missing.length === 0 ? new Map<string, Row | null>() : await load(tableKey, missing);
      const all = new Map(keys.map((key) => [key, found.get(key) ?? kept?.get(key) ?? null]));
      this.#keepRows(tableKey, all);
      return all;
    };
  }

  /** Call this once they are written. */
  keep(changed: ChangedRows): void {
    for (const [tableKey, rows] of changed) this.#keepRows(tableKey, rows);
  }

  #keepRows(tableKey: string, rows: ReadonlyMap<string, Row | null>): void {
    const kept = this.#tables.get(tableKey) ?? new Map<string, Row | null>();
    this.#tables.set(tableKey, kept);
    for (const [key, row] of rows) {
      kept.delete(key);
      kept.set(key, row);
    }
    for (const oldest of kept.keys()) {
      if (kept.size <= this.#most) break;
      kept.delete(oldest);
    }
  }
}
