import { providerText } from '@portal/contract';
import type { DisputeStatus } from '@portal/domain';
import Stripe from 'stripe';
import {
  type CardIntent,
  type CardRefund,
  CardsRefused,
  CardsUnavailable,
  type ProviderEvent,
  type ProviderEventSubject,
  UnknownCustomer,
} from '../cards.ts';

type ProviderError = InstanceType<typeof Stripe.errors.StripeError>;
const UNAVAILABLE = 'The card service cannot be reached at the moment. Please try again shortly.';

export function isProviderError(error: unknown): error is ProviderError {
  return error instanceof Stripe.errors.StripeError;
}

export function isMissing(error: unknown): boolean {
  return isProviderError(error) && error.code === 'resource_missing';
}

/**
 * The package's errors carry whole intents with secrets and cards, so only type, code, status and request id are kept,
 * and the provider's text if it is about our parameters.
 */
function ourError(error: unknown): unknown {
  if (!isProviderError(error)) return error;
  const { type, code, statusCode, requestId, param } = error;
  const known = [type, code, statusCode, requestId].filter((one) => one !== undefined).join(' ');
  if (isMissing(error) && param === 'customer') return new UnknownCustomer(known);
  const ofOurs = error instanceof Stripe.errors.StripeInvalidRequestError;
  if (ofOurs && code !== 'idempotency_key_in_use')
    return new CardsRefused(`${known}: ${withoutSecrets(error.message)}`, code ?? null);
  if (error instanceof Stripe.errors.StripeCardError) return new CardsRefused(known, code ?? null);
  return new CardsUnavailable(UNAVAILABLE, { cause: new Error(known) });
}

function withoutSecrets(text: string): string {
  return text.replace(/\b\w+_secret_\w+|\b[sr]k_(?:test|live)_\S+|\bwhsec_\S+/g, '***');
}

/** Runs a call to the provider and throws our own errors. */
export async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw ourError(error);
  }
}

/** As {@link asked}; null if the provider does not know the object. */
export const unlessMissing = <T>(call: () => Promise<T>): Promise<T | null> =>
  asked(() =>
    call().catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    }),
  );

/** Metadata keys on everything we make at the provider. */
export const INSTALLATION = 'portal_installation';

export const ATTEMPT = 'portal_attempt';
export const ACCOUNT = 'portal_account';
export const REFUND = 'portal_refund';

const STATUSES: Readonly<Record<string, CardIntent['status']>> = {
  requires_payment_method: 'needs_card',
  requires_confirmation: 'needs_card',
  requires_action: 'needs_action',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
};

/** The card is known only if `latest_charge` is expanded. */
export function toCardIntent(intent: Stripe.PaymentIntent, installationId: string): CardIntent {
  const { id, metadata, status, amount, livemode, client_secret: clientSecret } = intent;
  const ours = metadata[INSTALLATION] === installationId;
  return {
    id,
    attemptId: ours ? (metadata[ATTEMPT] ?? null) : null,
    // the provider is asked again about an unknown status
    status: STATUSES[status] ?? 'processing',
    providerStatus: status,
    amountCents: amount,
    livemode,
    clientSecret,
    card: status === 'succeeded' ? cardOf(intent) : null,
    paymentMethodId: paymentMethodOf(intent),
    decline: declineOf(intent),
  };
}

function cardOf({ latest_charge: charge }: Stripe.PaymentIntent): CardIntent['card'] {
  if (charge === null || typeof charge === 'string') return null;
  const card = charge.payment_method_details?.card;
  return card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null;
}

function paymentMethodOf(intent: Stripe.PaymentIntent): string | null {
  const { payment_method: method, last_payment_error: error, status } = intent;
  return idOf(status === 'succeeded' ? method : error?.payment_method);
}

function declineOf({ last_payment_error: error, status }: Stripe.PaymentIntent): CardIntent['decline'] {
  if (error === null || status === 'succeeded') return null;
  const code = error.decline_code ?? error.code ?? null;
  return {
    chargeId: error.charge ?? null,
    code,
    message: providerText({ ...error, code: code ?? undefined }, 'Your card was declined.'),
  };
}

export function toCardRefund(refund: Stripe.Refund): CardRefund {
  const failed = refund.status === 'failed' || refund.status === 'canceled';
  return {
    providerRefundId: refund.id,
    refundId: refund.metadata?.[REFUND] ?? null,
    amountCents: refund.amount,
    status: failed ? 'failed' : refund.status === 'succeeded' ? 'succeeded' : 'pending',
    message: failed ? `The bank returned the refund (${refund.failure_reason ?? refund.status}).` : null,
  };
}

/** Maximum age of a webhook. */
const TOLERANCE_SECONDS = 300;

/**
 * Checks signature and age of a webhook, then keeps only ids.
 * @returns null for a signature that is missing, wrong or too old
 */
export function readProviderEvent(
  stripe: Stripe,
  secret: string,
  payload: Buffer,
  signature: string,
  now: Date,
): ProviderEvent | null {
  try {
    const event = stripe.webhooks.constructEvent(
      payload,
      signature,
      secret,
      TOLERANCE_SECONDS,
      undefined,
      now.getTime(),
    );
    return { id: event.id, type: event.type, subject: subjectOf(event) };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    // signed, but no event
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The id of an object that the provider returns by id or expanded. */
export const idOf = (reference: string | { readonly id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

const DISPUTE_STATUSES: Readonly<Record<string, DisputeStatus>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'inquiry_closed',
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
};

/** @param isReinstated whether the provider says that it gave the money back */
function disputeOf(dispute: Stripe.Dispute, isReinstated: boolean): ProviderEventSubject | null {
  const { id: disputeId, amount: amountCents, reason, balance_transactions: transactions } = dispute;
  const intentId = idOf(dispute.payment_intent);
  const reported = DISPUTE_STATUSES[dispute.status];
  if (intentId === null || reported === undefined) return null;
  const movements = (transactions ?? []).map(({ id, amount, fee }) => ({
    transactionId: id,
    amountCents: amount,
    feeCents: fee,
  }));
  // without the transaction nothing says that it was only a part
  const isAll = isReinstated && !movements.some((one) => one.amountCents > 0);
  const status = reported === 'lost' && isAll ? 'won' : reported;
  return { kind: 'dispute', intentId, disputeId, amountCents, reason: reason ?? null, status, movements };
}

function subjectOf(event: Stripe.Event): ProviderEventSubject | null {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return { kind: 'intent', intentId: event.data.object.id };
    case 'charge.refunded': {
      const { id, payment_intent, amount_refunded: refundedCents, refunds } = event.data.object;
      const intentId = idOf(payment_intent);
      if (intentId === null) return null;
      const charge = typeof refundedCents === 'number' ? { id, refundedCents } : null;
      return { kind: 'refunds', intentId, refunds: (refunds?.data ?? []).map(toCardRefund), charge };
    }
    case 'refund.created':
    case 'refund.failed':
    case 'refund.updated':
    case 'charge.refund.updated': {
      const intentId = idOf(event.data.object.payment_intent);
      if (intentId === null) return null;
      return { kind: 'refunds', intentId, refunds: [toCardRefund(event.data.object)], charge: null };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return disputeOf(event.data.object, event.type === 'charge.dispute.funds_reinstated');
    case 'setup_intent.succeeded': {
      const customerId = idOf(event.data.object.customer);
      return customerId === null ? null : { kind: 'setup', customerId };
    }
    case 'payment_method.updated':
    case 'payment_method.automatically_updated': {
      const { id: paymentMethodId, customer, card } = event.data.object;
      const customerId = idOf(customer);
      if (customerId === null || card === undefined) return null;
      const { brand, last4, exp_month: expMonth, exp_year: expYear } = card;
      const updatedAt = new Date(event.created * 1_000).toISOString();
      const details = { brand, last4, expMonth, expYear };
      return { kind: 'updated', customerId, paymentMethodId, details, updatedAt };
    }
    case 'payment_method.detached': {
      const customerId = idOf(event.data.previous_attributes?.customer);
      const { id: paymentMethodId } = event.data.object;
      return customerId === null ? null : { kind: 'detached', customerId, paymentMethodId };
    }
    default:
      return null;
  }
}
