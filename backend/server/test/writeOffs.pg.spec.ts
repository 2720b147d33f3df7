import { randomUUID } from 'node:crypto';
import type { TimelineEntry } from '@portal/contract';
import { paths } from '@portal/contract';
import { invoiceStream } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import type { HttpClient } from './support/httpClient.ts';
import { billedDealer, issueInvoice, saveCard } from './support/invoices.ts';
import { pages, revenue, stated, summary } from './support/moneyFigures.ts';
import { pdfText } from './support/pdfText.ts';

const time = Date.parse('2026-12-20T15:00:00.000Z');
const now = () => new Date(time);

let paying: Paying;
let admin: HttpClient;

beforeAll(async () => {
  // without the role jobs nothing ticks but the test
  paying = await startPaying({ now }, { environment: { PORTAL_ROLES: 'api,projections,reactions' } });
  admin = await paying.admin();
});
afterAll(() => paying.stop());

const path = (id: string, action = '') => `/api/admin/invoices/${id}${action}`;
/** An invoice of $78.00, dated Dec 1, 2026. */
const billed = (name: string) => billedDealer(paying, name, now());
const writeOff = (id: string, reason = 'The company closed', headers?: Record<string, string>) =>
  admin.post(path(id, '/write-off'), { reason }, headers);
const takeBack = (id: string, reason = 'A check came') =>
  admin.post(path(id, '/take-write-off-back'), { reason });
let references = 0;
function check(id: string, amount: string) {
  references += 1;
  const payment = { method: 'check', paid_on: '2026-12-18', reference: `${references}`, amount };
  return admin.post(path(id, '/record-payment'), payment);
}
const story = (id: string) => paying.story(invoiceStream(id));
const overdue = async () => (await admin.get(paths.admin.overview)).json.waiting.overdue_invoices;
const timeline = async (id: string): Promise<readonly TimelineEntry[]> =>
  (await admin.get(paths.admin.timeline('invoice', id))).json;

describe('an invoice that is written off', { timeout: 60_000 }, () => {
  // Proves B38-write-off
  it('owes nothing on any page or file: Canceled to the dealer, with the reason to administrators', async () => {
    const { client, id, number } = await billed('writtenoff');
    await check(id, '40');
    const waited = await overdue();
    const answer = await writeOff(id);
    expect([answer.status, answer.json]).toMatchObject([
      200,
      {
        status: 'written_off',
        total_amount: 78,
        paid_amount: 40,
        open_amount: 0,
        written_off_amount: 38,
        can_pay: false,
        is_overdue: false,
        movable: [],
        correctable: { refund: 0, card: 0, credit: 0 },
        write_offs: [{ amount: 38, on: '2026-12-20', reason: 'The company closed' }],
      },
    ]);
    expect(answer.json.write_offs[0].by).toBe((await admin.get('/api/user')).json.name);
    expect(await story(id)).toEqual(['InvoiceIssued', 'InvoicePartPaid', 'InvoiceWrittenOff']);
    expect(await overdue()).toBe(waited - 1);
    const filter = encodeURIComponent(JSON.stringify({ status: 'written_off' }));
    const listed = (await admin.get(`/api/admin/invoices?filter=${filter}`)).json;
    expect(listed.map((row: { id: string }) => row.id)).toEqual([id]);

    expect(await pages(client, id)).toEqual([['written_off', 0]]);
    const own = (await client.get(`/api/invoices/${id}`)).json;
    expect([own.write_offs, JSON.stringify(own).includes('closed')]).toEqual([undefined, false]);
    expect(await summary(client)).toEqual({ balance: 0, credit: 0 });
    expect((await client.get('/api/billing-summary')).json.pending_invoices).toBe(0);
    const pdf = await pdfText((await client.get(`/api/invoices/${id}/invoice.pdf`)).bytes);
    expect(pdf).toMatch(/Total \$[\d.]+ Canceled/);
    const csv = (await client.get('/api/invoices-of-year?year=2026&format=csv')).text;
    expect(csv).toMatch(new RegExp(`${number},2026-12-01,2026-12-16,Canceled,.*78\\.00,40\\.00,0\\.00`));
    const { text } = await client.get('/api/statement?from=2026-12-01&to=2026-12-31&format=csv');
    expect(text).toContain(`2026-12-20,Invoice ${number} written off,-38.00,,0.00`);
    expect(await revenue(admin, id, '2026-12')).toMatchObject({
      invoices: 1,
      invoiced: 78,
      paid: 40,
      written_off: 38,
      open: 0,
    });
    const revenueCsv = await admin.get(
      `/api/admin/revenue-report/download?format=csv&from=2026-12&to=2026-12&demo=true`,
    );
    expect(revenueCsv.text).toContain('Credit used,Written off,Open');
    expect((await timeline(id)).at(-1)).toMatchObject({
      text: '$38.00 written off on Dec 20, 2026',
      reason: 'The company closed',
    });
  });

  // Proves B38-write-off
  it('takes no payment, correction or void', async () => {
    const { client, id, accountId } = await billed('nopayment');
    await saveCard(paying, accountId);
    await writeOff(id);
    const refused = async (answer: Promise<{ status: number; json: { error: string } }>) => {
      const { status, json } = await answer;
      return [status, json.error];
    };
    const back = [409, 'This invoice is written off. Take the write-off back first.'];
    const canceled = [409, "This invoice was canceled and can't be paid."];
    expect(await refused(check(id, '78'))).toEqual([
      409,
      'This invoice is written off. Take the write-off back, then record the payment.',
    ]);
    expect(await refused(client.post(`/api/invoices/${id}/pay`))).toEqual(canceled);
    expect(await refused(client.post('/api/pay-invoices', { invoiceIds: [id] }))).toEqual(canceled);
    expect(await refused(admin.post(path(id, '/void'), { reason: 'Wrong' }))).toEqual(back);
    const corrections = [{ kind: 'line', text: 'Agreed', amount: '-1.00', reason: 'Late' }];
    expect(await refused(admin.post(path(id, '/preview-correction'), { corrections }))).toEqual(back);
    expect(await refused(admin.post(path(id, '/correct'), { corrections, as: 'credit' }))).toEqual(back);
    expect(await refused(admin.post(path(id, '/credit'), { amount: '1', reason: 'Late' }))).toEqual(back);
    expect(await story(id)).toEqual(['InvoiceIssued', 'InvoiceWrittenOff']);
  });

  // Proves B38-write-off
  it('needs a reason, is written off once, and closes a card form', async () => {
    const { client, id } = await billed('oncewritten');
    const form = (await client.post(`/api/invoices/${id}/pay`, {})).json;
    const none = await writeOff(id, ' ');
    expect([none.status, none.json.error]).toEqual([400, 'Please give a reason']);
    expect((await takeBack(id)).status).toBe(409);
    const key = { 'Idempotency-Key': randomUUID() };
    const answers = [await writeOff(id, 'Closed', key), await writeOff(id, 'Closed', key)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await paying.stripe.paymentIntents.retrieve(form.paymentIntentId)).status).toBe('canceled');
    expect((await story(id)).filter((type) => type === 'InvoiceWrittenOff')).toHaveLength(1);
  });

  // Proves B38-write-off
  it('is neither reminded of nor charged, nor charged by itself once it is open again; no mail is written', async () => {
    const { id, accountId, userId } = await billed('quiet');
    await saveCard(paying, accountId, 'pm_card_visa', { autoPayAt: '2026-12-02T10:00:00.000Z' });
    const mailed = async () => {
      const { rows } = await paying.portal.database.pool.query(
        "SELECT count(*)::integer AS mails FROM mail_outbox WHERE user_id = $1 AND kind <> 'invoiceCreated'",
        [userId],
      );
      return rows[0].mails;
    };
    const before = await mailed();
    await writeOff(id);
    await paying.portal.tick();
    expect(await story(id)).toEqual(['InvoiceIssued', 'InvoiceWrittenOff']);
    expect(await mailed()).toBe(before);
    await takeBack(id);
    await paying.portal.tick();
    expect((await story(id)).filter((type) => type === 'InvoicePaymentStarted')).toEqual([]);
  });

  // Proves B38-write-off
  it('is open again once it is taken back, and credit that came meanwhile pays it', async () => {
    const { client, id, accountId, userId } = await billed('takenback');
    await writeOff(id);
    const other = await issueInvoice(paying, { accountId, userId, period: '2026-11' }, now());
    await check(other.id, '100');
    expect(await pages(client, id)).toEqual([['written_off', 0]]);
    expect(await summary(client)).toEqual({ balance: 0, credit: 22 });
    expect((await takeBack(id)).json).toMatchObject({
      written_off_amount: 0,
      write_offs: [{ amount: 78 }, { amount: -78, reason: 'A check came' }],
    });
    expect(await pages(client, id)).toEqual([['pending', 56]]);
    expect(await summary(client)).toEqual({ balance: 56, credit: 0 });
    expect(await stated(client)).toBe(56);
    expect(await revenue(admin, id, '2026-12')).toMatchObject({
      invoiced: 78,
      credit_used: 22,
      written_off: 0,
      open: 56,
    });
    expect((await timeline(id)).map(({ text }) => text)).toContain(
      'Write-off of $78.00 taken back on Dec 20, 2026',
    );
    expect((await check(id, '56')).json).toMatchObject({ status: 'paid', open_amount: 0 });
  });

  // Proves B38-write-off
  it('is open by a check that bounces, the rest stays written off; the paper says both', async () => {
    const { client, id } = await billed('bouncedafter');
    const [payment] = (await check(id, '40')).json.payments;
    await writeOff(id);
    const reversed = await admin.post(path(id, '/reverse-payment'), {
      payment_id: payment.id,
      reason: 'It bounced',
    });
    expect(reversed.json).toMatchObject({ status: 'pending', open_amount: 40, written_off_amount: 38 });
    expect(await stated(client)).toBe(40);
    expect(await revenue(admin, id, '2026-12')).toMatchObject({
      invoiced: 78,
      paid: 0,
      written_off: 38,
      open: 40,
    });
    const pdf = await pdfText((await client.get(`/api/invoices/${id}/invoice.pdf`)).bytes);
    for (const row of ['Written off $38.00', 'Still open $40.00']) expect(pdf).toContain(row);
    const voided = await admin.post(path(id, '/void'), { reason: 'Wrong' });
    expect([voided.status, voided.json.error]).toEqual([
      409,
      'Part of this invoice is written off. Take the write-off back first.',
    ]);
  });
});
