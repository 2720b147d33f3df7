import { randomUUID } from 'node:crypto';
import { paths, type TimelineEntry } from '@portal/contract';
import { BLANK_SITE, siteDecider, siteStream } from '@portal/domain';
import { DEALER_SITE_INPUTS, mapValues, SITE_INPUTS } from '@portal/domain/values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import { eventually } from './support/eventually.ts';
import type { Answered, HttpClient } from './support/httpClient.ts';
import { pdfPages } from './support/pdfText.ts';
import { siteMigration, siteOrder } from './support/testPortal.ts';

let portal: Paying;
let admin: HttpClient;
let ann: HttpClient;
let bob: HttpClient;
let annsAccount: string;

const INTENT = '/api/create-payment-intent';
const OLD_DETAILS = {
  ...BLANK_SITE,
  siteName: 'Old Pier',
  siteAddress: '2 Pier Rd',
  siteCity: 'Albany',
  siteState: 'NY',
  siteZip: '12207',
  panels: 1,
  softwareVersion: null,
};

beforeAll(async () => {
  portal = await startPaying();
  admin = await portal.admin();
  const one = await portal.dealer('ann');
  ann = one.client;
  annsAccount = one.user.account_id;
  bob = (await portal.dealer('bob')).client;
  await chargeForPanels(annsAccount);
});
afterAll(() => portal.stop());

/** Without promotional license pricing extra panels cost $65 and licenses of migrations are charged. */
const chargeForPanels = async (accountId: string) => {
  const terms = {
    promotional_reader_rate: '4',
    promotional_months: '12',
    promotional_pricing_active: false,
    promotional_license_pricing: false,
  };
  const answered = await admin.patch(`/api/admin/accounts/${accountId}/promotional-pricing`, terms);
  expect(answered.status).toBe(200);
};

/** A site of $65: one panel more than the first. */
const twoPanels = (name: string, more: object = {}) =>
  siteOrder({ site_name: name, number_of_acu_panels: '2', ...more });
const PANEL = { name: 'Additional ACU Panel', price: 6_500 };
const asking = (site: object, more: object = {}) => ({
  amount: 6_500,
  items: [PANEL],
  order: { kind: 'site', site },
  ...more,
});

/** Pays by the card form, as the page does. */
async function pays(started: Answered, card = 'pm_card_visa'): Promise<void> {
  expect([started.status, started.json?.error]).toEqual([200, undefined]);
  expect(started.json.clientSecret).toMatch(/_secret_/);
  await portal.stripe.paymentIntents.confirm(started.json.paymentIntentId, { payment_method: card });
}
/** An order of $65, paid with the card form. */
async function paidOrder(site: object, client = ann): Promise<string> {
  const started = await client.post(INTENT, asking(site));
  await pays(started);
  return started.json.orderId;
}
const typesSince = async (count: number): Promise<readonly string[]> => {
  const { rows } = await portal.portal.database.pool.query<{ type: string }>(
    'SELECT type FROM es.events ORDER BY position OFFSET $1',
    [count],
  );
  return rows.map(({ type }) => type);
};
/** OrderPlaced as the log holds it: its forms are not readable. */
const storedOrder = async (orderId: string): Promise<object> => {
  const { rows } = await portal.portal.database.pool.query<{ data: string }>(
    "SELECT data::text FROM es.events WHERE stream = $1 AND type = 'OrderPlaced'",
    [`order-${orderId}`],
  );
  return JSON.parse(rows[0]?.data ?? '{}');
};
/** Waits until the order has this status. */
const orderThatIs = (orderId: string, status: string) =>
  eventually(async () => {
    const { json } = await ann.get(`/api/orders/${orderId}`);
    return json.status === status ? json : null;
  });
const sitesNamed = async (name: string, client = ann) =>
  ((await client.get('/api/sites')).json as { id: string; site_name: string; status: string }[]).filter(
    (site) => site.site_name === name,
  );

describe('POST /api/create-payment-intent', () => {
  // Proves S4-server-1
  it('prices and stores the form and returns what the card form needs', async () => {
    const started = await ann.post(INTENT, asking(twoPanels('Priced')));
    expect(started.json).toEqual({
      success: false,
      status: 'requires_payment_method',
      clientSecret: expect.stringMatching(/^pi_sim\w+_secret_/),
      paymentIntentId: expect.stringMatching(/^pi_sim/),
      message: null,
      orderId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const order = await ann.get(`/api/orders/${started.json.orderId}`);
    expect(order.json).toMatchObject({
      kind: 'site',
      status: 'unpaid',
      total_amount: 65,
      entries: [{ name: 'Priced', amount: 65, outcome: 'waiting' }],
      items: [
        { name: 'Aurora License', amount: 0 },
        { name: 'Reverse Network IP License', amount: 0 },
        { name: 'Additional ACU Panel', amount: 65 },
      ],
      paid_on: null,
      card: null,
    });
    expect((await ann.get('/api/orders')).json).toEqual([]);
    expect(await sitesNamed('Priced')).toEqual([]);
  });

  // Proves S4-server-1
  it.each([
    ['an amount', { amount: 1 }, 'amount', 'The total of this order is $65.00, not $0.01.'],
    ['an amount of none', { amount: 0 }, 'amount', 'The total of this order is $65.00, not $0.00.'],
    [
      'a price of an item',
      { items: [{ name: 'Additional ACU Panel', price: 1 }] },
      'items',
      'The items of this order are: Additional ACU Panel $65.00.',
    ],
    [
      'an item that was not ordered',
      { items: [PANEL, { name: 'CA 150 Panel', price: 65_000 }] },
      'items',
      'The items of this order are: Additional ACU Panel $65.00.',
    ],
    ['no items', { items: [] }, 'items', 'The items of this order are: Additional ACU Panel $65.00.'],
  ])('refuses %s other than ours, and names the right one', async (_name, more, path, message) => {
    const before = await portal.eventCount();
    const answered = await ann.post(INTENT, asking(twoPanels('Tampered'), more));
    expect([answered.status, answered.json.errors]).toEqual([422, [{ path, message }]]);
    expect(await portal.eventCount()).toBe(before);
  });

  // Proves S4-server-1
  it('accepts items in any order, free ones, and none', async () => {
    const free = { name: 'Aurora License', price: 0 };
    for (const items of [[PANEL, free], [free, PANEL], undefined]) {
      expect((await ann.post(INTENT, asking(twoPanels('Items'), { items }))).status).toBe(200);
    }
  });

  // Proves S4-server-14
  it.each([
    ['readers', { number_of_readers: '0' }, 'order.site.number_of_readers'],
    ['readers', { number_of_readers: '-1' }, 'order.site.number_of_readers'],
    ['readers', { number_of_readers: 1e9 }, 'order.site.number_of_readers'],
    ['readers', { number_of_readers: '12abc' }, 'order.site.number_of_readers'],
    ['state', { site_state: 'DC' }, 'order.site.site_state'],
    ['name', { site_name: '' }, 'order.site.site_name'],
  ])('refuses wrong %s %j', async (_name, more, path) => {
    const answered = await ann.post(INTENT, asking(twoPanels('Wrong', more)));
    expect([answered.status, answered.json.errors[0].path]).toEqual([400, path]);
  });

  it('refuses hardware that is not offered, an empty order and a call without a form', async () => {
    const hardware = await ann.post(INTENT, asking(twoPanels('H', { netcom6p: true })));
    expect([hardware.status, hardware.json.error]).toEqual([
      422,
      'Hardware is not available for your account.',
    ]);
    const nothing = await ann.post(INTENT, { amount: 0, order: { kind: 'site', site: siteOrder() } });
    expect([nothing.status, nothing.json.error]).toEqual([422, 'There is nothing to pay for this order.']);
    const formless = await ann.post(INTENT, { amount: 6_500 });
    expect([formless.status, formless.json.errors[0].path]).toEqual([422, 'order']);
    expect((await ann.post(INTENT, { ...asking({}), amount: 1.5 })).status).toBe(400);
  });

  // Proves S4-server-2
  it("accepts the dealer's own site; another company's is 404", async () => {
    const own = (await ann.post('/api/sites', siteOrder({ site_name: 'Own' }))).json.id;
    const foreign = (await bob.post('/api/sites', siteOrder())).json.id;
    for (const site_id of [foreign, randomUUID(), 'a b']) {
      const answered = await ann.post(INTENT, asking(twoPanels('For'), { site_id }));
      expect([site_id, answered.status, answered.json.error]).toEqual([site_id, 404, 'Site not found']);
    }
    const kept = await ann.post(INTENT, asking(twoPanels('For'), { site_id: own }));
    expect(kept.status).toBe(200);
    expect(await storedOrder(kept.json.orderId)).toMatchObject({ siteId: own, totalCents: 6_500 });
  });

  // Proves S4-server-2
  it('creates one order per Idempotency-Key, and continues a named one', async () => {
    const key = { 'Idempotency-Key': 'order-once' };
    const form = asking(twoPanels('Once'));
    const [first, again] = [await ann.post(INTENT, form, key), await ann.post(INTENT, form, key)];
    expect(again.json).toEqual(first.json);
    const { orderId, paymentIntentId } = first.json;
    const on = await ann.post(INTENT, { amount: 6_500, orderId });
    expect(on.json).toMatchObject({ orderId, paymentIntentId });
    const other = await ann.post(INTENT, { amount: 1, orderId });
    expect([other.status, other.json.errors[0].path]).toEqual([422, 'amount']);
    expect((await bob.post(INTENT, { amount: 6_500, orderId })).status).toBe(404);
    expect((await ann.post(INTENT, { amount: 6_500, orderId: randomUUID() })).status).toBe(404);
  });

  it('refuses administrators', async () => {
    const answered = await admin.post(INTENT, asking(twoPanels('Admin')));
    expect([answered.status, answered.json.error]).toEqual([403, 'Orders are placed and paid by dealers.']);
  });
});

describe('a paid order', () => {
  // Proves S4-server-3
  it('creates its site once, and returns it on each request', async () => {
    const site = twoPanels('Paid', { payment_verified: true, status: 'active' });
    const before = await portal.eventCount();
    const orderId = await paidOrder(site);
    const first = await ann.post('/api/sites', { ...site, orderId });
    expect(first.status).toBe(201);
    expect(first.json).toMatchObject({ site_name: 'Paid', status: 'pending', number_of_acu_panels: '2' });
    const again = await ann.post('/api/sites', { ...site, orderId });
    expect([again.status, again.json.id]).toEqual([201, first.json.id]);
    expect((await typesSince(before)).slice(-5)).toEqual([
      'PaymentSucceeded',
      'PaymentClaimed',
      'OrderPaid',
      'SiteRequested',
      'OrderItemFulfilled',
    ]);
    expect(await orderThatIs(orderId, 'fulfilled')).toMatchObject({
      entries: [{ id: first.json.id, outcome: 'created' }],
      test_mode: true,
      card: { brand: 'visa', last4: '4242' },
    });
    const filter = encodeURIComponent(JSON.stringify({ order_id: orderId }));
    const [payment] = (await admin.get(`/api/admin/payments?filter=${filter}`)).json;
    const timeline: TimelineEntry[] = (await admin.get(paths.admin.timeline('payment', payment.id))).json;
    expect(timeline.find(({ type }) => type === 'PaymentClaimed')).toMatchObject({
      text: '$65.00 allocated to an order',
      about: { kind: 'order', id: orderId, name: expect.stringMatching(/^ORD-/) },
    });
    expect((await ann.get('/api/orders')).json.map(({ id }: { id: string }) => id)).toContain(orderId);
    expect((await bob.get('/api/orders')).json).toEqual([]);
    expect((await bob.get(`/api/orders/${orderId}`)).status).toBe(404);
  });

  // Proves S4-server-3
  it('is found by form and amount if the page names none', async () => {
    const site = twoPanels('Unnamed');
    await paidOrder(site);
    const made = await ann.post('/api/sites', site);
    expect([made.status, (await sitesNamed('Unnamed')).map(({ id }) => id)]).toEqual([201, [made.json.id]]);
    const other = await ann.post('/api/sites', twoPanels('Somebody else'));
    expect(other.status).toBe(402);
  });

  // Proves S4-server-5
  it('creates its site by webhook after the tab was closed', async () => {
    await paidOrder(twoPanels('Closed tab'));
    const site = await eventually(async () => (await sitesNamed('Closed tab'))[0] ?? null);
    expect(site.status).toBe('pending');
  });

  // Proves S4-server-4
  it('creates one site for 32 concurrent posts', async () => {
    const site = twoPanels('Raced');
    const orderId = await paidOrder(site);
    const before = await portal.eventCount();
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        ann.post('/api/sites', index % 2 === 0 ? { ...site, orderId } : site),
      ),
    );
    expect(answers.filter(({ status }) => status !== 201).map(({ status, text }) => [status, text])).toEqual(
      [],
    );
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    const types = await typesSince(before);
    expect(types.filter((type) => type === 'SiteRequested')).toHaveLength(1);
    expect(types.filter((type) => type === 'OrderPaid')).toHaveLength(1);
    expect(await sitesNamed('Raced')).toHaveLength(1);
  }, 60_000);

  // Proves S4-server-3
  it.each([
    ['none', async () => undefined],
    ['one that is not paid', async () => (await ann.post(INTENT, asking(twoPanels('X')))).json.orderId],
    ['an unknown one', async () => randomUUID()],
    ['what is no id', async () => 'a b/c'],
    ['one for something else', () => paidOrder(twoPanels('Else'))],
  ])('is needed above $0: %s is 402', async (_name, orderIdOf) => {
    const orderId = await orderIdOf();
    const dear = siteOrder({ site_name: 'Dear', number_of_acu_panels: '5', payment_verified: true });
    const answered = await ann.post('/api/sites', { ...dear, orderId });
    expect([answered.status, await sitesNamed('Dear')]).toEqual([402, []]);
  });

  it('gets its site although hardware is no longer offered and prices changed', async () => {
    const { client: eve, user } = await portal.dealer('eve');
    const site = siteOrder({ site_name: 'Terms', ca150_panel: true });
    const started = await eve.post(INTENT, { amount: 68_000, order: { kind: 'site', site } });
    await pays(started);
    await chargeForPanels(user.account_id);
    const made = await eve.post('/api/sites', { ...site, orderId: started.json.orderId });
    expect([made.status, made.json.error, made.json.site_name]).toEqual([201, undefined, 'Terms']);
    const other = await eve.post('/api/sites', { ...site, site_name: 'Not ordered' });
    expect([other.status, other.json.error]).toEqual([422, 'Hardware is not available for your account.']);
  });

  // Proves S4-server-3
  it('of another company pays for nothing', async () => {
    const site = twoPanels('Theirs');
    const orderId = await paidOrder(site);
    await chargeForPanels((await bob.get('/api/user')).json.account_id);
    expect((await bob.post('/api/sites', { ...site, orderId })).status).toBe(402);
    expect((await bob.post('/api/sites', site)).status).toBe(402);
  });

  it('can be paid with another card after a decline', async () => {
    const site = twoPanels('Declined');
    const started = await ann.post(INTENT, asking(site));
    const { orderId, paymentIntentId } = started.json;
    await expect(pays(started, 'pm_card_visa_chargeDeclined')).rejects.toThrow(/declined/);
    expect((await ann.post('/api/sites', { ...site, orderId })).status).toBe(402);
    await portal.stripe.paymentIntents.confirm(paymentIntentId, { payment_method: 'pm_card_visa' });
    expect((await ann.post('/api/sites', { ...site, orderId })).status).toBe(201);
  });

  // Proves S4-server-14
  it('keeps names in any script and on one line', async () => {
    const site = twoPanels('🏢 Zażółć 東京');
    const orderId = await paidOrder(site);
    expect((await ann.post('/api/sites', { ...site, orderId })).json.site_name).toBe('🏢 Zażółć 東京');
    const broken = await ann.post(INTENT, asking(twoPanels('two\nlines')));
    expect(broken.status).toBe(400);
  });
});

describe('a receipt', () => {
  // Proves S4-server-9
  it('is printed for a paid order, marked as a test, and 404 for others', async () => {
    const site = twoPanels('Receipt');
    const orderId = await paidOrder(site);
    await ann.post('/api/sites', { ...site, orderId });
    const path = `/api/orders/${orderId}/receipt.pdf`;
    await orderThatIs(orderId, 'fulfilled');
    const printed = await ann.get(path);
    expect(printed.headers['content-type']).toContain('application/pdf');
    const order = (await ann.get(`/api/orders/${orderId}`)).json;
    expect(printed.headers['content-disposition']).toBe(
      `attachment; filename="receipt-${order.order_number}.pdf"`,
    );
    const [page] = await pdfPages(printed.bytes);
    for (const text of [
      'RECEIPT',
      order.order_number,
      'Test payment',
      'Doe Security',
      'Visa ending in 4242',
      'Additional ACU Panel',
      'Included',
      '$65.00',
      'Receipt',
    ]) {
      expect(page).toContain(text);
    }
    expect((await admin.get(`/api/admin/orders/${orderId}/receipt.pdf`)).status).toBe(200);
    expect((await bob.get(path)).status).toBe(404);
    const unpaid = (await ann.post(INTENT, asking(twoPanels('No receipt')))).json.orderId;
    expect((await ann.get(`/api/orders/${unpaid}/receipt.pdf`)).status).toBe(404);
  });
});

describe('rejecting what was paid', () => {
  // Proves S4-server-7
  it("needs a reason, refunds the entry's part, and shows it", async () => {
    const site = twoPanels('Rejected');
    const orderId = await paidOrder(site);
    const { id } = (await ann.post('/api/sites', { ...site, orderId })).json;
    const path = `/api/admin/sites/${id}`;
    expect((await admin.get(path)).json).toMatchObject({
      order_id: orderId,
      paid_amount: 65,
      paid_in_test_mode: true,
    });
    const bare = await admin.delete(path);
    expect([bare.status, bare.json.errors[0].path]).toEqual([422, 'reason']);
    expect((await admin.delete(path, { reason: 'Out of our area' })).status).toBe(200);
    const order = await eventually(async () => {
      const { json } = await ann.get(`/api/orders/${orderId}`);
      return json.refunded_amount === 65 ? json : null;
    });
    expect(order).toMatchObject({ status: 'rejected', entries: [{ outcome: 'rejected' }] });
    const [refund] = await eventually(async () => {
      const { data } = await portal.stripe.refunds.list({ limit: 1 });
      return data[0]?.amount === 6_500 ? data : null;
    });
    expect(refund?.status).toBe('succeeded');
    const late = await ann.post('/api/sites', { ...site, orderId });
    expect(late.status).toBe(409);
    expect(await sitesNamed('Rejected')).toEqual([]);
  });

  it('of a free site speaks of no refund when it is sent again', async () => {
    const site = siteOrder({ site_name: 'Free and rejected' });
    const orderId = randomUUID();
    const { id } = (await ann.post('/api/sites', { ...site, orderId })).json;
    expect((await admin.delete(`/api/admin/sites/${id}`, { reason: 'Out of our area' })).status).toBe(200);
    await orderThatIs(orderId, 'rejected');
    const late = await ann.post('/api/sites', { ...site, orderId });
    expect([late.status, late.json.error]).toEqual([409, 'This order was rejected.']);
  });

  it('keeps the price of a site that was approved', async () => {
    const site = twoPanels('Delivered');
    const orderId = await paidOrder(site);
    const { id } = (await ann.post('/api/sites', { ...site, orderId })).json;
    await admin.patch(`/api/admin/sites/${id}`, { status: 'active' });
    expect((await admin.delete(`/api/admin/sites/${id}`)).status).toBe(200);
    expect(await orderThatIs(orderId, 'fulfilled')).toMatchObject({ refunded_amount: 0 });
  });

  // Proves S4-server-8
  it('as a whole order deletes pending sites, and is refused once a part was approved', async () => {
    const site = twoPanels('Whole');
    const orderId = await paidOrder(site);
    await ann.post('/api/sites', { ...site, orderId });
    const path = `/api/admin/orders/${orderId}`;
    expect((await admin.delete(path, {})).status).toBe(400);
    const gone = await admin.delete(path, { reason: 'Ordered twice' });
    expect(gone.json).toMatchObject({ status: 'rejected', refunded_amount: 65 });
    expect(await sitesNamed('Whole')).toEqual([]);
    const other = twoPanels('Whole and approved');
    const otherId = await paidOrder(other);
    const { id } = (await ann.post('/api/sites', { ...other, orderId: otherId })).json;
    await admin.patch(`/api/admin/sites/${id}`, { status: 'active' });
    expect((await admin.delete(`/api/admin/orders/${otherId}`, { reason: 'No' })).status).toBe(409);
    expect((await admin.delete(`/api/admin/orders/${randomUUID()}`, { reason: 'No' })).status).toBe(404);
  });

  it('cancels an open payment attempt', async () => {
    const started = await ann.post(INTENT, asking(twoPanels('Never paid')));
    const { orderId, paymentIntentId } = started.json;
    const gone = await admin.delete(`/api/admin/orders/${orderId}`, { reason: 'Test' });
    expect(gone.json).toMatchObject({ status: 'rejected', refunded_amount: 0 });
    expect((await portal.stripe.paymentIntents.retrieve(paymentIntentId)).status).toBe('canceled');
    expect((await ann.post(INTENT, { amount: 6_500, orderId })).status).toBe(409);
  });
});

describe('orders of administrators', () => {
  // Proves S4-server-8
  it('are listed with company, filtered, sorted and paged', async () => {
    const query = `filter=${encodeURIComponent(JSON.stringify({ status: 'fulfilled' }))}&sort=["created_at","DESC"]&range=[0,1]`;
    const listed = await admin.get(`/api/admin/orders?${query}`);
    expect(listed.status).toBe(200);
    expect(listed.json).toHaveLength(2);
    expect(listed.json[0]).toMatchObject({ company_name: 'Doe Security', status: 'fulfilled' });
    expect(listed.headers['content-range']).toMatch(/^orders 0-1\/\d+$/);
    const flat = await admin.get(`/api/admin/orders?status=unpaid&accountId=${annsAccount}`);
    expect(flat.json.every(({ status }: { status: string }) => status === 'unpaid')).toBe(true);
    expect((await admin.get('/api/admin/orders?status=gone')).status).toBe(400);
    expect((await admin.get(`/api/admin/orders/${randomUUID()}`)).status).toBe(404);
  });
});

describe('a paid site that is shared', () => {
  // Proves S5-dealer-6
  it('hides order and payment from its viewer', async () => {
    const site = twoPanels(
      'Shared Pier',
      mapValues(DEALER_SITE_INPUTS, () => 'Ring first'),
    );
    const orderId = await paidOrder(site);
    const { json: own } = await ann.post('/api/sites', { ...site, orderId });
    expect(own).toMatchObject({ order_id: orderId, paid_amount: 65, paid_in_test_mode: true });
    await ann.post(`/api/sites/${own.id}/users`, { username: 'bob' });
    const { json: viewed } = await bob.get(`/api/sites/${own.id}`);
    // viewers see a new field only once it is named here; texts are null
    expect(Object.keys(viewed).sort()).toEqual(
      [
        'account_id',
        'company_name',
        'created_at',
        'custom_reader_rate',
        'existing_platform',
        'hardware',
        'id',
        'is_active',
        'is_promotional_pricing',
        'number_of_acu_panels',
        'number_of_readers',
        'promotional_end_date',
        'requested_date',
        'site_address',
        'site_city',
        'site_name',
        'site_state',
        'site_zip',
        'software_version',
        'status',
        'user_id',
        ...Object.keys(SITE_INPUTS),
      ].sort(),
    );
    expect(viewed).toMatchObject({
      site_name: 'Shared Pier',
      custom_reader_rate: null,
      ...mapValues(SITE_INPUTS, () => null),
    });
    const { json: listed } = await bob.get('/api/sites?shared=true');
    expect(listed).toEqual([viewed]);
    await ann.delete(`/api/sites/${own.id}/users`, { user_id: (await bob.get('/api/user')).json.id });
  });
});

describe('hardware under a name of its own', () => {
  const PROBLEM = "Hardware can be 'CA 150 Panel' or 'Netcom6P'";
  // Proves S1-5-orders-3
  it.each(['10 x CA 150 Panel', 'ca 150 panel', 'CA\u00a0150 Panel'])(
    '%j is refused for sites, migrations, orders and imports',
    async (name) => {
      const before = await portal.eventCount();
      const site = siteOrder({ hardware: [name] });
      const migration = siteMigration({ hardware: [name] });
      const answers = [
        await bob.post('/api/sites', site),
        await bob.post('/api/migrations', migration),
        await bob.post('/api/orders', { order: { kind: 'site', site } }),
        await bob.post('/api/orders', { order: { kind: 'migration', migration } }),
        await bob.post('/api/orders', { order: { kind: 'sites', sites: [site] } }),
        await bob.post(INTENT, asking(site)),
      ];
      for (const { status, json } of answers) expect([status, json.error]).toEqual([400, PROBLEM]);
      expect(await portal.eventCount()).toBe(before);
    },
  );

  // Proves S1-5-orders-3
  it('stays readable in an old log', async () => {
    const siteId = randomUUID();
    const { user } = await portal.dealer('longtime');
    const { appended } = await portal.portal.commands.execute({
      stream: siteStream(siteId),
      decider: siteDecider,
      command: {
        type: 'CreateSite',
        siteId,
        accountId: user.account_id,
        userId: user.id,
        details: { ...OLD_DETAILS, hardware: ['10 x CA 150 Panel'] },
        readers: 1,
        requestedDate: '2026-03-10',
        priceCents: 0,
        orderId: null,
      },
      context: portal.context(),
      accounts: [user.account_id],
    });
    await portal.portal.commands.followUp(appended);
    const read = await eventually(async () => {
      const { status, json } = await admin.get(`/api/admin/sites/${siteId}`);
      return status === 200 ? json : null;
    });
    expect(read.hardware).toEqual(['10 x CA 150 Panel']);
  });
});

describe('a form that names its order', () => {
  const idsOf = (answers: readonly Answered[]) => new Set(answers.map(({ json }) => json.id));
  const statuses = (answers: readonly Answered[]) => answers.map(({ status }) => status);

  // Proves S1-4-payment-3a
  it('creates one site however often it is sent, also if free', async () => {
    const orderId = randomUUID();
    const site = siteOrder({ site_name: 'Pressed twice', orderId });
    const first = await bob.post('/api/sites', site);
    const others = await Promise.all(Array.from({ length: 8 }, () => bob.post('/api/sites', site)));
    expect(statuses([first, ...others])).toEqual(Array(9).fill(201));
    expect(idsOf([first, ...others]).size).toBe(1);
    expect(await sitesNamed('Pressed twice', bob)).toMatchObject([{ requested_date: null }]);
    expect((await bob.get(`/api/orders/${orderId}`)).json).toMatchObject({
      status: 'fulfilled',
      total_amount: 0,
      entries: [{ id: first.json.id, name: 'Pressed twice', outcome: 'created' }],
    });
  });

  it('creates one site for many concurrent first presses', async () => {
    const site = siteOrder({ site_name: 'Pressed at once', orderId: randomUUID() });
    const answers = await Promise.all(Array.from({ length: 8 }, () => bob.post('/api/sites', site)));
    expect(statuses(answers)).toEqual(Array(8).fill(201));
    expect(idsOf(answers).size).toBe(1);
    expect(await sitesNamed('Pressed at once', bob)).toHaveLength(1);
  });

  // Proves S1-4-payment-3a
  it('creates one migration', async () => {
    const { client } = await portal.dealer('migrator');
    const migration = siteMigration({ orderId: randomUUID() });
    const answers = [
      await client.post('/api/migrations', migration),
      await client.post('/api/migrations', migration),
    ];
    expect(statuses(answers)).toEqual([201, 201]);
    expect(idsOf(answers).size).toBe(1);
    expect((await client.get('/api/migrations')).json).toHaveLength(1);
  });

  // Proves S1-4-payment-3a
  it('creates one import, free or paid', async () => {
    const sites = [
      siteOrder({ site_name: 'Import 1', requested_date: '' }),
      siteOrder({ site_name: 'Import 2', requested_date: '2026-12-01' }),
    ];
    const wish = { order: { kind: 'sites', sites }, orderId: randomUUID() };
    const free = [await bob.post('/api/orders', wish), await bob.post('/api/orders', wish)];
    expect(free.map(({ status, json }) => [status, json.id])).toEqual([
      [201, wish.orderId],
      [201, wish.orderId],
    ]);
    expect(await eventually(async () => (await sitesNamed('Import 2', bob))[0] ?? null)).not.toBeNull();
    expect(await sitesNamed('Import 1', bob)).toMatchObject([{ requested_date: null }]);
    expect(await sitesNamed('Import 2', bob)).toMatchObject([{ requested_date: '2026-12-01' }]);
    const paying = {
      amount: 6_500,
      order: { kind: 'sites', sites: [twoPanels('Import 3')] },
      orderId: randomUUID(),
    };
    const paid = [await ann.post(INTENT, paying), await ann.post(INTENT, paying)];
    expect(paid.map(({ json }) => json.orderId)).toEqual([paying.orderId, paying.orderId]);
    expect(paid[1]?.json.paymentIntentId).toBe(paid[0]?.json.paymentIntentId);
  });

  it('refuses the same form with other content, and names what was ordered', async () => {
    const orderId = randomUUID();
    const site = siteOrder({ site_name: 'First try', orderId });
    await ann.post('/api/sites', site);
    const before = await portal.eventCount();
    const message = 'This form was already ordered as First try. Please open a new form to order more.';
    for (const other of [
      await ann.post('/api/sites', { ...site, site_name: 'Second try' }),
      await ann.post('/api/sites', { ...site, number_of_readers: '13' }),
      await ann.post('/api/orders', { order: { kind: 'site', site: siteOrder() }, orderId }),
      await ann.post(INTENT, asking(twoPanels('First try'), { orderId })),
    ])
      expect([other.status, other.json.error]).toEqual([409, message]);
    expect(await portal.eventCount()).toBe(before);
  });

  // Proves S1-4-payment-3a
  it('can be changed until paid: its open payment is canceled', async () => {
    const orderId = randomUUID();
    const first = await ann.post(INTENT, asking(twoPanels('Before'), { orderId }));
    const three = siteOrder({ site_name: 'After', number_of_acu_panels: '3' });
    const second = await ann.post(INTENT, {
      amount: 13_000,
      order: { kind: 'site', site: three },
      orderId,
    });
    expect([first.json.orderId, second.json.orderId]).toEqual([orderId, orderId]);
    const called = await portal.stripe.paymentIntents.retrieve(first.json.paymentIntentId);
    expect(called.status).toBe('canceled');
    await pays(second);
    const made = await ann.post('/api/sites', { ...three, orderId });
    expect([made.status, made.json.site_name, made.json.paid_amount]).toEqual([201, 'After', 130]);
    expect(await sitesNamed('Before')).toEqual([]);
    const again = await ann.post(INTENT, asking(twoPanels('Later'), { orderId }));
    expect([again.status, again.json.error]).toEqual([
      409,
      'This form was already ordered as After. Please open a new form to order more.',
    ]);
    expect(again.json.errors).toMatchObject([{ path: 'order' }]);
  });

  it('creates nothing else from a paid order, even for the same price', async () => {
    const orderId = await paidOrder(twoPanels('Paid for'));
    const other = await ann.post('/api/sites', { ...twoPanels('Not paid for'), orderId });
    expect([other.status, other.json.error]).toEqual([
      409,
      'This form was already ordered as Paid for. Please open a new form to order more.',
    ]);
    expect(await sitesNamed('Not paid for')).toEqual([]);
  });

  it('is fulfilled at once if it has become free', async () => {
    const orderId = randomUUID();
    const begun = await ann.post(INTENT, asking(twoPanels('Cheaper'), { orderId }));
    const site = siteOrder({ site_name: 'Cheaper', orderId });
    const made = await ann.post('/api/sites', site);
    expect(made.status).toBe(201);
    const intent = await portal.stripe.paymentIntents.retrieve(begun.json.paymentIntentId);
    expect(intent.status).toBe('canceled');
    expect((await ann.post('/api/sites', site)).json.id).toBe(made.json.id);
    expect(await sitesNamed('Cheaper')).toHaveLength(1);
  });

  it("cannot name another company's order or an invalid id", async () => {
    const orderId = randomUUID();
    await bob.post('/api/sites', siteOrder({ site_name: 'Bob’s', orderId }));
    const before = await portal.eventCount();
    const site = siteOrder({ site_name: 'Bob’s' });
    const order = { kind: 'site', site };
    expect((await ann.post('/api/sites', { ...site, orderId })).status).toBe(404);
    expect((await ann.post('/api/orders', { order, orderId })).status).toBe(404);
    expect((await ann.post(INTENT, asking(twoPanels('Bob’s'), { orderId }))).status).toBe(404);
    for (const none of ['paid', '../x', `${orderId}x`]) {
      const refused = await ann.post('/api/sites', { ...site, orderId: none });
      expect([refused.status, refused.json.errors?.[0].path]).toEqual([422, 'orderId']);
    }
    expect(await portal.eventCount()).toBe(before);
  });
});
