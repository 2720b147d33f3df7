import type { EventStore, LogWriter } from '@portal/event-store';
import type { Logger } from 'pino';
import { migrate } from '../../platform/database/migrate.ts';
import { type Database, openDatabase } from '../../platform/database/openDatabase.ts';
import { openEventStore, openLogWriter } from '../../platform/eventStore/openEventStore.ts';
import type { LogPlace } from '../../platform/eventStore/place.ts';
import { serverMigrations } from '../serverMigrations.ts';
import type { Settings } from '../settings.ts';
import { openPostgres } from './databases.ts';
import { createStarted } from './startup.ts';

/** Database and event stores of an installation without a portal, for moving, saving and restoring the log. */
export interface Installation {
  readonly databaseUrl: string;
  /** A login for the schema of the event log; null: the same. */
  readonly ownerUrl: string | null;
  readonly database: Database;
  /** EVENTSTORE_URL; null: the log is in the database. */
  readonly eventStoreUrl: string | null;
  /** Migrates the server's tables, all or up to these migrations. */
  migrate(names?: readonly string[]): Promise<void>;
  /** Opens a log for reading and writing, and creates its schema in a PostgreSQL. Closed with the installation. */
  openLog(place: LogPlace): Promise<{ readonly store: EventStore; readonly writer: LogWriter }>;
  close(): Promise<void>;
}

/** Uses the embedded PostgreSQL of a running portal, or starts it. */
export async function openInstallation(settings: Settings, log: Logger): Promise<Installation> {
  const { onStop, stopAll } = createStarted(log);
  const { databaseUrl, ownerUrl } = await openPostgres({
    settings,
    overrides: { sharesDatabase: true },
    log,
    progress: { step: () => {}, replaying: () => {} },
    onStop,
  });
  const database = openDatabase(databaseUrl, {
    onConnectionError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  onStop(() => database.close());
  return {
    databaseUrl,
    ownerUrl,
    database,
    eventStoreUrl: settings.eventStoreUrl,
    async migrate(names) {
      const wanted = serverMigrations.filter(({ name }) => names === undefined || names.includes(name));
      await migrate(database, wanted);
    },
    async openLog(place) {
      const at = {
        eventStoreUrl: place.kind === 'eventstoredb' ? place.url : null,
        ...(place.kind === 'postgres' ? { databaseUrl: place.url } : { databaseUrl, ownerUrl }),
        log,
      };
      const store = await openEventStore(at);
      onStop(() => store.close());
      const writer = await openLogWriter(store, at);
      onStop(() => writer.close());
      return { store, writer };
    },
    close: stopAll,
  };
}
