import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { Accounts } from './accounts.ts';
import { type ApiAnswer, asFailure, errorAnswer, failureAnswer, outcome } from './api/answer.ts';
import { type Call, formOf, matchRoute, route } from './api/route.ts';
import { answerAuthentication } from './authentication.ts';
import { BILLING_DETAILS, newPaymentMethod } from './cards/paymentMethod.ts';
import { readCard } from './cards/readCard.ts';
import { confirmPayment } from './confirmPayment.ts';
import { confirmSetup } from './confirmSetup.ts';
import { missing, StripeFailure } from './failures.ts';
import { FROM_SERVER, mustMatchSecret } from './intents.ts';
import { flag, group, integer, mergeMetadata, metadata, oneOf, required, text } from './parameters.ts';
import type { Account } from './state/account.ts';

const CARD = group({
  cvc: required(text),
  exp_month: required(integer),
  exp_year: required(integer),
  number: required(text),
});

const METHOD_DATA = group({
  allow_redisplay: oneOf(['always', 'limited', 'unspecified']),
  billing_details: BILLING_DETAILS,
  card: required(CARD),
  metadata,
  type: required(oneOf(['card'])),
});

const OF_INTENT = { key: required(text), client_secret: required(text) } as const;

const CONFIRM = {
  ...OF_INTENT,
  payment_method: text,
  payment_method_data: METHOD_DATA,
  return_url: text,
  use_stripe_sdk: flag,
} as const;

type MethodData = NonNullable<ReturnType<typeof METHOD_DATA>>;

function methodFrom(data: MethodData, { account, now }: Call): Stripe.PaymentMethod {
  return newPaymentMethod(
    readCard(data.card, now),
    data.billing_details,
    mergeMetadata({}, data.metadata),
    account,
  );
}

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** The intent that a client secret opens; a wrong one opens nothing. */
function intentOf(secret: string, account: Account): Intent {
  const id = secret.split('_secret_')[0] ?? '';
  const intent = account.find('payment_intent', id) ?? account.find('setup_intent', id);
  if (intent === undefined)
    throw missing(id.startsWith('seti_') ? 'setup_intent' : 'payment_intent', id, 'intent');
  mustMatchSecret(intent, secret);
  return intent;
}

const SHOWN = [
  'id',
  'object',
  'client_secret',
  'created',
  'description',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'status',
] as const;
const SHOWN_OF_SETUP = [
  ...SHOWN,
  'last_setup_error',
  'usage',
] as const satisfies readonly (keyof Stripe.SetupIntent)[];
const SHOWN_OF_PAYMENT = [
  ...SHOWN,
  'amount',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'confirmation_method',
  'currency',
  'last_payment_error',
  'receipt_email',
  'setup_future_usage',
  'shipping',
] as const satisfies readonly (keyof Stripe.PaymentIntent)[];

/** What a page may see of an intent: nothing of the account's own, such as metadata or customer. */
function seenByPages(intent: Intent): Readonly<Record<string, unknown>> {
  const shown: readonly string[] = intent.object === 'setup_intent' ? SHOWN_OF_SETUP : SHOWN_OF_PAYMENT;
  return Object.fromEntries(Object.entries(intent).filter(([name]) => shown.includes(name)));
}

/** How often pages may confirm one intent: each try keeps a card, and one that is declined a charge. */
const MOST_CONFIRMATIONS = 50;

/** @throws StripeFailure 429 */
function mustNotBeTriedForever({ id }: Intent, account: Account): void {
  const tries = (account.confirmations.get(id) ?? 0) + 1;
  if (tries > MOST_CONFIRMATIONS)
    throw new StripeFailure(429, {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'This payment was tried too often. Please begin anew.',
    });
  account.confirmations.set(id, tries);
}

/**
 * The calls of the browser script, the only ones that take a card's number. Each needs a client secret: the publishable
 * key, which everybody may know, opens nothing and keeps nothing.
 */
export const BROWSER_ROUTES = [
  route('POST', '/stripe-simulator/browser/retrieve', OF_INTENT, (params, { account }) =>
    seenByPages(intentOf(params.client_secret, account)),
  ),

  route('POST', '/stripe-simulator/browser/confirm', CONFIRM, (params, call) => {
    const intent = intentOf(params.client_secret, call.account);
    mustNotBeTriedForever(intent, call.account);
    const chosen =
      params.payment_method_data === undefined
        ? params.payment_method
        : methodFrom(params.payment_method_data, call).id;
    const confirmation = {
      ...FROM_SERVER,
      inBrowser: params.use_stripe_sdk ?? false,
      returnUrl: params.return_url ?? null,
    };
    return seenByPages(
      intent.object === 'payment_intent'
        ? confirmPayment(intent, chosen, confirmation, call)
        : confirmSetup(intent, chosen, confirmation, call),
    );
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
      return seenByPages(answerAuthentication(params.authentication, params.outcome, call).intent);
    },
  ),
];

/** Answers the browser script. The body holds a card's number at times: nothing of it is logged or kept. */
export function answerBrowser(
  request: {
    readonly method: string;
    readonly path: string;
    readonly body: string;
    readonly requestId: string;
  },
  accounts: Accounts,
  context: Pick<Call, 'now' | 'browserUrl'>,
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
      outcome(() => work({ ...context, account, id: '' }), account, pageError),
    );
  } catch (error) {
    return failureAnswer(asFailure(error, log));
  }
}

/** An error as pages may see it. */
function pageError({ status, body }: StripeFailure): ApiAnswer {
  const { payment_intent, setup_intent, ...rest } = body;
  return errorAnswer(status, {
    ...rest,
    ...(payment_intent === undefined ? {} : { payment_intent: seenByPages(payment_intent) }),
    ...(setup_intent === undefined ? {} : { setup_intent: seenByPages(setup_intent) }),
  });
}
