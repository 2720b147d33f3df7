import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { centsShape, dayShape, signedCentsShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';

/** `payment-<attemptId>`: one stream for each payment attempt. */
export const paymentStream = streamCategory('payment');

/** `inquiry`: the bank only asks, and no money moves. */
export type DisputeStatus = 'inquiry' | 'inquiry_closed' | 'open' | 'won' | 'lost';

/** What a payment is for. */
export const claimantShape = z.object({ kind: z.enum(['order', 'invoice']), id: z.string() });
export type Claimant = z.infer<typeof claimantShape>;

const ids = { attemptId: z.string(), accountId: z.string() };

const refund = {
  ...ids,
  /** The portal's id, from which the provider's idempotency key derives. */
  refundId: z.string(),
  /** Whose share is refunded; null for unclaimed money. */
  of: claimantShape.nullable(),
  amountCents: centsShape,
};

export const paymentEvents = defineEvents({
  /**
   * An attempt began. It is in the log before the provider is called; the idempotency key derives from `attemptId`.
   * `livemode` is the account's mode at the time and stays with the payment (rule B24).
   */
  PaymentStarted: {
    ...ids,
    /** Who pays; null for auto-pay. */
    userId: z.string().nullable(),
    amountCents: centsShape,
    livemode: z.boolean(),
    how: z.enum(['card_form', 'saved_card', 'auto_pay']),
    /** Empty where it is not known yet: then one order or invoice takes the whole amount. */
    shares: z.array(z.object({ ...claimantShape.shape, amountCents: centsShape })),
  },
  /** The provider's payment intent, unconfirmed. */
  PaymentIntentRecorded: { ...ids, intentId: z.string() },
  /** The card was declined; the attempt may continue with another card. */
  PaymentDeclined: {
    ...ids,
    /** The provider's charge, null where the decline made none. */
    chargeId: z.string().nullable(),
    code: z.string().nullable(),
    /** The provider's text for the payer. */
    message: z.string(),
  },
  /** The money was taken. Only brand and last four digits of the card are stored. */
  PaymentSucceeded: {
    ...ids,
    intentId: z.string(),
    amountCents: centsShape,
    livemode: z.boolean(),
    card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    /** The billing day. */
    paidOn: dayShape,
  },
  /** The attempt ended without money: its intent was canceled or never created. A new attempt may begin. */
  PaymentFailed: { ...ids, code: z.string().nullable(), message: z.string() },
  /** An order or invoice took its share. */
  PaymentClaimed: {
    ...ids,
    claimant: claimantShape,
    amountCents: centsShape,
    /** Of an order: the sales tax in it; absent for none. */
    taxCents: centsShape.optional(),
  },
  /** A refund was requested; a process then asks the provider for it. */
  PaymentRefundRequested: {
    ...refund,
    reason: z.string().nullable(),
    /** Gives back rejected entries of an order, whose own mail tells the dealer; absent otherwise. */
    rejection: z.literal(true).optional(),
  },
  /** The provider refunded money, requested by the portal or in the provider's dashboard. */
  PaymentRefunded: { ...refund, providerRefundId: z.string() },
  PaymentRefundFailed: { ...refund, message: z.string() },
  /** Part of a refund made at the provider belongs to another invoice of the payment, as an administrator says (rule B44). */
  PaymentRefundMoved: {
    ...ids,
    refundId: z.string(),
    fromInvoiceId: z.string(),
    fromInvoiceNumber: z.string(),
    /** The part that was moved, which is a refund of its own from now on. */
    movedRefundId: z.string(),
    toInvoiceId: z.string(),
    toInvoiceNumber: z.string(),
    amountCents: centsShape,
    /** The billing day. */
    movedOn: dayShape,
    reason: z.string(),
  },
  /** The payer's bank disputes the charge; shown to administrators. */
  PaymentDisputed: {
    ...ids,
    disputeId: z.string(),
    amountCents: centsShape,
    reason: z.string().nullable(),
    /** The bank only asks, and moves no money; absent for a dispute, which an inquiry may become. */
    inquiry: z.literal(true).optional(),
  },
  /** The bank decided, or its inquiry ended. Repeated where a lost dispute gave money back, in part or by being won after all. */
  PaymentDisputeClosed: {
    ...ids,
    disputeId: z.string(),
    amountCents: centsShape,
    outcome: z.enum(['won', 'lost', 'inquiry_closed']),
    /** What a lost dispute takes back of each share; `of` null: of unclaimed money. */
    taken: z.array(z.object({ of: claimantShape.nullable(), amountCents: centsShape })),
    /** Cents that a dispute which was lost before gives back; absent for none. */
    returnedCents: centsShape.optional(),
    /** The billing day. */
    closedOn: dayShape,
  },
  /** The provider withdrew the disputed money, or gave it back. It changes no share: the outcome does. */
  PaymentDisputeFundsMoved: {
    ...ids,
    disputeId: z.string(),
    /** The provider's balance transaction. */
    transactionId: z.string(),
    /** Below 0 where it was withdrawn. */
    amountCents: signedCentsShape,
    /** The provider's fee; below 0 where it was given back. */
    feeCents: signedCentsShape,
  },
});

export type PaymentEvent = EventsOf<typeof paymentEvents>;
