import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { paymentDecider, paymentStream } from '@portal/domain';
import { startReceiver } from '@portal/stripe-simulator/testing/startForTests.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../support/eventually.ts';
import {
  DEMO_KEY,
  invoiceOf,
  orderOf,
  type Paying,
  startPaying,
  startPayingElsewhere,
  WEBHOOK_SECRETS,
} from './support.ts';

const DEMO = '/api/stripe/webhook/demo';
const LIVE = '/api/stripe/webhook/live';

let paying: Paying;
let accountId: string;
/** A webhook of the simulator's, bytes and signature as they came. */
let genuine: Awaited<ReturnType<typeof oneWebhook>>;

beforeAll(async () => {
  paying = await startPayingElsewhere();
  accountId = (await paying.dealer('ann')).user.account_id;
  genuine = await oneWebhook();
});
afterAll(() => paying.stop());

const send = (path: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  paying.client().send('POST', path, {
    raw: payload,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  });
const signed = (
  payload: string,
  seconds = Math.floor(Date.now() / 1_000),
  key: string = WEBHOOK_SECRETS.demo,
) => {
  const signature = createHmac('sha256', key).update(`${seconds}.${payload}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
};
const stored = async () =>
  (
    await paying.portal.database.pool.query<{ id: string; subject: unknown; applied: boolean }>(
      'SELECT id, subject, applied_at IS NOT NULL AS applied FROM provider_events ORDER BY received_at',
    )
  ).rows;
const eventOf = (id: string, type: string, object: object, more: object = {}) =>
  JSON.stringify({ id, object: 'event', type, livemode: false, data: { object, ...more } });

describe('a webhook is refused that is', () => {
  const refused = 'The signature of this webhook is missing, wrong or too old.';

  // Proves S4-payments-10
  it.each([
    ['without a signature', () => [genuine.payload, {}]],
    ['with an empty one', () => [genuine.payload, { 'Stripe-Signature': '' }]],
    ['with nonsense', () => [genuine.payload, { 'Stripe-Signature': 't=now,v1=abc' }]],
    [
      'signed with another secret',
      () => [genuine.payload, { 'Stripe-Signature': signed(genuine.payload, undefined, 'whsec_other') }],
    ],
    [
      'whose body was changed',
      () => [
        genuine.payload.replace('payment_intent', 'setup_intent'),
        { 'Stripe-Signature': genuine.signature },
      ],
    ],
    [
      'that was parsed and written anew',
      () => [JSON.stringify(JSON.parse(genuine.payload)), { 'Stripe-Signature': genuine.signature }],
    ],
    [
      'that is 400 seconds old',
      () => [
        genuine.payload,
        { 'Stripe-Signature': signed(genuine.payload, Math.floor(Date.now() / 1_000) - 400) },
      ],
    ],
    ['that is no event', () => ['hello', { 'Stripe-Signature': signed('hello') }]],
  ] as [string, () => [string, Record<string, string>]][])('%s', async (_how, made) => {
    const [payload, headers] = made();
    const before = (await stored()).length;
    const answered = await send(DEMO, payload, headers);
    expect([answered.status, answered.json.error]).toEqual([400, refused]);
    expect((await stored()).length).toBe(before);
  });

  it('sent to the other mode, which has another secret', async () => {
    const other = await startPaying({ simulateLive: false });
    try {
      const answered = await other
        .client()
        .send('POST', LIVE, { raw: genuine.payload, headers: { 'Stripe-Signature': genuine.signature } });
      expect([answered.status, answered.json.error]).toEqual([
        400,
        'Stripe not configured for live accounts',
      ]);
      const foreign = await other
        .client()
        .send('POST', DEMO, { raw: genuine.payload, headers: { 'Stripe-Signature': genuine.signature } });
      expect(foreign.status).toBe(400);
    } finally {
      await other.stop();
    }
  });

  it('larger than 5 MB', async () => {
    const large = eventOf('evt_large', 'customer.created', { note: 'x'.repeat(4_900_000) });
    const taken = await send(DEMO, large, { 'Stripe-Signature': signed(large) });
    expect(taken.status).toBe(200);
    const tooLarge = 'x'.repeat(5_000_001);
    const answered = await send(DEMO, tooLarge, { 'Stripe-Signature': signed(tooLarge) });
    expect([answered.status, answered.json.error]).toEqual([413, 'The webhook is too large: at most 5 MB']);
  });
});

describe('a large webhook that stops halfway', () => {
  const SIZE = 4_900_000;
  /** Sends some bytes of a webhook. @returns the status once it is answered, and how to end it */
  const begun = (headers: Record<string, string>, bytes: number, to = `${paying.portal.url}${DEMO}`) => {
    const sent = request(to, {
      method: 'POST',
      headers: { 'Content-Length': SIZE, ...headers },
    });
    sent.on('error', () => {});
    const status = new Promise<number | undefined>((resolve) => {
      sent.once('response', ({ statusCode }) => resolve(statusCode));
    });
    sent.flushHeaders();
    if (bytes > 0) sent.write(Buffer.alloc(bytes));
    return { status, end: () => sent.destroy() };
  };
  const unsure = { 'Stripe-Signature': `t=1,v1=${'0'.repeat(64)}` };

  // Proves I35-13
  it.each<[string, Record<string, string>]>([
    ['without a signature', {}],
    ['with one that is none', { 'Stripe-Signature': 'none' }],
  ])('is refused before it is read: %s', async (_how, headers) => {
    const { status, end } = begun(headers, 0);
    expect(await status).toBe(400);
    end();
  });

  // Proves I35-13
  it('is refused before it is read: for a mode that is not set up', async () => {
    const demoOnly = await startPaying({ simulateLive: false });
    onTestFinished(() => demoOnly.stop());
    const { status, end } = begun(unsure, 0, `${demoOnly.portal.url}${LIVE}`);
    expect(await status).toBe(400);
    end();
  });

  // Proves I35-13
  it('takes a bounded amount of memory, and keeps out no other webhook', async () => {
    const many = Array.from({ length: 14 }, () => begun(unsure, SIZE - 1));
    const answered: (number | undefined)[] = [];
    for (const { status } of many) void status.then((code) => answered.push(code));
    await expect.poll(() => answered.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(4);
    expect(new Set(answered)).toEqual(new Set([503]));
    const small = eventOf('evt_small', 'customer.created', {});
    expect((await send(DEMO, small, { 'Stripe-Signature': signed(small) })).status).toBe(200);
    for (const { end } of many) end();
    const large = eventOf('evt_after', 'customer.created', { note: 'x'.repeat(SIZE) });
    const after = async () => (await send(DEMO, large, { 'Stripe-Signature': signed(large) })).status;
    await expect.poll(after).toBe(200);
  });
});

describe('a webhook', () => {
  // Proves S4-payments-10
  it('is accepted by its signature, with any content type and origin', async () => {
    const answered = await send(DEMO, genuine.payload, {
      'Stripe-Signature': signed(genuine.payload, Math.floor(Date.now() / 1_000) - 200),
      'Content-Type': 'text/plain',
      Origin: 'https://elsewhere.example',
      'Sec-Fetch-Site': 'cross-site',
      'Idempotency-Key': 'ours',
    });
    expect([answered.status, answered.json]).toEqual([200, { received: true }]);
    expect(answered.headers['set-cookie']).toBeUndefined();
    expect((await paying.client().get(DEMO)).status).toBe(404);
  });

  it('is stored by its ids only', async () => {
    const rows = await stored();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows[0]?.subject).toEqual({ kind: 'intent', intentId: expect.stringMatching(/^pi_sim\w+$/) });
  });

  it('is accepted once per mode if both modes use one id', async () => {
    const { rows: before } = await paying.portal.database.pool.query('SELECT 1 FROM provider_events');
    for (const [path, livemode, key] of [
      [DEMO, false, WEBHOOK_SECRETS.demo],
      [LIVE, true, WEBHOOK_SECRETS.live],
      [DEMO, false, WEBHOOK_SECRETS.demo],
      [LIVE, true, WEBHOOK_SECRETS.live],
    ] as const) {
      const event = JSON.parse(eventOf('evt_both', 'payment_intent.succeeded', { id: 'pi_unknown' }));
      const payload = JSON.stringify({ ...event, livemode });
      const answered = await send(path, payload, { 'Stripe-Signature': signed(payload, undefined, key) });
      expect([path, answered.status]).toEqual([path, 200]);
    }
    const both = async () =>
      (
        await paying.portal.database.pool.query<{ livemode: boolean; applied: boolean }>(
          `SELECT livemode, applied_at IS NOT NULL AS applied FROM provider_events
           WHERE id = 'evt_both' ORDER BY livemode`,
        )
      ).rows;
    await expect.poll(both).toEqual([
      { livemode: false, applied: true },
      { livemode: true, applied: true },
    ]);
    const { rows: after } = await paying.portal.database.pool.query('SELECT 1 FROM provider_events');
    expect(after.length).toBe(before.length + 2);
  });

  // Proves S4-payments-11
  it('is accepted if it concerns nothing of the portal, or has an unknown type', async () => {
    const intent = await paying.stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    const before = await paying.eventCount();
    const customer = await paying.stripe.customers.create();
    for (const [id, type, object, more] of [
      ['evt_1', 'payment_intent.succeeded', { id: intent.id }],
      ['evt_2', 'payment_intent.succeeded', { id: 'pi_unknown' }],
      [
        'evt_3',
        'payment_method.detached',
        { id: 'pm_1' },
        { previous_attributes: { customer: customer.id } },
      ],
      ['evt_4', 'setup_intent.succeeded', { id: 'seti_1', customer: 'cus_unknown' }],
      ['evt_5', 'charge.refunded', { id: 'ch_1', payment_intent: intent.id }],
      ['evt_6', 'charge.dispute.created', { id: 'dp_1', amount: 5, reason: 'x', payment_intent: 'pi_2' }],
      ['evt_7', 'invoice.paid', { id: 'in_1' }],
    ] as [string, string, object, object?][]) {
      const payload = eventOf(id, type, object, more);
      const answered = await send(DEMO, payload, { 'Stripe-Signature': signed(payload) });
      expect([id, answered.status]).toEqual([id, 200]);
    }
    await eventually(async () => (await stored()).every(({ applied }) => applied));
    expect(await paying.eventCount()).toBe(before);
    expect((await stored()).map(({ id }) => id)).not.toContain('evt_7');
    const told = paying.logLines.filter((line) => line.includes('a webhook about an unknown object'));
    expect(told.length).toBeGreaterThanOrEqual(6);
  });
});

// Proves S4-payments-12
it('a dispute and a refund in the provider’s dashboard are recorded once, however often they are sent', async () => {
  const invoiceId = await paying.invoice(accountId, 9_000);
  const share = { kind: 'invoice', id: invoiceId, amountCents: 9_000 } as const;
  const { started, attemptId } = await paying.portal.payments.start(
    paying.request(accountId, 'card_form', share),
    paying.context(),
  );
  const intentId = started.paymentIntentId ?? '';
  await paying.stripe.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' });
  await eventually(async () => (await invoiceOf(paying, invoiceId)).status === 'paid');
  paying.simulator.webhooks.hold();
  await paying.stripe.refunds.create({ payment_intent: intentId, amount: 2_000 });
  const disputeId = paying.simulator.dispute(DEMO_KEY, intentId);
  paying.simulator.webhooks.release({ times: 5, order: { shuffledBy: 3 } });
  await paying.simulator.webhooks.settled();
  await eventually(async () => (await stored()).every(({ applied }) => applied));
  const payment = await paying.portal.commands.load(paymentStream(attemptId), paymentDecider);
  expect(payment).toMatchObject({
    disputes: [{ disputeId, status: 'open', amountCents: 9_000 }],
    refunds: [{ status: 'refunded', amountCents: 2_000, of: { kind: 'invoice', id: invoiceId } }],
  });
  const story = await paying.story(paymentStream(attemptId));
  expect(story.slice(2).sort()).toEqual([
    'PaymentClaimed',
    'PaymentDisputeFundsMoved',
    'PaymentDisputed',
    'PaymentRefunded',
    'PaymentSucceeded',
  ]);
  expect(await invoiceOf(paying, invoiceId)).toMatchObject({
    refunds: [{ amountCents: 2_000, status: 'refunded' }],
  });
  const admin = await paying.admin();
  const shown = await eventually(async () => {
    const { json } = await admin.get(`/api/admin/payments/${attemptId}`);
    return json.status === 'disputed' ? json : null;
  });
  expect(shown).toMatchObject({ refunded_amount: 20, invoice_ids: [invoiceId] });
  expect((await admin.get('/api/admin/payments?status=disputed')).json).toMatchObject([{ id: attemptId }]);
});

// Proves S4-payments-12, S4-payments-21
it('a refund returned by the bank is recorded as failed and mailed to administrators', async () => {
  const orderId = await paying.order(accountId, 6_500);
  const share = { kind: 'order', id: orderId, amountCents: 6_500 } as const;
  const { started, attemptId } = await paying.portal.payments.start(
    paying.request(accountId, 'card_form', share),
    paying.context(),
  );
  await paying.stripe.paymentIntents.confirm(started.paymentIntentId ?? '', {
    payment_method: 'pm_card_refundFail',
  });
  await eventually(async () => (await orderOf(paying, orderId)).status === 'paid');
  const { appended } = await paying.portal.commands.execute({
    stream: paymentStream(attemptId),
    decider: paymentDecider,
    command: {
      type: 'RequestRefund',
      refundId: 'refund-1',
      of: { kind: 'order', id: orderId },
      amountCents: 6_500,
      reason: null,
    },
    context: paying.context(),
    accounts: [accountId],
  });
  await paying.portal.commands.followUp(appended);
  await eventually(async () =>
    (await paying.story(paymentStream(attemptId))).includes('PaymentRefundFailed'),
  );
  const payment = await paying.portal.commands.load(paymentStream(attemptId), paymentDecider);
  expect(payment).toMatchObject({ refunds: [{ refundId: 'refund-1', status: 'failed' }] });
  expect(
    (await paying.stripe.refunds.list({ payment_intent: started.paymentIntentId ?? '' })).data,
  ).toHaveLength(1);
  const admin = await paying.admin();
  const told = await eventually(async () => {
    const { json } = await admin.get('/api/admin/mails');
    return json.find(({ kind }: { kind: string }) => kind === 'moneyDidNotGoBack') ?? null;
  });
  const { json: mail } = await admin.get(`/api/admin/mails/${told.id}`);
  expect(mail).toMatchObject({ recipient: 'admin@localhost', subject: 'A refund of $65.00 failed' });
  expect(mail.text).toContain(`/admin-dashboard/payments/${attemptId}/show`);
});

// Proves S4-payments-11
it('a webhook that could not be applied is applied later, by any portal', async () => {
  const orderId = await paying.order(accountId, 6_500);
  const share = { kind: 'order', id: orderId, amountCents: 6_500 } as const;
  const { started } = await paying.portal.payments.start(
    paying.request(accountId, 'card_form', share),
    paying.context(),
  );
  // nothing can be asked of the provider when the webhook comes
  paying.simulator.faults.add({ request: /GET \/v1\/.*/, action: 'error500', when: 'before', times: 20 });
  await paying.stripe.paymentIntents.confirm(started.paymentIntentId ?? '', {
    payment_method: 'pm_card_visa',
  });
  await paying.simulator.webhooks.settled();
  await eventually(async () => (await stored()).some(({ applied }) => !applied));
  expect((await orderOf(paying, orderId)).status).toBe('awaiting_payment');
  paying.simulator.faults.clear();
  await paying.portal.database.pool.query(
    "UPDATE provider_events SET received_at = received_at - interval '1 minute'",
  );
  await paying.portal.tick();
  expect((await orderOf(paying, orderId)).status).toBe('paid');
  expect((await stored()).every(({ applied }) => applied)).toBe(true);
});

/** A webhook as the simulator sends it, taken by a receiver of our own. */
async function oneWebhook(): Promise<{ readonly payload: string; readonly signature: string }> {
  const receiver = await startReceiver();
  try {
    const { simulator, stripe } = paying;
    simulator.sendWebhooksTo({ secretKey: DEMO_KEY, secret: WEBHOOK_SECRETS.demo, url: receiver.url });
    await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    const one = await eventually(
      async () =>
        receiver.received.find(({ payload }) => payload.includes('payment_intent.succeeded')) ?? null,
    );
    // the portal receives them as well
    await simulator.webhooks.settled();
    return one;
  } finally {
    await receiver.close();
  }
}
