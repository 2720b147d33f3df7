import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { centsShape, countShape, signedCentsShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';

/** `dispute-<invoiceId>.<line>`: one stream for each line of an invoice, so that a charge has one dispute at a time. */
export const disputeStream = streamCategory('dispute');

/** The id of the dispute about a line, counted from 0 as on the invoice. */
export function disputeIdFor(invoiceId: string, line: number): string {
  if (!Number.isSafeInteger(line) || line < 0) throw new RangeError(`Not a line of an invoice: ${line}`);
  return `${invoiceId}.${line}`;
}

/** Invoice and line of a dispute's id; null where it is none. */
export function partsOfDisputeId(disputeId: string): { invoiceId: string; line: number } | null {
  const [, invoiceId, line] = /^(.+)\.(0|[1-9]\d{0,8})$/.exec(disputeId) ?? [];
  return invoiceId === undefined ? null : { invoiceId, line: Number(line) };
}

const ids = { disputeId: z.string(), accountId: z.string(), invoiceId: z.string() };
const text = personal(z.string());
const ownKey = (field: string) => ({
  personal: [{ subject: 'account' as const, idField: 'accountId', fields: [field] }],
});

/** How a dispute may end. */
export const DISPUTE_OUTCOMES = ['explained', 'reissued', 'refunded', 'credited', 'withdrawn'] as const;

export const disputeEvents = defineEvents(
  {
    /** A dealer questioned a charge; once closed, it may be questioned again. */
    DisputeOpened: {
      ...ids,
      userId: z.string(),
      invoiceNumber: z.string(),
      /** Index of the line, from 0. */
      line: countShape,
      lineName: z.string(),
      siteId: z.string().nullable(),
      /** Below 0 for a line that an administrator added to lower the invoice. */
      amountCents: signedCentsShape,
      question: text,
    },
    /** Either side wrote; `by` says which. */
    DisputeReplied: { ...ids, userId: z.string(), by: z.enum(['dealer', 'admin']), text },
    /** Settled by explanation, reissue, refund or credit, or withdrawn by the dealer. */
    DisputeClosed: {
      ...ids,
      userId: z.string(),
      outcome: z.enum(DISPUTE_OUTCOMES),
      explanation: text,
      /** The invoice under its new number; null unless reissued. */
      reissuedAs: z.string().nullable(),
      /** Refunded or credited; 0 for other outcomes. */
      amountCents: centsShape,
    },
  },
  { DisputeOpened: ownKey('question'), DisputeReplied: ownKey('text'), DisputeClosed: ownKey('explanation') },
);
export type DisputeEvent = EventsOf<typeof disputeEvents>;
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];
