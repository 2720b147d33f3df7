import type Stripe from 'stripe';
import {
  created,
  email,
  expand,
  flag,
  integer,
  metadata,
  oneOf,
  paging,
  type Reader,
  required,
  type ShapeOf,
  text,
  unsettable,
  unsimulated,
} from '../parameters.ts';
import { AUTOMATIC_METHODS, allowedTypes } from './typesOfPayment.ts';

const FUTURE_USAGE = oneOf(['off_session', 'on_session']);

const offSession: Reader<boolean | undefined> = (node, name) => {
  const value = oneOf(['true', 'false', 'one_off', 'recurring'])(node, name);
  return value === undefined ? undefined : value !== 'false';
};

/** Parameters of create and confirm without behaviour here. */
const BEYOND = {
  amount_details: unsimulated,
  excluded_payment_method_types: unsimulated,
  hooks: unsimulated,
  payment_details: unsimulated,
  payment_method_data: unsimulated,
  payment_method_options: unsimulated,
  shipping: unsimulated,
} as const;

const CONFIRMING = {
  confirmation_token: unsimulated,
  error_on_requires_action: flag,
  mandate: unsimulated,
  mandate_data: unsimulated,
  off_session: offSession,
  radar_options: unsimulated,
  return_url: text,
  use_stripe_sdk: flag,
} as const;

export const CREATE = {
  ...BEYOND,
  ...CONFIRMING,
  application_fee_amount: unsimulated,
  customer: text,
  customer_account: unsimulated,
  description: text,
  payment_method_configuration: unsimulated,
  statement_descriptor: text,
  statement_descriptor_suffix: text,
  transfer_data: unsimulated,
  transfer_group: unsimulated,
  allowed_payment_method_types: allowedTypes,
  amount: required(integer),
  automatic_payment_methods: AUTOMATIC_METHODS,
  capture_method: oneOf(['automatic', 'automatic_async', 'manual']),
  confirm: flag,
  confirmation_method: oneOf(['automatic', 'manual']),
  currency: required(text),
  expand,
  metadata,
  on_behalf_of: unsimulated,
  payment_method: text,
  receipt_email: email,
  setup_future_usage: FUTURE_USAGE,
} as const satisfies ShapeOf<Stripe.PaymentIntentCreateParams>;

export const CONFIRM = {
  ...BEYOND,
  ...CONFIRMING,
  allowed_payment_method_types: unsimulated,
  amount_to_confirm: integer,
  capture_method: unsimulated,
  expand,
  payment_method: text,
  receipt_email: unsettable(email),
  setup_future_usage: unsettable(FUTURE_USAGE),
} as const satisfies ShapeOf<Stripe.PaymentIntentConfirmParams>;

export const CANCEL = {
  cancellation_reason: oneOf(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']),
  expand,
} as const satisfies ShapeOf<Stripe.PaymentIntentCancelParams>;

export const RETRIEVE = {
  client_secret: text,
  expand,
} as const satisfies ShapeOf<Stripe.PaymentIntentRetrieveParams>;

export const LIST = {
  ...paging,
  created,
  customer: text,
  customer_account: unsimulated,
  expand,
} as const satisfies ShapeOf<Stripe.PaymentIntentListParams>;
