import knex, { type Knex } from 'knex';
import type { Columns, RowOf } from '../runtime/columns.ts';
import { integer } from '../runtime/columns.ts';
import { checkedValue, type FilterKind, InvalidListQuery, rangeOf } from './filterValues.ts';
import { expressionsOf, type RowSource } from './rowSource.ts';
import { type SearchDefinition, searchConditions } from './searching.ts';
import { type Queryable, selectRows } from './select.ts';

export { InvalidListQuery };

/** Builds SQL only; queries run on the caller's pool. */
const builder = knex({ client: 'pg' });

/** What react-admin asks a list for. */
export interface ListQuery {
  /**
   * Values by field: one value, or a list of which one must match; `<field>_gte` and `<field>_lte` bound a number, a
   * day or an instant; `q` searches.
   */
  readonly filter?: Readonly<Record<string, unknown>> | undefined;
  readonly sort?: readonly [field: string, order: 'ASC' | 'DESC'] | undefined;
  /** First and last row, counted from 0, both included; none for the whole list. */
  readonly range?: readonly [first: number, last: number] | undefined;
  /** Where the days that bound an instant begin and end; default UTC. */
  readonly timeZone?: string | undefined;
}

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Rows that match the filter, whatever the range. */
  readonly total: number;
}

/** A field that may be filtered by. */
export interface ListFilter {
  readonly sql: string;
  readonly kind: FilterKind;
  /** True where `sql` names a table of {@link ListDefinition.joins}. */
  readonly joined?: boolean;
}

/**
 * Sorting by a column of another view, never null: `joins` takes the place of the list's own and joins that view
 * without LEFT, so that PostgreSQL may walk along its index instead of sorting everything.
 */
export interface JoinedSort {
  readonly sql: string;
  readonly joins: string;
}

export interface ListDefinition<C extends Columns> extends RowSource<C>, SearchDefinition {
  readonly filters: Readonly<Record<string, ListFilter>>;
  /** SQL by the field that may be sorted by. */
  readonly sorts: Readonly<Record<string, string | JoinedSort>>;
  readonly defaultSort: readonly [field: string, order: 'ASC' | 'DESC'];
  /** Unique column that settles ties, so that pages neither overlap nor leave rows out. */
  readonly key: string;
}

/** One page of a list and how many rows match. @throws InvalidListQuery */
export async function readList<C extends Columns>(
  db: Queryable,
  definition: ListDefinition<C>,
  query: ListQuery,
): Promise<ListPage<RowOf<C>>> {
  const { q, ...filter } = query.filter ?? {};
  const { matching, joined } = filtered(definition, { ...query, filter });
  const { conditions, narrow } = await searchConditions(db, definition, q);
  for (const { sql, bindings } of conditions) matching.whereRaw(sql, bindings as string[]);
  const [field, order] = query.sort ?? definition.defaultSort;
  const sort = own(definition.sorts, field);
  if (sort === undefined) throw new InvalidListQuery('sort', `This list can't be sorted by ${field}.`);
  if (narrow && query.range !== undefined) {
    return readFound(db, definition, { matching, joined, sort, order, range: checkedRange(query.range) });
  }
  const page = matching
    .clone()
    .select(expressionsOf(definition).map((expression) => builder.raw(expression)))
    .orderByRaw(orderBy(definition, sort, order));
  const joins = typeof sort === 'string' ? definition.joins : sort.joins;
  if (joins !== undefined) page.joinRaw(joins);
  if (query.range !== undefined) {
    const [first, last] = checkedRange(query.range);
    page.limit(last - first + 1).offset(first);
  }
  const { sql, bindings } = page.toSQL().toNative();
  const rows = selectRows(db, definition.columns, sql, bindings as unknown[]);
  if (query.range === undefined) return rows.then((all) => ({ rows: all, total: all.length }));
  // each join has at most one row for a row of `t`, so the count needs it for a condition alone
  if (joined && definition.joins !== undefined) matching.joinRaw(definition.joins);
  const counting = matching.count({ total: '*' }).toSQL().toNative();
  const [some, counted] = await Promise.all([
    rows,
    db.query<{ total: string }>(counting.sql, counting.bindings as unknown[]),
  ]);
  return { rows: some, total: Number(counted.rows[0]?.total ?? 0) };
}

/**
 * A page of what a search finds and how much that is, by reading it once: without that PostgreSQL may walk along the
 * sort's index past all rows that don't match, and count them once more.
 */
async function readFound<C extends Columns>(
  db: Queryable,
  definition: ListDefinition<C>,
  asked: {
    readonly matching: Knex.QueryBuilder;
    readonly joined: boolean;
    readonly sort: string | JoinedSort;
    readonly order: 'ASC' | 'DESC';
    readonly range: readonly [number, number];
  },
): Promise<ListPage<RowOf<C>>> {
  const { matching, joined, sort, order, range } = asked;
  const { view, key, joins = '', columns } = definition;
  const sql = typeof sort === 'string' ? sort : sort.sql;
  // a sort by a column of the list's own view needs no other
  if (joined || !/^t\.[a-z_]+$/.test(sql)) matching.joinRaw(typeof sort === 'string' ? joins : sort.joins);
  matching.select(builder.raw(`${key} AS id`), builder.raw(`${sql} AS sort`));
  const found = matching.toSQL().toNative();
  const by = (alias: string) => orderBy({ columns, key: `${alias}.id` }, sort, order, `${alias}.sort`);
  const [first, last] = range;
  const text = `WITH found AS MATERIALIZED (${found.sql}),
      page AS (SELECT id, sort FROM found ORDER BY ${by('found')} LIMIT ${last - first + 1} OFFSET ${first})
    SELECT n.total, ${expressionsOf(definition).join(', ')}
    FROM (SELECT count(*) AS total FROM found) AS n LEFT JOIN page ON true LEFT JOIN ${view} AS t ON ${key} = page.id
    ${joins} ORDER BY ${by('page')}`;
  const read = await selectRows(db, { total_found: integer, ...columns }, text, found.bindings as unknown[]);
  // where the page has no rows there is the total alone
  const [name] = key.split('.').slice(-1);
  const rows = read.filter((row) => row[name as keyof typeof row] !== null);
  return {
    rows: rows.map(({ total_found: _total, ...row }) => row as unknown as RowOf<C>),
    total: (read[0]?.total_found as number | undefined) ?? 0,
  };
}

/**
 * What is null comes first in ascending order. Said only of what can be null, for an index is in PostgreSQL's own
 * order and would be left aside; ties go the same way, so that it can be walked from either end.
 */
function orderBy<C extends Columns>(
  { columns, key }: Pick<ListDefinition<C>, 'columns' | 'key'>,
  sort: string | JoinedSort,
  order: 'ASC' | 'DESC',
  sql = typeof sort === 'string' ? sort : sort.sql,
): string {
  const neverNull = typeof sort !== 'string' || columns[sort.replace(/^t\./, '')]?.nullable === false;
  const nulls = neverNull ? '' : order === 'DESC' ? ' NULLS LAST' : ' NULLS FIRST';
  return `${sql} ${order}${nulls}, ${key} ${order}`;
}

function filtered<C extends Columns>(
  definition: ListDefinition<C>,
  { filter = {}, timeZone = 'UTC' }: ListQuery,
): { readonly matching: Knex.QueryBuilder; readonly joined: boolean } {
  const matching = builder.from(builder.raw(`${definition.view} AS t`));
  let joined = false;
  for (const [field, value] of Object.entries(filter)) {
    const bound = /^(.+)_(gte|lte)$/.exec(field);
    const allowed = own(definition.filters, field) ?? (bound && own(definition.filters, bound[1] ?? ''));
    if (!allowed) throw new InvalidListQuery(field, `This list can't be filtered by ${field}.`);
    if (allowed.joined === true) joined = true;
    if (own(definition.filters, field) === undefined) {
      const { operator, limit } = rangeOf(
        field,
        allowed.kind,
        bound?.[2] === 'gte' ? 'gte' : 'lte',
        value,
        timeZone,
      );
      matching.whereRaw(`${allowed.sql} ${operator} ?`, [limit]);
    } else {
      oneOf(matching, allowed, field, value);
    }
  }
  return { matching, joined };
}

/** One value, or a list of which one must match; null matches what is not there. */
function oneOf(rows: Knex.QueryBuilder, { sql, kind }: ListFilter, field: string, value: unknown): void {
  const values = (Array.isArray(value) ? value : [value]).map((one) => checkedValue(field, kind, one));
  const known = values.filter((one) => one !== null);
  const alternatives = [
    ...(known.length > 0 ? [`${sql} IN (${known.map(() => '?').join(', ')})`] : []),
    ...(known.length < values.length ? [`${sql} IS NULL`] : []),
  ];
  rows.whereRaw(alternatives.length > 0 ? `(${alternatives.join(' OR ')})` : 'FALSE', known);
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
