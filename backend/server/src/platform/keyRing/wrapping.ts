import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const FORMAT = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The stored keys were wrapped with another KEY_ENCRYPTION_KEY. */
export class WrongKeyEncryptionKey extends Error {
  constructor() {
    super(
      'KEY_ENCRYPTION_KEY does not open the personal-data keys in this database: set the key they were stored with (or restore the data folder that holds it).',
    );
    this.name = 'WrongKeyEncryptionKey';
  }
}

/** `format | iv | ciphertext | tag`, AES-256-GCM with the subject as associated data: copied to another subject it does not open. */
export function wrap(key: Buffer, subject: string, wrappingKey: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, wrappingKey, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(subject, 'utf8'));
  return Buffer.concat([Buffer.of(FORMAT), iv, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

/** @throws WrongKeyEncryptionKey also if the row was changed */
export function unwrap(wrapped: Buffer, subject: string, wrappingKey: Buffer): Buffer {
  if (wrapped[0] !== FORMAT) throw new Error(`The key of ${subject} is stored in an unknown format.`);
  const iv = wrapped.subarray(1, 1 + IV_BYTES);
  const decipher = createDecipheriv(ALGORITHM, wrappingKey, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(subject, 'utf8'));
  try {
    decipher.setAuthTag(wrapped.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(wrapped.subarray(1 + IV_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw new WrongKeyEncryptionKey();
  }
}
