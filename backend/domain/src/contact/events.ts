import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { streamCategory } from '../kernel/stream.ts';

/** `contact-<id>`: one stream for each message. */
export const contactStream = streamCategory('contact');

const text = personal(z.string());

export const contactEvents = defineEvents(
  {
    ContactMessageReceived: {
      contactId: z.string(),
      name: text,
      email: text,
      phone: text.nullable(),
      subject: z.string(),
      message: text,
    },
    /** An administrator marked the message answered. */
    ContactMessageAnswered: { contactId: z.string() },
  },
  {
    ContactMessageReceived: {
      personal: [{ subject: 'contact', idField: 'contactId', fields: ['name', 'email', 'phone', 'message'] }],
    },
  },
);
export type ContactEvent = EventsOf<typeof contactEvents>;
