import { unwrap, wrap } from '../keyRing/wrapping.ts';
import type { RenderedMail } from './letter.ts';

type MailBody = Pick<RenderedMail, 'html' | 'text'>;
export type SealedBodies = ReturnType<typeof sealedBodies>;

/**
 * Encrypts mails with secrets, so that neither the database nor an administrator can read them. Each is bound to its mail's id.
 * @param key this installation's key for mails, 32 bytes
 */
export const sealedBodies = (key: Buffer) => ({
  seal: (id: string, { html, text }: MailBody): Buffer =>
    wrap(Buffer.from(JSON.stringify({ html, text })), `mail ${id}`, key),
  open: (id: string, sealed: Buffer): MailBody =>
    JSON.parse(unwrap(sealed, `mail ${id}`, key).toString('utf8')) as MailBody,
});
