import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A superuser's connection string, from vitest's global setup. */
    postgresUrl: string;
  }
}

export interface RunningPortal {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  readonly admin: { readonly username: string; readonly password: string };
  /** Its database's connection string. */
  readonly databaseUrl: string;
  /** Kills it and restarts it on the same data. */
  restartAfterKill(): Promise<void>;
  /** Its output so far. */
  output(): string;
  /** Writes a line to its standard input. */
  tell(line: string): void;
  stop(): Promise<void>;
}

const PROJECT = path.join(import.meta.dirname, '../..');
const START_MS = 60_000;
const STOP_MS = 15_000;
/** What the sessions of a database do, and for which others they wait. */
const SESSIONS = `SELECT state, wait_event, pg_blocking_pids(pid) AS blocked_by, left(query, 200) AS query
  FROM pg_stat_activity WHERE datname = $1`;
const ADMIN = { username: 'admin', password: 'a-password-for-tests' };

async function onServer(sql: string, values: readonly string[] = []): Promise<readonly unknown[]> {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  try {
    return (await client.query(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

interface Started {
  readonly process: ChildProcess;
  readonly url: string;
}

/** Runs a program and waits for its address. */
function start(
  program: string,
  environment: Readonly<Record<string, string>>,
  log: string[],
): Promise<Started> {
  const child = spawn(process.execPath, ['backend/server/run.mjs', program], {
    cwd: PROJECT,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => void fail('did not print its address in time'), START_MS);
    const fail = async (why: string) => {
      clearTimeout(late);
      const database = new URL(environment.DATABASE_URL ?? '').pathname.slice(1);
      const sessions = JSON.stringify(await onServer(SESSIONS, [database]).catch(String));
      child.kill('SIGKILL');
      reject(new Error(`The portal ${why}; its sessions: ${sessions}\n${log.join('')}`));
    };
    const read = (chunk: Buffer) => {
      log.push(chunk.toString('utf8'));
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(log.join(''))?.[0];
      if (url === undefined) return;
      clearTimeout(late);
      resolve({ process: child, url });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', (chunk: Buffer) => log.push(chunk.toString('utf8')));
    child.once('exit', (code) => void fail(`ended with ${code}`));
  });
}

/** Stops a child, after a timeout by SIGKILL. */
async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await gone;
  clearTimeout(late);
}

/** What `npm start` runs. */
export const PORTAL = 'backend/server/src/app/main.ts';
/** The same with cheap password hashes, and without a limit on registrations. */
const QUICK_PORTAL = 'backend/server/test/programs/portal.ts';

/**
 * Starts a portal in a child process: free port, fresh database, a data folder for temporary files.
 * @param program path from the project's folder
 */
export async function startPortal(
  extra: Readonly<Record<string, string>> = {},
  program = QUICK_PORTAL,
): Promise<RunningPortal> {
  const database = `e2e_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${database}`);
  const databaseUrl = new URL(inject('postgresUrl'));
  databaseUrl.pathname = `/${database}`;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-e2e-'));
  const log: string[] = [];
  const environment = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl.href,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'warn',
    NODE_ENV: 'test',
    ...extra,
  };
  const clean = async () => {
    await rm(dataDir, { recursive: true, force: true });
    await onServer(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  };
  let started = await start(program, environment, log).catch(async (error: unknown) => {
    await clean();
    throw error;
  });
  return {
    url: started.url,
    admin: ADMIN,
    databaseUrl: databaseUrl.href,
    output: () => log.join(''),
    tell: (line) => void started.process.stdin?.write(`${line}\n`),
    async restartAfterKill() {
      await end(started.process, 'SIGKILL');
      log.length = 0;
      started = await start(program, { ...environment, PORT: new URL(started.url).port }, log);
    },
    async stop() {
      await end(started.process, 'SIGTERM');
      await clean();
    },
  };
}
