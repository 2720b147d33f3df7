import { administrators, usersByEmail, usersOfAccount } from '@portal/projections';
import { SITE_TERMS_READS } from '../../modules/billing/module.ts';
import { createPasswordResets, type PasswordResets } from '../../modules/users/module.ts';
import { startAfter } from '../../platform/followers/checkpoints.ts';
import type { Follower } from '../../platform/followers/runFollowers.ts';
import { answerFor } from '../../platform/http/errors.ts';
import { createMail, type Mail } from '../../platform/mail/createMail.ts';
import type { MailTransport } from '../../platform/mail/sender.ts';
import { smtpTransport } from '../../platform/mail/smtpTransport.ts';
import type { NotificationPorts } from '../../platform/notifications/notification.ts';
import { NOTIFICATIONS, notificationsFollower } from '../../platform/notifications/notificationFollower.ts';
import { notifications } from '../notifications.ts';
import { createPrinters } from '../printers.ts';
import type { Core } from './core.ts';
import type { Startup } from './startup.ts';

/** Read models of recipients and papers; letters wait {@link WAIT_MS} for them. */
const READS = ['users', 'accounts', 'invoices', 'orders', ...SITE_TERMS_READS];
const WAIT_MS = 10_000;

export interface PortalMail extends Mail {
  readonly passwordResets: PasswordResets;
}

/** Outbox, sender and reset links; nothing is answered or sent yet. */
export function composeMail(
  startup: Startup,
  { databases: { database }, monitoring: { tracing }, eventLog: { keys } }: Core,
): PortalMail {
  const { now, today, log, print, publicUrl } = startup;
  const { company } = startup.settings;
  const { pool } = database;
  const transport = transportOf(startup);
  const passwordResets = createPasswordResets({
    pool,
    now,
    log,
    pollMs: startup.overrides.resetPollMs,
    publicUrl,
    usersByEmail: (email) => usersByEmail(pool, email, today()),
  });
  const mail = createMail({
    pool,
    now,
    log,
    sender: {
      companyName: company.name,
      companyAddress: company.address,
      companyPhone: company.phone,
      companyEmail: company.email,
    },
    transport: transport === null || tracing === null ? transport : tracing.mailTransport(transport),
    key: keys.mails,
    unsent: startup.settings.mail.printsUnsent ? startup.overrides.printMail : undefined,
    traceparent: tracing?.traceparent,
    renew: passwordResets.renew,
    printers: createPrinters({ db: pool, print, today }),
  });
  return { ...mail, passwordResets };
}

/** SMTP where SMTP_URL names a server; else null, and mails stay in the outbox. */
function transportOf({ settings: { mail }, overrides }: Startup): MailTransport | null {
  if (overrides.mailTransport !== undefined) return overrides.mailTransport;
  return mail.smtpUrl === null ? null : smtpTransport(mail.smtpUrl, mail.from);
}

/**
 * Notifications of a log that had none begin at its end. Every portal calls this before it serves requests, also one
 * without notifications, so that no event is missed.
 */
export async function beginNotifications({ databases, eventLog }: Core) {
  await startAfter(databases.database.pool, NOTIFICATIONS, await eventLog.store.head());
}

/** Writes the letters that events ask for. */
export function composeNotifications(
  { settings, now, today, billingDay, log, page }: Startup,
  {
    databases: {
      database: { pool },
    },
    monitoring: { tracing },
    eventLog: { load, stateBefore, stateAt },
    readModels: { projections },
  }: Core,
  { outbox }: PortalMail,
): Follower {
  const ports: NotificationPorts = {
    load,
    stateBefore,
    stateAt,
    administrators: () => administrators(pool, today()),
    usersOfAccount: (accountId) => usersOfAccount(pool, accountId, today()),
    db: pool,
    billingDay,
    page,
    supportEmail: settings.company.email,
  };
  return notificationsFollower({
    notifications,
    ports,
    outbox,
    now,
    log,
    caughtUp: async ({ position }) => {
      const freshness = await projections.waitForProjections(READS, position, { timeoutMs: WAIT_MS });
      if (freshness !== 'fresh')
        log.warn({ position }, 'letters are written from read models that lag behind');
    },
    isOutage: (error) => answerFor(error).status === 503,
    around: tracing?.notification,
  });
}
