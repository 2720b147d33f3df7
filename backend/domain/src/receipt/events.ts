import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { centsShape, dayShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';

export const receiptStream = streamCategory('receipt');

const ids = { receiptId: z.string(), accountId: z.string() };

export const receiptEvents = defineEvents({
  /** A check or ACH that paid one or several invoices of a company. A process books each share on its invoice. */
  ReceiptRecorded: {
    ...ids,
    method: z.enum(['check', 'ach']),
    /** The sum of the shares. */
    amountCents: centsShape,
    receivedOn: dayShape,
    /** Check number or ACH trace. */
    reference: z.string(),
    reason: z.string().nullable(),
    /** The account's mode at the time, for revenue (rule B32). */
    isDemo: z.boolean(),
    /** In the order in which they are booked. */
    shares: z.array(
      z.object({ invoiceId: z.string(), invoiceNumber: z.string(), amountCents: centsShape.positive() }),
    ),
    /** The line of a bank's file that it was booked from; absent for others. */
    bankLineId: z.string().optional(),
  },
  /** It bounced, or was recorded by mistake: a process reverses each share (rule B46). */
  ReceiptReversed: { ...ids, reversedOn: dayShape, reason: z.string() },
});

export type ReceiptEvent = EventsOf<typeof receiptEvents>;
