import type { Position } from '@portal/event-store';
import { scenario } from '@portal/event-store/testing';
import { type StripeSimulator, startStripeSimulator } from '@portal/stripe-simulator';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { HttpClient } from '../support/httpClient.ts';
import { type OneAddress, oneAddress } from '../support/oneAddress.ts';
import type { PortalChild } from '../support/portalChild.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { ADMIN, PASSWORD, registration, siteOrder } from '../support/testPortal.ts';
import { DEMO_KEY, environmentFor, LIVE_KEY, sendWebhooks } from './support.ts';

const R13 = scenario('R13');

let stage: Stage;
/** Where the provider sends its webhooks, whichever portal lives. */
let address: OneAddress;
let simulator: StripeSimulator;
let stripe: Stripe;
let portal: PortalChild;
let began: Position | null;

beforeAll(async () => {
  stage = await openStage();
  began = await stage.store.head();
  address = await oneAddress();
  simulator = await startStripeSimulator({
    secretKeys: [DEMO_KEY, LIVE_KEY],
    webhookBackOffMs: Array.from({ length: 60 }, () => 500),
  });
  stripe = new Stripe(DEMO_KEY, { ...simulator.client, telemetry: false });
});
afterAll(async () => {
  await address.close();
  await stage.close();
  await simulator.stop();
}, 60_000);

/** Starts the portal in a process of its own. @returns its address */
async function start(): Promise<string> {
  portal = await stage.startPortal(environmentFor(simulator));
  return portal.url;
}

async function signIn(url: string, username = 'ann', password = PASSWORD): Promise<HttpClient> {
  const client = new HttpClient(url);
  expect((await client.post('/api/login', { username, password })).status).toBe(200);
  return client;
}

/** A dealer with a saved card. */
async function dealer(url: string): Promise<HttpClient> {
  const ann = new HttpClient(url);
  const { json } = await ann.post('/api/register', registration('ann'));
  const admin = await signIn(url, ADMIN.username, ADMIN.password);
  await admin.patch(`/api/admin/users/${json.id}/approval`, { isApproved: true });
  const setUp = await ann.post('/api/setup-payment-method');
  const id = String(setUp.json.clientSecret).split('_secret_')[0] ?? '';
  const { payment_method: paymentMethodId } = await stripe.setupIntents.confirm(id, {
    payment_method: 'pm_card_visa',
  });
  expect((await ann.post('/api/save-payment-method', { paymentMethodId })).status).toBe(200);
  return ann;
}

/** A CA 150 panel and its shipping: $680. */
const withPanel = { kind: 'site', site: siteOrder({ ca150_panel: true }) };
const order = (client: HttpClient, key: string) =>
  client.post(
    '/api/create-payment-intent',
    { amount: 68_000, use_existing_payment_method: true, order: withPanel },
    { 'Idempotency-Key': key },
  );
const paidCharges = async () => (await stripe.charges.list({ limit: 100 })).data.filter(({ paid }) => paid);
/** Number of events of this spec: scenarios on EventStoreDB share a log. */
const events = async (type: string) =>
  (await stage.store.readAll(began, { types: [type], limit: 100 })).events.length;

// Proves S4-payments-7, I8-R13
it('R13: killed after the charge and before the append: one charge, found by the next request', async () => {
  let url = await start();
  const ann = await dealer(url);

  // the page asks again with the same key
  simulator.faults.add({ request: /POST .*\/confirm/, action: 'hang', when: 'after' });
  const lost = order(ann, 'first').catch((error: Error) => error);
  await eventually(async () => (await paidCharges()).length === 1, 60);
  await portal.kill();
  expect(await lost).toBeInstanceOf(Error);
  expect(await events('PaymentSucceeded')).toBe(0);
  url = await start();
  const back = await signIn(url);
  const answered = await eventually(async () => {
    const again = await order(back, 'first');
    // the first one's turn at the key has to run out
    return again.status === 409 ? null : again;
  }, 60);
  expect([answered.status, answered.json]).toMatchObject([200, { success: true, status: 'succeeded' }]);
  expect(await paidCharges()).toHaveLength(1);
  expect([await events('OrderPlaced'), await events('PaymentSucceeded'), await events('OrderPaid')]).toEqual([
    1, 1, 1,
  ]);
  await eventually(async () => (await events('SiteRequested')) === 1, 60);

  // nobody asks again: the webhook goes on until somebody takes it
  address.serve([url]);
  sendWebhooks(simulator, address.url);
  simulator.faults.add({ request: /POST .*\/confirm/, action: 'hang', when: 'after' });
  simulator.webhooks.hold();
  const second = order(await signIn(url), 'second').catch((error: Error) => error);
  await eventually(async () => (await paidCharges()).length === 2, 60);
  await portal.kill();
  await second;
  expect(await events('OrderPaid')).toBe(1);
  simulator.webhooks.release();
  address.serve([await start()]);
  await eventually(async () => (await events('OrderPaid')) === 2, 60);
  await eventually(async () => (await events('SiteRequested')) === 2, 60);
  expect(await paidCharges()).toHaveLength(2);
  expect(await events('PaymentSucceeded')).toBe(2);
  R13.did(2, 'kills between charge and append');
}, 240_000);
