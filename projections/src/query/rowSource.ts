import type { Day } from '@portal/domain/values';
import type { Columns, RowOf } from '../runtime/columns.ts';
import { type Queryable, selectRows } from '../runtime/select.ts';

/** Rows of a view `t`, with columns of others. */
export interface RowSource<C extends Columns> {
  /** Columns of the result; those without an entry in {@link expressions} are columns of `t`. */
  readonly columns: C;
  readonly expressions?: { readonly [K in keyof C]?: string };
  /** The view, without alias. */
  readonly view: string;
  /** Joins of views, each with at most one row for a row of `t`. */
  readonly joins?: string;
}

export const expressionOf = <C extends Columns>({ expressions }: RowSource<C>, name: keyof C & string) =>
  expressions?.[name] ?? `t.${name}`;

/** The select list, in the order of the columns. */
export const expressionsOf = <C extends Columns>(source: RowSource<C>): readonly string[] =>
  Object.keys(source.columns).map((name) => expressionOf(source, name));

/** Reads rows of a source; `rest` is the condition and order that follow. See {@link selectRows}. */
export function readerOf<C extends Columns>(source: RowSource<C>) {
  const { columns, view, joins = '' } = source;
  const select = `SELECT ${expressionsOf(source).join(', ')} FROM ${view} t ${joins}`;
  return (db: Queryable, rest: string, values: readonly unknown[], name?: string) =>
    selectRows(db, columns, `${select} ${rest}`, values, name);
}

/** As {@link readerOf}, with fields that depend on the billing day. */
export function datedReaderOf<C extends Columns, Row>(
  source: RowSource<C>,
  shown: (row: RowOf<C>, today: Day) => Row,
) {
  const read = readerOf(source);
  return async (db: Queryable, today: Day, rest: string, values: readonly unknown[], name: string) =>
    (await read(db, rest, values, name)).map((row): Row => shown(row, today));
}
