import os from 'node:os';
import { migrate } from '../../platform/database/migrate.ts';
import { type Database, openDatabase } from '../../platform/database/openDatabase.ts';
import { showPresence } from '../../platform/database/portalPresence.ts';
import { RELEASE } from '../../platform/database/release.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../platform/embeddedPostgres/startEmbeddedPostgres.ts';
import { serverMigrations } from '../serverMigrations.ts';
import type { Startup } from './startup.ts';

/** The PostgreSQL of an installation. */
export interface Postgres {
  readonly databaseUrl: string;
  /** A login that owns the tables of the event log; null: the same as the portal's. */
  readonly ownerUrl: string | null;
  /** Folders on this machine that the portal and its database write to. */
  readonly folders: readonly string[];
}

/** The PostgreSQL of DATABASE_URL, or the embedded one, started or shared with a running portal. */
export async function openPostgres({
  settings,
  overrides,
  log,
  progress,
  onStop,
}: Pick<Startup, 'settings' | 'overrides' | 'log' | 'progress' | 'onStop'>): Promise<Postgres> {
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

/** A start function whose first call returns the server that is starting already; further calls start one. */
export function joinStart(starting: Promise<EmbeddedPostgres>): typeof startEmbeddedPostgres {
  let first: Promise<EmbeddedPostgres> | null = starting;
  // reported by its user
  starting.catch(() => {});
  return (options) => {
    const started = first ?? startEmbeddedPostgres(options);
    first = null;
    return started;
  };
}

/** The portal's connections to its PostgreSQL. */
export interface Databases extends Postgres {
  /** For requests, commands and jobs. */
  readonly database: Database;
  /** For projections, so that neither waits for connections of the other. */
  readonly forProjections: Database;
}

/** Opens PostgreSQL, announces the portal on it, and migrates the server's tables. */
export async function openDatabases(startup: Startup): Promise<Databases> {
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
  return { ...postgres, database, forProjections };
}
