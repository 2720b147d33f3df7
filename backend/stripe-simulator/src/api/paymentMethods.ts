import type Stripe from 'stripe';
import {
  attach,
  BILLING_DETAILS,
  billingDetails,
  cardBehind,
  detach,
  mustKeep,
  paymentMethodOf,
} from '../cards/paymentMethod.ts';
import { invalid } from '../failures.ts';
import {
  expand,
  given,
  mergeMetadata,
  metadata,
  oneOf,
  paging,
  required,
  type ShapeOf,
  text,
  unsettable,
  unsimulated,
} from '../parameters.ts';
import { listOf, matching } from './lists.ts';
import { route } from './route.ts';

const ATTACH = {
  customer: required(text),
  customer_account: unsimulated,
  expand,
} as const satisfies ShapeOf<Stripe.PaymentMethodAttachParams>;

const UPDATE = {
  allow_redisplay: oneOf(['always', 'limited', 'unspecified']),
  billing_details: BILLING_DETAILS,
  card: unsimulated,
  expand,
  metadata: unsettable(metadata),
  us_bank_account: unsimulated,
} as const satisfies ShapeOf<Stripe.PaymentMethodUpdateParams>;

const LIST = {
  ...paging,
  allow_redisplay: unsimulated,
  customer: text,
  customer_account: unsimulated,
  expand,
  type: oneOf(['card']),
} as const satisfies ShapeOf<Stripe.PaymentMethodListParams>;

/** Making one from a number is the card form's part (`browserApi.ts`): servers never see a number. */
export const paymentMethodRoutes = [
  route('POST', '/v1/payment_methods', {}, () => {
    throw invalid(
      'The Stripe simulator makes payment methods in its card form only. In server code name a ready-made one, e.g. pm_card_visa.',
    );
  }),

  route('GET', '/v1/payment_methods', LIST, (params, { account }) => {
    if (params.customer !== undefined) account.customer(params.customer);
    const kept = account.all('payment_method').filter((method) => method.customer !== null);
    return listOf(matching(kept, params, 'customer'), params, '/v1/payment_methods');
  }),

  route(
    'GET',
    '/v1/payment_methods/:id',
    { expand } satisfies ShapeOf<Stripe.PaymentMethodRetrieveParams>,
    (_, { account, id }) => account.get('payment_method', id, 'payment_method', 404),
  ),

  route('POST', '/v1/payment_methods/:id', UPDATE, (params, { account, id }) => {
    const before = account.get('payment_method', id, 'payment_method', 404);
    const after: Stripe.PaymentMethod = {
      ...before,
      ...given(params, 'allow_redisplay'),
      ...(params.billing_details === undefined
        ? {}
        : { billing_details: billingDetails(params.billing_details) }),
      metadata: mergeMetadata(before.metadata, params.metadata),
    };
    account.emit('payment_method.updated', after);
    return account.save('payment_method', after);
  }),

  route('POST', '/v1/payment_methods/:id/attach', ATTACH, (params, { account, id, now }) => {
    const customer = account.customer(params.customer);
    const method = paymentMethodOf(id, 'payment_method', account, now);
    const card = cardBehind(method, account);
    if (method.customer !== null && method.customer !== customer.id)
      throw invalid('The payment method you provided has already been attached to a customer.', {
        param: 'payment_method',
      });
    mustKeep(card);
    return attach(method, customer.id, account);
  }),

  route(
    'POST',
    '/v1/payment_methods/:id/detach',
    { expand } satisfies ShapeOf<Stripe.PaymentMethodDetachParams>,
    (_, { account, id }) => {
      const method = account.get('payment_method', id, 'payment_method', 404);
      if (method.customer === null)
        throw invalid(
          'The payment method you provided is not attached to a customer so detachment is impossible.',
          { param: 'payment_method' },
        );
      return detach(method, account);
    },
  ),
];
