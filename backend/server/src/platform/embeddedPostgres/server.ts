import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Binaries, POSTGRES_ENVIRONMENT } from './binaries.ts';
import { type ClusterPasswords, type ClusterPlace, keepPort, readPort } from './cluster.ts';
import type { Log } from './log.ts';
import type { RunAs } from './operatingSystemUser.ts';
import { isAlive, isPostgresOn, readPostmasterFile, removeStalePostmasterFile } from './postmasterFile.ts';

/** What is needed to start or find a cluster's server. */
export interface ServerContext {
  readonly place: ClusterPlace;
  readonly binaries: Binaries;
  readonly user: RunAs | null;
  readonly passwords: ClusterPasswords;
  readonly log: Log;
  /** Additional server settings, e.g. `{ fsync: 'off' }` for tests. */
  readonly settings: Readonly<Record<string, string>>;
  /** Called when the server's process has been started or found. */
  readonly onProcess: () => void;
}

export interface RunningServer {
  readonly pid: number;
  readonly port: number;
  /** A superuser's connection. */
  readonly client: pg.Client;
}

/** fsync and synchronous_commit stay on: an acknowledged commit survives anything but a lost disk. */
const TUNED: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  max_wal_size: '2GB',
  // old segments may contain erased data: delete them instead of reusing them
  wal_recycle: 'off',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  password_encryption: 'scram-sha-256',
};

const START_ATTEMPTS = 8;
const SILENT_LIMIT_MS = 60_000;
const RECOVERY_LIMIT_MS = 600_000;
const SERVER_LOG_LIMIT_BYTES = 10_000_000;

/**
 * Takes over a running server on this data folder, else starts one.
 * @param fixedPort for a restart, because connection strings are in use
 * @throws Error of one line
 */
export async function startOrTakeOver(context: ServerContext, fixedPort?: number): Promise<RunningServer> {
  const { place, log } = context;
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
    const found = await readPostmasterFile(place.pgData);
    if (found !== null && (await isPostgresOn(place.pgData, found.pid))) {
      const taken = await takeOver(context, found.pid);
      if (taken !== null) return taken;
      continue;
    }
    if (found !== null && isAlive(found.pid)) await removeStalePostmasterFile(place.pgData, found);
    const started = await start(context, fixedPort ?? (await portFor(place, attempt)));
    if ('client' in started) return started;
    if (!started.retryable) {
      throw new Error(`PostgreSQL did not start on ${place.pgData}: ${started.reason}`);
    }
    log.warn(`PostgreSQL did not start (${started.reason}); retrying.`);
    await sleep(50 * attempt);
  }
  throw new Error(
    `PostgreSQL did not start on ${place.pgData} after ${START_ATTEMPTS} attempts; see ${place.serverLog}.`,
  );
}

/** Stops a server (fast: open transactions are rolled back); kills it after `withinMs`. */
export async function endServer(pgData: string, pid: number, withinMs: number): Promise<void> {
  const steps = [
    ['SIGINT', withinMs],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const;
  for (const [signal, wait] of steps) {
    if (!(await isPostgresOn(pgData, pid))) return;
    process.kill(pid, signal);
    const until = Date.now() + wait;
    while (Date.now() < until) {
      if (!(await isPostgresOn(pgData, pid))) return;
      await sleep(15);
    }
  }
  throw new Error(`PostgreSQL (pid ${pid}) on ${pgData} can't be stopped.`);
}

async function takeOver(context: ServerContext, pid: number): Promise<RunningServer | null> {
  const { place, log } = context;
  log.info(`PostgreSQL (pid ${pid}) already runs on ${place.pgData}; connecting to it.`);
  context.onProcess();
  const lives = () => isPostgresOn(place.pgData, pid);
  const portNow = async () => (await readPostmasterFile(place.pgData))?.port ?? 0;
  const answered = await waitForAnswer(context, portNow, lives);
  if (answered !== null) return { pid, ...answered };
  if (await lives()) {
    log.warn(`PostgreSQL (pid ${pid}) does not answer; restarting it.`);
    await endServer(place.pgData, pid, 5_000);
  }
  return null;
}

type NotStarted = { readonly reason: string; readonly retryable: boolean };

async function start(context: ServerContext, port: number): Promise<RunningServer | NotStarted> {
  const { place, binaries, user } = context;
  const logged = await rotatedLogSize(place.serverLog);
  const logFile = await open(place.serverLog, 'a', 0o600);
  const settings = { ...TUNED, ...context.settings, port: String(port) };
  const args = [
    '-D',
    place.pgData,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  let child: ChildProcess;
  try {
    // detached: Ctrl+C would otherwise stop PostgreSQL while the portal drains
    child = spawn(binaries.postgres, args, {
      ...user,
      cwd: '/',
      env: POSTGRES_ENVIRONMENT,
      detached: true,
      stdio: ['ignore', logFile.fd, logFile.fd],
    });
  } finally {
    await logFile.close();
  }
  let failure: Error | null = null;
  child.once('error', (error) => {
    failure = error;
  });
  child.unref();
  context.onProcess();
  const lives = () =>
    Promise.resolve(failure === null && child.exitCode === null && child.signalCode === null);
  const answered = await waitForAnswer(context, () => Promise.resolve(port), lives);
  if (answered !== null && child.pid !== undefined) {
    await keepPort(place, port);
    return { pid: child.pid, ...answered };
  }
  if (child.pid !== undefined && (await lives())) await endServer(place.pgData, child.pid, 5_000);
  const output = failure === null ? (await readFile(place.serverLog, 'utf8')).slice(logged) : String(failure);
  return {
    reason: lastErrorIn(output),
    retryable:
      /could not bind|could not create any TCP|lock file "postmaster\.pid" already exists|is still in use/.test(
        output,
      ),
  };
}

/** Null if the server ended, or did not answer for a minute (ten while it recovers). */
async function waitForAnswer(
  context: ServerContext,
  portNow: () => Promise<number>,
  lives: () => Promise<boolean>,
): Promise<Omit<RunningServer, 'pid'> | null> {
  const begin = Date.now();
  let limit = SILENT_LIMIT_MS;
  let passwordRefusals = 0;
  while (Date.now() - begin < limit && (await lives())) {
    const port = await portNow();
    const outcome = port === 0 ? null : await connect(context, port);
    if (outcome instanceof pg.Client) {
      if (await lives()) return { port, client: outcome };
      await outcome.end();
      return null;
    }
    if (outcome === '57P03') limit = RECOVERY_LIMIT_MS;
    if (outcome === '28P01') passwordRefusals += 1;
    if (passwordRefusals > 20) {
      throw new Error(
        `PostgreSQL refuses the password in ${context.place.home}/passwords.json: it does not belong to this data folder.`,
      );
    }
    await sleep(15);
  }
  return null;
}

/** A connection to this data folder's server, or an error code. */
async function connect({ place, passwords }: ServerContext, port: number): Promise<pg.Client | string> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: passwords.superuser,
    database: 'postgres',
    application_name: `portal ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>(
      "SELECT current_setting('data_directory') AS folder",
    );
    if (rows[0]?.folder === place.pgData) return client;
    await client.end();
    return 'another server';
  } catch (error) {
    await client.end().catch(() => undefined);
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}

async function portFor(place: ClusterPlace, attempt: number): Promise<number> {
  const kept = attempt === 1 ? await readPort(place) : null;
  return kept ?? freePort();
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('No free port.'));
        else resolve(address.port);
      });
    });
  });
}

/** The log's size in bytes, after rotating a large one. */
async function rotatedLogSize(path: string): Promise<number> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size < SERVER_LOG_LIMIT_BYTES) return size;
  await rm(`${path}.1`, { force: true });
  await rename(path, `${path}.1`);
  return 0;
}

function lastErrorIn(output: string): string {
  const lines = output.trim().split('\n');
  const fatal = lines.filter((line) => /(FATAL|PANIC|ERROR):/.test(line)).at(-1) ?? lines.at(-1);
  return fatal === undefined || fatal === '' ? 'no output' : fatal.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '');
}
