import type pg from 'pg';
import type { Logger } from 'pino';
import { createResetTokens, type ResetTokens } from '../passwordReset/resetTokens.ts';
import { type ResetAddressee, startResponder } from '../passwordReset/responder.ts';
import type { Printers } from './attachments.ts';
import type { Sender } from './letter.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { type MailTransport, startMailSender } from './sender.ts';

export interface MailOptions {
  readonly pool: pg.Pool;
  readonly now: () => Date;
  readonly log: Logger;
  readonly sender: Sender;
  /** Null where no mail server is configured: mails stay readable in the outbox. */
  readonly transport: MailTransport | null;
  /** Where people reach the portal, without a slash at the end. */
  readonly publicUrl: () => string;
  usersByEmail(email: string): Promise<readonly ResetAddressee[]>;
  /** Prints the papers that mails carry. */
  readonly printers: Printers;
  /** What is under way while a mail is written, for traces. */
  readonly traceparent?: (() => string | null) | undefined;
}

/** The portal's mail: what is written, and what works it off. */
export interface PortalMail {
  readonly outbox: Outbox;
  readonly resetTokens: ResetTokens;
  /** Answers requests for reset links. @returns how to stop it */
  answer(): () => Promise<void>;
  /** Sends what is in the outbox. @returns how to stop it */
  send(): () => Promise<void>;
  purge(): Promise<void>;
}

/** Brings outbox, sender and reset links together; a mail that was written wakes the sender of the same process. */
export function createMail(options: MailOptions): PortalMail {
  const { pool, now, log, sender, transport, publicUrl, usersByEmail, printers } = options;
  let wakeSender = () => {};
  const outbox = createOutbox({
    pool,
    now,
    sender,
    sends: transport !== null,
    posted: () => wakeSender(),
    traceparent: options.traceparent,
  });
  const resetTokens = createResetTokens(pool, now);
  return {
    outbox,
    resetTokens,
    answer() {
      const resetUrl = (token: string) => `${publicUrl()}/reset-password?token=${token}`;
      return startResponder({ pool, tokens: resetTokens, outbox, log, usersByEmail, resetUrl }).stop;
    },
    send() {
      if (transport === null) return async () => {};
      const running = startMailSender({ pool, transport, now, log, printers });
      wakeSender = running.wake;
      return running.stop;
    },
    async purge() {
      await outbox.purge();
      await resetTokens.purge();
    },
  };
}
