import {
  CONTACT_STATUSES,
  type ContactMessage,
  type ContactStatus,
  contactMessageSchema,
  contactPatchSchema,
  contactSchema,
  idAloneSchema,
  listQuerySchema,
  orIdAlone,
  paths,
} from '@portal/contract';
import { type ContactRow, contactById, listContacts } from '@portal/projections';
import { z } from 'zod';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { found } from '../../kernel/found.ts';
import { given } from '../../kernel/given.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import type { PublicLimits } from '../../platform/http/publicLimits.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import { markContactMessageAnswered, receiveContactMessage } from './contactMessages.ts';

export interface ContactPorts extends ReadPorts {
  readonly commands: CommandPorts;
  readonly publicLimits: PublicLimits;
}

/** In the spec's names. */
const toContactMessage = (row: ContactRow): ContactMessage => ({
  id: row.id,
  contact_name: row.name,
  contact_email: row.email,
  contact_phone: row.phone,
  contact_subject: row.subject,
  contact_message: row.message,
  status: row.status as ContactStatus,
  created_at: row.created_at,
  answered_at: row.answered_at,
});

const READS = ['contacts'];

/** The contact form of the landing page (S1-7), and the inbox of administrators. */
export function contactRoutes({ db, commands, publicLimits }: ContactPorts): Route[] {
  return [
    route('POST', paths.contact, 'public', {
      summary: 'Send a message by the contact form',
      answers: { 201: idAloneSchema },
      body: contactSchema,
      limit: ({ address }) => publicLimits.contact(address),
      handler: async ({ body, command, visible }) => {
        const { contactId, chain } = await receiveContactMessage(commands, body, command);
        await visible(chain);
        return { status: 201, body: { id: contactId } };
      },
    }),
    route('GET', paths.admin.contacts, 'staff', {
      summary: 'Messages of the contact form',
      answers: { 200: z.array(contactMessageSchema) },
      // a flat status is merged into react-admin's filter
      query: listQuerySchema.extend({ status: z.enum(CONTACT_STATUSES).optional() }),
      reads: READS,
      handler: async ({ query: { status, ...query } }) => {
        const filter = { ...query.filter, ...given({ status }) };
        const { rows, total } = await listContacts(db, { ...query, filter });
        return listAnswer('contacts', { rows: rows.map(toContactMessage), total }, query.range?.[0]);
      },
    }),
    route('GET', paths.admin.contact, 'staff', {
      summary: 'One message',
      answers: { 200: contactMessageSchema },
      reads: READS,
      handler: async ({ params }) => ({
        body: toContactMessage(found(await contactById(db, params.id), 'Contact message')),
      }),
    }),
    route('PATCH', paths.admin.contact, 'answers', {
      summary: 'Mark a message as answered',
      answers: { 200: orIdAlone(contactMessageSchema) },
      body: contactPatchSchema,
      handler: async ({ params: { id }, command, visible }) => {
        await visible(await markContactMessageAnswered(commands, id, command));
        const message = await contactById(db, id);
        return { body: message === null ? { id } : toContactMessage(message) };
      },
    }),
  ];
}
