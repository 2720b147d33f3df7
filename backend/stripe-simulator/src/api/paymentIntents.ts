import type Stripe from 'stripe';
import { confirmPayment, mustBeOpen, unexpectedState } from '../confirmPayment.ts';
import { invalid } from '../failures.ts';
import { chosenMethod, customerFor, FROM_SERVER, forgetQuestions, mustMatchSecret } from '../intents.ts';
import { given, mergeMetadata } from '../parameters.ts';
import { newClientSecret, newId } from '../state/ids.ts';
import { currencyOf, mustBeChargeable } from './amounts.ts';
import { listOf, matching } from './lists.ts';
import { CANCEL, CONFIRM, CREATE, LIST, RETRIEVE } from './paymentIntentShapes.ts';
import { type Call, route } from './route.ts';
import { methodsOf } from './typesOfPayment.ts';

const at = ({ account, id }: Call) => account.get('payment_intent', id, 'intent', 404);

export const paymentIntentRoutes = [
  route('POST', '/v1/payment_intents', CREATE, (params, call) => {
    const { account, now } = call;
    const currency = currencyOf(params.currency);
    mustBeChargeable(params.amount, currency);
    if (params.capture_method === 'manual')
      throw invalid('The Stripe simulator captures at once.', { param: 'capture_method' });
    if (params.confirmation_method === 'manual')
      throw invalid('The Stripe simulator has no manual confirmation.', { param: 'confirmation_method' });
    if (params.confirm !== true) onlyWhenConfirming(params);
    const customer = customerFor(params.customer, null, account);
    const chosen = chosenMethod(params.payment_method, customer, account, now);
    const id = newId('pi');
    const intent: Stripe.PaymentIntent = {
      id,
      object: 'payment_intent',
      ...methodsOf(params),
      amount: params.amount,
      amount_capturable: 0,
      amount_received: 0,
      application: null,
      application_fee_amount: null,
      canceled_at: null,
      cancellation_reason: null,
      capture_method: params.capture_method ?? 'automatic_async',
      client_secret: newClientSecret(id),
      confirmation_method: 'automatic',
      created: account.now(),
      currency,
      customer,
      customer_account: null,
      description: params.description ?? null,
      excluded_payment_method_types: null,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      managed_payments: null,
      metadata: mergeMetadata({}, params.metadata),
      next_action: null,
      on_behalf_of: null,
      payment_method: chosen,
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
      receipt_email: params.receipt_email ?? null,
      review: null,
      setup_future_usage: params.setup_future_usage ?? null,
      shipping: null,
      source: null,
      statement_descriptor: params.statement_descriptor ?? null,
      statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
      status: chosen === null ? 'requires_payment_method' : 'requires_confirmation',
      transfer_data: null,
      transfer_group: null,
    };
    account.save('payment_intent', intent);
    account.emit('payment_intent.created', intent);
    return params.confirm === true ? confirmPayment(intent, undefined, confirmationOf(params), call) : intent;
  }),

  route('GET', '/v1/payment_intents', LIST, (params, { account }) =>
    listOf(matching(account.all('payment_intent'), params, 'customer'), params, '/v1/payment_intents'),
  ),

  route('GET', '/v1/payment_intents/:id', RETRIEVE, (params, call) => {
    const intent = at(call);
    if (params.client_secret !== undefined) mustMatchSecret(intent, params.client_secret);
    return intent;
  }),

  route('POST', '/v1/payment_intents/:id/confirm', CONFIRM, (params, call) => {
    const before = at(call);
    if (params.amount_to_confirm !== undefined && params.amount_to_confirm !== before.amount)
      throw invalid(
        `The amount to confirm (${params.amount_to_confirm}) differs from the PaymentIntent's (${before.amount}).`,
        {
          param: 'amount_to_confirm',
        },
      );
    const intent = { ...before, ...given(params, 'receipt_email', 'setup_future_usage') };
    return confirmPayment(intent, params.payment_method, confirmationOf(params), call);
  }),

  route('POST', '/v1/payment_intents/:id/cancel', CANCEL, (params, call) => {
    const { account } = call;
    const before = at(call);
    if (before.status === 'canceled')
      throw unexpectedState(
        before,
        'You cannot cancel this PaymentIntent because it has a status of canceled.',
      );
    mustBeOpen(before, 'cancel');
    forgetQuestions(before.id, account);
    const canceled = account.save('payment_intent', {
      ...before,
      status: 'canceled',
      canceled_at: account.now(),
      cancellation_reason: params.cancellation_reason ?? null,
      next_action: null,
    });
    account.emit('payment_intent.canceled', canceled);
    return canceled;
  }),
];

interface Confirming {
  readonly error_on_requires_action: boolean | undefined;
  readonly off_session: boolean | undefined;
  readonly return_url: string | undefined;
  readonly use_stripe_sdk: boolean | undefined;
}

const confirmationOf = (params: Confirming) => ({
  ...FROM_SERVER,
  offSession: params.off_session ?? false,
  failOnQuestions: params.error_on_requires_action ?? false,
  returnUrl: params.return_url ?? null,
  inBrowser: params.use_stripe_sdk ?? false,
});

function onlyWhenConfirming(params: Confirming): void {
  for (const param of ['error_on_requires_action', 'off_session', 'return_url', 'use_stripe_sdk'] as const)
    if (params[param] !== undefined && params[param] !== false)
      throw invalid(
        `The parameter \`${param}\` cannot be passed when creating a PaymentIntent unless \`confirm\` is set to true.`,
        {
          param,
        },
      );
}
