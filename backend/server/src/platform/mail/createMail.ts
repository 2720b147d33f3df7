import type pg from 'pg';
import type { Logger } from 'pino';
import type { Printers } from './attachments.ts';
import type { Sender } from './letter.ts';
import { createOutbox, type Outbox, type OutboxOptions } from './outbox.ts';
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
  readonly unsent?: OutboxOptions['unsent'];
  /** Writes a mail with a secret anew. */
  readonly renew: OutboxOptions['renew'];
  /** Prints the papers that mails carry. */
  readonly printers: Printers;
  /** What is under way while a mail is written, for traces. */
  readonly traceparent?: OutboxOptions['traceparent'];
}

/** The portal's mail: what is written, and what works it off. */
export interface Mail {
  readonly outbox: Outbox;
  /** Sends what is in the outbox. @returns how to stop it */
  send(): () => Promise<void>;
  purge(): Promise<void>;
}

/** Brings outbox and sender together; a mail that was written wakes the sender of the same process. */
export function createMail(options: MailOptions): Mail {
  const { pool, now, log, sender, transport, printers } = options;
  const bodies = sealedBodies(options.key);
  let wakeSender = () => {};
  const outbox = createOutbox({
    pool,
    now,
    sender,
    sends: transport !== null,
    posted: () => wakeSender(),
    bodies,
    renew: options.renew,
    unsent: options.unsent,
    traceparent: options.traceparent,
  });
  return {
    outbox,
    send() {
      if (transport === null) return async () => {};
      const running = startMailSender({ pool, transport, now, log, bodies, printers });
      wakeSender = running.wake;
      return running.stop;
    },
    purge: () => outbox.purge(),
  };
}
