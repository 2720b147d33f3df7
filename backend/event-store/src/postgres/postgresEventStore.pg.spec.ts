import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { eventStoreContract } from '../testing/contractSuite.ts';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { migratePostgresEventStore } from './migrate.ts';
import { createPostgresEventStore } from './postgresEventStore.ts';

let database: TestDatabase;
let role: string | null;

beforeAll(async () => {
  database = await createTestDatabase();
  role = (await migratePostgresEventStore(database.connectionString)).appRole;
});
afterAll(() => database.drop());

/** Empties the log as a superuser without triggers. */
async function emptyLog(): Promise<void> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query('SET session_replication_role = replica; TRUNCATE es.events');
  await client.end();
}

eventStoreContract('The Postgres event store', async () => {
  await emptyLog();
  const open = () => createPostgresEventStore({ connectionString: database.connectionString, role });
  return { store: open(), reopen: async () => open(), dispose: async () => {} };
});
