import os from 'node:os';
import { migrate } from '../../platform/database/migrate.ts';
import { openDatabase } from '../../platform/database/openDatabase.ts';
import { showPresence } from '../../platform/database/portalPresence.ts';
import { RELEASE } from '../../platform/database/release.ts';
import { serverMigrations } from '../serverMigrations.ts';
import type { Databases } from './parts.ts';
import { openPostgres } from './postgres.ts';
import type { Startup } from './startup.ts';

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
