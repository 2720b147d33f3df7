import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StripeSimulator } from './index.ts';
import { OTHER_KEY, refusal, startForTests, stripeFor } from './testing/startForTests.ts';

let simulator: StripeSimulator;
let stripe: Stripe;
let now: Date;

beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  simulator = await startForTests({ clock: () => now });
  stripe = stripeFor(simulator);
});
afterEach(() => simulator.stop());

const PAY = {
  amount: 16_500,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
  payment_method: 'pm_card_visa',
  confirm: true,
} satisfies Stripe.PaymentIntentCreateParams;
const pay = (
  idempotencyKey: string,
  extra: Partial<Stripe.PaymentIntentCreateParams> = {},
  client = stripe,
) => client.paymentIntents.create({ ...PAY, ...extra }, { idempotencyKey });
const charges = async () => (await stripe.charges.list()).data.length;

describe('idempotency keys', () => {
  test('answer a retry as the first request, and charge once', async () => {
    const first = await pay('k1');
    const second = await pay('k1');
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect(await charges()).toBe(1);
  });

  test('refuse other parameters or another address under the same key', async () => {
    await pay('k1');
    const error = await refusal(pay('k1', { amount: 20_000 }));
    expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(error).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
    expect(await refusal(stripe.customers.create({}, { idempotencyKey: 'k1' }))).toMatchObject({
      rawType: 'idempotency_error',
    });
    expect(await charges()).toBe(1);
  });

  test('refuse the same parameters for another intent', async () => {
    const open = { amount: 500, currency: 'usd', allowed_payment_method_types: ['card'] };
    const [a, b] = [await stripe.paymentIntents.create(open), await stripe.paymentIntents.create(open)];
    const confirm = (id: string) =>
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }, { idempotencyKey: 'k1' });
    await confirm(a.id);
    expect(await refusal(confirm(b.id))).toMatchObject({
      rawType: 'idempotency_error',
      message: expect.stringContaining('same endpoint'),
    });
    expect(await charges()).toBe(1);
  });

  test('keep a decline, but no invalid request', async () => {
    const declined = await refusal(pay('k1', { payment_method: 'pm_card_visa_chargeDeclined' }));
    const again = await refusal(pay('k1', { payment_method: 'pm_card_visa_chargeDeclined' }));
    expect(again.charge).toBe(declined.charge);
    expect(await refusal(pay('k2', { currency: '' }))).toMatchObject({ param: 'currency' });
    expect((await pay('k2')).status).toBe('succeeded');
  });

  test('belong to their account, and expire after a day', async () => {
    const first = await pay('k1');
    const others = await pay('k1', {}, stripeFor(simulator, OTHER_KEY));
    expect(others.id).not.toBe(first.id);
    now = new Date('2026-03-02T11:59:00Z');
    expect((await pay('k1')).id).toBe(first.id);
    now = new Date('2026-03-02T13:00:00Z');
    expect((await pay('k1')).id).not.toBe(first.id);
    expect(await charges()).toBe(2);
  });
});

describe('faults', () => {
  const CREATE = /POST \/v1\/payment_intents/;

  test('cut the connection after the charge, so that a retry gets the same intent', async () => {
    simulator.faults.add({ request: CREATE, action: 'drop', times: 2 });
    await expect(pay('k1')).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect(await charges()).toBe(1);
    expect((await pay('k1')).status).toBe('succeeded');
    expect(await charges()).toBe(1);
  });

  test('cut the connection before the charge', async () => {
    simulator.faults.add({ request: CREATE, action: 'drop', when: 'before', times: 2 });
    await expect(pay('k1')).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect(await charges()).toBe(0);
  });

  test('answer 500 after the charge, which the key keeps', async () => {
    simulator.faults.add({ request: CREATE, action: 'error500' });
    expect(await refusal(pay('k1', { metadata: { attempt: 'a1' } }))).toMatchObject({
      statusCode: 500,
      type: 'StripeAPIError',
    });
    expect(await refusal(pay('k1', { metadata: { attempt: 'a1' } }))).toMatchObject({ statusCode: 500 });
    const { data } = await stripe.paymentIntents.list();
    expect(data.filter(({ metadata }) => metadata.attempt === 'a1')).toMatchObject([{ status: 'succeeded' }]);
    expect(await charges()).toBe(1);
  });

  test('answer 500 before the charge, which leaves the key free', async () => {
    simulator.faults.add({ request: CREATE, action: 'error500', when: 'before' });
    expect(await refusal(pay('k1'))).toMatchObject({ statusCode: 500 });
    expect((await pay('k1')).status).toBe('succeeded');
    expect(await charges()).toBe(1);
  });

  test('leave a request without an answer, with or without the charge', async () => {
    const impatient = (idempotencyKey: string) =>
      stripe.paymentIntents.create(PAY, { idempotencyKey, timeout: 150 });
    simulator.faults.add({ request: CREATE, action: 'hang' });
    await expect(impatient('k1')).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
    await expect.poll(charges, { timeout: 10_000 }).toBe(1);
    simulator.faults.add({ request: CREATE, action: 'hang', when: 'before' });
    await expect(impatient('k2')).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect(await charges()).toBe(1);
  });

  test('delay a request, which blocks its key', async () => {
    simulator.faults.add({ request: CREATE, action: 'delay', when: 'before', milliseconds: 2_000 });
    const outcomes = await Promise.allSettled([pay('k1'), pay('k1')]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toMatchObject([
      { value: { status: 'succeeded' } },
    ]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { statusCode: 409, code: 'idempotency_key_in_use' } },
    ]);
    expect(await charges()).toBe(1);
  });

  test('affect matching requests only, until they are cleared', async () => {
    simulator.faults.add({ request: /GET .*/, action: 'error500', times: 5 });
    expect((await pay('k1')).status).toBe('succeeded');
    simulator.faults.clear();
    expect(await charges()).toBe(1);
  });
});

test('records requests', async () => {
  await pay('k1');
  expect(simulator.requests).toMatchObject([
    {
      method: 'POST',
      path: '/v1/payment_intents',
      idempotencyKey: 'k1',
      body: expect.stringContaining('amount=16500'),
    },
  ]);
});
