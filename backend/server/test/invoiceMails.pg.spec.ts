import { accountDecider, accountStream, invoiceStream, userDecider, userStream } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifications } from '../src/app/reactions.ts';
import { newCommand } from '../src/kernel/commandContext.ts';
import type { OutgoingMail } from '../src/platform/mail/sender.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { decideInvoice, issueInvoice } from './support/invoices.ts';
import { pdfText } from './support/pdfText.ts';
import { siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';

/** Types of events that letters follow from. */
const TOLD = notifications.flatMap(({ types }) => types);
const NOW = new Date('2026-12-05T15:00:00.000Z');

let portal: TestPortal;
let admin: HttpClient;
const sent: OutgoingMail[] = [];

beforeAll(async () => {
  const mailTransport = { send: async (mail: OutgoingMail) => void sent.push(mail), close: () => {} };
  portal = await startTestPortal({ now: () => NOW, mailTransport });
  admin = await portal.admin();
});
afterAll(() => portal.stop());

/** A second user of a company. */
async function colleagueOf(accountId: string, username: string): Promise<{ id: string; email: string }> {
  const email = `${username}@example.com`;
  const made = await admin.post('/api/admin/users', {
    username,
    password: 'secret-12',
    name: 'Cole League',
    email,
    company: 'Doe Security',
    account_id: accountId,
  });
  expect(made.status).toBe(201);
  return { id: made.json.id, email };
}

async function unsubscribe(userId: string): Promise<void> {
  for (const flag of ['invoice_created', 'invoice_paid']) {
    await portal.portal.commands.execute({
      stream: userStream(userId),
      decider: userDecider,
      command: { type: 'ChangeEmailPreferences', changes: { [flag]: false } },
      context: newCommand(NOW, { kind: 'system', id: 'spec' }, 'spec'),
      accounts: [],
    });
  }
}

async function billed(name: string, more: Partial<Parameters<typeof issueInvoice>[1]> = {}) {
  const { client, user } = await portal.dealer(name);
  const email = `${name}@example.com`;
  await client.patch(`/api/users/${user.id}`, { email });
  const accountId = user.account_id;
  const issue = () => issueInvoice(portal, { accountId, userId: user.id, period: '2026-12', ...more }, NOW);
  return { client, userId: user.id, accountId, email, issue };
}

/** A dealer of a demo company whose saved card pays by itself. */
async function consented(
  name: string,
  more: Parameters<typeof billed>[1] = {},
  { declined = false }: { readonly declined?: boolean } = {},
) {
  const dealer = await billed(name, more);
  const { accountId } = dealer;
  const card = {
    customerId: 'cus',
    paymentMethodId: 'pm',
    brand: 'visa',
    last4: '4242',
    expMonth: 12,
    expYear: 2031,
  };
  const consent = { userId: 'u', consentVersion: '1', consentedAt: NOW.toISOString() };
  const decline = { on: '2026-12-05', message: 'Your card was declined.' };
  const marking = { type: 'RecordCardDecline', livemode: false, paymentMethodId: 'pm', decline } as const;
  for (const command of [
    { type: 'SavePaymentMethod', livemode: false, card },
    { type: 'ConsentToAutoPay', livemode: false, consent },
    ...(declined ? [marking] : []),
  ] as const) {
    await portal.portal.commands.execute({
      stream: accountStream(accountId),
      decider: accountDecider,
      command,
      context: newCommand(NOW, { kind: 'system', id: 'spec' }, 'spec'),
      accounts: [accountId],
    });
  }
  return dealer;
}

/** The mails to an address about something, once they were sent and the notifications have nothing left to tell. */
async function mailsTo(email: string, about: RegExp): Promise<readonly OutgoingMail[]> {
  const { pool } = portal.portal.database;
  await eventually(async () => {
    const { rows } = await pool.query<{ done: boolean }>(
      `SELECT NOT EXISTS (SELECT FROM es.events e, process_checkpoints c WHERE c.process = 'reactions'
         AND lpad(e.position::text, 20, '0') > lpad(ltrim(c.position, '0'), 20, '0') AND e.type = ANY($1))
         AND NOT EXISTS (SELECT FROM mail_outbox WHERE status = 'queued') AS done`,
      [TOLD],
    );
    return rows[0]?.done === true;
  });
  const dead = await pool.query("SELECT kind, last_error FROM mail_outbox WHERE status = 'dead'");
  expect(dead.rows).toEqual([]);
  return sent.filter(({ recipient, subject }) => recipient === email && about.test(subject));
}
const record = (id: string) =>
  admin.post(`/api/admin/invoices/${id}/record-payment`, {
    method: 'check',
    paid_on: '2026-12-04',
    reference: '1042',
  });

describe('the mail of an invoice', () => {
  // Proves S6-invoices-17
  it('goes once to each user who wants it, with the invoice attached', async () => {
    const { email, accountId, issue } = await billed('mailed');
    const reader = await colleagueOf(accountId, 'mailedreader');
    const quiet = await colleagueOf(accountId, 'mailedquiet');
    await unsubscribe(quiet.id);
    const { id, number } = await issue();
    const [mail, ...more] = await mailsTo(email, /^Your invoice/);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Your invoice ${number}`);
    expect(mail?.text).toContain('It is due on Dec 16, 2026; you can pay it by card in the portal.');
    expect(mail?.text).toContain(`View and pay: ${portal.url}/invoicing/${id}`);
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual([`${number}.pdf`]);
    const text = await pdfText(mail?.attachments[0]?.content ?? Buffer.alloc(0));
    expect(text).toContain(`Invoice # ${number}`);
    expect(text).toContain('Total $78.00');
    expect(await mailsTo(reader.email, /^Your invoice/)).toHaveLength(1);
    expect(await mailsTo(quiet.email, /invoice/i)).toEqual([]);
  });

  // Proves I35-37b
  it('goes to a colleague who wants it although the first user does not', async () => {
    const { userId, email, accountId, issue } = await billed('firstquiet');
    const reader = await colleagueOf(accountId, 'secondreads');
    await unsubscribe(userId);
    const { id, number } = await issue();
    expect((await record(id)).status).toBe(200);
    const about = new RegExp(number);
    expect((await mailsTo(reader.email, about)).map(({ subject }) => subject)).toEqual([
      `Your invoice ${number}`,
      `Payment received for ${number}`,
    ]);
    expect(await mailsTo(email, about)).toEqual([]);
  });

  // Proves I38-papers-2
  it('goes to further recipients of the company too, as reminders and credit notes do', async () => {
    const { client, accountId, email, issue } = await billed('further');
    const path = `/api/accounts/${accountId}`;
    const invoice_emails = `books@example.com; ap@example.com,BOOKS@example.com ${email.toUpperCase()}`;
    const saved = await client.patch(path, { invoice_emails });
    expect(saved.json.invoice_emails).toBe(`BOOKS@example.com, ap@example.com, ${email.toUpperCase()}`);
    const { id, number } = await issue();
    // a canceled invoice is not announced any more
    expect(await mailsTo('ap@example.com', new RegExp(`^Your invoice ${number}`))).toHaveLength(1);
    await decideInvoice(
      portal,
      id,
      { type: 'RemindOfInvoice', kind: 'overdue', days: 3, today: '2026-12-19' },
      NOW,
    );
    await decideInvoice(portal, id, { type: 'VoidInvoice', reason: 'wrong rate' }, NOW);
    const about = new RegExp(`^Your invoice ${number}|^Invoice ${number} was canceled`);
    await expect.poll(() => mailsTo('ap@example.com', about), { timeout: 10_000 }).toHaveLength(2);
    expect(await mailsTo('BOOKS@example.com', /^Your invoice/)).toHaveLength(1);
    expect(await mailsTo(email, /^Your invoice/)).toHaveLength(1);
    expect(await mailsTo(email.toUpperCase(), /invoice/)).toEqual([]);
  });

  it("goes to the company's next user if the recipient was deleted", async () => {
    const { accountId } = await billed('goneone');
    const next = await issueInvoice(portal, { accountId, userId: 'gone', period: '2026-11' }, NOW);
    expect(await mailsTo('goneone@example.com', new RegExp(next.number))).toHaveLength(1);
  });

  // Proves S6-invoices-23
  it('does not announce a card charge if too small, in the other mode, or declined', async () => {
    const little = await billed('little', { lines: [{ readers: 1, rateCents: 30 }] });
    await little.issue();
    const [mail] = await mailsTo(little.email, /^Your invoice/);
    expect(mail?.text).toContain('$0.30 is too small for a card payment. It is added to your next invoice');
    expect(mail?.text).not.toContain('you can pay it by card');
    expect(mail?.text).toContain('View the invoice');

    const other = await consented('othermode', { isDemo: false });
    await other.issue();
    const [open] = await mailsTo(other.email, /^Your invoice/);
    expect(open?.text).toContain('you can pay it by card in the portal');

    const refused = await consented('declinedcard', {}, { declined: true });
    await refused.issue();
    const [byHand] = await mailsTo(refused.email, /^Your invoice/);
    expect(byHand?.text).toContain('you can pay it by card in the portal');
  });

  it('announces the card charge with consent', async () => {
    const { email, issue } = await consented('consented');
    await issue();
    const [mail] = await mailsTo(email, /^Your invoice/);
    expect(mail?.text).toContain('It will be charged to your saved card on Dec 16, 2026, as agreed');
  });

  // Proves S6-invoices-17
  it('is not sent for $0.00, nor to those who unsubscribed', async () => {
    const free = await billed('freemail', { lines: [{ readers: 3, rateCents: 0 }] });
    await free.issue();
    const quiet = await billed('quietmail');
    await unsubscribe(quiet.userId);
    const { id } = await quiet.issue();
    expect((await record(id)).status).toBe(200);
    expect(await mailsTo(free.email, /INV-/)).toEqual([]);
    expect(await mailsTo(quiet.email, /INV-/)).toEqual([]);
  });
});

describe('what follows an invoice', () => {
  // Proves S6-invoices-17
  it('is mailed for its payment, with the paid invoice attached', async () => {
    const { email, issue } = await billed('paidmail');
    const { id, number } = await issue();
    await record(id);
    const [mail, ...more] = await mailsTo(email, /^Payment received/);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Payment received for ${number}`);
    expect(mail?.text).toContain('We received $78.00 by check on Dec 4, 2026.');
    const text = await pdfText(mail?.attachments[0]?.content ?? Buffer.alloc(0));
    expect(text).toContain('Paid on Dec 4, 2026');
  });

  // Proves S6-invoices-18
  it('is mailed for a refund and a credit, with the administrator’s reason', async () => {
    const { email, issue } = await billed('corrected');
    const { id } = await issue();
    await record(id);
    const refund = { amount: '5', method: 'check', reference: '9', reason: 'one reader too many' };
    await admin.post(`/api/admin/invoices/${id}/refund`, refund);
    await admin.post(`/api/admin/invoices/${id}/credit`, { amount: '6', reason: 'for the delay' });
    const [refunded] = await mailsTo(email, /^Refund/);
    expect(refunded?.text).toContain('We returned $5.00 by check.');
    expect(refunded?.text).toContain('Reason: one reader too many');
    const [credited] = await mailsTo(email, /^Credit/);
    expect(credited?.text).toContain(
      'We credited $6.00 of this invoice to your account: it pays your open invoices, then your next ones.',
    );
    expect(credited?.text).toContain('Reason: for the delay');
  });

  // Proves S6-invoices-18
  it('is mailed for its cancellation', async () => {
    const { email, issue } = await billed('canceledmail');
    const { id, number } = await issue();
    const part = { amount: '50', method: 'check', paid_on: '2026-12-04', reference: '1042' };
    await admin.post(`/api/admin/invoices/${id}/record-payment`, part);
    await decideInvoice(portal, id, { type: 'VoidInvoice', reason: 'wrong rate' }, NOW);
    const [mail] = await mailsTo(email, /canceled/);
    expect(mail?.text).toContain(
      'The $50.00 paid for it is now account credit: it pays your open invoices, then your next ones.',
    );
    expect(mail?.subject).toBe(`Invoice ${number} was canceled`);
    expect(mail?.text).toContain('Reason: wrong rate');
  });

  // Proves S6-invoices-18
  it('is mailed to administrators for a failed refund', async () => {
    const { issue, accountId } = await billed('failedrefund');
    const { id, number } = await issue();
    for (const command of [
      { type: 'PayInvoice', paymentId: 'p', amountCents: 7_800, livemode: false, paidOn: '2026-12-05' },
      { type: 'RequestInvoiceRefund', refundId: 'r', amountCents: 500, reason: null },
    ] as const) {
      await decideInvoice(portal, id, command, NOW, accountId);
    }
    // nothing of the payment p is in the log, so there is nothing to give back
    expect(await portalStory(id)).toContain('InvoiceRefundFailed');
    const [mail, ...more] = await mailsTo('admin@localhost', new RegExp(`refund of ${number} failed`));
    expect(more).toEqual([]);
    expect(mail?.text).toContain('could not return $5.00 to Doe Security');
  });
});

async function portalStory(id: string): Promise<readonly string[]> {
  const { rows } = await portal.portal.database.pool.query<{ type: string }>(
    'SELECT type FROM es.events WHERE stream = $1 ORDER BY revision',
    [invoiceStream(id)],
  );
  return rows.map(({ type }) => type);
}

describe('a price change', () => {
  // Proves S6-invoices-22
  it('is mailed, whether announced or immediate, and so is its cancellation', async () => {
    const { client, email, userId } = await billed('priced');
    const rate = (more: object) => admin.patch(`/api/admin/users/${userId}/reader-rate`, more);
    const site = (await client.post('/api/sites', siteOrder({ site_name: 'South Gate' }))).json;
    await rate({ rate: '6.00' });
    await rate({ rate: '7.25', effective_from: '2027-02-01' });
    await admin.patch(`/api/admin/sites/${site.id}`, { custom_reader_rate: '4' });
    await admin.patch(`/api/admin/sites/${site.id}`, {
      custom_reader_rate: '',
      effective_from: '2027-03-01',
    });
    await admin.post(`/api/admin/sites/${site.id}/cancel-announced-rate`, { effective_from: '2027-03-01' });
    await rate({ rate: '6.10', confirm_short_notice: true, reason: 'Costs' });
    const mails = await mailsTo(email, /^Your reader rate/);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your reader rate changes on Dec 5, 2026',
      'Your reader rate changes on Feb 1, 2027',
      'Your reader rate changes on Dec 5, 2026',
      'Your reader rate changes on Mar 1, 2027',
      'Your reader rate does not change on Mar 1, 2027',
      'Your reader rate changes on Dec 5, 2026',
    ]);
    expect(mails[1]?.text).toContain('the reader rate for your company is $7.25 per reader per month');
    expect(mails[3]?.text).toContain("the reader rate for South Gate is your company's default rate");
    expect(mails[4]?.text).toContain('announced for South Gate from Mar 1, 2027 on is canceled');
    expect(mails[5]?.text).toContain('$6.10 per reader per month');
  });

  // Proves S6-invoices-22
  it("is not mailed if nobody's price changes, unless it is an increase", async () => {
    const { client, email, userId } = await billed('unchanged');
    const rate = (more: object) => admin.patch(`/api/admin/users/${userId}/reader-rate`, more);
    const site = (await client.post('/api/sites', siteOrder({ site_name: 'South Gate' }))).json;
    const siteRate = (more: object) => admin.patch(`/api/admin/sites/${site.id}`, more);
    await siteRate({ custom_reader_rate: '6.50' });
    await rate({ rate: '6.00' });
    await siteRate({ site_notes: 'Ring twice' });
    expect(await mailsTo(email, /rate/)).toEqual([]);
    await rate({ rate: '7.50', confirm_short_notice: true, reason: 'Costs' });
    const mails = await mailsTo(email, /rate/);
    expect(mails.map(({ text }) => /is \$\d\.\d\d per reader/.exec(text)?.[0])).toEqual([
      'is $7.50 per reader',
    ]);
  });

  // Proves S6-invoices-22
  it("is mailed when a move to another company raises a site's price", async () => {
    const { client } = await billed('giving');
    const { accountId, email, userId } = await billed('taking');
    const site = (await client.post('/api/sites', siteOrder({ site_name: 'West Gate' }))).json;
    const confirmed = { confirm_short_notice: true, reason: 'Agreed' };
    await admin.patch(`/api/admin/users/${userId}/reader-rate`, { rate: '8', ...confirmed });
    const given = await admin.patch(`/api/admin/sites/${site.id}`, { account_id: accountId, ...confirmed });
    expect(given.status).toBe(200);
    const mails = await mailsTo(email, /rate/);
    expect(mails.map(({ text }) => /for (.*) is \$8\.00/.exec(text)?.[1])).toEqual([
      'your company',
      'West Gate',
    ]);
  });

  // Proves S6-invoices-22
  it('of a promotion is mailed when it ends or costs more', async () => {
    const { accountId, email } = await billed('promoted');
    const save = (more: object) =>
      admin.patch(`/api/admin/accounts/${accountId}/promotional-pricing`, {
        promotional_reader_rate: '5.00',
        promotional_months: '12',
        promotional_pricing_active: true,
        confirm_short_notice: true,
        reason: 'New terms',
        ...more,
      });
    await save({ promotional_reader_rate: '6.75' });
    await save({ promotional_reader_rate: '6.75', promotional_pricing_active: false });
    await save({});
    await save({ promotional_reader_rate: '4.50' });
    expect((await save({ promotional_reader_rate: '5.25' })).status).toBe(200);
    await save({ promotional_reader_rate: '5.25', promotional_pricing_active: false });
    const mails = await mailsTo(email, /^Your promotional pricing/);
    expect(mails.map(({ text }) => /now \$\d\.\d\d|has ended/.exec(text)?.[0])).toEqual([
      'now $6.75',
      'now $5.25',
      'has ended',
    ]);
  });
});
