import { orderStream, paymentStream } from '@portal/domain';
import { scenario, sized } from '@portal/event-store/testing';
import { PAYMENTS_VIEW } from '@portal/projections';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CardsUnavailable } from '../../src/modules/payments/cards.ts';
import { eventually } from '../support/eventually.ts';
import type { HttpClient } from '../support/httpClient.ts';
import { orderOf, type Paying, startPayingElsewhere } from './support.ts';

const R13 = scenario('R13');
/** Beside the first time. */
const REPEATS = sized(0, 4);
const HOUR_MS = 3_600_000;
const CREATE = /POST \/v1\/payment_intents/;
const CONFIRM = /POST \/v1\/payment_intents\/\w+\/confirm/;
const ANY_READ = /GET \/v1\/.*/;

let paying: Paying;
let ann: HttpClient;
let accountId: string;
let now: Date;

// no webhook ever comes: what was lost is found by asking alone
beforeAll(async () => {
  now = new Date();
  paying = await startPayingElsewhere({ now: () => now, cardTimeoutMs: 1_500 }, { webhooks: false });
  const dealer = await paying.dealer('ann');
  ann = dealer.client;
  accountId = dealer.user.account_id;
  await paying.keepCard(ann);
});
afterAll(() => paying.stop());
beforeEach(() => paying.simulator.faults.clear());

const requestFor = (orderId: string) =>
  paying.request(accountId, 'saved_card', { kind: 'order', id: orderId, amountCents: 6_500 });
const start = (orderId: string) => paying.portal.payments.start(requestFor(orderId), paying.context());

/** Charges that took money for an order: by the attempts that the log knows. */
async function chargesFor(orderId: string): Promise<number> {
  const { rows } = await paying.portal.database.pool.query<{ id: string }>(
    `SELECT id FROM ${PAYMENTS_VIEW} WHERE order_id = $1`,
    [orderId],
  );
  const attempts = new Set(rows.map(({ id }) => id));
  const intents = (await paying.stripe.paymentIntents.list({ limit: 100 })).data;
  return intents.filter(({ metadata, status }) => {
    return attempts.has(metadata.portal_attempt ?? '') && status === 'succeeded';
  }).length;
}

/** Our state equals the provider's, and the order is paid exactly once. */
async function expectPaidOnce(orderId: string): Promise<void> {
  expect(await chargesFor(orderId)).toBe(1);
  const story = await paying.story(orderStream(orderId));
  expect(story.filter((type) => type === 'OrderPaid')).toHaveLength(1);
  const order = await orderOf(paying, orderId);
  if (order.status !== 'paid' || order.payment === null) throw new Error(`The order is ${order.status}`);
  const attempt = await paying.story(paymentStream(order.payment.paymentId));
  expect(attempt.filter((type) => type === 'PaymentSucceeded')).toHaveLength(1);
  R13.did(1, 'charges whose answer was lost, or that failed');
  R13.lost(0, 'charges doubled or unknown to us');
}

describe('R13: the answer to a charge is lost', { repeats: REPEATS }, () => {
  const faults = [
    ['cut after the charge', { action: 'drop', when: 'after', times: 2 }],
    ['500 after the charge', { action: 'error500', when: 'after', times: 2 }],
    ['no answer after the charge', { action: 'hang', when: 'after', times: 2 }],
  ] as const;

  // Proves S4-payments-6, I8-R13
  it.each(faults)('%s: a look-up finds it paid', async (_what, fault) => {
    const orderId = await paying.order(accountId, 6_500);
    paying.simulator.faults.add({ request: CONFIRM, ...fault });
    const { started } = await start(orderId);
    expect(started).toMatchObject({ success: true, status: 'succeeded', message: null });
    await expectPaidOnce(orderId);
  });

  // a timeout only adds its wait to what a cut connection shows
  it.each(faults.slice(0, sized(2, 3)))(
    '%s, and look-ups fail too: the next try finds it paid',
    async (_what, fault) => {
      const orderId = await paying.order(accountId, 6_500);
      paying.simulator.faults.add({ request: CONFIRM, ...fault });
      paying.simulator.faults.add({ request: ANY_READ, action: 'error500', when: 'before', times: 20 });
      const error = await start(orderId).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(CardsUnavailable);
      expect(String(error)).toContain('Failed to process payment with saved card');
      expect((await orderOf(paying, orderId)).status).toBe('awaiting_payment');
      // while nobody knows, nobody charges again
      await expect(start(orderId)).rejects.toBeInstanceOf(CardsUnavailable);
      paying.simulator.faults.clear();
      expect((await start(orderId)).started).toMatchObject({ success: true, status: 'succeeded' });
      await expectPaidOnce(orderId);
    },
  );

  // Proves S4-payments-6, I8-R13
  it("the next try finds it paid 25 hours later, when the provider's key has expired", async () => {
    const orderId = await paying.order(accountId, 6_500);
    paying.simulator.faults.add({ request: CONFIRM, action: 'drop', when: 'after', times: 2 });
    paying.simulator.faults.add({ request: ANY_READ, action: 'error500', when: 'before', times: 20 });
    await expect(start(orderId)).rejects.toBeInstanceOf(CardsUnavailable);
    paying.simulator.faults.clear();
    now = new Date(now.getTime() + 25 * HOUR_MS);
    expect((await start(orderId)).started.success).toBe(true);
    await expectPaidOnce(orderId);
  });

  // Proves S4-payments-8
  it('the reconciler finds it paid without another request', async () => {
    const orderId = await paying.order(accountId, 6_500);
    paying.simulator.faults.add({ request: CONFIRM, action: 'drop', when: 'after', times: 2 });
    paying.simulator.faults.add({ request: ANY_READ, action: 'error500', when: 'before', times: 20 });
    await expect(start(orderId)).rejects.toBeInstanceOf(CardsUnavailable);
    paying.simulator.faults.clear();
    await paying.portal.tick();
    expect((await orderOf(paying, orderId)).status).toBe('awaiting_payment');
    now = new Date(now.getTime() + 4 * 60_000);
    await paying.portal.tick();
    await expectPaidOnce(orderId);
  });
});

describe('R13: the charge did not happen', { repeats: REPEATS }, () => {
  it.each([
    ['cut before it', { action: 'drop', when: 'before', times: 2 }],
    ['500 before it', { action: 'error500', when: 'before', times: 2 }],
    ['no answer before it', { action: 'hang', when: 'before', times: 2 }],
  ] as const)('%s: shows the card form, or charges the card once at the next try', async (_what, fault) => {
    const orderId = await paying.order(accountId, 6_500);
    paying.simulator.faults.add({ request: CONFIRM, ...fault });
    const { started, attemptId } = await start(orderId);
    expect(started).toMatchObject({ success: false, message: 'Failed to process payment with saved card' });
    expect(started.clientSecret).toMatch(/_secret_/);
    const again = await start(orderId);
    expect(again.attemptId).toBe(attemptId);
    expect(again.started.success).toBe(true);
    await expectPaidOnce(orderId);
  });
});

describe('R13: the answer to the creation of an intent is lost', () => {
  // Proves S4-payments-6
  it.each([
    ['cut', 'drop', 'after'],
    ['500', 'error500', 'after'],
    ['no answer', 'hang', 'after'],
    ['cut before', 'drop', 'before'],
    ['500 before', 'error500', 'before'],
  ] as const)(
    '%s: the attempt continues with one intent, also 25 hours later',
    async (_what, action, when) => {
      const orderId = await paying.order(accountId, 6_500);
      paying.simulator.faults.add({ request: CREATE, action, when, times: 2 });
      const error = await start(orderId).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(CardsUnavailable);
      expect(String(error)).toContain('Failed to create payment intent');
      now = new Date(now.getTime() + 25 * HOUR_MS);
      paying.simulator.faults.clear();
      const { started, attemptId } = await start(orderId);
      expect(started.success).toBe(true);
      await expectPaidOnce(orderId);
      const intents = (await paying.stripe.paymentIntents.list({ limit: 100 })).data.filter(
        ({ metadata }) => metadata.portal_attempt === attemptId,
      );
      expect(intents).toHaveLength(1);
    },
  );

  it('a new attempt uses a new key if there is no intent after ten minutes', async () => {
    const orderId = await paying.order(accountId, 6_500);
    paying.simulator.faults.add({ request: CREATE, action: 'error500', when: 'before', times: 4 });
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(start(orderId)).rejects.toThrow('Failed to create payment intent');
    }
    const began = await orderOf(paying, orderId);
    now = new Date(now.getTime() + 11 * 60_000);
    const { attemptId, started } = await start(orderId);
    expect(started.success).toBe(true);
    expect(began).toMatchObject({ attempts: 1, openAttempt: expect.not.stringContaining(attemptId) });
    await expectPaidOnce(orderId);
    const keys = paying.simulator.requests.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
    expect(keys.findLast((key) => key.startsWith('intent/'))).toContain(attemptId);
  });

  it('the attempt ends and frees the order after a day without another try', async () => {
    const orderId = await paying.order(accountId, 6_500);
    paying.simulator.faults.add({ request: CREATE, action: 'error500', when: 'before', times: 2 });
    await expect(start(orderId)).rejects.toBeInstanceOf(CardsUnavailable);
    now = new Date(now.getTime() + 4 * 60_000);
    await paying.portal.tick();
    expect(await orderOf(paying, orderId)).toMatchObject({ openAttempt: expect.any(String) });
    now = new Date(now.getTime() + 25 * HOUR_MS);
    await paying.portal.tick();
    expect(await orderOf(paying, orderId)).toMatchObject({ status: 'awaiting_payment', openAttempt: null });
  });
});

it('a company can pay soon after the provider answered 500, kept for a day, to the creation of its customer', async () => {
  const bob = (await paying.dealer('bob')).user.account_id;
  const orderId = await paying.order(bob, 6_500);
  const share = { kind: 'order', id: orderId, amountCents: 6_500 } as const;
  const byForm = () =>
    paying.portal.payments.start(paying.request(bob, 'card_form', share), paying.context());
  paying.simulator.faults.add({ request: /POST \/v1\/customers/, action: 'error500', when: 'after' });
  await expect(byForm()).rejects.toThrow('Failed to create payment intent');
  now = new Date(now.getTime() + 11 * 60_000);
  expect((await byForm()).started.clientSecret).toMatch(/_secret_/);
});

// Proves S4-payments-8
it('a card form left open for a day is canceled at the provider, but not a paid one', async () => {
  const [left, paid] = [await paying.order(accountId, 6_500), await paying.order(accountId, 6_500)];
  const byForm = (id: string) =>
    paying.portal.payments.start(
      paying.request(accountId, 'card_form', { kind: 'order', id, amountCents: 6_500 }),
      paying.context(),
    );
  const [open, done] = [await byForm(left), await byForm(paid)];
  await paying.stripe.paymentIntents.confirm(done.started.paymentIntentId ?? '', {
    payment_method: 'pm_card_visa',
  });
  now = new Date(now.getTime() + 23 * HOUR_MS);
  await paying.portal.tick();
  expect((await orderOf(paying, paid)).status).toBe('paid');
  expect(await orderOf(paying, left)).toMatchObject({ openAttempt: open.attemptId });
  now = new Date(now.getTime() + 2 * HOUR_MS);
  await paying.portal.tick();
  const intent = await paying.stripe.paymentIntents.retrieve(open.started.paymentIntentId ?? '');
  expect(intent.status).toBe('canceled');
  expect(await orderOf(paying, left)).toMatchObject({ openAttempt: null });
  expect((await paying.story(paymentStream(open.attemptId))).at(-1)).toBe('PaymentFailed');
});

// Proves S4-payments-8
it('a refund whose answer was lost is made once, also a day later', async () => {
  const orderId = await paying.order(accountId, 6_500);
  const { attemptId, started } = await start(orderId);
  const admin = await paying.admin();
  const refunds = async () =>
    (await paying.stripe.refunds.list({ payment_intent: started.paymentIntentId ?? '' })).data;
  paying.simulator.faults.add({ request: /POST \/v1\/refunds/, action: 'drop', when: 'after', times: 2 });
  const rejected = await admin.delete(`/api/admin/orders/${orderId}`, { reason: 'Out of stock' });
  expect(rejected.status).toBe(200);
  await eventually(async () => (await refunds()).length === 1);
  expect(await paying.story(paymentStream(attemptId))).not.toContain('PaymentRefunded');
  now = new Date(now.getTime() + 25 * HOUR_MS);
  await paying.portal.tick();
  const story = await paying.story(paymentStream(attemptId));
  expect(story.filter((type) => type === 'PaymentRefunded')).toHaveLength(1);
  expect(await refunds()).toHaveLength(1);
});
