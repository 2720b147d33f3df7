import { registerSchema } from '@portal/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from './support/httpClient.ts';
import { registration, siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
let client: HttpClient;
let events: number;

beforeAll(async () => {
  portal = await startTestPortal();
  client = portal.client();
  events = await portal.eventCount();
});
afterAll(() => portal.stop());

/** The message of each required field, to the letter (S1-5). */
const MESSAGES: Readonly<Record<string, string>> = {
  name: 'Name must be at least 2 characters',
  company: 'Company must be at least 2 characters',
  email: 'Must provide a valid email address',
  phone: 'Phone number must be at least 10 characters',
  address: 'Address is required',
  city: 'City is required',
  state: 'State is required',
  zip: 'ZIP code is required',
  username: 'Username must be at least 3 characters',
  password: 'Password must be at least 6 characters',
  agreeToTerms: 'You must agree to the terms and conditions',
};
const REQUIRED = Object.keys(MESSAGES);

const WRONG: readonly (readonly [what: string, value: unknown])[] = [
  ['a number', 7],
  ['true in a list', [true]],
  ['an object', { a: 1 }],
  ['null', null],
  ['nothing', undefined],
  ['an empty text', ''],
  ['spaces', '   '],
];

describe('POST /api/register', () => {
  // Proves S1-3-3, S1-5-register-1, S1-5-register-2, S1-5-register-3, S1-5-register-4, S1-5-register-5
  // Proves S1-5-register-6, S1-5-register-7, S1-5-register-8, S1-5-register-9
  it('has a message for every required field of the schema', () => {
    expect([...REQUIRED, 'experience'].sort()).toEqual(Object.keys(registerSchema.shape).sort());
  });

  describe.each(REQUIRED)('%s', (field) => {
    it.each(WRONG)('as %s', async (what, value) => {
      // six spaces or more would be a password
      if (field === 'password' && what === 'spaces') return expect(String(value).length).toBeLessThan(6);
      const answered = await client.post('/api/register', { ...registration('someone'), [field]: value });
      expect(answered.status).toBe(400);
      expect(answered.json).toEqual({
        error: MESSAGES[field],
        message: MESSAGES[field],
        errors: [{ path: field, message: MESSAGES[field] }],
      });
    });

    it.each([
      ['10,000 characters', 'x'.repeat(10_000)],
      ['a line break', 'Ann\r\nBcc: everybody@example.com'],
      ['NUL', 'Ann\u0000Doe and more'],
    ])('as %s', async (what, value) => {
      if (field === 'password' && what !== '10,000 characters') return;
      const answered = await client.post('/api/register', { ...registration('someone'), [field]: value });
      expect(answered.status).toBe(400);
      expect(answered.json.errors[0].path).toBe(field);
    });
  });

  // Proves S1-5-register-10
  it('refuses an experience that is not text', async () => {
    for (const experience of [7, ['x'], 'x'.repeat(201)]) {
      expect((await client.post('/api/register', { ...registration('someone'), experience })).status).toBe(
        400,
      );
    }
  });

  // Proves S1-5-register-12
  it('counts the bytes of a password, not its characters', async () => {
    const long = await client.post('/api/register', { ...registration('someone'), password: '€'.repeat(25) });
    expect([long.status, long.json.error]).toEqual([400, 'Password must be at most 72 bytes']);
  });

  it.each(['[]', '"text"', '7', 'null', '{', '{"name":"Ann"', '{"__proto__":{"isAdmin":true}}', '\ufeff{}x'])(
    'refuses the body %j',
    async (raw) => {
      const answered = await client.send('POST', '/api/register', {
        raw,
        headers: { 'Content-Type': 'application/json' },
      });
      expect(answered.status).toBe(400);
      expect(typeof answered.json.error).toBe('string');
    },
  );

  // Proves MP-9
  it('refuses a body that is not JSON', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      '',
    ]) {
      const raw = JSON.stringify(registration('someone'));
      const answered = await client.send('POST', '/api/register', { raw, headers: { 'Content-Type': type } });
      expect(answered.status).toBe(415);
    }
  });

  // Proves MP-9
  it('has appended nothing for all these', async () => {
    expect(await portal.eventCount()).toBe(events);
    const { rows } = await portal.portal.database.pool.query('SELECT count(*)::int AS rows FROM credentials');
    expect(rows).toEqual([{ rows: 1 }]);
  });

  // Proves S1-4-approval-1, S1-3-4, S1-7-5
  it('keeps unicode unchanged, and ignores unknown fields', async () => {
    const answered = await client.post('/api/register', {
      ...registration('Zoë.李'),
      name: '  Zoë 李 🔐 ',
      company: "O'Brien & <b>Söhne</b>; DROP TABLE users",
      is_admin: true,
      is_approved: true,
      dealer_id: 'KS9999',
      account_id: 'x',
      id: 'x',
      confirmPassword: 'other',
      captchaToken: 'x',
      constructor: { prototype: { isAdmin: true } },
    });
    expect(answered.status).toBe(201);
    expect(answered.json).toMatchObject({
      username: 'Zoë.李',
      name: 'Zoë 李 🔐',
      company: "O'Brien & <b>Söhne</b>; DROP TABLE users",
      is_admin: false,
      is_approved: false,
      dealer_id: null,
    });
    expect(answered.json.id).toMatch(/^[0-9a-f-]{36}$/);
    const again = portal.client();
    for (const username of ['Zoë.李', 'ZOË.李', 'Zoe\u0308.李']) {
      expect((await again.post('/api/login', { username, password: 'secret-1' })).status).toBe(200);
    }
  });

  // Proves MP-7
  it('accepts `__proto__` and the like as names', async () => {
    for (const username of ['__proto__', 'constructor', 'toString', '1.OR.1@1']) {
      const answered = await portal.client().post('/api/register', registration(username));
      expect([username, answered.status]).toEqual([username, 201]);
      expect((await portal.client().post('/api/login', { username, password: 'secret-1' })).status).toBe(200);
    }
  });
});

describe('two registrations racing for one username', () => {
  // Proves S1-3-5, MP-8
  it('get one 201, one 409 and one stream, in any case', async () => {
    const before = await portal.eventCount();
    const answers = await Promise.all(
      ['racer', 'RACER', 'Racer', 'racer', 'ｒacer'].map((username) =>
        portal.client().post('/api/register', registration(username)),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409, 409]);
    for (const answer of answers.filter((one) => one.status === 409)) {
      expect(answer.json).toEqual({
        error: 'Username already exists',
        message: 'Username already exists',
        errors: [{ path: 'username', message: 'Username already exists' }],
      });
    }
    // UsernameReserved, DealerRegistered, AccountOpened
    expect((await portal.eventCount()) - before).toBe(3);
    const { rows } = await portal.portal.database.pool.query(
      "SELECT count(*)::int AS orphans FROM credentials c WHERE NOT EXISTS (SELECT FROM es.events e WHERE e.stream = 'user-' || c.user_id)",
    );
    expect(rows).toEqual([{ orphans: 0 }]);
  });
});

describe('POST /api/login', () => {
  it.each(['username', 'password'])('%s of the wrong kind', async (field) => {
    const message = field === 'username' ? 'Username is required' : 'Password is required';
    for (const value of [7, [true], { a: 1 }, null, undefined, '', 'x'.repeat(5_000)]) {
      const answered = await client.post('/api/login', {
        username: 'racer',
        password: 'secret-1',
        [field]: value,
      });
      expect([answered.status, answered.json.error]).toEqual([400, message]);
    }
  });

  // Proves MP-7
  it('gives the same answer for an unknown user and a wrong password, with NUL and unicode', async () => {
    const answers = [
      await portal.client().post('/api/login', { username: 'racer', password: 'wrong-1' }),
      await portal.client().post('/api/login', { username: 'nobody at all', password: 'wrong-1' }),
      await portal.client().post('/api/login', { username: 'a\u0000b', password: 'wrong\u0000' }),
      await portal.client().post('/api/login', { username: '🔐', password: '🔐'.repeat(40) }),
      await portal.client().post('/api/login', { username: "' OR ''='", password: "' OR ''='" }),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.text]).toEqual([
        401,
        '{"error":"Invalid username or password","message":"Invalid username or password"}',
      ]);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });
});

describe('orders and lists', () => {
  it('prices the order itself: one that costs money needs a payment', async () => {
    const { client: dealer } = await portal.dealer('orderer');
    const before = await portal.eventCount();
    for (const more of [
      { netcom6p: true },
      { ca150_panel: true, payment_verified: true },
      { hardware: ['Netcom6P'], total_amount: 0, amount: 0, orderId: 'paid' },
    ]) {
      const answered = await dealer.post('/api/sites', siteOrder(more));
      expect([answered.status, answered.json.error]).toEqual([
        402,
        'Please pay for this site before it is created.',
      ]);
    }
    expect(await portal.eventCount()).toBe(before);
    const bold = await dealer.post(
      '/api/sites',
      siteOrder({ status: 'active', custom_reader_rate: 0, account_id: 'x' }),
    );
    expect(bold.json).toMatchObject({ status: 'pending', custom_reader_rate: null });
    expect(bold.json.account_id).not.toBe('x');
  });

  // Proves S5-admin-bad-1
  it('refuses invalid sorts, filters and ranges', async () => {
    const admin = await portal.admin();
    for (const query of [
      'sort=name',
      'sort=["name"]',
      'sort=["name; DROP TABLE users","ASC"]',
      'sort=["constructor","ASC"]',
      'range=[5]',
      'range=[10,2]',
      'range=[-1,5]',
      'range=[0,1000000]',
      'filter=[]',
      'filter={"password_hash":"x"}',
      'filter={"id":{"$ne":1}}',
      'filter={"is_admin":"yes"}',
      'filter={"q":7}',
      'filter={"id":"\\u0000"}',
      'filter={',
      'sort=["name","ASC"]&sort=["id","ASC"]',
    ]) {
      const answered = await admin.get(`/api/admin/users?${encodeURI(query)}`);
      expect([query, answered.status]).toEqual([query, 400]);
      expect(typeof answered.json.error).toBe('string');
    }
    expect((await admin.get('/api/admin/sites?status=gone')).status).toBe(400);
  });

  it('answers plain arrays, and pages with Content-Range', async () => {
    const admin = await portal.admin();
    const all = await admin.get('/api/admin/users');
    const total = all.json.length;
    expect(all.headers['content-range']).toBe(`users 0-${total - 1}/${total}`);
    const page = await admin.get(
      `/api/admin/users?${encodeURI('sort=["username","ASC"]&range=[1,2]&filter={"is_admin":false}')}`,
    );
    expect(page.json).toHaveLength(2);
    expect(page.headers['content-range']).toBe(`users 1-2/${total - 1}`);
    expect(page.headers['access-control-expose-headers']).toContain('Content-Range');
    const none = await admin.get(`/api/admin/users?${encodeURI('filter={"q":"no such user"}&range=[0,9]')}`);
    expect([none.json, none.headers['content-range']]).toEqual([[], 'users */0']);
    const many = await admin.get(
      `/api/admin/users?filter=${encodeURIComponent(JSON.stringify({ id: [all.json[0].id, 'x'] }))}`,
    );
    expect(many.json).toHaveLength(1);
  });
});
