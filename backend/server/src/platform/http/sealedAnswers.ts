import { hkdfSync } from 'node:crypto';
import { unwrap, wrap } from '../keyRing/wrapping.ts';

export interface AnswerPlace {
  readonly key: string;
  readonly actor: string;
}

export type SealedAnswers = ReturnType<typeof sealedAnswers>;

/**
 * Encrypts kept answers, which hold personal data; each can be opened only in its own place.
 * @param secret this installation's, for the `commands` table
 */
export function sealedAnswers(secret: Buffer) {
  const sealing = Buffer.from(hkdfSync('sha256', secret, '', 'kept answers', 32));
  const nameOf = ({ key, actor }: AnswerPlace) => `${actor} ${key}`;
  return {
    seal: (place: AnswerPlace, text: string): string =>
      wrap(Buffer.from(text), nameOf(place), sealing).toString('base64'),
    open: (place: AnswerPlace, sealed: string): string =>
      unwrap(Buffer.from(sealed, 'base64'), nameOf(place), sealing).toString('utf8'),
  };
}
