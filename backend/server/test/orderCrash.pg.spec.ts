import { orderDecider, orderStream } from '@portal/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import { eventually } from './support/eventually.ts';
import { siteOrder } from './support/testPortal.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

let database: TestDatabase;
let portal: Paying;

beforeAll(async () => {
  database = await testDatabase({ empty: true });
});
afterAll(async () => {
  await portal.stop();
  await database.close();
});

// Proves S4-server-5
it('a portal that dies between payment and creation leaves the site to the next one’s runner, which makes it once', async () => {
  const roles = { environment: { PORTAL_ROLES: 'api,projections' }, database };
  portal = await startPaying({}, roles);
  const { client, user } = await portal.dealer('ann');
  const admin = await portal.admin();
  const terms = {
    promotional_reader_rate: '4',
    promotional_months: '12',
    promotional_pricing_active: false,
    promotional_license_pricing: false,
  };
  await admin.patch(`/api/admin/accounts/${user.account_id}/promotional-pricing`, terms);
  const site = siteOrder({ site_name: 'Left over', number_of_acu_panels: '2' });
  const started = await client.post('/api/create-payment-intent', {
    amount: 6_500,
    order: { kind: 'site', site },
  });
  const { orderId } = started.json;
  // what a crash leaves: the order is paid, and nothing followed from it
  await portal.portal.commands.execute({
    stream: orderStream(orderId),
    decider: orderDecider,
    command: {
      type: 'PayOrder',
      paymentId: 'p1',
      amountCents: 6_500,
      livemode: false,
      paidOn: '2026-03-01',
    },
    context: portal.context(),
    accounts: [user.account_id],
  });
  expect(await portal.story(`order-${orderId}`)).not.toContain('OrderItemFulfilled');
  await portal.stop();

  portal = await startPaying({}, { database });
  const again = await portal.signedIn('ann');
  const order = await eventually(async () => {
    const { json } = await again.get(`/api/orders/${orderId}`);
    return json.status === 'fulfilled' ? json : null;
  });
  const [entry] = order.entries;
  expect(await portal.story(`site-${entry.id}`)).toEqual(['SiteRequested']);
  const posted = await again.post('/api/sites', { ...site, orderId });
  expect([posted.status, posted.json.id]).toEqual([201, entry.id]);
  expect((await again.get('/api/sites')).json).toHaveLength(1);
}, 60_000);
