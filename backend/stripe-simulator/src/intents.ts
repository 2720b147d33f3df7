import type Stripe from 'stripe';
import { cardBehind, paymentMethodOf } from './cards/paymentMethod.ts';
import type { Decline } from './cards/testCards.ts';
import { type FailureBody, invalid, type StripeFailure } from './failures.ts';
import type { Account } from './state/account.ts';
import type { CardBehind } from './state/kinds.ts';

export type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** States in which an intent can be confirmed and canceled. */
const OPEN: readonly string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

export const NAMES = { payment_intent: 'PaymentIntent', setup_intent: 'SetupIntent' } as const;

export const idOf = (value: string | { readonly id: string } | null): string | null =>
  value === null || typeof value === 'string' ? value : value.id;

/** The payment or setup intent with this id. */
export const findIntent = (id: string, account: Account): Intent | undefined =>
  account.find('payment_intent', id) ?? account.find('setup_intent', id);

/** @throws StripeFailure 400 payment_intent_unexpected_state or setup_intent_unexpected_state */
export function mustBeOpen(intent: Intent, verb: 'confirm' | 'cancel'): void {
  if (OPEN.includes(intent.status)) return;
  const name = NAMES[intent.object];
  throw unexpectedState(
    intent,
    `You cannot ${verb} this ${name} because it has a status of ${intent.status}. Only a ${name} with one of the following statuses may be ${verb}ed: ${OPEN.join(', ')}.`,
  );
}

export const unexpectedState = (intent: Intent, message: string): StripeFailure =>
  invalid(message, { code: `${intent.object}_unexpected_state`, [intent.object]: intent });

/** Customer and payment method that a new intent names. @throws StripeFailure 400 for an unknown one */
export function partiesOf(
  params: { readonly customer: string | undefined; readonly payment_method: string | undefined },
  account: Account,
  now: Date,
) {
  const customer = params.customer === undefined ? null : account.customer(params.customer).id;
  const named = params.payment_method;
  const payment_method = named === undefined ? null : methodFor(named, customer, account, now).method.id;
  const status: 'requires_payment_method' | 'requires_confirmation' =
    payment_method === null ? 'requires_payment_method' : 'requires_confirmation';
  return { customer, payment_method, status };
}

/**
 * The payment method for an intent.
 * @throws StripeFailure 400 when it belongs to another customer, or is used up
 */
export function methodFor(
  id: string,
  customer: string | null,
  account: Account,
  now: Date,
): { readonly method: Stripe.PaymentMethod; readonly card: CardBehind } {
  const method = paymentMethodOf(id, account, now);
  const card = cardBehind(method, account);
  if (method.customer !== null && customer === null)
    throw invalid(
      'The payment method you provided is attached to a customer so for security purposes you must provide the customer in the request.',
      { param: 'customer' },
    );
  if (method.customer !== null && method.customer !== customer)
    throw invalid(`The payment method supplied (${method.id}) belongs to a different Customer.`, {
      param: 'payment_method',
    });
  return { method, card };
}

/** Deletes the open questions about an intent. */
export function closeQuestions(intent: string, account: Account): void {
  for (const { id } of account.all('authentication').filter((open) => open.intent === intent))
    account.remove('authentication', id);
}

/** Saves that an intent waits for another card, with the error of the last one. */
export function waitForAnotherCard(
  intent: Intent,
  reason: Decline & { readonly type: FailureBody['type']; readonly charge?: string },
  method: Stripe.PaymentMethod,
  account: Account,
): Intent {
  const error = { ...reason, payment_method: method };
  const waiting = {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
  } as const;
  if (intent.object === 'payment_intent') {
    const failed = { ...intent, ...waiting, last_payment_error: error };
    account.save('payment_intent', failed);
    account.emit('payment_intent.payment_failed', failed);
    return failed;
  }
  const failed = { ...intent, ...waiting, last_setup_error: error };
  account.save('setup_intent', failed);
  account.emit('setup_intent.setup_failed', failed);
  return failed;
}
