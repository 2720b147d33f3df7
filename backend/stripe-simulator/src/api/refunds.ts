import type Stripe from 'stripe';
import { invalid } from '../failures.ts';
import { idOf } from '../intents.ts';
import {
  created,
  expand,
  integer,
  metadata,
  metadataOf,
  paging,
  required,
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
  charge: unsimulated,
  currency: unsimulated,
  customer: unsimulated,
  expand,
  instructions_email: unsimulated,
  metadata: unsettable(metadata),
  origin: unsimulated,
  payment_intent: required(text),
  reason: unsimulated,
  refund_application_fee: unsimulated,
  reverse_transfer: unsimulated,
} as const satisfies ShapeOf<Stripe.RefundCreateParams>;

const LIST = {
  ...paging,
  charge: unsimulated,
  created,
  expand,
  payment_intent: text,
} as const satisfies ShapeOf<Stripe.RefundListParams>;

export const refundRoutes = [
  route('POST', '/v1/refunds', CREATE, (params, { account }) => {
    const charged = chargeToRefund(params.payment_intent, account);
    const left = charged.amount - charged.amount_refunded;
    const amount = params.amount ?? left;
    const disputes = account.all('dispute').filter(({ charge }) => charge === charged.id);
    if (disputes.some(({ is_charge_refundable: refundable }) => !refundable))
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
      metadata: metadataOf(params.metadata),
      payment_intent: charged.payment_intent,
      payment_method: charged.payment_method,
      reason: null,
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
      returnRefund(refund, account);
    return refund;
  }),

  route('GET', '/v1/refunds', LIST, (params, { account }) =>
    listOf(matching(account.all('refund'), params, 'payment_intent'), params, '/v1/refunds'),
  ),
];

/** @throws StripeFailure 400 for an intent that was not paid */
function chargeToRefund(intentId: string, account: Account): Stripe.Charge {
  const id = idOf(account.get('payment_intent', intentId, 'payment_intent').latest_charge);
  const charged = id === null ? undefined : account.find('charge', id);
  if (charged?.paid !== true)
    throw invalid(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    });
  return charged;
}

/** The bank returns a refund that was answered as succeeded. */
function returnRefund(refund: Stripe.Refund, account: Account): void {
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
