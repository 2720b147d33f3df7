import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StripeSimulator } from './index.ts';
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

describe('customers', () => {
  test('are created, changed, listed and deleted with their cards', async () => {
    const email = 'list@northgate.example';
    const customer = await stripe.customers.create({
      email,
      address: { city: 'Staten Island' },
      metadata: { a: '1', b: '2' },
    });
    expect(customer).toMatchObject({
      email,
      address: { city: 'Staten Island', line1: null },
      livemode: false,
    });
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    expect((await stripe.customers.list({ email })).data.map(({ id }) => id)).toEqual([customer.id]);
    expect(await stripe.customers.del(customer.id)).toEqual({
      id: customer.id,
      object: 'customer',
      deleted: true,
    });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
    expect(await stripe.paymentMethods.retrieve(card.id)).toMatchObject({ customer: null });
  });

  test('lists turn pages in both directions', async () => {
    const email = 'pages@northgate.example';
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.unshift((await stripe.customers.create({ email })).id);
    const all: string[] = [];
    for await (const { id } of stripe.customers.list({ email, limit: 2 })) all.push(id);
    expect(all).toEqual(made);
    const back = await stripe.customers.list({ email, limit: 2, ending_before: made[4] ?? '' });
    expect(back.data.map(({ id }) => id)).toEqual(made.slice(2, 4));
    expect(back.has_more).toBe(true);
    expect(await refusal(stripe.customers.list({ limit: 101 }))).toMatchObject({ param: 'limit' });
    expect(await refusal(stripe.customers.list({ starting_after: 'cus_no' }))).toMatchObject({
      code: 'resource_missing',
    });
  });
});

describe('saved cards', () => {
  test('belong to one customer, until they are taken off for ever', async () => {
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

  test('a kept card that is kept again is not attached twice', async () => {
    const { customer, intent } = await setUp('pm_card_visa');
    const again = await stripe.setupIntents.create({
      customer: customer.id,
      allowed_payment_method_types: ['card'],
    });
    await stripe.setupIntents.confirm(again.id, { payment_method: String(intent.payment_method) });
    const { data } = await stripe.events.list({ type: 'payment_method.attached', limit: 100 });
    const about = data.filter((event) =>
      JSON.stringify(event.data.object).includes(String(intent.payment_method)),
    );
    expect(about).toHaveLength(1);
  });

  test('4000 0000 0000 0341 saves but fails to charge', async () => {
    const { customer, intent } = await setUp('pm_card_chargeCustomerFail');
    expect(intent.status).toBe('succeeded');
    expect(await refusal(chargeOffSession(customer.id, String(intent.payment_method)))).toMatchObject({
      code: 'card_declined',
    });
  });

  test('4000 0025 0000 3155 asks when it is kept, and no more then', async () => {
    const { customer, intent } = await setUp('pm_card_authenticationRequiredOnSetup');
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    simulator.authenticate(SECRET_KEY, intent.id, 'complete');
    const done = await stripe.setupIntents.retrieve(intent.id, { expand: ['payment_method'] });
    expect(done).toMatchObject({ status: 'succeeded', payment_method: { customer: customer.id } });
    const method = done.payment_method;
    if (method === null || typeof method === 'string') throw new Error('not expanded');
    expect((await chargeOffSession(customer.id, method.id)).status).toBe('succeeded');
  });

  test('a card that cannot be kept says so, and the setup stays usable', async () => {
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

  test('numbers are never taken from servers', async () => {
    const error = await refusal(
      stripe.paymentMethods.create({
        type: 'card',
        card: { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' },
      }),
    );
    expect(error.statusCode).toBe(400);
  });
});

describe('refunds and disputes', () => {
  const paid = (card = 'pm_card_visa') =>
    stripe.paymentIntents.create({
      amount: 16_500,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      payment_method: card,
      confirm: true,
    });

  test('give back what was paid, in parts, never more', async () => {
    const { id } = await paid();
    const first = await stripe.refunds.create({
      payment_intent: id,
      amount: 6_500,
      reason: 'requested_by_customer',
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
    expect(await stripe.refunds.retrieve(first.id)).toMatchObject({ id: first.id });
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 16_500 });
  });

  test('are refused where nothing was paid, or nothing is named', async () => {
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

  test('a refund that comes back leaves the money with us', async () => {
    const { id } = await paid('pm_card_refundFail');
    const refund = await stripe.refunds.create({ payment_intent: id });
    expect(refund.status).toBe('succeeded');
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: expect.any(String),
    });
    const { data } = await stripe.events.list({ types: ['refund.failed'] });
    expect(data).toHaveLength(1);
  });

  test('an owner disputes a charge; it is not refunded then', async () => {
    const { id } = await paid();
    const dispute = simulator.dispute(SECRET_KEY, id, 'product_not_received');
    expect(await stripe.disputes.retrieve(dispute)).toMatchObject({
      status: 'needs_response',
      reason: 'product_not_received',
      payment_intent: id,
      amount: 16_500,
    });
    expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_disputed',
    });
    simulator.closeDispute(SECRET_KEY, dispute, 'won');
    expect((await stripe.disputes.list({ payment_intent: id })).data).toMatchObject([
      { id: dispute, status: 'won' },
    ]);
    const byCard = await paid('pm_card_createDispute');
    expect((await stripe.disputes.list({ payment_intent: byCard.id })).data).toHaveLength(1);
  });
});
