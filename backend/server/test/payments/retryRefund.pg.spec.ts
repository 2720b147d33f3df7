import type { Payment } from '@portal/contract';
import { type PaymentCommand, paymentDecider, paymentStream, retryOf } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentRequest } from '../../src/modules/payments/beginAttempt.ts';
import type { HttpClient } from '../support/httpClient.ts';
import { invoiceOf, type Paying, startPaying } from './support.ts';

/** Nothing is done behind the spec's back: refunds are asked for by the route alone. */
const QUIET = { environment: { PORTAL_ROLES: 'api,projections' } };
let paying: Paying;
let admin: HttpClient;
let dealers = 0;

beforeAll(async () => {
  paying = await startPaying({}, QUIET);
  admin = await paying.admin();
});
afterAll(() => paying.stop());

const retryPath = (id: string) => `/api/admin/payments/${id}/retry-refund`;
const payment = async (id: string): Promise<Payment> => (await admin.get(`/api/admin/payments/${id}`)).json;
const retry = (id: string, refundId: string) => admin.post(retryPath(id), { refund_id: refundId });

async function record(attemptId: string, accountId: string, command: PaymentCommand): Promise<void> {
  const { appended } = await paying.portal.commands.execute({
    stream: paymentStream(attemptId),
    decider: paymentDecider,
    command,
    context: paying.context(),
    accounts: [accountId],
  });
  admin.readAfter((await paying.portal.commands.followUp(appended)).position);
  const last = appended.at(-1);
  if (last !== undefined) await paying.portal.projections.waitForProjections(['payments'], last.position);
}

/** A payment of these shares by card, at the provider too. */
async function paid(shares: (accountId: string) => Promise<PaymentRequest['shares']>, card = 'pm_card_visa') {
  dealers += 1;
  const { user } = await paying.dealer(`dealer${dealers}`);
  const accountId = user.account_id;
  const wanted = await shares(accountId);
  const { started, attemptId } = await paying.portal.payments.start(
    paying.request(accountId, 'card_form', ...wanted),
    paying.context(),
  );
  const intentId = started.paymentIntentId ?? '';
  await paying.stripe.paymentIntents.confirm(intentId, { payment_method: card });
  await paying.portal.payments.settle(intentId, false, paying.context());
  return { accountId, attemptId, intentId, wanted };
}

const anOrder = async (accountId: string): Promise<PaymentRequest['shares']> => [
  { kind: 'order', id: await paying.order(accountId, 6_500), amountCents: 6_500 },
];

/** An order that was paid, and a refund of it that failed, as where the provider's own balance was too low. */
async function failed(card?: string) {
  const one = await paid(anOrder, card);
  const [share] = one.wanted;
  const of = { kind: 'order', id: share?.id ?? '' } as const;
  await record(one.attemptId, one.accountId, {
    type: 'RequestRefund',
    refundId: 'r1',
    of,
    amountCents: 6_500,
    reason: 'Rejected',
  });
  await record(one.attemptId, one.accountId, {
    type: 'RecordRefundFailure',
    refundId: 'r1',
    message: 'Insufficient balance',
  });
  return one;
}

const atProvider = async (intentId: string) =>
  (await paying.stripe.refunds.list({ payment_intent: intentId, limit: 100 })).data;

describe('retrying a refund', () => {
  // Proves I8-refund-1
  it('refunds under a new key, and returns the result', async () => {
    const { attemptId, intentId } = await failed();
    expect((await payment(attemptId)).refunds).toEqual([
      { id: 'r1', amount: 65, status: 'failed', can_retry: true },
    ]);
    const answered = await retry(attemptId, 'r1');
    expect([answered.status, answered.json.refunded_amount]).toEqual([200, 65]);
    expect(answered.json.refunds).toEqual([
      { id: 'r1', amount: 65, status: 'failed', can_retry: false },
      { id: retryOf(attemptId, 'r1'), amount: 65, status: 'refunded', can_retry: false },
    ]);
    const refunds = await atProvider(intentId);
    expect(refunds.map(({ amount, status }) => [amount, status])).toEqual([[6_500, 'succeeded']]);
  });

  // Proves I8-refund-1
  it('refunds once for concurrent and repeated requests of administrators', async () => {
    const { attemptId, intentId } = await failed();
    const answers = await Promise.all(Array.from({ length: 8 }, () => retry(attemptId, 'r1')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect((await retry(attemptId, 'r1')).status).toBe(200);
    expect(await atProvider(intentId)).toHaveLength(1);
    const story = await paying.story(paymentStream(attemptId));
    expect(story.filter((type) => type === 'PaymentRefundRequested')).toHaveLength(2);
    expect(story.filter((type) => type === 'PaymentRefunded')).toHaveLength(1);
  });

  // Proves I8-refund-1
  it("refunds once if the provider's answer is lost", async () => {
    const { attemptId, intentId } = await failed();
    paying.simulator.webhooks.hold();
    paying.simulator.faults.add({ request: /POST \/v1\/refunds/, action: 'drop', times: 2 });
    const answered = await retry(attemptId, 'r1');
    expect([answered.status, answered.json.refunds.at(-1).status]).toEqual([200, 'requested']);
    expect((await retry(attemptId, 'r1')).json.refunds.at(-1).status).toBe('refunded');
    expect(await atProvider(intentId)).toHaveLength(1);
  });

  // Proves I8-refund-1
  it('refunds nothing if the failed refund has succeeded after all', async () => {
    const { attemptId, accountId, intentId } = await failed();
    await retry(attemptId, 'r1');
    // somebody recorded a failure that there never was
    await record(attemptId, accountId, {
      type: 'RecordRefundFailure',
      refundId: retryOf(attemptId, 'r1'),
      message: 'Returned',
    });
    const answered = await retry(attemptId, retryOf(attemptId, 'r1'));
    expect([answered.status, answered.json.error]).toEqual([409, 'This refund has not failed.']);
    expect(await atProvider(intentId)).toHaveLength(1);
    // a refusal does not wait for the read models
    await expect.poll(async () => (await payment(attemptId)).refunded_amount).toBe(65);
  });

  it("refunds nothing if the money was refunded in the provider's dashboard meanwhile", async () => {
    const { attemptId, intentId } = await failed();
    await paying.stripe.refunds.create({ payment_intent: intentId, amount: 6_500 });
    const answered = await retry(attemptId, 'r1');
    expect([answered.status, answered.json.error]).toEqual([
      422,
      'Only $0.00 of the payment can still be refunded.',
    ]);
    expect(await atProvider(intentId)).toHaveLength(1);
  });

  // Proves I8-refund-1
  it("refunds nothing if it is unknown what a refund in the provider's dashboard was for", async () => {
    const invoices = async (accountId: string): Promise<PaymentRequest['shares']> => [
      { kind: 'invoice', id: await paying.invoice(accountId, 3_000), amountCents: 3_000 },
      { kind: 'invoice', id: await paying.invoice(accountId, 3_000), amountCents: 3_000 },
    ];
    const { attemptId, accountId, intentId, wanted } = await paid(invoices);
    const of = { kind: 'invoice', id: wanted[0]?.id ?? '' } as const;
    const command = { type: 'RequestRefund', refundId: 'r1', of, amountCents: 3_000, reason: null } as const;
    await record(attemptId, accountId, command);
    await record(attemptId, accountId, { type: 'RecordRefundFailure', refundId: 'r1', message: 'No' });
    await paying.stripe.refunds.create({ payment_intent: intentId, amount: 3_000 });
    const answered = await retry(attemptId, 'r1');
    expect([answered.status, answered.json.error]).toEqual([
      409,
      'This payment was refunded directly at the card provider, for an unknown purpose. Settle this refund there.',
    ]);
    expect(await atProvider(intentId)).toHaveLength(1);
  });

  // Proves I8-refund-1
  it('is shown on the invoice it refunds', async () => {
    const invoice = async (accountId: string): Promise<PaymentRequest['shares']> => [
      { kind: 'invoice', id: await paying.invoice(accountId, 3_000), amountCents: 3_000 },
    ];
    const { attemptId, intentId, wanted } = await paid(invoice, 'pm_card_refundFail');
    const invoiceId = wanted[0]?.id ?? '';
    const asked = await admin.post(`/api/admin/invoices/${invoiceId}/refund`, {
      amount: '10.00',
      reason: 'Agreed',
    });
    expect(asked.status).toBe(200);
    await paying.portal.payments.settle(intentId, false, paying.context());
    const [first] = (
      await invoiceOf(paying, invoiceId).then((state) => ('refunds' in state ? state.refunds : []))
    ).map(({ refundId }) => refundId);
    // the follower is at rest: the first look gives it, and the card's bank returns it
    await retry(attemptId, first ?? '');
    await expect
      .poll(
        async () => {
          await retry(attemptId, first ?? '');
          return (await payment(attemptId)).refunds.length;
        },
        { timeout: 10_000 },
      )
      .toBe(2);
    const state = await invoiceOf(paying, invoiceId);
    const ids = 'refunds' in state ? state.refunds.map(({ refundId }) => refundId) : [];
    expect(ids).toEqual([first, retryOf(attemptId, first ?? '')]);
  });

  it('refuses unknown refunds, refunds that did not fail, and everybody but administrators', async () => {
    const { attemptId } = await failed();
    expect((await retry('nothing', 'r1')).status).toBe(404);
    expect((await retry(attemptId, 'r2')).status).toBe(404);
    expect((await admin.post(retryPath(attemptId), {})).status).toBe(400);
    await retry(attemptId, 'r1');
    expect((await retry(attemptId, retryOf(attemptId, 'r1'))).status).toBe(409);
    const { client } = await paying.dealer('stranger');
    expect((await client.post(retryPath(attemptId), { refund_id: 'r1' })).status).toBe(403);
  });
});
