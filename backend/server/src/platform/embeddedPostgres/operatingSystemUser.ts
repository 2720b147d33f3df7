import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Log } from './log.ts';

const run = promisify(execFile);

/** Another user to run PostgreSQL as; it refuses to run as root. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/**
 * User to run PostgreSQL as: null (the current one) unless root. As root: the owner of an existing data folder, else
 * `postgres` (created if missing), else `nobody`.
 */
export async function userForPostgres(pgData: string, log: Log): Promise<RunAs | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(pgData).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const existing = await lookUp('postgres');
  if (existing !== null) return existing;
  const made = await createPostgresUser();
  if (made !== null) {
    log.info('Made the system user "postgres": PostgreSQL does not run as root.');
    return made;
  }
  const nobody = await lookUp('nobody');
  if (nobody !== null) {
    log.warn('No system user "postgres" could be made; PostgreSQL runs as "nobody".');
    return nobody;
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user to run it as: add a system user "postgres", start the portal as a plain user, or set DATABASE_URL.',
  );
}

/** Whether that user can enter this folder, all folders above it included. */
export async function canEnter(user: RunAs | null, folder: string): Promise<boolean> {
  try {
    await run('/bin/sh', ['-c', 'cd "$0"', folder], { ...user, cwd: '/', env: {} });
    return true;
  } catch {
    return false;
  }
}

async function lookUp(name: string): Promise<RunAs | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number.parseInt(uid.stdout, 10), gid: Number.parseInt(gid.stdout, 10) };
  } catch {
    return null;
  }
}

/** `useradd` is the common tool, `adduser -S` BusyBox's. */
async function createPostgresUser(): Promise<RunAs | null> {
  const home = ['/nonexistent', '/usr/sbin/nologin'] as const;
  const ways = [
    ['useradd', ['--system', '--user-group', '--home-dir', home[0], '--shell', home[1], 'postgres']],
    ['adduser', ['-S', '-D', '-H', '-h', home[0], '-s', home[1], 'postgres']],
  ] as const;
  for (const [tool, args] of ways) {
    const made = await run(tool, args).then(
      () => lookUp('postgres'),
      () => null,
    );
    if (made !== null) return made;
  }
  return lookUp('postgres');
}
