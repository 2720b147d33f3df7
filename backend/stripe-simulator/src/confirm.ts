import type Stripe from 'stripe';
import type { Call } from './api/route.ts';
import { attach } from './cards/paymentMethod.ts';
import type { Decline } from './cards/testCards.ts';
import { dispute } from './disputing.ts';
import { cardError, invalid, missing, StripeFailure } from './failures.ts';
import {
  changeIntent,
  closeQuestions,
  findIntent,
  type Intent,
  idOf,
  methodFor,
  mustBeOpen,
  NAMES,
  unexpectedState,
} from './intents.ts';
import type { Account } from './state/account.ts';
import { newId } from './state/ids.ts';

interface Confirmation {
  readonly payment_method?: string | undefined;
  /** Nobody is there to answer the bank's question. */
  readonly off_session?: boolean | undefined;
  readonly return_url?: string | undefined;
  /** The owner has just answered the bank's question. */
  readonly authenticated?: boolean;
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
export function confirm(intent: Intent, confirmation: Confirmation, { account, now }: Call): Intent {
  mustBeOpen(intent, 'confirm');
  const name = NAMES[intent.object];
  const { payment_method, off_session, return_url, authenticated = false } = confirmation;
  const chosen = payment_method ?? idOf(intent.payment_method);
  if (chosen === null)
    throw unexpectedState(
      intent,
      `You cannot confirm this ${name} because it's missing a payment method. Update the ${name} with a payment method and then confirm it again.`,
    );
  // without a list of allowed types, a payment may lead away from the page
  const mayLeave = intent.object === 'payment_intent' && intent.allowed_payment_method_types === null;
  if (mayLeave && !authenticated && return_url === undefined)
    throw invalid(
      'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.',
      { payment_intent: intent, param: 'return_url' },
    );
  const { method, card } = methodFor(chosen, idOf(intent.customer), account, now);
  closeQuestions(intent.id, account);
  const { authentication, disputes } = card.behaviour;
  const asks = authentication === 'always' || (authentication === 'unlessSetUp' && !card.setUp);
  if (asks && !authenticated) {
    if (off_session === true) throw decline(intent, method, NEEDS_OWNER, account);
    return ask(intent, method, account);
  }
  const refused = card.behaviour[intent.object === 'payment_intent' ? 'charge' : 'setup'];
  if (refused !== null) throw decline(intent, method, refused, account);
  const done = { status: 'succeeded', payment_method: method.id, next_action: null, error: null };
  if (intent.object === 'setup_intent') {
    const customer = idOf(intent.customer);
    if (customer !== null) attach(method, customer, account);
    account.save('card', { ...card, setUp: card.setUp || authenticated });
    return changeIntent(intent, done, 'succeeded', account);
  }
  const charged = charge(intent, method, null, account);
  const money = { amount_received: intent.amount, latest_charge: charged.id };
  const paid = changeIntent(intent, { ...done, ...money }, 'succeeded', account);
  if (method.customer === null) account.save('card', { ...card, spent: true });
  if (disputes !== undefined) dispute(charged, account, { inquiry: disputes === 'inquiry' });
  return paid;
}

/** Asks the card's owner in the dialog of the card form (3-D Secure). */
function ask(intent: Intent, method: Stripe.PaymentMethod, account: Account): Intent {
  const { id } = account.save('authentication', {
    id: newId('auth'),
    intent: intent.id,
    paymentMethod: method.id,
  });
  const next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { authentication: id } };
  const asking = { status: 'requires_action', payment_method: method.id, next_action, error: null };
  return changeIntent(intent, asking, 'requires_action', account);
}

function decline(intent: Intent, method: Stripe.PaymentMethod, reason: Decline, account: Account) {
  const made =
    intent.object === 'payment_intent' ? { charge: charge(intent, method, reason, account).id } : {};
  const details = { ...reason, ...made };
  const latest = made.charge === undefined ? {} : { latest_charge: made.charge };
  const failed = waitForAnotherCard(intent, { type: 'card_error', ...details }, latest, method, account);
  return cardError(reason.message, { ...details, [failed.object]: failed, payment_method: method });
}

/** Saves that an intent waits for another card, with the error of the last one. */
function waitForAnotherCard(
  intent: Intent,
  reason: object,
  changes: object,
  method: Stripe.PaymentMethod,
  account: Account,
): Intent {
  const error = { ...reason, payment_method: method };
  const waiting = { status: 'requires_payment_method', payment_method: null, next_action: null, error };
  const step = intent.object === 'payment_intent' ? 'payment_failed' : 'setup_failed';
  return changeIntent(intent, { ...changes, ...waiting }, step, account);
}

/** Saves a charge of a card, paid or declined, and sends its event. */
function charge(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  declined: Decline | null,
  account: Account,
): Stripe.Charge {
  const paid = declined === null;
  const made = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    created: account.now(),
    currency: intent.currency,
    customer: intent.customer,
    disputed: false,
    failure_code: declined?.code ?? null,
    failure_message: declined?.message ?? null,
    livemode: false,
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: method.card },
    refunded: false,
    status: paid ? 'succeeded' : 'failed',
  } as unknown as Stripe.Charge;
  account.emit(paid ? 'charge.succeeded' : 'charge.failed', made);
  return account.save('charge', made);
}

/**
 * Answers the bank's question (3-D Secure) for the card's owner: confirms the intent, or has it wait for another card.
 * @throws StripeFailure 404 for a question that is no longer open
 */
export function answerAuthentication(id: string, outcome: 'complete' | 'fail', call: Call): Intent {
  const { account } = call;
  const asked = account.find('authentication', id);
  const intent = asked === undefined ? undefined : findIntent(asked.intent, account);
  if (asked === undefined || intent === undefined) throw missing('authentication', id, 'authentication', 404);
  const method = account.get('payment_method', asked.paymentMethod, 'payment_method');
  if (outcome === 'fail') {
    closeQuestions(intent.id, account);
    const code = `${intent.object}_authentication_failure`;
    const message = `The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this ${NAMES[intent.object]} again.`;
    return waitForAnotherCard(intent, { type: 'invalid_request_error', code, message }, {}, method, account);
  }
  try {
    return confirm(intent, { payment_method: method.id, authenticated: true }, call);
  } catch (error) {
    // declined after the owner's yes: the saved intent holds the error
    if (error instanceof StripeFailure && error.status === 402)
      return findIntent(intent.id, account) ?? intent;
    throw error;
  }
}
