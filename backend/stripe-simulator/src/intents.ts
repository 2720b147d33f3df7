import type Stripe from 'stripe';
import { cardBehind, paymentMethodOf } from './cards/paymentMethod.ts';
import { invalid, type StripeFailure } from './failures.ts';
import type { Account, EventType } from './state/account.ts';
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

/**
 * Saves an intent with these changes and sends its event.
 * @param changes.error the intent's last error
 * @param step the event's name after `payment_intent.` or `setup_intent.`
 */
export function changeIntent(
  intent: Intent,
  { error, ...changes }: { readonly error?: object | null; readonly [field: string]: unknown },
  step: string,
  account: Account,
): Intent {
  const last = intent.object === 'payment_intent' ? 'last_payment_error' : 'last_setup_error';
  const changed: Intent = { ...intent, ...changes, ...(error !== undefined && { [last]: error }) };
  account.emit(`${intent.object}.${step}` as EventType, changed);
  return account.save<Intent['object']>(intent.object, changed);
}

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
