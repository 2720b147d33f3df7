import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { join } from 'node:path';
import {
  ensureDataDirectory,
  readOrNull,
  writeSecretOnce,
} from '../../platform/embeddedPostgres/dataDirectory.ts';
import { unwrap, WrongKeyEncryptionKey } from '../../platform/keyRing/wrapping.ts';
import type { SealedKey } from './format.ts';
import type { CheckedBackup } from './readBackup.ts';

/** Where `npm start` keeps a generated KEY_ENCRYPTION_KEY. */
const KEY_FILE = 'key-encryption-key';

export interface KeySources {
  /** KEY_ENCRYPTION_KEY of the environment; null for none. */
  readonly given: Buffer | null;
  readonly dataDir: string;
  readonly backup: CheckedBackup;
  /** BACKUP_PASSPHRASE; null for none. */
  readonly passphrase: string | null;
}

/**
 * Finds the key of the personal data before anything is restored: KEY_ENCRYPTION_KEY, the file in DATA_DIR, or the sealed
 * key in the backup, which is then kept in DATA_DIR.
 * @throws Error that says what to set if the key is missing or wrong
 */
export async function keyForRestore(sources: KeySources): Promise<void> {
  const { given, dataDir, backup, passphrase } = sources;
  const path = join(dataDir, KEY_FILE);
  const kept = await readOrNull(path);
  const sealed = backup.header.key;
  const known = given ?? (kept === null ? null : Buffer.from(kept.trim(), 'base64url'));
  const opened =
    known === null && sealed !== null && passphrase !== null ? openKey(sealed, passphrase) : null;
  assertOpens(known ?? opened, sources);
  if (opened === null) return;
  await ensureDataDirectory(dataDir);
  await writeSecretOnce(path, `${opened.toString('base64url')}\n`);
}

function assertOpens(key: Buffer | null, { dataDir, backup: { someKey, header } }: KeySources): void {
  if (someKey === null) return;
  if (key === null) {
    const orPassphrase = header.key === null ? '' : ', or BACKUP_PASSPHRASE, which the backup was made with';
    throw new Error(
      `The personal data in this backup can't be read without its key: set KEY_ENCRYPTION_KEY, or put the file ${KEY_FILE} of the old DATA_DIR into ${dataDir}${orPassphrase}.`,
    );
  }
  try {
    unwrap(someKey.wrapped, someKey.subject, key);
  } catch (error) {
    if (!(error instanceof WrongKeyEncryptionKey)) throw error;
    throw new Error(
      'KEY_ENCRYPTION_KEY (or the file key-encryption-key in DATA_DIR) is not the one that the keys in this backup are wrapped with. Nothing was restored.',
    );
  }
}

/** About 128 MB and half a second per guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

const SHORTEST_PASSPHRASE = 12;

const keyFrom = (passphrase: string, salt: Buffer) =>
  scryptSync(passphrase.normalize('NFKC'), salt, 32, COST);

/** Encrypts KEY_ENCRYPTION_KEY with a passphrase (scrypt, AES-256-GCM). @throws Error if it is too short */
export function sealKey(key: Buffer, passphrase: string): SealedKey {
  if (passphrase.length < SHORTEST_PASSPHRASE) {
    throw new Error(`BACKUP_PASSPHRASE must have at least ${SHORTEST_PASSPHRASE} characters.`);
  }
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', keyFrom(passphrase, salt), iv);
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  return {
    salt: salt.toString('base64'),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    sealed: sealed.toString('base64'),
  };
}

/** @throws Error for a wrong passphrase */
export function openKey({ salt, iv, tag, sealed }: SealedKey, passphrase: string): Buffer {
  const bytes = (text: string) => Buffer.from(text, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(passphrase, bytes(salt)), bytes(iv), {
    authTagLength: 16,
  }).setAuthTag(bytes(tag));
  try {
    return Buffer.concat([decipher.update(bytes(sealed)), decipher.final()]);
  } catch {
    throw new Error('BACKUP_PASSPHRASE does not open the key in this backup.');
  }
}
