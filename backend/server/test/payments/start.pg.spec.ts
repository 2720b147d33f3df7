import {
  accountDecider,
  accountStream,
  invoiceDecider,
  invoiceStream,
  orderDecider,
  orderStream,
  paymentDecider,
  paymentStream,
} from '@portal/domain';
import { PAYMENTS_VIEW } from '@portal/projections';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import type { HttpClient } from '../support/httpClient.ts';
import { DEMO_KEY, invoiceOf, orderOf, type Paying, startPaying } from './support.ts';

let paying: Paying;
let ann: HttpClient;
let accountId: string;

beforeAll(async () => {
  paying = await startPaying();
  const dealer = await paying.dealer('ann');
  ann = dealer.client;
  accountId = dealer.user.account_id;
});
afterAll(() => paying.stop());

const ofOrder = (id: string, amountCents = 6_500) => ({ kind: 'order', id, amountCents }) as const;
const ofInvoice = (id: string, amountCents: number) => ({ kind: 'invoice', id, amountCents }) as const;
const byForm = (orderId: string, amountCents = 6_500) =>
  paying.request(accountId, 'card_form', ofOrder(orderId, amountCents));
const bySavedCard = (orderId: string) => paying.request(accountId, 'saved_card', ofOrder(orderId));
const start = (request: ReturnType<typeof byForm>) => paying.portal.payments.start(request, paying.context());
const settle = (intentId: string | null) =>
  paying.portal.payments.settle(intentId ?? '', false, paying.context());
const payAtForm = async (intentId: string | null, card = 'pm_card_visa') => {
  await paying.stripe.paymentIntents.confirm(intentId ?? '', { payment_method: card }).catch(() => {});
};
const paymentOf = (attemptId: string) =>
  paying.portal.commands.load(paymentStream(attemptId), paymentDecider);

describe('a payment by card form', () => {
  // Proves S4-payments-1
  it('is recorded before it can be paid, and pays the order', async () => {
    const orderId = await paying.order(accountId, 6_500);
    const { started, attemptId } = await start(byForm(orderId));
    expect(started).toMatchObject({ success: false, status: 'requires_payment_method', message: null });
    expect(started.clientSecret).toMatch(/^pi_sim\w+_secret_/);
    const begun = ['PaymentStarted', 'PaymentIntentRecorded'];
    expect(await paying.story(paymentStream(attemptId))).toEqual(begun);
    await payAtForm(started.paymentIntentId);
    expect(await settle(started.paymentIntentId)).toMatchObject({
      status: 'succeeded',
      attemptId,
      accountId,
      claimants: [{ kind: 'order', id: orderId }],
    });
    expect(await paying.story(paymentStream(attemptId))).toEqual([
      ...begun,
      'PaymentSucceeded',
      'PaymentClaimed',
    ]);
    const story = await paying.story(orderStream(orderId));
    expect(story.slice(0, 3)).toEqual(['OrderPlaced', 'OrderPaymentStarted', 'OrderPaid']);
    const account = await paying.portal.commands.load(accountStream(accountId), accountDecider);
    expect(account).toMatchObject({ cards: { demo: { customerId: expect.stringMatching(/^cus_/) } } });
    await expect(start(byForm(orderId))).rejects.toThrow('This order is paid already.');
  });

  // Proves S4-payments-1
  it('allows cards only, names installation and attempt, and sends no personal data', async () => {
    const orderId = await paying.order(accountId, 6_500);
    const { attemptId } = await start(byForm(orderId));
    const made = paying.simulator.requests.findLast(({ path }) => path === '/v1/payment_intents');
    const sent = Object.fromEntries(new URLSearchParams(made?.body));
    expect(sent).toEqual({
      amount: '6500',
      currency: 'usd',
      customer: expect.stringMatching(/^cus_/),
      'allowed_payment_method_types[0]': 'card',
      description: 'Spec',
      'metadata[portal_installation]': expect.stringMatching(/^[0-9a-f]{32}$/),
      'metadata[portal_attempt]': attemptId,
    });
    expect(made?.idempotencyKey).toBe(`intent/${attemptId}/${sent.customer}`);
    const customer = paying.simulator.requests.findLast(({ path }) => path === '/v1/customers');
    expect([...new URLSearchParams(customer?.body).keys()]).toEqual([
      'metadata[portal_installation]',
      'metadata[portal_account]',
    ]);
  });

  // Proves S4-payments-2
  it('continues with the same intent when repeated, also after a decline', async () => {
    const orderId = await paying.order(accountId, 6_500);
    const first = await start(byForm(orderId));
    await payAtForm(first.started.paymentIntentId, 'pm_card_visa_chargeDeclined');
    expect(await settle(first.started.paymentIntentId)).toMatchObject({
      status: 'declined',
      message: 'Your card was declined.',
    });
    const second = await start(byForm(orderId));
    expect(second.started).toEqual(first.started);
    expect(second.attemptId).toBe(first.attemptId);
    await payAtForm(first.started.paymentIntentId);
    // paid between two requests: the second one hears of it and charges nothing
    const third = await start(byForm(orderId));
    expect(third.started).toMatchObject({ success: true, status: 'succeeded', clientSecret: null });
    expect(await orderOf(paying, orderId)).toMatchObject({ status: 'paid' });
  });

  it('refuses too small amounts, unknown orders and those of other companies, and records nothing', async () => {
    const orderId = await paying.order(accountId, 49);
    await expect(start(byForm(orderId, 49))).rejects.toThrow("Amounts below $0.50 can't be paid by card.");
    expect(await paying.story(orderStream(orderId))).toEqual(['OrderPlaced']);
    await expect(start(byForm('nowhere'))).rejects.toThrow('Order not found');
    const bob = (await paying.dealer('bob')).user.account_id;
    const theirs = paying.request(bob, 'card_form', ofOrder(orderId, 6_500));
    await expect(start(theirs)).rejects.toThrow('Order not found');
  });

  // Proves S4-payments-2
  it('for another amount replaces the earlier attempt, whose intent is canceled', async () => {
    const invoiceId = await paying.invoice(accountId, 5_000);
    const other = await paying.invoice(accountId, 7_000);
    const alone = await start(paying.request(accountId, 'card_form', ofInvoice(invoiceId, 5_000)));
    const both = await start(
      paying.request(accountId, 'card_form', ofInvoice(invoiceId, 5_000), ofInvoice(other, 7_000)),
    );
    expect(both.attemptId).not.toBe(alone.attemptId);
    const canceled = await paying.stripe.paymentIntents.retrieve(alone.started.paymentIntentId ?? '');
    expect(canceled.status).toBe('canceled');
    expect((await paymentOf(alone.attemptId)).status).toBe('failed');
    await payAtForm(both.started.paymentIntentId);
    await settle(both.started.paymentIntentId);
    for (const id of [invoiceId, other])
      expect(await invoiceOf(paying, id)).toMatchObject({ status: 'paid' });
    expect(await paying.story(invoiceStream(other))).toEqual([
      'InvoiceIssued',
      'InvoicePaymentStarted',
      'InvoicePaid',
    ]);
  });

  it.each([
    ['paid', true],
    ['given up', false],
  ])('frees an invoice that is no longer part of its attempt once that is %s', async (_what, pays) => {
    const [first, second] = [await paying.invoice(accountId, 5_000), await paying.invoice(accountId, 7_000)];
    // both were to be paid together, and another tab went on with the first alone before the attempt began
    const attemptId = v7();
    for (const id of [first, second]) {
      await paying.portal.commands.execute({
        stream: invoiceStream(id),
        decider: invoiceDecider,
        command: { type: 'StartInvoicePayment', attemptId, how: 'card_form' },
        context: paying.context(),
        accounts: [accountId],
      });
    }
    const alone = await start(paying.request(accountId, 'card_form', ofInvoice(first, 5_000)));
    expect(alone.attemptId).toBe(attemptId);
    if (pays) {
      await payAtForm(alone.started.paymentIntentId);
      await settle(alone.started.paymentIntentId);
    } else {
      await paying.portal.payments.cancelAttempt(attemptId, paying.context());
    }
    const withdrawn = await paying.invoice(accountId, 900);
    await paying.portal.commands.execute({
      stream: invoiceStream(withdrawn),
      decider: invoiceDecider,
      command: { type: 'StartInvoicePayment', attemptId, how: 'card_form' },
      context: paying.context(),
      accounts: [accountId],
    });
    const claimant = { kind: 'invoice', id: withdrawn } as const;
    await paying.portal.payments.withdraw([claimant], accountId, paying.context());
    expect(await invoiceOf(paying, withdrawn)).toMatchObject({ openAttempt: null });

    const own = await start(paying.request(accountId, 'card_form', ofInvoice(second, 7_000)));
    expect(own.attemptId).not.toBe(attemptId);
    await payAtForm(own.started.paymentIntentId);
    await settle(own.started.paymentIntentId);
    expect(await invoiceOf(paying, second)).toMatchObject({
      payments: [{ paymentId: own.attemptId }],
    });
  });

  // Proves S4-payments-3
  it('charges once for 32 concurrent requests of one order', async () => {
    const orderId = await paying.order(accountId, 6_500);
    await paying.keepCard(ann);
    const before = (await paying.charges()).length;
    const results = await Promise.all(
      Array.from({ length: 32 }, () => start(bySavedCard(orderId)).catch((error: Error) => error.message)),
    );
    const paid = results.filter((result) => typeof result !== 'string');
    expect(paid.length).toBeGreaterThan(0);
    expect(new Set(paid.map(({ attemptId }) => attemptId)).size).toBe(1);
    expect(paid.every(({ started }) => started.success)).toBe(true);
    expect(results.filter((result) => typeof result === 'string')).toEqual(
      Array.from({ length: 32 - paid.length }, () => 'This order is paid already.'),
    );
    expect((await paying.charges()).length).toBe(before + 1);
    const story = await paying.story(orderStream(orderId));
    expect(story.filter((type) => type === 'OrderPaid')).toHaveLength(1);
  });
});

describe('a payment by saved card', () => {
  it("succeeds at once, on the card's customer", async () => {
    const method = await paying.keepCard(ann);
    const orderId = await paying.order(accountId, 6_500);
    const { started, attemptId } = await start(bySavedCard(orderId));
    expect(started).toMatchObject({ success: true, status: 'succeeded', clientSecret: null, message: null });
    const charge = (await paying.charges()).find(({ payment_intent: id }) => id === started.paymentIntentId);
    expect(charge).toMatchObject({ payment_method: method, amount: 6_500 });
    expect(await orderOf(paying, orderId)).toMatchObject({
      payment: { paymentId: attemptId, livemode: false },
    });
    const [row] = (
      await paying.portal.database.pool.query(
        `SELECT card_brand, card_last4 FROM ${PAYMENTS_VIEW} WHERE id = $1`,
        [attemptId],
      )
    ).rows;
    expect(row).toEqual({ card_brand: 'visa', card_last4: '4242' });
  });

  // Proves S4-payments-4
  it('shows the card form after a decline, and the form pays', async () => {
    await paying.keepCard(ann, 'pm_card_chargeCustomerFail');
    const orderId = await paying.order(accountId, 6_500);
    const declined = await start(bySavedCard(orderId));
    expect(declined.started).toMatchObject({
      success: false,
      status: 'requires_payment_method',
      message: 'Your card was declined.',
    });
    expect(declined.started.clientSecret).toMatch(/_secret_/);
    // the same card once more is another try, not the answer of the first
    const again = await start(bySavedCard(orderId));
    expect(again.attemptId).toBe(declined.attemptId);
    const declines = (await paying.story(paymentStream(again.attemptId))).filter(
      (type) => type === 'PaymentDeclined',
    );
    expect(declines).toHaveLength(2);
    await payAtForm(again.started.paymentIntentId, 'pm_card_mastercard');
    expect(await settle(again.started.paymentIntentId)).toMatchObject({ status: 'succeeded' });
    expect(await orderOf(paying, orderId)).toMatchObject({ status: 'paid' });
  });

  // Proves S4-payments-4
  it('shows the card form if the card needs authentication (rule G9)', async () => {
    await paying.keepCard(ann);
    const customer = await customerOf();
    await paying.stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer });
    const asking = await paying.stripe.setupIntents.create({
      customer,
      allowed_payment_method_types: ['card'],
      metadata: await ourMetadata(),
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
    });
    paying.simulator.authenticate(DEMO_KEY, asking.id, 'complete');
    const { payment_method: method } = await paying.stripe.setupIntents.retrieve(asking.id);
    await ann.post('/api/save-payment-method', { paymentMethodId: method });
    const orderId = await paying.order(accountId, 6_500);
    const { started } = await start(bySavedCard(orderId));
    expect(started).toMatchObject({ success: false, status: 'requires_action' });
    expect(started.clientSecret).toMatch(/_secret_/);
    expect(await settle(started.paymentIntentId)).toMatchObject({ status: 'processing' });
    paying.simulator.authenticate(DEMO_KEY, started.paymentIntentId ?? '', 'complete');
    expect(await settle(started.paymentIntentId)).toMatchObject({ status: 'succeeded' });
  });

  // Proves S4-payments-4
  it('shows the card form if the provider no longer has the card', async () => {
    const method = await paying.keepCard(ann);
    paying.simulator.webhooks.hold();
    await paying.stripe.paymentMethods.detach(method);
    const orderId = await paying.order(accountId, 6_500);
    const { started } = await start(bySavedCard(orderId));
    expect(started).toMatchObject({
      success: false,
      message: 'Your saved card can no longer be used. Please enter a card.',
    });
    expect(started.clientSecret).toMatch(/_secret_/);
    paying.simulator.webhooks.release();
    await paying.simulator.webhooks.settled();
    await eventually(async () => (await ann.get('/api/payment-method')).json === null);
  });

  it('shows the card form without a saved card; automatic payment is refused', async () => {
    await ann.delete('/api/payment-method');
    const orderId = await paying.order(accountId, 6_500);
    await expect(start(paying.request(accountId, 'auto_pay', ofOrder(orderId)))).rejects.toThrow(
      'There is no saved card to charge.',
    );
    const { started } = await start(bySavedCard(orderId));
    expect(started).toMatchObject({ success: false, status: 'requires_payment_method', message: null });
  });

  it('is refused as automatic payment while a card form is open', async () => {
    await paying.keepCard(ann);
    const invoiceId = await paying.invoice(accountId, 4_000);
    const share = ofInvoice(invoiceId, 4_000);
    const form = await start(paying.request(accountId, 'card_form', share));
    const byItself = () => start(paying.request(accountId, 'auto_pay', share));
    await expect(byItself()).rejects.toThrow('A payment is being processed.');
    await paying.portal.payments.cancelAttempt(form.attemptId, paying.context());
    expect((await byItself()).started).toMatchObject({ success: true });
    const confirm = paying.simulator.requests.findLast(({ path }) => path.endsWith('/confirm'));
    expect(new URLSearchParams(confirm?.body).get('off_session')).toBe('true');
  });
});

describe('a payment whose order is rejected', () => {
  // Proves S4-payments-9
  it('is refunded if the order was rejected while the card form was open', async () => {
    const orderId = await paying.order(accountId, 6_500);
    const { started, attemptId } = await start(byForm(orderId));
    const change = (command: Parameters<typeof orderDecider.decide>[0]) =>
      paying.portal.commands.execute({
        stream: orderStream(orderId),
        decider: orderDecider,
        command,
        context: paying.context(),
        accounts: [accountId],
      });
    await change({ type: 'EndOrderPayment', attemptId, message: 'Spec' });
    await change({ type: 'RejectOrder', entryIds: null, reason: 'Spec', leftCents: 0 });
    await payAtForm(started.paymentIntentId);
    expect(await settle(started.paymentIntentId)).toMatchObject({ status: 'succeeded' });
    await eventually(async () => (await paying.story(paymentStream(attemptId))).includes('PaymentRefunded'));
    const refunds = await paying.stripe.refunds.list({ payment_intent: started.paymentIntentId ?? '' });
    expect(refunds.data).toMatchObject([{ amount: 6_500, status: 'succeeded' }]);
    expect(await paymentOf(attemptId)).toMatchObject({
      claims: [],
      refunds: [{ status: 'refunded', of: null }],
    });
    const admin = await paying.admin();
    const shown = await eventually(async () => {
      const { json } = await admin.get(`/api/admin/payments/${attemptId}`);
      return json.refunded_amount === 65 ? json : null;
    });
    expect(shown).toMatchObject({
      status: 'refunded',
      amount: 65,
      unclaimed_amount: 0,
      test_mode: true,
      order_id: orderId,
      company_name: 'Doe Security',
    });
  });

  it("can't be paid any more once its attempt is withdrawn", async () => {
    const orderId = await paying.order(accountId, 6_500);
    const { started, attemptId } = await start(byForm(orderId));
    await paying.portal.payments.withdraw([{ kind: 'order', id: orderId }], accountId, paying.context());
    expect(await orderOf(paying, orderId)).toMatchObject({ openAttempt: null, status: 'awaiting_payment' });
    await payAtForm(started.paymentIntentId);
    expect(await settle(started.paymentIntentId)).toMatchObject({ status: 'failed' });
    const next = await start(byForm(orderId));
    expect(next.attemptId).not.toBe(attemptId);
  });
});

it('replaces a customer that the provider deleted, and drops its card', async () => {
  await paying.keepCard(ann);
  await paying.stripe.customers.del(await customerOf());
  const orderId = await paying.order(accountId, 6_500);
  const { started } = await start(bySavedCard(orderId));
  expect(started.clientSecret).toMatch(/_secret_/);
  expect((await ann.get('/api/user-has-payment-method')).json).toEqual({ hasPaymentMethod: false });
  await paying.keepCard(ann);
  expect((await start(bySavedCard(orderId))).started.success).toBe(true);
});

// Proves S4-payments-2
it('starts a new attempt with live credentials once the account is live', async () => {
  const orderId = await paying.order(accountId, 6_500);
  const demo = await start(byForm(orderId));
  const admin = await paying.admin();
  const went = await admin.put(`/api/admin/accounts/${accountId}/demo-status`, { is_demo_account: false });
  expect(went.status).toBe(200);
  const live = await start(byForm(orderId));
  expect(live.attemptId).not.toBe(demo.attemptId);
  const canceled = await paying.stripe.paymentIntents.retrieve(demo.started.paymentIntentId ?? '');
  expect(canceled.status).toBe('canceled');
  await paying.liveStripe.paymentIntents.confirm(live.started.paymentIntentId ?? '', {
    payment_method: 'pm_card_visa',
  });
  const settled = await paying.portal.payments.settle(
    live.started.paymentIntentId ?? '',
    true,
    paying.context(),
  );
  expect(settled).toMatchObject({ status: 'succeeded' });
  expect(await orderOf(paying, orderId)).toMatchObject({ payment: { livemode: true } });
  await admin.put(`/api/admin/accounts/${accountId}/demo-status`, { is_demo_account: true });
});

async function customerOf(): Promise<string> {
  const account = await paying.portal.commands.load(accountStream(accountId), accountDecider);
  const customer = account.status === 'open' ? account.cards.demo.customerId : null;
  if (customer === null) throw new Error('There is no customer yet.');
  return customer;
}

async function ourMetadata() {
  const customer = await paying.stripe.customers.retrieve(await customerOf());
  return customer.deleted === true ? {} : customer.metadata;
}
