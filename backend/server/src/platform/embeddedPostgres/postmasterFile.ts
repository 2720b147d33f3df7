import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { link, readFile, readlink, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readOrNull } from './dataDirectory.ts';

const run = promisify(execFile);

/** What PostgreSQL writes into `postmaster.pid` of its data folder. */
export interface Postmaster {
  readonly pid: number;
  /** 0 while it has not written that line yet. */
  readonly port: number;
  readonly text: string;
}

/** The file's content, null when there is none: PostgreSQL stopped in good order, or never ran. */
export async function readPostmasterFile(pgData: string): Promise<Postmaster | null> {
  const text = await readOrNull(join(pgData, 'postmaster.pid'));
  if (text === null) return null;
  const lines = text.split('\n');
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  const port = Number.parseInt(lines[3] ?? '', 10);
  return { pid: Number.isNaN(pid) ? 0 : pid, port: Number.isNaN(port) ? 0 : port, text };
}

/** Whether this process lives and really is a PostgreSQL server on this data folder (pids are reused). */
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
 * Takes away a `postmaster.pid` whose pid now belongs to another program: PostgreSQL itself would take that
 * for a live server and refuse. Put back when it turns out to be another one than `judged`.
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

/** Signal 0 asks without touching; EPERM means alive and another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
