import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../platform/embeddedPostgres/startEmbeddedPostgres.ts';
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
