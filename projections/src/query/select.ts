import type { Columns, RowOf } from '../runtime/columns.ts';
import type { Queryable } from '../runtime/generation.ts';
import { type RowSource, selectFrom } from './rowSource.ts';

export type { Queryable };

/**
 * Runs a query whose select list is these columns, in their order, and decodes by them: days stay days and
 * instants ISO texts, whatever parsers the `pg` package was given elsewhere.
 * @param name prepares the statement under this name; only for texts that never change
 */
export async function selectRows<C extends Columns>(
  db: Queryable,
  columns: C,
  text: string,
  values: readonly unknown[],
  name?: string,
): Promise<RowOf<C>[]> {
  const { rows } = await db.query<(string | null)[]>({
    text,
    values: [...values],
    rowMode: 'array',
    types: { getTypeParser: () => (value: string) => value },
    ...(name === undefined ? {} : { name }),
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

/** Reads rows of a source; `rest` is the condition and order that follow. {@link selectRows} */
export function readerOf<C extends Columns>(source: RowSource<C>) {
  const select = selectFrom(source);
  return (db: Queryable, rest: string, values: readonly unknown[], name?: string) =>
    selectRows(db, source.columns, `${select} ${rest}`, values, name);
}
