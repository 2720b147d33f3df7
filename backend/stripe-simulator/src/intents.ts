import type Stripe from 'stripe';
import { cardBehind, paymentMethodOf } from './cards/paymentMethod.ts';
import { type FailureBody, invalid, StripeFailure } from './failures.ts';
import type { Account } from './state/account.ts';
import { newId } from './state/ids.ts';
import type { CardBehind } from './state/kinds.ts';

/** How a confirmation was asked for; payment and setup intents alike. */
export interface Confirmation {
  /** Nobody is there to answer questions. */
  readonly offSession: boolean;
  readonly failOnQuestions: boolean;
  readonly returnUrl: string | null;
  /** stripe.js puts the question itself. */
  readonly inBrowser: boolean;
  /** The owner has just answered a question about this very confirmation. */
  readonly authenticated: boolean;
}

export const FROM_SERVER: Confirmation = {
  offSession: false,
  failOnQuestions: false,
  returnUrl: null,
  inBrowser: false,
  authenticated: false,
};

/** What can still be confirmed, changed and canceled. */
export const OPEN: readonly string[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

export const idOf = (value: string | { readonly id: string } | null): string | null =>
  value === null || typeof value === 'string' ? value : value.id;

/** The customer that is named, else the intent's own; null for none. @throws StripeFailure 400 where there is no such */
export const customerFor = (
  named: string | undefined,
  own: Stripe.PaymentIntent['customer'],
  account: Account,
): string | null => (named === undefined ? idOf(own) : account.customer(named).id);

/** The id of the method that is named for an intent, as {@link methodFor}; null where none is. */
export const chosenMethod = (
  named: string | undefined,
  customer: string | null,
  account: Account,
  now: Date,
): string | null => (named === undefined ? null : methodFor(named, customer, account, now).method.id);

/**
 * The method an intent is to use.
 * @throws StripeFailure 400 when it is another customer's, or used up
 */
export function methodFor(
  id: string,
  customer: string | null,
  account: Account,
  now: Date,
): { readonly method: Stripe.PaymentMethod; readonly card: CardBehind } {
  const method = paymentMethodOf(id, 'payment_method', account, now);
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

export function asksItsOwner(card: CardBehind, confirmation: Confirmation): boolean {
  if (confirmation.authenticated) return false;
  const { authentication } = card.behaviour;
  return authentication === 'always' || (authentication === 'unlessSetUp' && !card.setUp);
}

/**
 * The question as `next_action` tells it: for stripe.js, or as a page to go to where a return address is known. The page
 * leads back with the client secret, so to the portal's own address alone.
 * @throws StripeFailure 400 for another return address
 */
export function question(
  intent: string,
  paymentMethod: string,
  confirmation: Confirmation,
  account: Account,
  browserUrl: string,
) {
  const { inBrowser, returnUrl } = confirmation;
  if (!inBrowser && returnUrl !== null && !isAt(returnUrl, browserUrl))
    throw invalid('The Stripe simulator leads back to the portal alone.', { param: 'return_url' });
  const { id } = account.save('authentication', {
    id: newId('auth'),
    intent,
    paymentMethod,
    returnUrl: inBrowser ? null : returnUrl,
  });
  if (inBrowser || returnUrl === null)
    return {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'simulated_authentication', authentication: id },
    };
  return {
    type: 'redirect_to_url',
    redirect_to_url: { url: `${browserUrl}/authenticate/${id}`, return_url: returnUrl },
  };
}

const isAt = (address: string, ours: string) =>
  URL.canParse(address) && new URL(address).origin === new URL(ours).origin;

/** Takes back what was asked about an intent. */
export function forgetQuestions(intent: string, account: Account): void {
  for (const { id } of account.all('authentication').filter((open) => open.intent === intent))
    account.remove('authentication', id);
}

/** An error as an intent remembers it. */
export function remembered(body: FailureBody, method: Stripe.PaymentMethod) {
  return {
    ...(body.code === undefined ? {} : { code: body.code }),
    ...(body.decline_code === undefined ? {} : { decline_code: body.decline_code }),
    ...(body.charge === undefined ? {} : { charge: body.charge }),
    message: body.message,
    payment_method: method,
    type: body.type,
  };
}

export const notAuthenticated = (
  intent: 'PaymentIntent' | 'SetupIntent',
  details: Partial<FailureBody>,
): StripeFailure =>
  new StripeFailure(400, {
    type: 'invalid_request_error',
    code:
      intent === 'PaymentIntent'
        ? 'payment_intent_authentication_failure'
        : 'setup_intent_authentication_failure',
    message: `The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this ${intent} again.`,
    ...details,
  });

/** @throws StripeFailure 400 when the client secret belongs to another intent */
export function mustMatchSecret(intent: Stripe.PaymentIntent | Stripe.SetupIntent, secret: string): void {
  if (intent.client_secret === secret) return;
  throw invalid(
    `The client_secret provided does not match the client_secret associated with this ${intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'}.`,
    { code: `${intent.object}_invalid_parameter`, param: 'client_secret' },
  );
}
