import type pg from 'pg';
import type { Logger } from 'pino';
import { createResetTokens, type ResetTokens } from '../../modules/users/signIn/resetTokens.ts';
import {
  type ResetAddressee,
  renewResetLetter,
  startResponder,
} from '../../modules/users/signIn/responder.ts';
import type { Printers } from './attachments.ts';
import type { Sender } from './letter.ts';
import { createOutbox, type Outbox, type UnsentMail } from './outbox.ts';
import { sealedBodies } from './sealedBodies.ts';
import { type MailTransport, startMailSender } from './sender.ts';

export interface MailOptions {
  readonly pool: pg.Pool;
  readonly now: () => Date;
  readonly log: Logger;
  readonly sender: Sender;
  /** Null where no mail server is configured: mails stay readable in the outbox. */
  readonly transport: MailTransport | null;
  /** This installation's key for mails with secrets, 32 bytes. */
  readonly key: Buffer;
  /** Told what a mail with a secret says where there is no mail server. */
  readonly unsent?: ((mail: UnsentMail) => void) | undefined;
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
  const bodies = sealedBodies(options.key);
  const resetTokens = createResetTokens(pool, now);
  const resetLetters = {
    tokens: resetTokens,
    usersByEmail,
    resetUrl: (token: string) => `${publicUrl()}/reset-password?token=${token}`,
  };
  let wakeSender = () => {};
  const outbox = createOutbox({
    pool,
    now,
    sender,
    sends: transport !== null,
    posted: () => wakeSender(),
    bodies,
    renew: (mail, transaction) => renewResetLetter(resetLetters, mail, transaction),
    unsent: options.unsent,
    traceparent: options.traceparent,
  });
  return {
    outbox,
    resetTokens,
    answer() {
      return startResponder({ pool, outbox, log, ...resetLetters }).stop;
    },
    send() {
      if (transport === null) return async () => {};
      const running = startMailSender({ pool, transport, now, log, bodies, printers });
      wakeSender = running.wake;
      return running.stop;
    },
    async purge() {
      await outbox.purge();
      await resetTokens.purge();
    },
  };
}
