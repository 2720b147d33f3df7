import type Stripe from 'stripe';
import type { Call } from './api/route.ts';
import { attach } from './cards/paymentMethod.ts';
import { cardError, invalid } from './failures.ts';
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

/**
 * Confirms a setup: asks the card's owner, or keeps the card for its customer.
 * @throws StripeFailure 400 in a state that can't be confirmed, 402 when the card can't be kept
 */
export function confirmSetup(
  intent: Stripe.SetupIntent,
  methodId: string | undefined,
  confirmation: Confirmation,
  call: Call,
): Stripe.SetupIntent {
  const { account, now, browserUrl } = call;
  mustBeOpen(intent);
  const chosen = methodId ?? idOf(intent.payment_method);
  if (chosen === null)
    throw invalid(
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.",
      { code: 'setup_intent_unexpected_state', setup_intent: intent },
    );
  const { method, card } = methodFor(chosen, idOf(intent.customer), account, now);
  forgetQuestions(intent.id, account);
  const ready: Stripe.SetupIntent = { ...intent, payment_method: method.id, last_setup_error: null };

  if (asksItsOwner(card, confirmation)) {
    const asking = account.save('setup_intent', {
      ...ready,
      status: 'requires_action',
      next_action: question(intent.id, method.id, confirmation, account, browserUrl),
    });
    account.emit('setup_intent.requires_action', asking);
    return asking;
  }
  const decline = card.behaviour.setup;
  if (decline !== null) {
    const failed = account.save('setup_intent', {
      ...ready,
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_setup_error: remembered({ type: 'card_error', ...decline }, method),
    });
    account.emit('setup_intent.setup_failed', failed);
    throw cardError(decline.message, { ...decline, setup_intent: failed, payment_method: method });
  }
  const customer = idOf(intent.customer);
  if (customer !== null) attach(method, customer, account);
  account.save('card', { ...card, setUp: card.setUp || confirmation.authenticated });
  const done = account.save('setup_intent', { ...ready, status: 'succeeded', next_action: null });
  account.emit('setup_intent.succeeded', done);
  return done;
}

/** The owner said no, or gave up. */
export function refuseSetup(
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  { account }: Call,
): Stripe.SetupIntent {
  forgetQuestions(intent.id, account);
  const { body } = notAuthenticated('SetupIntent', {});
  const refused = account.save('setup_intent', {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: remembered(body, method),
  });
  account.emit('setup_intent.setup_failed', refused);
  return refused;
}

/** @throws StripeFailure 400 setup_intent_unexpected_state */
function mustBeOpen(intent: Stripe.SetupIntent): void {
  if (OPEN.includes(intent.status)) return;
  throw invalid(
    intent.status === 'succeeded'
      ? 'You cannot confirm this SetupIntent because it has already succeeded.'
      : `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`,
    { code: 'setup_intent_unexpected_state', setup_intent: intent },
  );
}
