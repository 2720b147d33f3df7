import { z } from 'zod';
import { adjustmentShape } from '../billing/adjustments.ts';
import { correctionShape, lineShape } from '../billing/charges.ts';
import { asPeriod, isPeriod, type Period } from '../billing/periods.ts';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { centsShape, countShape, dayShape, periodShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';

/** `invoice-<accountId>_<YYYY-MM>`, a reissue `…_r2`: the name allows one invoice for each account, period and issue. */
export const invoiceStream = streamCategory('invoice');
export const invoiceIdOf = invoiceStream.idOf;

export interface InvoiceIdParts {
  readonly accountId: string;
  readonly period: Period;
  /** 1, or 2 and up for a reissue after a void (rule B26). */
  readonly issue: number;
}

/** @throws RangeError for invalid parts */
export function invoiceIdFor({ accountId, period, issue }: InvoiceIdParts): string {
  if (!Number.isSafeInteger(issue) || issue < 1) throw new RangeError(`Not an issue of an invoice: ${issue}`);
  return `${accountId}_${asPeriod(period)}${issue === 1 ? '' : `_r${issue}`}`;
}

/** Null for other texts. */
export function partsOfInvoiceId(invoiceId: string): InvoiceIdParts | null {
  const [, accountId, period, issue = '1'] =
    /^(.+)_(\d{4}-\d{2})(?:_r([2-9]|[1-9]\d{1,5}))?$/.exec(invoiceId) ?? [];
  if (accountId === undefined || period === undefined || !isPeriod(period)) return null;
  return { accountId, period, issue: Number(issue) };
}

const ids = { invoiceId: z.string(), accountId: z.string() };
const recorded = {
  /** Of a check or ACH: the id that a reversal names. Absent in older events. */
  recordId: z.string().optional(),
  /** The account's mode, for revenue. Absent in older events. */
  isDemo: z.boolean().optional(),
  /** The receipt that it is a share of; absent where it was recorded on this invoice alone. */
  receipt: z
    .object({
      receiptId: z.string(),
      /** Of the whole receipt. */
      amountCents: centsShape,
      /** Of all its invoices, in the order in which they are booked. */
      invoiceNumbers: z.array(z.string()),
    })
    .optional(),
};

/** The Bill To block (S2-2); null is shown as N/A. */
export const billToShape = z.object({
  company: z.string().nullable(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  email: z.string().nullable(),
  /** The company's purchase order number; absent for none. */
  poNumber: z.string().optional(),
});
export type BillTo = z.infer<typeof billToShape>;

const basisShape = z.array(z.object({ stream: z.string(), revision: countShape }));

const partsOfCredits = z.array(z.object({ creditId: z.string(), amountCents: centsShape }));

/** Unused credits of the invoice that a refund pays out (rule B41); absent for none. */
const paidOut = { creditPaidOut: partsOfCredits.optional() };

const dispute = { ...ids, paymentId: z.string(), disputeId: z.string() };

const allocation = {
  allocationId: z.string(),
  fromInvoiceId: z.string(),
  creditId: z.string(),
  amountCents: centsShape,
};

const move = {
  /** Also the id of the allocation to the other invoice. */
  moveId: z.string(),
  /** Open, of the same company and mode. */
  toInvoiceId: z.string(),
  toInvoiceNumber: z.string(),
  amountCents: centsShape,
  /** The part that is recorded money. */
  recordedCents: centsShape,
  movedOn: dayShape,
  reason: z.string(),
};

export const invoiceEvents = defineEvents(
  {
    /**
     * A part of an invoice that is too long for one event, written before InvoiceIssued, whose lines and basis it continues.
     * It has no effect until an InvoiceIssued names its draft (docs/adr/0023).
     */
    InvoiceLinesDrafted: {
      ...ids,
      /** From 1; a later draft replaces the one before. */
      draft: z.number().int().positive(),
      /** From 1. */
      part: z.number().int().positive(),
      lines: z.array(lineShape),
      basis: basisShape,
    },
    /**
     * An issued invoice, which never changes (rule B26). Each line names the events behind it; `cutSeq`, `chainHash`, `basis`
     * and `policyVersion` name the state and rules it was priced from, so that it can be replayed from the log. The Bill To
     * block has its own key for each company and year, kept longer than the company's.
     */
    InvoiceIssued: {
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
      lines: z.array(lineShape),
      /** Lines and basis continue in the first `parts` of this draft. `lines`: number of all lines. */
      continued: z
        .object({ draft: z.number().int().positive(), parts: z.number().int().positive(), lines: countShape })
        .optional(),
      adjustments: z.array(adjustmentShape),
      totalCents: centsShape,
      /** Of the total: sales tax (rule B38); absent for none. */
      taxCents: centsShape.optional(),
      /** The account's mode at the cut (rule B24). */
      isDemo: z.boolean(),
      /** The voided invoice this one replaces. */
      replaces: z.string().nullable(),
      /**
       * Of a reissue, priced from the cut of the invoice it replaces: all corrections it includes, oldest first, with their
       * events. Absent in first issues, and in older reissues, which were priced from the whole log up to `cutSeq`.
       */
      corrections: z.array(z.object({ eventId: z.string(), ...correctionShape })).optional(),
      cutSeq: countShape,
      chainHash: z.string(),
      /**
       * Remainders and credits of other invoices count up to this event of the log index. Absent in older invoices: there
       * up to the invoice itself.
       */
      pricedSeq: countShape.optional(),
      /** Priced more than once, because something it was to take over was used in the meantime. */
      pricedAnew: z.literal(true).optional(),
      basis: basisShape,
      policyVersion: z.number().int().positive(),
    },
    /** A card payment attempt began; no other may begin until it has ended. Attempts count from 1. */
    InvoicePaymentStarted: {
      ...ids,
      attemptId: z.string(),
      attempt: z.number().int().positive(),
      how: z.enum(['card_form', 'saved_card', 'auto_pay']),
      /** Of an automatic payment that is tried again on this day if the card is declined; absent for none. */
      retry: z.object({ triedOn: dayShape, on: dayShape }).optional(),
    },
    /** The attempt ended without money. */
    InvoicePaymentEnded: { ...ids, attemptId: z.string(), message: z.string() },
    /**
     * Fully paid, together with earlier payments: by card, by check or ACH as recorded by an administrator, or with nothing
     * to pay. A surplus is credited by an InvoiceCredited.
     */
    InvoicePaid: {
      ...ids,
      method: z.enum(['card', 'check', 'ach', 'none']),
      /** Of this payment. */
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
    },
    /**
     * A check, ACH or card payment that covers part of the open amount, or the share of a receipt on an invoice that asks for nothing any
     * more, which an InvoiceCredited credits.
     */
    InvoicePartPaid: {
      ...ids,
      method: z.enum(['check', 'ach', 'card']),
      amountCents: centsShape,
      paidOn: dayShape,
      /** Check number or ACH trace; null for a card. */
      reference: z.string().nullable(),
      reason: z.string().nullable(),
      /** The attempt's payment; absent unless paid by card. */
      paymentId: z.string().optional(),
      /** Whether the card's money is real; absent unless paid by card. */
      livemode: z.boolean().optional(),
      ...recorded,
    },
    /** A recorded payment was reversed: its amount is open again. */
    InvoicePaymentReversed: {
      ...ids,
      recordId: z.string(),
      amountCents: centsShape,
      reversedOn: dayShape,
      reason: z.string(),
      /** Its account credit, which is taken back. */
      creditTaken: partsOfCredits,
      /** The part of it that other invoices had used; a process takes it back there. Absent for none. */
      usesTaken: z
        .array(
          z.object({
            creditId: z.string(),
            toInvoiceId: z.string(),
            /** Absent where the invoice took it when it was issued. */
            allocationId: z.string().optional(),
            amountCents: centsShape,
            recordedCents: centsShape,
          }),
        )
        .optional(),
    },
    /** The bank of the cardholder who paid disputes the payment; this invoice's share counts. No amount changes (rule B43). */
    InvoicePaymentDisputed: {
      ...dispute,
      amountCents: centsShape,
      /** The bank only asks; absent for a dispute. */
      inquiry: z.literal(true).optional(),
    },
    /** The dispute was won, or the inquiry ended: the payment stays. */
    InvoiceDisputeClosed: { ...dispute, outcome: z.enum(['won', 'inquiry_closed']) },
    /** A lost dispute took the money of a card payment back: its amount is open again, and never charged automatically. */
    InvoicePaymentTakenBack: { ...dispute, amountCents: centsShape, takenOn: dayShape },
    /** The bank gave money back that a lost dispute had taken: it counts as paid again, and what is too much becomes credit. */
    InvoicePaymentReinstated: { ...dispute, amountCents: centsShape, reinstatedOn: dayShape },
    /**
     * An administrator's correction. The lines stay as issued: an open invoice is voided in the same step and reissued with
     * the correction; the difference of a paid one is refunded or credited.
     */
    InvoiceCorrected: { ...ids, ...correctionShape },
    /** Shown as Canceled; a reissue gets a new number. */
    InvoiceVoided: { ...ids, reason: z.string().nullable() },
    /**
     * The voided invoice is to be issued again, with the corrections before this event and no others (rule B45). It is the last
     * word on the corrections, so that each of them is on the new invoice.
     */
    InvoiceReissueRequested: { ...ids },
    /** An administrator wrote off what was open (rule B38): it is not asked for any more, and never charged automatically. */
    InvoiceWrittenOff: {
      ...ids,
      /** The open amount. */
      amountCents: centsShape,
      /** The billing day. */
      writtenOffOn: dayShape,
      reason: z.string(),
    },
    /**
     * A write-off was taken back, by an administrator in full or by money that a bank gave back: so much is not written off
     * any more.
     */
    InvoiceWriteOffReversed: {
      ...ids,
      amountCents: centsShape,
      /** The billing day. */
      reversedOn: dayShape,
      reason: z.string(),
    },
    /** Below the card minimum: the amount is carried to `toInvoiceId` (rule B17). */
    InvoiceCarried: { ...ids, toInvoiceId: z.string() },
    /** The invoice it was carried to was voided, so it is open again. */
    InvoiceCarryReleased: { ...ids, toInvoiceId: z.string() },
    /** A refund to the card was requested; a process then requests it of the payment. */
    InvoiceRefundRequested: {
      ...ids,
      refundId: z.string(),
      paymentId: z.string(),
      amountCents: centsShape,
      reason: z.string().nullable(),
      ...paidOut,
    },
    /** Money was refunded. */
    InvoiceRefunded: {
      ...ids,
      refundId: z.string(),
      method: z.enum(['card', 'check', 'ach']),
      amountCents: centsShape,
      refundedOn: dayShape,
      reference: z.string().nullable(),
      reason: z.string().nullable(),
      /** Number of the invoice that a refund made at the provider was moved from; absent for others. */
      movedFrom: z.string().optional(),
      /** The payout of the company's credit that it is a share of; absent for others. */
      payoutId: z.string().optional(),
      ...paidOut,
    },
    /** Part of a refund made at the provider was moved to another invoice of its payment (rule B44). */
    InvoiceRefundMoved: {
      ...ids,
      refundId: z.string(),
      moveId: z.string(),
      toInvoiceNumber: z.string(),
      amountCents: centsShape,
      /** Credit that it had paid out, which can be used again; absent for none. */
      creditReturned: partsOfCredits.optional(),
      /** The billing day. */
      movedOn: dayShape,
      reason: z.string(),
    },
    InvoiceRefundFailed: { ...ids, refundId: z.string(), message: z.string() },
    /** A payout's share could not be taken: the credit was used in the meantime, or another share of it was declined. */
    InvoicePayoutDeclined: { ...ids, payoutId: z.string() },
    /** The share of a payout was taken back, e.g. of a stopped check: the credit can be used again. */
    InvoicePayoutReversed: {
      ...ids,
      payoutId: z.string(),
      refundId: z.string(),
      amountCents: centsShape,
      /** The billing day. */
      reversedOn: dayShape,
      reason: z.string(),
    },
    /** An amount was credited to the account (rule B26): it pays open invoices, then the next ones (rule B41). */
    InvoiceCredited: {
      ...ids,
      creditId: z.string(),
      amountCents: centsShape,
      reason: z.string().nullable(),
      /** From paying too much, or for a voided invoice; absent for the correction of a charge. */
      surplus: z.literal(true).optional(),
    },
    /** An invoice used this much of the credit. */
    InvoiceCreditApplied: { ...ids, creditId: z.string(), toInvoiceId: z.string(), amountCents: centsShape },
    /** The invoice that used the credit was voided, or declined it, so the credit is available again. */
    InvoiceCreditReleased: {
      ...ids,
      creditId: z.string(),
      toInvoiceId: z.string(),
      /** Absent for all that the invoice used of the credit. */
      allocationId: z.string().optional(),
    },
    /** So much of the credit pays an open invoice (rule B41), which then receives or declines it. */
    InvoiceCreditAllocated: {
      ...ids,
      creditId: z.string(),
      allocationId: z.string(),
      toInvoiceId: z.string(),
      amountCents: centsShape,
    },
    /** Credit of another invoice paid this one, in part or in full (rule B41). */
    InvoiceCreditReceived: {
      ...ids,
      ...allocation,
      fromInvoiceNumber: z.string(),
      /** The part that is recorded money. */
      recordedCents: centsShape,
      receivedOn: dayShape,
    },
    /** The invoice could not take the credit any more; it goes back. */
    InvoiceCreditDeclined: { ...ids, ...allocation },
    /**
     * Credit that had paid this invoice was taken back, because the payment that it came from was reversed (rule B46), or to
     * be moved to another invoice.
     */
    InvoiceCreditWithdrawn: {
      ...ids,
      withdrawalId: z.string(),
      /** Absent for credit that the invoice was issued with. */
      allocationId: z.string().optional(),
      fromInvoiceId: z.string(),
      fromInvoiceNumber: z.string(),
      creditId: z.string(),
      amountCents: centsShape,
      recordedCents: centsShape,
      withdrawnOn: dayShape,
      /** Of the reversal or move. */
      reason: z.string(),
      /** Number of the invoice that it was moved to; absent for a reversal. */
      movedTo: z.string().optional(),
    },
    /**
     * An administrator moved part of a payment of this invoice to another one (rule B41): it becomes account credit named
     * `moveId`, allocated to that invoice, and is open here again.
     */
    InvoicePaymentMoved: {
      ...ids,
      /** The payment's id, as a reversal names it. */
      paymentId: z.string(),
      ...move,
    },
    /**
     * An administrator moved credit of this invoice from one invoice that it paid to another (rule B41). A process takes it
     * back from the one and books it on the other.
     */
    InvoiceCreditMoved: {
      ...ids,
      creditId: z.string(),
      fromInvoiceId: z.string(),
      fromInvoiceNumber: z.string(),
      /** Absent for credit that the invoice was issued with. */
      fromAllocationId: z.string().optional(),
      ...move,
    },
    /** Associates the lines at these indexes (from 0) with a site (rule B28). Names and amounts stay as issued. */
    InvoiceLinkedToSite: { ...ids, siteId: z.string(), siteName: z.string(), lines: z.array(countShape) },
    /** A reminder is to be mailed: `days` before the due date, or after it when overdue. */
    InvoiceReminderSent: {
      ...ids,
      kind: z.enum(['due_soon', 'overdue']),
      days: countShape,
      sentOn: dayShape,
      /** What the step does beside the usual reminder, as it was set; absent for nothing. */
      step: z
        .object({
          /** Of the mail, before the invoice's number; blank: the usual one. */
          subject: z.string(),
          /** Added to the mail. */
          text: z.string(),
          /** A charge of the company's next invoice. */
          lateFeeCents: centsShape,
          /** The company places no new orders until the invoice is paid. */
          holdsOrders: z.boolean(),
        })
        .optional(),
    },
    /** A reminder that an administrator asked for is to be mailed. It is no step of dunning, and none is left out for it. */
    InvoiceManualReminderSent: { ...ids, sentOn: dayShape },
  },
  { InvoiceIssued: { personal: [{ subject: 'retention', idField: 'retentionId', fields: ['billTo'] }] } },
);

export type InvoiceEvent = EventsOf<typeof invoiceEvents>;
