import {
  listQuerySchema,
  MAIL_STATUSES,
  type Mail,
  type MailStatus,
  mailDetailSchema,
  mailSchema,
  paths,
} from '@portal/contract';
import { notFound } from '@portal/domain';
import { z } from 'zod';
import { given } from '../../kernel/given.ts';
import { answerFrom } from '../../platform/http/answerFrom.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { withLogo } from '../../platform/mail/logo.ts';
import { listMails, mailById, type OutboxRow } from '../../platform/mail/outboxQuery.ts';
import type { OperationPorts } from './ports.ts';

const toMail = (row: OutboxRow): Mail => answerFrom(mailSchema, row, { status: row.status as MailStatus });

/** A flat `status` is merged into react-admin's filter. */
const listSchema = listQuerySchema.extend({ status: z.enum(MAIL_STATUSES).optional() });

/** The outbox for administrators: mails with their states, one as rendered, resending dead ones. */
export function adminMailRoutes(ports: Pick<OperationPorts, 'db' | 'outbox' | 'alerts'>): Route[] {
  const { alerts } = ports;
  const one = async (id: string) => {
    const mail = await mailById(ports.db, id);
    if (mail === null) throw notFound('Email not found');
    const attachments = mail.attachments.map(({ filename }) => filename);
    return {
      body: { ...toMail(mail), html: mail.html && withLogo(mail.html), text: mail.text, attachments },
    };
  };
  return [
    route('GET', paths.admin.mails, 'staff', {
      summary: 'The outbox',
      answers: { 200: z.array(mailSchema) },
      query: listSchema,
      handler: async ({ query: { status, ...query } }) => {
        const filter = { ...query.filter, ...given({ status }) };
        const { rows, total } = await listMails(ports.db, { ...query, filter });
        return listAnswer('mails', { rows: rows.map(toMail), total }, query.range?.[0]);
      },
    }),
    route('GET', paths.admin.mail, 'staff', {
      summary: 'One email as it was rendered',
      answers: { 200: mailDetailSchema },
      handler: ({ params }) => one(params.id),
    }),
    route('POST', paths.admin.sendMailAgain, 'answers', {
      summary: 'Send a failed email again',
      answers: { 200: mailDetailSchema },
      handler: async ({ params: { id } }) => {
        await ports.outbox.sendAgain(id);
        await alerts.lookAgain(['dead_mail']);
        return one(id);
      },
    }),
  ];
}
