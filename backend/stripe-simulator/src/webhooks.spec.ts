import Stripe from 'stripe';
import { expect } from 'vitest';
import { type Listening, test } from './testing/listening.ts';
import { OTHER_KEY, startReceiver, stripeFor, WEBHOOK_SECRET } from './testing/startForTests.ts';

const typesOf = async (events: Listening['events']) => (await events()).map(({ type }) => type);

test('sends signed events in order', async ({ pay, events }) => {
  const intent = await pay();
  const received = await events();
  expect(received.map(({ type }) => type)).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
  ]);
  const event = received.at(-1);
  if (event?.type !== 'payment_intent.succeeded') throw new Error(event?.type);
  expect(event).toMatchObject({
    object: 'event',
    livemode: false,
    api_version: '2026-10-28.endive',
    pending_webhooks: 1,
  });
  expect(event.data.object).toMatchObject({
    id: intent.id,
    status: 'succeeded',
    latest_charge: intent.latest_charge,
  });
  expect(event.request?.idempotency_key).toMatch(/^stripe-node-retry-/);
});

test('signs so that a changed payload, another secret or an old signature fails', async ({
  pay,
  simulator,
  stripe,
  receiver,
}) => {
  await pay();
  await simulator.webhooks.settled();
  const [first] = receiver.received;
  if (first === undefined) throw new Error('nothing came');
  const { payload, signature } = first;
  const { StripeSignatureVerificationError: Refused } = Stripe.errors;
  expect(() =>
    stripe.webhooks.constructEvent(payload.replace('16500', '1'), signature, WEBHOOK_SECRET),
  ).toThrow(Refused);
  expect(() => stripe.webhooks.constructEvent(payload, signature, 'whsec_other')).toThrow(Refused);
  const later = Date.now() + 400_000;
  expect(() =>
    stripe.webhooks.constructEvent(payload, signature, WEBHOOK_SECRET, 300, undefined, later),
  ).toThrow(Refused);
});

test('sends events of a decline, a setup, a detached card and a dispute', async ({ pay, stripe, events }) => {
  await pay('pm_card_visa_chargeDeclined').catch(() => null);
  const customer = await stripe.customers.create();
  const setup = await stripe.setupIntents.create({
    customer: customer.id,
    allowed_payment_method_types: ['card'],
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  await stripe.paymentMethods.detach(String(setup.payment_method));
  await pay('pm_card_createDispute');
  expect(await typesOf(events)).toEqual([
    'payment_intent.created',
    'charge.failed',
    'payment_intent.payment_failed',
    'customer.created',
    'setup_intent.created',
    'payment_method.attached',
    'setup_intent.succeeded',
    'payment_method.detached',
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
  ]);
  const detached = (await events()).find(({ type }) => type === 'payment_method.detached');
  expect(detached?.data).toMatchObject({
    object: { customer: null },
    previous_attributes: { customer: customer.id },
  });
});

test('retries a failed delivery, then gives up', async ({ receiver, stripe, simulator, events }) => {
  receiver.answers.push(500, 503, 200);
  await stripe.customers.create();
  await simulator.webhooks.settled();
  expect(simulator.webhooks.attempts().map(({ status }) => status)).toEqual([500, 503, 200]);
  expect(new Set((await events()).map(({ id }) => id)).size).toBe(1);
  receiver.answers.push(500, 500, 500, 500);
  await stripe.customers.create();
  await simulator.webhooks.settled();
  expect(receiver.received).toHaveLength(7);
});

test('holds events back, repeats and reorders them', async ({ pay, simulator, receiver, events }) => {
  simulator.webhooks.hold();
  await pay();
  await simulator.webhooks.settled();
  expect(receiver.received).toEqual([]);
  simulator.webhooks.release({ times: 5, order: { shuffledBy: 7 } });
  const shuffled = await typesOf(events);
  expect(shuffled).toHaveLength(15);
  expect(shuffled.filter((type) => type === 'payment_intent.succeeded')).toHaveLength(5);
  expect(shuffled).not.toEqual(shuffled.toSorted());
  simulator.webhooks.hold();
  await pay();
  simulator.webhooks.release({ order: 'reversed' });
  expect((await typesOf(events)).slice(15)).toEqual([
    'payment_intent.succeeded',
    'charge.succeeded',
    'payment_intent.created',
  ]);
});

test('sends the success before a delayed answer', async ({ pay, simulator, receiver }) => {
  simulator.faults.add({ request: /POST \/v1\/payment_intents/, action: 'delay', milliseconds: 4_000 });
  let answered = false;
  const paying = pay().then(() => {
    answered = true;
  });
  await expect.poll(() => receiver.received.length, { timeout: 3_500, interval: 10 }).toBe(3);
  expect(answered).toBe(false);
  await paying;
});

test('sends an endpoint only the events of its account', async ({ pay, simulator, receiver }) => {
  const other = await startReceiver();
  simulator.sendWebhooksTo({ secretKey: OTHER_KEY, url: other.url, secret: 'whsec_b' });
  await stripeFor(simulator, OTHER_KEY).customers.create();
  await pay();
  await simulator.webhooks.settled();
  expect(other.received).toHaveLength(1);
  expect(receiver.received).toHaveLength(3);
  expect(() =>
    simulator.sendWebhooksTo({ secretKey: 'sk_test_sim_no', url: other.url, secret: 'x' }),
  ).toThrow('secret key');
  await other.close();
});
