import { join } from 'node:path';
import {
  ensureDataDirectory,
  readOrNull,
  writeSecretOnce,
} from '../../platform/embeddedPostgres/dataDirectory.ts';
import { unwrap, WrongKeyEncryptionKey } from '../../platform/keyRing/wrapping.ts';
import type { CheckedBackup } from './readBackup.ts';
import { openKey } from './sealedKey.ts';

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
