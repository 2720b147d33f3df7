import { unwrap, wrap } from '../keyRing/wrapping.ts';
import type { RenderedMail } from './letter.ts';

/** A mail's content. */
export type MailBody = Pick<RenderedMail, 'html' | 'text'>;

/** Encrypts mails with secrets, so that neither the database nor an administrator can read them. */
export interface SealedBodies {
  /** @param id the mail's id, to which the result is bound */
  seal(id: string, body: MailBody): Buffer;
  open(id: string, sealed: Buffer): MailBody;
}

/** @param key this installation's key for mails, 32 bytes */
export function sealedBodies(key: Buffer): SealedBodies {
  return {
    seal: (id, { html, text }) => wrap(Buffer.from(JSON.stringify({ html, text })), `mail ${id}`, key),
    open: (id, sealed) => JSON.parse(unwrap(sealed, `mail ${id}`, key).toString('utf8')) as MailBody,
  };
}
