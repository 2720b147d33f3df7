import type Stripe from 'stripe';
import { detach } from '../cards/paymentMethod.ts';
import { expand, metadata, metadataOf, type ShapeOf, unsettable, unsimulated } from '../parameters.ts';
import { newId } from '../state/ids.ts';
import { route } from './route.ts';

const CREATE = {
  address: unsimulated,
  balance: unsimulated,
  business_name: unsimulated,
  cash_balance: unsimulated,
  description: unsimulated,
  email: unsimulated,
  expand,
  individual_name: unsimulated,
  invoice_prefix: unsimulated,
  metadata: unsettable(metadata),
  name: unsimulated,
  next_invoice_sequence: unsimulated,
  phone: unsimulated,
  preferred_locales: unsimulated,
  shipping: unsimulated,
  source: unsimulated,
  tax: unsimulated,
  tax_exempt: unsimulated,
  validate: unsimulated,
  invoice_settings: unsimulated,
  payment_method: unsimulated,
  tax_id_data: unsimulated,
  test_clock: unsimulated,
} as const satisfies ShapeOf<Stripe.CustomerCreateParams>;

export const customerRoutes = [
  route('POST', '/v1/customers', CREATE, (params, { account }) => {
    const customer: Stripe.Customer = {
      id: newId('cus'),
      object: 'customer',
      address: null,
      balance: 0,
      created: account.now(),
      currency: null,
      default_source: null,
      delinquent: false,
      description: null,
      discount: null,
      email: null,
      invoice_settings: {
        custom_fields: null,
        default_payment_method: null,
        footer: null,
        rendering_options: null,
      },
      livemode: false,
      metadata: metadataOf(params.metadata),
      name: null,
      phone: null,
      preferred_locales: [],
      shipping: null,
      tax_exempt: 'none',
      test_clock: null,
    };
    account.emit('customer.created', customer);
    return account.save('customer', customer);
  }),

  route(
    'GET',
    '/v1/customers/:id',
    { expand } satisfies ShapeOf<Stripe.CustomerRetrieveParams>,
    (_, { account, id }) => account.get('customer', id, 'id', 404),
  ),

  route('DELETE', '/v1/customers/:id', {}, (_, { account, id }) => {
    const customer = account.customer(id, 'id', 404);
    for (const method of account.all('payment_method').filter((found) => found.customer === id))
      detach(method, account);
    account.emit('customer.deleted', customer);
    return account.save('customer', { id, object: 'customer', deleted: true });
  }),
];
