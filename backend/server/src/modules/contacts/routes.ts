import {
  CONTACT_STATUSES,
  contactMessageSchema,
  contactPatchSchema,
  contactSchema,
  idAloneSchema,
  listQuerySchema,
  orIdAlone,
  paths,
} from '@portal/contract';
import { notFound } from '@portal/domain';
import { contactById, listContacts } from '@portal/projections';
import { z } from 'zod';
import { given } from '../../kernel/given.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { markContactMessageAnswered, receiveContactMessage } from './contactMessages.ts';
import type { ContactPorts } from './ports.ts';
import { toContactMessage } from './wire.ts';

/** The contact form of the landing page (S1-7). */
export function contactRoutes(ports: ContactPorts): Route[] {
  return [
    route('POST', paths.contact, 'public', {
      summary: 'Send a message by the contact form',
      answers: { 201: idAloneSchema },
      body: contactSchema,
      limit: ({ address }) => ports.publicLimits.contact(address),
      handler: async ({ body, command, visible }) => {
        const { contactId, chain } = await receiveContactMessage(ports.commands, body, command);
        await visible(chain);
        return { status: 201, body: { id: contactId } };
      },
    }),
  ];
}

const READS = ['contacts'];

/** A flat status is merged into react-admin's filter. */
const listSchema = listQuerySchema.extend({ status: z.enum(CONTACT_STATUSES).optional() });

/** The inbox of administrators. */
export function adminContactRoutes(ports: ContactPorts): Route[] {
  const one = async (id: string) => {
    const message = await contactById(ports.db, id);
    return message === null ? null : toContactMessage(message);
  };

  return [
    route('GET', paths.admin.contacts, 'admin', {
      summary: 'Messages of the contact form',
      answers: { 200: z.array(contactMessageSchema) },
      query: listSchema,
      reads: READS,
      handler: async ({ query: { status, ...query } }) => {
        const filter = { ...query.filter, ...given({ status }) };
        const { rows, total } = await listContacts(ports.db, { ...query, filter });
        return listAnswer('contacts', { rows: rows.map(toContactMessage), total }, query.range?.[0]);
      },
    }),
    route('GET', paths.admin.contact, 'admin', {
      summary: 'One message',
      answers: { 200: contactMessageSchema },
      reads: READS,
      handler: async ({ params }) => {
        const message = await one(params.id);
        if (message === null) throw notFound('Contact message not found');
        return { body: message };
      },
    }),
    route('PATCH', paths.admin.contact, 'admin', {
      summary: 'Mark a message as answered',
      answers: { 200: orIdAlone(contactMessageSchema) },
      body: contactPatchSchema,
      handler: async ({ params: { id }, command, visible }) => {
        await visible(await markContactMessageAnswered(ports.commands, id, command));
        return { body: (await one(id)) ?? { id } };
      },
    }),
  ];
}
