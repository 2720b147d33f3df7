import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { RUN } from '@portal/server/test/support/runProgram.ts';

const PROGRAMS = path.join(import.meta.dirname, 'programs');
const START_WITHIN_MS = 60_000;

export const ADMIN = { username: 'admin', password: 'admin-secret-1' };

export interface PortalProcess {
  readonly url: string;
  readonly pid: number;
  /** Stops it with SIGTERM. */
  stop(): Promise<void>;
}

/** A portal in its own process, with cheap password hashes and no limit of registrations. */
export function startPortalProcess(
  databaseUrl: string,
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<PortalProcess> {
  return startProgram('portal.ts', portalEnvironment(databaseUrl, dataDir, environment));
}

/** Environment of a portal on a bench's database. */
export const portalEnvironment = (
  databaseUrl: string,
  dataDir: string,
  more: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => ({
  PORT: '0',
  DATA_DIR: path.join(dataDir, 'portal'),
  DATABASE_URL: databaseUrl,
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
  LOG_LEVEL: 'warn',
  ...more,
});

/** Starts one of `programs/` and waits until it listens. */
export async function startProgram(
  program: string,
  environment: Readonly<Record<string, string>>,
  startWithinMs = START_WITHIN_MS,
): Promise<PortalProcess> {
  const child = spawn(process.execPath, [RUN, path.join(PROGRAMS, program)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = killAtExit(child);
  try {
    const url = await addressOf(child, startWithinMs);
    return { url, pid: child.pid ?? 0, stop: () => stopProcess(child) };
  } catch (error) {
    kill();
    throw error;
  }
}

/** Kills the child when this process ends, e.g. by a failed bench. @returns kills it now */
export function killAtExit(child: ChildProcess): () => void {
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return kill;
}

/** The address that a program prints. @throws Error if it ends before, or is late */
export function addressOf(child: ChildProcess, startWithinMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The portal did not start in time.')), startWithinMs);
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /ready at (http:\S+)/.exec(output);
      if (found?.[1] === undefined) return;
      clearTimeout(late);
      resolve(found[1]);
    });
    child.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`The portal ended with ${code}: ${output}`));
    });
  });
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
}
