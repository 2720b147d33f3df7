import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EventStore } from '@portal/event-store';
import { pino } from 'pino';
import { openDatabase } from '../../src/platform/database/openDatabase.ts';
import { openEventStore } from '../../src/platform/eventStore/openEventStore.ts';
import { type TestDatabase, testDatabase } from '../testDatabase.ts';
import { eventually } from './eventually.ts';
import { type PortalChild, startPortal } from './portalChild.ts';
import { ADMIN } from './testPortal.ts';

/** Where a scenario plays: a database, an event store, and portals in processes of their own on them. */
export interface Stage {
  readonly database: TestDatabase;
  /** The log as the portals write it, read through the port of whichever event store this run has. */
  readonly store: EventStore;
  /** What a portal on this stage finds in its environment, wherever it runs. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Starts a portal in a process of its own; `close()` ends it.
   * @param environment beside the stage's own settings
   * @param folder of an earlier release; default: this one
   */
  startPortal(environment?: Readonly<Record<string, string>>, folder?: string): Promise<PortalChild>;
  /** Ends what a portal that is gone had begun in the database: PostgreSQL would still carry it out. None may live. */
  endSessions(): Promise<void>;
  /** Ends what still runs and drops the database. */
  close(): Promise<void>;
}

/**
 * A stage of a spec's own. `npm run chaos` sets CHAOS_EVENTSTORE_URL and CHAOS_DATABASE_URL where scenarios run against
 * EventStoreDB: they then share its one log and one database, so that scenarios count their own streams only.
 */
export async function openStage(): Promise<Stage> {
  const eventStoreUrl = process.env.CHAOS_EVENTSTORE_URL || null;
  const database = await stageDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-chaos-'));
  const portals: PortalChild[] = [];
  const log = pino({ level: 'silent' });
  const store = await openEventStore({ eventStoreUrl, databaseUrl: database.connectionString, log });
  const stageEnvironment = {
    DATABASE_URL: database.connectionString,
    TRUST_PROXY: '127.0.0.1',
    ...(eventStoreUrl === null ? {} : { EVENTSTORE_URL: eventStoreUrl }),
    ...PORTAL_SETTINGS,
  };
  return {
    database,
    store,
    environment: stageEnvironment,
    async startPortal(environment = {}, folder) {
      const portal = await startPortal({ DATA_DIR: dataDir, ...stageEnvironment, ...environment }, folder);
      portals.push(portal);
      return portal;
    },
    async endSessions() {
      await eventually(async () => {
        const { rowCount } = await database.pool.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND application_name <> current_setting('application_name')`,
        );
        return rowCount === 0;
      }, 30);
    },
    async close() {
      await Promise.all(portals.map((portal) => portal.kill()));
      await store.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What every portal of a scenario is told, beside where its database and data folder are. */
export const PORTAL_SETTINGS: Readonly<Record<string, string>> = {
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
  ADMIN_EMAIL: ADMIN.email,
  SESSION_SECRET: 'test-session-secret-0123456789abcdef',
  KEY_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  LOG_LEVEL: 'warn',
};

async function stageDatabase(): Promise<TestDatabase> {
  const shared = process.env.CHAOS_DATABASE_URL;
  if (shared === undefined || shared === '') return testDatabase({ empty: true });
  return { ...openDatabase(shared), connectionString: shared };
}
