import pg from 'pg';
import type { EventStore } from '../../port.ts';
import { createTestDatabase } from '../../testing/index.ts';
import type { PostgresEventStoreConfig } from '../connection.ts';
import { migratePostgresEventStore } from '../migrate.ts';
import { createPostgresEventStore } from '../postgresEventStore.ts';

export interface StoresUnderTest {
  readonly connectionString: string;
  readonly role: string | null;
  /** A store on this database; closed by `stop`. */
  open(config?: Partial<PostgresEventStoreConfig>): EventStore;
  /** A superuser's session; ended by `stop`. */
  admin(): Promise<pg.Client>;
  /** The sessions that listen for appends. */
  listeners(): Promise<readonly number[]>;
  stop(): Promise<void>;
}

/** A new migrated database with its stores and sessions. */
export async function storesUnderTest(): Promise<StoresUnderTest> {
  const { connectionString, drop } = await createTestDatabase();
  const { appRole: role } = await migratePostgresEventStore(connectionString);
  const opened: { end(): Promise<void> }[] = [];
  const admin = async () => {
    const client = new pg.Client({ connectionString });
    client.on('error', () => {});
    await client.connect();
    opened.push({ end: () => client.end() });
    return client;
  };
  let looking: Promise<pg.Client> | undefined;
  return {
    connectionString,
    role,
    open: (config = {}) => {
      const store = createPostgresEventStore({ connectionString, role, ...config });
      opened.push({ end: () => store.close() });
      return store;
    },
    admin,
    listeners: async () => {
      looking ??= admin();
      const { rows } = await (await looking).query<{ pid: number }>(
        `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return rows.map(({ pid }) => pid);
    },
    stop: async () => {
      await Promise.all(opened.map((each) => each.end()));
      await drop();
    },
  };
}
