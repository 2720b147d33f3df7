import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/testDatabase.ts';
import { serverMigrations } from '../../app/serverMigrations.ts';
import { type Migration, migrate } from './migrate.ts';
import { type Database, openDatabase } from './openDatabase.ts';

let database: TestDatabase;
let others: Database[];

beforeEach(async () => {
  database = await testDatabase({ empty: true });
  others = [];
});

afterEach(async () => {
  for (const other of others) await other.close();
  await database.close();
});

function anotherPortal(options: Parameters<typeof openDatabase>[1] = {}): Database {
  const other = openDatabase(database.connectionString, options);
  others.push(other);
  return other;
}

const creates = (name: string, table: string): Migration => ({
  name,
  up: async (knex) => {
    await knex.raw('SELECT pg_sleep(0.05)');
    await knex.schema.createTable(table, (columns) => columns.integer('id'));
  },
});

const FIRST = creates('0001_first', 'first');
const SECOND = creates('0002_second', 'second');

describe('migrations', () => {
  test('run once if three portals start concurrently on an empty database', async () => {
    const portals = [anotherPortal(), anotherPortal(), anotherPortal()];
    const applied = await Promise.all(portals.map((portal) => migrate(portal, [FIRST, SECOND])));
    expect(applied.flat()).toEqual(['0001_first', '0002_second']);
  });

  // Proves I8-start-2
  test('refuse an old PostgreSQL version before changing anything', async () => {
    const answers = { rows: [{ version: '14.9 (Debian 14.9-1)' }] };
    const old: Database = {
      ...database,
      pool: Object.create(database.pool, { query: { value: async () => answers } }),
    };
    await expect(migrate(old, [FIRST])).rejects.toThrow(
      'PostgreSQL 14.9 is too old: the portal needs version 15 or later. DATABASE_URL names the server.',
    );
    expect(await database.knex.schema.hasTable('first')).toBe(false);
  });

  test('clear a lock row left by a killed portal', async () => {
    await migrate(database, [FIRST]);
    await database.knex('server_migrations_lock').update({ is_locked: 1 });
    expect(await migrate(database, [FIRST, SECOND])).toEqual(['0002_second']);
  });

  test('leave nothing behind when one fails, and release the lock', async () => {
    const broken: Migration = {
      ...SECOND,
      up: async (knex) => {
        await SECOND.up(knex);
        await knex.raw('SELECT 1 / 0');
      },
    };
    await expect(migrate(database, [FIRST, broken])).rejects.toThrow('division by zero');
    expect(await database.knex.schema.hasTable('second')).toBe(false);
    expect(await migrate(anotherPortal(), [FIRST, SECOND])).toContain('0002_second');
  });

  test('let an older portal start on a database that a newer one migrated', async () => {
    await migrate(database, [FIRST, SECOND]);
    expect(await migrate(database, [FIRST])).toEqual([]);
  });

  test('of the server run in order, once', async () => {
    const names = serverMigrations.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    expect(await migrate(database, serverMigrations)).toEqual(names);
    expect(await migrate(database, serverMigrations)).toEqual([]);
  });
});

describe('connections', () => {
  test('are reported and replaced if PostgreSQL ends them, idle or in use', async () => {
    const onConnectionError = vi.fn();
    const { pool } = anotherPortal({ onConnectionError, applicationName: 'victim' });
    const inUse = await pool.connect();
    await pool.query('SELECT 1');
    const gone = new Promise((resolve) => inUse.once('end', resolve));
    await database.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'victim'",
    );
    await gone;
    inUse.release(true);
    await vi.waitFor(() => expect(pool.totalCount).toBe(0), { timeout: 10_000 });
    expect(onConnectionError.mock.calls.length).toBeGreaterThanOrEqual(2);
    expect((await pool.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('read days as text, through pg and knex', async () => {
    const { rows } = await database.pool.query("SELECT DATE '2026-03-08' AS day");
    expect(rows).toEqual([{ day: '2026-03-08' }]);
    expect(await database.knex.select(database.knex.raw("DATE '2026-03-08' AS day"))).toEqual([
      { day: '2026-03-08' },
    ]);
  });

  test('have forgotten transactions ended by PostgreSQL after 30 s', async () => {
    const { rows } = await database.pool.query(
      "SELECT current_setting('idle_in_transaction_session_timeout') AS value",
    );
    expect(rows).toEqual([{ value: '30s' }]);
  });
});
