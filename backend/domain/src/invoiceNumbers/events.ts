import { z } from 'zod';
import { asPeriod, type Period } from '../billing/periods.ts';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { countShape, periodShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';

/** `invoiceNumbers-<YYYYMM>`: one stream for each month. */
export const invoiceNumberStreams = streamCategory('invoiceNumbers');

/** The stream that hands out the numbers of a period. */
export function invoiceNumbersStream(period: Period): string {
  return invoiceNumberStreams(asPeriod(period).replace('-', ''));
}

export const invoiceNumberEvents = defineEvents({
  /**
   * Invoice `invoiceIds[i]` gets the number `firstNumber + i` of the month, for ever. Remainders and credits of earlier
   * invoices count for it up to `pricedSeq` of the log index; absent in older logs, where that was not fixed beforehand.
   */
  InvoiceNumbersAssigned: {
    period: periodShape,
    firstNumber: z.number().int().positive(),
    invoiceIds: z.array(z.string()).min(1),
    pricedSeq: countShape.optional(),
  },
  /** What the invoice was to take over was used elsewhere in the meantime: it is priced up to this event instead. */
  InvoicePricedAnew: { period: periodShape, invoiceId: z.string(), pricedSeq: countShape },
});

export type InvoiceNumberEvent = EventsOf<typeof invoiceNumberEvents>;
