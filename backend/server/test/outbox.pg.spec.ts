import { randomBytes } from 'node:crypto';
import { inTransaction } from '@portal/projections';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serverMigrations } from '../src/app/serverMigrations.ts';
import { contactMessage } from '../src/modules/contacts/mails.ts';
import { passwordReset } from '../src/modules/users/signIn/mails.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import {
  createOutbox,
  KEEP_DAYS,
  type Outbox,
  type OutboxOptions,
  type Posting,
} from '../src/platform/mail/outbox.ts';
import { listMails, mailById, type OutboxDetailRow } from '../src/platform/mail/outboxQuery.ts';
import { sealedBodies } from '../src/platform/mail/sealedBodies.ts';
import {
  MAX_ATTEMPTS,
  MailRefused,
  type MailTransport,
  sendDue,
  startMailSender,
  waitAfter,
} from '../src/platform/mail/sender.ts';
import { smtpTransport } from '../src/platform/mail/smtpTransport.ts';
import { eventually } from './support/eventually.ts';
import { type SmtpDouble, startSmtpDouble } from './support/smtpDouble.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

const log = pino({ level: 'silent' });
const sender = {
  name: 'Sample',
  address: '1 Street',
  phone: '555',
  email: 'a@example.com',
};

const bodies = sealedBodies(randomBytes(32));

let database: TestDatabase;
let smtp: SmtpDouble;
let now: Date;
let outbox: Outbox;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  now = new Date('2026-03-01T10:00:00.000Z');
  smtp = await startSmtpDouble();
  await database.pool.query('TRUNCATE mail_outbox');
  outbox = outboxOf({ sends: true });
});
afterEach(() => smtp.close());

const outboxOf = (options: Pick<OutboxOptions, 'sends' | 'unsent'>) =>
  createOutbox({ pool: database.pool, now: () => now, sender, posted: () => {}, bodies, ...options });

const posting = (more: Partial<Posting> = {}): Posting => ({
  cause: 'event-1',
  kind: 'passwordReset',
  recipient: 'ann@example.com',
  letter: passwordReset({ username: 'ann', resetUrl: 'http://127.0.0.1/r?token=abc', minutes: 60 }),
  userId: 'user-1',
  accountId: 'account-1',
  ...more,
});

async function rows(): Promise<readonly OutboxDetailRow[]> {
  const list = await listMails(database.pool, { sort: ['created_at', 'ASC'] });
  const all = await Promise.all(list.rows.map(({ id }) => mailById(database.pool, id)));
  return all.filter((row) => row !== null);
}
const only = async () => {
  const [row, ...others] = await rows();
  expect(others).toEqual([]);
  if (row === undefined) throw new Error('The outbox is empty.');
  return row;
};
/** What is kept, encrypted, of mails with secrets. */
const sealed = async () =>
  (await database.pool.query('SELECT sealed FROM mail_outbox WHERE sealed IS NOT NULL')).rows;
const send = (transport: MailTransport) =>
  sendDue({ pool: database.pool, transport, now: () => now, log, bodies });
const failing = (error: Error): MailTransport => ({ send: () => Promise.reject(error), close: () => {} });
const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};

describe('the outbox', () => {
  it('holds one mail per cause, kind and recipient', async () => {
    await Promise.all([outbox.post(posting()), outbox.post(posting()), outbox.post(posting())]);
    expect(await rows()).toHaveLength(1);
    await outbox.post(posting({ cause: 'event-2' }));
    await outbox.post(posting({ kind: 'passwordChanged' }));
    await outbox.post(posting({ recipient: 'bob@example.com' }));
    expect(await rows()).toHaveLength(4);
  });

  it('skips recipients without a readable address', async () => {
    for (const recipient of ['erased', '', 'ann@example.com\nBcc: all@example.com', 'a b@example.com']) {
      await outbox.post(posting({ recipient }));
    }
    expect(await rows()).toEqual([]);
  });

  // Proves X-9
  it('keeps mails readable if no mail server is configured', async () => {
    const without = outboxOf({ sends: false });
    await without.post(posting());
    const mail = await only();
    expect(mail).toMatchObject({ status: 'kept', next_attempt_at: null, attempts: 0 });
    expect(mail.html).toContain('token=abc');
    expect(await send(failing(new Error('not asked')))).toBe(0);
  });

  // Proves X-9
  it('prints a mail with a secret only after the transaction that wrote it', async () => {
    const printed: unknown[] = [];
    const without = outboxOf({ sends: false, unsent: ({ recipient }) => printed.push(recipient) });
    const secretUntil = new Date(now.getTime() + 60 * 60_000);
    const sendIt = await inTransaction(database.pool, async (transaction) => {
      const written = await without.postIn(transaction, posting({ secretUntil }));
      expect(printed).toEqual([]);
      return written;
    });
    sendIt();
    expect(printed).toEqual(['ann@example.com']);
  });

  it('deletes secrets of expired links, and old sent mails', async () => {
    const secretUntil = new Date(now.getTime() + 60 * 60_000);
    await outbox.post(posting({ secretUntil }));
    later(59 * 60_000);
    await outbox.purge();
    expect(await sealed()).toHaveLength(1);
    later(60_000);
    expect(await send(failing(new Error('not asked')))).toBe(0);
    await outbox.purge();
    expect(await only()).toMatchObject({
      html: null,
      text: null,
      status: 'dead',
      last_error: 'The link ran out before the mail could be sent',
    });
    expect(await sealed()).toEqual([]);
    later(KEEP_DAYS * 86_400_000);
    await outbox.purge();
    expect(await rows()).toEqual([]);
  });
});

describe('mails with secrets of earlier releases', () => {
  it('lose their text at the first start; a waiting one can be sent again', async () => {
    const old = await testDatabase({ empty: true });
    try {
      await migrate(
        old,
        serverMigrations.filter(({ name }) => name < '0018'),
      );
      const insert = (kind: string, status: string) =>
        old.pool.query(
          `INSERT INTO mail_outbox (id, cause, kind, recipient, status, subject, html, text, secret_until, created_at, search)
           VALUES (gen_random_uuid(), $2, $1, 'ann@example.com', $2, 'S', 'token=abc', 'token=abc',
             CASE $1 WHEN 'passwordReset' THEN now() + interval '1 hour' END, now(), '')`,
          [kind, status],
        );
      await insert('passwordReset', 'queued');
      await insert('passwordReset', 'kept');
      await insert('siteApproved', 'kept');
      await migrate(old, serverMigrations);
      const { rows } = await old.pool.query(
        'SELECT kind, status, text, is_secret FROM mail_outbox ORDER BY kind, status',
      );
      expect(rows).toEqual([
        { kind: 'passwordReset', status: 'dead', text: null, is_secret: true },
        { kind: 'passwordReset', status: 'kept', text: null, is_secret: true },
        { kind: 'siteApproved', status: 'kept', text: 'token=abc', is_secret: false },
      ]);
      await expect(old.pool.query("UPDATE mail_outbox SET text = 'token=abc'")).rejects.toThrow(
        'mail_outbox_secret_sealed',
      );
    } finally {
      await old.close();
    }
  });
});

describe('the sender', () => {
  it('passes html and text to the mail server with a message id', async () => {
    await outbox.post(posting());
    const transport = smtpTransport(smtp.url, 'Portal <portal@example.com>');
    expect(await send(transport)).toBe(1);
    expect(await send(transport)).toBe(0);
    transport.close();
    const mail = await only();
    expect(mail).toMatchObject({
      status: 'sent',
      attempts: 1,
      sent_at: now.toISOString(),
      next_attempt_at: null,
      last_error: null,
    });
    expect(smtp.received.map(({ to }) => to)).toEqual(['ann@example.com']);
    const source = smtp.received[0]?.source ?? '';
    expect(source).toContain('From: Portal <portal@example.com>');
    expect(source).toContain('Subject: Reset your password');
    expect(source).toContain(`Message-ID: <${mail.id}@portal>`);
    expect(source).toMatch(/Content-Type: text\/plain/);
    expect(source).toMatch(/Content-Type: text\/html/);
  });

  // Proves I39-mail-logo
  it('attaches the logo to html that shows it', async () => {
    await outbox.post(posting());
    await outbox.post(posting({ cause: 'event-2' }));
    await database.pool.query("UPDATE mail_outbox SET html = '<p>Old</p>' WHERE cause = 'event-1'");
    const transport = smtpTransport(smtp.url, 'portal@example.com');
    expect(await send(transport)).toBe(2);
    transport.close();
    const inline = smtp.received.map(
      ({ source }) => /multipart\/related[\s\S]*Content-ID: <(.*)>/.exec(source)?.[1],
    );
    expect(inline.sort()).toEqual(['logo@portal', undefined]);
  });

  // Proves I35-37
  it('names the address that answers go to', async () => {
    const letter = contactMessage({
      name: 'Vic',
      email: 'vic@example.com',
      phone: null,
      subject: 'New Site Setup',
      message: 'Hello',
      inboxUrl: 'http://127.0.0.1/inbox',
    });
    await outbox.post(posting({ kind: 'contactMessage', letter }));
    await outbox.post(posting());
    const transport = smtpTransport(smtp.url, 'Portal <portal@example.com>');
    expect(await send(transport)).toBe(2);
    transport.close();
    const headers = smtp.received.map(({ source }) => /^Reply-To: .*$/m.exec(source)?.[0].trim());
    expect(headers.sort()).toEqual(['Reply-To: vic@example.com', undefined]);
  });

  // Proves S6-invoices-17
  it("renders a mail's PDFs when sending, and retries if that fails", async () => {
    await outbox.post(
      posting({ attachments: [{ paper: 'invoice', id: 'invoice-1', filename: 'INV-202612-0001.pdf' }] }),
    );
    const transport = smtpTransport(smtp.url, 'portal@example.com');
    expect(await send(transport)).toBe(1);
    expect(await only()).toMatchObject({
      status: 'queued',
      last_error: 'There is no printer for invoice',
      attachments: [{ paper: 'invoice', id: 'invoice-1', filename: 'INV-202612-0001.pdf' }],
    });
    later(waitAfter(1));
    const asked: string[] = [];
    const invoice = async (id: string) => {
      asked.push(id);
      return Buffer.from('%PDF-1.3 of invoice-1');
    };
    expect(
      await sendDue({ pool: database.pool, transport, now: () => now, log, bodies, printers: { invoice } }),
    ).toBe(1);
    transport.close();
    expect(await only()).toMatchObject({ status: 'sent', attempts: 2 });
    expect(asked).toEqual(['invoice-1']);
    const source = smtp.received[0]?.source ?? '';
    expect(source).toContain('Content-Type: application/pdf; name=INV-202612-0001.pdf');
    expect(source).toContain(Buffer.from('%PDF-1.3 of invoice-1').toString('base64'));
  });

  it('deletes the secret of a sent mail', async () => {
    await outbox.post(posting({ secretUntil: new Date(now.getTime() + 60_000) }));
    const transport = smtpTransport(smtp.url, 'portal@example.com');
    await send(transport);
    transport.close();
    expect(smtp.received[0]?.source).toContain('token=3Dabc');
    expect(await only()).toMatchObject({ status: 'sent', html: null, text: null });
    expect(await sealed()).toEqual([]);
  });

  // Proves X-9
  it('retries with growing delays, and gives up after ten tries', async () => {
    await outbox.post(posting());
    await smtp.close();
    const transport = smtpTransport(smtp.url, 'portal@example.com');
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
      expect(await send(transport)).toBe(1);
      const mail = await only();
      expect(mail).toMatchObject({ status: 'queued', attempts: attempt, last_error: expect.any(String) });
      expect(Date.parse(mail.next_attempt_at ?? '') - now.getTime()).toBe(waitAfter(attempt));
      later(waitAfter(attempt) - 1);
      expect(await send(transport)).toBe(0);
      later(1);
    }
    await send(transport);
    transport.close();
    expect(await only()).toMatchObject({ status: 'dead', attempts: MAX_ATTEMPTS, next_attempt_at: null });
    later(86_400_000);
    expect(await send(transport)).toBe(0);
    expect([waitAfter(1), waitAfter(2), waitAfter(9)]).toEqual([30_000, 60_000, 3_600_000]);
  });

  it('gives up at once if the mailbox does not exist', async () => {
    await outbox.post(posting());
    smtp.refuse = '550 no such mailbox';
    const transport = smtpTransport(smtp.url, 'portal@example.com');
    await send(transport);
    transport.close();
    expect(await only()).toMatchObject({
      status: 'dead',
      attempts: 1,
      last_error: expect.stringContaining('no such mailbox'),
    });
    await database.pool.query('TRUNCATE mail_outbox');
    await outbox.post(posting());
    await send(failing(new MailRefused('never')));
    expect((await only()).status).toBe('dead');
  });

  // Proves I8-mail-1
  it('resends a dead mail with the same id and all its tries', async () => {
    await outbox.post(posting());
    await send(failing(new MailRefused('no such mailbox')));
    const { id } = await only();
    const asked = await Promise.allSettled([outbox.sendAgain(id), outbox.sendAgain(id)]);
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await only()).toMatchObject({ id, status: 'queued', attempts: 0, last_error: 'no such mailbox' });
    const sent: string[] = [];
    expect(await send({ send: async (mail) => void sent.push(mail.id), close: () => {} })).toBe(1);
    expect(sent).toEqual([id]);
    expect(await only()).toMatchObject({ status: 'sent', attempts: 1, last_error: null });
  });

  // Proves I8-mail-1
  it('resends no mail that is not dead, unknown, or without text', async () => {
    const refused = (id: string, from = outbox) => from.sendAgain(id).catch((error: Error) => error.message);
    expect(await refused('none')).toBe('Email not found');
    await outbox.post(posting({ secretUntil: new Date(now.getTime() + 60_000) }));
    const { id } = await only();
    expect(await refused(id)).toBe('Only a failed email can be sent again.');
    await send(failing(new MailRefused('never')));
    later(60_000);
    const GONE = 'The text of this email was not stored, so it can’t be sent again.';
    const NOBODY = 'The recipient is no longer a user with this email address.';
    expect(await refused(id)).toBe(NOBODY);
    await outbox.purge();
    expect(await refused(id)).toBe(NOBODY);
    await outbox.recordFailure({ cause: 'event-2', kind: 'siteApproved', accountId: null }, 'No such site');
    const unwritten = (await rows()).find(({ kind }) => kind === 'siteApproved');
    expect(await refused(String(unwritten?.id))).toBe(GONE);
    expect((await rows()).map(({ status }) => status)).toEqual(['dead', 'dead']);
  });

  it('resends nothing without a mail server', async () => {
    await outbox.post(posting());
    await send(failing(new MailRefused('never')));
    const without = outboxOf({ sends: false });
    await expect(without.sendAgain((await only()).id)).rejects.toThrow('No mail server is set up.');
    expect((await only()).status).toBe('dead');
  });

  it('retries after a temporary refusal', async () => {
    await outbox.post(posting());
    smtp.refuse = '451 come back later';
    const transport = smtpTransport(smtp.url, 'portal@example.com');
    await send(transport);
    expect(await only()).toMatchObject({ status: 'queued', attempts: 1 });
    smtp.refuse = null;
    later(waitAfter(1));
    await send(transport);
    transport.close();
    expect(await only()).toMatchObject({ status: 'sent', attempts: 2 });
  });

  it('sends each mail once with several portals', async () => {
    for (let index = 0; index < 50; index += 1) await outbox.post(posting({ cause: `event-${index}` }));
    const sent: string[] = [];
    const transport: MailTransport = { send: async ({ id }) => void sent.push(id), close: () => {} };
    const portals = Array.from({ length: 4 }, () =>
      startMailSender({ pool: database.pool, transport, now: () => now, log, bodies }),
    );
    await eventually(async () => (await rows()).every(({ status }) => status === 'sent'));
    await Promise.all(portals.map((portal) => portal.stop()));
    expect(sent).toHaveLength(50);
    expect(new Set(sent).size).toBe(50);
  });

  it('takes over mails of a portal that died while sending, with the same id', async () => {
    await outbox.post(posting());
    let died: string | undefined;
    // claimed, and then nothing more is heard
    void send({
      send: ({ id }) => {
        died = id;
        return new Promise(() => {});
      },
      close: () => {},
    });
    await eventually(async () => died !== undefined);
    const sent: string[] = [];
    const transport: MailTransport = { send: async ({ id }) => void sent.push(id), close: () => {} };
    expect(await send(transport)).toBe(0);
    later(2 * 60_000);
    expect(await send(transport)).toBe(1);
    expect(sent).toEqual([died]);
  });

  it('is woken by a new mail', async () => {
    const sent: string[] = [];
    const transport: MailTransport = { send: async ({ id }) => void sent.push(id), close: () => {} };
    await outbox.post(posting({ cause: 'the first' }));
    const running = startMailSender({ pool: database.pool, transport, now: () => now, log, bodies });
    await eventually(async () => sent.length === 1);
    const waking = createOutbox({
      pool: database.pool,
      now: () => now,
      sender,
      sends: true,
      posted: running.wake,
      bodies,
    });
    const start = performance.now();
    await waking.post(posting());
    await eventually(async () => sent.length === 2);
    // unasked it looks every 5 s
    expect(performance.now() - start).toBeLessThan(4_000);
    await running.stop();
  });
});
