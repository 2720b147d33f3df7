import type { Day } from '@portal/domain/values';
import type { Columns, RowOf } from '../runtime/columns.ts';
import { isIn, type Queryable, selectRows } from '../runtime/select.ts';
import type { Table } from '../runtime/table.ts';

/** Rows of a view `t`, with columns of others. */
export interface RowSource<C extends Columns> {
  /** Columns of the result. */
  readonly columns: C;
  /** The view, without alias. */
  readonly view: string;
  /** Joins of views, each with at most one row for a row of `t`. */
  readonly joins?: string;
}

/** A table's columns for queries: without `search`, and sorted by their keys where they have any. */
export function shownColumns<C extends Columns>({ columns, keys = {} }: Table<C>): Omit<C, 'search'> {
  const { search: _search, ...shown } = columns;
  for (const name of Object.keys(keys)) {
    const column = columns[name];
    if (column !== undefined) Object.assign(shown, { [name]: { ...column, sortBy: `t.${name}_key` } });
  }
  return shown;
}

export const expressionOf = (columns: Columns, name: string) => columns[name]?.from ?? `t.${name}`;

/** The select list, in the order of the columns. */
export const selectList = (columns: Columns): string =>
  Object.keys(columns)
    .map((name) => expressionOf(columns, name))
    .join(', ');

/** Reads rows of a source; `rest` is the condition and order that follow. See {@link selectRows}. */
export function readerOf<C extends Columns>({ columns, view, joins = '' }: RowSource<C>) {
  const select = `SELECT ${selectList(columns)} FROM ${view} t ${joins}`;
  return (db: Queryable, rest: string, values: readonly unknown[] = []) =>
    selectRows(db, columns, `${select} ${rest}`, values);
}

/** Reads rows with fields that depend on the billing day; `byIds` in no particular order, without unknown ids. */
export function datedRecordsOf<C extends Columns, Row>(
  source: RowSource<C>,
  shown: (row: RowOf<C>, today: Day) => Row,
) {
  const readRows = readerOf(source);
  const read = async (db: Queryable, today: Day, rest: string, values: readonly unknown[] = []) =>
    (await readRows(db, rest, values)).map((row): Row => shown(row, today));
  const byIds = (db: Queryable, ids: readonly string[], today: Day): Promise<readonly Row[]> =>
    read(db, today, `WHERE ${isIn('t.id', '$1')}`, [ids]);
  const byId = async (db: Queryable, id: string, today: Day): Promise<Row | null> =>
    (await byIds(db, [id], today))[0] ?? null;
  return { read, byIds, byId };
}
