import { paymentStream } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import type { HttpClient } from '../support/httpClient.ts';
import { revenue } from '../support/moneyFigures.ts';
import { pdfText } from '../support/pdfText.ts';
import { type BankReports, startBankReports } from './bankReports.ts';
import type { Paying } from './support.ts';

/** December 10, shortly before midnight in New York. */
const EVENING = Date.parse('2026-12-11T04:45:00.000Z');

let time = EVENING;
let bank: BankReports;
let paying: Paying;
let admin: HttpClient;

beforeAll(async () => {
  bank = await startBankReports({ now: () => new Date(time) });
  ({ paying, admin } = bank);
});
afterAll(() => paying.stop());

/** A payment of $150 over two invoices, of which the provider refunded some; on December 11. */
async function refundedAtProvider(cents: number, prepare?: (newer: string) => Promise<unknown>) {
  time = EVENING;
  const { invoiceIds, attemptId, intentId } = await bank.pay('pm_card_visa', 7_000, 8_000);
  const [older = '', newer = ''] = invoiceIds;
  await prepare?.(newer);
  await paying.stripe.refunds.create({ payment_intent: intentId, amount: cents });
  await bank.settled();
  await eventually(async () => (await shownRefunds(older, newer))[1] === Math.min(80, cents / 100));
  time = EVENING + 20 * 60_000;
  const { refunds } = await bank.paymentShown(attemptId);
  const move = (amount: string, more: object = {}, headers = {}) =>
    admin.post(
      `/api/admin/payments/${attemptId}/move-refund`,
      { refund_id: refunds[0].id, to_invoice_id: older, amount, reason: 'It was for the older one', ...more },
      headers,
    );
  const numbers = await Promise.all(
    [older, newer].map(async (id) => (await bank.invoiceShown(id)).invoice_number),
  );
  return { attemptId, intentId, older, newer, numbers, move };
}
/** Dollars refunded of these invoices. */
const shownRefunds = (...ids: string[]): Promise<number[]> =>
  Promise.all(ids.map(async (id) => (await bank.invoiceShown(id)).refunded_amount));
const statement = async (from: string, to: string) =>
  (await bank.dealer.get(`/api/statement?from=${from}&to=${to}&format=csv`)).text;
const refundMails = async () =>
  (await admin.get('/api/admin/mails')).json.filter(
    ({ kind }: { kind: string }) => kind === 'invoiceRefunded',
  ).length;

// Proves B44-move
describe('moving a refund made in the provider’s dashboard', { timeout: 60_000 }, () => {
  it('books it on the other invoice everywhere, and leaves every sum as it was', async () => {
    const { attemptId, intentId, older, newer, numbers, move } = await refundedAtProvider(10_000);
    expect((await bank.paymentShown(attemptId)).refunds).toMatchObject([
      { amount: 80, invoice_id: newer, can_move: true },
      { amount: 20, invoice_id: older, can_move: true },
    ]);
    const figures = async () => ({
      balance: await bank.balance(),
      revenue: await bank.revenue(),
      before: await statement('2026-01-01', '2026-12-10'),
      replays: await Promise.all(
        [older, newer].map(async (id) => (await admin.get(`/api/admin/invoices/${id}/replay`)).json),
      ),
      mails: await refundMails(),
    });
    const first = await figures();
    const key = { 'Idempotency-Key': 'a1b2c3d4-0000-4000-8000-000000000044' };
    expect((await move('30', {}, key)).status).toBe(200);
    const again = await move('30', {}, key);
    expect([again.status, again.json.refunded_amount]).toEqual([200, 100]);
    await eventually(async () => (await shownRefunds(older))[0] === 50);
    expect(await shownRefunds(older, newer)).toEqual([50, 50]);
    expect(await figures()).toEqual(first);
    expect((await bank.paymentShown(attemptId)).refunds).toMatchObject([
      { amount: 50, invoice_id: newer },
      { amount: 20, invoice_id: older },
      { amount: 30, invoice_id: older, can_move: true },
    ]);
    expect(await statement('2026-12-11', '2026-12-11')).toContain(
      `Refund of ${numbers[1]} moved to ${numbers[0]}`,
    );
    expect(await statement('2026-12-11', '2026-12-11')).toContain(
      `Refund of ${numbers[0]} moved from ${numbers[1]}`,
    );
    const periods = await Promise.all([older, newer].map((id) => revenue(admin, id, id.split('_')[1] ?? '')));
    expect(periods.map((row) => [row.paid, row.refunded])).toEqual([
      [20, 50],
      [30, 50],
    ]);
    const told = (await bank.dealer.get(`/api/invoices/${newer}`)).json;
    expect(told.refunds).toMatchObject([
      { amount: 50, moves: [{ amount: 30, invoice_number: numbers[0], on: '2026-12-11' }] },
    ]);
    const paper = await bank.dealer.get(`/api/invoices/${older}/invoice.pdf`);
    expect(await pdfText(paper.bytes)).toContain(
      `$30.00 was refunded; the refund was moved here from ${numbers[1]}.`,
    );
    expect(await bank.words('payment', attemptId)).toContain(
      `$30.00 of a refund moved from ${numbers[1]} to ${numbers[0]}`,
    );
    expect(await bank.words('invoice', newer)).toContain(`$30.00 of a refund moved to ${numbers[0]}`);
    expect(await bank.words('invoice', older)).toContain(`Refund of $30.00 moved here from ${numbers[1]}`);
    // a later one sees what is left now
    await paying.stripe.refunds.create({ payment_intent: intentId, amount: 4_000 });
    await bank.settled();
    await eventually(async () => (await shownRefunds(older))[0] === 60);
    expect(await shownRefunds(older, newer)).toEqual([60, 80]);
    expect(await paying.story(paymentStream(attemptId))).toContain('PaymentRefundMoved');
  });

  it('is refused beyond the refund or the invoice, for another payment’s invoice, and to dealers', async () => {
    const { attemptId, newer, older, move } = await refundedAtProvider(7_500);
    const other = await refundedAtProvider(500);
    expect((await move('75.01')).json.error).toBe('At most $75.00 of this refund can be moved.');
    expect((await move('70.01')).json.error).toContain('At most $70.00 of ');
    expect((await move('5', { to_invoice_id: newer })).json.error).toBe('Please choose another invoice.');
    expect((await move('5', { to_invoice_id: other.older })).json.error).toBe(
      'This payment did not pay that invoice.',
    );
    expect((await move('5', { refund_id: 'none' })).status).toBe(404);
    expect((await move('5', { to_invoice_id: 'none' })).status).toBe(404);
    expect((await move('5', { reason: '' })).status).toBe(400);
    expect((await bank.dealer.post(`/api/admin/payments/${attemptId}/move-refund`, {})).status).toBe(403);
    // credited in the meantime, so that less is left of it
    await admin.post(`/api/admin/invoices/${older}/credit`, { amount: '60', reason: 'Goodwill' });
    await admin.post(`/api/admin/invoices/${older}/refund`, { amount: '60', reason: 'Paid out' });
    expect((await move('10.01')).json.error).toContain('At most $10.00 of ');
    expect((await move('10')).status).toBe(200);
    await eventually(async () => (await shownRefunds(newer))[0] === 65);
  });

  it('gives back account credit that the refund had paid out', async () => {
    const { newer, move } = await refundedAtProvider(4_000, (id) =>
      admin.post(`/api/admin/invoices/${id}/credit`, { amount: '30', reason: 'Goodwill' }),
    );
    const unused = async () => (await bank.invoiceShown(newer)).unused_credit_amount;
    expect(await unused()).toBe(0);
    const before = Number(await bank.balance());
    expect((await move('40')).status).toBe(200);
    await eventually(async () => (await unused()) === 30);
    expect(Number(await bank.balance())).toBe(before - 30);
    expect((await bank.invoiceShown(newer)).refunds).toMatchObject([{ amount: 0, moves: [{ amount: 40 }] }]);
  });
});
