import { usersByEmail } from '@portal/projections';
import { createPasswordResets } from '../../modules/users/module.ts';
import { createMail } from '../../platform/mail/createMail.ts';
import type { MailTransport } from '../../platform/mail/sender.ts';
import { smtpTransport } from '../../platform/mail/smtpTransport.ts';
import { createPrinters } from '../printers.ts';
import type { Parts, PortalMail } from './parts.ts';
import type { Startup } from './startup.ts';

/** Outbox, sender and reset links; nothing is answered or sent yet. */
export function composeMail(
  startup: Startup,
  {
    databases: { database },
    monitoring: { tracing },
    eventLog: { keys },
  }: Pick<Parts, 'databases' | 'monitoring' | 'eventLog'>,
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
