import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type Binaries, POSTGRES_ENVIRONMENT } from './binaries.ts';
import { draftOf, ensureDataDirectory, isErrno, readOrNull } from './dataDirectory.ts';
import type { Log, RunAs } from './operatingSystemUser.ts';

const run = promisify(execFile);

const passwordsSchema = z.object({ superuser: z.string().min(20), portal: z.string().min(20) });

/** Generated with the cluster, kept beside the data (0600). */
export type ClusterPasswords = z.infer<typeof passwordsSchema>;

/** PostgreSQL's data folder in a cluster's home, which also holds passwords, port and server log. */
export const dataIn = (home: string): string => join(home, 'data');

/**
 * The cluster's home: `DATA_DIR/postgres`. If PostgreSQL's user can't enter it (DATA_DIR in root's home), a new folder in
 * `fallbackRoot` to which `DATA_DIR/postgres` links. Permissions of other folders are never widened.
 * @throws Error of one line if neither is possible
 */
export async function homeFor(
  dataDir: string,
  user: RunAs | null,
  log: Log,
  fallbackRoot: string,
): Promise<string> {
  const base = await realpath(await ensureDataDirectory(dataDir));
  const link = join(base, 'postgres');
  const existing = await lstat(link).catch(() => null);
  if (existing?.isSymbolicLink() === true) return readlink(link);
  if (await canEnter(user, base)) return link;
  if (existing !== null) {
    throw new Error(
      `PostgreSQL's data in ${link} can't be reached by the user it runs as (uid ${user?.uid}): a folder above is closed to it. Move DATA_DIR elsewhere or open that folder (chmod o+x).`,
    );
  }
  const elsewhere = join(fallbackRoot, randomBytes(6).toString('hex'));
  try {
    await mkdir(elsewhere, { recursive: true, mode: 0o711 });
    await symlink(join(elsewhere, 'postgres'), link);
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return readlink(link);
    throw new Error(
      `DATA_DIR ${base} is closed to the user PostgreSQL runs as (uid ${user?.uid}), and ${fallbackRoot} can't be created. Choose another DATA_DIR, or set DATABASE_URL.`,
      { cause: error },
    );
  }
  log.warn(
    `DATA_DIR ${base} is closed to the user PostgreSQL runs as (PostgreSQL never runs as root), so the database is kept in ${elsewhere}; ${link} links to it. Back up and remove both together.`,
  );
  return join(elsewhere, 'postgres');
}

/** Whether the user can enter this folder and all folders above it. */
const canEnter = (user: RunAs | null, folder: string): Promise<boolean> =>
  run('/bin/sh', ['-c', 'cd "$0"', folder], { ...user, cwd: '/', env: {} }).then(
    () => true,
    () => false,
  );

/**
 * Creates the cluster if there is none. A draft folder is renamed, so a killed start leaves no partial cluster, and the first of two starts wins.
 * @throws Error of one line if it is of another major version: only dump and restore can move it
 */
export async function ensureCluster(home: string, { bin, majorVersion }: Binaries, user: RunAs | null) {
  const version = await readOrNull(join(dataIn(home), 'PG_VERSION'));
  if (version !== null) {
    const found = Number(version);
    if (found === majorVersion) return;
    throw new Error(
      `The data folder ${dataIn(home)} is of PostgreSQL ${found}, ${found > majorVersion ? 'newer' : 'older'} than the PostgreSQL ${majorVersion} installed here: start it with the portal version that wrote it, or choose another DATA_DIR.`,
    );
  }
  const draft = draftOf(home);
  const passwords: ClusterPasswords = { superuser: newPassword(), portal: newPassword() };
  const passwordFile = join(draft, 'initdb-password');
  try {
    await mkdir(draft, { recursive: true });
    await chmod(draft, user === null ? 0o700 : 0o711);
    await mkdir(dataIn(draft), { mode: 0o700 });
    await writeFile(passwordFile, `${passwords.superuser}\n`, { mode: 0o600 });
    if (user !== null) {
      await chown(dataIn(draft), user.uid, user.gid);
      await chown(passwordFile, user.uid, user.gid);
    }
    await runInitdb(join(bin, 'initdb'), dataIn(draft), passwordFile, user);
    await rm(passwordFile);
    await writeFile(join(draft, 'passwords.json'), JSON.stringify(passwords), { mode: 0o600 });
    await rename(draft, home);
  } catch (error) {
    if (!isErrno(error, 'ENOTEMPTY') && !isErrno(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

const newPassword = () => randomBytes(24).toString('base64url');

async function runInitdb(initdb: string, pgData: string, passwordFile: string, user: RunAs | null) {
  const args = [
    `--pgdata=${pgData}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  try {
    await run(initdb, args, { ...user, cwd: '/', env: POSTGRES_ENVIRONMENT });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new Error(`PostgreSQL's data folder ${pgData} could not be created: ${output.trim()}`, {
      cause: error,
    });
  }
}

export async function readPasswords(home: string): Promise<ClusterPasswords> {
  const path = join(home, 'passwords.json');
  const text = await readOrNull(path);
  if (text === null) throw new Error(`${path} is missing: restore it together with the data folder.`);
  return passwordsSchema.parse(JSON.parse(text));
}

/** The port of the last start; null before the first. */
export async function readPort(home: string): Promise<number | null> {
  const port = Number.parseInt((await readOrNull(join(home, 'port'))) ?? '', 10);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : null;
}

/** Stores the port, so that the address stays the same. An unchanged one is not written again: a full disk would lose it. */
export async function keepPort(home: string, port: number): Promise<void> {
  if ((await readPort(home)) !== port) await writeFile(join(home, 'port'), `${port}\n`, { mode: 0o600 });
}
