import type { ChangedRows, LoadRows, Row } from './table.ts';

/** Rows of a table that are kept: those of the busiest few hundred sites and companies. */
const MOST_ROWS = 1_000;

/**
 * The rows that a projection wrote or looked at last, as long as it alone writes them. They belong to one taking of the
 * generation: whoever else writes its rows moves its revision, which fences this writer off, and a lost connection
 * makes it take the generation again, each time with nothing kept.
 */
export class KeptRows {
  readonly #most: number;
  /** By table, the rows used last at the end; null for one that was removed. */
  readonly #tables = new Map<string, Map<string, Row | null>>();

  constructor(most = MOST_ROWS) {
    this.#most = most;
  }

  /** Asks `load` only for the rows that are not kept. */
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

  /** Once they are written. */
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
