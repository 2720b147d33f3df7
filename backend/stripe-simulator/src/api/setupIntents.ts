import type Stripe from 'stripe';
import { confirmSetup } from '../confirmSetup.ts';
import { invalid } from '../failures.ts';
import { chosenMethod, customerFor, FROM_SERVER, mustMatchSecret } from '../intents.ts';
import {
  created,
  expand,
  flag,
  mergeMetadata,
  metadata,
  oneOf,
  paging,
  type ShapeOf,
  text,
  unsimulated,
} from '../parameters.ts';
import { newClientSecret, newId } from '../state/ids.ts';
import { listOf, matching } from './lists.ts';
import { type Call, route } from './route.ts';
import { AUTOMATIC_METHODS, allowedTypes, methodsOf } from './typesOfPayment.ts';

const CREATE = {
  attach_to_self: unsimulated,
  customer_account: unsimulated,
  excluded_payment_method_types: unsimulated,
  flow_directions: unsimulated,
  payment_method_configuration: unsimulated,
  payment_method_data: unsimulated,
  payment_method_options: unsimulated,
  allowed_payment_method_types: allowedTypes,
  automatic_payment_methods: AUTOMATIC_METHODS,
  confirm: flag,
  confirmation_token: unsimulated,
  customer: text,
  description: text,
  expand,
  mandate_data: unsimulated,
  metadata,
  on_behalf_of: unsimulated,
  payment_method: text,
  return_url: text,
  single_use: unsimulated,
  usage: oneOf(['off_session', 'on_session']),
  use_stripe_sdk: flag,
} as const satisfies ShapeOf<Stripe.SetupIntentCreateParams>;

const CONFIRM = {
  allowed_payment_method_types: unsimulated,
  confirmation_token: unsimulated,
  expand,
  mandate_data: unsimulated,
  payment_method: text,
  payment_method_data: unsimulated,
  payment_method_options: unsimulated,
  return_url: text,
  use_stripe_sdk: flag,
} as const satisfies ShapeOf<Stripe.SetupIntentConfirmParams>;

const RETRIEVE = { client_secret: text, expand } as const satisfies ShapeOf<Stripe.SetupIntentRetrieveParams>;

const LIST = {
  ...paging,
  attach_to_self: unsimulated,
  created,
  customer: text,
  customer_account: unsimulated,
  expand,
  payment_method: text,
} as const satisfies ShapeOf<Stripe.SetupIntentListParams>;

const at = ({ account, id }: Call) => account.get('setup_intent', id, 'intent', 404);

const confirmationOf = (params: {
  readonly return_url: string | undefined;
  readonly use_stripe_sdk: boolean | undefined;
}) => ({
  ...FROM_SERVER,
  returnUrl: params.return_url ?? null,
  inBrowser: params.use_stripe_sdk ?? false,
});

export const setupIntentRoutes = [
  route('POST', '/v1/setup_intents', CREATE, (params, call) => {
    const { account, now } = call;
    if (params.confirm !== true && params.return_url !== undefined)
      throw invalid(
        'The parameter `return_url` cannot be passed when creating a SetupIntent unless `confirm` is set to true.',
        {
          param: 'return_url',
        },
      );
    const customer = customerFor(params.customer, null, account);
    const chosen = chosenMethod(params.payment_method, customer, account, now);
    const id = newId('seti');
    const intent: Stripe.SetupIntent = {
      id,
      object: 'setup_intent',
      ...methodsOf(params),
      application: null,
      cancellation_reason: null,
      client_secret: newClientSecret(id),
      created: account.now(),
      customer,
      customer_account: null,
      description: params.description ?? null,
      excluded_payment_method_types: null,
      flow_directions: null,
      last_setup_error: null,
      latest_attempt: null,
      livemode: false,
      mandate: null,
      metadata: mergeMetadata({}, params.metadata),
      next_action: null,
      on_behalf_of: null,
      payment_method: chosen,
      payment_method_configuration_details: null,
      payment_method_options: null,
      payment_method_types: ['card'],
      single_use_mandate: null,
      status: chosen === null ? 'requires_payment_method' : 'requires_confirmation',
      usage: params.usage ?? 'off_session',
    };
    account.save('setup_intent', intent);
    account.emit('setup_intent.created', intent);
    return params.confirm === true ? confirmSetup(intent, undefined, confirmationOf(params), call) : intent;
  }),

  route('GET', '/v1/setup_intents', LIST, (params, { account }) =>
    listOf(
      matching(account.all('setup_intent'), params, 'customer', 'payment_method'),
      params,
      '/v1/setup_intents',
    ),
  ),

  route('GET', '/v1/setup_intents/:id', RETRIEVE, (params, call) => {
    const intent = at(call);
    if (params.client_secret !== undefined) mustMatchSecret(intent, params.client_secret);
    return intent;
  }),

  route('POST', '/v1/setup_intents/:id/confirm', CONFIRM, (params, call) =>
    confirmSetup(at(call), params.payment_method, confirmationOf(params), call),
  ),
];
