import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/**
 * Makes DATA_DIR where it is missing and answers its absolute path. A new one is closed to others; as root it
 * stays traversable (0711), because PostgreSQL then runs as another user below it. Every secret in it is 0600.
 */
export async function ensureDataDirectory(dataDir: string): Promise<string> {
  const path = resolve(dataDir);
  const created = await mkdir(path, { recursive: true });
  if (created !== undefined) await chmod(path, process.getuid?.() === 0 ? 0o711 : 0o700);
  return path;
}

/**
 * Writes a file that only its owner reads, unless there is one: whole or not at all, synced to disk, and with
 * two processes at once the first one's content wins. Answers what the file holds afterwards.
 */
export async function writeSecretOnce(path: string, content: string): Promise<string> {
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}.new`;
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

/** The secret kept under this name in DATA_DIR; 32 random bytes (base64url) are made at the first call. */
export async function generatedSecret(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name);
  const kept = await readOrNull(path);
  const secret = (kept ?? (await writeSecretOnce(path, `${randomBytes(32).toString('base64url')}\n`))).trim();
  if (secret.length < 32) throw new Error(`${path} is damaged: it should hold at least 32 characters.`);
  return secret;
}

/** A file's text, null where there is none. */
export async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Whether this is the operating system's error of that code, e.g. ENOENT. */
export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
