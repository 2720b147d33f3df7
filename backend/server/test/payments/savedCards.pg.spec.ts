import { AUTO_PAY_CONSENT_VERSION } from '@portal/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import type { HttpClient } from '../support/httpClient.ts';
import { DEMO_KEY, type Paying, postWebhook, publicCase, startPayingElsewhere } from './support.ts';

let paying: Paying;
let ann: HttpClient;
let bob: HttpClient;
let annsAccount: string;

beforeAll(async () => {
  paying = await startPayingElsewhere();
  const dealer = await paying.dealer('ann');
  ann = dealer.client;
  annsAccount = dealer.user.account_id;
  bob = (await paying.dealer('bob')).client;
});
afterAll(() => paying.stop());

/** What the page does: a set-up from our server, confirmed with a card at the provider; its id and its card's. */
async function finishSetup(client: HttpClient, card: string) {
  const answered = await client.post('/api/setup-payment-method');
  expect(answered.status).toBe(200);
  const id = String(answered.json.clientSecret).split('_secret_')[0] ?? '';
  const done = await paying.stripe.setupIntents.confirm(id, { payment_method: card });
  return { id, method: String(done.payment_method) };
}
const setUp = async (client: HttpClient, card = 'pm_card_visa') => (await finishSetup(client, card)).method;
const cardOf = async (client: HttpClient) => (await client.get('/api/payment-method')).json;

// Proves S4-payments-13
it('a card is saved with brand, last digits and expiry, replaced, and removed', async () => {
  expect((await ann.get('/api/stripe-config')).json).toEqual({
    publicKey: paying.simulator.publishableKey('sk_test_sim_embedded'),
    isConfigured: true,
    accountType: 'demo',
    simulated: true,
  });
  expect(await cardOf(ann)).toBeNull();
  expect((await ann.get('/api/user-has-payment-method')).json).toEqual({ hasPaymentMethod: false });
  paying.simulator.webhooks.hold();
  const first = await setUp(ann);
  const saved = await ann.post('/api/save-payment-method', { paymentMethodId: first });
  expect(saved.status).toBe(200);
  const expYear = new Date().getUTCFullYear() + 4;
  expect(await cardOf(ann)).toEqual({
    brand: 'visa',
    last4: '4242',
    expMonth: 12,
    expYear,
    declined: null,
    autoPay: null,
  });
  expect((await ann.get('/api/user-has-payment-method')).json).toEqual({ hasPaymentMethod: true });

  const second = await setUp(ann, 'pm_card_mastercard');
  expect((await ann.post('/api/save-payment-method', { paymentMethodId: second })).status).toBe(200);
  expect(await cardOf(ann)).toMatchObject({ brand: 'mastercard' });
  expect((await paying.stripe.paymentMethods.retrieve(first)).customer).toBeNull();

  // late word of the first set-up does not bring its card back
  paying.simulator.webhooks.release({ times: 3, order: 'reversed' });
  await paying.simulator.webhooks.settled();
  expect(await cardOf(ann)).toMatchObject({ brand: 'mastercard' });

  expect((await ann.delete('/api/payment-method')).json).toBeNull();
  expect(await cardOf(ann)).toBeNull();
  expect((await paying.stripe.paymentMethods.retrieve(second)).customer).toBeNull();
  expect((await ann.delete('/api/payment-method')).status).toBe(200);

  // nor does word of one that was given up since
  paying.simulator.webhooks.hold();
  const third = await setUp(ann);
  expect((await ann.post('/api/save-payment-method', { paymentMethodId: third })).status).toBe(200);
  await ann.delete('/api/payment-method');
  paying.simulator.webhooks.release({ times: 3, order: 'reversed' });
  await paying.simulator.webhooks.settled();
  await eventually(async () => {
    const { rows } = await paying.portal.database.pool.query(
      'SELECT 1 FROM provider_events WHERE applied_at IS NULL',
    );
    return rows.length === 0;
  });
  expect(await cardOf(ann)).toBeNull();
});

// Proves S4-payments-13
it("the webhook of a set-up saves the card even without the page's request, and a detached card is removed", async () => {
  const method = await setUp(ann);
  await eventually(async () => (await cardOf(ann)) !== null);
  expect(await cardOf(ann)).toMatchObject({ brand: 'visa', last4: '4242' });
  await paying.stripe.paymentMethods.detach(method);
  await eventually(async () => (await cardOf(ann)) === null);
  expect(await cardOf(ann)).toBeNull();
});

// Proves S2-2-setup-success-1
it('the return page saves the card of a completed set-up only', async () => {
  await eventually(async () => (await cardOf(ann)) === null);
  paying.simulator.webhooks.hold();
  const open = String((await ann.post('/api/setup-payment-method')).json.clientSecret).split('_secret_')[0];
  const anns = await finishSetup(ann, 'pm_card_mastercard');
  for (const [client, setupIntentId] of [
    [ann, open],
    [ann, 'seti_unknown'],
    [bob, anns.id],
  ] as const)
    expect((await client.post('/api/save-payment-method', { setupIntentId })).status).toBe(404);
  const both = { setupIntentId: anns.id, paymentMethodId: anns.method };
  expect((await ann.post('/api/save-payment-method', both)).status).toBe(400);
  expect(await cardOf(ann)).toBeNull();
  const saved = await ann.post('/api/save-payment-method', { setupIntentId: anns.id });
  expect(saved.json).toMatchObject({ brand: 'mastercard', last4: '4444' });
  paying.simulator.webhooks.release();
  await ann.delete('/api/payment-method');
});

// Proves S4-payments-14
it("refuses another company's card, one without set-up, and none", async () => {
  const anns = await setUp(ann);
  const customer = await paying.stripe.customers.create();
  const loose = await paying.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  await setUp(bob);
  await eventually(async () => (await cardOf(bob)) !== null);
  for (const paymentMethodId of [anns, loose.id, 'pm_card_visa', 'pm_unknown']) {
    const answered = await bob.post('/api/save-payment-method', { paymentMethodId });
    expect([answered.status, answered.json.error]).toEqual([404, 'Payment method not found']);
  }
  for (const paymentMethodId of ['', '../customers', 'pm 1', 'pm_1\u0000']) {
    expect((await bob.post('/api/save-payment-method', { paymentMethodId })).status).toBe(400);
  }
  expect((await bob.post('/api/save-payment-method', {})).json.error).toBe('paymentMethodId is required');
});

// Proves S4-payments-19
it('automatic payment needs a card and the current terms, and ends with the card', async () => {
  await eventually(async () => (await cardOf(ann)) !== null);
  await ann.delete('/api/payment-method');
  const consent = { version: AUTO_PAY_CONSENT_VERSION };
  expect((await ann.put('/api/auto-pay', { version: '2020-01' })).json.error).toBe(
    'Please read the terms again: they have changed.',
  );
  expect(await ann.put('/api/auto-pay', consent)).toMatchObject({
    status: 422,
    json: { error: 'Please add a payment method before you turn on automatic payments.' },
  });
  await setUp(ann);
  await eventually(async () => (await cardOf(ann)) !== null);
  const on = await ann.put('/api/auto-pay', consent);
  expect(on.json.autoPay).toMatchObject({ version: AUTO_PAY_CONSENT_VERSION });
  expect(Date.parse(on.json.autoPay.consentedAt)).toBeGreaterThan(Date.now() - 60_000);
  expect((await ann.delete('/api/auto-pay')).json.autoPay).toBeNull();
  await ann.put('/api/auto-pay', consent);
  await ann.delete('/api/payment-method');
  await setUp(ann);
  await eventually(async () => (await cardOf(ann)) !== null);
  expect((await cardOf(ann)).autoPay).toBeNull();
});

// Proves I35-33
it('a card that the network renewed shows its new digits and expiry, and stays the one to charge', async () => {
  const { client } = await paying.dealer('cas');
  const method = await setUp(client);
  await eventually(async () => (await cardOf(client)) !== null);
  await client.put('/api/auto-pay', { version: AUTO_PAY_CONSENT_VERSION });
  paying.simulator.webhooks.hold();
  paying.simulator.renewCard(DEMO_KEY, method, { last4: '9424', exp_month: 11, exp_year: 2031 });
  paying.simulator.webhooks.release({ times: 5, order: { shuffledBy: 3 } });
  await paying.simulator.webhooks.settled();
  await eventually(async () => (await cardOf(client)).last4 === '9424');
  expect(await cardOf(client)).toMatchObject({
    brand: 'visa',
    expMonth: 11,
    expYear: 2031,
    autoPay: { version: AUTO_PAY_CONSENT_VERSION },
  });

  // a card that is saved no longer is left alone
  const other = await setUp(client, 'pm_card_mastercard');
  await client.post('/api/save-payment-method', { paymentMethodId: other });
  paying.simulator.renewCard(DEMO_KEY, method, { last4: '0001', exp_month: 1, exp_year: 2032 });
  await paying.simulator.webhooks.settled();
  await eventually(async () => {
    const { rows } = await paying.portal.database.pool.query(
      'SELECT 1 FROM provider_events WHERE applied_at IS NULL',
    );
    return rows.length === 0;
  });
  expect(await cardOf(client)).toMatchObject({ brand: 'mastercard' });
});

// Proves I35-33
it('a card is renewed by the webhook of a public bug report, which says 1970 as its time', async () => {
  const { client } = await paying.dealer('dora');
  const pm = await setUp(client);
  await eventually(async () => (await cardOf(client)) !== null);
  await client.put('/api/auto-pay', { version: AUTO_PAY_CONSENT_VERSION });
  const { customer } = await paying.stripe.paymentMethods.retrieve(pm);
  await postWebhook(paying, await publicCase('08-automatically-updated', { pm, cus: String(customer) }));
  await eventually(async () => (await cardOf(client)).last4 === '9424');
  expect(await cardOf(client)).toMatchObject({
    brand: 'visa',
    expMonth: 11,
    expYear: 2031,
    autoPay: { version: AUTO_PAY_CONSENT_VERSION },
  });
});

// Proves S4-payments-15
it('demo and live cards are separate (rule B25)', async () => {
  const admin = await paying.admin();
  expect(await cardOf(ann)).not.toBeNull();
  const live = await admin.put(`/api/admin/accounts/${annsAccount}/demo-status`, {
    is_demo_account: false,
  });
  expect(live.status).toBe(200);
  expect((await ann.get('/api/stripe-config')).json).toMatchObject({
    accountType: 'live',
    isConfigured: true,
  });
  expect(await cardOf(ann)).toBeNull();
  const answered = await ann.post('/api/setup-payment-method');
  const id = String(answered.json.clientSecret).split('_secret_')[0] ?? '';
  await paying.liveStripe.setupIntents.confirm(id, { payment_method: 'pm_card_amex' });
  await eventually(async () => (await cardOf(ann)) !== null);
  expect(await cardOf(ann)).toMatchObject({ brand: 'amex' });
  await admin.put(`/api/admin/accounts/${annsAccount}/demo-status`, { is_demo_account: true });
  expect(await cardOf(ann)).toMatchObject({ brand: 'visa' });
});
