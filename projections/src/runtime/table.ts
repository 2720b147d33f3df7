import type { Columns, RowOf } from './columns.ts';

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
  /** Computes derived columns, once per page for each changed row. */
  readonly derive?: (row: RowOf<C>) => RowOf<C>;
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
type AnyTable = Table;

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
export const keyColumns = ({ keys = {} }: Pick<AnyTable, 'keys'>) =>
  Object.keys(keys).map((column) => `${column}_key`);

/** Without indexes, which a rebuild creates last. The fillfactor leaves room for updates in place. */
export function createTableSql(table: AnyTable, name: string): string {
  const columns = table.columnNames.map((column) => {
    const { sql, nullable } = columnOf(table, column);
    return `${column} ${sql}${nullable ? '' : ' NOT NULL'}`;
  });
  for (const column of keyColumns(table)) columns.push(`${column} text COLLATE "C" NOT NULL`);
  return `CREATE TABLE ${name} (${columns.join(', ')}, PRIMARY KEY (${table.key})) WITH (fillfactor = 85)`;
}

export const createIndexesSql = (table: AnyTable, name: string): readonly string[] =>
  table.indexes.map((index) => `CREATE INDEX ON ${name} ${index}`);

/**
 * Trigram indexes for `LIKE '%word%'`; they need {@link TRIGRAMS}, which not every database has.
 */
export function createSearchIndexesSql(table: AnyTable, name: string): readonly string[] {
  const searched = [...('search' in table.columns ? ['search'] : []), ...(table.searched ?? [])];
  return searched.map(
    (expression, index) =>
      `CREATE INDEX IF NOT EXISTS ${name}_parts_${index} ON ${name} USING gin (${expression} gin_trgm_ops)`,
  );
}

export const TRIGRAMS = 'pg_trgm';

/**
 * A part of the statement that commits a page. The parameters in `sql` count from `first`; it writes only if the query
 * `moved` has a row, which means that the checkpoint has moved.
 */
export interface StatementPart {
  /** Identifies the SQL, so that the whole statement can be prepared under a short name. */
  readonly shape: string;
  readonly sql: (first: number, moved: string) => string;
  readonly values: readonly unknown[];
}

/** Upserts rows with one array parameter per column. */
export function upsertPart(table: AnyTable, name: string, rows: readonly Row[]): StatementPart {
  const keys = Object.entries(table.keys ?? {});
  const names = [...table.columnNames, ...keyColumns(table)];
  const updates = names
    .filter((column) => column !== table.key)
    .map((column) => `${column} = excluded.${column}`);
  return {
    shape: `put:${name}`,
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
      ...table.columnNames.map((column) => {
        const { encode } = columnOf(table, column);
        return rows.map((row) => encode(row[column]));
      }),
      ...keys.map(([column, keyOf]) => rows.map((row) => keyOf?.(String(row[column] ?? '')) ?? '')),
    ],
  };
}

export function deletePart(table: AnyTable, name: string, keys: readonly string[]): StatementPart {
  return {
    shape: `del:${name}`,
    sql: (first, moved) =>
      `DELETE FROM ${name} WHERE ${table.key} = ANY($${first}::text[]) AND EXISTS (SELECT FROM ${moved})`,
    values: [keys],
  };
}

function columnOf(table: AnyTable, name: string) {
  const column = table.columns[name];
  if (column === undefined) throw new Error(`${table.name} has no column ${name}.`);
  return column;
}
