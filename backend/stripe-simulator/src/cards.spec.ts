import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StripeSimulator } from './index.ts';
import { payBy } from './testing/listening.ts';
import { refusal, SECRET_KEY, startForTests, stripeFor } from './testing/startForTests.ts';

let simulator: StripeSimulator;
let stripe: Stripe;

beforeAll(async () => {
  simulator = await startForTests();
  stripe = stripeFor(simulator);
});
afterAll(() => simulator.stop());

const setUp = async (card: string) => {
  const customer = await stripe.customers.create();
  const intent = await stripe.setupIntents.create({
    customer: customer.id,
    allowed_payment_method_types: ['card'],
    payment_method: card,
    confirm: true,
  });
  return { customer, intent };
};
const chargeOffSession = (customer: string, method: string) =>
  stripe.paymentIntents.create({
    amount: 5_000,
    currency: 'usd',
    customer,
    payment_method: method,
    allowed_payment_method_types: ['card'],
    off_session: true,
    confirm: true,
  });

test('deletes a customer with its cards', async () => {
  const { id } = await stripe.customers.create({ metadata: { a: '1' } });
  expect(await stripe.customers.retrieve(id)).toMatchObject({ metadata: { a: '1' }, livemode: false });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: id });
  expect(await stripe.customers.del(id)).toEqual({ id, object: 'customer', deleted: true });
  expect(await stripe.customers.retrieve(id)).toMatchObject({ deleted: true });
  expect(await stripe.paymentMethods.retrieve(card.id)).toMatchObject({ customer: null });
});

test('pages through a list', async () => {
  const { id: customer } = await stripe.customers.create();
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1)
    made.unshift((await stripe.paymentIntents.create({ amount: 500, currency: 'usd', customer })).id);
  const all: string[] = [];
  for await (const { id } of stripe.paymentIntents.list({ customer, limit: 2 })) all.push(id);
  expect(all).toEqual(made);
  expect(await refusal(stripe.paymentIntents.list({ limit: 101 }))).toMatchObject({ param: 'limit' });
  expect(await refusal(stripe.paymentIntents.list({ starting_after: 'pi_no' }))).toMatchObject({
    code: 'resource_missing',
  });
});

describe('saved cards', () => {
  test('belong to one customer until they are detached, then to none', async () => {
    const { customer, intent } = await setUp('pm_card_mastercard');
    const method = String(intent.payment_method);
    expect(intent).toMatchObject({ status: 'succeeded', usage: 'off_session', customer: customer.id });
    expect(await stripe.paymentMethods.retrieve(method)).toMatchObject({
      customer: customer.id,
      card: { brand: 'mastercard', last4: '4444' },
    });
    const other = await stripe.customers.create();
    expect(await refusal(stripe.paymentMethods.attach(method, { customer: other.id }))).toMatchObject({
      statusCode: 400,
    });
    expect(await refusal(chargeOffSession(other.id, method))).toMatchObject({ param: 'payment_method' });
    expect((await chargeOffSession(customer.id, method)).status).toBe('succeeded');
    expect(await stripe.paymentMethods.detach(method)).toMatchObject({ id: method, customer: null });
    expect(await refusal(stripe.paymentMethods.detach(method))).toMatchObject({ statusCode: 400 });
    expect(await refusal(stripe.paymentMethods.attach(method, { customer: customer.id }))).toMatchObject({
      code: 'payment_method_unexpected_state',
    });
    expect(await refusal(chargeOffSession(customer.id, method))).toMatchObject({
      code: 'payment_method_unexpected_state',
    });
  });

  test('can be declined later (4000 0000 0000 0341)', async () => {
    const { customer, intent } = await setUp('pm_card_chargeCustomerFail');
    expect(intent.status).toBe('succeeded');
    expect(await refusal(chargeOffSession(customer.id, String(intent.payment_method)))).toMatchObject({
      code: 'card_declined',
    });
  });

  test('ask their owner once (4000 0025 0000 3155)', async () => {
    const { customer, intent } = await setUp('pm_card_authenticationRequiredOnSetup');
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    simulator.authenticate(SECRET_KEY, intent.id, 'complete');
    const done = await stripe.setupIntents.retrieve(intent.id, { expand: ['payment_method'] });
    expect(done).toMatchObject({ status: 'succeeded', payment_method: { customer: customer.id } });
    const method = done.payment_method;
    if (method === null || typeof method === 'string') throw new Error('not expanded');
    expect((await chargeOffSession(customer.id, method.id)).status).toBe('succeeded');
  });

  test('leave the setup open after a decline', async () => {
    const customer = await stripe.customers.create();
    const intent = await stripe.setupIntents.create({
      customer: customer.id,
      allowed_payment_method_types: ['card'],
    });
    const error = await refusal(
      stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_visa_chargeDeclined' }),
    );
    expect(error).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      setup_intent: { status: 'requires_payment_method' },
    });
    expect(
      await refusal(stripe.paymentMethods.attach('pm_card_visa_chargeDeclined', { customer: customer.id })),
    ).toMatchObject({
      statusCode: 402,
    });
    expect(await stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).toMatchObject({
      status: 'succeeded',
    });
    expect((await stripe.setupIntents.list({ customer: customer.id })).data).toHaveLength(1);
  });

  test('are never made from a number that a server sends', async () => {
    const error = await refusal(
      stripe.paymentMethods.create({
        type: 'card',
        card: { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' },
      }),
    );
    expect(error.statusCode).toBe(400);
  });
});

describe('refunds', () => {
  const paid = (card?: string) => payBy(stripe, card);

  test('return a payment in parts, never more', async () => {
    const { id } = await paid();
    const first = await stripe.refunds.create({
      payment_intent: id,
      amount: 6_500,
      metadata: { order: 'o1' },
    });
    expect(first).toMatchObject({
      amount: 6_500,
      status: 'succeeded',
      payment_intent: id,
      metadata: { order: 'o1' },
    });
    expect(await refusal(stripe.refunds.create({ payment_intent: id, amount: 10_001 }))).toMatchObject({
      param: 'amount',
    });
    const rest = await stripe.refunds.create({ payment_intent: id });
    expect(rest.amount).toBe(10_000);
    expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_already_refunded',
    });
    expect((await stripe.refunds.list({ payment_intent: id })).data.map((refund) => refund.id)).toEqual([
      rest.id,
      first.id,
    ]);
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 16_500 });
  });

  test('are refused for an intent that was not paid, or without one', async () => {
    const open = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
    });
    expect(await refusal(stripe.refunds.create({ payment_intent: open.id }))).toMatchObject({
      statusCode: 400,
    });
    expect(await refusal(stripe.refunds.create({}))).toMatchObject({ code: 'parameter_missing' });
  });

  test('can fail after they succeeded', async () => {
    const { id } = await paid('pm_card_refundFail');
    const refund = await stripe.refunds.create({ payment_intent: id });
    expect(refund.status).toBe('succeeded');
    expect((await stripe.refunds.list({ payment_intent: id })).data).toMatchObject([
      { id: refund.id, status: 'failed', failure_reason: expect.any(String) },
    ]);
  });

  test('are refused for a disputed charge', async () => {
    const { id } = await paid();
    simulator.dispute(SECRET_KEY, id);
    expect((await stripe.charges.list({ payment_intent: id })).data).toMatchObject([{ disputed: true }]);
    expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_disputed',
    });
  });
});
