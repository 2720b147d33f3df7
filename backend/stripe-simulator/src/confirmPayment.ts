import type Stripe from 'stripe';
import type { Call } from './api/route.ts';
import { attach } from './cards/paymentMethod.ts';
import type { Decline } from './cards/testCards.ts';
import { afterwards, charge } from './charging.ts';
import { cardError, invalid, type StripeFailure } from './failures.ts';
import {
  asksItsOwner,
  type Confirmation,
  forgetQuestions,
  idOf,
  methodFor,
  notAuthenticated,
  OPEN,
  question,
  remembered,
} from './intents.ts';

const PARTICIPLE = { confirm: 'confirmed', cancel: 'canceled' } as const;
const NEEDS_OWNER: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

/**
 * Confirms: asks the card's owner, or charges. What happened is saved also where it ends with an error.
 * @throws StripeFailure 400 in a state that can't be confirmed, 402 when the card is declined
 */
export function confirmPayment(
  intent: Stripe.PaymentIntent,
  methodId: string | undefined,
  confirmation: Confirmation,
  call: Call,
): Stripe.PaymentIntent {
  const { account, now, browserUrl } = call;
  mustBeOpen(intent, 'confirm');
  const chosen = methodId ?? idOf(intent.payment_method);
  if (chosen === null)
    throw unexpectedState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. Update the PaymentIntent with a payment method and then confirm it again.",
    );
  mustSayWhereToReturn(intent, confirmation);
  const { method, card } = methodFor(chosen, idOf(intent.customer), account, now);
  forgetQuestions(intent.id, account);
  const ready: Stripe.PaymentIntent = { ...intent, payment_method: method.id, last_payment_error: null };

  if (asksItsOwner(card, confirmation)) {
    if (confirmation.offSession || confirmation.failOnQuestions) throw fail(ready, method, NEEDS_OWNER, call);
    const asking = account.save('payment_intent', {
      ...ready,
      status: 'requires_action',
      next_action: question(intent.id, method.id, confirmation, account, browserUrl),
    });
    account.emit('payment_intent.requires_action', asking);
    return asking;
  }
  if (card.behaviour.charge !== null) throw fail(ready, method, card.behaviour.charge, call);

  const charged = charge(ready, method, null, confirmation.authenticated, account);
  const paid = account.save('payment_intent', {
    ...ready,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charged.id,
    next_action: null,
  });
  const customer = idOf(intent.customer);
  if (intent.setup_future_usage !== null && customer !== null) {
    attach(method, customer, account);
    account.save('card', { ...card, setUp: card.setUp || confirmation.authenticated });
  } else if (method.customer === null) account.save('card', { ...card, spent: true });
  account.emit('payment_intent.succeeded', paid);
  afterwards(card, charged, account);
  return paid;
}

/** The charge failed: the intent waits for another card. */
function fail(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
  { account }: Call,
): StripeFailure {
  const charged = charge(intent, method, decline, false, account);
  const details = {
    code: decline.code,
    ...(decline.decline_code === undefined ? {} : { decline_code: decline.decline_code }),
    charge: charged.id,
  };
  const failed = account.save('payment_intent', {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: charged.id,
    next_action: null,
    last_payment_error: remembered({ type: 'card_error', message: decline.message, ...details }, method),
  });
  account.emit('payment_intent.payment_failed', failed);
  return cardError(decline.message, { ...details, payment_intent: failed, payment_method: method });
}

/** The owner said no, or gave up: the intent waits for another card. */
export function refusePayment(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { account }: Call,
): Stripe.PaymentIntent {
  forgetQuestions(intent.id, account);
  const { body } = notAuthenticated('PaymentIntent', {});
  const refused = account.save('payment_intent', {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: remembered(body, method),
  });
  account.emit('payment_intent.payment_failed', refused);
  return refused;
}

/** @throws StripeFailure 400 payment_intent_unexpected_state */
export function mustBeOpen(intent: Stripe.PaymentIntent, verb: 'confirm' | 'cancel'): void {
  if (OPEN.includes(intent.status)) return;
  if (verb === 'confirm' && intent.status === 'succeeded')
    throw unexpectedState(
      intent,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    );
  throw unexpectedState(
    intent,
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${PARTICIPLE[verb]}: ${OPEN.join(', ')}.`,
  );
}

export const unexpectedState = (intent: Stripe.PaymentIntent, message: string): StripeFailure =>
  invalid(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });

/** Payment methods of the account's own choosing may lead away from the page. */
function mustSayWhereToReturn(intent: Stripe.PaymentIntent, confirmation: Confirmation): void {
  const mayRedirect =
    intent.allowed_payment_method_types === null &&
    intent.automatic_payment_methods !== null &&
    intent.automatic_payment_methods.allow_redirects !== 'never';
  if (mayRedirect && confirmation.returnUrl === null)
    throw invalid(
      'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don’t want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never`.',
      { payment_intent: intent, param: 'return_url' },
    );
}
