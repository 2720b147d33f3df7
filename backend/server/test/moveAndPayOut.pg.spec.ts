import { invoiceStream } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import type { HttpClient } from './support/httpClient.ts';
import { issueInvoice, saveCard, type TestInvoice } from './support/invoices.ts';
import { pages, revenue, stated, summary } from './support/moneyFigures.ts';
import { pdfText } from './support/pdfText.ts';

/** December 10, shortly before midnight in New York. */
const EVENING = Date.parse('2026-12-11T04:45:00.000Z');

let time = EVENING;
const now = () => new Date(time);
/** December 11; sessions last so long. */
const nextDay = () => {
  time = EVENING + 20 * 60_000;
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
  time = EVENING;
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
const sent = { method: 'check', refunded_on: '2026-12-11', reference: '77' };
const detail = async (admin: HttpClient, id: string) => (await admin.get(path(id))).json;
/** The words of an invoice's timeline. */
async function timeline(admin: HttpClient, id: string): Promise<string> {
  const { text } = await admin.get(`/api/admin/audit/invoice/${id}/timeline`);
  return text;
}
async function move(admin: HttpClient, from: string, to: string, amount: string, index = 0) {
  const { movable } = await detail(admin, from);
  const body = { allocation: movable[index]?.id, to_invoice_id: to, amount, reason: 'It was for the other' };
  return admin.post(path(from, '/move-allocation'), body);
}

describe('moving what was applied to an invoice', { timeout: 60_000 }, () => {
  // Proves I35-4b
  it('moves part of a payment: both invoices say so, and no sum of the company changes', async () => {
    const { client, admin, first, second } = await company('movedpayment', '2026-11', '2026-12');
    await check(admin, first.id);
    nextDay();
    expect((await detail(admin, first.id)).movable).toMatchObject([{ amount: 78 }]);
    const answer = await move(admin, first.id, second.id, '50');
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      status: 'pending',
      paid_amount: 28,
      open_amount: 50,
      credited_amount: 0,
      unused_credit_amount: 0,
      payment_moves: [{ amount: 50, invoice_number: second.number, on: '2026-12-11' }],
    });
    expect(await pages(client, first.id, second.id)).toEqual([
      ['pending', 50],
      ['pending', 28],
    ]);
    expect((await client.get(`/api/invoices/${second.id}`)).json.credit_moves).toMatchObject([
      { invoice_number: first.number, amount: 50, on: '2026-12-11', reason: null },
    ]);
    expect(await summary(client)).toEqual({ balance: 78, credit: 0 });
    expect(await stated(client)).toBe(78);
    const [november, december] = await Promise.all([
      revenue(admin, first.id, '2026-11'),
      revenue(admin, first.id, '2026-12'),
    ]);
    expect([november, december].map((row) => [row.invoiced, row.paid, row.credit_used, row.open])).toEqual([
      [78, 28, 0, 50],
      [78, 0, 50, 28],
    ]);
    expect(await timeline(admin, first.id)).toContain(`$50.00 of a payment moved to ${second.number}`);
    expect(await timeline(admin, second.id)).toContain(`$50.00 paid by account credit of ${first.number}`);
    const pdf = await client.get(`/api/invoices/${first.id}/invoice.pdf`);
    expect(await pdfText(pdf.bytes)).toContain(`$50.00 of it was moved to ${second.number} on Dec 11, 2026.`);
    // the dealer is not told what may be moved
    expect((await client.get(`/api/invoices/${first.id}`)).json.movable).toBeUndefined();
  });

  // Proves I35-4b
  it('never moves more than was applied or is open, and the same request once', async () => {
    const { admin, client, first, second, third } = await company(
      'movedonce',
      '2026-10',
      '2026-11',
      '2026-12',
    );
    await check(admin, second.id);
    await check(admin, first.id, '70');
    const problem = async (to: string, amount: string) =>
      (await move(admin, second.id, to, amount)).json.error;
    expect(await problem(third.id, '78.01')).toBe('At most $78.00 can be moved.');
    expect(await problem(first.id, '8.01')).toBe(`Only $8.00 of ${first.number} is open.`);
    expect(await problem(second.id, '8')).toBe('Please choose another invoice.');
    const key = 'a1b2c3d4-0000-4000-8000-000000000001';
    const { movable } = await detail(admin, second.id);
    const body = { allocation: movable[0].id, to_invoice_id: third.id, amount: '60', reason: 'So' };
    const send = () => admin.post(path(second.id, '/move-allocation'), body, { 'Idempotency-Key': key });
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(200);
    expect(await pages(client, second.id, third.id)).toEqual([
      ['pending', 60],
      ['pending', 18],
    ]);
    expect((await admin.post(path(second.id, '/move-allocation'), { ...body, reason: '' })).status).toBe(400);
    const unknown = { ...body, allocation: 'none' };
    expect((await admin.post(path(second.id, '/move-allocation'), unknown)).status).toBe(404);
  });

  // Proves I35-4b
  it('moves credit, from what an invoice was paid by since or was issued with', async () => {
    const { client, admin, issue, first, second, third } = await company(
      'movedcredit',
      '2026-10',
      '2026-11',
      '2026-12',
    );
    await check(admin, third.id, '118');
    expect(await pages(client, first.id, second.id)).toEqual([
      ['pending', 38],
      ['pending', 78],
    ]);
    nextDay();
    expect((await move(admin, first.id, second.id, '30')).status).toBe(200);
    expect(await pages(client, first.id, second.id)).toEqual([
      ['pending', 68],
      ['pending', 48],
    ]);
    expect(await summary(client)).toEqual({ balance: 116, credit: 0 });
    expect(await stated(client)).toBe(116);
    const own = (await client.get(`/api/invoices/${first.id}`)).json;
    expect(own.credit_moves.at(-1)).toMatchObject({
      amount: -30,
      reason: `it was moved to ${second.number}`,
    });
    const seen = await detail(admin, first.id);
    expect(seen.credit_moves.at(-1).reason).toBe(`it was moved to ${second.number} (It was for the other)`);
    expect(await timeline(admin, first.id)).toContain(`moved to ${second.number}`);
    expect(await timeline(admin, third.id)).toContain(`moved from ${first.number} to ${second.number}`);
    // it can be moved on, and is taken back from where it is if the check bounces
    const other = await issue('2027-01');
    expect((await move(admin, second.id, other.id, '30')).status).toBe(200);
    const { payments } = await detail(admin, third.id);
    const bounce = { payment_id: payments[0].id, reason: 'It bounced' };
    expect((await admin.post(path(third.id, '/reverse-payment'), bounce)).status).toBe(200);
    expect(await pages(client, first.id, second.id, third.id, other.id)).toEqual([
      ['pending', 78],
      ['pending', 78],
      ['pending', 78],
      ['pending', 78],
    ]);
    expect(await stated(client)).toBe(4 * 78);
  });

  // Proves I35-6
  it('leaves what was moved of a card payment there where the check that replaced it bounces', async () => {
    const { client, accountId, admin, first, second } = await company('movedstays', '2026-11', '2026-12');
    await saveCard(paying, accountId);
    await client.post(`/api/invoices/${first.id}/pay`);
    await check(admin, second.id, '38');
    expect((await move(admin, first.id, second.id, '40')).status).toBe(200);
    expect((await check(admin, first.id, '40')).status).toBe(200);
    const settled = [
      ['paid', 0],
      ['paid', 0],
    ];
    expect(await pages(client, first.id, second.id)).toEqual(settled);
    expect(await summary(client)).toEqual({ balance: 0, credit: 0 });
    nextDay();
    const { payments } = await detail(admin, first.id);
    const bounced = payments.find(({ kind }: { kind: string }) => kind === 'check');
    const bounce = { payment_id: bounced.id, reason: 'It bounced' };
    const answer = await admin.post(path(first.id, '/reverse-payment'), bounce);
    expect(answer.json).toMatchObject({
      status: 'pending',
      paid_amount: 38,
      open_amount: 40,
      credited_amount: 0,
      unused_credit_amount: 0,
      payment_moves: [{ amount: 40, invoice_number: second.number }],
    });
    expect(await pages(client, first.id, second.id)).toEqual([
      ['pending', 40],
      ['paid', 0],
    ]);
    expect(await summary(client)).toEqual({ balance: 40, credit: 0 });
    expect(await stated(client)).toBe(40);
    const months = await Promise.all(['2026-11', '2026-12'].map((month) => revenue(admin, first.id, month)));
    expect(months.map((row) => [row.invoiced, row.paid, row.credit_used, row.open])).toEqual([
      [78, 38, 0, 40],
      [78, 38, 40, 0],
    ]);
    expect(await timeline(admin, second.id)).not.toContain('taken back');
    const pdf = await client.get(`/api/invoices/${first.id}/invoice.pdf`);
    const text = await pdfText(pdf.bytes);
    expect(text).toContain(`$40.00 of it was moved to ${second.number}`);
    expect(text).toContain('Paid so far $38.00 Still open $40.00');
    expect((await check(admin, first.id)).status).toBe(200);
    expect(await pages(client, first.id, second.id)).toEqual(settled);
    expect(await stated(client)).toBe(0);
  });

  // Proves I35-4b
  it('refuses the other mode, another company, and an invoice that a card is paying', async () => {
    const { client, admin, issue, first, second } = await company('movedwrong', '2026-11', '2026-12');
    const live = await issue('2026-10', { isDemo: false });
    const stranger = await company('movedstranger', '2026-12');
    await check(admin, first.id);
    expect((await move(admin, first.id, live.id, '5')).json.error).toBe(
      "Money can't be moved between demo and live invoices.",
    );
    expect((await move(admin, first.id, stranger.first.id, '5')).json.error).toBe(
      'That invoice belongs to another company.',
    );
    await client.post(`/api/invoices/${second.id}/pay`, {});
    expect((await move(admin, first.id, second.id, '5')).status).toBe(409);
    expect(await pages(client, first.id)).toEqual([['paid', 0]]);
    expect((await client.post(path(first.id, '/move-allocation'), {})).status).toBe(403);
  });
});

describe('paying out account credit', { timeout: 60_000 }, () => {
  // Proves I35-8b
  it('of a voided invoice by check: credit, statement and pages go down by it, once', async () => {
    const { client, admin, first } = await company('paidout', '2026-12');
    await check(admin, first.id, '40');
    await admin.post(path(first.id, '/void'), { reason: 'Wrong' });
    expect(await summary(client)).toEqual({ balance: 0, credit: 40 });
    nextDay();
    expect((await detail(admin, first.id)).correctable).toEqual({ refund: 40, card: 0, credit: 0 });
    const key = { 'Idempotency-Key': 'a1b2c3d4-0000-4000-8000-000000000002' };
    const pay = (amount: string, headers = {}) =>
      admin.post(path(first.id, '/refund'), { ...sent, amount }, headers);
    expect((await pay('40.01')).json.error).toBe('At most $40.00 of account credit can be paid out.');
    expect((await pay('25', key)).status).toBe(200);
    expect((await pay('25', key)).json).toMatchObject({
      status: 'canceled',
      unused_credit_amount: 15,
      refunds: [{ amount: 25, paid_out: 25, kind: 'check', refunded_on: '2026-12-11', reference: '77' }],
    });
    expect(await summary(client)).toEqual({ balance: 0, credit: 15 });
    expect(await stated(client)).toBe(-15);
    const csv = (await client.get('/api/statement?from=2026-12-11&to=2026-12-31&format=csv')).text;
    expect(csv).toContain(`Credit of ${first.number} paid out by check (77)`);
    const pdf = await client.get(`/api/invoices/${first.id}/invoice.pdf`);
    expect(await pdfText(pdf.bytes)).toContain(
      '$25.00 of account credit was paid out by check, reference 77, on Dec 11, 2026.',
    );
    expect(await timeline(admin, first.id)).toContain(
      '$25.00 refunded by check, of account credit on Dec 11, 2026, reference 77',
    );
    const row = await revenue(admin, first.id, '2026-12');
    expect([row.invoiced, row.paid, row.refunded, row.open]).toEqual([0, 0, 0, 0]);
    // what was paid out pays no later invoice
    const next = await issueInvoice(
      paying,
      { accountId: first.id.split('_')[0] ?? '', period: '2027-01' },
      now(),
    );
    await paying.portal.tick();
    await paying.portal.projections.caughtUp();
    expect(await pages(client, next.id)).toEqual([['pending', 63]]);
  });

  // Proves I35-8b
  it('whose check bounces all the same is to be repaid on the voided invoice', async () => {
    const { client, admin, first } = await company('paidoutbounced', '2026-12');
    await check(admin, first.id, '40');
    await admin.post(path(first.id, '/void'), { reason: 'Wrong' });
    await admin.post(path(first.id, '/refund'), { ...sent, amount: '40', refunded_on: '2026-12-10' });
    const { payments } = await detail(admin, first.id);
    await admin.post(path(first.id, '/reverse-payment'), { payment_id: payments[0].id, reason: 'Bounced' });
    expect(await pages(client, first.id)).toEqual([['canceled', 40]]);
    expect(await summary(client)).toEqual({ balance: 40, credit: 0 });
    expect(await stated(client)).toBe(40);
    const row = await revenue(admin, first.id, '2026-12');
    expect([row.invoiced, row.paid, row.open]).toEqual([0, -40, 40]);
    expect((await check(admin, first.id)).json).toMatchObject({ status: 'canceled', open_amount: 0 });
    expect(await summary(client)).toEqual({ balance: 0, credit: 0 });
    expect(await stated(client)).toBe(0);
  });

  // Proves I35-8b
  it('to the card that paid it, through the provider', async () => {
    const { client, admin, first } = await company('paidouttocard', '2026-12');
    await saveCard(paying, first.id.split('_')[0] ?? '');
    await client.post(`/api/invoices/${first.id}/pay`);
    await admin.post(path(first.id, '/credit'), { amount: '30', reason: 'Goodwill' });
    expect(await summary(client)).toEqual({ balance: 0, credit: 30 });
    expect((await admin.post(path(first.id, '/refund'), { amount: '30' })).status).toBe(200);
    expect(await summary(client)).toEqual({ balance: 0, credit: 0 });
    expect(await stated(client)).toBe(0);
    expect(await paying.story(invoiceStream(first.id))).toContain('InvoiceRefunded');
    expect((await detail(admin, first.id)).refunds).toMatchObject([{ status: 'refunded', paid_out: 30 }]);
  });

  // Proves I35-8b
  it('of an invoice that other credit settled', async () => {
    const { client, admin, first, second } = await company('paidoutsettled', '2026-11', '2026-12');
    await check(admin, second.id, '156');
    expect(await pages(client, first.id)).toEqual([['paid', 0]]);
    await admin.post(path(first.id, '/credit'), { amount: '20', reason: 'Goodwill' });
    expect(await summary(client)).toEqual({ balance: 0, credit: 20 });
    expect((await detail(admin, first.id)).correctable).toEqual({ refund: 20, card: 0, credit: 58 });
    const answer = await admin.post(path(first.id, '/refund'), {
      ...sent,
      amount: '20',
      refunded_on: '2026-12-10',
    });
    expect(answer.json).toMatchObject({ unused_credit_amount: 0 });
    expect(await summary(client)).toEqual({ balance: 0, credit: 0 });
    expect(await stated(client)).toBe(0);
  });
});
