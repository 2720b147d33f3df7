import knex, { type Knex } from 'knex';
import type { Columns, RowOf } from '../runtime/columns.ts';
import { type Queryable, selectRows } from './select.ts';

/** Builds SQL only; queries run on the caller's pool. */
const builder = knex({ client: 'pg' });

/** What react-admin asks a list for. */
export interface ListQuery {
  /** Values by field: one value, or a list of which one must match; `q` searches. */
  readonly filter?: Readonly<Record<string, unknown>> | undefined;
  readonly sort?: readonly [field: string, order: 'ASC' | 'DESC'] | undefined;
  /** First and last row, counted from 0, both included; none for the whole list. */
  readonly range?: readonly [first: number, last: number] | undefined;
}

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Rows that match the filter, whatever the range. */
  readonly total: number;
}

/** A filter or sort names a field the list doesn't have, or a value that can't be one of its values. */
export class InvalidListQuery extends Error {
  /** The field at fault, `range` or `sort`. */
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.name = 'InvalidListQuery';
    this.path = path;
  }
}

type FilterKind = 'text' | 'boolean' | 'integer';

export interface ListDefinition<C extends Columns> {
  /** Columns of the answer; what is not among {@link expressions} is a column of the alias `t`. */
  readonly columns: C;
  readonly expressions?: { readonly [K in keyof C]?: string };
  /** The view, without alias. */
  readonly view: string;
  /** Further joins, of views only, each with at most one row for a row of `t`. */
  readonly joins?: string;
  readonly filters: Readonly<Record<string, { readonly sql: string; readonly kind: FilterKind }>>;
  /** SQL by the field that may be sorted by. */
  readonly sorts: Readonly<Record<string, string>>;
  readonly defaultSort: readonly [field: string, order: 'ASC' | 'DESC'];
  /** Column with everything `q` looks at, in lower case. */
  readonly search: string;
  /** Unique column that settles ties, so that pages neither overlap nor leave rows out. */
  readonly key: string;
}

/** One page of a list and how many rows match. @throws InvalidListQuery */
export async function readList<C extends Columns>(
  db: Queryable,
  definition: ListDefinition<C>,
  query: ListQuery,
): Promise<ListPage<RowOf<C>>> {
  const matching = filtered(definition, query.filter ?? {});
  const [field, order] = query.sort ?? definition.defaultSort;
  const sort = own(definition.sorts, field);
  if (sort === undefined) throw new InvalidListQuery('sort', `This list can't be sorted by ${field}.`);
  const page = matching
    .clone()
    .select(Object.keys(definition.columns).map((name) => builder.raw(expressionOf(definition, name))))
    .orderByRaw(`${sort} ${order === 'DESC' ? 'DESC NULLS LAST' : 'ASC NULLS FIRST'}, ${definition.key} ASC`);
  if (definition.joins !== undefined) page.joinRaw(definition.joins);
  if (query.range !== undefined) {
    const [first, last] = checkedRange(query.range);
    page.limit(last - first + 1).offset(first);
  }
  const { sql, bindings } = page.toSQL().toNative();
  const rows = selectRows(db, definition.columns, sql, bindings as unknown[]);
  if (query.range === undefined) return rows.then((all) => ({ rows: all, total: all.length }));
  const counting = matching.clone().count({ total: '*' }).toSQL().toNative();
  const [some, counted] = await Promise.all([
    rows,
    db.query<{ total: string }>(counting.sql, counting.bindings as unknown[]),
  ]);
  return { rows: some, total: Number(counted.rows[0]?.total ?? 0) };
}

function expressionOf<C extends Columns>(definition: ListDefinition<C>, name: string): string {
  return (definition.expressions?.[name] as string | undefined) ?? `t.${name}`;
}

function filtered<C extends Columns>(
  definition: ListDefinition<C>,
  filter: Readonly<Record<string, unknown>>,
): Knex.QueryBuilder {
  const rows = builder.from(builder.raw(`${definition.view} AS t`));
  for (const [field, value] of Object.entries(filter)) {
    if (field === 'q') search(rows, definition.search, value);
    else {
      const allowed = own(definition.filters, field);
      if (allowed === undefined)
        throw new InvalidListQuery(field, `This list can't be filtered by ${field}.`);
      const values = (Array.isArray(value) ? value : [value]).map((one) =>
        checkedValue(field, allowed.kind, one),
      );
      const known = values.filter((one) => one !== null);
      const alternatives = [
        ...(known.length > 0 ? [`${allowed.sql} IN (${known.map(() => '?').join(', ')})`] : []),
        ...(known.length < values.length ? [`${allowed.sql} IS NULL`] : []),
      ];
      rows.whereRaw(alternatives.length > 0 ? `(${alternatives.join(' OR ')})` : 'FALSE', known);
    }
  }
  return rows;
}

/** Every word must occur somewhere. */
function search(rows: Knex.QueryBuilder, column: string, value: unknown): void {
  if (typeof value !== 'string') throw new InvalidListQuery('q', 'What to search for must be a text.');
  for (const word of value.toLowerCase().replaceAll('\0', '').split(/\s+/)) {
    if (word !== '') rows.whereRaw(`${column} LIKE ?`, [`%${word.replace(/[\\%_]/g, '\\$&')}%`]);
  }
}

function checkedValue(field: string, kind: FilterKind, value: unknown): string | number | boolean | null {
  if (value === null) return null;
  const refuse = () => new InvalidListQuery(field, `${JSON.stringify(value)} is no value of ${field}.`);
  switch (kind) {
    case 'text':
      if (typeof value !== 'string' || value.includes('\0')) throw refuse();
      return value;
    case 'boolean':
      if (typeof value !== 'boolean') throw refuse();
      return value;
    case 'integer':
      if (typeof value !== 'number' || !Number.isSafeInteger(value) || Math.abs(value) > 2_147_483_647)
        throw refuse();
      return value;
    default:
      throw refuse();
  }
}

function checkedRange([first, last]: readonly [number, number]): readonly [number, number] {
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || first < 0 || last < first - 1) {
    throw new InvalidListQuery('range', `[${first}, ${last}] is no range of rows.`);
  }
  return [first, last];
}

/** A property that is the object's own: a field called `constructor` is as unknown as any other. */
const own = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
