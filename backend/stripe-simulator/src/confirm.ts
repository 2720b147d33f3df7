import type Stripe from 'stripe';
import type { Call } from './api/route.ts';
import { attach } from './cards/paymentMethod.ts';
import type { Decline } from './cards/testCards.ts';
import { charge } from './charging.ts';
import { dispute } from './disputing.ts';
import { cardError, invalid } from './failures.ts';
import {
  closeQuestions,
  type Intent,
  idOf,
  methodFor,
  mustBeOpen,
  NAMES,
  unexpectedState,
  waitForAnotherCard,
} from './intents.ts';
import type { Account } from './state/account.ts';
import { newId } from './state/ids.ts';
import type { CardBehind } from './state/kinds.ts';

export interface Confirmation {
  readonly methodId?: string | undefined;
  /** Nobody is there to answer the bank's question. */
  readonly offSession?: boolean | undefined;
  readonly returnUrl?: string | undefined;
  /** The owner has just answered the bank's question. */
  readonly authenticated?: true;
}

const NEEDS_OWNER: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

/**
 * Confirms an intent: asks the card's owner, charges the card, or keeps it for its customer. Saves the outcome, also a
 * decline.
 * @throws StripeFailure 400 in a state that can't be confirmed, 402 when the card is declined
 */
export function confirm(intent: Intent, confirmation: Confirmation, call: Call): Intent {
  const { account, now } = call;
  mustBeOpen(intent, 'confirm');
  const name = NAMES[intent.object];
  const chosen = confirmation.methodId ?? idOf(intent.payment_method);
  if (chosen === null)
    throw unexpectedState(
      intent,
      `You cannot confirm this ${name} because it's missing a payment method. Update the ${name} with a payment method and then confirm it again.`,
    );
  mustHaveReturnUrl(intent, confirmation);
  const { method, card } = methodFor(chosen, idOf(intent.customer), account, now);
  closeQuestions(intent.id, account);
  const { authentication } = card.behaviour;
  const asks = authentication === 'always' || (authentication === 'unlessSetUp' && !card.setUp);
  if (asks && confirmation.authenticated !== true) {
    if (confirmation.offSession === true) throw decline(intent, method, NEEDS_OWNER, account);
    return ask(intent, method, account);
  }
  const refused = card.behaviour[intent.object === 'payment_intent' ? 'charge' : 'setup'];
  if (refused !== null) throw decline(intent, method, refused, account);
  const authenticated = confirmation.authenticated === true;
  return intent.object === 'payment_intent'
    ? pay(intent, method, card, authenticated, account)
    : keep(intent, method, card, authenticated, account);
}

/** Asks the card's owner in the dialog of the card form (3-D Secure). */
function ask(intent: Intent, method: Stripe.PaymentMethod, account: Account): Intent {
  const { id } = account.save('authentication', {
    id: newId('auth'),
    intent: intent.id,
    paymentMethod: method.id,
  });
  const asking = {
    status: 'requires_action',
    payment_method: method.id,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { authentication: id } },
  } as const;
  if (intent.object === 'payment_intent') {
    const saved = account.save('payment_intent', { ...intent, ...asking, last_payment_error: null });
    account.emit('payment_intent.requires_action', saved);
    return saved;
  }
  const saved = account.save('setup_intent', { ...intent, ...asking, last_setup_error: null });
  account.emit('setup_intent.requires_action', saved);
  return saved;
}

function decline(intent: Intent, method: Stripe.PaymentMethod, reason: Decline, account: Account) {
  let [details, declined]: [Decline & { readonly charge?: string }, Intent] = [reason, intent];
  if (intent.object === 'payment_intent') {
    const { id } = charge(intent, method, reason, false, account);
    details = { ...reason, charge: id };
    declined = { ...intent, latest_charge: id };
  }
  const failed = waitForAnotherCard(declined, { type: 'card_error', ...details }, method, account);
  return cardError(reason.message, { ...details, [failed.object]: failed, payment_method: method });
}

function pay(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  card: CardBehind,
  authenticated: boolean,
  account: Account,
): Intent {
  const ready: Stripe.PaymentIntent = { ...intent, payment_method: method.id, last_payment_error: null };
  const charged = charge(ready, method, null, authenticated, account);
  const paid = account.save('payment_intent', {
    ...ready,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charged.id,
    next_action: null,
  });
  if (method.customer === null) account.save('card', { ...card, spent: true });
  account.emit('payment_intent.succeeded', paid);
  const { disputes } = card.behaviour;
  if (disputes !== undefined) dispute(charged, account, { inquiry: disputes === 'inquiry' });
  return paid;
}

function keep(
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  card: CardBehind,
  authenticated: boolean,
  account: Account,
): Intent {
  const customer = idOf(intent.customer);
  if (customer !== null) attach(method, customer, account);
  account.save('card', { ...card, setUp: card.setUp || authenticated });
  const done = account.save('setup_intent', {
    ...intent,
    status: 'succeeded',
    payment_method: method.id,
    last_setup_error: null,
    next_action: null,
  });
  account.emit('setup_intent.succeeded', done);
  return done;
}

/** Without a list of allowed types, a payment may lead away from the page. */
function mustHaveReturnUrl(intent: Intent, { authenticated, returnUrl }: Confirmation): void {
  if (intent.object === 'setup_intent' || intent.allowed_payment_method_types !== null) return;
  if (authenticated !== true && returnUrl === undefined)
    throw invalid(
      'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.',
      { payment_intent: intent, param: 'return_url' },
    );
}
