import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { streamCategory } from '../kernel/stream.ts';

/** `contact-<id>`: one stream for each message. */
export const contactStreams = streamCategory('contact');

export const contactStream = contactStreams.streamOf;

const text = personal(z.string());

export const ContactMessageReceived = defineEvent(
  'ContactMessageReceived',
  z.object({
    contactId: z.string(),
    name: text,
    email: text,
    phone: text.nullable(),
    subject: z.string(),
    message: text,
  }),
  { personal: [{ subject: 'contact', idField: 'contactId', fields: ['name', 'email', 'phone', 'message'] }] },
);

/** An administrator marked the message answered. */
export const ContactMessageAnswered = defineEvent(
  'ContactMessageAnswered',
  z.object({ contactId: z.string() }),
);

export const contactEvents = { ContactMessageReceived, ContactMessageAnswered };
export type ContactEvent = EventOf<(typeof contactEvents)[keyof typeof contactEvents]>;
