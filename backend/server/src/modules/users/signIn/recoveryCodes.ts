import { createHmac, randomInt } from 'node:crypto';

export const RECOVERY_CODES = 10;
/** Without i, l, o and u: nothing looks like something else, and no words come out. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 10;

/** Ten codes of 50 random bits each, written `abcde-fghjk`. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
  });
}

/** A code as it is compared: without spaces and hyphens, in lower case, look-alikes as what they were read from. */
export function normaliseCode(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
}

/** Six digits are a code of the app; recovery codes are longer. */
export const kindOfCode = (code: string): 'app' | 'recovery' =>
  /^\d{6}$/.test(normaliseCode(code)) ? 'app' : 'recovery';

/** What is stored of a code: worth nothing without the installation's key, however few its bits are. */
export function hashOfRecoveryCode(code: string, factorId: string, key: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(`${factorId}/${normaliseCode(code)}`, 'utf8')
    .digest();
}
