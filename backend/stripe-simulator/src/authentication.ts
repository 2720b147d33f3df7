import type Stripe from 'stripe';
import type { Call } from './api/route.ts';
import { confirmPayment, refusePayment } from './confirmPayment.ts';
import { confirmSetup, refuseSetup } from './confirmSetup.ts';
import { missing, StripeFailure } from './failures.ts';
import { FROM_SERVER } from './intents.ts';
import type { Authentication } from './state/kinds.ts';

export type Outcome = 'complete' | 'fail';

/**
 * The card's owner answers the bank's question (3-D Secure): the intent goes on, or waits for another card.
 * @throws StripeFailure 404 for a question that is no longer open
 */
export function answerAuthentication(
  id: string,
  outcome: Outcome,
  call: Call,
): { readonly intent: Stripe.PaymentIntent | Stripe.SetupIntent; readonly asked: Authentication } {
  const { account } = call;
  const asked = account.find('authentication', id);
  if (asked === undefined) throw missing('authentication', id, 'authentication', 404);
  const confirmation = {
    ...FROM_SERVER,
    authenticated: true,
    returnUrl: asked.returnUrl,
    inBrowser: asked.returnUrl === null,
  };
  const method = account.get('payment_method', asked.paymentMethod, 'payment_method');
  account.remove('authentication', id);
  const payment = account.find('payment_intent', asked.intent);
  if (payment !== undefined) {
    const intent =
      outcome === 'fail'
        ? refusePayment(payment, method, call)
        : orAsItEnded(
            () => confirmPayment(payment, method.id, confirmation, call),
            () => account.get('payment_intent', payment.id, 'intent'),
          );
    return { intent, asked };
  }
  const setup = account.get('setup_intent', asked.intent, 'intent');
  const intent =
    outcome === 'fail'
      ? refuseSetup(setup, method, call)
      : orAsItEnded(
          () => confirmSetup(setup, method.id, confirmation, call),
          () => account.get('setup_intent', setup.id, 'intent'),
        );
  return { intent, asked };
}

/** A card that is declined after its owner said yes: the intent tells. */
function orAsItEnded<T>(confirm: () => T, ended: () => T): T {
  try {
    return confirm();
  } catch (error) {
    if (error instanceof StripeFailure && error.status === 402) return ended();
    throw error;
  }
}
