import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { Accounts } from './accounts.ts';
import { type ApiAnswer, asFailure, errorAnswer, failureAnswer, outcome } from './api/answer.ts';
import { formOf, matchRoute, route } from './api/route.ts';
import { answerAuthentication } from './authentication.ts';
import { BILLING_DETAILS, newPaymentMethod } from './cards/paymentMethod.ts';
import { readCard } from './cards/readCard.ts';
import { confirm } from './confirm.ts';
import { invalid, missing, StripeFailure } from './failures.ts';
import { findIntent, type Intent, NAMES } from './intents.ts';
import { group, integer, oneOf, required, text } from './parameters.ts';
import type { Account } from './state/account.ts';

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

const CONFIRM = { ...OF_INTENT, payment_method_data: required(METHOD_DATA), return_url: text } as const;

/** The intent of a client secret. @throws StripeFailure 400 for a wrong one */
function intentOf(secret: string, account: Account): Intent {
  const id = secret.split('_secret_')[0] ?? '';
  const intent = findIntent(id, account);
  if (intent === undefined)
    throw missing(id.startsWith('seti_') ? 'setup_intent' : 'payment_intent', id, 'intent');
  if (intent.client_secret !== secret)
    throw invalid(
      `The client_secret provided does not match the client_secret associated with this ${NAMES[intent.object]}.`,
      { code: `${intent.object}_invalid_parameter`, param: 'client_secret' },
    );
  return intent;
}

/** Fields that pages may see; metadata and customer are not among them. */
const SHOWN: readonly string[] = [
  'amount',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'id',
  'last_payment_error',
  'last_setup_error',
  'livemode',
  'next_action',
  'object',
  'payment_method',
  'payment_method_types',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'status',
  'usage',
] satisfies readonly (keyof Stripe.PaymentIntent | keyof Stripe.SetupIntent)[];

const seenByPages = (intent: Intent): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(intent).filter(([name]) => SHOWN.includes(name)));

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

/** The calls of the browser script, the only ones that take a card's number. Each needs a client secret. */
const BROWSER_ROUTES = [
  route('POST', '/stripe-simulator/browser/retrieve', OF_INTENT, (params, { account }) =>
    seenByPages(intentOf(params.client_secret, account)),
  ),

  route('POST', '/stripe-simulator/browser/confirm', CONFIRM, (params, call) => {
    const { account, now } = call;
    const intent = intentOf(params.client_secret, account);
    countConfirmation(intent, account);
    const { card, billing_details } = params.payment_method_data;
    const { id: methodId } = newPaymentMethod(readCard(card, now), billing_details, account);
    return seenByPages(confirm(intent, { methodId, returnUrl: params.return_url }, call));
  }),

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

/** Answers the browser script. The body may hold a card's number: it is never logged or saved. */
export function answerBrowser(
  request: {
    readonly method: string;
    readonly path: string;
    readonly body: string;
    readonly requestId: string;
  },
  accounts: Accounts,
  now: Date,
  log: Logger,
): ApiAnswer {
  try {
    const matched = matchRoute(BROWSER_ROUTES, request.method, request.path);
    if (matched === null)
      throw new StripeFailure(404, {
        type: 'invalid_request_error',
        message: 'No such call of the card form.',
      });
    const form = formOf(request.method, '', request.body);
    const key = form.get('key');
    const account = typeof key === 'string' ? accounts.byPublishableKey(key) : undefined;
    if (account === undefined)
      throw new StripeFailure(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' });
    const work = matched.route.prepare(form);
    return accounts.change(account, { requestId: request.requestId, idempotencyKey: null }, () =>
      outcome(() => work({ now, account, id: '' }), account, pageError),
    );
  } catch (error) {
    return failureAnswer(asFailure(error, log));
  }
}

/** An error with the fields that pages may see. */
function pageError({ status, body }: StripeFailure): ApiAnswer {
  const { payment_intent, setup_intent, ...rest } = body;
  const shown = {
    ...rest,
    payment_intent: payment_intent && seenByPages(payment_intent),
    setup_intent: setup_intent && seenByPages(setup_intent),
  };
  return errorAnswer(status, shown);
}
