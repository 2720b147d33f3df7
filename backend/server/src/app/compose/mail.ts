import {
  administrators,
  creditNoteById,
  invoiceById,
  usersByEmail,
  usersOfAccount,
} from '@portal/projections';
import { SITE_TERMS_READS } from '../../modules/billing/module.ts';
import {
  creditNotePaperOf,
  invoiceDetail,
  invoicePaper,
  MAX_PAPER_LINES,
} from '../../modules/invoices/module.ts';
import { receiptPaper } from '../../modules/orders/module.ts';
import { createPasswordResets } from '../../modules/users/module.ts';
import { startAfter } from '../../platform/followers/checkpoints.ts';
import type { Follower } from '../../platform/followers/runFollowers.ts';
import { answerFor } from '../../platform/http/errors.ts';
import { createOutbox } from '../../platform/mail/outbox.ts';
import { sealedBodies } from '../../platform/mail/sealedBodies.ts';
import { type Printers, startMailSender } from '../../platform/mail/sender.ts';
import { smtpTransport } from '../../platform/mail/smtpTransport.ts';
import { NOTIFICATIONS, notificationsFollower } from '../../platform/notifications/notificationFollower.ts';
import { notifications } from '../reactions.ts';
import type { Core } from './core.ts';

/** Read models of recipients and papers; letters wait {@link WAIT_MS} for them. */
const READS = ['users', 'accounts', 'invoices', 'orders', 'creditNotes', ...SITE_TERMS_READS];
const WAIT_MS = 10_000;
/** Attachments of mails take turns with the users. */
const MAILS = { user: 'mails', isBounded: false };

/** Outbox, sender and reset links; nothing is answered or sent yet. */
export function composeMail(core: Core) {
  const { settings, overrides, pool, now, log, today, tracing } = core;
  const { company, mail } = settings;
  // without a server, mails stay in the outbox
  const server =
    overrides.mailTransport ?? (mail.smtpUrl === null ? null : smtpTransport(mail.smtpUrl, mail.from));
  const transport = server === null || tracing === undefined ? server : tracing.mailTransport(server);
  const passwordResets = createPasswordResets({
    ...core,
    pollMs: overrides.resetPollMs,
    usersByEmail: (email) => usersByEmail(pool, email, today()),
  });
  const bodies = sealedBodies(core.keys.mails);
  let wakeSender = () => {};
  const outbox = createOutbox({
    pool,
    now,
    sender: company,
    sends: transport !== null,
    posted: () => wakeSender(),
    bodies,
    unsent: mail.printsUnsent ? overrides.printMail : undefined,
    traceparent: tracing?.traceparent,
    renew: passwordResets.renew,
  });
  const printers: Printers = {
    receipt: (id) => core.print(MAILS, () => receiptPaper(pool, id)),
    async creditNote(id) {
      const row = await creditNoteById(pool, id);
      if (row === null) throw new Error(`The read model has yet to hear of credit note ${id}`);
      return core.print(MAILS, () => creditNotePaperOf({ db: pool, today }, row));
    },
    async invoice(id) {
      const row = await invoiceById(pool, id);
      if (row === null) throw new Error(`The read model has yet to hear of invoice ${id}`);
      const options = { proof: false, allUpTo: MAX_PAPER_LINES };
      return core.print(MAILS, async (sender) =>
        invoicePaper(await invoiceDetail(pool, row, today(), options), sender),
      );
    },
  };
  return {
    outbox,
    passwordResets,
    /** Starts sending; a new mail of this process wakes the sender. @returns stops it */
    sendMails(): () => Promise<void> {
      if (transport === null) return async () => {};
      const sender = startMailSender({ pool, transport, now, log, bodies, printers });
      wakeSender = sender.wake;
      return sender.stop;
    },
  };
}

/**
 * Notifications of a log that had none begin at its end. Every portal calls this before it serves requests, also one
 * without notifications, so that no event is missed.
 */
export async function beginNotifications({ pool, store }: Core) {
  await startAfter(pool, NOTIFICATIONS, await store.head());
}

/** Writes the letters that events ask for. */
export function composeNotifications(core: Core & ReturnType<typeof composeMail>): Follower {
  const { settings, today, log, pool, projections } = core;
  return notificationsFollower({
    notifications,
    ports: {
      ...core,
      administrators: () => administrators(pool, today()),
      usersOfAccount: (accountId) => usersOfAccount(pool, accountId, today()),
      supportEmail: settings.company.email,
    },
    outbox: core.outbox,
    now: core.now,
    log,
    caughtUp: async ({ position }) => {
      const freshness = await projections.waitForProjections(READS, position, { timeoutMs: WAIT_MS });
      if (freshness !== 'fresh')
        log.warn({ position }, 'letters are written from read models that lag behind');
    },
    isOutage: (error) => answerFor(error).status === 503,
    around: core.tracing?.notification,
  });
}
