import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Binaries, POSTGRES_ENVIRONMENT } from './binaries.ts';
import { type ClusterPasswords, dataIn, keepPort, readPort } from './cluster.ts';
import { isErrno, readOrNull } from './dataDirectory.ts';
import type { Log, RunAs } from './operatingSystemUser.ts';

/** What is needed to start or find a cluster's server. */
export interface ServerContext {
  /** The cluster's home, see {@link dataIn}. */
  readonly home: string;
  readonly binaries: Binaries;
  readonly user: RunAs | null;
  readonly passwords: ClusterPasswords;
  readonly log: Log;
  /** Additional server settings, e.g. `{ fsync: 'off' }` for tests. */
  readonly settings: Readonly<Record<string, string>>;
  /** Called when the server's process is being started, or has been found. */
  readonly onProcess: () => void;
}

/** PostgreSQL's main process. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

export interface RunningServer extends Postmaster {
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
  // beside the portal on 2 cores, workers made the ageing of 225,000 rows slower: 286 ms for 101
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  password_encryption: 'scram-sha-256',
};

const ATTEMPTS = 8;
const RECOVERY_LIMIT_SECONDS = 600;
const SILENT_LIMIT_MS = 60_000;
const SERVER_LOG_LIMIT_BYTES = 10_000_000;

/**
 * Takes over a running server on this data folder, else starts one.
 * @param fixedPort for a restart, because connection strings are in use
 * @throws Error of one line
 */
export async function startOrTakeOver(context: ServerContext, fixedPort?: number): Promise<RunningServer> {
  const { home, log } = context;
  const pgData = dataIn(home);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const found = await runningOn(pgData);
    if (found === null) {
      const kept = attempt === 1 ? await readPort(home) : null;
      const failure = await start(context, fixedPort ?? kept ?? (await freePort()));
      if (failure === null) continue;
      if (!failure.retryable) throw new Error(`PostgreSQL did not start on ${pgData}: ${failure.reason}`);
      log.warn(`PostgreSQL did not start (${failure.reason}); retrying.`);
      await sleep(50 * attempt);
      continue;
    }
    if (attempt === 1) log.info(`PostgreSQL (pid ${found.pid}) already runs on ${pgData}; connecting to it.`);
    context.onProcess();
    const client = await connect(context, found);
    if (client !== null) {
      await keepPort(home, found.port);
      return { ...found, client };
    }
    log.warn(`PostgreSQL (pid ${found.pid}) does not answer; restarting it.`);
    await endServer(pgData, found.pid, 5_000);
  }
  throw new Error(
    `PostgreSQL did not start on ${pgData} after ${ATTEMPTS} attempts; see ${serverLogIn(home)}.`,
  );
}

/** The server that runs on this data folder, by its `postmaster.pid`. */
export async function runningOn(pgData: string): Promise<Postmaster | null> {
  const lines = (await readOrNull(join(pgData, 'postmaster.pid')))?.split('\n') ?? [];
  const [pid, port] = [Number.parseInt(lines[0] ?? '', 10), Number.parseInt(lines[3] ?? '', 10)];
  return (await isPostgresOn(pgData, pid)) ? { pid, port } : null;
}

/** Whether this process is a PostgreSQL server on this data folder; pids are reused. */
async function isPostgresOn(pgData: string, pid: number): Promise<boolean> {
  try {
    if (process.platform === 'linux') {
      const [folder, name] = await Promise.all([
        readlink(`/proc/${pid}/cwd`),
        readFile(`/proc/${pid}/comm`, 'utf8'),
      ]);
      return name.trim() === 'postgres' && folder === (await realpath(pgData));
    }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]);
    return stdout.includes('postgres') && stdout.includes(pgData);
  } catch {
    return false;
  }
}

/** Stops a server (fast: open transactions are rolled back); kills it after `withinMs`. */
export async function endServer(pgData: string, pid: number, withinMs: number): Promise<void> {
  const steps = [
    ['SIGINT', withinMs],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const;
  for (const [signal, wait] of steps) {
    const until = Date.now() + wait;
    if (await isPostgresOn(pgData, pid)) process.kill(pid, signal);
    while (await isPostgresOn(pgData, pid)) {
      if (Date.now() >= until) break;
      await sleep(15);
    }
  }
  if (await isPostgresOn(pgData, pid))
    throw new Error(`PostgreSQL (pid ${pid}) on ${pgData} can't be stopped.`);
}

/**
 * Starts the server with PostgreSQL's own `pg_ctl`, which detaches it (Ctrl+C would otherwise stop PostgreSQL while the
 * portal drains) and waits until it has recovered. @returns why it did not start; null if it did
 */
async function start({ home, binaries, user, settings, onProcess }: ServerContext, port: number) {
  const pgData = dataIn(home);
  const pidFile = join(pgData, 'postmaster.pid');
  const left = Number.parseInt((await readOrNull(pidFile)) ?? '', 10);
  // PostgreSQL refuses to start where the pid of a server that was killed is another program's now
  if (isAlive(left) && !(await isPostgresOn(pgData, left))) await rm(pidFile, { force: true });
  const serverLog = serverLogIn(home);
  const logged = await rotatedLogSize(serverLog);
  const logFile = await open(serverLog, 'a', 0o600);
  // pg_ctl passes these to a shell, and a folder given by its own -D between double quotes
  const options = [
    `-D ${quoted(pgData)}`,
    ...Object.entries({ ...TUNED, ...settings, port }).map(
      ([name, value]) => `-c ${quoted(`${name}=${value}`)}`,
    ),
  ];
  const postgres = join(binaries.bin, 'postgres');
  const wait = ['start', '--silent', '--wait', `--timeout=${RECOVERY_LIMIT_SECONDS}`];
  try {
    const child = spawn(join(binaries.bin, 'pg_ctl'), [...wait, '-p', postgres, '-o', options.join(' ')], {
      ...user,
      cwd: '/',
      env: { ...POSTGRES_ENVIRONMENT, PGDATA: pgData },
      // Ctrl+C does not reach it: while it waits, it would stop the server
      detached: true,
      stdio: ['ignore', logFile.fd, logFile.fd],
    });
    onProcess();
    const [code] = await once(child, 'exit');
    if (code === 0) return null;
  } finally {
    await logFile.close();
  }
  const output = (await readFile(serverLog, 'utf8')).slice(logged);
  const lines = output.trim().split('\n');
  const line = lines.findLast((one) => /(FATAL|PANIC|ERROR):/.test(one)) ?? lines[0] ?? '';
  return {
    reason: line.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '') || 'no output',
    retryable:
      /could not bind|could not create any TCP|lock file "postmaster\.pid" already exists|is still in use/.test(
        output,
      ),
  };
}

/** A word of a shell's command line. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const serverLogIn = (home: string) => join(home, 'server.log');

/** EPERM: it runs as another user. */
function isAlive(pid: number): boolean {
  try {
    return pid > 1 && process.kill(pid, 0);
  } catch (error) {
    return isErrno(error, 'EPERM');
  }
}

/** The log's size in bytes, after rotating a large one. */
async function rotatedLogSize(path: string): Promise<number> {
  const size = (await stat(path).catch(() => null))?.size ?? 0;
  if (size < SERVER_LOG_LIMIT_BYTES) return size;
  await rename(path, `${path}.1`);
  return 0;
}

/** A superuser's connection; null if the server ends, or is silent for a minute without saying that it recovers. */
async function connect({ home, passwords }: ServerContext, { pid, port }: Postmaster) {
  let until = Date.now() + SILENT_LIMIT_MS;
  while (Date.now() < until && (await isPostgresOn(dataIn(home), pid))) {
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
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (isErrno(error, '57P03')) until = Date.now() + SILENT_LIMIT_MS;
      if (isErrno(error, '28P01')) {
        throw new Error(
          `PostgreSQL refuses the password in ${home}/passwords.json: it does not belong to this data folder.`,
        );
      }
    }
    await sleep(15);
  }
  return null;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
