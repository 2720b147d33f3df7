import { randomUUID } from 'node:crypto';
import { newMigrationSchema } from '@portal/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { liveTopics } from './support/liveTopics.ts';
import { siteMigration } from './support/testPortal.ts';

let portal: Paying;
let admin: HttpClient;
let ann: Awaited<ReturnType<Paying['dealer']>>;
let bob: Awaited<ReturnType<Paying['dealer']>>;

beforeAll(async () => {
  portal = await startPaying();
  admin = await portal.admin();
  ann = await portal.dealer('ann');
  bob = await portal.dealer('bob');
  const terms = {
    promotional_reader_rate: '4',
    promotional_months: '12',
    promotional_pricing_active: false,
    promotional_license_pricing: false,
  };
  const path = `/api/admin/accounts/${bob.user.account_id}/promotional-pricing`;
  expect((await admin.patch(path, terms)).status).toBe(200);
});
afterAll(() => portal.stop());

const requested = async (more: object = {}) =>
  (await ann.client.post('/api/migrations', siteMigration(more))).json;
const named = async (name: string, client = ann.client) =>
  ((await client.get('/api/migrations')).json as { migration_site_name: string }[]).filter(
    (migration) => migration.migration_site_name === name,
  );
const countOf = async (type: string, stream: string) =>
  (await portal.story(stream)).filter((one) => one === type).length;

/** Pays for a migration of $100 by the card form. @returns the order's id */
async function paidOrder(migration: object): Promise<string> {
  const started = await bob.client.post('/api/create-payment-intent', {
    amount: 10_000,
    isMigration: true,
    order: { kind: 'migration', migration },
  });
  expect([started.status, started.json.error]).toEqual([200, undefined]);
  const { paymentIntentId, orderId } = started.json;
  await portal.stripe.paymentIntents.confirm(paymentIntentId, { payment_method: 'pm_card_visa' });
  return orderId;
}

describe('POST /api/migrations', () => {
  // Proves S5-migrations-1
  it('requests a free migration at once, always pending', async () => {
    const answered = await ann.client.post(
      '/api/migrations',
      siteMigration({ payment_verified: true, total_amount: 0 }),
    );
    expect(answered.status).toBe(201);
    expect(answered.json).toMatchObject({
      status: 'pending',
      user_id: ann.user.id,
      account_id: ann.user.account_id,
      company_name: 'Doe Security',
      primary_contact: 'Ann Doe',
      migration_site_name: 'Old Mill',
      number_of_readers: '8',
      num_controllers: '2',
      requested_migration_date: '2026-04-01',
      total_amount: 0,
      order_id: null,
      site_id: null,
      paid_in_test_mode: false,
    });
    const own = await ann.client.get(`/api/migrations/${answered.json.id}`);
    expect([own.status, own.json, own.headers.etag]).toEqual([200, answered.json, '"0"']);
    expect((await bob.client.get(`/api/migrations/${answered.json.id}`)).status).toBe(404);
    expect((await ann.client.get('/api/migrations?status=pending')).json).toHaveLength(1);
    expect((await ann.client.get('/api/migrations?status=approved')).json).toEqual([]);
    expect((await ann.client.get('/api/migrations?status=gone')).status).toBe(400);
    expect((await bob.client.get('/api/migrations')).json).toEqual([]);
  });

  // Proves S4-server-10
  it('charges $35 and $65 for licenses without promotion, regardless of the request', async () => {
    const free = { payment_verified: true, total_amount: 0 };
    const answered = await bob.client.post('/api/migrations', siteMigration(free));
    expect([answered.status, answered.json.error]).toEqual([
      402,
      'Please pay for this migration before it is requested.',
    ]);
    const none = siteMigration({ aurora_license: false, reverse_network_ip: false });
    expect((await bob.client.post('/api/migrations', none)).status).toBe(201);
    const quoted = await bob.client.post('/api/create-payment-intent', {
      amount: 3_500,
      order: { kind: 'migration', migration: siteMigration() },
    });
    expect([quoted.status, quoted.json.error]).toEqual([
      422,
      'The total of this order is $100.00, not $35.00.',
    ]);
  });

  // Proves S4-server-10
  it('creates the paid migration once', async () => {
    const migration = siteMigration({ migration_site_name: 'Paid Mill' });
    const orderId = await paidOrder(migration);
    const first = await bob.client.post('/api/migrations', { ...migration, orderId });
    expect([first.status, first.json.migration_site_name]).toEqual([201, 'Paid Mill']);
    expect(first.json).toMatchObject({ total_amount: 100, order_id: orderId, paid_in_test_mode: true });
    const again = await bob.client.post('/api/migrations', { ...migration, orderId });
    expect([again.status, again.json.id]).toEqual([201, first.json.id]);
    expect(await named('Paid Mill', bob.client)).toHaveLength(1);
    const asSite = await bob.client.post('/api/sites', {
      site_name: 'Paid Mill',
      site_address: '2 Dock Rd',
      site_city: 'Troy',
      site_state: 'NY',
      site_zip: '12180',
      number_of_readers: '8',
      number_of_acu_panels: '3',
      orderId,
    });
    expect(asSite.status).toBe(402);
  });

  // Proves S4-server-10
  it.each([
    ['migration_site_name', '', 'Site name is required'],
    ['migration_site_address', undefined, 'Site address is required'],
    ['migration_site_city', ' ', 'City is required'],
    ['migration_site_state', 'DC', 'State is required'],
    ['migration_site_zip', '', 'ZIP code is required'],
    ['system7_site_id', '', 'System 7 site ID is required'],
    ['num_controllers', '', 'Number of controllers is required'],
    ['number_of_acu_panels', '', 'Number of ACU panels is required'],
    ['number_of_readers', '', 'Number of readers is required'],
    ['number_of_readers', '0', 'Please enter a whole number from 1 to 100,000'],
    ['number_of_readers', '12abc', 'Please enter a whole number from 1 to 100,000'],
    ['number_of_readers', 1e9, 'Please enter a whole number from 1 to 100,000'],
    ['requested_migration_date', '2026-02-30', 'Please enter a date'],
    ['software_version', 'system7', 'Please choose a software version'],
  ])('refuses %s as %j', async (field, value, message) => {
    const before = await portal.eventCount();
    const answered = await ann.client.post('/api/migrations', siteMigration({ [field]: value }));
    expect([answered.status, answered.json.errors[0]]).toEqual([400, { path: field, message }]);
    expect(await portal.eventCount()).toBe(before);
  });

  it('is for dealers only', async () => {
    expect((await admin.post('/api/migrations', siteMigration())).status).toBe(403);
    expect(newMigrationSchema.safeParse(siteMigration()).success).toBe(true);
  });
});

describe('approving a migration', () => {
  // Proves S5-migrations-3
  it('creates an active site, and reports it', async () => {
    const { id } = await requested({ migration_site_name: 'Becomes a site' });
    const approved = await admin.post(`/api/admin/migrations/${id}/approve`, { reason: 'checked by phone' });
    expect([approved.status, approved.json.message]).toEqual([
      200,
      'Migration approved and converted to a site',
    ]);
    expect(approved.json).toMatchObject({ id, status: 'approved', paid_in_test_mode: false });
    const site = await ann.client.get(`/api/sites/${approved.json.site_id}`);
    expect(site.json).toMatchObject({
      site_name: 'Becomes a site',
      status: 'active',
      user_id: ann.user.id,
      number_of_readers: '8',
      software_version: 'vantage',
      site_notes: 'Ring first',
      custom_reader_rate: null,
    });
    const { json: history } = await admin.get(`/api/admin/migrations/${id}/history`);
    expect(history.map(({ by, text, reason }: Record<string, string>) => [by, text, reason])).toEqual([
      ['Administrator', 'Approved and converted to a site', 'checked by phone'],
      ['Ann Doe', 'Migration of Becomes a site requested with 8 readers', null],
    ]);
  });

  // Proves S5-migrations-4
  it('creates one site for 64 concurrent approvals, and returns it to each', async () => {
    const { id } = await requested({ migration_site_name: 'Raced' });
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => admin.post(`/api/admin/migrations/${id}/approve`)),
    );
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.site_id}`)).size).toBe(1);
    const siteId = answers[0]?.json.site_id;
    expect(await countOf('MigrationApproved', `migration-${id}`)).toBe(1);
    expect(await portal.story(`site-${siteId}`)).toEqual(['SiteAdded']);
    const sites = (await ann.client.get('/api/sites?status=active')).json as { site_name: string }[];
    expect(sites.filter(({ site_name }) => site_name === 'Raced')).toHaveLength(1);
  }, 60_000);

  // Proves S5-migrations-5
  it('warns if it was paid in test mode', async () => {
    const migration = siteMigration({ migration_site_name: 'Test money' });
    const orderId = await paidOrder(migration);
    const { id } = (await bob.client.post('/api/migrations', { ...migration, orderId })).json;
    const one = await admin.get(`/api/admin/migrations/${id}`);
    expect(one.json).toMatchObject({
      paid_in_test_mode: true,
      total_amount: 100,
      company_name: 'Doe Security',
    });
    expect((await admin.post(`/api/admin/migrations/${id}/approve`)).json.paid_in_test_mode).toBe(true);
  });

  // Proves S5-migrations-3
  it("assigns the site to the company's first user if the requesting user was deleted", async () => {
    const colleague = await admin.post('/api/admin/users', {
      username: 'annette',
      email: 'annette@example.com',
      password: 'secret-12',
      name: 'Annette',
      company: 'Doe Security',
      account_id: ann.user.account_id,
    });
    const client = await portal.signedIn('annette', 'secret-12');
    const { id } = (
      await client.post('/api/migrations', siteMigration({ migration_site_name: 'Left behind' }))
    ).json;
    expect((await admin.delete(`/api/admin/users/${colleague.json.id}`)).status).toBe(200);
    const { site_id } = (await admin.post(`/api/admin/migrations/${id}/approve`)).json;
    expect((await admin.get(`/api/admin/sites/${site_id}`)).json.user_id).toBe(ann.user.id);
  });

  // Proves S5-migrations-4
  it('is refused for a deleted or unknown migration, and to dealers', async () => {
    const { id } = await requested({ migration_site_name: 'Deleted' });
    await admin.delete(`/api/admin/migrations/${id}`);
    const deleted = await admin.post(`/api/admin/migrations/${id}/approve`);
    expect([deleted.status, deleted.json.error]).toEqual([409, 'This migration was deleted meanwhile.']);
    const unknown = await admin.post(`/api/admin/migrations/${randomUUID()}/approve`);
    expect([unknown.status, unknown.json.error]).toEqual([404, 'Migration not found']);
    expect((await ann.client.post(`/api/admin/migrations/${id}/approve`)).status).toBe(403);
    const stale = await requested({ migration_site_name: 'Seen' });
    const path = `/api/admin/migrations/${stale.id}/approve`;
    expect((await admin.post(path, {}, { 'If-Match': '"7"' })).status).toBe(412);
    expect((await admin.post(path, {}, { 'If-Match': '"0"' })).status).toBe(200);
  });
});

describe('open pages', () => {
  // Proves S5-migrations-8
  it("of the company and of administrators see changes of migrations and orders, others don't", async () => {
    const pages = [
      await liveTopics(portal, bob.client),
      await liveTopics(portal, admin),
      await liveTopics(portal, ann.client),
    ];
    try {
      const migration = siteMigration({ migration_site_name: 'Heard of' });
      const orderId = await paidOrder(migration);
      await bob.client.post('/api/migrations', { ...migration, orderId });
      for (const { topics } of pages.slice(0, 2)) {
        await eventually(async () => topics.includes('migrations') && topics.includes('orders'));
      }
      const [, , { topics } = { topics: ['none'] }] = pages;
      expect(topics.filter((topic) => topic === 'migrations' || topic === 'orders')).toEqual([]);
    } finally {
      for (const page of pages) await page.stop();
    }
  });
});

describe('deleting a migration', () => {
  it('that was free needs no reason', async () => {
    const { id } = await requested({ migration_site_name: 'Doomed' });
    const gone = await admin.delete(`/api/admin/migrations/${id}`);
    expect([gone.status, gone.json.migration_site_name]).toEqual([200, 'Doomed']);
    expect((await admin.delete(`/api/admin/migrations/${id}`)).status).toBe(404);
    expect(await named('Doomed')).toEqual([]);
    expect((await ann.client.get(`/api/migrations/${id}`)).status).toBe(404);
  });

  // Proves S5-migrations-6
  it('that was paid needs a reason and is refunded', async () => {
    const migration = siteMigration({ migration_site_name: 'Refunded' });
    const orderId = await paidOrder(migration);
    const { id } = (await bob.client.post('/api/migrations', { ...migration, orderId })).json;
    const bare = await admin.send('DELETE', `/api/admin/migrations/${id}`);
    expect([bare.status, bare.json.errors[0].path]).toEqual([422, 'reason']);
    expect((await admin.delete(`/api/admin/migrations/${id}`, { reason: 'Too far away' })).status).toBe(200);
    const order = await eventually(async () => {
      const { json } = await bob.client.get(`/api/orders/${orderId}`);
      return json.status === 'rejected' && json.refunded_amount === 100 ? json : null;
    });
    expect(order.kind).toBe('migration');
    await eventually(async () => {
      const { data } = await portal.stripe.refunds.list({ limit: 10 });
      return data.some(({ amount }) => amount === 10_000);
    });
  });

  // Proves S5-migrations-6
  it('that was approved is refused: delete the site instead', async () => {
    const { id } = await requested();
    await admin.post(`/api/admin/migrations/${id}/approve`);
    const answered = await admin.delete(`/api/admin/migrations/${id}`);
    expect([answered.status, answered.json.error]).toEqual([
      422,
      'This migration was approved and converted to a site. Delete the site instead.',
    ]);
  });
});

describe('GET /api/admin/migrations', () => {
  // Proves S5-migrations-2
  it("answers a plain call and react-admin's; deleted ones only on request", async () => {
    const waiting = await requested({ migration_site_name: 'Waiting' });
    const plain = await admin.get('/api/admin/migrations?status=pending');
    expect(plain.json.every(({ status }: { status: string }) => status === 'pending')).toBe(true);
    expect(plain.json.map(({ id }: { id: string }) => id)).toContain(waiting.id);
    const all = await admin.get('/api/admin/migrations?sort=["migration_site_name","ASC"]&range=[0,2]');
    expect(all.json).toHaveLength(3);
    expect(all.headers['content-range']).toMatch(/^migrations 0-2\/\d+$/);
    const statuses = (await admin.get('/api/admin/migrations')).json.map(
      ({ status }: { status: string }) => status,
    );
    expect(new Set(statuses)).toEqual(new Set(['pending', 'approved']));
    expect((await admin.get('/api/admin/migrations?status=deleted')).json.length).toBeGreaterThan(0);
    const filter = encodeURIComponent(JSON.stringify({ q: 'waiting doe' }));
    expect((await admin.get(`/api/admin/migrations?filter=${filter}`)).json).toHaveLength(1);
  });

  it.each([
    ['filter', '{"password":"x"}'],
    ['filter', '{"number_of_readers_gte":"1 OR 1=1"}'],
    ['sort', '["search","ASC"]'],
    ['range', '[-1,5]'],
    ['status', 'gone'],
  ])('refuses %s %s', async (name, value) => {
    expect((await admin.get(`/api/admin/migrations?${name}=${encodeURIComponent(value)}`)).status).toBe(400);
  });
});
