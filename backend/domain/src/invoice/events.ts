import { z } from 'zod';
import { asPeriod, isPeriod, type Period } from '../billing/periods.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { centsShape, countShape, dayShape, periodShape, signedCentsShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';

/** `invoice-<accountId>_<YYYY-MM>`, a reissue `…_r2`: the name alone allows one invoice for account, period and issue. */
export const invoiceStreams = streamCategory('invoice');

export const invoiceStream = invoiceStreams.streamOf;
export const invoiceIdOf = invoiceStreams.idOf;

/** What an invoice's id says. */
export interface InvoiceIdParts {
  readonly accountId: string;
  readonly period: Period;
  /** 1, or 2 and up for a reissue after a void (rule B26). */
  readonly issue: number;
}

/** The id of an account's invoice for a period; throws a RangeError for parts that make none. */
export function invoiceIdFor({ accountId, period, issue }: InvoiceIdParts): string {
  if (!Number.isSafeInteger(issue) || issue < 1) throw new RangeError(`Not an issue of an invoice: ${issue}`);
  return `${accountId}_${asPeriod(period)}${issue === 1 ? '' : `_r${issue}`}`;
}

/** The parts of an invoice's id; null where it is none. */
export function partsOfInvoiceId(invoiceId: string): InvoiceIdParts | null {
  const [, accountId, period, issue = '1'] =
    /^(.+)_(\d{4}-\d{2})(?:_r([2-9]|[1-9]\d{1,5}))?$/.exec(invoiceId) ?? [];
  if (accountId === undefined || period === undefined || !isPeriod(period)) return null;
  return { accountId, period, issue: Number(issue) };
}

const ids = { invoiceId: z.string(), accountId: z.string() };
/** Of a check or ACH: what a reversal names, and the account's mode then, by which revenue files it. Absent before. */
const recorded = { recordId: z.string().optional(), isDemo: z.boolean().optional() };

/** The Bill To block (S2-2); null shows as N/A. */
export const billToShape = z.object({
  company: z.string().nullable(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  email: z.string().nullable(),
});
export type BillTo = z.infer<typeof billToShape>;

/** What a correction says about a charge. `was`: what stood there before, readers or cents. */
const changeShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('readers'), siteId: z.string(), was: countShape, readers: countShape }),
  z.object({ kind: z.literal('rate'), siteId: z.string(), was: centsShape, rateCents: centsShape }),
  z.object({ kind: z.literal('billed'), siteId: z.string(), billed: z.boolean() }),
  /** A line of one's own. */
  z.object({ kind: z.literal('line'), amountCents: signedCentsShape }),
]);

const correction = {
  /** Of the site at the cut-off, or of the added line. */
  name: z.string(),
  change: changeShape,
  reason: z.string(),
};

const linesShape = z.array(
  z.object({
    siteId: z.string().nullable(),
    name: z.string(),
    readers: countShape,
    /** Below 0 only where an administrator added the line. */
    rateCents: signedCentsShape,
    amountCents: signedCentsShape,
    source: z.enum(['custom', 'promotional', 'account', 'system', 'corrected', 'line']),
    because: z.array(z.string()),
  }),
);
const basisShape = z.array(z.object({ stream: z.string(), revision: countShape }));

/**
 * A part of an invoice that is too long for one event, written ahead of it: lines and basis that continue those of
 * InvoiceIssued. It counts for nothing until an InvoiceIssued names its draft (docs/adr/0023).
 */
export const InvoiceLinesDrafted = defineEvent(
  'InvoiceLinesDrafted',
  z.object({
    ...ids,
    /** From 1; a later draft replaces the one before. */
    draft: z.number().int().positive(),
    /** From 1. */
    part: z.number().int().positive(),
    lines: linesShape,
    basis: basisShape,
  }),
);

/**
 * An invoice, as it stays (rule B26). Each line names the events behind it; `cutSeq`, `chainHash`, `basis` and
 * `policyVersion` say from what state and by which rules it was made, so that it can be replayed from the log. The
 * Bill To block is encrypted with a key of its own, one a company and year, that outlives the company's.
 */
export const InvoiceIssued = defineEvent(
  'InvoiceIssued',
  z.object({
    ...ids,
    /** `<accountId>_<year>`: whose retention key encrypts `billTo`. */
    retentionId: z.string(),
    /** The recipient, the account's first user (rule B19). */
    userId: z.string().nullable(),
    invoiceNumber: z.string(),
    period: periodShape,
    invoiceDate: dayShape,
    dueDate: dayShape,
    billTo: personal(billToShape),
    lines: linesShape,
    /** Where lines and basis go on: the first `parts` of that draft. `lines` is how many there are in all. */
    continued: z
      .object({ draft: z.number().int().positive(), parts: z.number().int().positive(), lines: countShape })
      .optional(),
    adjustments: z.array(
      z.object({
        kind: z.enum(['carried', 'credit']),
        invoiceId: z.string(),
        invoiceNumber: z.string(),
        creditId: z.string().nullable(),
        amountCents: signedCentsShape,
        /** How much of a credit is recorded money, which belongs to no card mode; absent for none. */
        recordedCents: centsShape.optional(),
      }),
    ),
    totalCents: centsShape,
    /** The account's mode at the cut: revenue figures keep demo apart (rule B24). */
    isDemo: z.boolean(),
    /** The voided invoice this one replaces. */
    replaces: z.string().nullable(),
    /**
     * Of a reissue that is priced from the cut of the invoice it replaces: all corrections that count for it, oldest
     * first, each with the event that recorded it. Absent from first issues, and from reissues made before corrections
     * were named: those are made of all that was in the log up to `cutSeq`.
     */
    corrections: z.array(z.object({ eventId: z.string(), ...correction })).optional(),
    cutSeq: countShape,
    chainHash: z.string(),
    /**
     * Every event of the log index up to here counts for what other invoices left over. Absent from invoices that were
     * issued before it was settled beforehand: there it is all that came before the invoice itself.
     */
    pricedSeq: countShape.optional(),
    /** Priced more than once, because something it was to take over had been used in the meantime. */
    pricedAnew: z.literal(true).optional(),
    basis: basisShape,
    policyVersion: z.number().int().positive(),
  }),
  { personal: [{ subject: 'retention', idField: 'retentionId', fields: ['billTo'] }] },
);

/** An attempt to pay by card began; no other may begin until it is over. Attempts count from 1. */
export const InvoicePaymentStarted = defineEvent(
  'InvoicePaymentStarted',
  z.object({
    ...ids,
    attemptId: z.string(),
    attempt: z.number().int().positive(),
    how: z.enum(['card_form', 'saved_card', 'auto_pay']),
  }),
);

/** The attempt is over without money. */
export const InvoicePaymentEnded = defineEvent(
  'InvoicePaymentEnded',
  z.object({ ...ids, attemptId: z.string(), message: z.string() }),
);

/**
 * Paid in full, with what was paid before: by card, by check or ACH as an administrator recorded it, or with nothing to
 * pay. What is more than was open is credited beside it.
 */
export const InvoicePaid = defineEvent(
  'InvoicePaid',
  z.object({
    ...ids,
    method: z.enum(['card', 'check', 'ach', 'none']),
    /** What came in this time. */
    amountCents: centsShape,
    paidOn: dayShape,
    /** Check number or ACH trace; null for a card. */
    reference: z.string().nullable(),
    /** The attempt's payment; null unless paid by card. */
    paymentId: z.string().nullable(),
    /** Whether the card's money is real; null unless paid by card (rule B24). */
    livemode: z.boolean().nullable(),
    reason: z.string().nullable(),
    ...recorded,
  }),
);

/** A check or ACH that covers part of what is open: the invoice stays open with the rest. */
export const InvoicePartPaid = defineEvent(
  'InvoicePartPaid',
  z.object({
    ...ids,
    method: z.enum(['check', 'ach']),
    amountCents: centsShape,
    paidOn: dayShape,
    reference: z.string(),
    reason: z.string().nullable(),
    ...recorded,
  }),
);

/** A recorded payment does not count any more: the invoice is open with as much again. */
export const InvoicePaymentReversed = defineEvent(
  'InvoicePaymentReversed',
  z.object({
    ...ids,
    recordId: z.string(),
    amountCents: centsShape,
    reversedOn: dayShape,
    reason: z.string(),
    /** Account credit that had come of it and that no invoice has used. */
    creditTaken: z.array(z.object({ creditId: z.string(), amountCents: centsShape })),
  }),
);

/**
 * An administrator corrects one thing about the invoice. Its lines stay as they were issued: an open invoice is voided in
 * the same step and reissued with the correction, of a paid one the difference is refunded or credited.
 */
export const InvoiceCorrected = defineEvent('InvoiceCorrected', z.object({ ...ids, ...correction }));

/** Shown Canceled; a reissue comes under a new number. */
export const InvoiceVoided = defineEvent(
  'InvoiceVoided',
  z.object({ ...ids, reason: z.string().nullable() }),
);

/** Too little to pay by card: the amount stands on `toInvoiceId` from now on (rule B17). */
export const InvoiceCarried = defineEvent('InvoiceCarried', z.object({ ...ids, toInvoiceId: z.string() }));

/** The invoice it was carried to was voided: it is open again. */
export const InvoiceCarryReleased = defineEvent(
  'InvoiceCarryReleased',
  z.object({ ...ids, toInvoiceId: z.string() }),
);

/** Part of what was paid is to go back to the card; the payment is asked because of this. */
export const InvoiceRefundRequested = defineEvent(
  'InvoiceRefundRequested',
  z.object({
    ...ids,
    refundId: z.string(),
    paymentId: z.string(),
    amountCents: centsShape,
    reason: z.string().nullable(),
  }),
);

/** Part of what was paid went back. */
export const InvoiceRefunded = defineEvent(
  'InvoiceRefunded',
  z.object({
    ...ids,
    refundId: z.string(),
    method: z.enum(['card', 'check', 'ach']),
    amountCents: centsShape,
    refundedOn: dayShape,
    reference: z.string().nullable(),
    reason: z.string().nullable(),
  }),
);

export const InvoiceRefundFailed = defineEvent(
  'InvoiceRefundFailed',
  z.object({ ...ids, refundId: z.string(), message: z.string() }),
);

/** Part of what was paid counts towards the next invoices (rule B26). */
export const InvoiceCredited = defineEvent(
  'InvoiceCredited',
  z.object({
    ...ids,
    creditId: z.string(),
    amountCents: centsShape,
    reason: z.string().nullable(),
    /** Paid beyond what the invoice asked for, or for one that was voided; absent where the charge was too high. */
    surplus: z.literal(true).optional(),
  }),
);

/** An invoice took this much of the credit. */
export const InvoiceCreditApplied = defineEvent(
  'InvoiceCreditApplied',
  z.object({ ...ids, creditId: z.string(), toInvoiceId: z.string(), amountCents: centsShape }),
);

/** That invoice was voided: the credit is there again. */
export const InvoiceCreditReleased = defineEvent(
  'InvoiceCreditReleased',
  z.object({ ...ids, creditId: z.string(), toInvoiceId: z.string() }),
);

/** Sets the site of the lines at these indexes, from 0 (rule B28). Names and amounts stay as they were issued. */
export const InvoiceLinkedToSite = defineEvent(
  'InvoiceLinkedToSite',
  z.object({ ...ids, siteId: z.string(), siteName: z.string(), lines: z.array(countShape) }),
);

/** A reminder is to go out: `days` before the due date, or after it when overdue. */
export const InvoiceReminderSent = defineEvent(
  'InvoiceReminderSent',
  z.object({ ...ids, kind: z.enum(['due_soon', 'overdue']), days: countShape, sentOn: dayShape }),
);

export const invoiceEvents = {
  InvoiceLinesDrafted,
  InvoiceIssued,
  InvoicePaymentStarted,
  InvoicePaymentEnded,
  InvoicePaid,
  InvoicePartPaid,
  InvoicePaymentReversed,
  InvoiceCorrected,
  InvoiceVoided,
  InvoiceCarried,
  InvoiceCarryReleased,
  InvoiceRefundRequested,
  InvoiceRefunded,
  InvoiceRefundFailed,
  InvoiceCredited,
  InvoiceCreditApplied,
  InvoiceCreditReleased,
  InvoiceLinkedToSite,
  InvoiceReminderSent,
};

export type InvoiceEvent = EventOf<(typeof invoiceEvents)[keyof typeof invoiceEvents]>;
