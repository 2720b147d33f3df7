import { unwrap, wrap } from '../keyRing/wrapping.ts';
import type { RenderedMail } from './letter.ts';

/** What a mail says. */
export type MailBody = Pick<RenderedMail, 'html' | 'text'>;

/** Encrypts what mails with secrets say, so that neither the database nor an administrator can read it. */
export interface SealedBodies {
  /** @param id the mail's: the result opens for this mail alone */
  seal(id: string, body: MailBody): Buffer;
  open(id: string, sealed: Buffer): MailBody;
}

/** @param key this installation's for mails, 32 bytes */
export function sealedBodies(key: Buffer): SealedBodies {
  return {
    seal: (id, { html, text }) => wrap(Buffer.from(JSON.stringify({ html, text })), `mail ${id}`, key),
    open: (id, sealed) => JSON.parse(unwrap(sealed, `mail ${id}`, key).toString('utf8')) as MailBody,
  };
}
