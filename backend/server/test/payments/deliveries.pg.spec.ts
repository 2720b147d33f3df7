import { invoiceStream, orderStream, paymentStream } from '@portal/domain';
import { chanceOf, scenario, sized } from '@portal/event-store/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import type { HttpClient } from '../support/httpClient.ts';
import { invoiceOf, orderOf, type Paying, startPayingElsewhere } from './support.ts';

let paying: Paying;
let ann: HttpClient;
let accountId: string;

beforeAll(async () => {
  paying = await startPayingElsewhere();
  const dealer = await paying.dealer('ann');
  ann = dealer.client;
  accountId = dealer.user.account_id;
});
afterAll(() => paying.stop());

const start = (request: ReturnType<Paying['request']>) =>
  paying.portal.payments.start(request, paying.context());
const confirm = (intentId: string | null, card: string) =>
  paying.stripe.paymentIntents.confirm(intentId ?? '', { payment_method: card }).catch(() => null);
const applied = () =>
  eventually(async () => {
    const { rows } = await paying.portal.database.pool.query<{ left: string }>(
      'SELECT count(*) AS left FROM provider_events WHERE applied_at IS NULL',
    );
    return Number(rows[0]?.left) === 0;
  });

/** Everything that matters of an order with its attempt, to be the same whatever was delivered how. */
const paidOrder = ['OrderPlaced', 'OrderPaymentStarted', 'OrderPaid', 'OrderItemFulfilled'];
const paidAttempt = (declines: number) => [
  'PaymentStarted',
  'PaymentIntentRecorded',
  ...Array.from({ length: declines }, () => 'PaymentDeclined'),
  'PaymentSucceeded',
  'PaymentClaimed',
];

const R12 = scenario('R12');
const chance = chanceOf('R12 orders of deliveries');
const SHUFFLES = Array.from({ length: sized(5, 50) }, () => chance.between(1, 1_000_000));

describe('R12: deliveries in any number and order', () => {
  // Proves S4-payments-5, I8-R12
  it.each(SHUFFLES)('are applied once: every webhook five times, shuffled (seed %i)', async (seed) => {
    const orderId = await paying.order(accountId, 6_500);
    const invoiceId = await paying.invoice(accountId, 8_000);
    paying.simulator.webhooks.hold();
    const ofOrder = await start(
      paying.request(accountId, 'card_form', { kind: 'order', id: orderId, amountCents: 6_500 }),
    );
    const ofInvoice = await start(
      paying.request(accountId, 'card_form', { kind: 'invoice', id: invoiceId, amountCents: 8_000 }),
    );
    for (const { started } of [ofOrder, ofInvoice]) {
      await confirm(started.paymentIntentId, 'pm_card_visa_chargeDeclined');
      await confirm(started.paymentIntentId, 'pm_card_visa_chargeDeclinedInsufficientFunds');
      await confirm(started.paymentIntentId, 'pm_card_visa');
    }
    const before = paying.simulator.webhooks.attempts().length;
    paying.simulator.webhooks.release({ times: 5, order: { shuffledBy: seed } });
    await paying.simulator.webhooks.settled();
    await applied();
    const attempts = paying.simulator.webhooks.attempts().slice(before);
    expect(attempts.length).toBeGreaterThanOrEqual(60);
    expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([200]));
    // what is true when the first of them is applied stays so: the declines were over by then
    expect(await paying.story(paymentStream(ofOrder.attemptId))).toEqual(paidAttempt(0));
    expect(await paying.story(paymentStream(ofInvoice.attemptId))).toEqual(paidAttempt(0));
    expect(await paying.story(orderStream(orderId))).toEqual(paidOrder);
    expect(await paying.story(invoiceStream(invoiceId))).toEqual([
      'InvoiceIssued',
      'InvoicePaymentStarted',
      'InvoicePaid',
    ]);
    R12.did(attempts.length, 'deliveries, shuffled');
    R12.did(2, 'payments');
    R12.lost(0, 'payments lost, doubled or taken back');
  });

  // Proves S4-payments-5
  it("pay the order once when the success webhook arrives before the API's response", async () => {
    await paying.keepCard(ann);
    const orderId = await paying.order(accountId, 6_500);
    paying.simulator.faults.add({
      request: /POST \/v1\/payment_intents\/\w+\/confirm/,
      action: 'delay',
      when: 'after',
      milliseconds: 1_200,
    });
    const answering = start(
      paying.request(accountId, 'saved_card', { kind: 'order', id: orderId, amountCents: 6_500 }),
    );
    await eventually(async () => (await orderOf(paying, orderId)).status === 'paid');
    const { started, attemptId } = await answering;
    expect(started).toMatchObject({ success: true, status: 'succeeded' });
    await applied();
    expect(await paying.story(paymentStream(attemptId))).toEqual(paidAttempt(0));
    expect(await paying.story(orderStream(orderId))).toEqual(paidOrder);
  });

  // Proves S4-payments-5, I8-R12
  it('keep the order paid when a failure arrives after the success', async () => {
    const invoiceId = await paying.invoice(accountId, 8_000);
    const share = { kind: 'invoice', id: invoiceId, amountCents: 8_000 } as const;
    const { started, attemptId } = await start(paying.request(accountId, 'card_form', share));
    paying.simulator.webhooks.hold();
    await confirm(started.paymentIntentId, 'pm_card_visa_chargeDeclined');
    await confirm(started.paymentIntentId, 'pm_card_visa');
    await paying.portal.payments.settle(started.paymentIntentId ?? '', false, paying.context());
    expect(await invoiceOf(paying, invoiceId)).toMatchObject({ status: 'paid' });
    paying.simulator.webhooks.release({ times: 5, order: 'reversed' });
    await paying.simulator.webhooks.settled();
    await applied();
    expect(await invoiceOf(paying, invoiceId)).toMatchObject({ status: 'paid', openAttempt: null });
    expect(await paying.story(paymentStream(attemptId))).toEqual(paidAttempt(0));
  });

  it('a decline leaves the attempt open, and the later success pays', async () => {
    const orderId = await paying.order(accountId, 6_500);
    const share = { kind: 'order', id: orderId, amountCents: 6_500 } as const;
    const { started, attemptId } = await start(paying.request(accountId, 'card_form', share));
    await confirm(started.paymentIntentId, 'pm_card_visa_chargeDeclined');
    await eventually(async () => (await paying.story(paymentStream(attemptId))).includes('PaymentDeclined'));
    const outcome = await ann.get(`/api/payments/${started.paymentIntentId}`);
    expect(outcome.json).toEqual({
      status: 'declined',
      message: 'Your card was declined.',
      orderId,
      invoiceIds: [],
    });
    await confirm(started.paymentIntentId, 'pm_card_visa');
    await eventually(async () => (await orderOf(paying, orderId)).status === 'paid');
    await applied();
    expect(await paying.story(paymentStream(attemptId))).toEqual(paidAttempt(1));
  });

  it('frees the order of an intent canceled by webhook', async () => {
    const orderId = await paying.order(accountId, 6_500);
    const share = { kind: 'order', id: orderId, amountCents: 6_500 } as const;
    const { started } = await start(paying.request(accountId, 'card_form', share));
    await paying.stripe.paymentIntents.cancel(started.paymentIntentId ?? '');
    const free = await eventually(async () => {
      const order = await orderOf(paying, orderId);
      return order.status === 'awaiting_payment' && order.openAttempt === null;
    });
    expect(free).toBe(true);
    const outcome = await ann.get(`/api/payments/${started.paymentIntentId}`);
    expect(outcome.json).toMatchObject({ status: 'failed', message: 'The payment was canceled.' });
  });
});

describe('GET /api/payments/{intentId}', () => {
  // Proves S4-payments-14
  it('settles the payment of a returning page, for its company and administrators only', async () => {
    paying.simulator.webhooks.hold();
    const orderId = await paying.order(accountId, 6_500);
    const share = { kind: 'order', id: orderId, amountCents: 6_500 } as const;
    const { started, chain } = await start(paying.request(accountId, 'card_form', share));
    const path = `/api/payments/${started.paymentIntentId}`;
    ann.readAfter(chain.position);
    expect((await ann.get(path)).json).toMatchObject({ status: 'processing', message: null });
    const bob = (await paying.dealer('bob')).client;
    await confirm(started.paymentIntentId, 'pm_card_visa');
    const theirs = await bob.get(path);
    expect([theirs.status, theirs.json.error]).toEqual([404, 'Payment not found']);
    expect((await orderOf(paying, orderId)).status).toBe('awaiting_payment');
    expect((await ann.get(path)).json).toEqual({
      status: 'succeeded',
      message: null,
      orderId,
      invoiceIds: [],
    });
    expect((await orderOf(paying, orderId)).status).toBe('paid');
    expect((await (await paying.admin()).get(path)).json).toMatchObject({ status: 'succeeded' });
    for (const id of ['pi_unknown', 'x', '%00']) {
      expect((await ann.get(`/api/payments/${id}`)).status).toBe(404);
    }
    paying.simulator.webhooks.release();
    await applied();
  });

  it('returns the last known state while the provider does not answer', async () => {
    const orderId = await paying.order(accountId, 6_500);
    const share = { kind: 'order', id: orderId, amountCents: 6_500 } as const;
    const { started, chain } = await start(paying.request(accountId, 'card_form', share));
    ann.readAfter(chain.position);
    paying.simulator.faults.add({
      request: /GET \/v1\/payment_intents\/.*/,
      action: 'error500',
      when: 'before',
      times: 5,
    });
    const outcome = await ann.get(`/api/payments/${started.paymentIntentId}`);
    expect([outcome.status, outcome.json.status]).toEqual([200, 'processing']);
    paying.simulator.faults.clear();
  });
});
