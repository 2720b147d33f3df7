import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { serverMigrations } from '../src/app/serverMigrations.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { type Database, openDatabase } from '../src/platform/database/openDatabase.ts';

export interface TestDatabase extends Database {
  readonly connectionString: string;
}

/** A database of a spec's own, dropped by `close()`; with the server's tables unless `empty`. */
export async function testDatabase(options: { readonly empty?: boolean } = {}): Promise<TestDatabase> {
  const name = `spec_${randomBytes(6).toString('hex')}`;
  await asSuperuser(`CREATE DATABASE ${name}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const database = openDatabase(url.href);
  if (options.empty !== true) await migrate(database, serverMigrations);
  return {
    ...database,
    connectionString: url.href,
    close: async () => {
      await database.close();
      await asSuperuser(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function asSuperuser(sql: string): Promise<void> {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
