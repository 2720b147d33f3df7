import type Stripe from 'stripe';
import { detach } from '../cards/paymentMethod.ts';
import { invalid } from '../failures.ts';
import {
  address,
  created,
  email,
  expand,
  fullAddress,
  given,
  group,
  mergeMetadata,
  metadata,
  oneOf,
  paging,
  type ShapeOf,
  text,
  unsettable,
  unsimulated,
} from '../parameters.ts';
import { newId } from '../state/ids.ts';
import { listOf, matching } from './lists.ts';
import { route } from './route.ts';

const DETAILS = {
  address: unsettable(address),
  balance: unsimulated,
  business_name: unsimulated,
  cash_balance: unsimulated,
  description: unsettable(text),
  email: unsettable(email),
  expand,
  individual_name: unsimulated,
  invoice_prefix: unsimulated,
  metadata: unsettable(metadata),
  name: unsettable(text),
  next_invoice_sequence: unsimulated,
  phone: unsettable(text),
  preferred_locales: unsimulated,
  shipping: unsimulated,
  source: unsimulated,
  tax: unsimulated,
  tax_exempt: unsimulated,
  validate: unsimulated,
} as const;

const CREATE = {
  ...DETAILS,
  invoice_settings: unsimulated,
  payment_method: unsimulated,
  tax_id_data: unsimulated,
  test_clock: unsimulated,
} as const satisfies ShapeOf<Stripe.CustomerCreateParams>;

const UPDATE = {
  ...DETAILS,
  default_source: unsimulated,
  invoice_settings: group({
    custom_fields: unsimulated,
    default_payment_method: unsettable(text),
    footer: unsimulated,
    rendering_options: unsimulated,
  } satisfies ShapeOf<Stripe.CustomerUpdateParams.InvoiceSettings>),
} as const satisfies ShapeOf<Stripe.CustomerUpdateParams>;

const LIST = {
  ...paging,
  created,
  email: text,
  expand,
  test_clock: unsimulated,
} as const satisfies ShapeOf<Stripe.CustomerListParams>;

const LIST_METHODS = {
  ...paging,
  allow_redisplay: unsimulated,
  expand,
  type: oneOf(['card']),
} as const satisfies ShapeOf<Stripe.CustomerListPaymentMethodsParams>;

export const customerRoutes = [
  route('POST', '/v1/customers', CREATE, (params, { account }) => {
    const customer: Stripe.Customer = {
      id: newId('cus'),
      object: 'customer',
      address: params.address == null ? null : fullAddress(params.address),
      balance: 0,
      created: account.now(),
      currency: null,
      default_source: null,
      delinquent: false,
      description: params.description ?? null,
      discount: null,
      email: params.email ?? null,
      invoice_settings: {
        custom_fields: null,
        default_payment_method: null,
        footer: null,
        rendering_options: null,
      },
      livemode: false,
      metadata: mergeMetadata({}, params.metadata),
      name: params.name ?? null,
      phone: params.phone ?? null,
      preferred_locales: [],
      shipping: null,
      tax_exempt: 'none',
      test_clock: null,
    };
    account.emit('customer.created', customer);
    return account.save('customer', customer);
  }),

  route('GET', '/v1/customers', LIST, (params, { account }) =>
    listOf(
      matching(
        account.all('customer').filter((customer) => customer.deleted !== true),
        params,
        'email',
      ),
      params,
      '/v1/customers',
    ),
  ),

  route(
    'GET',
    '/v1/customers/:id',
    { expand } satisfies ShapeOf<Stripe.CustomerRetrieveParams>,
    (_, { account, id }) => account.get('customer', id, 'id', 404),
  ),

  route('POST', '/v1/customers/:id', UPDATE, (params, { account, id }) => {
    const before = account.customer(id, 'id', 404);
    const standard = params.invoice_settings?.default_payment_method;
    if (typeof standard === 'string') {
      const method = account.get('payment_method', standard, 'invoice_settings[default_payment_method]');
      if (method.customer !== id)
        throw invalid(
          `The customer does not have a payment method with the ID ${standard}. The payment method must be attached to the customer.`,
          { param: 'invoice_settings[default_payment_method]' },
        );
    }
    const after: Stripe.Customer = {
      ...before,
      ...given(params, 'description', 'email', 'name', 'phone'),
      ...(params.address === undefined
        ? {}
        : { address: params.address === null ? null : fullAddress(params.address) }),
      metadata: mergeMetadata(before.metadata, params.metadata),
      invoice_settings: {
        ...before.invoice_settings,
        ...(standard === undefined ? {} : { default_payment_method: standard }),
      },
    };
    account.emit('customer.updated', after);
    return account.save('customer', after);
  }),

  route('DELETE', '/v1/customers/:id', {}, (_, { account, id }) => {
    const customer = account.customer(id, 'id', 404);
    for (const method of account.all('payment_method').filter((found) => found.customer === id))
      detach(method, account);
    account.emit('customer.deleted', customer);
    return account.save('customer', { id, object: 'customer', deleted: true });
  }),

  route('GET', '/v1/customers/:id/payment_methods', LIST_METHODS, (params, { account, id }) => {
    account.customer(id, 'id', 404);
    const methods = account.all('payment_method').filter((method) => method.customer === id);
    return listOf(methods, params, `/v1/customers/${id}/payment_methods`);
  }),
];
