import type Stripe from 'stripe';
import { confirm } from '../confirm.ts';
import { invalid } from '../failures.ts';
import { changeIntent, closeQuestions, methodFor, mustBeOpen } from '../intents.ts';
import { flag, integer, list, metadata, oneOf, type Parsed, required, text } from '../parameters.ts';
import { newClientSecret, newId } from '../state/ids.ts';
import { type Call, listOf, retrieve, route } from './route.ts';

const CREATE = {
  allowed_payment_method_types: list(oneOf(['card'])),
  confirm: flag,
  customer: text,
  metadata,
  payment_method: text,
};
const CONFIRM = { off_session: flag, payment_method: text, return_url: text };

/** Smallest and largest amount that a card is charged, in cents. */
const [SMALLEST, LARGEST] = [50, 99_999_999];

/** What both kinds of intents have. Of other fields of Stripe's, the simulator has those that something reads. */
function newIntent(prefix: 'pi' | 'seti', params: Parsed<typeof CREATE>, { account, now }: Call) {
  const id = newId(prefix);
  const customer = params.customer === undefined ? null : account.customer(params.customer).id;
  const named = params.payment_method;
  const payment_method = named === undefined ? null : methodFor(named, customer, account, now).method.id;
  return {
    id,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    client_secret: newClientSecret(id),
    created: account.now(),
    customer,
    livemode: false,
    metadata: params.metadata,
    next_action: null,
    payment_method,
    payment_method_types: ['card'],
    status: payment_method === null ? 'requires_payment_method' : 'requires_confirmation',
  } as const;
}

/** @throws StripeFailure 400 */
function mustBeChargeable(amount: number): void {
  const refused = (message: string, code: string) => invalid(message, { code, param: 'amount' });
  if (amount < SMALLEST) throw refused('Amount must be at least $0.50 usd', 'amount_too_small');
  if (amount > LARGEST) throw refused('Amount must be no more than $999,999.99 usd', 'amount_too_large');
}

const PAYMENT = {
  ...CREATE,
  ...CONFIRM,
  amount: required(integer),
  currency: required(oneOf(['usd'])),
  description: text,
};
const SETUP = { ...CREATE, usage: oneOf(['off_session', 'on_session']) };

export const intentRoutes = [
  route('POST', '/v1/payment_intents', PAYMENT, (params, call) => {
    const { amount, currency, description = null, off_session, return_url } = params;
    mustBeChargeable(amount);
    for (const param of ['off_session', 'return_url'] as const)
      if (params.confirm !== true && params[param] !== undefined)
        throw invalid(`The parameter \`${param}\` needs \`confirm\` when creating a PaymentIntent.`, {
          param,
        });
    const intent = {
      ...newIntent('pi', params, call),
      object: 'payment_intent',
      amount,
      amount_received: 0,
      currency,
      description,
      last_payment_error: null,
      latest_charge: null,
    } as unknown as Stripe.PaymentIntent;
    changeIntent(intent, {}, 'created', call.account);
    return params.confirm === true ? confirm(intent, { off_session, return_url }, call) : intent;
  }),
  listOf('payment_intent', 'customer'),
  retrieve('payment_intent'),
  route('POST', '/v1/payment_intents/:id/confirm', CONFIRM, (params, call) =>
    confirm(call.account.get('payment_intent', call.id, 'intent', 404), params, call),
  ),
  route('POST', '/v1/payment_intents/:id/cancel', {}, (_, { account, id }) => {
    const intent = account.get('payment_intent', id, 'intent', 404);
    mustBeOpen(intent, 'cancel');
    closeQuestions(id, account);
    return changeIntent(intent, { status: 'canceled', next_action: null }, 'canceled', account);
  }),

  route('POST', '/v1/setup_intents', SETUP, (params, call) => {
    const { usage = 'off_session' } = params;
    const intent = {
      ...newIntent('seti', params, call),
      object: 'setup_intent',
      last_setup_error: null,
      usage,
    } as unknown as Stripe.SetupIntent;
    changeIntent(intent, {}, 'created', call.account);
    return params.confirm === true ? confirm(intent, {}, call) : intent;
  }),
  listOf('setup_intent', 'customer', 'payment_method'),
  retrieve('setup_intent'),
  route('POST', '/v1/setup_intents/:id/confirm', { payment_method: text }, (params, call) =>
    confirm(call.account.get('setup_intent', call.id, 'intent', 404), params, call),
  ),
];
