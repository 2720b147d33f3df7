import { type Day, isDay } from '@portal/domain/values';
import type { ClientBase, Pool } from 'pg';
import type { Column, Columns, RowOf } from './columns.ts';

/** A pool or a connection. */
export type Queryable = Pool | ClientBase;

/** Gives texts short names for prepared statements, up to `most`: PostgreSQL truncates names at 63 bytes. */
export function statementNames(prefix: string, most: number): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    if (!names.has(text) && names.size < most) names.set(text, `${prefix}-${names.size}`);
    return names.get(text);
  };
}

const nameOf = statementNames('query', 1_000);

/**
 * Runs a prepared query whose select list is these columns, in their order, and decodes by them: days stay days and
 * instants ISO strings, whatever parsers the `pg` package was given elsewhere.
 */
export function selectRows<C extends Columns>(
  db: Queryable,
  columns: C,
  text: string,
  values: readonly unknown[] = [],
): Promise<RowOf<C>[]> {
  return select(db, columns, text, values, nameOf(text));
}

/** As {@link selectRows}, for a query whose text or best plan depends on what is asked. */
export function selectUnprepared<C extends Columns>(
  db: Queryable,
  columns: C,
  text: string,
  values: readonly unknown[] = [],
): Promise<RowOf<C>[]> {
  return select(db, columns, text, values, undefined);
}

async function select<C extends Columns>(
  db: Queryable,
  columns: C,
  text: string,
  values: readonly unknown[],
  name: string | undefined,
): Promise<RowOf<C>[]> {
  const { rows } = await db.query<(string | null)[]>({
    text,
    values: [...values],
    rowMode: 'array',
    types: { getTypeParser: () => (value: string) => value },
    name,
  });
  const decoders = Object.entries(columns).map(([column, { decode }]) => [column, decode] as const);
  return rows.map((row) => {
    const decoded: Record<string, unknown> = {};
    decoders.forEach(([column, decode], index) => {
      const value = row[index] ?? null;
      decoded[column] = value === null ? null : decode(value);
    });
    return decoded as RowOf<C>;
  });
}

/**
 * The condition that a column is in an array parameter, e.g. `isIn('t.id', '$1')`, for prepared statements. The
 * sub-select hides the array's length: with it PostgreSQL would plan every execution anew, which takes longer than the query.
 */
export const isIn = (column: string, parameter: string, type = 'text') =>
  `${column} = ANY ((SELECT ${parameter}::${type}[])::${type}[])`;

/** A day as an SQL literal, e.g. for an expression to sort by. @throws RangeError */
export function dayLiteral(day: Day): string {
  if (!isDay(day)) throw new RangeError(`Not a day (YYYY-MM-DD): ${day}`);
  return `'${day}'`;
}

/** The values of a query with one column. See {@link selectRows}. */
export async function selectColumn<T>(
  db: Queryable,
  column: Column<T>,
  text: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const rows = await selectRows(db, { value: column }, text, values);
  return rows.map(({ value }) => value);
}
