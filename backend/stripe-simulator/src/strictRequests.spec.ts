import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StripeSimulator } from './index.ts';
import { OTHER_KEY, refusal, startForTests, stripeFor } from './testing/startForTests.ts';

let simulator: StripeSimulator;
let stripe: Stripe;

beforeAll(async () => {
  simulator = await startForTests();
  stripe = stripeFor(simulator);
});
afterAll(() => simulator.stop());

const CARDS = { allowed_payment_method_types: ['card'] } satisfies Partial<Stripe.PaymentIntentCreateParams>;
const intent = (extra: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ amount: 16_500, currency: 'usd', ...CARDS, ...extra });

describe('strict requests', () => {
  test.each<[string, string, Record<string, string>, { code?: string; param: string }]>([
    [
      'a missing amount',
      '/v1/payment_intents',
      { currency: 'usd' },
      { code: 'parameter_missing', param: 'amount' },
    ],
    [
      'payment_method_types, which this version dropped',
      '/v1/payment_intents',
      { amount: '500', currency: 'usd', 'payment_method_types[0]': 'card' },
      { code: 'parameter_unknown', param: 'payment_method_types' },
    ],
    [
      'an unknown parameter in a group',
      '/v1/payment_intents',
      { amount: '500', currency: 'usd', 'automatic_payment_methods[on]': 'true' },
      { code: 'parameter_unknown', param: 'automatic_payment_methods[on]' },
    ],
    [
      'a fraction of a cent',
      '/v1/payment_intents',
      { amount: '16.5', currency: 'usd' },
      { code: 'parameter_invalid_integer', param: 'amount' },
    ],
    [
      'less than 50 cents',
      '/v1/payment_intents',
      { amount: '49', currency: 'usd' },
      { code: 'amount_too_small', param: 'amount' },
    ],
    [
      'more than eight digits',
      '/v1/payment_intents',
      { amount: '100000000', currency: 'usd' },
      { code: 'amount_too_large', param: 'amount' },
    ],
    ['an unknown currency', '/v1/payment_intents', { amount: '500', currency: 'xxx' }, { param: 'currency' }],
    [
      'a wrong enum',
      '/v1/payment_intents',
      { amount: '500', currency: 'usd', setup_future_usage: 'sometimes' },
      { param: 'setup_future_usage' },
    ],
    [
      'an unknown type of payment',
      '/v1/payment_intents',
      { amount: '500', currency: 'usd', 'allowed_payment_method_types[0]': 'cheque' },
      { param: 'allowed_payment_method_types[0]' },
    ],
    [
      'an empty text',
      '/v1/payment_intents',
      { amount: '500', currency: 'usd', description: '' },
      { code: 'parameter_invalid_empty', param: 'description' },
    ],
    [
      'a customer who is not there',
      '/v1/payment_intents',
      { amount: '500', currency: 'usd', customer: 'cus_no' },
      { code: 'resource_missing', param: 'customer' },
    ],
    [
      'a known parameter without behaviour',
      '/v1/payment_intents',
      { amount: '500', currency: 'usd', transfer_group: 'x' },
      { param: 'transfer_group' },
    ],
    [
      'return_url without confirm',
      '/v1/payment_intents',
      { amount: '500', currency: 'usd', return_url: 'https://a.example' },
      { param: 'return_url' },
    ],
    ['a bad e-mail address', '/v1/customers', { email: 'nobody' }, { code: 'email_invalid', param: 'email' }],
    ['a boolean that is none', '/v1/setup_intents', { confirm: 'yes' }, { param: 'confirm' }],
    [
      'both intent and charge',
      '/v1/refunds',
      { payment_intent: 'pi_1', charge: 'ch_1' },
      { code: 'parameters_exclusive', param: 'payment_intent' },
    ],
  ])('%s is refused', async (_, path, form, expected) => {
    const answer = await fetch(`${simulator.url}${path}`, {
      method: 'POST',
      headers: { Authorization: 'Bearer sk_test_sim_specs' },
      body: new URLSearchParams(form),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.any(String), ...expected },
    });
  });

  test('an object that is not there is 404, whatever the kind', async () => {
    for (const call of [
      stripe.paymentIntents.retrieve('pi_no'),
      stripe.setupIntents.retrieve('seti_no'),
      stripe.customers.retrieve('cus_no'),
      stripe.paymentMethods.retrieve('pm_no'),
      stripe.charges.retrieve('ch_no'),
      stripe.refunds.retrieve('re_no'),
      stripe.disputes.retrieve('dp_no'),
      stripe.events.retrieve('evt_no'),
    ])
      expect(await refusal(call)).toMatchObject({ statusCode: 404, code: 'resource_missing' });
  });

  test('what is refused has changed nothing', async () => {
    const customer = await stripe.customers.create();
    const wrong = {
      amount: 500,
      currency: 'usd',
      customer: customer.id,
      payment_method: 'pm_card_visa',
      automatic_payment_methods: { enabled: true },
      confirm: true,
    };
    expect(await refusal(stripe.paymentIntents.create(wrong))).toMatchObject({ param: 'return_url' });
    expect((await stripe.paymentIntents.list({ customer: customer.id })).data).toEqual([]);
  });

  test('an address nobody knows, a field that is no object', async () => {
    expect(await refusal(stripe.balance.retrieve())).toMatchObject({ statusCode: 404 });
    const { id } = await intent();
    expect(await refusal(stripe.paymentIntents.retrieve(id, { expand: ['amount'] }))).toMatchObject({
      param: 'expand',
    });
  });
});

describe('accounts', () => {
  test('know nothing of each other', async () => {
    const { id } = await intent();
    const others = stripeFor(simulator, OTHER_KEY);
    expect(await refusal(others.paymentIntents.retrieve(id))).toMatchObject({ statusCode: 404 });
    expect((await others.paymentIntents.list()).data).toEqual([]);
  });

  test('are opened by their secret key only', async () => {
    const wrong = await refusal(stripeFor(simulator, 'sk_test_sim_unknown').customers.list());
    expect(wrong).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 });
    expect(wrong.message).not.toContain('unknown');
    const publishable = simulator.publishableKey('sk_test_sim_specs');
    expect(await refusal(stripeFor(simulator, publishable).customers.list())).toMatchObject({
      statusCode: 403,
      code: 'secret_key_required',
    });
    expect(publishable).not.toContain('specs');
  });

  test('another version of the API is refused', async () => {
    const answer = await fetch(`${simulator.url}/v1/customers`, {
      headers: { Authorization: 'Bearer sk_test_sim_specs', 'Stripe-Version': '2024-06-20' },
    });
    expect(answer.status).toBe(400);
  });
});

test('it never runs in production, and takes no real keys', async () => {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  await expect(startForTests()).rejects.toThrow('NODE_ENV=production');
  process.env.NODE_ENV = before;
  await expect(startForTests({ secretKeys: ['sk_test_51abc'] })).rejects.toThrow('sk_test_sim_');
});
