import {
  createMemoryEventStore,
  createMemoryKeyRing,
  type EventStore,
  type KeyRing,
} from '@portal/event-store';
import { createTestDatabase } from '@portal/event-store/testing';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import {
  type Log,
  type PortalCodec,
  type Projection,
  type Projections,
  portalProjections,
  startProjections,
} from '../src/index.ts';
import type { ProjectionsOptions } from '../src/startProjections.ts';
import { testCodec } from './codec.ts';
import { History } from './history.ts';

export interface Bench {
  readonly store: EventStore;
  readonly codec: PortalCodec;
  readonly keyRing: KeyRing;
  readonly history: History;
  readonly pool: pg.Pool;
  readonly connectionString: string;
  /** Starts another process on the same database and log; stopped after the test. */
  start(options?: Partial<ProjectionsOptions>): Promise<Projections>;
  /** Another pool on the same database; ended after the test. */
  newPool(): pg.Pool;
  /** All rows of a view, ordered by its first column, as PostgreSQL prints them. */
  rowsOf(view: string): Promise<readonly Record<string, unknown>[]>;
}

/**
 * A fresh database and an empty log, freed after the test.
 * @param options.expectsTrouble allows errors in the log
 */
export async function bench(
  options: { readonly store?: EventStore; readonly expectsTrouble?: boolean } = {},
): Promise<Bench> {
  const errors: { readonly message: string; readonly details: object }[] = [];
  const log: Log = {
    info: () => {},
    warn: () => {},
    error: (details, message) => errors.push({ message, details }),
  };
  const cleanups: (() => Promise<unknown>)[] = [];
  onTestFinished(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
    if (options.expectsTrouble !== true) expect(errors, 'errors in the log').toEqual([]);
  }, 300_000);
  const database = await createTestDatabase();
  cleanups.push(() => database.drop());
  const newPool = () => {
    const pool = new pg.Pool({ connectionString: database.connectionString, max: 10 });
    pool.on('error', () => {});
    cleanups.push(() => pool.end());
    return pool;
  };
  const pool = newPool();
  const store = options.store ?? createMemoryEventStore();
  cleanups.push(() => store.close());
  const keyRing = createMemoryKeyRing();
  const codec = testCodec(keyRing);
  let processes = 0;
  return {
    store,
    codec,
    keyRing,
    history: new History(store, codec),
    pool,
    connectionString: database.connectionString,
    newPool,
    start: async (part = {}) => {
      processes += 1;
      const projections = await startProjections({
        store,
        codec,
        pool: newPool(),
        projections: portalProjections,
        log,
        owner: `process ${processes}`,
        run: true,
        ...part,
      });
      cleanups.push(() => projections.stop());
      return projections;
    },
    rowsOf: async (view) => {
      const { rows } = await pool.query<{ row: Record<string, unknown> }>(
        `SELECT to_jsonb(v) AS row FROM ${view} AS v ORDER BY to_jsonb(v)::text`,
      );
      return rows.map(({ row }) => row);
    },
  };
}

/** Names of a projection's views. */
export const viewsOf = (projection: Projection) =>
  Object.values(projection.tables).map(({ name }) => `${name}_v${projection.version}`);

/** Rows of every portal projection, by view. */
export async function allRows({ rowsOf }: Pick<Bench, 'rowsOf'>): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  for (const view of portalProjections.flatMap(viewsOf)) rows[view] = await rowsOf(view);
  return rows;
}

/** Polls until it holds. */
export async function until(holds: () => boolean | Promise<boolean>, timeoutMs = 10_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Still not so after ${timeoutMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
