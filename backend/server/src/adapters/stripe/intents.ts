import type Stripe from 'stripe';
import type { CardIntent, CardRefund } from '../../payments/cards.ts';

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

/** An intent as the portal sees it. `latest_charge` has to be expanded for the card to be known. */
export function toCardIntent(intent: Stripe.PaymentIntent, installationId: string): CardIntent {
  const { id, metadata, status, amount, livemode, client_secret: clientSecret } = intent;
  const ours = metadata[INSTALLATION] === installationId;
  return {
    id,
    attemptId: ours ? (metadata[ATTEMPT] ?? null) : null,
    // a state that is new to us is no money yet: the provider is asked again
    status: STATUSES[status] ?? 'processing',
    providerStatus: status,
    amountCents: amount,
    livemode,
    clientSecret,
    card: status === 'succeeded' ? cardOf(intent) : null,
    decline: declineOf(intent),
  };
}

function cardOf({ latest_charge: charge }: Stripe.PaymentIntent): CardIntent['card'] {
  if (charge === null || typeof charge === 'string') return null;
  const card = charge.payment_method_details?.card;
  return card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null;
}

function declineOf({ last_payment_error: error, status }: Stripe.PaymentIntent): CardIntent['decline'] {
  if (error === null || status === 'succeeded') return null;
  return {
    chargeId: error.charge ?? null,
    code: error.decline_code ?? error.code ?? null,
    message: error.message ?? 'Your card was declined.',
  };
}

/** A refund as the portal sees it. */
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
