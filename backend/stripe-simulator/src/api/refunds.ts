import type Stripe from 'stripe';
import { invalid } from '../failures.ts';
import { idOf } from '../intents.ts';
import {
  created,
  expand,
  flag,
  integer,
  mergeMetadata,
  metadata,
  oneOf,
  paging,
  type ShapeOf,
  text,
  unsettable,
  unsimulated,
} from '../parameters.ts';
import type { Account } from '../state/account.ts';
import { newId } from '../state/ids.ts';
import { listOf, matching } from './lists.ts';
import { route } from './route.ts';

const CREATE = {
  amount: integer,
  charge: text,
  currency: unsimulated,
  customer: unsimulated,
  expand,
  instructions_email: unsimulated,
  metadata: unsettable(metadata),
  origin: unsimulated,
  payment_intent: text,
  reason: oneOf(['duplicate', 'fraudulent', 'requested_by_customer']),
  refund_application_fee: flag,
  reverse_transfer: unsimulated,
} as const satisfies ShapeOf<Stripe.RefundCreateParams>;

const LIST = {
  ...paging,
  charge: text,
  created,
  expand,
  payment_intent: text,
} as const satisfies ShapeOf<Stripe.RefundListParams>;

export const refundRoutes = [
  route('POST', '/v1/refunds', CREATE, (params, { account }) => {
    const charged = chargeToRefund(params, account);
    const left = charged.amount - charged.amount_refunded;
    const amount = params.amount ?? left;
    if (charged.disputed)
      throw invalid(`Charge ${charged.id} has been charged back; cannot issue a refund.`, {
        code: 'charge_disputed',
      });
    if (left === 0)
      throw invalid(`Charge ${charged.id} has already been refunded.`, { code: 'charge_already_refunded' });
    if (amount < 1)
      throw invalid('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
    if (amount > left)
      throw invalid(
        `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($${(left / 100).toFixed(2)})`,
        { param: 'amount' },
      );
    const refund: Stripe.Refund = {
      id: newId('re'),
      object: 'refund',
      amount,
      balance_transaction: null,
      charge: charged.id,
      created: account.now(),
      currency: charged.currency,
      customer: charged.customer,
      customer_account: null,
      destination_details: { card: { type: 'refund', reference_status: 'pending' }, type: 'card' },
      metadata: mergeMetadata({}, params.metadata),
      payment_intent: charged.payment_intent,
      payment_method: charged.payment_method,
      reason: params.reason ?? null,
      receipt_number: null,
      source_transfer_reversal: null,
      status: 'succeeded',
      transfer_reversal: null,
    };
    const returned = account.save('charge', {
      ...charged,
      amount_refunded: charged.amount_refunded + amount,
      refunded: amount === left,
    });
    account.save('refund', refund);
    account.emit('refund.created', refund);
    account.emit('charge.refunded', returned);
    if (account.find('card', charged.payment_method ?? '')?.behaviour.refundFails === true)
      comesBack(refund, account);
    return refund;
  }),

  route('GET', '/v1/refunds', LIST, (params, { account }) =>
    listOf(matching(account.all('refund'), params, 'charge', 'payment_intent'), params, '/v1/refunds'),
  ),

  route(
    'GET',
    '/v1/refunds/:id',
    { expand } satisfies ShapeOf<Stripe.RefundRetrieveParams>,
    (_, { account, id }) => account.get('refund', id, 'id', 404),
  ),
];

function chargeToRefund(
  params: { readonly charge: string | undefined; readonly payment_intent: string | undefined },
  account: Account,
): Stripe.Charge {
  if ((params.charge === undefined) === (params.payment_intent === undefined))
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
      {
        code: params.charge === undefined ? 'parameter_missing' : 'parameters_exclusive',
        param: 'payment_intent',
      },
    );
  const intent =
    params.payment_intent === undefined
      ? null
      : account.get('payment_intent', params.payment_intent, 'payment_intent');
  const id = params.charge ?? idOf(intent?.latest_charge ?? null);
  const charged = id === null ? null : account.get('charge', id, 'charge');
  if (charged === null || !charged.paid)
    throw invalid(
      `This ${intent === null ? 'Charge' : 'PaymentIntent'} (${intent?.id ?? id}) does not have a successful charge to refund.`,
      {
        param: intent === null ? 'charge' : 'payment_intent',
      },
    );
  return charged;
}

/** The bank sends the money back to us, some time after the refund's own answer. */
function comesBack(refund: Stripe.Refund, account: Account): void {
  const failed = account.save('refund', {
    ...refund,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  });
  const charged = account.get('charge', String(refund.charge), 'charge');
  account.save('charge', {
    ...charged,
    amount_refunded: charged.amount_refunded - refund.amount,
    refunded: false,
  });
  account.emit('refund.updated', failed);
  account.emit('refund.failed', failed);
}
