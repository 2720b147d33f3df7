/**
 * Column types of read-model tables: DDL, batch statements, decoding and the TypeScript type of a row derive from them.
 */
export interface Column<T> {
  /** PostgreSQL type. */
  readonly sql: string;
  readonly nullable: boolean;
  /** Value for a parameter array of type `sql[]`. */
  encode(value: T): string | number | boolean | null;
  /** From PostgreSQL's text format. */
  decode(text: string): T;
  /** In queries, the SQL to read it by; default: the column of `t` with its name. */
  readonly from?: string;
  /** In queries, the SQL to sort by it; default: what it is read by. */
  readonly sortBy?: string | undefined;
  /** Computed by the table's `derive`; handlers don't write it. */
  readonly derived?: true;
}

const column = <T>(
  sql: string,
  encode: (value: T) => string | number | boolean,
  decode: (text: string) => T,
): Column<T> => ({ sql, nullable: false, encode, decode });

const same = <T>(value: T) => value;

export const text: Column<string> = column('text', same, same);
export const integer: Column<number> = column('integer', same, Number);
/** A bigint that a JavaScript number holds exactly, e.g. a number of the log index. */
export const safeInteger: Column<number> = column('bigint', String, Number);
/** Money in whole cents (at most `MAX_CENTS` in domain/values). */
export const cents = safeInteger;
export const bigint: Column<bigint> = column('bigint', String, BigInt);
export const boolean: Column<boolean> = column('boolean', same, (value) => value === 't');
/** A calendar day `YYYY-MM-DD`. */
export const day: Column<string> = column('date', same, same);
/** An ISO instant with milliseconds. */
export const instant: Column<string> = column('timestamptz', same, (value) => {
  // as PostgreSQL writes it in UTC with milliseconds; `Date` takes five times as long
  const isPlain = value.length === 26 && value[19] === '.' && value.endsWith('+00');
  return isPlain ? `${value.slice(0, 10)}T${value.slice(11, 23)}Z` : new Date(value).toISOString();
});
/** Any JSON value. */
export const json = <T>(): Column<T> =>
  column(
    'jsonb',
    (value: T) => JSON.stringify(value),
    (value) => JSON.parse(value) as T,
  );

/** The same column, nullable. */
export const optional = <T>(of: Column<T>): Column<T | null> => ({
  ...of,
  nullable: true,
  encode: (value) => (value === null ? null : of.encode(value)),
});

/** The same column, computed by the table's `derive`. */
export const derived = <T>(of: Column<T>): Column<T> & { readonly derived: true } => ({
  ...of,
  derived: true,
});

/** The same column, read by this SQL and sorted by that. */
export const readAs = <T>(of: Column<T>, from: string, sortBy?: string): Column<T> => ({
  ...of,
  from,
  sortBy,
});

// biome-ignore lint/suspicious/noExplicitAny: a table holds columns of every type; rows are typed by RowOf
export type Columns = Readonly<Record<string, Column<any>>>;

type ValueOf<C> = C extends Column<infer T> ? T : never;
type Derived = { readonly derived: true };

/** A row with these columns. */
export type RowOf<C extends Columns> = { readonly [K in keyof C]: ValueOf<C[K]> };

/** What handlers write of a row: without the derived columns. */
export type GivenOf<C extends Columns> = {
  readonly [K in keyof C as C[K] extends Derived ? never : K]: ValueOf<C[K]>;
};

/** The derived columns of a row. */
export type DerivedOf<C extends Columns> = {
  readonly [K in keyof C as C[K] extends Derived ? K : never]: ValueOf<C[K]>;
};
