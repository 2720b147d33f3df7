import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from './support/httpClient.ts';
import { startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
let admin: HttpClient;
let dealer: Awaited<ReturnType<TestPortal['dealer']>>;
let path: string;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.admin();
  dealer = await portal.dealer('ann');
  path = `/api/admin/accounts/${dealer.user.account_id}`;
});
afterAll(() => portal.stop());

describe('PATCH /api/admin/accounts/{id}', () => {
  it('changes details and options, and both names together', async () => {
    const { etag } = (await admin.get(path)).headers;
    const answered = await admin.patch(
      path,
      {
        name: 'Doe & Sons',
        company_phone: '7185550111',
        company_email: '',
        equipment_purchases_enabled: false,
        demo_pricing: true,
        is_demo_account: false,
        default_reader_rate: 0,
        reason: 'new owners',
      },
      { 'If-Match': String(etag) },
    );
    expect(answered.status).toBe(200);
    expect(answered.json).toMatchObject({
      name: 'Doe & Sons',
      company_name: 'Doe & Sons',
      company_phone: '7185550111',
      company_email: '',
      company_city: 'Staten Island',
      equipment_purchases_enabled: false,
      demo_pricing: true,
      is_demo_account: true,
      default_reader_rate: 6.5,
      users: [{ id: dealer.user.id, username: 'ann', name: 'Ann Doe', email: 'ann@example.com' }],
    });
    const { json: history } = await admin.get(`${path}/history`);
    expect(history.slice(0, 2)).toMatchObject([
      { text: 'Options changed: equipment purchases, demo pricing', reason: 'new owners' },
      { text: 'Company details changed: name, company name, phone, email' },
    ]);
    const stale = await admin.patch(path, { company_city: 'Troy' }, { 'If-Match': String(etag) });
    expect([stale.status, stale.json.conflict.fields]).toEqual([
      412,
      [{ path: 'company_city', yours: 'Troy', theirs: 'Staten Island' }],
    ]);
    expect(stale.json.error).toMatch(/^This company was changed by Administrator at /);
  });

  it('keeps different names apart', async () => {
    await admin.patch(path, { name: 'Short', company_name: 'Long Name Inc.' });
    expect((await admin.patch(path, { name: 'Shorter' })).json).toMatchObject({
      name: 'Shorter',
      company_name: 'Long Name Inc.',
    });
  });

  it('changes nothing when the whole record is sent back', async () => {
    const { json: account } = await admin.get(path);
    const before = await portal.eventCount();
    expect((await admin.put(path, account)).json).toEqual(account);
    expect(await portal.eventCount()).toBe(before);
  });

  it.each([
    ['name', '', 'Company name is required'],
    ['company_name', '  ', 'Company name is required'],
    ['name', null, 'Company name is required'],
    ['company_email', 'nowhere', 'Please enter a valid email address'],
    ['demo_pricing', 'on', 'Please choose on or off'],
    ['company_city', 'a\nb', 'Please remove line breaks and control characters'],
    ['company_name', 'Line\u2028separator', 'Please remove line breaks and control characters'],
  ])('refuses %s as %j', async (field, value, message) => {
    const answered = await admin.patch(path, { [field]: value });
    expect([answered.status, answered.json.errors]).toEqual([400, [{ path: field, message }]]);
  });
});

describe('PUT /api/admin/accounts/{id}/demo-status', () => {
  // Proves S2-7-admin-2
  it('goes live and back; repeating the current mode changes nothing', async () => {
    const put = (is_demo_account: unknown) => admin.put(`${path}/demo-status`, { is_demo_account });
    expect((await put(false)).json.is_demo_account).toBe(false);
    const before = await portal.eventCount();
    expect((await put(false)).status).toBe(200);
    expect(await portal.eventCount()).toBe(before);
    expect((await put(true)).json.is_demo_account).toBe(true);
    expect((await put('false')).status).toBe(400);
    expect((await put(undefined)).json.error).toBe('is_demo_account must be true or false');
  });
});

describe('PATCH /api/admin/accounts/{id}/promotional-pricing', () => {
  const save = (more: object) =>
    admin.patch(`${path}/promotional-pricing`, {
      promotional_reader_rate: '4.25',
      promotional_months: 12,
      promotional_pricing_active: true,
      promotional_license_pricing: false,
      ...more,
    });

  // Proves S2-7-admin-2
  it('saves the terms; an omitted switch keeps its value', async () => {
    const saved = await save({});
    expect(saved.json).toMatchObject({
      promotional_reader_rate: 4.25,
      promotional_months: 12,
      promotional_pricing_active: true,
      promotional_license_pricing: false,
      promotional_start_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    });
    const kept = await save({
      promotional_months: '18',
      promotional_pricing_active: undefined,
      promotional_license_pricing: undefined,
    });
    expect(kept.json).toMatchObject({
      promotional_months: 18,
      promotional_pricing_active: true,
      promotional_license_pricing: false,
      promotional_start_date: saved.json.promotional_start_date,
    });
    const { json: history } = await admin.get(`${path}/history`);
    expect(history[0].text).toBe('Promotional months changed from 12 to 18');
    const off = { promotional_pricing_active: false };
    const refused = await save(off);
    expect([refused.status, refused.json.errors?.[0]?.path]).toEqual([422, 'confirm_short_notice']);
    const confirmed = await save({ ...off, confirm_short_notice: true, reason: 'Contract ended' });
    expect(confirmed.json.promotional_start_date).toBeNull();
  });

  it.each([
    ['promotional_reader_rate', '', 'Promotional rate is required'],
    ['promotional_reader_rate', 'x', 'Rate must be a number'],
    ['promotional_reader_rate', -1, 'Rate must be a positive number'],
    ['promotional_months', '', 'Months is required'],
    ['promotional_months', '1.5', 'Months must be a number'],
    ['promotional_months', 0, 'Months must be at least 1'],
  ])('refuses %s as %j', async (field, value, message) => {
    const answered = await save({ [field]: value });
    expect([answered.status, answered.json.errors]).toEqual([400, [{ path: field, message }]]);
  });
});

describe('an unknown company', () => {
  it('is 404 for every call', async () => {
    const gone = `/api/admin/accounts/${randomUUID()}`;
    const before = await portal.eventCount();
    const answers = [
      await admin.get(gone),
      await admin.patch(gone, { name: 'X' }),
      await admin.put(`${gone}/demo-status`, { is_demo_account: false }),
      await admin.patch(`${gone}/promotional-pricing`, { promotional_reader_rate: 1, promotional_months: 1 }),
      await admin.get(`${gone}/history`),
    ];
    expect(answers.map(({ status, json }) => [status, json.error])).toEqual(
      answers.map(() => [404, 'Company not found']),
    );
    expect(await portal.eventCount()).toBe(before);
  });
});

it('a dealer reads its own company without the list of users', async () => {
  const own = await dealer.client.get(`/api/accounts/${dealer.user.account_id}`);
  expect(own.status).toBe(200);
  expect(own.json).not.toHaveProperty('users');
});
