import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { link, readFile, readlink, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isErrno, readOrNull } from './dataDirectory.ts';

const run = promisify(execFile);

/** Content of `postmaster.pid` in a data folder. */
export interface Postmaster {
  readonly pid: number;
  /** 0 until that line is written. */
  readonly port: number;
  readonly text: string;
}

/** Null if there is no file: PostgreSQL was stopped normally or never ran. */
export async function readPostmasterFile(pgData: string): Promise<Postmaster | null> {
  const text = await readOrNull(join(pgData, 'postmaster.pid'));
  if (text === null) return null;
  const lines = text.split('\n');
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  const port = Number.parseInt(lines[3] ?? '', 10);
  return { pid: Number.isNaN(pid) ? 0 : pid, port: Number.isNaN(port) ? 0 : port, text };
}

/** Whether this process is a PostgreSQL server on this data folder; pids are reused. */
export async function isPostgresOn(pgData: string, pid: number): Promise<boolean> {
  if (pid <= 1 || !isAlive(pid)) return false;
  if (process.platform === 'linux') {
    try {
      const [folder, name] = await Promise.all([
        readlink(`/proc/${pid}/cwd`),
        readFile(`/proc/${pid}/comm`, 'utf8'),
      ]);
      return name.trim() === 'postgres' && folder === (await realpath(pgData));
    } catch {
      return false;
    }
  }
  try {
    const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]);
    return stdout.includes('postgres') && stdout.includes(pgData);
  } catch {
    return false;
  }
}

/**
 * Removes a `postmaster.pid` whose pid belongs to another program now, because PostgreSQL would refuse to start. Restores
 * it if it was replaced since `judged` was read.
 */
export async function removeStalePostmasterFile(pgData: string, judged: Postmaster): Promise<void> {
  const path = join(pgData, 'postmaster.pid');
  const aside = `${path}.stale-${randomBytes(4).toString('hex')}`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, 'utf8')) !== judged.text) await link(aside, path);
  } catch {
    return;
  } finally {
    await rm(aside, { force: true });
  }
}

/** EPERM: it runs as another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isErrno(error, 'EPERM');
  }
}
