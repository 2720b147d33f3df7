import type Stripe from 'stripe';
import { created, expand, paging, type ShapeOf, text, unsimulated } from '../parameters.ts';
import { listOf, matching } from './lists.ts';
import { route } from './route.ts';

const LIST = {
  ...paging,
  created,
  customer: unsimulated,
  expand,
  payment_intent: text,
  transfer_group: unsimulated,
} as const satisfies ShapeOf<Stripe.ChargeListParams>;

export const chargeRoutes = [
  route('GET', '/v1/charges', LIST, (params, { account }) =>
    listOf(matching(account.all('charge'), params, 'payment_intent'), params, '/v1/charges'),
  ),
];
