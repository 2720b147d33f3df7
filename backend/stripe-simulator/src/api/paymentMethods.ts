import type Stripe from 'stripe';
import { attach, cardBehind, detach, mustKeep, paymentMethodOf } from '../cards/paymentMethod.ts';
import { invalid } from '../failures.ts';
import { expand, required, type ShapeOf, text, unsimulated } from '../parameters.ts';
import { route } from './route.ts';

const ATTACH = {
  customer: required(text),
  customer_account: unsimulated,
  expand,
} as const satisfies ShapeOf<Stripe.PaymentMethodAttachParams>;

/** Making one from a number is the card form's part (`browserApi.ts`): servers never see a number. */
export const paymentMethodRoutes = [
  route('POST', '/v1/payment_methods', {}, () => {
    throw invalid(
      'The Stripe simulator makes payment methods in its card form only. In server code name a ready-made one, e.g. pm_card_visa.',
    );
  }),

  route(
    'GET',
    '/v1/payment_methods/:id',
    { expand } satisfies ShapeOf<Stripe.PaymentMethodRetrieveParams>,
    (_, { account, id }) => account.get('payment_method', id, 'payment_method', 404),
  ),

  route('POST', '/v1/payment_methods/:id/attach', ATTACH, (params, { account, id, now }) => {
    const customer = account.customer(params.customer);
    const method = paymentMethodOf(id, account, now);
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
