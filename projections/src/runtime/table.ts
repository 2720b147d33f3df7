import type { Columns, DerivedOf, GivenOf } from './columns.ts';

export interface TableOptions<C extends Columns> {
  /** snake_case; the view is `<name>_v<version>`, the tables `<name>_v<version>_g<generation>`. */
  readonly name: string;
  /** The text column that identifies a row. */
  readonly key: keyof C & string;
  readonly columns: C;
  /** SQL after `CREATE INDEX ON <table>`, e.g. `(account_id, status)`. */
  readonly indexes?: readonly string[];
  /** Columns beside `search` that get a trigram index, e.g. `company_name_key`. */
  readonly searched?: readonly string[];
  /**
   * Keys by which these columns are sorted, compared and searched: each gets a column `<column>_key` beside it, empty for
   * null, that every database sorts in the same way. Rows of the projection do not contain it.
   */
  readonly keys?: { readonly [K in keyof C]?: (text: string) => string };
  /** Computes the derived columns, once per page for each changed row. */
  readonly derive?: (row: GivenOf<C>) => DerivedOf<C>;
}

/** A table of a projection, without version and generation. */
export interface Table<C extends Columns = Columns> extends TableOptions<C> {
  readonly columnNames: readonly (keyof C & string)[];
  readonly indexes: readonly string[];
}

export function defineTable<C extends Columns>(options: TableOptions<C>): Table<C> {
  for (const name of [options.name, ...Object.keys(options.columns)]) {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`${name} is not a snake_case name.`);
  }
  const key = options.columns[options.key];
  if (key?.sql !== 'text' || key.nullable)
    throw new Error(`The key of ${options.name} must be a text column.`);
  return { indexes: [], ...options, columnNames: Object.keys(options.columns) };
}

export type Row = Readonly<Record<string, unknown>>;

/** Rows changed by a batch, by table key and row key; null for a removed row. */
export type ChangedRows = ReadonlyMap<string, ReadonlyMap<string, Row | null>>;

/** Loads rows of a table by key, null for those that don't exist. */
export type LoadRows = (
  tableKey: string,
  keys: readonly string[],
) => Promise<ReadonlyMap<string, Row | null>>;

export const viewName = (table: string, version: number) => `${table}_v${version}`;
export const generationName = (table: string, version: number, generation: number) =>
  `${viewName(table, version)}_g${generation}`;

/** The columns of {@link TableOptions.keys}. */
export const keyColumns = ({ keys = {} }: Table) => Object.keys(keys).map((column) => `${column}_key`);

/**
 * A part of the statement that commits a page. The parameters in `sql` count from `first`; it writes only if the query
 * `moved` has a row, which means that the checkpoint has moved.
 */
export interface StatementPart {
  readonly sql: (first: number, moved: string) => string;
  readonly values: readonly unknown[];
}

/** Upserts rows with one array parameter per column. */
export function upsertPart(table: Table, name: string, rows: readonly Row[]): StatementPart {
  const keys = Object.entries(table.keys ?? {});
  const names = [...table.columnNames, ...keyColumns(table)];
  const updates = names
    .filter((column) => column !== table.key)
    .map((column) => `${column} = excluded.${column}`);
  return {
    sql: (first, moved) => {
      const arrays = names.map(
        (column, index) => `$${first + index}::${table.columns[column]?.sql ?? 'text'}[]`,
      );
      return (
        `INSERT INTO ${name} (${names.join(', ')}) SELECT r.* FROM unnest(${arrays.join(', ')}) AS r ` +
        `WHERE EXISTS (SELECT FROM ${moved}) ON CONFLICT (${table.key}) DO ` +
        (updates.length > 0 ? `UPDATE SET ${updates.join(', ')}` : 'NOTHING')
      );
    },
    values: [
      ...table.columnNames.map((column) => rows.map((row) => table.columns[column]?.encode(row[column]))),
      ...keys.map(([column, keyOf]) => rows.map((row) => keyOf?.(String(row[column] ?? '')) ?? '')),
    ],
  };
}

export function deletePart(table: Table, name: string, keys: readonly string[]): StatementPart {
  return {
    sql: (first, moved) =>
      `DELETE FROM ${name} WHERE ${table.key} = ANY($${first}::text[]) AND EXISTS (SELECT FROM ${moved})`,
    values: [keys],
  };
}
