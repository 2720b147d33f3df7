import knex, { type Knex } from 'knex';
import { type Columns, integer, type RowOf } from '../runtime/columns.ts';
import { type Queryable, selectUnprepared } from '../runtime/select.ts';
import { checkedValue, type FilterKind, InvalidListQuery, rangeOf } from './filterValues.ts';
import { matchSort } from './matchSort.ts';
import { expressionOf, type RowSource, readerOf, selectList } from './rowSource.ts';
import { type RelatedSearch, searchConditions } from './searching.ts';

export { InvalidListQuery };

/** Builds SQL only; queries run on the caller's pool. */
const builder = knex({ client: 'pg' });

/** Longest list that is read at once, to bound memory; exports say what they leave out. */
export const MAX_ROWS = 100_000;

/** Sorts by how well `q` fits the records' fields, best first. */
const MATCH = 'match';

/** A list request of react-admin. */
export interface ListQuery {
  /**
   * Values by field: one value or a list of alternatives; `<field>_gte` and `<field>_lte` bound a number, a day or an
   * instant; `q` searches.
   */
  readonly filter?: Readonly<Record<string, unknown>> | undefined;
  readonly sort?: readonly [field: string, order: 'ASC' | 'DESC'] | undefined;
  /** First and last row, from 0, both included; absent: the whole list, at most {@link MAX_ROWS}, as of one moment. */
  readonly range?: readonly [first: number, last: number] | undefined;
  /** Time zone of the days that bound an instant; default UTC. */
  readonly timeZone?: string | undefined;
}

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Rows that match the filter, whatever the range. */
  readonly total: number;
}

/** A field to filter by that is not simply a column of the list. */
export interface ListFilter {
  readonly sql: string;
  readonly kind: FilterKind;
  /** True if `sql` names a table of `joins`. */
  readonly joined?: boolean;
}

/**
 * Sorting by a column of another view, never null: `joins` replaces the list's own joins and joins that view
 * without LEFT, so that PostgreSQL may walk along its index instead of sorting everything.
 */
export interface JoinedSort {
  readonly sql: string;
  readonly joins: string;
}

/**
 * A list; its view has a unique text column `id`, and in `search` the key of all that `q` searches. Fields to filter by
 * are its columns except amounts and JSON, fields to sort by all except JSON.
 */
export interface ListDefinition<C extends Columns> extends RowSource<C> {
  /** Other names of columns. */
  readonly aliases?: Readonly<Record<string, keyof C & string>>;
  /** Further fields to filter by. */
  readonly filters?: Readonly<Record<string, ListFilter>>;
  /** Further fields to sort by, as SQL, or sorts that replace those of columns. */
  readonly sorts?: Readonly<Record<string, string | JoinedSort>>;
  /** SQL of fields, the records' name first: `match` sorts by how well `q` fits them. */
  readonly matched?: readonly [name: string, ...others: string[]];
  readonly defaultSort: readonly [field: string, order: 'ASC' | 'DESC'];
  /** What `q` searches besides: a condition with one `?` for the pattern of a word, or related records. */
  readonly searchAlso?: string | RelatedSearch;
}

/** Reads a list's records; `read` as {@link readerOf}, `list` as {@link readList}. */
export function recordsOf<C extends Columns>(definition: ListDefinition<C>) {
  const read = readerOf(definition);
  return {
    read,
    byId: async (db: Queryable, id: string): Promise<RowOf<C> | null> =>
      (await read(db, 'WHERE t.id = $1', [id]))[0] ?? null,
    list: (db: Queryable, query: ListQuery) => readList(db, definition, query),
    /** Reads {@link readSums} of what the list finds. */
    totals:
      <S extends Columns>(sums: S, ...by: readonly (keyof S & string)[]) =>
      (db: Queryable, query: Pick<ListQuery, 'filter' | 'timeZone'>) =>
        readSums(db, definition, query, { sums, by }),
  };
}

/**
 * One page of a list and how many rows match: exact for every filter and search.
 * @throws InvalidListQuery
 */
export async function readList<C extends Columns>(
  db: Queryable,
  definition: ListDefinition<C>,
  query: ListQuery,
): Promise<ListPage<RowOf<C>>> {
  const { matching, joined, conditions } = await matchingOf(db, definition, query);
  const [field, order] = query.sort ?? definition.defaultSort;
  const sort =
    field === MATCH && definition.matched
      ? matchSort(definition.matched, query.filter?.q)
      : sortOf(definition, field);
  if (sort === undefined) throw new InvalidListQuery('sort', `This list can't be sorted by ${field}.`);
  const range = query.range && checkedRange(query.range);
  if (range !== undefined && conditions.some(({ narrow }) => narrow))
    return readFound(db, definition, { matching, joined, sort, order }, range);
  const page = matching
    .clone()
    .select(builder.raw(selectList(definition.columns)))
    .orderByRaw(orderBy(definition.columns, sort, order));
  const joins = typeof sort === 'string' ? definition.joins : sort.joins;
  if (joins !== undefined) page.joinRaw(joins);
  if (range === undefined) page.limit(MAX_ROWS);
  else page.limit(range[1] - range[0] + 1).offset(range[0]);
  const { sql, bindings } = page.toSQL().toNative();
  const rows = selectUnprepared(db, definition.columns, sql, bindings as unknown[]);
  const all = range === undefined ? await rows : [];
  if (range === undefined && all.length < MAX_ROWS) return { rows: all, total: all.length };
  // a join adds no rows, so the count needs it only for conditions
  if (joined && definition.joins !== undefined) matching.joinRaw(definition.joins);
  const [some, total] = await Promise.all([rows, count(db, matching)]);
  return { rows: some, total };
}

/**
 * Sums over all rows of a list that match, whatever its range, e.g. for the totals below it: a row for each value of the
 * columns `by`, in their order.
 * @param sums columns of the result, read as SQL of rows `t`
 * @throws InvalidListQuery
 */
export async function readSums<C extends Columns, S extends Columns>(
  db: Queryable,
  definition: ListDefinition<C>,
  query: Pick<ListQuery, 'filter' | 'timeZone'>,
  { sums, by }: { readonly sums: S; readonly by: readonly (keyof S & string)[] },
): Promise<RowOf<S>[]> {
  const { matching } = await matchingOf(db, definition, query);
  if (definition.joins !== undefined) matching.joinRaw(definition.joins);
  const keys = by.map((name) => expressionOf(sums, name)).join(', ');
  const { sql, bindings } = matching
    .select(builder.raw(selectList(sums)))
    .groupByRaw(keys)
    .orderByRaw(keys)
    .toSQL()
    .toNative();
  return selectUnprepared(db, sums, sql, bindings as unknown[]);
}

/** The rows that match a filter and search. */
async function matchingOf<C extends Columns>(
  db: Queryable,
  definition: ListDefinition<C>,
  query: Pick<ListQuery, 'filter' | 'timeZone'>,
) {
  const { q, ...filter } = query.filter ?? {};
  const found = filtered(definition, { ...query, filter });
  const conditions = await searchConditions(db, definition.searchAlso, q);
  for (const { sql, bindings } of conditions) found.matching.whereRaw(sql, bindings as string[]);
  return { ...found, conditions };
}

async function count(db: Queryable, matching: Knex.QueryBuilder): Promise<number> {
  const { sql, bindings } = matching.count({ total: '*' }).toSQL().toNative();
  const [row] = await selectUnprepared(db, { total: integer }, sql, bindings as unknown[]);
  return row?.total ?? 0;
}

interface Asked {
  /** Rows that match filters and search. */
  readonly matching: Knex.QueryBuilder;
  /** Whether filters need the list's joins. */
  readonly joined: boolean;
  readonly sort: string | JoinedSort;
  readonly order: 'ASC' | 'DESC';
}

/**
 * Page and total of a search in one read. Otherwise PostgreSQL may walk along the sort's index past all rows that don't
 * match, and then count them again.
 */
async function readFound<C extends Columns>(
  db: Queryable,
  { view, joins = '', columns }: ListDefinition<C>,
  { matching, joined, sort, order }: Asked,
  [first, last]: readonly [number, number],
): Promise<ListPage<RowOf<C>>> {
  const expression = typeof sort === 'string' ? sort : sort.sql;
  const found = matching.clone().select(builder.raw('t.id'), builder.raw(`${expression} AS sort`));
  // sorting by the list's own column needs no join
  if (joined || !/^t\.[a-z_]+$/.test(expression))
    found.joinRaw(typeof sort === 'string' ? joins : sort.joins);
  const { sql, bindings } = found.toSQL().toNative();
  const by = orderBy(columns, sort, order, 'sort', 'id');
  const read = await selectUnprepared(
    db,
    { total_found: integer, ...columns },
    `WITH found AS MATERIALIZED (${sql}),
      page AS (SELECT id, row_number() OVER (ORDER BY ${by}) AS place
        FROM found ORDER BY ${by} LIMIT ${last - first + 1} OFFSET ${first})
    SELECT counted.total, ${selectList(columns)}
    FROM (SELECT count(*) AS total FROM found) AS counted
    LEFT JOIN page ON true LEFT JOIN ${view} AS t ON t.id = page.id ${joins} ORDER BY page.place`,
    bindings as unknown[],
  );
  return {
    // an empty page still has one row, with the total alone
    rows: read
      .filter(({ id }) => id !== null)
      .map(({ total_found: _total, ...row }) => row as unknown as RowOf<C>),
    total: Number(read[0]?.total_found ?? 0),
  };
}

/**
 * Nulls come first in ascending order. That is stated for nullable columns only, because PostgreSQL would not use an
 * index for it. Ties are ordered in the same direction, so that an index can be read from either end.
 */
function orderBy(
  columns: Columns,
  sort: string | JoinedSort,
  order: 'ASC' | 'DESC',
  sql = typeof sort === 'string' ? sort : sort.sql,
  id = 't.id',
): string {
  const neverNull =
    typeof sort !== 'string' ||
    /^t\.\w+_key$/.test(sort) ||
    columns[sort.replace(/^t\./, '')]?.nullable === false;
  const nulls = neverNull ? '' : order === 'DESC' ? ' NULLS LAST' : ' NULLS FIRST';
  return `${sql} ${order}${nulls}, ${id} ${order}`;
}

function filtered<C extends Columns>(
  definition: ListDefinition<C>,
  { filter = {}, timeZone = 'UTC' }: ListQuery,
): { readonly matching: Knex.QueryBuilder; readonly joined: boolean } {
  const matching = builder.from(builder.raw(`${definition.view} AS t`));
  let joined = false;
  for (const [field, value] of Object.entries(filter)) {
    const exact = filterOf(definition, field);
    const [, base = '', bound] = /^(.+)_(gte|lte)$/.exec(field) ?? [];
    const allowed = exact ?? filterOf(definition, base);
    if (!allowed) throw new InvalidListQuery(field, `This list can't be filtered by ${field}.`);
    joined ||= allowed.joined === true;
    if (exact === undefined) {
      const { operator, limit } = rangeOf(field, allowed.kind, bound as 'gte' | 'lte', value, timeZone);
      matching.where(builder.raw(allowed.sql), operator, limit);
    } else {
      oneOf(matching, exact, field, value);
    }
  }
  return { matching, joined };
}

/** Matches a value or one of several; null matches null. */
function oneOf(rows: Knex.QueryBuilder, { sql, kind }: ListFilter, field: string, value: unknown): void {
  const values = (Array.isArray(value) ? value : [value]).map((one) => checkedValue(field, kind, one));
  const known = values.filter((one) => one !== null);
  rows.where((either) => {
    either.where(builder.raw(sql), 'in', known as string[]);
    if (known.length < values.length) either.orWhere(builder.raw(sql), 'is', null);
  });
}

function checkedRange([first, last]: readonly [number, number]): readonly [number, number] {
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || first < 0 || last < first - 1) {
    throw new InvalidListQuery('range', `[${first}, ${last}] is no range of rows.`);
  }
  return [first, last];
}

const KINDS: Readonly<Record<string, FilterKind>> = {
  text: 'text',
  boolean: 'boolean',
  integer: 'integer',
  date: 'day',
  timestamptz: 'instant',
};

function filterOf<C extends Columns>(definition: ListDefinition<C>, field: string): ListFilter | undefined {
  const name = nameOf(definition, field);
  const column = definition.columns[name];
  const ownFilter = own(definition.filters, field);
  // amounts are stored in cents and shown in dollars
  if (ownFilter !== undefined || column === undefined || name.endsWith('_cents')) return ownFilter;
  const kind = own(KINDS, column.sql);
  return kind && { sql: expressionOf(definition.columns, name), kind, joined: column.from !== undefined };
}

function sortOf<C extends Columns>(definition: ListDefinition<C>, field: string) {
  const name = nameOf(definition, field);
  const column = definition.columns[name];
  const isSortable = column !== undefined && column.sql !== 'jsonb';
  return (
    own(definition.sorts, field) ??
    (isSortable ? (column.sortBy ?? expressionOf(definition.columns, name)) : undefined)
  );
}

/** The column's name; '' if there is none. */
const nameOf = <C extends Columns>({ columns, aliases }: ListDefinition<C>, field: string): string =>
  Object.hasOwn(columns, field) ? field : (own(aliases, field) ?? '');

/** An own property: a field named `constructor` is unknown. */
const own = <T>(record: Readonly<Record<string, T>> = {}, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
