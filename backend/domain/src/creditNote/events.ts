import { z } from 'zod';
import { asPeriod, type Period } from '../billing/periods.ts';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { centsShape, dayShape, instantShape, periodShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';

/** `creditNoteNumbers-<YYYYMM>`: one stream for each month. */
export const creditNoteNumberStreams = streamCategory('creditNoteNumbers');

/** The stream that numbers the credit notes of a month. */
export function creditNotesStream(period: Period): string {
  return creditNoteNumberStreams(asPeriod(period).replace('-', ''));
}

export const creditNoteEvents = defineEvents({
  /** A credit, refund or void of an invoice has the credit note with this number of its month, for ever (rule B35). */
  CreditNoteIssued: {
    period: periodShape,
    /** In the month, from 1. */
    number: z.number().int().positive(),
    accountId: z.string(),
    invoiceId: z.string(),
    invoiceNumber: z.string(),
    kind: z.enum(['credit', 'refund', 'void']),
    /** Id of the credit or refund; of a void the invoice's. */
    sourceId: z.string(),
    /** When the correction was recorded; the note of one from before there were credit notes came later. */
    correctedAt: instantShape,
    /** Billing day of the correction. */
    day: dayShape,
    /** What it takes off the charges of the invoice. */
    amountCents: centsShape,
    /** Of it: sales tax (rule B38); absent for none. */
    taxCents: centsShape.optional(),
    /** Account credit that the refund paid out besides, which corrects no charge; absent for none. */
    paidOutCents: centsShape.optional(),
    /** Of a refund; null for others. */
    method: z.enum(['card', 'check', 'ach']).nullable(),
    /** Check number or ACH trace of a refund. */
    reference: z.string().nullable(),
    reason: z.string().nullable(),
  },
});

export type CreditNoteEvent = EventsOf<typeof creditNoteEvents>;
