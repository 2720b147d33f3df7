import type Stripe from 'stripe';
import type { CardIntent, CardRefund } from '../cards.ts';

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
  if (status !== 'succeeded') return error?.payment_method?.id ?? null;
  return typeof method === 'string' ? method : (method?.id ?? null);
}

function declineOf({ last_payment_error: error, status }: Stripe.PaymentIntent): CardIntent['decline'] {
  if (error === null || status === 'succeeded') return null;
  const code = error.decline_code ?? error.code ?? null;
  return { chargeId: error.charge ?? null, code, message: declineText(code, error.message) };
}

/** The provider's words to the payer; its words to a developer are put plainly. */
function declineText(code: string | null, message = 'Your card was declined.'): string {
  if (code !== 'payment_intent_authentication_failure') return message;
  return 'Your bank could not confirm that this payment is yours.';
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
