import type { Logger } from 'pino';
import type { Printers } from './attachments.ts';
import { createOutbox, type Outbox, type OutboxOptions } from './outbox.ts';
import { sealedBodies } from './sealedBodies.ts';
import { type MailTransport, startMailSender } from './sender.ts';

export interface MailOptions
  extends Pick<OutboxOptions, 'pool' | 'now' | 'sender' | 'renew' | 'unsent' | 'traceparent'> {
  readonly log: Logger;
  /** Null without a mail server: mails stay readable in the outbox. */
  readonly transport: MailTransport | null;
  /** This installation's key for mails with secrets, 32 bytes. */
  readonly key: Buffer;
  readonly printers: Printers;
}

/** Outbox and sender. */
export interface Mail {
  readonly outbox: Outbox;
  /** Starts sending. @returns stops it */
  send(): () => Promise<void>;
}

/** Combines outbox and sender: a new mail wakes the sender of the same process. */
export function createMail(options: MailOptions): Mail {
  const { pool, now, log, transport, key, printers } = options;
  const bodies = sealedBodies(key);
  let wakeSender = () => {};
  const outbox = createOutbox({
    ...options,
    sends: transport !== null,
    posted: () => wakeSender(),
    bodies,
  });
  return {
    outbox,
    send() {
      if (transport === null) return async () => {};
      const running = startMailSender({ pool, transport, now, log, bodies, printers });
      wakeSender = running.wake;
      return running.stop;
    },
  };
}
