import type { Columns } from '../runtime/columns.ts';

/** Where rows are read from: a view, and others that add to its rows. */
export interface RowSource<C extends Columns> {
  /** Columns of the answer; what is not among {@link expressions} is a column of the alias `t`. */
  readonly columns: C;
  readonly expressions?: { readonly [K in keyof C]?: string };
  /** The view, without alias. */
  readonly view: string;
  /** Further joins, of views only, each with at most one row for a row of `t`. */
  readonly joins?: string;
}

/** What stands in the select list for each column, in their order. */
export const expressionsOf = <C extends Columns>({ columns, expressions }: RowSource<C>): readonly string[] =>
  Object.keys(columns).map((name) => expressions?.[name] ?? `t.${name}`);

/** Selects all rows of a source, for a condition and an order to follow. */
export const selectFrom = <C extends Columns>(source: RowSource<C>): string =>
  `SELECT ${expressionsOf(source).join(', ')} FROM ${source.view} t ${source.joins ?? ''}`;
