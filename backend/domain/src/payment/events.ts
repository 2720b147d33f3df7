import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { centsShape, dayShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';

/** `payment-<attemptId>`: one stream an attempt to take money. */
export const paymentStreams = streamCategory('payment');

export const paymentStream = paymentStreams.streamOf;

/** What a payment is for. Ids of orders and invoices never meet: each names its stream. */
export const claimantShape = z.object({ kind: z.enum(['order', 'invoice']), id: z.string() });
export type Claimant = z.infer<typeof claimantShape>;

const ids = { attemptId: z.string(), accountId: z.string() };

/**
 * An attempt began; the provider's idempotency key comes from `attemptId`, which is in the log before the provider is
 * asked. `livemode` is the account's at that moment and stays with the money (rule B24).
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
    /** What each order or invoice gets of it; empty where it isn't known yet: then one may take the whole. */
    shares: z.array(z.object({ ...claimantShape.shape, amountCents: centsShape })),
  }),
);

/** The provider's payment intent, unconfirmed. */
export const PaymentIntentRecorded = defineEvent(
  'PaymentIntentRecorded',
  z.object({ ...ids, intentId: z.string() }),
);

/** The card was declined; the same attempt may go on with another card. */
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

/** The money was taken. Of the card no more is kept than brand and last four digits. */
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

/** The attempt is over without money: its intent is canceled or never was. A new attempt may begin. */
export const PaymentFailed = defineEvent(
  'PaymentFailed',
  z.object({ ...ids, code: z.string().nullable(), message: z.string() }),
);

/** An order or invoice took its share, once and for all. */
export const PaymentClaimed = defineEvent(
  'PaymentClaimed',
  z.object({ ...ids, claimant: claimantShape, amountCents: centsShape }),
);

const refund = {
  ...ids,
  /** Ours; the provider's idempotency key comes from it. */
  refundId: z.string(),
  /** Whose share goes back; null for money that nobody claimed. */
  of: claimantShape.nullable(),
  amountCents: centsShape,
};

/** Money is to go back: the provider is asked because of this. */
export const PaymentRefundRequested = defineEvent(
  'PaymentRefundRequested',
  z.object({ ...refund, reason: z.string().nullable() }),
);

/** The provider gave money back, at our request or at its own desk. */
export const PaymentRefunded = defineEvent(
  'PaymentRefunded',
  z.object({ ...refund, providerRefundId: z.string() }),
);

export const PaymentRefundFailed = defineEvent(
  'PaymentRefundFailed',
  z.object({ ...refund, message: z.string() }),
);

/** The payer's bank disputes the charge; shown to administrators. */
export const PaymentDisputed = defineEvent(
  'PaymentDisputed',
  z.object({ ...ids, disputeId: z.string(), amountCents: centsShape, reason: z.string().nullable() }),
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
  PaymentDisputed,
};

export type PaymentEvent = EventOf<(typeof paymentEvents)[keyof typeof paymentEvents]>;
