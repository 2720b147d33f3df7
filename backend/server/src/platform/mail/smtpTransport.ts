import nodemailer from 'nodemailer';
import { LOGO, LOGO_ID } from './logo.ts';
import { MailRefused, type MailTransport } from './sender.ts';

/** Time limits of a mail server, together shorter than CLAIM_MS of the sender. */
const CONNECT_MS = 15_000;
const SILENCE_MS = 30_000;

const LOGO_FILE = {
  filename: 'logo.png',
  cid: LOGO_ID,
  content: LOGO,
  contentType: 'image/png',
  contentDisposition: 'inline',
} as const;

/**
 * Mail by SMTP.
 * @param url e.g. `smtps://user:password@mail.example.com`
 * @param from e.g. `Dealer portal <portal@example.com>`
 */
export function smtpTransport(url: string, from: string): MailTransport {
  const smtp = nodemailer.createTransport(
    {
      url,
      pool: true,
      maxConnections: 3,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    async send({ id, recipient, subject, html, text, attachments, replyTo }) {
      try {
        await smtp.sendMail({
          to: { name: '', address: recipient },
          ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
          subject,
          html,
          text,
          attachments: [
            ...attachments.map((attachment) => ({ ...attachment, contentType: 'application/pdf' })),
            // mails that were queued before have none
            ...(html.includes(`cid:${LOGO_ID}`) ? [LOGO_FILE] : []),
          ],
          messageId: `<${id}@portal>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw isPermanent(error) ? new MailRefused((error as Error).message, { cause: error }) : error;
      }
    },
    close: () => smtp.close(),
  };
}

/** A 5xx response to recipient or message. A refused sign-in is not permanent: settings can be corrected. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  return (
    (code === 'EENVELOPE' || code === 'EMESSAGE') &&
    (responseCode === undefined || (typeof responseCode === 'number' && responseCode >= 500))
  );
}
