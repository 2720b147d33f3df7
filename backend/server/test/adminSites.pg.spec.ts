import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from './support/httpClient.ts';
import { siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
let admin: HttpClient;
let one: Awaited<ReturnType<TestPortal['dealer']>>;
let two: Awaited<ReturnType<TestPortal['dealer']>>;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.admin();
  one = await portal.dealer('first');
  two = await portal.dealer('second');
});
afterAll(() => portal.stop());

const SITES = '/api/admin/sites';
const newSite = (more: object = {}) => ({
  site_name: 'Pier 7',
  site_address: '7 Pier Rd',
  site_city: 'Staten Island',
  site_state: 'NY',
  site_zip: '10311',
  number_of_acu_panels: '2',
  number_of_readers: '10',
  account_id: one.user.account_id,
  custom_reader_rate: '',
  ...more,
});
const ordered = async (more: object = {}) => (await one.client.post('/api/sites', siteOrder(more))).json;
const added = async (more: object = {}) => (await admin.post(SITES, newSite(more))).json;

describe('POST /api/admin/sites', () => {
  it("creates an active site for the company's first user", async () => {
    const answered = await admin.post(
      SITES,
      newSite({ status: 'inactive', user_id: two.user.id, id: 'mine' }),
    );
    expect(answered.status).toBe(201);
    expect(answered.json).toMatchObject({
      site_name: 'Pier 7',
      status: 'active',
      is_active: true,
      user_id: one.user.id,
      account_id: one.user.account_id,
      company_name: 'Doe Security',
      number_of_acu_panels: '2',
      number_of_readers: '10',
      custom_reader_rate: null,
      software_version: null,
    });
    expect(answered.headers.etag).toBe('"0"');
    const listed = await one.client.get('/api/sites?status=active');
    expect(listed.json.map(({ id }: { id: string }) => id)).toContain(answered.json.id);
  });

  // Proves S2-5-admin-3
  it('accepts a custom rate of 0 and no address', async () => {
    const bare = { site_name: 'Bare', number_of_acu_panels: 1, account_id: one.user.account_id };
    const answered = await admin.post(SITES, { ...bare, custom_reader_rate: '0', additional_info: 'Key 4' });
    expect(answered.json).toMatchObject({
      custom_reader_rate: 0,
      number_of_readers: '1',
      site_address: '',
      additional_info: 'Key 4',
    });
  });

  // Proves S1-8-shared-5
  it.each([
    ['site_name', '', 400, 'Site name is required'],
    ['number_of_acu_panels', undefined, 400, 'Number of ACU panels is required'],
    ['number_of_acu_panels', 11, 400, 'Please enter a whole number from 1 to 10'],
    ['number_of_readers', '-1', 400, 'Please enter a whole number from 0 to 100,000'],
    ['custom_reader_rate', 'free', 400, 'Rate must be a number'],
    ['custom_reader_rate', -1, 400, 'Rate must be a positive number'],
    ['account_id', undefined, 400, 'Please choose a company'],
    ['account_id', randomUUID(), 422, 'There is no such company.'],
    ['account_id', 'a b', 422, 'There is no such company.'],
  ])('refuses %s as %j', async (field, value, status, message) => {
    const before = await portal.eventCount();
    const answered = await admin.post(SITES, newSite({ [field]: value }));
    expect([answered.status, answered.json.errors]).toEqual([status, [{ path: field, message }]]);
    expect(await portal.eventCount()).toBe(before);
  });

  it('creates one site for two requests with one key', async () => {
    const key = { 'Idempotency-Key': 'add-site-1' };
    const [first, again] = [await admin.post(SITES, newSite(), key), await admin.post(SITES, newSite(), key)];
    expect(again.json.id).toBe(first.json.id);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });
});

describe('PATCH /api/admin/sites/{id}', () => {
  it('changes the given fields in one step, and returns the new ETag', async () => {
    const site = await ordered({ site_name: 'Order 1' });
    const answered = await admin.patch(`${SITES}/${site.id}`, {
      site_name: 'Order One',
      number_of_readers: 16,
      custom_reader_rate: '4.25',
      additional_info: 'Gate code at the desk',
      site_notes: null,
      status: 'active',
      reason: 'as agreed by phone',
    });
    expect(answered.status).toBe(200);
    expect(answered.json).toMatchObject({
      site_name: 'Order One',
      site_address: '2 Pier Rd',
      number_of_readers: '16',
      custom_reader_rate: 4.25,
      additional_info: 'Gate code at the desk',
      status: 'active',
    });
    expect(answered.headers.etag).toBe('"4"');
    expect((await admin.get(`${SITES}/${site.id}`)).headers.etag).toBe('"4"');
    const blank = await admin.patch(`${SITES}/${site.id}`, {
      custom_reader_rate: '',
      number_of_readers: '0',
      confirm_short_notice: true,
      reason: 'the agreement ended',
    });
    expect(blank.json).toMatchObject({ custom_reader_rate: null, number_of_readers: '0' });
    await admin.patch(`${SITES}/${site.id}`, { number_of_readers: '16', number_of_acu_panels: '3' });
    const kept = await admin.patch(`${SITES}/${site.id}`, {
      number_of_readers: '',
      number_of_acu_panels: ' ',
    });
    expect(kept.json).toMatchObject({ number_of_readers: '16', number_of_acu_panels: '3' });
  });

  it('changes nothing if one step is refused', async () => {
    const site = await ordered();
    const before = await portal.eventCount();
    const answered = await admin.patch(`${SITES}/${site.id}`, {
      site_name: 'Half',
      number_of_readers: 99,
      account_id: randomUUID(),
    });
    expect([answered.status, answered.json.errors[0].path]).toEqual([422, 'account_id']);
    const active = await added();
    const back = await admin.patch(`${SITES}/${active.id}`, { site_name: 'Half', status: 'pending' });
    expect([back.status, back.json.error]).toEqual([422, "A site can't go back to pending."]);
    expect(await portal.eventCount()).toBe(before + 1);
    expect((await admin.get(`${SITES}/${site.id}`)).json.site_name).toBe('Harbor Gate');
  });

  it("moves a site to another company's first user", async () => {
    const site = await added({ site_name: 'Moving' });
    const moved = await admin.patch(`${SITES}/${site.id}`, { account_id: two.user.account_id });
    expect(moved.json).toMatchObject({ account_id: two.user.account_id, user_id: two.user.id });
    expect((await one.client.get(`/api/sites/${site.id}`)).status).toBe(404);
    expect((await two.client.get(`/api/sites/${site.id}`)).json.site_name).toBe('Moving');
    expect((await two.client.get(`/api/sites/${site.id}/history`)).json).toMatchObject([
      { type: 'SiteAssignedToCompany', by: 'An administrator' },
    ]);
  });

  it('changes nothing for the whole record sent back, or for unknown fields', async () => {
    const site = await added();
    const before = await portal.eventCount();
    const put = await admin.put(`${SITES}/${site.id}`, site);
    expect([put.status, put.json]).toEqual([200, site]);
    const odd = { id: 'x', user_id: two.user.id, is_active: false, promotional_end_date: '2030-01-01' };
    expect((await admin.patch(`${SITES}/${site.id}`, { ...odd, price_cents: 1 })).json).toEqual(site);
    expect((await admin.patch(`${SITES}/${site.id}`, {})).status).toBe(200);
    expect(await portal.eventCount()).toBe(before);
  });

  it.each([
    ['site_name', ' ', 'Site name is required'],
    ['status', 'gone', 'Status is not one of the values offered'],
    ['number_of_readers', 1.5, 'Please enter a whole number from 0 to 100,000'],
    ['number_of_acu_panels', 100_000, 'Please enter a whole number from 0 to 1,000'],
    ['custom_reader_rate', '6.505', 'Rate must be a number with at most two decimals'],
    ['site_state', 'Texas', 'Please choose a state'],
    ['effective_from', '2026-02-30', 'Please enter a date'],
    ['reason', 'x'.repeat(501), 'Please use at most 500 characters'],
  ])('refuses %s as %j', async (field, value, message) => {
    const site = await added();
    const answered = await admin.patch(`${SITES}/${site.id}`, { [field]: value });
    expect([answered.status, answered.json.errors]).toEqual([400, [{ path: field, message }]]);
  });

  it('accepts a new rate from a future day, never from a past one', async () => {
    const site = await added();
    const path = `${SITES}/${site.id}`;
    const ahead = await admin.patch(path, { custom_reader_rate: 3, effective_from: '2099-01-01' });
    expect([ahead.status, ahead.json.custom_reader_rate]).toEqual([200, null]);
    const past = await admin.patch(path, { custom_reader_rate: 3, effective_from: '2020-01-01' });
    expect([past.status, past.json.errors[0].path]).toEqual([422, 'effective_from']);
  });
});

describe('two administrators editing one site', () => {
  it('the second learns who changed what and when, and loses nothing', async () => {
    const site = await added({ site_name: 'Shared' });
    const path = `${SITES}/${site.id}`;
    const [mine, theirs] = [await admin.get(path), await admin.get(path)];
    const first = await admin.patch(
      path,
      { site_name: 'Theirs', number_of_readers: 11 },
      { 'If-Match': String(theirs.headers.etag) },
    );
    expect(first.status).toBe(200);
    const before = await portal.eventCount();
    const second = await admin.patch(
      path,
      { site_name: 'Mine', number_of_readers: 11, site_city: 'Albany', reason: 'typo' },
      { 'If-Match': String(mine.headers.etag) },
    );
    expect(second.status).toBe(412);
    expect(second.json.error).toMatch(
      /^This site was changed by Administrator at \w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M\. Please compare and save again\.$/,
    );
    expect(second.json.errors.map(({ path: field }: { path: string }) => field)).toEqual([
      'site_name',
      'site_city',
    ]);
    expect(second.json.errors[0].message).toMatch(/^Changed by Administrator at .* to Theirs$/);
    expect(second.json.conflict).toMatchObject({
      changed_by: 'Administrator',
      changed_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      etag: '"2"',
      fields: [
        { path: 'site_name', yours: 'Mine', theirs: 'Theirs' },
        { path: 'site_city', yours: 'Albany', theirs: 'Staten Island' },
      ],
      current: { id: site.id, site_name: 'Theirs', number_of_readers: '11' },
    });
    expect(await portal.eventCount()).toBe(before);
    const again = await admin.patch(
      path,
      { site_name: 'Mine', site_city: 'Albany' },
      { 'If-Match': second.json.conflict.etag },
    );
    expect(again.json).toMatchObject({ site_name: 'Mine', site_city: 'Albany', number_of_readers: '11' });
  });

  it('one of two concurrent edits wins', async () => {
    const site = await added();
    const path = `${SITES}/${site.id}`;
    const tries = ['A', 'B', 'C', 'D'].map((name) =>
      admin.patch(path, { site_name: name }, { 'If-Match': '"0"' }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect([...statuses].sort()).toEqual([200, 412, 412, 412]);
  });

  it("an edit after the dealer's deactivation is refused; one without If-Match is accepted", async () => {
    const site = await added();
    const path = `${SITES}/${site.id}`;
    const { etag } = (await admin.get(path)).headers;
    await one.client.patch(`/api/sites/${site.id}`, { status: 'inactive' });
    const stale = await admin.patch(path, { site_name: 'New' }, { 'If-Match': String(etag) });
    expect([stale.status, stale.json.conflict.changed_by]).toEqual([412, 'Ann Doe']);
    expect(stale.json.conflict.current.status).toBe('inactive');
    expect((await admin.patch(path, { site_name: 'New' })).json).toMatchObject({
      site_name: 'New',
      status: 'inactive',
    });
    expect((await admin.patch(path, { site_name: 'Star' }, { 'If-Match': '*' })).status).toBe(200);
    expect((await admin.patch(path, { site_name: 'Odd' }, { 'If-Match': 'yesterday' })).status).toBe(400);
  });

  it("a dealer does not see an administrator's name", async () => {
    const site = await added();
    await admin.patch(`${SITES}/${site.id}`, { site_name: 'Renamed' });
    const stale = await one.client.patch(
      `/api/sites/${site.id}`,
      { site_name: 'Mine' },
      { 'If-Match': '"0"' },
    );
    expect([stale.status, stale.json.conflict.changed_by]).toEqual([412, 'An administrator']);
  });
});

describe('DELETE /api/admin/sites/{id}', () => {
  it('returns the deleted record once; then it is 404 for everybody', async () => {
    const site = await ordered({ site_name: 'Doomed' });
    const path = `${SITES}/${site.id}`;
    const gone = await admin.delete(path, { reason: 'ordered twice' });
    expect([gone.status, gone.json.site_name]).toEqual([200, 'Doomed']);
    const later = [
      await admin.delete(path),
      await admin.get(path),
      await admin.patch(path, { status: 'active' }),
      await admin.patch(path, { site_name: 'Back' }, { 'If-Match': '"0"' }),
      await one.client.get(`/api/sites/${site.id}`),
      await one.client.patch(`/api/sites/${site.id}`, { site_name: 'Back' }),
      await one.client.get(`/api/sites/${site.id}/history`),
      await admin.delete(`${SITES}/${randomUUID()}`),
    ];
    expect(later.map(({ status, json }) => [status, json.error])).toEqual(
      later.map(() => [404, 'Site not found']),
    );
    expect((await admin.get(`${path}/history`)).json[0]).toMatchObject({
      text: 'Site deleted',
      by: 'Administrator',
      reason: 'ordered twice',
    });
  });

  it('works without a body, as react-admin sends it', async () => {
    const site = await added();
    expect((await admin.send('DELETE', `${SITES}/${site.id}`)).status).toBe(200);
  });
});

describe('the history of a site', () => {
  it('shows administrators and the dealer who changed what, in plain words', async () => {
    const site = await ordered({ site_name: 'Told' });
    const path = `${SITES}/${site.id}`;
    await admin.patch(path, { status: 'active', reason: 'paid by cheque' });
    await admin.patch(path, { number_of_readers: 16, custom_reader_rate: 4.5 });
    await one.client.patch(`/api/sites/${site.id}`, { site_name: 'Retold', site_city: 'Troy' });
    await one.client.patch(`/api/sites/${site.id}`, { status: 'inactive' });
    const told = (await one.client.get(`/api/sites/${site.id}/history`)).json;
    expect(told.map(({ by, text }: { by: string; text: string }) => `${by}: ${text}`)).toEqual([
      'Ann Doe: Site deactivated',
      'Ann Doe: Site details changed: site name, city',
      'An administrator: Custom reader rate set to $4.50',
      'An administrator: Readers changed from 12 to 16',
      'An administrator: Site approved',
      'Ann Doe: Site ordered with 12 readers',
    ]);
    expect(told[1].changes).toEqual([
      { field: 'site name', from: 'Told', to: 'Retold' },
      { field: 'city', from: 'Albany', to: 'Troy' },
    ]);
    expect(told[4].reason).toBeNull();
    const known = (await admin.get(`${path}/history`)).json;
    expect(known[4]).toMatchObject({ by: 'Administrator', reason: 'paid by cheque' });
    expect((await two.client.get(`/api/sites/${site.id}/history`)).status).toBe(404);
    expect((await admin.get(`${SITES}/${randomUUID()}/history`)).status).toBe(404);
  });
});

describe('GET /api/admin/sites', () => {
  const list = (parameters: Record<string, unknown>) => {
    const query = Object.entries(parameters).map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
    );
    return admin.get(`${SITES}?${query.join('&')}`);
  };

  // Proves S2-7-admin-2
  it('filters, bounds, searches and sorts by the company too', async () => {
    await added({ site_name: 'List A', number_of_readers: 500 });
    await added({ site_name: 'List B', number_of_readers: 600 });
    const bounded = await list({
      filter: { number_of_readers_gte: 500, number_of_readers_lte: 599, company_name: 'Doe Security' },
      sort: ['company_name', 'ASC'],
      range: [0, 24],
    });
    expect(bounded.json.map((site: { site_name: string }) => site.site_name)).toEqual(['List A']);
    expect(bounded.headers['content-range']).toBe('sites 0-0/1');
    expect((await list({ filter: { q: 'doe list' }, status: 'active' })).json).toHaveLength(2);
    const ids = bounded.json.map(({ id }: { id: string }) => id);
    expect((await list({ filter: { id: [...ids, 'none'] } })).json).toHaveLength(1);
    expect((await list({ userId: two.user.id, status: 'active' })).json).toHaveLength(1);
  });

  it.each([
    ['filter', { password: 'x' }],
    ['filter', { number_of_readers_gte: '1 OR 1=1' }],
    ['filter', { created_at_lte: "'; DROP TABLE x" }],
    ['sort', ['search', 'ASC']],
    ['sort', ['site_name; DROP TABLE x', 'ASC']],
    ['range', [-1, 5]],
    ['range', [0, 100_000]],
    ['status', 'gone'],
  ])('refuses %s %j', async (name, value) => {
    expect((await list({ [name]: value })).status).toBe(400);
  });
});
