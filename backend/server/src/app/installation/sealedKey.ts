import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import type { SealedKey } from './format.ts';

/** About 128 MB and half a second per guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

export const SHORTEST_PASSPHRASE = 12;

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
