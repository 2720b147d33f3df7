import type Stripe from 'stripe';
import { confirm } from '../confirm.ts';
import { invalid } from '../failures.ts';
import { closeQuestions, mustBeOpen, partiesOf } from '../intents.ts';
import {
  cardsOnly,
  created,
  currency,
  expand,
  flag,
  integer,
  metadata,
  metadataOf,
  paging,
  required,
  type ShapeOf,
  text,
  unsimulated,
} from '../parameters.ts';
import { newClientSecret, newId } from '../state/ids.ts';
import { listOf, matching } from './lists.ts';
import { type Call, route } from './route.ts';

/** Parameters of create and confirm. */
const CONFIRMING = {
  amount_details: unsimulated,
  confirmation_token: unsimulated,
  error_on_requires_action: unsimulated,
  excluded_payment_method_types: unsimulated,
  expand,
  hooks: unsimulated,
  mandate: unsimulated,
  mandate_data: unsimulated,
  off_session: flag,
  payment_details: unsimulated,
  payment_method: text,
  payment_method_data: unsimulated,
  payment_method_options: unsimulated,
  radar_options: unsimulated,
  receipt_email: unsimulated,
  return_url: text,
  setup_future_usage: unsimulated,
  shipping: unsimulated,
  use_stripe_sdk: unsimulated,
} as const;

const CREATE = {
  ...CONFIRMING,
  allowed_payment_method_types: cardsOnly,
  amount: required(integer),
  application_fee_amount: unsimulated,
  automatic_payment_methods: unsimulated,
  capture_method: unsimulated,
  confirm: flag,
  confirmation_method: unsimulated,
  currency: required(currency),
  customer: text,
  customer_account: unsimulated,
  description: text,
  metadata,
  on_behalf_of: unsimulated,
  payment_method_configuration: unsimulated,
  statement_descriptor: unsimulated,
  statement_descriptor_suffix: unsimulated,
  transfer_data: unsimulated,
  transfer_group: unsimulated,
} as const satisfies ShapeOf<Stripe.PaymentIntentCreateParams>;

const CONFIRM = {
  ...CONFIRMING,
  allowed_payment_method_types: unsimulated,
  amount_to_confirm: unsimulated,
  capture_method: unsimulated,
} as const satisfies ShapeOf<Stripe.PaymentIntentConfirmParams>;

const CANCEL = {
  cancellation_reason: unsimulated,
  expand,
} as const satisfies ShapeOf<Stripe.PaymentIntentCancelParams>;

const RETRIEVE = {
  client_secret: unsimulated,
  expand,
} as const satisfies ShapeOf<Stripe.PaymentIntentRetrieveParams>;

const LIST = {
  ...paging,
  created,
  customer: text,
  customer_account: unsimulated,
  expand,
} as const satisfies ShapeOf<Stripe.PaymentIntentListParams>;

/** Smallest and largest amount that a card is charged, in cents. */
const [SMALLEST, LARGEST] = [50, 99_999_999];

const at = ({ account, id }: Call) => account.get('payment_intent', id, 'intent', 404);

export const paymentIntentRoutes = [
  route('POST', '/v1/payment_intents', CREATE, (params, call) => {
    const { account, now } = call;
    mustBeChargeable(params.amount);
    const confirming = params.confirm === true;
    if (!confirming) mustNotConfirm(params);
    const allowed = params.allowed_payment_method_types;
    const id = newId('pi');
    const intent: Stripe.PaymentIntent = {
      id,
      object: 'payment_intent',
      ...partiesOf(params, account, now),
      allowed_payment_method_types: allowed === undefined ? null : [...allowed],
      amount: params.amount,
      amount_capturable: 0,
      amount_received: 0,
      application: null,
      application_fee_amount: null,
      automatic_payment_methods: allowed === undefined ? { enabled: true, allow_redirects: 'always' } : null,
      canceled_at: null,
      cancellation_reason: null,
      capture_method: 'automatic_async',
      client_secret: newClientSecret(id),
      confirmation_method: 'automatic',
      created: account.now(),
      currency: params.currency,
      customer_account: null,
      description: params.description ?? null,
      excluded_payment_method_types: null,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      managed_payments: null,
      metadata: metadataOf(params.metadata),
      next_action: null,
      on_behalf_of: null,
      payment_method_configuration_details: null,
      payment_method_options: {
        card: {
          installments: null,
          mandate_options: null,
          network: null,
          request_three_d_secure: 'automatic',
        },
      },
      payment_method_types: ['card'],
      payment_record: null,
      processing: null,
      receipt_email: null,
      review: null,
      setup_future_usage: null,
      shipping: null,
      source: null,
      statement_descriptor: null,
      statement_descriptor_suffix: null,
      transfer_data: null,
      transfer_group: null,
    };
    account.save('payment_intent', intent);
    account.emit('payment_intent.created', intent);
    return confirming
      ? confirm(intent, { offSession: params.off_session, returnUrl: params.return_url }, call)
      : intent;
  }),

  route('GET', '/v1/payment_intents', LIST, (params, { account }) =>
    listOf(matching(account.all('payment_intent'), params, 'customer'), params, '/v1/payment_intents'),
  ),

  route('GET', '/v1/payment_intents/:id', RETRIEVE, (_, call) => at(call)),

  route('POST', '/v1/payment_intents/:id/confirm', CONFIRM, (params, call) =>
    confirm(
      at(call),
      {
        methodId: params.payment_method,
        offSession: params.off_session,
        returnUrl: params.return_url,
      },
      call,
    ),
  ),

  route('POST', '/v1/payment_intents/:id/cancel', CANCEL, (_, call) => {
    const { account } = call;
    const before = at(call);
    mustBeOpen(before, 'cancel');
    closeQuestions(before.id, account);
    const canceled = account.save('payment_intent', {
      ...before,
      status: 'canceled',
      canceled_at: account.now(),
      next_action: null,
    });
    account.emit('payment_intent.canceled', canceled);
    return canceled;
  }),
];

/** @throws StripeFailure 400 */
function mustBeChargeable(amount: number): void {
  const refused = (message: string, code: string) => invalid(message, { code, param: 'amount' });
  if (amount < SMALLEST) throw refused('Amount must be at least $0.50 usd', 'amount_too_small');
  if (amount > LARGEST) throw refused('Amount must be no more than $999,999.99 usd', 'amount_too_large');
}

function mustNotConfirm(params: {
  readonly off_session: boolean | undefined;
  readonly return_url: string | undefined;
}): void {
  for (const param of ['off_session', 'return_url'] as const)
    if (params[param] !== undefined && params[param] !== false)
      throw invalid(
        `The parameter \`${param}\` cannot be passed when creating a PaymentIntent unless \`confirm\` is set to true.`,
        { param },
      );
}
