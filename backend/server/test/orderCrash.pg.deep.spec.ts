import { orderDecider, orderStream, siteStream } from '@portal/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import { eventually } from './support/eventually.ts';
import { siteOrder } from './support/testPortal.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

let database: TestDatabase;
let portal: Paying;

beforeAll(async () => {
  database = await testDatabase({ empty: true });
  portal = await startPaying({}, { environment: { PORTAL_ROLES: 'api,projections' }, database });
  const { user } = await portal.dealer('ann');
  const terms = {
    promotional_reader_rate: '4',
    promotional_months: '12',
    promotional_pricing_active: false,
    promotional_license_pricing: false,
  };
  const admin = await portal.admin();
  await admin.patch(`/api/admin/accounts/${user.account_id}/promotional-pricing`, terms);
});
afterAll(async () => {
  await portal.stop();
  await database.close();
});

/** A form and its order as a crash leaves them: paid, and nothing followed from it. */
async function paidAndLeft(siteName: string) {
  const client = await portal.signedIn('ann');
  const site = siteOrder({ site_name: siteName, number_of_acu_panels: '2' });
  const started = await client.post('/api/create-payment-intent', {
    amount: 6_500,
    order: { kind: 'site', site },
  });
  const { orderId } = started.json;
  const payment = { amountCents: 6_500, livemode: false, paidOn: '2026-03-01' };
  const { appended } = await portal.portal.commands.execute({
    stream: orderStream(orderId),
    decider: orderDecider,
    command: { type: 'PayOrder', paymentId: 'p1', ...payment },
    context: portal.context(),
    accounts: [(await client.get('/api/user')).json.account_id],
  });
  expect(await portal.story(`order-${orderId}`)).not.toContain('OrderItemFulfilled');
  return { site: { ...site, orderId }, orderId, paid: appended.map(({ id }) => id) };
}

// Proves S4-server-5
it('requesting an order interrupted by a crash fulfils it', async () => {
  const { site, orderId, paid } = await paidAndLeft('Asked for');
  const client = await portal.signedIn('ann');
  const answers = await Promise.all([client.post('/api/sites', site), client.post('/api/sites', site)]);
  const order = (await client.get(`/api/orders/${orderId}`)).json;
  const made = [201, order.entries[0].id, 'Asked for'];
  expect(answers.map(({ status, json }) => [status, json.id, json.site_name])).toEqual([made, made]);
  const events = await portal.portal.commands.readStream(siteStream(order.entries[0].id));
  expect(events.map(({ event, metadata }) => [event.type, metadata.actor, metadata.causationId])).toEqual([
    ['SiteRequested', { kind: 'system', id: 'makeWhatAPaidOrderAsksFor' }, paid[0]],
  ]);
});

// Proves S4-server-5
it('the next portal creates the site once if one dies between payment and creation', async () => {
  const { site, orderId } = await paidAndLeft('Left over');
  await portal.stop();

  portal = await startPaying({}, { database });
  const again = await portal.signedIn('ann');
  const order = await eventually(async () => {
    const { json } = await again.get(`/api/orders/${orderId}`);
    return json.status === 'fulfilled' ? json : null;
  });
  const [entry] = order.entries;
  expect(await portal.story(`site-${entry.id}`)).toEqual(['SiteRequested']);
  const posted = await again.post('/api/sites', site);
  expect([posted.status, posted.json.id]).toEqual([201, entry.id]);
  expect((await again.get('/api/sites')).json).toHaveLength(2);
}, 60_000);
