import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_OPEN_LINKS } from '../src/modules/users/signIn/passwordResets.ts';
import type { UnsentMail } from '../src/platform/mail/outbox.ts';
import { MailRefused, type OutgoingMail } from '../src/platform/mail/sender.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { PASSWORD, registration, startTestPortal, type TestPortal } from './support/testPortal.ts';

const INVALID = 'Invalid reset token. Please request a new password reset.';

let portal: TestPortal;
let admin: HttpClient;
let now = new Date();

beforeAll(async () => {
  portal = await startTestPortal({
    now: () => now,
    publicCallLimits: { register: 1_000, contact: 1_000, forgotPassword: 1_000, resetLink: 1_000 },
  });
  admin = await portal.admin();
});
afterAll(() => portal.stop());

async function register(username: string, email: string): Promise<HttpClient> {
  const client = portal.client();
  expect((await client.post('/api/register', registration(username, { email }))).status).toBe(201);
  return client;
}

/** The reset mails to an address as they are printed for want of a mail server, the newest first, once there are `count`. */
async function mailsTo(email: string, count: number): Promise<UnsentMail[]> {
  const mails = await eventually(async () => {
    const { json } = await admin.get(
      `/api/admin/mails?filter=${encodeURIComponent(JSON.stringify({ kind: 'passwordReset', q: email }))}`,
    );
    // printed once its row is committed
    const printed = portal.printedMails.filter((mail) => mail.recipient.toLowerCase() === email);
    return json.length >= count && printed.length >= count ? printed : null;
  });
  expect(mails).toHaveLength(count);
  return mails.reverse();
}

const forgot = (email: string, headers: Record<string, string> = {}) =>
  portal.client().post('/api/auth/forgot-password', { email }, headers);
const reset = (token: string, newPassword: string, headers: Record<string, string> = {}) =>
  portal.client().post('/api/auth/reset-password', { token, newPassword }, headers);
const usable = async (token: string) =>
  (await portal.client().post('/api/auth/reset-link', { token })).json.usable;
const tokenIn = ({ text }: { text: string }) => /token=([\w-]+)/.exec(text)?.[1] ?? '';

async function tokenFor(username: string): Promise<string> {
  const email = `${username}@example.com`;
  await register(username, email);
  await forgot(email);
  return tokenIn((await mailsTo(email, 1))[0] ?? { text: '' });
}

describe('POST /api/auth/forgot-password', () => {
  // Proves S1-5-reset-1
  it('answers the same for a known and an unknown address', async () => {
    await register('known', 'known@example.com');
    const [known, unknown] = [await forgot('KNOWN@example.com'), await forgot('unknown@example.com')];
    expect([known.status, known.json]).toEqual([200, unknown.json]);
    expect(unknown.status).toBe(200);
    await mailsTo('known@example.com', 1);
    await mailsTo('unknown@example.com', 0);
    const wrong = await forgot('no address');
    expect([wrong.status, wrong.json.error]).toEqual([400, 'Please enter a valid email address']);
  });

  // Proves S1-7-7
  it('takes the Idempotency-Key that browsers send, although it appends nothing', async () => {
    const asked = await forgot('keyed@example.com', { 'Idempotency-Key': 'forgot-1' });
    expect(asked.status).toBe(200);
  });

  // whether both take the same time is measured by `npm run bench -- same-time`
  // Proves X-3
  it('has stored the same for both when it answers', async () => {
    const quiet = await startTestPortal({}, { environment: { PORTAL_ROLES: 'api,projections' } });
    try {
      await quiet.client().post('/api/register', registration('known', { email: 'known@example.com' }));
      const counts: unknown[] = [];
      for (const email of ['known@example.com', 'unknown@example.com']) {
        await quiet.client().post('/api/auth/forgot-password', { email });
        const { rows } = await quiet.portal.database.pool.query(
          `DELETE FROM password_reset_requests RETURNING
             (SELECT count(*) FROM password_reset_tokens) AS tokens, (SELECT count(*) FROM mail_outbox) AS mails`,
        );
        counts.push(rows);
      }
      expect(counts).toEqual([[{ tokens: '0', mails: '0' }], [{ tokens: '0', mails: '0' }]]);
    } finally {
      await quiet.stop();
    }
  });

  // Proves X-5
  it('writes to each user with that address and names the username', async () => {
    await register('twin.one', 'twins@example.com');
    await register('twin.two', 'Twins@example.com');
    await forgot('twins@example.com');
    const mails = await mailsTo('twins@example.com', 2);
    expect(mails.filter(({ text }) => text.includes('twin.one'))).toHaveLength(1);
    expect(mails.filter(({ text }) => text.includes('twin.two'))).toHaveLength(1);
    expect(new Set(mails.map(tokenIn)).size).toBe(2);
  });

  // Proves X-2
  it('takes the host of the link from the settings, never from the request', async () => {
    await register('hosted', 'hosted@example.com');
    await forgot('hosted@example.com', {
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
    });
    const [mail] = await mailsTo('hosted@example.com', 1);
    expect(mail?.text).toContain(`${portal.url}/reset-password?token=`);
    expect(mail?.text).not.toContain('evil.example');
  });

  // Proves S1-3-8, X-1
  it('stores only a hash of the token', async () => {
    const token = await tokenFor('hashed');
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const { rows } = await portal.portal.database.pool.query<{ token_hash: Buffer }>(
      "SELECT token_hash FROM password_reset_tokens WHERE encode(token_hash, 'hex') = $1",
      [createHash('sha256').update(token).digest('hex')],
    );
    expect(rows).toHaveLength(1);
    expect(portal.logLines.join('')).not.toContain(token);
  });
});

describe('secrecy of a reset link', () => {
  // Proves X-1a
  it('keeps it out of outbox, export and database, with and without a mail server', async () => {
    const sent: OutgoingMail[] = [];
    const away = {
      async send(mail: OutgoingMail) {
        if (mail.text.includes('token=')) sent.push(mail);
        throw new Error('no connection');
      },
      close() {},
    };
    for (const overrides of [{}, { mailTransport: away }]) {
      const own = await startTestPortal(overrides);
      try {
        await own.client().post('/api/register', registration('known', { email: 'known@example.com' }));
        await own.client().post('/api/auth/forgot-password', { email: 'known@example.com' });
        const said = await eventually(async () => own.printedMails[0]?.text ?? sent[0]?.text ?? null);
        const token = tokenIn({ text: said });
        expect(token).toHaveLength(43);
        const administrator = await own.admin();
        const { json: list } = await administrator.get('/api/admin/mails');
        const [mail] = (list as { id: string; kind: string }[]).filter(
          ({ kind }) => kind === 'passwordReset',
        );
        const detail = await administrator.get(`/api/admin/mails/${mail?.id}`);
        expect(detail.json).toMatchObject({ is_secret: true, html: null, text: null });
        expect(JSON.stringify([list, detail.json])).not.toContain(token);
        const { rows } = await own.portal.database.pool.query<{ row: string }>(
          'SELECT m::text AS row FROM mail_outbox m',
        );
        expect(rows.map(({ row }) => row).join()).toContain('known@example.com');
        for (const plain of [token, Buffer.from(token).toString('hex')])
          expect(rows.map(({ row }) => row).join()).not.toContain(plain);
        expect(own.logLines.join('')).not.toContain(token);
      } finally {
        await own.stop();
      }
    }
  });

  // Proves X-1a
  it('prints nothing in production', async () => {
    const own = await startTestPortal(
      {},
      {
        environment: {
          NODE_ENV: 'production',
          SESSION_SECRET: randomBytes(32).toString('hex'),
          KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
        },
      },
    );
    try {
      await own.client().post('/api/register', registration('known', { email: 'known@example.com' }));
      await own.client().post('/api/auth/forgot-password', { email: 'known@example.com' });
      const { pool } = own.portal.database;
      await eventually(async () => {
        const { rowCount } = await pool.query(
          "SELECT FROM mail_outbox WHERE kind = 'passwordReset' AND status = 'kept'",
        );
        return rowCount === 1;
      });
      expect(own.printedMails).toEqual([]);
    } finally {
      await own.stop();
    }
  });

  // Proves X-1a
  it('resending a dead mail sends a new link', async () => {
    const sent: OutgoingMail[] = [];
    let refuses = true;
    const own = await startTestPortal({
      mailTransport: {
        async send(mail) {
          if (mail.recipient.startsWith('known')) sent.push(mail);
          if (refuses) throw new MailRefused('no such mailbox');
        },
        close() {},
      },
    });
    try {
      const session = own.client();
      await session.post('/api/register', registration('known', { email: 'known@example.com' }));
      await own.client().post('/api/auth/forgot-password', { email: 'known@example.com' });
      const administrator = await own.admin();
      const id = await eventually(async () => {
        const { json } = await administrator.get('/api/admin/mails?status=dead');
        return (
          (json as { id: string; kind: string }[]).find(({ kind }) => kind === 'passwordReset')?.id ?? null
        );
      });
      refuses = false;
      const again = await administrator.post(`/api/admin/mails/${id}/send-again`, {});
      expect([again.status, again.json]).toEqual([200, expect.objectContaining({ html: null, text: null })]);
      await eventually(async () => sent.length === 2);
      const [old, fresh] = sent.map(tokenIn);
      expect(sent.map((mail) => mail.id)).toEqual([id, id]);
      expect(fresh).not.toBe(old);
      const use = (token = '') =>
        own.client().post('/api/auth/reset-password', { token, newPassword: 'secret-2' });
      expect((await use(fresh)).status).toBe(200);
      expect((await use(old)).status).toBe(422);
    } finally {
      await own.stop();
    }
  });

  // Proves X-1a
  it("sends none to an address that is no longer the user's", async () => {
    const own = await startTestPortal({
      mailTransport: { send: () => Promise.reject(new MailRefused('no such mailbox')), close() {} },
    });
    try {
      const { client, user } = await own.dealer('mover');
      await client.patch(`/api/users/${user.id}`, { email: 'mover@example.com' });
      await own.client().post('/api/auth/forgot-password', { email: 'mover@example.com' });
      const administrator = await own.admin();
      const id = await eventually(async () => {
        const { json } = await administrator.get('/api/admin/mails?status=dead');
        return (
          (json as { id: string; kind: string }[]).find(({ kind }) => kind === 'passwordReset')?.id ?? null
        );
      });
      await client.patch(`/api/users/${user.id}`, { email: 'moved@example.com' });
      const again = await administrator.post(`/api/admin/mails/${id}/send-again`, {});
      expect([again.status, again.json.error]).toEqual([
        422,
        'The recipient is no longer a user with this email address.',
      ]);
    } finally {
      await own.stop();
    }
  });
});

describe('POST /api/auth/reset-password', () => {
  // Proves X-4
  it('sets the password, ends all sessions, and works once', async () => {
    const token = await tokenFor('once');
    const session = await portal.signedIn('once');
    const done = await reset(token, 'secret-2');
    expect([done.status, done.json.message]).toEqual([200, expect.any(String)]);
    expect((await session.get('/api/user')).status).toBe(401);
    await portal.signedIn('once', 'secret-2');
    expect((await portal.client().post('/api/login', { username: 'once', password: PASSWORD })).status).toBe(
      401,
    );
    const again = await reset(token, 'secret-3');
    expect([again.status, again.json.error]).toEqual([422, INVALID]);
    await portal.signedIn('once', 'secret-2');
  });

  // Proves X-1
  it('accepts only one of two posts at once', async () => {
    const token = await tokenFor('racer');
    const events = await portal.eventCount();
    const answers = await Promise.all(
      ['secret-a', 'secret-b', 'secret-c', 'secret-d'].map((one) => reset(token, one)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect(await portal.eventCount()).toBe(events + 1);
    const winner = ['secret-a', 'secret-b', 'secret-c', 'secret-d'][
      answers.findIndex(({ status }) => status === 200)
    ];
    await portal.signedIn('racer', winner);
  });

  it('answers a retry with the same key as the first time', async () => {
    const token = await tokenFor('again');
    const headers = { 'Idempotency-Key': 'reset-1' };
    const [first, second] = [
      await reset(token, 'secret-2', headers),
      await reset(token, 'secret-2', headers),
    ];
    expect([first.status, second.status, second.headers['idempotency-replayed']]).toEqual([200, 200, 'true']);
  });

  // Proves X-1
  it('a new request voids no link; using one voids the others', async () => {
    const own = await tokenFor('newer');
    await forgot('newer@example.com');
    const tokens = (await mailsTo('newer@example.com', 2)).map(tokenIn);
    const other = tokens.find((token) => token !== own) ?? '';
    expect((await reset(own, 'secret-2')).status).toBe(200);
    expect((await reset(other, 'secret-3')).json.error).toBe(INVALID);
    await portal.signedIn('newer', 'secret-2');
  });

  // Proves X-1
  it('accepts only one of two links at once', async () => {
    const first = await tokenFor('both');
    for (let count = 2; count <= 4; count += 1) {
      await forgot('both@example.com');
      await mailsTo('both@example.com', count);
    }
    const tokens = (await mailsTo('both@example.com', 4)).map(tokenIn);
    expect(tokens).toContain(first);
    const events = await portal.eventCount();
    const answers = await Promise.all(tokens.map((token, index) => reset(token, `secret-${index}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect(await portal.eventCount()).toBe(events + 1);
    await portal.signedIn('both', `secret-${answers.findIndex(({ status }) => status === 200)}`);
  });

  it('keeps at most 20 valid links per user, the oldest ones', async () => {
    const client = await register('flooded', 'flooded@example.com');
    const userId: string = (await client.get('/api/user')).json.id;
    const { pool } = portal.portal.database;
    await pool.query(
      `INSERT INTO password_reset_tokens (id, user_id, token_hash, expires_at, created_at)
       SELECT gen_random_uuid(), $1, sha256(convert_to('link ' || nth, 'UTF8')), $2, $3 FROM generate_series(1, $4) nth`,
      [userId, new Date(now.getTime() + 60_000), now, MAX_OPEN_LINKS],
    );
    await forgot('flooded@example.com');
    await eventually(async () => {
      const { rows } = await pool.query('SELECT 1 FROM password_reset_requests');
      return rows.length === 0;
    });
    await mailsTo('flooded@example.com', 0);
    expect((await reset('link 1', 'secret-2')).status).toBe(200);
    // used ones don't count
    await forgot('flooded@example.com');
    await mailsTo('flooded@example.com', 1);
  });

  // Proves X-1
  it('a link expires after 60 minutes', async () => {
    const [late, inTime] = [await tokenFor('late'), await tokenFor('intime')];
    now = new Date(now.getTime() + 59 * 60_000);
    expect((await reset(inTime, 'secret-2')).status).toBe(200);
    now = new Date(now.getTime() + 2 * 60_000);
    expect((await reset(late, 'secret-2')).json.error).toBe(INVALID);
    admin = await portal.admin();
  });

  it('a link is void once the password or address changes', async () => {
    const token = await tokenFor('changed');
    const session = await portal.signedIn('changed');
    const { id } = (await session.get('/api/user')).json;
    await admin.patch(`/api/admin/users/${id}/approval`, { isApproved: true });
    await session.patch(`/api/users/${id}`, { city: 'Troy', email: 'changed@example.com' });
    await session.patch(`/api/users/${id}`, { email: 'moved@example.com' });
    expect((await reset(token, 'secret-2')).json.error).toBe(INVALID);
    await forgot('moved@example.com');
    const [mail] = await mailsTo('moved@example.com', 1);
    await session.post('/api/change-password', { currentPassword: PASSWORD, newPassword: 'secret-2' });
    expect((await reset(tokenIn(mail ?? { text: '' }), 'secret-3')).json.error).toBe(INVALID);
  });

  // Proves S1-5-reset-3
  it('refuses invalid tokens and passwords', async () => {
    const wrong: [object, string][] = [
      [{ newPassword: 'secret-2' }, INVALID],
      [{ token: '', newPassword: 'secret-2' }, INVALID],
      [{ token: ['a'], newPassword: 'secret-2' }, INVALID],
      [{ token: 'a', newPassword: 'five5' }, 'Password must be at least 6 characters'],
      [{ token: 'a' }, 'Password must be at least 6 characters'],
      [{ token: 'a', newPassword: 'x'.repeat(73) }, 'Password must be at most 72 bytes'],
    ];
    for (const [body, message] of wrong) {
      const answered = await portal.client().post('/api/auth/reset-password', body);
      expect([answered.status, answered.json.error]).toEqual([400, message]);
    }
    const made = await reset('A'.repeat(43), 'secret-2');
    expect([made.status, made.json.error]).toEqual([422, INVALID]);
  });
});

describe('POST /api/auth/reset-link', () => {
  // Proves S1-2-reset-5
  it('reports whether a link can be used and changes nothing', async () => {
    const token = await tokenFor('asking');
    const events = await portal.eventCount();
    expect([await usable(token), await usable(token), await usable('A'.repeat(43))]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await portal.eventCount()).toBe(events);
    expect((await reset(token, 'secret-2')).status).toBe(200);
    expect(await usable(token)).toBe(false);
  });

  it('reports that another link was used, or that it expired', async () => {
    const first = await tokenFor('several');
    await forgot('several@example.com');
    const [second] = await mailsTo('several@example.com', 2);
    expect(await usable(first)).toBe(true);
    expect((await reset(tokenIn(second ?? { text: '' }), 'secret-2')).status).toBe(200);
    expect(await usable(first)).toBe(false);
    const late = await tokenFor('overtime');
    now = new Date(now.getTime() + 61 * 60_000);
    expect(await usable(late)).toBe(false);
    admin = await portal.admin();
  });

  it('answers nothing else, and keeps no answer for an Idempotency-Key', async () => {
    const token = await tokenFor('keeper');
    const ask = () =>
      portal.client().post('/api/auth/reset-link', { token }, { 'Idempotency-Key': 'reset-link-1' });
    expect((await ask()).json).toEqual({ usable: true, username: expect.any(String) });
    await reset(token, 'secret-2');
    expect((await ask()).json).toEqual({ usable: false });
  });
});

// Proves I35-16
it('made-up tokens are limited by address and leave nothing behind', async () => {
  const few = await startTestPortal({
    publicCallLimits: { register: 100, contact: 100, forgotPassword: 100, resetLink: 3 },
  });
  try {
    const statuses: number[] = [];
    for (let index = 0; index < 5; index += 1) {
      const body = { token: `made-up-${index}`, newPassword: 'another-secret-9' };
      const key = { 'Idempotency-Key': `guess-${index}` };
      statuses.push((await few.client().post('/api/auth/reset-password', body, key)).status);
    }
    expect(statuses).toEqual([422, 422, 422, 429, 429]);
    const { rows } = await few.portal.database.pool.query(
      "SELECT key FROM commands WHERE key LIKE 'guess-%'",
    );
    expect(rows).toEqual([]);
  } finally {
    await few.stop();
  }
});
