import type { RecordedEvent } from '@portal/event-store';
import { expect } from 'vitest';
import type { PortalCodec, PortalEnvelope, Projection } from '../src/index.ts';
import { collect, fold, type KnownRows } from '../src/runtime/page.ts';
import { selectRows } from '../src/runtime/select.ts';
import { generationName, type Row, viewName } from '../src/runtime/table.ts';
import type { Bench } from './harness.ts';

type TableRows = Record<string, readonly Row[]>;

/**
 * Runs a projection over the log of a test and returns its rows by table, after checking that all ways to compute
 * them agree: live, rebuilt twice, folded in memory at once, in small pages and event by event.
 */
export async function agree(
  projection: Projection,
  { store, codec, pool, start }: Bench,
): Promise<TableRows> {
  const runtime = await start({ projections: [projection] });
  await runtime.caughtUp();
  const rows = () => storedRows(projection, pool);
  const live = await rows();
  for (const [name, { length }] of Object.entries(live)) {
    const view = viewName(projection.tables[name]?.name ?? '', projection.version);
    const seen = await pool.query(`SELECT count(*)::integer AS rows FROM ${view}`);
    expect(seen.rows[0]?.rows, `rows in ${view}`).toBe(length);
  }
  for (let replay = 1; replay <= 2; replay += 1) {
    await runtime.rebuild(projection.name);
    expect(await rows(), `rebuilt ${replay} times`).toEqual(live);
  }
  const { events } = await store.readAll(null, { limit: 100_000 });
  for (const size of [events.length, 3, 1])
    expect(await foldInMemory(projection, codec, events, size), `in pages of ${size}`).toEqual(live);
  await runtime.stop();
  return live;
}

/** Rows by table and key; null for a removed one. */
export type RowsByTable = Map<string, Map<string, Row | null>>;

/** Changes the rows as a page of events does, without a database. */
export function foldPage(projection: Projection, rows: RowsByTable, page: readonly PortalEnvelope[]): void {
  const changed = fold(projection, collect(projection, page), rows as ReadonlyMap<string, KnownRows>);
  for (const [table, changes] of changed) {
    const known = rows.get(table) ?? new Map();
    rows.set(table, known);
    for (const [key, row] of changes) known.set(key, row);
  }
}

/** Rows of a projection, folded without a database. */
export async function foldInMemory(
  projection: Projection,
  codec: PortalCodec,
  events: readonly RecordedEvent[],
  pageSize: number,
): Promise<TableRows> {
  const rows: RowsByTable = new Map();
  const needed = events.filter(({ type }) => projection.types.has(type));
  for (let at = 0; at < needed.length; at += pageSize) {
    const page = await codec.decode(needed.slice(at, at + pageSize), { personal: projection.personal });
    foldPage(projection, rows, page);
  }
  return Object.fromEntries(
    Object.entries(projection.tables).map(([name, { key }]) => [
      name,
      [...(rows.get(name)?.values() ?? [])].filter((row) => row !== null).sort(byKey(key)),
    ]),
  );
}

/** Rows of the live generation. */
export async function storedRows(projection: Projection, pool: Bench['pool']): Promise<TableRows> {
  const { rows } = await pool.query<{ generation: number }>(
    "SELECT generation FROM projection_generations WHERE projection = $1 AND version = $2 AND state = 'live'",
    [projection.name, projection.version],
  );
  const generation = rows[0]?.generation ?? 0;
  const stored: TableRows = {};
  for (const [name, table] of Object.entries(projection.tables)) {
    const sql = `SELECT ${table.columnNames.join(', ')} FROM ${generationName(table.name, projection.version, generation)}`;
    stored[name] = (await selectRows(pool, table.columns, sql)).sort(byKey(table.key));
  }
  return stored;
}

const byKey = (key: string) => (a: Row, b: Row) => (String(a[key]) < String(b[key]) ? -1 : 1);
