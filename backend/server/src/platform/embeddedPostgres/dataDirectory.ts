import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/**
 * Creates DATA_DIR if it is missing and returns its absolute path. Mode 0700; as root 0711, because PostgreSQL then runs
 * as another user below it.
 */
export async function ensureDataDirectory(dataDir: string): Promise<string> {
  const path = resolve(dataDir);
  const created = await mkdir(path, { recursive: true });
  if (created !== undefined) await chmod(path, process.getuid?.() === 0 ? 0o711 : 0o700);
  return path;
}

/** Name of a temporary file or folder that is renamed to `path` once complete. */
export const draftOf = (path: string): string =>
  `${path}.${process.pid}-${randomBytes(4).toString('hex')}.new`;

/**
 * Writes a file readable by its owner only, unless it exists: atomically, synced to disk. The first of two concurrent
 * processes wins.
 * @returns the file's content afterwards
 */
export async function writeSecretOnce(path: string, content: string): Promise<string> {
  const draft = draftOf(path);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path, 'utf8');
}

/** The secret of this name in DATA_DIR; the first call generates it: 32 random bytes (base64url). @throws Error if damaged */
export async function generatedSecret(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name);
  const kept = await readOrNull(path);
  const secret = (kept ?? (await writeSecretOnce(path, `${randomBytes(32).toString('base64url')}\n`))).trim();
  if (secret.length < 32) throw new Error(`${path} is damaged: it should hold at least 32 characters.`);
  return secret;
}

/** A file's text; null if it does not exist. */
export async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Whether this is an error of the operating system with that code, e.g. ENOENT. */
export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
