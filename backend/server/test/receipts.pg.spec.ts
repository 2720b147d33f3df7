import type { Receipt, ReceiptTotals } from '@portal/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BankReports, startBankReports } from './payments/bankReports.ts';
import { DEMO_KEY, type Paying } from './payments/support.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';

let bank: BankReports;
let paying: Paying;
let admin: HttpClient;
let accountId: string;
let today: string;

beforeAll(async () => {
  bank = await startBankReports();
  ({ paying, admin, accountId } = bank);
  const invoiceId = await paying.invoice(accountId, 100);
  today = (await bank.invoiceShown(invoiceId)).today;
});
afterAll(() => paying.stop());

const listed = async (filter: object, sort = ['day', 'DESC']): Promise<readonly Receipt[]> => {
  await paying.portal.projections.caughtUp();
  const query = new URLSearchParams({ filter: JSON.stringify(filter), sort: JSON.stringify(sort) });
  return (await admin.get(`/api/admin/receipts?${query}`)).json;
};
const totals = async (filter: object): Promise<readonly ReceiptTotals[]> =>
  (await admin.get(`/api/admin/receipts/totals?filter=${encodeURIComponent(JSON.stringify(filter))}`)).json;

async function record(invoiceId: string, payment: object) {
  const body = { method: 'check', paid_on: today, ...payment };
  const { status, json } = await admin.post(`/api/admin/invoices/${invoiceId}/record-payment`, body);
  expect(status).toBe(200);
  return json.payments.at(-1).id as string;
}

describe('receipts', { timeout: 60_000 }, () => {
  // Proves I38-receipts
  it('are checks and transfers with reference, day and what became of them', async () => {
    const invoiceId = await paying.invoice(accountId, 10_000);
    const { invoice_number } = await bank.invoiceShown(invoiceId);
    const check = await record(invoiceId, { amount: '60', reference: 'check 7001' });
    await record(invoiceId, {
      amount: '40',
      method: 'ach',
      reference: '091000017002',
      paid_on: '2026-03-02',
    });
    await admin.post(`/api/admin/invoices/${invoiceId}/reverse-payment`, {
      payment_id: check,
      reason: 'It bounced',
    });
    expect(await listed({ invoice_id: invoiceId })).toMatchObject([
      {
        method: 'check',
        day: today,
        amount: 60,
        receipt_amount: 60,
        reference: 'check 7001',
        invoice_number,
        account_id: accountId,
        reversed_on: today,
        reason: 'It bounced',
        card: null,
        is_demo: true,
      },
      {
        method: 'ach',
        day: '2026-03-02',
        amount: 40,
        reference: '091000017002',
        reversed_on: null,
        reason: null,
      },
    ]);
    const found = async (filter: object) =>
      (await listed({ invoice_id: invoiceId, ...filter })).map(({ amount }) => amount);
    expect(await found({ q: 'CHECK 7001' })).toEqual([60]);
    expect(await found({ q: invoice_number })).toEqual([60, 40]);
    expect(await found({ method: 'ach' })).toEqual([40]);
    expect(await found({ reversed: true })).toEqual([60]);
    expect(await found({ day_gte: '2026-03-01', day_lte: '2026-03-02' })).toEqual([40]);
    expect(await found({ is_demo: false })).toEqual([]);
    expect(await totals({ invoice_id: invoiceId })).toEqual([
      { day: '2026-03-02', method: 'ach', is_demo: true, receipts: 1, amount: 40, reversed_amount: 0 },
      { day: today, method: 'check', is_demo: true, receipts: 1, amount: 60, reversed_amount: 60 },
    ]);
  });

  // Proves I38-receipts
  it('have a row for each invoice of one check, which counts once', async () => {
    const ids = [await paying.invoice(accountId, 3_000), await paying.invoice(accountId, 2_000)];
    const { json } = await admin.post(`/api/admin/accounts/${accountId}/receipts`, {
      method: 'check',
      amount: '50',
      received_on: today,
      reference: '7003',
      shares: [
        { invoice_id: ids[0], amount: '30' },
        { invoice_id: ids[1], amount: '20' },
      ],
    });
    const whole = { receipt_id: json.id, receipt_amount: 50, reference: '7003', day: today };
    expect(await listed({ invoice_id: ids }, ['amount', 'DESC'])).toMatchObject([
      { ...whole, amount: 30 },
      { ...whole, amount: 20 },
    ]);
    expect(await totals({ invoice_id: ids })).toMatchObject([
      { receipts: 1, amount: 50, reversed_amount: 0 },
    ]);
    await admin.post(`/api/admin/receipts/${json.id}/reverse`, { reason: 'It bounced' });
    expect(await totals({ invoice_id: ids })).toMatchObject([{ receipts: 1, reversed_amount: 50 }]);
  });

  // Proves I38-receipts
  it('are card payments by what they paid, refunded or taken back by the bank', async () => {
    const orderId = await paying.order(accountId, 5_000);
    await bank.payShares('pm_card_visa', { kind: 'order', id: orderId, amountCents: 5_000 });
    const { invoiceIds, attemptId, intentId } = await bank.pay('pm_card_mastercard', 6_000, 4_000);
    const [first = '', second = ''] = invoiceIds;
    const card = { brand: 'mastercard', last4: '4444' };
    const shares = () => listed({ invoice_id: invoiceIds }, ['amount', 'DESC']);
    expect(await shares()).toMatchObject([
      { receipt_id: attemptId, amount: 60, receipt_amount: 100, card, invoice_id: first, refunded_amount: 0 },
      { receipt_id: attemptId, amount: 40, receipt_amount: 100, card, invoice_id: second, dispute: null },
    ]);
    expect(await listed({ order_id: orderId })).toMatchObject([
      { method: 'card', amount: 50, day: today, order_number: expect.any(String), invoice_id: null },
    ]);
    expect(await totals({ account_id: accountId, method: 'card' })).toEqual([
      { day: today, method: 'card', is_demo: true, receipts: 2, amount: 150, reversed_amount: 0 },
    ]);
    await admin.post(`/api/admin/invoices/${first}/refund`, { amount: '15', reason: 'Wrong rate' });
    await eventually(async () => (await shares())[0]?.refunded_amount === 15);
    expect((await shares())[1]?.refunded_amount).toBe(0);

    const disputeId = paying.simulator.dispute(DEMO_KEY, intentId);
    await bank.settled();
    expect((await shares()).map(({ dispute }) => dispute)).toEqual(['open', 'open']);
    await paying.stripe.disputes.close(disputeId);
    await bank.settled();
    await eventually(async () => (await shares())[1]?.dispute === 'lost');
  });
});
