import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../testing/index.ts';
import { migrateOn, migratePostgresEventStore } from './migrate.ts';

// Proves I8-start
it('a migration continues after a process that hangs with the lock', async () => {
  const { connectionString, drop } = await createTestDatabase();
  onTestFinished(() => drop());
  const stalled = new pg.Client({ connectionString });
  stalled.on('error', () => undefined);
  await stalled.connect();
  onTestFinished(() => stalled.end());
  await new Promise<void>((resolve) => {
    // its statements reach PostgreSQL up to the lock, and none of those afterwards
    const query = (sql: string) => {
      if (!sql.startsWith('SAVEPOINT')) return stalled.query(sql);
      resolve();
      return new Promise(() => undefined);
    };
    void migrateOn({ query } as unknown as pg.ClientBase);
  });
  expect((await migratePostgresEventStore(connectionString)).changed).toBe(true);
}, 60_000);
