import { contactSchema, idAloneSchema, paths } from '@portal/contract';
import { type Route, route } from '../../platform/http/route.ts';
import { receiveContactMessage } from './contactMessages.ts';
import type { ContactPorts } from './ports.ts';

/** POST /api/contact: the contact form of the landing page (spec 1, section 7). */
export function contactRoutes(ports: ContactPorts): Route[] {
  return [
    route({
      method: 'POST',
      path: paths.contact,
      access: 'public',
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
