import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { RUN } from '@portal/server/test/support/runProgram.ts';

const PROGRAMS = path.join(import.meta.dirname, 'programs');
const START_WITHIN_MS = 60_000;

export const ADMIN = { username: 'admin', password: 'admin-secret-1' };

export interface PortalProcess {
  readonly url: string;
  /** Ends it as a supervisor does. */
  stop(): Promise<void>;
}

/** A whole portal in a process of its own, as `npm start` runs it, but for cheap password hashes and more registrations. */
export function startPortalProcess(
  databaseUrl: string,
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<PortalProcess> {
  return startProgram('portal.ts', portalEnvironment(databaseUrl, dataDir, environment));
}

/** What a portal on a bench's database is told. */
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

/** One of `programs/`, once it has said where it listens. @param startWithinMs longer where it has much to do before */
export async function startProgram(
  program: string,
  environment: Readonly<Record<string, string>>,
  startWithinMs = START_WITHIN_MS,
): Promise<PortalProcess> {
  const child = spawn(process.execPath, [RUN, path.join(PROGRAMS, program)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // a bench that fails leaves nothing running
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  try {
    return { url: await addressOf(child, startWithinMs), stop: () => stopProcess(child) };
  } catch (error) {
    kill();
    throw error;
  }
}

/** Where a program says that it listens. @throws Error when it ends before, or says nothing in time */
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
