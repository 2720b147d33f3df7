import { invoiceStream } from '@portal/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { billedDealer, decideInvoice, saveCard } from './support/invoices.ts';
import { pages, stated, summary } from './support/moneyFigures.ts';

const NOW = new Date('2026-12-20T15:00:00.000Z');

let paying: Paying;
let admin: HttpClient;

beforeAll(async () => {
  paying = await startPaying({ now: () => NOW });
  admin = await paying.admin();
});
afterAll(() => paying.stop());

const pay = (client: HttpClient, id: string, amount?: string, saved = true) =>
  client.post(`/api/invoices/${id}/pay`, {
    use_existing_payment_method: saved,
    ...(amount !== undefined && { amount }),
  });
/** Lets the card form of a payment succeed. */
async function confirm(intentId: string): Promise<void> {
  await paying.stripe.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' });
  await paying.portal.payments.settle(intentId, false, paying.context());
  await paying.portal.projections.caughtUp();
}
/** A check that is booked while a card may be charged, as a share of a receipt is. */
const bookShare = (invoiceId: string, amountCents: number) =>
  decideInvoice(
    paying,
    invoiceId,
    {
      type: 'RecordInvoicePayment',
      recordId: `r_${invoiceId}`,
      method: 'check',
      amountCents,
      paidOn: '2026-12-18',
      reference: '1',
      reason: null,
      isDemo: true,
      today: '2026-12-20',
      receipt: { receiptId: 'r', amountCents, invoiceNumbers: ['INV'] },
    },
    NOW,
  );

// Proves I38-chosen-amount
it('pays a part of an invoice, and then the rest', async () => {
  const { client, accountId, userId, id, number } = await billedDealer(paying, 'part', NOW);
  await saveCard(paying, accountId);
  const first = await pay(client, id, '50');
  expect([first.status, first.json.success]).toEqual([200, true]);
  expect((await client.get(`/api/invoices/${id}`)).json).toMatchObject({
    status: 'pending',
    paid_amount: 50,
    open_amount: 28,
    can_pay: true,
    payments: [{ kind: 'card', amount: 50, reference: null, reversed_on: null }],
  });
  await paying.portal.projections.caughtUp();
  expect([await summary(client), await stated(client)]).toEqual([{ balance: 28, credit: 0 }, 28]);
  const filter = encodeURIComponent(JSON.stringify({ account_id: accountId }));
  expect((await admin.get(`/api/admin/receipts?filter=${filter}`)).json).toMatchObject([
    { method: 'card', amount: 50, invoice_number: number },
  ]);
  const { text } = await admin.get(`/api/admin/audit/invoice/${id}/timeline`);
  expect(text).toContain('Paid in part by card on Dec 20, 2026: $50.00');
  const mail = await eventually(async () => {
    const mails = (await admin.get('/api/admin/mails')).json as {
      user_id: string;
      kind: string;
      id: string;
    }[];
    return mails.find(({ user_id, kind }) => user_id === userId && kind === 'invoicePartPaid') ?? null;
  });
  expect(mail.kind).toBe('invoicePartPaid');
  // Pay Now takes what is left
  expect((await pay(client, id)).json.success).toBe(true);
  expect(await pages(client, id)).toEqual([['paid', 0]]);
  expect(await stated(client)).toBe(0);
  expect(await paying.story(invoiceStream(id))).toEqual([
    'InvoiceIssued',
    'InvoicePaymentStarted',
    'InvoicePartPaid',
    'InvoicePaymentStarted',
    'InvoicePaid',
  ]);
});

// Proves I38-chosen-amount
it('takes no more than is open, and no less than a card can be charged', async () => {
  const { client, accountId, id } = await billedDealer(paying, 'limits', NOW);
  await saveCard(paying, accountId);
  const refused = async (amount: string) => {
    const { status, json } = await pay(client, id, amount);
    return [status, json.errors?.[0]?.path, json.error];
  };
  expect(await refused('78.01')).toEqual([422, 'amount', '$78.00 of this invoice is open, not more.']);
  expect(await refused('0.49')).toEqual([422, 'amount', "Amounts below $0.50 can't be paid by card."]);
  expect(await refused('0')).toEqual([400, 'amount', 'Amount must be more than $0.00']);
  expect((await refused('1.005')).slice(0, 2)).toEqual([400, 'amount']);
  expect(await paying.story(invoiceStream(id))).toEqual(['InvoiceIssued']);
});

// Proves I38-chosen-amount
it('of another amount ends the card form that is open', async () => {
  const { client, id } = await billedDealer(paying, 'changed', NOW);
  const whole = (await pay(client, id, undefined, false)).json;
  const part = (await pay(client, id, '20', false)).json;
  expect((await paying.stripe.paymentIntents.retrieve(whole.paymentIntentId)).status).toBe('canceled');
  const same = (await pay(client, id, '20.00', false)).json;
  expect(same.paymentIntentId).toBe(part.paymentIntentId);
  expect((await paying.stripe.paymentIntents.retrieve(part.paymentIntentId)).amount).toBe(2_000);
  await confirm(part.paymentIntentId);
  expect(await pages(client, id)).toEqual([['pending', 58]]);
});

// Proves I38-chosen-amount
it.each([
  ['fits what a check left open', 1_000, ['pending', 18], 0],
  ['is more than a check left open: it is returned', 4_000, ['pending', 38], 5_000],
] as const)('that %s', async (name, checkCents, page, returned) => {
  const { client, id } = await billedDealer(paying, `check${name.length}`, NOW);
  const { paymentIntentId: intent } = (await pay(client, id, '50', false)).json;
  await bookShare(id, checkCents);
  await confirm(intent);
  expect(await pages(client, id)).toEqual([page]);
  const refunded = await eventually(async () => {
    const { data } = await paying.stripe.refunds.list({ payment_intent: intent });
    const cents = data.reduce((sum, { amount }) => sum + amount, 0);
    return cents === returned ? { cents } : null;
  });
  expect(refunded.cents).toBe(returned);
});
