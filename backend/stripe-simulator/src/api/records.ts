import type Stripe from 'stripe';
import { attach, cardBehind, detach, mustKeep, paymentMethodOf } from '../cards/paymentMethod.ts';
import { decide, escalate, mustBeUndecided } from '../disputing.ts';
import { invalid } from '../failures.ts';
import { idOf } from '../intents.ts';
import { flag, group, integer, metadata, required, text } from '../parameters.ts';
import type { Account } from '../state/account.ts';
import { newId } from '../state/ids.ts';
import { listOf, retrieve, route } from './route.ts';

const customerRoutes = [
  route('POST', '/v1/customers', { metadata }, (params, { account }) => {
    const customer = {
      id: newId('cus'),
      object: 'customer',
      created: account.now(),
      livemode: false,
      metadata: params.metadata,
    } as Stripe.Customer;
    account.emit('customer.created', customer);
    return account.save('customer', customer);
  }),
  retrieve('customer'),
  route('DELETE', '/v1/customers/:id', {}, (_, { account, id }) => {
    const customer = account.customer(id, 'id', 404);
    for (const method of account.all('payment_method').filter((found) => found.customer === id))
      detach(method, account);
    account.emit('customer.deleted', customer);
    return account.save('customer', { id, object: 'customer', deleted: true });
  }),
];

/** Making one from a number is the card form's part (`browser.ts`): servers never see a number. */
const paymentMethodRoutes = [
  route('POST', '/v1/payment_methods', {}, () => {
    throw invalid(
      'The Stripe simulator makes payment methods in its card form only. In server code name a ready-made one, e.g. pm_card_visa.',
    );
  }),
  retrieve('payment_method'),
  route('POST', '/v1/payment_methods/:id/attach', { customer: required(text) }, (params, call) => {
    const { account, id, now } = call;
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
  route('POST', '/v1/payment_methods/:id/detach', {}, (_, { account, id }) => {
    const method = account.get('payment_method', id, 'payment_method', 404);
    if (method.customer === null)
      throw invalid(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
        { param: 'payment_method' },
      );
    return detach(method, account);
  }),
];

const REFUND = { amount: integer, metadata, payment_intent: required(text) };

const refundRoutes = [
  route('POST', '/v1/refunds', REFUND, (params, { account }) => {
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
    if (amount < 1 || amount > left)
      throw invalid(
        `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($${(left / 100).toFixed(2)})`,
        { param: 'amount' },
      );
    const refund = {
      id: newId('re'),
      object: 'refund',
      amount,
      charge: charged.id,
      created: account.now(),
      currency: charged.currency,
      metadata: params.metadata,
      payment_intent: charged.payment_intent,
      payment_method: charged.payment_method,
      status: 'succeeded',
    } as Stripe.Refund;
    account.save('refund', refund);
    account.emit('refund.created', refund);
    account.emit('charge.refunded', giveBack(charged, amount, account));
    if (account.find('card', charged.payment_method ?? '')?.behaviour.refundFails === true)
      returnRefund(refund, account);
    return refund;
  }),
  listOf('refund', 'charge', 'payment_intent'),
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

/** Counts a refund of the charge; below 0 cents one that failed. */
function giveBack(charged: Stripe.Charge, cents: number, account: Account): Stripe.Charge {
  const amount_refunded = charged.amount_refunded + cents;
  return account.save('charge', {
    ...charged,
    amount_refunded,
    refunded: amount_refunded === charged.amount,
  });
}

/** The bank returns a refund that was answered as succeeded. */
function returnRefund(refund: Stripe.Refund, account: Account): void {
  const failure_reason = 'expired_or_canceled_card';
  const failed = account.save('refund', { ...refund, status: 'failed', failure_reason });
  giveBack(account.get('charge', String(refund.charge), 'charge'), -refund.amount, account);
  account.emit('refund.updated', failed);
  account.emit('refund.failed', failed);
}

/** Answers a dispute, as `uncategorized_text`: Stripe's own texts for its test mode. */
const EVIDENCE = ['winning_evidence', 'losing_evidence', 'escalate_inquiry_evidence'];
const UPDATE = { evidence: group({ uncategorized_text: text }), submit: flag };

const disputeRoutes = [
  listOf('dispute', 'charge', 'payment_intent'),
  retrieve('dispute'),
  route('POST', '/v1/disputes/:id', UPDATE, ({ evidence, submit = true }, { account, id }) => {
    const found = account.get('dispute', id, 'dispute', 404);
    const answer = evidence?.uncategorized_text;
    mustBeUndecided(found);
    if (answer === undefined || !submit) return found;
    if (!EVIDENCE.includes(answer))
      throw invalid(`The Stripe simulator decides only by ${EVIDENCE.join(', ')}.`, { param: 'evidence' });
    return answer === 'escalate_inquiry_evidence'
      ? escalate(found, account)
      : decide(found, answer === 'winning_evidence', account);
  }),
  route('POST', '/v1/disputes/:id/close', {}, (_, { account, id }) =>
    decide(account.get('dispute', id, 'dispute', 404), false, account),
  ),
];

export const recordRoutes = [
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...refundRoutes,
  listOf('charge', 'customer', 'payment_intent'),
  ...disputeRoutes,
];
