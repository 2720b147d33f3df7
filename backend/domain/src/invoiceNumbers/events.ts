import { z } from 'zod';
import { defineEvent, type EventOf } from '../event.ts';
import { periodShape } from '../shapes.ts';

/** The invoices at `invoiceIds[i]` hold the numbers `firstNumber + i` of the month, for ever. */
export const InvoiceNumbersAssigned = defineEvent(
  'InvoiceNumbersAssigned',
  z.object({
    period: periodShape,
    firstNumber: z.number().int().positive(),
    invoiceIds: z.array(z.string()).min(1),
  }),
);

export const invoiceNumberEvents = { InvoiceNumbersAssigned };

export type InvoiceNumberEvent = EventOf<(typeof invoiceNumberEvents)[keyof typeof invoiceNumberEvents]>;
