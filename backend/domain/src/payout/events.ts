import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { centsShape, dayShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';

export const payoutStream = streamCategory('payout');

const ids = { payoutId: z.string(), accountId: z.string() };

export const payoutEvents = defineEvents({
  /**
   * An administrator pays account credit out by check or ACH (rule B41). A process takes each share from the credits of its
   * invoice, or finds that they were used in the meantime.
   */
  PayoutRequested: {
    ...ids,
    method: z.enum(['check', 'ach']),
    /** The sum of the shares. */
    amountCents: centsShape,
    paidOn: dayShape,
    /** Check number or ACH trace. */
    reference: z.string(),
    reason: z.string(),
    /** Whose mode's credit is paid out. */
    isDemo: z.boolean(),
    /** Oldest invoice first. */
    shares: z.array(
      z.object({
        invoiceId: z.string(),
        invoiceNumber: z.string(),
        amountCents: centsShape.positive(),
        /** Of the invoice, oldest first; they add up to the share. */
        credits: z.array(z.object({ creditId: z.string(), amountCents: centsShape.positive() })),
      }),
    ),
  },
  /** All shares were taken. */
  PayoutMade: { ...ids },
  /** A share's credit was used in the meantime: nothing is paid out, and a process gives back what was taken. */
  PayoutRefused: { ...ids },
  /** A check was stopped, or it was recorded by mistake: a process gives the credit back. */
  PayoutReversed: { ...ids, reversedOn: dayShape, reason: z.string() },
});

export type PayoutEvent = EventsOf<typeof payoutEvents>;
