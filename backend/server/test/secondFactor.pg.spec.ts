import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './support/eventually.ts';
import type { Answered, HttpClient } from './support/httpClient.ts';
import { ADMIN, PASSWORD, startTestPortal, type TestPortal } from './support/testPortal.ts';

const STEP_MS = 30_000;
const ENTER = 'Enter the code from your authenticator app';
const WRONG = 'That code is not right. Please enter a new one.';
const FORMAT = 'Enter the 6 digits from your authenticator app, or a recovery code';
const SETUP = '/api/second-factor/setup';
const CONFIRM = '/api/second-factor/confirm';
const OWN = '/api/second-factor';
const RENEW = '/api/second-factor/recovery-codes';

let portal: TestPortal;
let now = new Date();

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now }, { environment: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => portal.stop());

/** The code that the app shows `steps` of 30 seconds from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() + steps * STEP_MS });
/** A code that is right at no time near. */
function wrongCode(secret: string): string {
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code)) ?? '';
}
const later = (steps: number) => {
  now = new Date(now.getTime() + steps * STEP_MS);
};

const login = (username: string, code?: string, password = PASSWORD) =>
  portal.client().post('/api/login', { username, password, ...(code === undefined ? {} : { code }) });
const loginFrom = (address: string, username: string, code: string) =>
  portal.client().post('/api/login', { username, password: PASSWORD, code }, { 'X-Forwarded-For': address });
const told = ({ status, json }: Answered) => [status, json.error, json.errors?.[0]?.path];
const enter = [401, ENTER, 'code'];
const wrong = [401, WRONG, 'code'];
const remove = (client: HttpClient, json: unknown) => client.send('DELETE', OWN, { json });
const forgetLimits = () => portal.portal.database.pool.query('TRUNCATE login_limits');

async function enrol(client: HttpClient, password = PASSWORD) {
  const { secret } = (await client.post(SETUP, { currentPassword: password })).json as { secret: string };
  const confirmed = await client.post(CONFIRM, { code: codeOf(secret) });
  expect([confirmed.status, confirmed.text.length > 100]).toEqual([200, true]);
  return { secret, codes: confirmed.json.recovery_codes as string[] };
}

/** A dealer whose second factor is on; the step of its first code is over. */
async function secured(username: string) {
  const { client, user } = await portal.dealer(username);
  const own = await enrol(client);
  later(2);
  return { client, user, ...own };
}

async function eventsOf(userId: string) {
  const { rows } = await portal.portal.database.pool.query<{ type: string; data: string; metadata: string }>(
    'SELECT type, data, metadata FROM es.events WHERE stream = $1 ORDER BY revision',
    [`user-${userId}`],
  );
  return rows;
}
const typesOf = async (userId: string) =>
  (await eventsOf(userId)).map(({ type }) => type).filter((type) => /Factor|Recovery/.test(type));

describe('setting up', () => {
  it('returns the secret as QR address and text, and is not enabled before a code is confirmed', async () => {
    const { client, user } = await portal.dealer('setter');
    const { status, json, headers } = await client.post(SETUP, { currentPassword: PASSWORD });
    expect(status).toBe(200);
    expect(json.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(json.uri);
    expect([uri.protocol, uri.host, uri.searchParams.get('secret')]).toEqual([
      'otpauth:',
      'totp',
      json.secret,
    ]);
    expect(decodeURIComponent(uri.pathname)).toBe('/Sample Access Hosting:setter');
    expect(json.qr_svg).toMatch(/^(<\?xml[^>]*>)?<svg [\s\S]*<\/svg>$/);
    expect(headers['cache-control']).toBe('no-store');
    expect((await client.get(OWN)).json).toEqual({ state: 'off', recovery_codes_left: 0 });
    expect((await login('setter')).status).toBe(200);
    expect(await typesOf(user.id)).toEqual([]);
  });

  it('needs the password', async () => {
    const { client } = await portal.dealer('nopassword');
    const answers = [
      await client.post(SETUP, { currentPassword: 'wrong-1' }),
      await client.post(SETUP, { currentPassword: '' }),
      await client.post(SETUP, {}),
    ];
    expect(answers.map(told)).toEqual([
      [422, 'Current password is incorrect', 'currentPassword'],
      [400, 'Enter your current password', 'currentPassword'],
      [400, 'Enter your current password', 'currentPassword'],
    ]);
  });

  it('is completed by a valid code, shows ten recovery codes once, and ends all other sessions', async () => {
    const { client, user } = await portal.dealer('finisher');
    const elsewhere = await portal.signedIn('finisher');
    const { secret } = (await client.post(SETUP, { currentPassword: PASSWORD })).json;
    const refused = [
      await client.post(CONFIRM, { code: wrongCode(secret) }),
      await client.post(CONFIRM, { code: codeOf(secret, -2) }),
      await client.post(CONFIRM, { code: codeOf(secret, 2) }),
      await client.post(CONFIRM, { code: '12345' }),
      await client.post(CONFIRM, { code: 123_456 }),
      await client.post(CONFIRM, {}),
    ];
    expect(refused.map(told)).toEqual([
      [422, WRONG, 'code'],
      [422, WRONG, 'code'],
      [422, WRONG, 'code'],
      [400, FORMAT, 'code'],
      [400, ENTER, 'code'],
      [400, ENTER, 'code'],
    ]);
    expect(await typesOf(user.id)).toEqual([]);
    const { status, json } = await client.post(CONFIRM, { code: codeOf(secret) });
    expect(status).toBe(200);
    expect(new Set(json.recovery_codes).size).toBe(10);
    for (const code of json.recovery_codes)
      expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    expect((await client.get(OWN)).json).toEqual({ state: 'on', recovery_codes_left: 10 });
    expect((await client.get('/api/user')).json.second_factor).toBe('on');
    expect((await elsewhere.get('/api/user')).status).toBe(401);
    expect(await typesOf(user.id)).toEqual(['SecondFactorEnabled']);
    const again = [
      await client.post(SETUP, { currentPassword: PASSWORD }),
      await client.post(CONFIRM, { code: codeOf(secret, 1) }),
    ];
    expect(again.map(told)).toEqual(
      Array(2).fill([409, 'Two-step verification is switched on already.', undefined]),
    );
  });

  it('expires after 15 minutes, and only the latest set-up is valid', async () => {
    const { client } = await portal.dealer('slow');
    const first = (await client.post(SETUP, { currentPassword: PASSWORD })).json.secret;
    const second = (await client.post(SETUP, { currentPassword: PASSWORD })).json.secret;
    expect(told(await client.post(CONFIRM, { code: codeOf(first) }))[0]).toBe(422);
    later(31);
    const late = await client.post(CONFIRM, { code: codeOf(second) });
    expect(told(late)).toEqual([422, 'This set-up has expired. Please start again.', 'code']);
  });

  it('is completed once by concurrent requests, and only the returned codes are valid', async () => {
    const { client, user } = await portal.dealer('twice');
    const { secret } = (await client.post(SETUP, { currentPassword: PASSWORD })).json;
    const answers = await Promise.all([1, 2, 3].map(() => client.post(CONFIRM, { code: codeOf(secret) })));
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    expect(await typesOf(user.id)).toEqual(['SecondFactorEnabled']);
    expect((await login('twice', done[0]?.json.recovery_codes[0])).status).toBe(200);
  });

  it('stores neither secret nor codes in plain text: tables, events, stored responses, log', async () => {
    const { client, user } = await portal.dealer('secretive');
    const key = () => ({ 'Idempotency-Key': crypto.randomUUID() });
    const { secret } = (await client.post(SETUP, { currentPassword: PASSWORD }, key())).json;
    const { json } = await client.post(CONFIRM, { code: codeOf(secret) }, key());
    const { pool } = portal.portal.database;
    const texts = [portal.logLines.join(''), JSON.stringify(await eventsOf(user.id))];
    const { rows: tables } = await pool.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    expect(tables.map(({ name }) => name)).toContain('public.second_factors');
    for (const { name } of tables) {
      const { rows } = await pool.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
      texts.push(...rows.map(({ text }) => text));
    }
    const all = texts.join('\n');
    for (const code of [secret, ...json.recovery_codes] as string[]) {
      for (const form of [code, code.replace('-', '')]) {
        expect(all).not.toContain(form);
        expect(all).not.toContain(Buffer.from(form).toString('hex'));
      }
    }
  });
});

describe('signing in', () => {
  // Proves X-13
  it('asks for the code only after the correct password, and creates no session before it', async () => {
    const { secret } = await secured('stepper');
    const strangers = [
      await login('stepper', undefined, 'wrong-1'),
      await login('stepper', codeOf(secret), 'wrong-1'),
    ];
    for (const answer of [...strangers, await login('nobody', codeOf(secret))]) {
      expect(answer.text).toBe(
        '{"error":"Invalid username or password","message":"Invalid username or password"}',
      );
      expect(answer.status).toBe(401);
    }
    const asked = await login('stepper');
    expect(told(asked)).toEqual(enter);
    expect(asked.headers['set-cookie']).toBeUndefined();
    const refused = await login('stepper', wrongCode(secret));
    expect(told(refused)).toEqual(wrong);
    expect(refused.headers['set-cookie']).toBeUndefined();
    const client = portal.client();
    const code = codeOf(secret).replace(/^(...)/, '$1 ');
    const { status, json } = await client.post('/api/login', {
      username: 'stepper',
      password: PASSWORD,
      code,
    });
    expect([status, json.username, json.second_factor]).toEqual([200, 'stepper', 'on']);
    expect((await client.get('/api/sites')).status).toBe(200);
  });

  it('accepts codes of the previous and next step, none twice and none older than the last accepted one', async () => {
    const { secret } = await secured('drifter');
    expect(told(await login('drifter', codeOf(secret, -2)))).toEqual(wrong);
    expect(told(await login('drifter', codeOf(secret, 2)))).toEqual(wrong);
    expect((await login('drifter', codeOf(secret, -1))).status).toBe(200);
    expect(told(await login('drifter', codeOf(secret, -1)))).toEqual(wrong);
    expect((await login('drifter', codeOf(secret, 1))).status).toBe(200);
    expect(told(await login('drifter', codeOf(secret, 1)))).toEqual(wrong);
    expect(told(await login('drifter', codeOf(secret)))).toEqual(wrong);
    later(2);
    expect((await login('drifter', codeOf(secret))).status).toBe(200);
  });

  it('refuses the code used for set-up', async () => {
    const { client } = await portal.dealer('replayer');
    const { secret } = await enrol(client);
    expect(told(await login('replayer', codeOf(secret)))).toEqual(wrong);
  });

  it('with one code in five concurrent requests succeeds once', async () => {
    const { secret } = await secured('parallel');
    const answers = await Promise.all(Array.from({ length: 5 }, () => login('parallel', codeOf(secret))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  it('accepts a recovery code once, also concurrently, in any spelling', async () => {
    const { user, codes } = await secured('recovers');
    const [first = '', second = ''] = codes;
    const answers = await Promise.all(Array.from({ length: 5 }, () => login('recovers', first)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    expect(told(await login('recovers', first))).toEqual(wrong);
    const typed = second.toUpperCase().replace('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l');
    const client = portal.client();
    expect(
      (await client.post('/api/login', { username: 'recovers', password: PASSWORD, code: typed })).status,
    ).toBe(200);
    expect((await client.get(OWN)).json.recovery_codes_left).toBe(8);
    const used = (await eventsOf(user.id)).filter(({ type }) => type === 'RecoveryCodeUsed');
    expect(used.map(({ data }) => JSON.parse(data).left)).toEqual([9, 8]);
    expect(JSON.parse(used[0]?.metadata ?? '').actor).toEqual({ kind: 'dealer', id: user.id });
  });

  it("refuses another user's codes", async () => {
    const one = await secured('one.factor');
    await secured('two.factor');
    expect(told(await login('two.factor', codeOf(one.secret)))).toEqual(wrong);
    expect(told(await login('two.factor', one.codes[0]))).toEqual(wrong);
    expect((await login('one.factor', one.codes[0])).status).toBe(200);
  });

  it('refuses codes whose rows were copied from another user', async () => {
    const thief = await secured('thief');
    const owner = await secured('robbed');
    const { pool } = portal.portal.database;
    const idOf = '(SELECT id FROM second_factors WHERE user_id = $1)';
    await pool.query(
      `INSERT INTO second_factor_recovery_codes (factor_id, code_hash)
       SELECT ${idOf}, code_hash FROM second_factor_recovery_codes WHERE factor_id = ${idOf.replace('$1', '$2')}`,
      [owner.user.id, thief.user.id],
    );
    expect(told(await login('robbed', thief.codes[0]))).toEqual(wrong);
    await pool.query(
      `UPDATE second_factors SET secret = (SELECT secret FROM second_factors WHERE user_id = $2) WHERE user_id = $1`,
      [owner.user.id, thief.user.id],
    );
    expect((await login('robbed', codeOf(thief.secret))).status).toBe(500);
  });

  // Proves I35-12
  it('needs the code for a new password, and also after it', async () => {
    const { client, user, secret } = await secured('changer');
    const change = () =>
      client.post('/api/change-password', { currentPassword: PASSWORD, newPassword: 'secret-2' });
    const { length } = await eventsOf(user.id);
    expect(await change()).toMatchObject({ status: 403, json: { code: 'step_up_required' } });
    expect(await eventsOf(user.id)).toHaveLength(length);
    const proof = { currentPassword: PASSWORD, code: codeOf(secret) };
    expect((await client.post('/api/step-up', proof)).status).toBe(200);
    expect((await change()).status).toBe(200);
    later(1);
    expect(told(await login('changer', undefined, 'secret-2'))).toEqual(enter);
    expect((await login('changer', codeOf(secret), 'secret-2')).status).toBe(200);
  });

  it('needs the code also after a reset of the password by mail', async () => {
    const email = 'forgot@example.com';
    const { client, user, secret } = await secured('forgot');
    await (await portal.admin()).patch(`/api/admin/users/${user.id}`, { email });
    await portal.client().post('/api/auth/forgot-password', { email });
    const reset = { token: await portal.resetToken(email), newPassword: 'secret-2' };
    expect((await portal.client().post('/api/auth/reset-password', reset)).status).toBe(200);
    expect((await client.get('/api/user')).status).toBe(401);
    expect(told(await login('forgot', undefined, 'secret-2'))).toEqual(enter);
    expect((await login('forgot', codeOf(secret), 'secret-2')).status).toBe(200);
  });

  it('is not possible by repeating the registration', async () => {
    const { registration } = await import('./support/testPortal.ts');
    const key = { 'Idempotency-Key': 'registered-once' };
    const client = portal.client();
    const { id } = (await client.post('/api/register', registration('again'), key)).json;
    await (await portal.admin()).patch(`/api/admin/users/${id}/approval`, { isApproved: true });
    const before = await portal.client().post('/api/register', registration('again'), key);
    expect([before.status, before.headers['set-cookie']?.length]).toEqual([201, 3]);
    await enrol(client);
    const after = await portal.client().post('/api/register', registration('again'), key);
    expect([after.status, after.headers['set-cookie']]).toEqual([201, undefined]);
  });
});

describe('limits on codes', () => {
  it('stop after ten wrong codes from one address, whatever is sent in between', async () => {
    await forgetLimits();
    const { secret } = await secured('guessed');
    await forgetLimits();
    for (let guess = 0; guess < 10; guess += 1) {
      // knowing the password must not give guesses back
      if (guess % 3 === 0) expect(told(await login('guessed'))).toEqual(enter);
      expect(told(await login('guessed', wrongCode(secret)))).toEqual(wrong);
    }
    const over = await login('guessed', codeOf(secret));
    expect([over.status, Number(over.headers['retry-after']) > 0]).toEqual([429, true]);
    await forgetLimits();
    expect((await login('guessed', codeOf(secret))).status).toBe(200);
  });

  /** Forgets how often the password was tried, so that no slow-down is waited for. */
  const forgetAttempts = () =>
    portal.portal.database.pool.query("DELETE FROM login_limits WHERE key ~ '^(pair|address|account):'");

  it('stop after ten wrong codes per hour for one account from one address', async () => {
    const { secret } = await secured('hourly');
    for (let guess = 0; guess < 10; guess += 1) {
      await forgetAttempts();
      expect(told(await loginFrom('198.51.100.7', 'hourly', wrongCode(secret)))).toEqual(wrong);
    }
    await forgetAttempts();
    const over = await loginFrom('198.51.100.7', 'hourly', codeOf(secret));
    expect([over.status, Number(over.headers['retry-after']) > 3_000]).toEqual([429, true]);
  });

  // Proves X-10
  it('stop after fifty wrong codes per hour from unknown addresses, without locking out the owner', async () => {
    const { secret, codes } = await secured('distributed');
    // a code was right at this address
    expect((await loginFrom('203.0.113.1', 'distributed', codeOf(secret))).status).toBe(200);
    later(1);
    for (let guess = 0; guess < 50; guess += 1) {
      await forgetAttempts();
      const address = `2001:db8:0:${(guess % 10).toString(16)}::${guess}`;
      expect(told(await loginFrom(address, 'distributed', wrongCode(secret)))).toEqual(wrong);
      if (guess !== 20) continue;
      // somewhere new, while somebody guesses: the owner gets in, and nothing is counted of it
      expect((await loginFrom('203.0.113.2', 'distributed', codeOf(secret))).status).toBe(200);
      later(1);
    }
    await forgetAttempts();
    const over = await loginFrom('203.0.113.3', 'distributed', codeOf(secret));
    expect([over.status, over.json.error]).toEqual([
      429,
      'Too many failed attempts. Please try again later, or use a recovery code.',
    ]);
    for (const known of ['203.0.113.1', '203.0.113.2']) {
      expect((await loginFrom(known, 'distributed', codeOf(secret))).status).toBe(200);
      later(1);
    }
    expect((await loginFrom('203.0.113.3', 'distributed', codes[0] ?? '')).status).toBe(200);
  });

  it('are not used up by valid codes', async () => {
    const { secret } = await secured('regular');
    await forgetLimits();
    for (let day = 0; day < 25; day += 1) {
      expect((await login('regular', codeOf(secret))).status).toBe(200);
      later(1);
    }
  });

  it('apply to disabling and to new recovery codes', async () => {
    const { client, secret } = await secured('insider');
    await forgetLimits();
    const proof = { currentPassword: PASSWORD, code: wrongCode(secret) };
    for (let guess = 0; guess < 10; guess += 1) {
      const answered = guess % 2 === 0 ? await remove(client, proof) : await client.post(RENEW, proof);
      expect(told(answered)).toEqual([422, WRONG, 'code']);
    }
    expect((await remove(client, { ...proof, code: codeOf(secret) })).status).toBe(429);
    await forgetLimits();
  });

  // rule D16: a stolen session must not reset the count of guesses
  it('do not forget wrong passwords when there is no second factor to switch off', async () => {
    const { client } = await portal.dealer('unsecured');
    await forgetLimits();
    const proof = { currentPassword: 'wrong-1', code: '000000' };
    for (let guess = 0; guess < 10; guess += 1) {
      if (guess === 9) expect((await remove(client, proof)).status).toBe(200);
      expect((await client.post(SETUP, proof)).status).toBe(422);
    }
    expect((await client.post(SETUP, proof)).status).toBe(429);
    await forgetLimits();
  });
});

describe('recovery codes', () => {
  it('are renewed by password and code, which voids the earlier ones', async () => {
    const { client, user, secret, codes } = await secured('renewer');
    const refused = [
      await client.post(RENEW, { currentPassword: 'wrong-1', code: codeOf(secret) }),
      await client.post(RENEW, { currentPassword: PASSWORD, code: wrongCode(secret) }),
      await client.post(RENEW, { currentPassword: PASSWORD }),
      await client.post(RENEW, { code: codeOf(secret) }),
      await client.post(RENEW, {}),
    ];
    expect(refused.map(told)).toEqual([
      [422, 'Current password is incorrect', 'currentPassword'],
      [422, WRONG, 'code'],
      [400, ENTER, 'code'],
      [400, 'Enter your current password', 'currentPassword'],
      [400, 'Enter your current password', 'currentPassword'],
    ]);
    expect((await client.get(OWN)).json.recovery_codes_left).toBe(10);
    expect(await typesOf(user.id)).toEqual(['SecondFactorEnabled']);
    const { status, json } = await client.post(RENEW, { currentPassword: PASSWORD, code: codeOf(secret) });
    expect([status, new Set([...codes, ...json.recovery_codes]).size]).toEqual([200, 20]);
    expect(told(await login('renewer', codes[0]))).toEqual(wrong);
    expect((await login('renewer', json.recovery_codes[0])).status).toBe(200);
    expect(await typesOf(user.id)).toEqual([
      'SecondFactorEnabled',
      'RecoveryCodesRenewed',
      'RecoveryCodeUsed',
    ]);
  });

  it('are refused without a second factor', async () => {
    const { client } = await portal.dealer('codeless');
    const answered = await client.post(RENEW, { currentPassword: PASSWORD, code: '123456' });
    expect(told(answered)).toEqual([409, 'Two-step verification is not switched on.', undefined]);
  });
});

describe('switching off', () => {
  it('needs password and code; afterwards the password is enough', async () => {
    const { client, user, secret } = await secured('leaver');
    const refused = [
      await remove(client, { currentPassword: 'wrong-1', code: codeOf(secret) }),
      await remove(client, { currentPassword: PASSWORD, code: wrongCode(secret) }),
      await remove(client, { currentPassword: PASSWORD }),
      await remove(client, {}),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 400, 400]);
    expect((await remove(client, { currentPassword: PASSWORD, code: codeOf(secret) })).status).toBe(200);
    expect((await client.get(OWN)).json).toEqual({ state: 'off', recovery_codes_left: 0 });
    expect((await client.get('/api/user')).json.second_factor).toBe('off');
    expect((await login('leaver')).status).toBe(200);
    expect(await typesOf(user.id)).toEqual(['SecondFactorEnabled', 'SecondFactorDisabled']);
    const { rows } = await portal.portal.database.pool.query(
      'SELECT FROM second_factors WHERE user_id = $1',
      [user.id],
    );
    expect(rows).toHaveLength(0);
    // once more is no fault
    expect((await remove(client, { currentPassword: PASSWORD, code: codeOf(secret) })).status).toBe(200);
  });

  it('works with a recovery code, which is recorded', async () => {
    const { client, user, codes } = await secured('lostphone');
    expect((await remove(client, { currentPassword: PASSWORD, code: codes[3] })).status).toBe(200);
    expect(await typesOf(user.id)).toEqual([
      'SecondFactorEnabled',
      'RecoveryCodeUsed',
      'SecondFactorDisabled',
    ]);
    const { secret } = await enrol(client);
    later(2);
    expect(told(await login('lostphone', codes[4]))).toEqual(wrong);
    expect((await login('lostphone', codeOf(secret))).status).toBe(200);
  });
});

describe('a reset by an administrator', () => {
  const reset = (admin: HttpClient, id: string, json: unknown) =>
    admin.send('DELETE', `/api/admin/users/${id}/second-factor`, { json });

  it("needs a reason, which is recorded, and ends the user's sessions", async () => {
    const { client, user } = await secured('helpless');
    const admin = await portal.admin();
    for (const json of [{}, { reason: ' ' }, { reason: 7 }]) {
      expect(told(await reset(admin, user.id, json))).toEqual([400, 'Please give a reason', 'reason']);
    }
    expect((await login('helpless')).status).toBe(401);
    const { status, json } = await reset(admin, user.id, { reason: 'Phone stolen, known by voice' });
    expect([status, json]).toEqual([200, { id: user.id, second_factor: 'off' }]);
    expect((await client.get('/api/user')).status).toBe(401);
    expect((await login('helpless')).json.second_factor).toBe('off');
    const event = (await eventsOf(user.id)).find(({ type }) => type === 'SecondFactorDisabled');
    expect(JSON.parse(event?.data ?? '').how).toBe('admin');
    const metadata = JSON.parse(event?.metadata ?? '');
    expect([metadata.reason, metadata.actor.kind]).toEqual(['Phone stolen, known by voice', 'admin']);
    expect((await reset(admin, user.id, { reason: 'once more' })).status).toBe(200);
    expect(await typesOf(user.id)).toEqual(['SecondFactorEnabled', 'SecondFactorDisabled']);
  });

  it('is refused to dealers, visitors, and for oneself', async () => {
    const { client, user } = await secured('plain');
    const admin = await portal.admin();
    const self = (await admin.get('/api/user')).json.id;
    const answers = [
      await reset(client, user.id, { reason: 'mine' }),
      await reset(portal.client(), user.id, { reason: 'mine' }),
      await reset(admin, crypto.randomUUID(), { reason: 'nobody' }),
      await reset(admin, self, { reason: 'me' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 401, 404, 422]);
    expect((await login('plain')).status).toBe(401);
  });
});

describe('mails', () => {
  it('report that it was enabled, disabled or reset, and that a recovery code was used', async () => {
    const { client, user, codes, secret } = await secured('mailed');
    await login('mailed', codes[0]);
    await remove(client, { currentPassword: PASSWORD, code: codeOf(secret) });
    await enrol(client);
    const admin = await portal.admin();
    await admin.send('DELETE', `/api/admin/users/${user.id}/second-factor`, { json: { reason: 'lost' } });
    const list = await eventually(async () => {
      const { json } = await admin.get('/api/admin/mails');
      const own = (json as { id: string; kind: string; user_id: string }[]).filter(
        (mail) => mail.user_id === user.id,
      );
      return own.filter(({ kind }) => /secondFactor|recovery/.test(kind)).length >= 5 ? own : null;
    });
    const kinds = list.map(({ kind }) => kind).filter((kind) => /secondFactor|recovery/.test(kind));
    expect(kinds.sort()).toEqual([
      'recoveryCodeUsed',
      'secondFactorDisabled',
      'secondFactorDisabled',
      'secondFactorEnabled',
      'secondFactorEnabled',
    ]);
    const texts = await Promise.all(
      list.map(async ({ id }) => (await admin.get(`/api/admin/mails/${id}`)).json.text as string),
    );
    const all = texts.join('\n');
    expect(all).toContain('9 recovery codes are left');
    expect(all).toContain('by an administrator');
    for (const text of texts.filter((one) => /two-step/i.test(one)))
      expect(text).toContain('If this was not you');
    for (const code of [...codes, secret]) expect(all).not.toContain(code);
  });
});

describe('a required second factor for administrators', () => {
  // Proves X-13
  it('allows only the user record, sign-out and set-up until it is enabled', async () => {
    const strict = await startTestPortal(
      { now: () => now },
      { environment: { ADMIN_SECOND_FACTOR: 'required' } },
    );
    try {
      const admin = await strict.admin();
      expect((await admin.get('/api/user')).json.second_factor).toBe('required');
      expect((await admin.get(OWN)).json).toEqual({ state: 'required', recovery_codes_left: 0 });
      const before = await strict.eventCount();
      const open: string[] = [];
      for (const line of strict.portal.routes) {
        if (line.path === '/api/logout') continue;
        const answered = await admin.send(
          line.method,
          line.path.replace(/:\w+/g, crypto.randomUUID()),
          line.method === 'GET' ? {} : { json: {} },
        );
        const isClosed = answered.json?.error === 'Please set up two-step verification first.';
        if (isClosed) expect(answered.status).toBe(403);
        else if (line.access !== 'public') open.push(`${line.method} ${line.path}`);
      }
      expect(open.sort()).toEqual([
        // a passkey does as well
        'DELETE /api/passkeys/:id',
        'DELETE /api/second-factor',
        'GET /api/passkeys',
        'GET /api/second-factor',
        'GET /api/user',
        'POST /api/passkeys',
        'POST /api/passkeys/options',
        'POST /api/second-factor/confirm',
        'POST /api/second-factor/recovery-codes',
        'POST /api/second-factor/setup',
        'POST /api/step-up',
      ]);
      expect(await strict.eventCount()).toBe(before);
      const { client: dealer } = await strict.dealer('free').catch(() => ({ client: null }));
      // nobody could approve yet
      expect(dealer).toBeNull();
      const own = strict.client();
      expect((await own.post('/api/login', ADMIN)).status).toBe(200);
      const { secret, codes } = await enrol(own, ADMIN.password);
      expect((await own.get('/api/admin/users')).status).toBe(200);
      expect((await own.get('/api/user')).json.second_factor).toBe('on');
      later(2);
      const proof = { currentPassword: ADMIN.password, code: codeOf(secret) };
      expect((await remove(own, proof)).status).toBe(200);
      expect((await own.get('/api/admin/users')).status).toBe(403);
      expect(codes).toHaveLength(10);
    } finally {
      await strict.stop();
    }
  });

  it('is optional by default', async () => {
    expect((await (await portal.admin()).get('/api/user')).json.second_factor).toBe('off');
  });
});
