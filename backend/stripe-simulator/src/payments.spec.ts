import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StripeSimulator } from './index.ts';
import { refusal, startForTests, stripeFor } from './testing/startForTests.ts';

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

describe('payment intents', () => {
  test('are created, retrieved and listed', async () => {
    const customer = await stripe.customers.create({
      metadata: { account: 'a1' },
    });
    const created = await intent({ customer: customer.id, metadata: { attempt: 'find-me' } });
    expect(created).toMatchObject({
      object: 'payment_intent',
      amount: 16_500,
      status: 'requires_payment_method',
      livemode: false,
      payment_method_types: ['card'],
      metadata: { attempt: 'find-me' },
    });
    expect(created.client_secret).toMatch(/^pi_sim\w{20}_secret_\w{25}$/);
    const retrieved = await stripe.paymentIntents.retrieve(created.id, { expand: ['customer'] });
    expect(retrieved.customer).toMatchObject({ id: customer.id, metadata: { account: 'a1' } });
    const listed = await stripe.paymentIntents.list({ customer: customer.id, limit: 5 });
    expect(listed.data.map(({ id }) => id)).toEqual([created.id]);
  });

  test('charge a good card once', async () => {
    const { id } = await intent({ payment_method: 'pm_card_visa' });
    const paid = await stripe.paymentIntents.confirm(id, { expand: ['latest_charge', 'payment_method'] });
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 16_500,
      latest_charge: { paid: true, amount: 16_500, payment_method_details: { card: { last4: '4242' } } },
      payment_method: { type: 'card', card: { brand: 'visa', last4: '4242' } },
    });
    const again = await refusal(stripe.paymentIntents.confirm(id));
    expect(again).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
    });
    expect(again.payment_intent).toMatchObject({ id, status: 'succeeded' });
    const charges = await stripe.charges.list({ payment_intent: id });
    expect(charges.data).toHaveLength(1);
  });

  test.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      'pm_card_visa_chargeDeclinedInsufficientFunds',
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', '', 'Your card has expired.'],
  ])('stay open after the decline of %s', async (card, code, decline, message) => {
    const { id } = await intent();
    const error = await refusal(stripe.paymentIntents.confirm(id, { payment_method: card }));
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({
      statusCode: 402,
      rawType: 'card_error',
      code,
      decline_code: decline,
      message,
    });
    expect(error.payment_intent).toMatchObject({
      id,
      status: 'requires_payment_method',
      last_payment_error: { code },
    });
    expect(error.payment_method).toMatchObject({ object: 'payment_method' });
    expect((await stripe.charges.list({ payment_intent: id })).data).toMatchObject([
      { id: error.charge, paid: false, status: 'failed' },
    ]);
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });

  test('ask the owner of a card that requires it', async () => {
    const { id } = await intent();
    const asking = await stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_authenticationRequiredOnSetup',
    });
    expect(asking).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    simulator.authenticate('sk_test_sim_specs', id, 'fail');
    const refused = await stripe.paymentIntents.retrieve(id);
    expect(refused).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_authenticationRequiredOnSetup' });
    simulator.authenticate('sk_test_sim_specs', id, 'complete');
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
  });

  test('are declined off session when the owner must be asked', async () => {
    const customer = await stripe.customers.create();
    const card = await stripe.paymentMethods.attach('pm_card_authenticationRequired', {
      customer: customer.id,
    });
    const error = await refusal(
      intent({ customer: customer.id, payment_method: card.id, confirm: true, off_session: true }),
    );
    expect(error).toMatchObject({
      statusCode: 402,
      code: 'authentication_required',
      decline_code: 'authentication_required',
    });
    expect(error.payment_intent).toMatchObject({ status: 'requires_payment_method' });
  });

  test('are canceled while open, never once paid', async () => {
    const open = await intent();
    const canceled = await stripe.paymentIntents.cancel(open.id);
    expect(canceled).toMatchObject({ status: 'canceled' });
    expect(
      await refusal(stripe.paymentIntents.confirm(open.id, { payment_method: 'pm_card_visa' })),
    ).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
    });
    const paid = await intent({ payment_method: 'pm_card_visa', confirm: true });
    expect(await refusal(stripe.paymentIntents.cancel(paid.id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  test('are not paid with a card that was used without a customer', async () => {
    const used = await intent({ payment_method: 'pm_card_visa', confirm: true });
    expect(
      await refusal(intent({ payment_method: String(used.payment_method), confirm: true })),
    ).toMatchObject({ code: 'payment_method_unexpected_state' });
  });

  test('are not paid with the card of a customer they do not name', async () => {
    const { id: customer } = await stripe.customers.create();
    const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    expect(await refusal(intent({ payment_method: id, confirm: true }))).toMatchObject({ param: 'customer' });
  });

  test('need a return_url without a list of types', async () => {
    const { id } = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
    });
    expect(
      await refusal(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })),
    ).toMatchObject({
      statusCode: 400,
      param: 'return_url',
    });
  });
});
