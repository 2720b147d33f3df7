import { type Activity, COUNTED_LISTS, type Overview } from '@portal/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from './support/httpClient.ts';
import { siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
let admin: HttpClient;
let dealer: Awaited<ReturnType<TestPortal['dealer']>>;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.admin();
  dealer = await portal.dealer('first');
});
afterAll(() => portal.stop());

const overview = async (): Promise<Overview> => (await admin.get('/api/admin/overview')).json;

describe('GET /api/admin/overview', () => {
  // Proves S5-admin-home-1
  it('counts pending decisions, and drops decided ones', async () => {
    const before = (await overview()).waiting;
    await portal.dealer('second', false);
    const site = (await dealer.client.post('/api/sites', siteOrder())).json;
    await portal.client().post('/api/contact', {
      contact_name: 'Vic Visitor',
      contact_email: 'vic@example.com',
      contact_subject: 'support',
      contact_message: 'Hello',
    });
    const more = { dealers: before.dealers + 1, sites: before.sites + 1, messages: before.messages + 1 };
    expect((await overview()).waiting).toEqual({ ...before, ...more });

    await admin.patch(`/api/admin/sites/${site.id}`, { status: 'active' });
    const asked = await dealer.client.post(`/api/sites/${site.id}/reader-change`, { number_of_readers: 20 });
    expect(asked.status).toBeLessThan(300);
    expect((await overview()).waiting).toEqual({
      ...before,
      ...more,
      sites: before.sites,
      reader_changes: before.reader_changes + 1,
    });
  });

  // Proves S5-admin-home-2
  it('keeps demo and live companies apart, judged on the next billing date', async () => {
    const other = await portal.dealer('third');
    await admin.put(`/api/admin/accounts/${other.user.account_id}/demo-status`, { is_demo_account: false });
    const before = await overview();
    const site = {
      site_name: 'Pier 7',
      number_of_acu_panels: 1,
      number_of_readers: 10,
      account_id: other.user.account_id,
      custom_reader_rate: '5.00',
    };
    await admin.post('/api/admin/sites', site);
    await admin.post('/api/admin/sites', {
      ...site,
      account_id: dealer.user.account_id,
      number_of_readers: 4,
    });
    const after = await overview();
    expect(after.live).toEqual({
      ...before.live,
      active_sites: before.live.active_sites + 1,
      active_readers: before.live.active_readers + 10,
      projected_monthly: before.live.projected_monthly + 50,
    });
    expect(after.demo).toEqual({
      ...before.demo,
      active_sites: before.demo.active_sites + 1,
      active_readers: before.demo.active_readers + 4,
      projected_monthly: before.demo.projected_monthly + 20,
    });
    expect(after.next_billing_date).toMatch(/^\d{4}-\d{2}-01$/);
  });

  // Proves S5-admin-home-1
  it('counts parked accounts once each', async () => {
    const { pool } = portal.portal.database;
    const park = (projection: string) =>
      pool.query(
        `INSERT INTO projection_parked (projection, version, generation, key, event_id, stream, stream_revision, position, reason)
         SELECT projection, version, generation, 'account-x', 'e1', 's', 0, '0', 'broken'
         FROM projection_generations WHERE projection = $1 AND state = 'live'`,
        [projection],
      );
    const before = (await overview()).waiting.parked;
    await park('users');
    await park('accounts');
    expect((await overview()).waiting.parked).toBe(before + 1);
    await pool.query("DELETE FROM projection_parked WHERE key = 'account-x'");
  });
});

describe('GET /api/admin/activity', () => {
  const activity = async (query = ''): Promise<Activity> =>
    (await admin.get(`/api/admin/activity${query}`)).json;

  // Proves S5-admin-home-3
  it('lists events in plain words with their record, newest first', async () => {
    const site = (await dealer.client.post('/api/sites', siteOrder({ site_name: 'Dock 9' }))).json;
    await admin.patch(`/api/admin/sites/${site.id}`, { number_of_readers: 16 });
    const { entries } = await activity();
    expect(entries.slice(0, 2)).toMatchObject([
      {
        text: 'Readers changed from 12 to 16',
        type: 'ReaderCountChanged',
        by: 'Administrator',
        subject: { kind: 'site', id: site.id, name: 'Dock 9' },
      },
      { text: 'Site ordered with 12 readers', by: 'Ann Doe', subject: { id: site.id } },
    ]);
    await admin.delete(`/api/admin/sites/${site.id}`);
    const [gone] = (await activity()).entries;
    expect(gone).toMatchObject({ text: 'Site deleted', subject: { kind: 'site', id: site.id, name: null } });
  });

  // Proves S5-admin-home-3
  it('pages back to the first event, each once, without internal events', async () => {
    const seen: number[] = [];
    const types = new Set<string>();
    let query = '?limit=7';
    for (let page = 0; page < 100; page += 1) {
      const { entries, next } = await activity(query);
      seen.push(...entries.map(({ seq }) => seq));
      for (const { type } of entries) types.add(type);
      if (next === null) break;
      query = `?limit=7&before=${next}`;
    }
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
    expect(seen.length).toBeGreaterThan(14);
    expect([...types]).toContain('DealerRegistered');
    for (const quiet of ['UsernameTaken', 'DealerIdTaken', 'InvoiceRecipientChanged'])
      expect([...types]).not.toContain(quiet);
  });

  // Proves S5-admin-bad-1
  it.each(['?limit=0', '?limit=51', '?before=x', '?before=0'])('refuses %s', async (query) => {
    expect((await admin.get(`/api/admin/activity${query}`)).status).toBe(400);
  });
});

describe('/api/admin/saved-views', () => {
  const VIEWS = '/api/admin/saved-views';
  const view = { name: 'Pending in Albany', resource: 'sites', query: 'filter=%7B%22q%22%3A%22albany%22%7D' };

  // Proves S5-admin-lists-1
  it("keeps each administrator's own", async () => {
    expect((await admin.get(VIEWS)).json).toEqual([]);
    const added = {
      username: 'second-admin',
      email: 'b@example.com',
      password: 'secret-12',
      name: 'Bea',
      company: 'Us',
    };
    await admin.post('/api/admin/users', { ...added, is_admin: true });
    const other = await portal.signedIn('second-admin', 'secret-12');
    const kept = await admin.put(VIEWS, [view]);
    expect([kept.status, kept.json]).toEqual([200, [view]]);
    expect((await admin.get(VIEWS)).json).toEqual([view]);
    expect((await other.get(VIEWS)).json).toEqual([]);
    await admin.put(VIEWS, []);
    expect((await admin.get(VIEWS)).json).toEqual([]);
  });

  // Proves S5-admin-bad-1
  it.each([
    [[{ ...view, name: ' ' }], 'Please enter a name'],
    [[{ ...view, resource: '../users' }], 'Unknown list'],
    [[view, view], 'There is already a view of that name'],
    [[{ ...view, query: 'q'.repeat(2_001) }], 'This view is too long to save'],
    [
      Array.from({ length: 51 }, (_, index) => ({ ...view, name: `View ${index}` })),
      'Please save at most 50 views',
    ],
  ])('refuses %#', async (views, message) => {
    const answered = await admin.put(VIEWS, views);
    expect([answered.status, answered.json.error]).toEqual([400, message]);
    expect((await admin.get(VIEWS)).json).toEqual([]);
  });

  it('is for administrators only', async () => {
    expect((await dealer.client.get(VIEWS)).status).toBe(403);
    expect((await dealer.client.get('/api/admin/overview')).status).toBe(403);
  });
});

describe('GET /api/admin/counts', () => {
  const ask = (query: Readonly<Record<string, string>>) => `/api/admin/counts?${new URLSearchParams(query)}`;

  // Proves S5-admin-lists-4
  it.each(COUNTED_LISTS)('counts %s for each tab, as the list itself does', async (list) => {
    const tab = { id: ['nothing'] };
    const { status, json } = await admin.get(ask({ list, tabs: JSON.stringify([{}, tab]) }));
    const all = await admin.get(`/api/admin/${list}?range=[0,0]`);
    expect([status, json]).toEqual([200, [Number(String(all.headers['content-range']).split('/')[1]), 0]]);
  });

  // Proves S5-admin-lists-4
  it('narrows each tab by the other filters', async () => {
    const tabs = JSON.stringify([{}, { status: 'active' }, { status: 'pending' }]);
    const filter = JSON.stringify({ account_id: dealer.user.account_id });
    const own = (await dealer.client.get('/api/sites')).json as readonly { readonly status: string }[];
    const of = (status: string) => own.filter((site) => site.status === status).length;
    expect(own.length).toBeGreaterThan(0);
    const { json } = await admin.get(ask({ list: 'sites', filter, tabs }));
    expect(json).toEqual([own.length, of('active'), of('pending')]);
  });

  // Proves S5-admin-bad-1
  it('refuses unknown lists and fields, too many tabs, and dealers', async () => {
    for (const query of [
      { list: 'sessions', tabs: '[]' },
      { list: 'sites', tabs: '[{"password":"x"}]' },
      { list: 'sites', tabs: '{}' },
      { list: 'sites', tabs: JSON.stringify(Array.from({ length: 21 }, () => ({}))) },
    ]) {
      expect([query.tabs, (await admin.get(ask(query))).status]).toEqual([query.tabs, 400]);
    }
    expect((await dealer.client.get(ask({ list: 'sites', tabs: '[{}]' }))).status).toBe(403);
  });
});
