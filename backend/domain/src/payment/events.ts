import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { centsShape, dayShape, signedCentsShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';

/** `payment-<attemptId>`: one stream for each payment attempt. */
export const paymentStreams = streamCategory('payment');

export const paymentStream = paymentStreams.streamOf;

/** `inquiry`: the bank only asks, and no money moves. */
export type DisputeStatus = 'inquiry' | 'inquiry_closed' | 'open' | 'won' | 'lost';

/** What a payment is for. */
export const claimantShape = z.object({ kind: z.enum(['order', 'invoice']), id: z.string() });
export type Claimant = z.infer<typeof claimantShape>;

const ids = { attemptId: z.string(), accountId: z.string() };

/**
 * An attempt began. It is in the log before the provider is called; the idempotency key derives from `attemptId`.
 * `livemode` is the account's mode at the time and stays with the payment (rule B24).
 */
export const PaymentStarted = defineEvent(
  'PaymentStarted',
  z.object({
    ...ids,
    /** Who pays; null for auto-pay. */
    userId: z.string().nullable(),
    amountCents: centsShape,
    livemode: z.boolean(),
    how: z.enum(['card_form', 'saved_card', 'auto_pay']),
    /** Empty where it is not known yet: then one order or invoice takes the whole amount. */
    shares: z.array(z.object({ ...claimantShape.shape, amountCents: centsShape })),
  }),
);

/** The provider's payment intent, unconfirmed. */
export const PaymentIntentRecorded = defineEvent(
  'PaymentIntentRecorded',
  z.object({ ...ids, intentId: z.string() }),
);

/** The card was declined; the attempt may continue with another card. */
export const PaymentDeclined = defineEvent(
  'PaymentDeclined',
  z.object({
    ...ids,
    /** The provider's charge, null where the decline made none. */
    chargeId: z.string().nullable(),
    code: z.string().nullable(),
    /** The provider's text for the payer. */
    message: z.string(),
  }),
);

/** The money was taken. Only brand and last four digits of the card are stored. */
export const PaymentSucceeded = defineEvent(
  'PaymentSucceeded',
  z.object({
    ...ids,
    intentId: z.string(),
    amountCents: centsShape,
    livemode: z.boolean(),
    card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    /** The billing day. */
    paidOn: dayShape,
  }),
);

/** The attempt ended without money: its intent was canceled or never created. A new attempt may begin. */
export const PaymentFailed = defineEvent(
  'PaymentFailed',
  z.object({ ...ids, code: z.string().nullable(), message: z.string() }),
);

/** An order or invoice took its share. */
export const PaymentClaimed = defineEvent(
  'PaymentClaimed',
  z.object({ ...ids, claimant: claimantShape, amountCents: centsShape }),
);

const refund = {
  ...ids,
  /** The portal's id, from which the provider's idempotency key derives. */
  refundId: z.string(),
  /** Whose share is refunded; null for unclaimed money. */
  of: claimantShape.nullable(),
  amountCents: centsShape,
};

/** A refund was requested; a process then asks the provider for it. */
export const PaymentRefundRequested = defineEvent(
  'PaymentRefundRequested',
  z.object({
    ...refund,
    reason: z.string().nullable(),
    /** Gives back rejected entries of an order, whose own mail tells the dealer; absent otherwise. */
    rejection: z.literal(true).optional(),
  }),
);

/** The provider refunded money, requested by the portal or in the provider's dashboard. */
export const PaymentRefunded = defineEvent(
  'PaymentRefunded',
  z.object({ ...refund, providerRefundId: z.string() }),
);

export const PaymentRefundFailed = defineEvent(
  'PaymentRefundFailed',
  z.object({ ...refund, message: z.string() }),
);

/** Part of a refund made at the provider belongs to another invoice of the payment, as an administrator says (rule B44). */
export const PaymentRefundMoved = defineEvent(
  'PaymentRefundMoved',
  z.object({
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
  }),
);

/** The payer's bank disputes the charge; shown to administrators. */
export const PaymentDisputed = defineEvent(
  'PaymentDisputed',
  z.object({
    ...ids,
    disputeId: z.string(),
    amountCents: centsShape,
    reason: z.string().nullable(),
    /** The bank only asks, and moves no money; absent for a dispute, which an inquiry may become. */
    inquiry: z.literal(true).optional(),
  }),
);

/** The bank decided, or its inquiry ended. Repeated where a lost dispute gave money back, in part or by being won after all. */
export const PaymentDisputeClosed = defineEvent(
  'PaymentDisputeClosed',
  z.object({
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
  }),
);

/** The provider withdrew the disputed money, or gave it back. It changes no share: the outcome does. */
export const PaymentDisputeFundsMoved = defineEvent(
  'PaymentDisputeFundsMoved',
  z.object({
    ...ids,
    disputeId: z.string(),
    /** The provider's balance transaction. */
    transactionId: z.string(),
    /** Below 0 where it was withdrawn. */
    amountCents: signedCentsShape,
    /** The provider's fee; below 0 where it was given back. */
    feeCents: signedCentsShape,
  }),
);

export const paymentEvents = {
  PaymentStarted,
  PaymentIntentRecorded,
  PaymentDeclined,
  PaymentSucceeded,
  PaymentFailed,
  PaymentClaimed,
  PaymentRefundRequested,
  PaymentRefunded,
  PaymentRefundFailed,
  PaymentRefundMoved,
  PaymentDisputed,
  PaymentDisputeClosed,
  PaymentDisputeFundsMoved,
};

export type PaymentEvent = EventOf<(typeof paymentEvents)[keyof typeof paymentEvents]>;
