import type Stripe from 'stripe';
import { created, expand, flag, list, paging, type ShapeOf, text, unsimulated } from '../parameters.ts';
import { listOf, matching } from './lists.ts';
import { route } from './route.ts';

const CHARGES = {
  ...paging,
  created,
  customer: text,
  expand,
  payment_intent: text,
  transfer_group: unsimulated,
} as const satisfies ShapeOf<Stripe.ChargeListParams>;

const DISPUTES = {
  ...paging,
  charge: text,
  created,
  expand,
  payment_intent: text,
} as const satisfies ShapeOf<Stripe.DisputeListParams>;

const EVENTS = {
  ...paging,
  created,
  delivery_success: flag,
  expand,
  type: text,
  types: list(text),
} as const satisfies ShapeOf<Stripe.EventListParams>;

/** What is only looked at: charges, disputes, events. */
export const recordRoutes = [
  route('GET', '/v1/charges', CHARGES, (params, { account }) =>
    listOf(matching(account.all('charge'), params, 'customer', 'payment_intent'), params, '/v1/charges'),
  ),
  route(
    'GET',
    '/v1/charges/:id',
    { expand } satisfies ShapeOf<Stripe.ChargeRetrieveParams>,
    (_, { account, id }) => account.get('charge', id, 'id', 404),
  ),
  route('GET', '/v1/disputes', DISPUTES, (params, { account }) =>
    listOf(matching(account.all('dispute'), params, 'charge', 'payment_intent'), params, '/v1/disputes'),
  ),
  route(
    'GET',
    '/v1/disputes/:id',
    { expand } satisfies ShapeOf<Stripe.DisputeRetrieveParams>,
    (_, { account, id }) => account.get('dispute', id, 'id', 404),
  ),
  route('GET', '/v1/events', EVENTS, (params, { account }) =>
    listOf(
      matching(account.all('event'), params, 'type')
        .filter((event) => params.types === undefined || params.types.includes(event.type))
        .filter(
          (event) =>
            params.delivery_success === undefined ||
            params.delivery_success === (event.pending_webhooks === 0),
        ),
      params,
      '/v1/events',
    ),
  ),
  route(
    'GET',
    '/v1/events/:id',
    { expand } satisfies ShapeOf<Stripe.EventRetrieveParams>,
    (_, { account, id }) => account.get('event', id, 'id', 404),
  ),
];
