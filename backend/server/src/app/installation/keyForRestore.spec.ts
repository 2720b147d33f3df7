import { createDecipheriv, scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { openKey, sealKey } from './keyForRestore.ts';

// Proves I35-22d
it('seals under a key that each guess needs 128 MB for, with a salt of its own', () => {
  const key = Buffer.alloc(32, 7);
  const passphrase = 'lighthouse on the pier';
  const [one, other] = [sealKey(key, passphrase), sealKey(key, passphrase)];
  expect(other.salt).not.toBe(one.salt);
  const bytes = (text: string) => Buffer.from(text, 'base64');
  expect(bytes(one.salt)).toHaveLength(16);
  const stretched = scryptSync(passphrase, bytes(one.salt), 32, {
    N: 2 ** 17,
    r: 8,
    p: 1,
    maxmem: 256 * 1024 * 1024,
  });
  const decipher = createDecipheriv('aes-256-gcm', stretched, bytes(one.iv)).setAuthTag(bytes(one.tag));
  expect(Buffer.concat([decipher.update(bytes(one.sealed)), decipher.final()])).toEqual(key);
  expect(openKey(one, passphrase)).toEqual(key);
  expect(() => openKey(one, 'lighthouse on the quay')).toThrow('does not open the key');
});
