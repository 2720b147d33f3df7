import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Logger, e.g. pino. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** The user to run PostgreSQL as: it refuses to run as root. */
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
  const home = ['--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
  await run('useradd', ['--system', '--user-group', ...home, 'postgres']).catch(() => undefined);
  const created = await lookUp('postgres');
  if (created !== null) {
    log.info('Created the system user "postgres": PostgreSQL does not run as root.');
    return created;
  }
  const nobody = await lookUp('nobody');
  if (nobody !== null) {
    log.warn('The system user "postgres" could not be created; PostgreSQL runs as "nobody".');
    return nobody;
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user to run it as: add a system user "postgres", start the portal as a plain user, or set DATABASE_URL.',
  );
}

async function lookUp(name: string): Promise<RunAs | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number.parseInt(uid.stdout, 10), gid: Number.parseInt(gid.stdout, 10) };
  } catch {
    return null;
  }
}
