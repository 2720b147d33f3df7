import type Stripe from 'stripe';
import { created, expand, flag, list, paging, type ShapeOf, text, unsimulated } from '../parameters.ts';
import { listOf } from './lists.ts';
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
    listOf(
      account
        .all('charge')
        .filter((charge) => params.customer === undefined || charge.customer === params.customer)
        .filter(
          (charge) => params.payment_intent === undefined || charge.payment_intent === params.payment_intent,
        )
        .filter((charge) => params.created?.(charge.created) ?? true),
      params,
      '/v1/charges',
    ),
  ),
  route(
    'GET',
    '/v1/charges/:id',
    { expand } satisfies ShapeOf<Stripe.ChargeRetrieveParams>,
    (_, { account, id }) => account.get('charge', id, 'id', 404),
  ),
  route('GET', '/v1/disputes', DISPUTES, (params, { account }) =>
    listOf(
      account
        .all('dispute')
        .filter((dispute) => params.charge === undefined || dispute.charge === params.charge)
        .filter(
          (dispute) =>
            params.payment_intent === undefined || dispute.payment_intent === params.payment_intent,
        )
        .filter((dispute) => params.created?.(dispute.created) ?? true),
      params,
      '/v1/disputes',
    ),
  ),
  route(
    'GET',
    '/v1/disputes/:id',
    { expand } satisfies ShapeOf<Stripe.DisputeRetrieveParams>,
    (_, { account, id }) => account.get('dispute', id, 'id', 404),
  ),
  route('GET', '/v1/events', EVENTS, (params, { account }) =>
    listOf(
      account
        .all('event')
        .filter((event) => params.type === undefined || event.type === params.type)
        .filter((event) => params.types === undefined || params.types.includes(event.type))
        .filter(
          (event) =>
            params.delivery_success === undefined ||
            params.delivery_success === (event.pending_webhooks === 0),
        )
        .filter((event) => params.created?.(event.created) ?? true),
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
