import {
  type Activity,
  type HistoryEntry,
  type InvoiceDifferences,
  paths,
  type TimelineEntry,
} from '@portal/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { siteMigration, siteOrder } from './support/testPortal.ts';

const INTENT = '/api/create-payment-intent';

let portal: Paying;
let admin: HttpClient;

beforeAll(async () => {
  portal = await startPaying();
  admin = await portal.admin();
});
afterAll(() => portal.stop());

/** A dealer named Ann Doe who pays $65 for a second panel. */
async function paidDealer(username: string) {
  const dealer = await portal.dealer(username);
  const terms = {
    promotional_reader_rate: '4',
    promotional_months: '12',
    promotional_pricing_active: false,
    promotional_license_pricing: false,
  };
  const path = `/api/admin/accounts/${dealer.user.account_id}/promotional-pricing`;
  expect((await admin.patch(path, terms)).status).toBe(200);
  return dealer;
}

const twoPanels = (name: string) => siteOrder({ site_name: name, number_of_acu_panels: '2' });

/** Begins to pay by the card form. */
async function started(client: HttpClient, body: object) {
  const { status, json } = await client.post(INTENT, { amount: 6_500, ...body });
  expect([status, json.error]).toEqual([200, undefined]);
  return json as { readonly orderId: string; readonly paymentIntentId: string };
}
const pay = (intentId: string) =>
  portal.stripe.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' });

/** Orders a site of $65, pays it with the card form, and has it made. */
async function orderedSite(client: HttpClient, name: string) {
  const site = twoPanels(name);
  const { orderId, paymentIntentId } = await started(client, { order: { kind: 'site', site } });
  await pay(paymentIntentId);
  const { status, json } = await client.post('/api/sites', { ...site, orderId });
  expect(status).toBe(201);
  return { orderId, siteId: json.id as string };
}

const byOf = async (client: HttpClient, path: string) =>
  ((await client.get(path)).json as HistoryEntry[]).map(({ text, by }) => [text, by]);
const timelineOf = async (kind: 'site' | 'order' | 'payment' | 'migration' | 'account', id: string) =>
  (await admin.get(paths.admin.timeline(kind, id))).json as TimelineEntry[];
const whoOf = (timeline: readonly TimelineEntry[]) => timeline.map(({ type, actor }) => [type, actor.name]);

// Proves I35-26
it('names the dealer who ordered and paid wherever the site, order and payment tell their history', async () => {
  const { client, user } = await paidDealer('ann');
  const { orderId, siteId } = await orderedSite(client, 'Harbor');
  const ordered = ['Site ordered with 12 readers', 'Ann Doe'];
  expect(await byOf(client, paths.siteHistory(siteId))).toEqual([ordered]);
  expect(await byOf(admin, paths.admin.siteHistory(siteId))).toEqual([ordered]);
  const order = await timelineOf('order', orderId);
  expect(whoOf(order)).toEqual(order.map(({ type }) => [type, 'Ann Doe']));
  expect(order.map(({ type }) => type)).toEqual(expect.arrayContaining(['OrderPaid', 'OrderItemFulfilled']));
  const [site] = await timelineOf('site', siteId);
  expect(site).toMatchObject({
    actor: { kind: 'dealer', id: user.id },
    caused_by: { text: 'Order paid' },
    // as stored
    raw: { metadata: { actor: { kind: 'system', id: 'makeWhatAPaidOrderAsksFor' } } },
  });
  const { entries }: Activity = (await admin.get(`${paths.admin.activity}?limit=20`)).json;
  expect(entries.find(({ subject, type }) => subject.id === siteId && type === 'SiteRequested')?.by).toBe(
    'Ann Doe',
  );
  const filter = encodeURIComponent(JSON.stringify({ order_id: orderId }));
  const [payment] = (await admin.get(`/api/admin/payments?filter=${filter}`)).json;
  expect(whoOf(await timelineOf('payment', payment.id))).toEqual([
    ['PaymentStarted', 'Ann Doe'],
    ['PaymentIntentRecorded', 'The payment provider'],
    ['PaymentSucceeded', 'The payment provider'],
    ['PaymentClaimed', 'Ann Doe'],
  ]);
});

// Proves I35-26
it('names who ordered although a colleague paid', async () => {
  const { client, user } = await paidDealer('first');
  const added = await admin.post('/api/admin/users', {
    username: 'colleague',
    password: 'secret-12',
    name: 'Jim Roe',
    email: 'jim@example.com',
    company: 'Doe Security',
    account_id: user.account_id,
  });
  expect(added.status).toBe(201);
  const colleague = await portal.signedIn('colleague', 'secret-12');
  const site = twoPanels('Mill');
  const asked = await started(client, { order: { kind: 'site', site } });
  await portal.stripe.paymentIntents.cancel(asked.paymentIntentId);
  const { orderId, paymentIntentId } = await eventually(async () => {
    const again = await started(colleague, { orderId: asked.orderId });
    return again.paymentIntentId === asked.paymentIntentId ? null : again;
  });
  await pay(paymentIntentId);
  const made = await colleague.post('/api/sites', { ...site, orderId });
  expect(made.status).toBe(201);
  expect(await byOf(colleague, paths.siteHistory(made.json.id))).toEqual([
    ['Site ordered with 12 readers', 'Ann Doe'],
  ]);
  const order = await timelineOf('order', orderId);
  expect(whoOf(order).filter(([type]) => type === 'OrderPaid')).toEqual([['OrderPaid', 'Jim Roe']]);
});

// Proves I35-26
it('names the administrator for what followed from a command, as far as its reader may know', async () => {
  const { client, user } = await portal.dealer('mover');
  const { json: migration } = await client.post('/api/migrations', siteMigration());
  expect((await admin.post(paths.admin.approveMigration(migration.id), {})).status).toBe(200);
  const [site] = (await client.get('/api/sites')).json;
  const text = expect.stringMatching(/^Site created from a migration/);
  expect(await byOf(client, paths.siteHistory(site.id))).toEqual([[text, 'An administrator']]);
  expect(await byOf(admin, paths.admin.siteHistory(site.id))).toEqual([[text, 'Administrator']]);
  // a visitor registers
  expect((await timelineOf('account', user.account_id))[0]?.actor).toMatchObject({ name: 'A visitor' });
});

// Proves I35-26
it('keeps the refusal of what can no longer be made as a decision of the portal', async () => {
  const { client, user } = await paidDealer('leaver');
  const { orderId, paymentIntentId } = await started(client, {
    order: { kind: 'site', site: twoPanels('Never') },
  });
  expect((await admin.delete(`/api/admin/users/${user.id}`)).status).toBe(200);
  await pay(paymentIntentId);
  const order = await eventually(async () => {
    const timeline = await timelineOf('order', orderId);
    return timeline.some(({ type }) => type === 'OrderRejected') ? timeline : null;
  });
  expect(whoOf(order)).toEqual(expect.arrayContaining([['OrderRejected', 'The portal']]));
  expect(whoOf(order)).toEqual(expect.arrayContaining([['OrderPaid', 'A former user']]));
});

// Proves I35-26
it('names nobody who was erased', async () => {
  const { client, user } = await paidDealer('erased');
  const { siteId } = await orderedSite(client, 'Pier');
  const gone = await admin.delete(`${paths.admin.user(user.id)}?erase=true`);
  expect(gone.status).toBe(200);
  const history = await byOf(admin, paths.admin.siteHistory(siteId));
  expect(history.at(-1)?.[1]).toBe('A former user');
  expect(JSON.stringify(history)).not.toContain('Ann');
});

// Proves I35-26
it("calls a paid site's order the reader's own in the reasons of an estimate", async () => {
  const { client } = await paidDealer('reader');
  const { siteId } = await orderedSite(client, 'Gate');
  await admin.patch(paths.admin.site(siteId), { status: 'active' });
  const { json } = await client.get(`${paths.billingSummary}/differences`);
  const [difference] = (json as InvoiceDifferences).differences;
  expect(difference?.causes[0]).toMatchObject({ text: 'Site ordered with 12 readers', by: 'You' });
});
