import { BILLING_DETAILS, newPaymentMethod } from '../cards/paymentMethod.ts';
import { readCard } from '../cards/testCards.ts';
import { answerAuthentication, confirm } from '../confirm.ts';
import { type FailureBody, invalid, missing, StripeFailure } from '../failures.ts';
import { findIntent, type Intent, NAMES } from '../intents.ts';
import { group, integer, oneOf, required, text } from '../parameters.ts';
import type { Account } from '../state/account.ts';
import { route } from './route.ts';

const CARD = group({
  cvc: required(text),
  exp_month: required(integer),
  exp_year: required(integer),
  number: required(text),
});

const METHOD_DATA = group({
  billing_details: BILLING_DETAILS,
  card: required(CARD),
  type: required(oneOf(['card'])),
});

const OF_INTENT = { key: required(text), client_secret: required(text) } as const;

/** The intent of a client secret. @throws StripeFailure 400 for a wrong one */
function intentOf(secret: string, account: Account): Intent {
  const id = secret.split('_secret_')[0] ?? '';
  const intent = findIntent(id, account);
  if (intent === undefined) throw missing('intent', id, 'intent');
  if (intent.client_secret !== secret)
    throw invalid(
      `The client_secret provided does not match the client_secret associated with this ${NAMES[intent.object]}.`,
      { code: `${intent.object}_invalid_parameter`, param: 'client_secret' },
    );
  return intent;
}

/** What pages may see of an intent. */
const seenByPages = ({ customer: _customer, metadata: _metadata, ...seen }: Intent): object => seen;

/** What pages may see of an error. */
export const errorSeenByPages = ({ payment_intent, setup_intent, ...seen }: FailureBody): object => ({
  ...seen,
  payment_intent: payment_intent && seenByPages(payment_intent),
  setup_intent: setup_intent && seenByPages(setup_intent),
});

/** Limit of confirmations of an intent by pages: each saves a card or a charge. */
const MAX_CONFIRMATIONS = 50;

/** @throws StripeFailure 429 */
function countConfirmation({ id }: Intent, account: Account): void {
  const tries = (account.confirmations.get(id) ?? 0) + 1;
  if (tries > MAX_CONFIRMATIONS)
    throw new StripeFailure(429, {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'This payment was tried too often. Please start again.',
    });
  account.confirmations.set(id, tries);
}

/**
 * The calls of the browser script, the only ones that take a card's number, which is never logged or saved. Each needs a
 * client secret.
 */
export const browserRoutes = [
  route('POST', '/stripe-simulator/browser/retrieve', OF_INTENT, (params, { account }) =>
    seenByPages(intentOf(params.client_secret, account)),
  ),
  route(
    'POST',
    '/stripe-simulator/browser/confirm',
    { ...OF_INTENT, payment_method_data: required(METHOD_DATA), return_url: text },
    ({ client_secret, payment_method_data, return_url }, call) => {
      const { account, now } = call;
      const intent = intentOf(client_secret, account);
      countConfirmation(intent, account);
      const { card, billing_details } = payment_method_data;
      const { id: payment_method } = newPaymentMethod(readCard(card, now), billing_details, account);
      return seenByPages(confirm(intent, { payment_method, return_url }, call));
    },
  ),
  route(
    'POST',
    '/stripe-simulator/browser/authenticate',
    { ...OF_INTENT, authentication: required(text), outcome: required(oneOf(['complete', 'fail'])) },
    (params, call) => {
      const intent = intentOf(params.client_secret, call.account);
      const asked = call.account.find('authentication', params.authentication);
      if (asked?.intent !== intent.id)
        throw missing('authentication', params.authentication, 'authentication');
      return seenByPages(answerAuthentication(params.authentication, params.outcome, call));
    },
  ),
];
