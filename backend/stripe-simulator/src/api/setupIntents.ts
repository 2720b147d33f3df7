import type Stripe from 'stripe';
import { confirm } from '../confirm.ts';
import { partiesOf } from '../intents.ts';
import {
  cardsOnly,
  created,
  expand,
  flag,
  metadata,
  metadataOf,
  oneOf,
  paging,
  type ShapeOf,
  text,
  unsimulated,
} from '../parameters.ts';
import { newClientSecret, newId } from '../state/ids.ts';
import { listOf, matching } from './lists.ts';
import { type Call, route } from './route.ts';

const CREATE = {
  attach_to_self: unsimulated,
  customer_account: unsimulated,
  excluded_payment_method_types: unsimulated,
  flow_directions: unsimulated,
  payment_method_configuration: unsimulated,
  payment_method_data: unsimulated,
  payment_method_options: unsimulated,
  allowed_payment_method_types: cardsOnly,
  automatic_payment_methods: unsimulated,
  confirm: flag,
  confirmation_token: unsimulated,
  customer: text,
  description: unsimulated,
  expand,
  mandate_data: unsimulated,
  metadata,
  on_behalf_of: unsimulated,
  payment_method: text,
  return_url: unsimulated,
  single_use: unsimulated,
  usage: oneOf(['off_session', 'on_session']),
  use_stripe_sdk: unsimulated,
} as const satisfies ShapeOf<Stripe.SetupIntentCreateParams>;

const CONFIRM = {
  allowed_payment_method_types: unsimulated,
  confirmation_token: unsimulated,
  expand,
  mandate_data: unsimulated,
  payment_method: text,
  payment_method_data: unsimulated,
  payment_method_options: unsimulated,
  return_url: unsimulated,
  use_stripe_sdk: unsimulated,
} as const satisfies ShapeOf<Stripe.SetupIntentConfirmParams>;

const RETRIEVE = {
  client_secret: unsimulated,
  expand,
} as const satisfies ShapeOf<Stripe.SetupIntentRetrieveParams>;

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

export const setupIntentRoutes = [
  route('POST', '/v1/setup_intents', CREATE, (params, call) => {
    const { account, now } = call;
    const allowed = params.allowed_payment_method_types;
    const id = newId('seti');
    const intent: Stripe.SetupIntent = {
      id,
      object: 'setup_intent',
      ...partiesOf(params, account, now),
      allowed_payment_method_types: allowed === undefined ? null : [...allowed],
      application: null,
      automatic_payment_methods: allowed === undefined ? { enabled: true, allow_redirects: 'always' } : null,
      cancellation_reason: null,
      client_secret: newClientSecret(id),
      created: account.now(),
      customer_account: null,
      description: null,
      excluded_payment_method_types: null,
      flow_directions: null,
      last_setup_error: null,
      latest_attempt: null,
      livemode: false,
      mandate: null,
      metadata: metadataOf(params.metadata),
      next_action: null,
      on_behalf_of: null,
      payment_method_configuration_details: null,
      payment_method_options: null,
      payment_method_types: ['card'],
      single_use_mandate: null,
      usage: params.usage ?? 'off_session',
    };
    account.save('setup_intent', intent);
    account.emit('setup_intent.created', intent);
    return params.confirm === true ? confirm(intent, {}, call) : intent;
  }),

  route('GET', '/v1/setup_intents', LIST, (params, { account }) =>
    listOf(
      matching(account.all('setup_intent'), params, 'customer', 'payment_method'),
      params,
      '/v1/setup_intents',
    ),
  ),

  route('GET', '/v1/setup_intents/:id', RETRIEVE, (_, call) => at(call)),

  route('POST', '/v1/setup_intents/:id/confirm', CONFIRM, (params, call) =>
    confirm(at(call), { methodId: params.payment_method }, call),
  ),
];
