import type { Invoice } from '@portal/contract';
import { type InvoiceCommand, invoiceDecider, invoiceStream } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoiceOf, type Paying, startPaying } from './payments/support.ts';
import type { HttpClient } from './support/httpClient.ts';
import { decideInvoice, issueInvoice, saveCard, type TestInvoice } from './support/invoices.ts';
import { pages, revenue, stated, statedText, summary } from './support/moneyFigures.ts';

let time = Date.parse('2026-12-10T15:00:00.000Z');
const now = () => new Date(time);
const on = (day: string) => {
  time = Date.parse(`${day}T15:00:00.000Z`);
};

let paying: Paying;

beforeAll(async () => {
  // without the role jobs nothing ticks but the test
  paying = await startPaying({ now }, { environment: { PORTAL_ROLES: 'api,projections,reactions' } });
});
afterAll(() => paying.stop());

const path = (id: string, action = '') => `/api/admin/invoices/${id}${action}`;

/** A demo company with an invoice of $78.00 for each of these months. */
async function company(name: string, ...periods: readonly string[]) {
  on('2026-12-10');
  const admin = await paying.admin();
  const { client, user } = await paying.dealer(name);
  const issue = (period: string, more: Partial<TestInvoice> = {}) =>
    issueInvoice(paying, { accountId: user.account_id, userId: user.id, period, ...more }, now());
  const invoices: { id: string; number: string }[] = [];
  for (const period of periods) invoices.push(await issue(period));
  const [first, second, third] = invoices as [Issued, Issued, Issued];
  return { client, accountId: user.account_id, admin, issue, first, second, third };
}
type Issued = { readonly id: string; readonly number: string };

let references = 0;
/** Records a check; references differ, so that each is a payment of its own. */
function check(admin: HttpClient, id: string, amount?: string) {
  references += 1;
  const payment = { method: 'check', paid_on: '2026-12-10', reference: `${references}` };
  return admin.post(path(id, '/record-payment'), amount === undefined ? payment : { ...payment, amount });
}
describe('account credit', { timeout: 60_000 }, () => {
  // Proves I35-4
  it('pays the oldest open invoices at once; page, balance, statement and revenue agree', async () => {
    const { client, admin, first, second, third } = await company('paidby', '2026-10', '2026-11', '2026-12');
    expect((await check(admin, third.id, '200')).json).toMatchObject({
      status: 'paid',
      credited_amount: 122,
    });
    expect(await pages(client, first.id, second.id, third.id)).toEqual([
      ['paid', 0],
      ['pending', 34],
      ['paid', 0],
    ]);
    expect(await summary(client)).toEqual({ balance: 34, credit: 0 });
    expect(await stated(client)).toBe(34);
    expect((await client.get(`/api/invoices/${second.id}`)).json).toMatchObject({
      can_pay: true,
      credit_moves: [{ invoice_number: third.number, amount: 44, on: '2026-12-10', reason: null }],
    });
    expect((await client.get(`/api/invoices/${first.id}`)).json).toMatchObject({
      payment_kind: 'none',
      payment_date: '2026-12-10',
      credit_spent_amount: 78,
    });
    const sums = await Promise.all(
      ['2026-10', '2026-11', '2026-12'].map((period) => revenue(admin, first.id, period)),
    );
    expect(
      sums.map((row: Record<string, number>) => [row.invoiced, row.paid, row.credit_used, row.open]),
    ).toEqual([
      [78, 0, 78, 0],
      [78, 0, 44, 34],
      [78, 78, 0, 0],
    ]);
  });

  // Proves I35-4
  it('is asked before reminders and the card: only what it leaves open is charged', async () => {
    const { client, accountId, admin, first, second } = await company('charged', '2026-11', '2026-12');
    await saveCard(paying, accountId, 'pm_card_visa', { autoPayAt: '2026-10-01T10:00:00.000Z' });
    await check(admin, second.id, '100');
    expect(await pages(client, first.id)).toEqual([['pending', 56]]);
    await paying.portal.tick();
    const charge = (await paying.charges()).filter(({ amount }) => amount === 5_600);
    expect(charge).toHaveLength(1);
    expect((await invoiceOf(paying, first.id)).status).toBe('paid');

    const other = await company('unreminded', '2026-11', '2026-12');
    await check(other.admin, other.second.id, '156');
    on('2027-01-20');
    await paying.portal.tick();
    expect(await paying.story(invoiceStream(other.first.id))).toEqual([
      'InvoiceIssued',
      'InvoiceCreditReceived',
    ]);
  });

  // Proves I35-4
  it('that is left pays the next invoice, also one issued past the run, within a minute', async () => {
    const { client, admin, issue, first } = await company('leftover', '2026-11');
    await check(admin, first.id, '100');
    expect(await summary(client)).toEqual({ balance: 0, credit: 22 });
    expect(await statedText(client)).toBe('-22.00');
    const next = await issue('2026-12');
    await paying.portal.tick();
    await paying.portal.projections.caughtUp();
    expect(await pages(client, next.id)).toEqual([['pending', 56]]);
    expect(await summary(client)).toEqual({ balance: 56, credit: 0 });
    await paying.portal.tick();
    expect(await paying.story(invoiceStream(next.id))).toEqual(['InvoiceIssued', 'InvoiceCreditReceived']);
  });

  // Proves I35-4
  it('goes back where a card begins to pay in the meantime, and pays when it has not', async () => {
    const { client, admin, first, second } = await company('racing', '2026-11', '2026-12');
    const started = await client.post(`/api/invoices/${first.id}/pay`, {});
    await check(admin, second.id, '100');
    // the card form is open: the credit waits
    expect(await pages(client, first.id)).toEqual([['pending', 78]]);
    expect((await summary(client)).credit).toBe(22);
    // allocated all the same, as a portal does that read the invoice before
    const { accountId } = (await invoiceOf(paying, first.id)) as { accountId: string };
    const giver = await invoiceOf(paying, second.id);
    const [credit] = giver.status === 'none' ? [] : giver.credits;
    const allocate: InvoiceCommand = {
      type: 'AllocateInvoiceCredit',
      creditId: credit?.creditId ?? '',
      allocationId: 'raced',
      toInvoiceId: first.id,
      amountCents: 2_200,
    };
    await decideInvoice(paying, second.id, allocate, now(), accountId);
    expect(await paying.story(invoiceStream(first.id))).toContain('InvoiceCreditDeclined');
    expect((await summary(client)).credit).toBe(22);
    const taking = await invoiceOf(paying, first.id);
    const attemptId = taking.status === 'none' ? null : taking.openAttempt;
    await paying.portal.payments.cancelAttempt(attemptId ?? '', paying.context());
    expect(started.json.success).toBe(false);
    await paying.portal.projections.caughtUp();
    expect(await pages(client, first.id)).toEqual([['pending', 56]]);
    expect(await summary(client)).toEqual({ balance: 56, credit: 0 });
  });

  // Proves I35-4
  it('of a voided invoice goes back, and pays others', async () => {
    const { client, admin, first, second, third } = await company('voided', '2026-10', '2026-11', '2026-12');
    await check(admin, third.id, '100');
    expect(await pages(client, first.id, second.id)).toEqual([
      ['pending', 56],
      ['pending', 78],
    ]);
    expect((await admin.post(path(first.id, '/void'), { reason: 'Wrong' })).status).toBe(200);
    expect(await pages(client, first.id, second.id)).toEqual([
      ['canceled', 0],
      ['pending', 56],
    ]);
    expect(await stated(client)).toBe(56);
  });

  // Proves I35-3
  it('never pays invoices of the other mode, but for recorded money, which is transferred', async () => {
    const { client, admin, issue, first } = await company('bothmodes', '2026-11');
    const live = await issue('2026-12', { isDemo: false });
    await saveCard(paying, first.id.split('_')[0] ?? '');
    await client.post(`/api/invoices/${first.id}/pay`);
    await admin.post(path(first.id, '/credit'), { amount: '30', reason: 'Goodwill' });
    expect(await pages(client, live.id)).toEqual([['pending', 78]]);
    expect([await stated(client), await stated(client, 'live')]).toEqual([-30, 78]);
    const demo = await issue('2026-10');
    await check(admin, demo.id, '88');
    expect(await pages(client, live.id)).toEqual([['pending', 68]]);
    expect([await stated(client), await stated(client, 'live')]).toEqual([-30, 68]);
  });

  it('is allocated once by portals that see it at the same time', async () => {
    const { client, admin, issue, first } = await company('twice', '2026-11');
    await check(admin, first.id, '100');
    const next = await issue('2026-12');
    await Promise.all([paying.portal.tick(), paying.portal.tick()]);
    const giver = await paying.portal.commands.load(invoiceStream(first.id), invoiceDecider);
    expect(giver).toMatchObject({ credits: [{ applied: [{ toInvoiceId: next.id, amountCents: 2_200 }] }] });
    await paying.portal.projections.caughtUp();
    expect(await pages(client, next.id)).toEqual([['pending', 56]]);
  });
});

describe('a check that bounces', { timeout: 60_000 }, () => {
  async function bounce(admin: HttpClient, id: string) {
    const { payments } = (await admin.get(path(id))).json;
    return admin.post(path(id, '/reverse-payment'), { payment_id: payments.at(-1).id, reason: 'It bounced' });
  }

  // Proves I35-6
  it('is taken back from the invoices that its credit paid, which say why', async () => {
    const { client, admin, first, second } = await company('bounced', '2026-11', '2026-12');
    await check(admin, second.id, '156');
    expect(await pages(client, first.id, second.id)).toEqual([
      ['paid', 0],
      ['paid', 0],
    ]);
    expect((await bounce(admin, second.id)).status).toBe(200);
    expect(await pages(client, first.id, second.id)).toEqual([
      ['pending', 78],
      ['pending', 78],
    ]);
    const own = (await client.get(`/api/invoices/${first.id}`)).json;
    expect(
      own.credit_moves.map(({ amount, reason }: { amount: number; reason: string }) => [amount, reason]),
    ).toEqual([
      [78, null],
      [-78, 'the payment that it came from was reversed'],
    ]);
    const seen = (await admin.get(path(first.id))).json;
    expect(seen.credit_moves.at(-1).reason).toBe('It bounced');
    expect(await summary(client)).toEqual({ balance: 156, credit: 0 });
    expect(await stated(client)).toBe(156);
    // the same again changes nothing
    expect((await bounce(admin, second.id)).status).toBe(200);
    expect(await stated(client)).toBe(156);
  });

  // Proves I35-6
  it('is recorded where the invoice was voided and a paid invoice has used its credit', async () => {
    const { client, admin, first, second } = await company('bouncedvoid', '2026-11', '2026-12');
    await check(admin, second.id, '40');
    expect((await admin.post(path(second.id, '/void'), { reason: 'Wrong' })).status).toBe(200);
    await check(admin, first.id);
    expect(await pages(client, first.id, second.id)).toEqual([
      ['paid', 0],
      ['canceled', 0],
    ]);
    expect((await bounce(admin, second.id)).status).toBe(200);
    expect(await pages(client, first.id, second.id)).toEqual([
      ['pending', 40],
      ['canceled', 0],
    ]);
    expect(await stated(client)).toBe(40);
  });
});

describe('a refund of an overpaid invoice', { timeout: 60_000 }, () => {
  // Proves I35-8
  it('pays out its credit first, so that nobody has both', async () => {
    const { client, admin, first } = await company('overpaid', '2026-12');
    await check(admin, first.id, '96');
    expect(await summary(client)).toEqual({ balance: 0, credit: 18 });
    const refund = { amount: '18', method: 'check', refunded_on: '2026-12-10', reference: '9' };
    expect((await admin.post(path(first.id, '/refund'), refund)).json).toMatchObject({
      refunded_amount: 18,
      unused_credit_amount: 0,
      correctable: { refund: 78, credit: 78 },
    });
    expect(await summary(client)).toEqual({ balance: 0, credit: 0 });
    expect(await stated(client)).toBe(0);
    const own = await revenue(admin, first.id, '2026-12');
    expect([own.invoiced, own.paid, own.refunded]).toEqual([78, 78, 0]);
  });

  // Proves S2-2-invoicing-4
  it('leaves it paid in lists, which show it as refunded once its total was returned too', async () => {
    const { client, admin, first } = await company('returned', '2026-12');
    await check(admin, first.id, '200');
    const listed = async () =>
      (await client.get('/api/invoices')).json.find(({ id }: Invoice) => id === first.id);
    const refund = { method: 'check', refunded_on: '2026-12-10', reference: '9' };
    await admin.post(path(first.id, '/refund'), { ...refund, amount: '122' });
    expect(await listed()).toMatchObject({ status: 'paid', refunded_amount: 122 });
    expect(await listed()).not.toHaveProperty('is_refunded');
    await admin.post(path(first.id, '/refund'), { ...refund, amount: '78', reference: '10' });
    expect(await listed()).toMatchObject({ status: 'paid', refunded_amount: 200, is_refunded: true });
  });
});
