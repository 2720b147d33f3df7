import os from 'node:os';
import type { Logger } from 'pino';
import { migrate } from '../../platform/database/migrate.ts';
import { openDatabase } from '../../platform/database/openDatabase.ts';
import { showPresence } from '../../platform/database/portalPresence.ts';
import { RELEASE } from '../../platform/database/release.ts';
import { startEmbeddedPostgres } from '../../platform/embeddedPostgres/startEmbeddedPostgres.ts';
import { openEventStore, openLogWriter } from '../../platform/eventStore/openEventStore.ts';
import type { LogPlace } from '../../platform/eventStore/place.ts';
import { serverMigrations } from '../serverMigrations.ts';
import type { Settings } from '../settings.ts';
import { createStartup, type Startup } from './startup.ts';

interface Postgres {
  readonly databaseUrl: string;
  /** A login that owns the tables of the event log; null: the same as the portal's. */
  readonly ownerUrl: string | null;
  /** Folders on this machine that the portal and its database write to. */
  readonly folders: readonly string[];
}

/** The PostgreSQL of DATABASE_URL, or the embedded one, started or shared with a running portal. */
async function openPostgres(startup: Startup): Promise<Postgres> {
  const { settings, overrides, log, progress, onStop } = startup;
  const { dataDir } = settings;
  const { startPostgres = startEmbeddedPostgres } = overrides;
  if (settings.databaseUrl !== null)
    return { databaseUrl: settings.databaseUrl, ownerUrl: settings.databaseOwnerUrl, folders: [dataDir] };
  const starting = startPostgres({
    dataDir,
    log,
    onProgress: (step) => progress.step(step),
    whenInUse: overrides.sharesDatabase === true ? 'share' : 'refuse',
  });
  // also while it starts: the process must not end before PostgreSQL
  onStop(() =>
    starting.then(
      (started) => started.stop(),
      () => undefined,
    ),
  );
  const postgres = await starting;
  return {
    databaseUrl: postgres.connectionString,
    ownerUrl: postgres.ownerConnectionString,
    folders: [dataDir, postgres.dataFolder],
  };
}

export type Databases = Awaited<ReturnType<typeof openDatabases>>;

/** Opens PostgreSQL, announces the portal on it, and migrates the server's tables. */
export async function openDatabases(startup: Startup) {
  const { log, onStop } = startup;
  const postgres = await openPostgres(startup);
  const { databaseUrl } = postgres;
  const onConnectionError = (error: Error) => log.warn({ err: error }, 'database connection lost');
  const presence = await showPresence(databaseUrl, `${os.hostname()} ${process.pid}`, onConnectionError);
  onStop(() => presence.leave());
  const database = openDatabase(databaseUrl, { onConnectionError });
  onStop(() => database.close());
  const forProjections = openDatabase(databaseUrl, {
    onConnectionError,
    maxConnections: 8,
    applicationName: 'portal projections',
  });
  onStop(() => forProjections.close());
  await migrate(database, serverMigrations, RELEASE);
  return {
    ...postgres,
    /** For requests, commands and jobs. */
    database,
    pool: database.pool,
    db: database.pool,
    /** For projections, so that neither waits for connections of the other. */
    forProjections,
  };
}

export type Installation = Awaited<ReturnType<typeof openInstallation>>;

/**
 * Database and event stores of an installation without a portal, for moving, saving and restoring the log. Uses the
 * embedded PostgreSQL of a running portal, or starts it.
 */
export async function openInstallation(settings: Settings, log: Logger) {
  const startup = createStartup(settings, { log, sharesDatabase: true });
  const { onStop, stopAll } = startup;
  const { databaseUrl, ownerUrl } = await openPostgres(startup);
  const database = openDatabase(databaseUrl, {
    onConnectionError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  onStop(() => database.close());
  return {
    databaseUrl,
    database,
    /** EVENTSTORE_URL; null: the log is in the database. */
    eventStoreUrl: settings.eventStoreUrl,
    /** Migrates the server's tables, all or up to these migrations. */
    async migrate(names?: readonly string[]) {
      const wanted = serverMigrations.filter(({ name }) => names === undefined || names.includes(name));
      await migrate(database, wanted);
    },
    /** Opens a log for reading and writing, and creates its schema in a PostgreSQL. Closed with the installation. */
    async openLog(place: LogPlace) {
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
