import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { periodShape, signedCentsShape } from '../kernel/shapes.ts';

const ids = { accountId: z.string(), chargeId: z.string() };

/** One-off charges and credits of a company's next invoice (rule B38). */
export const chargeEvents = defineEvents({
  /** A line of the company's invoice of `period`; below 0 it lowers the invoice. */
  OneOffChargeAdded: {
    ...ids,
    /** The line's text. */
    text: z.string(),
    amountCents: signedCentsShape,
    period: periodShape,
    reason: z.string(),
  },
  /** Before its month began. */
  OneOffChargeCanceled: { ...ids, reason: z.string() },
  /** So much of it is on an invoice. */
  OneOffChargeBilled: { ...ids, invoiceId: z.string(), amountCents: signedCentsShape },
  /**
   * What is left of it waits for the invoice of `period`: the company had no invoice for the month, or the credit was more
   * than the charges of its invoice.
   */
  OneOffChargeDeferred: { ...ids, period: periodShape },
});

export type ChargeEvent = EventsOf<typeof chargeEvents>;
