import Stripe from 'stripe';
import type { ProviderEvent, ProviderEventSubject } from '../cards.ts';

/** Seconds a webhook may be old. */
const TOLERANCE_SECONDS = 300;

/**
 * Checks a webhook's signature over the bytes as they came, and its age; then keeps ids alone of what it says.
 * @returns null for a signature that is missing, wrong or too old
 */
export function readProviderEvent(
  stripe: Stripe,
  request: {
    readonly payload: Buffer;
    readonly signature: string;
    readonly secret: string;
    readonly now: Date;
  },
): ProviderEvent | null {
  const { payload, signature, secret, now } = request;
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
    // signed, and yet no event: nothing of ours
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const idOf = (reference: string | { readonly id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

function subjectOf(event: Stripe.Event): ProviderEventSubject | null {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return { kind: 'intent', intentId: event.data.object.id };
    case 'charge.refunded':
      return about('refunds', event.data.object.payment_intent);
    case 'refund.failed':
    case 'refund.updated':
    case 'charge.refund.updated':
      return about('refunds', event.data.object.payment_intent);
    case 'charge.dispute.created': {
      const { id: disputeId, amount: amountCents, reason, payment_intent } = event.data.object;
      const intentId = idOf(payment_intent);
      return intentId === null ? null : { kind: 'dispute', intentId, disputeId, amountCents, reason };
    }
    case 'setup_intent.succeeded': {
      const customerId = idOf(event.data.object.customer);
      return customerId === null ? null : { kind: 'setup', customerId };
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

function about(
  kind: 'refunds',
  intent: string | { readonly id: string } | null,
): ProviderEventSubject | null {
  const intentId = idOf(intent);
  return intentId === null ? null : { kind, intentId };
}
