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

describe('the API', () => {
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
    ['a wrong enum', '/v1/setup_intents', { usage: 'sometimes' }, { param: 'usage' }],
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
      'an unknown customer',
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
    [
      'off_session without confirm',
      '/v1/payment_intents',
      { amount: '500', currency: 'usd', off_session: 'true' },
      { param: 'off_session' },
    ],
    ['an invalid boolean', '/v1/setup_intents', { confirm: 'yes' }, { param: 'confirm' }],
  ])('refuses %s', async (_, path, form, expected) => {
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

  test('answers 404 for an unknown object of any kind', async () => {
    for (const call of [
      stripe.paymentIntents.retrieve('pi_no'),
      stripe.setupIntents.retrieve('seti_no'),
      stripe.customers.retrieve('cus_no'),
      stripe.paymentMethods.retrieve('pm_no'),
    ])
      expect(await refusal(call)).toMatchObject({ statusCode: 404, code: 'resource_missing' });
  });

  test('changes nothing with a refused request', async () => {
    const customer = await stripe.customers.create();
    const wrong = {
      amount: 500,
      currency: 'usd',
      customer: customer.id,
      payment_method: 'pm_card_visa',
      confirm: true,
    };
    expect(await refusal(stripe.paymentIntents.create(wrong))).toMatchObject({ param: 'return_url' });
    expect((await stripe.paymentIntents.list({ customer: customer.id })).data).toEqual([]);
  });

  test('refuses unknown addresses, unknown parameters of a group, and expanding a field that is no object', async () => {
    expect(await refusal(stripe.balance.retrieve())).toMatchObject({ statusCode: 404 });
    const wrong = { created: { on: 1 } } as Stripe.PaymentIntentListParams;
    expect(await refusal(stripe.paymentIntents.list(wrong))).toMatchObject({
      code: 'parameter_unknown',
      param: 'created[on]',
    });
    const { id } = await intent();
    expect(await refusal(stripe.paymentIntents.retrieve(id, { expand: ['amount'] }))).toMatchObject({
      param: 'expand',
    });
  });
});

test.each([
  ['payment_intents', 'payment_method'],
  ['setup_intents', 'payment_intent'],
  ['charges', 'payment_method'],
  ['refunds', 'customer'],
  ['disputes', 'customer'],
])('the list of %s refuses the filter %s, which it lacks', async (list, field) => {
  const answer = await fetch(`${simulator.url}/v1/${list}?${field}=x_1`, {
    headers: { Authorization: 'Bearer sk_test_sim_specs' },
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { code: 'parameter_unknown', param: field } });
});

describe('accounts', () => {
  test('do not see each other', async () => {
    const { id } = await intent();
    const others = stripeFor(simulator, OTHER_KEY);
    expect(await refusal(others.paymentIntents.retrieve(id))).toMatchObject({ statusCode: 404 });
    expect((await others.paymentIntents.list()).data).toEqual([]);
  });

  test('are opened by their secret key only', async () => {
    const wrong = await refusal(stripeFor(simulator, 'sk_test_sim_unknown').paymentIntents.list());
    expect(wrong).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 });
    expect(wrong.message).not.toContain('unknown');
    const publishable = simulator.publishableKey('sk_test_sim_specs');
    expect(await refusal(stripeFor(simulator, publishable).paymentIntents.list())).toMatchObject({
      statusCode: 403,
      code: 'secret_key_required',
    });
    expect(publishable).not.toContain('specs');
  });

  test('refuse another version of the API', async () => {
    const answer = await fetch(`${simulator.url}/v1/payment_intents`, {
      headers: { Authorization: 'Bearer sk_test_sim_specs', 'Stripe-Version': '2024-06-20' },
    });
    expect(answer.status).toBe(400);
  });
});

test('does not start in production or with real keys', async () => {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  await expect(startForTests()).rejects.toThrow('NODE_ENV=production');
  process.env.NODE_ENV = before;
  await expect(startForTests({ secretKeys: ['sk_test_51abc'] })).rejects.toThrow('sk_test_sim_');
});
