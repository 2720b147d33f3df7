import { randomUUID } from 'node:crypto';
import { invoiceStream } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { billedDealer, issueInvoice, saveCard } from './support/invoices.ts';
import { pdfText } from './support/pdfText.ts';

const NOW = new Date('2026-12-20T15:00:00.000Z');

let clock = NOW;
let paying: Paying;
let admin: HttpClient;

beforeAll(async () => {
  paying = await startPaying({ now: () => clock });
  admin = await paying.admin();
});
afterAll(() => paying.stop());

const path = (id: string, verb = '') => `/api/admin/invoices/${id}${verb}`;
/** An invoice of $78.00, dated Dec 1, 2026. */
const billed = (name: string) => billedDealer(paying, name, NOW);
const record = (id: string, amount: string | null, more: object = {}, headers?: Record<string, string>) =>
  admin.post(
    path(id, '/record-payment'),
    {
      ...(amount === null ? {} : { amount }),
      method: 'check',
      paid_on: '2026-12-18',
      reference: '1042',
      ...more,
    },
    headers,
  );
const reverse = (id: string, payment_id: string, reason: string | undefined = 'It bounced') =>
  admin.post(path(id, '/reverse-payment'), { payment_id, reason });
const story = (id: string) => paying.story(invoiceStream(id));
const balance = async (client: HttpClient) => (await client.get('/api/billing-summary')).json.balance;
const mailsOf = async (userId: string, kind: string) => {
  const { json } = await admin.get('/api/admin/mails');
  return (json as { user_id: string; kind: string; subject: string; text?: string; id: string }[]).filter(
    (mail) => mail.user_id === userId && mail.kind === kind,
  );
};

describe('a check over less than the invoice', () => {
  // Proves S6-invoices-24
  it('leaves the rest open, on every page and PDF', async () => {
    const { client, id, userId } = await billed('partly');
    const answered = await record(id, '40');
    expect([answered.status, answered.json]).toMatchObject([
      200,
      {
        status: 'pending',
        total_amount: 78,
        paid_amount: 40,
        open_amount: 38,
        can_pay: true,
        payment_kind: null,
        payment_date: null,
        payments: [
          { kind: 'check', amount: 40, paid_on: '2026-12-18', reference: '1042', reversed_on: null },
        ],
      },
    ]);
    expect(await story(id)).toEqual(['InvoiceIssued', 'InvoicePartPaid']);
    expect(await balance(client)).toBe(38);
    const [listed] = (await client.get('/api/invoices')).json;
    expect(listed).toMatchObject({ status: 'pending', total_amount: 78, paid_amount: 40, open_amount: 38 });
    const pdf = await pdfText((await client.get(`/api/invoices/${id}/invoice.pdf`)).bytes);
    for (const part of [
      'Total $78.00',
      'Paid so far $40.00',
      'Still open $38.00',
      '$40.00 paid by check, reference 1042, on Dec 18, 2026.',
    ])
      expect(pdf).toContain(part);
    const csv = (await client.get('/api/invoices-of-year?year=2026&format=csv')).text;
    expect(csv).toMatch(/Invoice total,Paid so far,Still open,PO number\r?\n/);
    expect(csv).toContain('78.00,40.00,38.00');
    const statement = (await client.get('/api/statement?from=2026-12-01&to=2026-12-31&format=csv')).text;
    expect(statement).toContain('Payment of');
    expect(statement).toMatch(/40\.00,38\.00/);
    const [mail] = await eventually(async () => {
      const mails = await mailsOf(userId, 'invoicePartPaid');
      return mails.length > 0 ? mails : null;
    });
    expect(mail?.subject).toMatch(/^Payment received for INV-/);
  });

  // Proves S6-invoices-26
  it('lets the dealer pay only the rest by card', async () => {
    const { client, id, accountId } = await billed('restbycard');
    await saveCard(paying, accountId);
    await record(id, '40');
    expect((await client.post(`/api/invoices/${id}/pay`)).json.success).toBe(true);
    const { json } = await client.get(`/api/invoices/${id}`);
    expect(json).toMatchObject({ status: 'paid', paid_amount: 78, open_amount: 0, payment_kind: 'card' });
    const { data } = await paying.stripe.charges.list({ limit: 1 });
    expect(data[0]?.amount).toBe(3_800);
    // what the card paid goes back to the card; the check's part goes back by check
    const detail = (await admin.get(path(id))).json;
    expect(detail.correctable).toEqual({ refund: 78, card: 38, credit: 78 });
    const refund = await admin.post(path(id, '/refund'), { amount: '38.01' });
    expect([refund.status, refund.json.error]).toEqual([
      422,
      'At most $38.00 can go back to the card. Record the rest as a refund by check or ACH.',
    ]);
    expect((await admin.post(path(id, '/refund'), { amount: '38' })).status).toBe(200);
  });

  // Proves S6-invoices-26
  it('can be one of several invoices paid together', async () => {
    const { client, id, accountId } = await billed('severalatonce');
    await saveCard(paying, accountId);
    const other = await issueInvoice(paying, { accountId, period: '2026-11' }, NOW);
    await record(id, '40');
    const paid = await client.post('/api/pay-invoices', { invoiceIds: [id, other.id] });
    expect(paid.json.success).toBe(true);
    const { data } = await paying.stripe.charges.list({ limit: 1 });
    expect(data[0]?.amount).toBe(3_800 + 7_800);
    const list = (await client.get('/api/invoices')).json as { status: string }[];
    expect(list.map(({ status }) => status)).toEqual(['paid', 'paid']);
  });

  it('closes a card form for the whole amount', async () => {
    const { client, id } = await billed('formclosed');
    const form = (await client.post(`/api/invoices/${id}/pay`, {})).json;
    await record(id, '40');
    expect((await paying.stripe.paymentIntents.retrieve(form.paymentIntentId)).status).toBe('canceled');
    const anew = (await client.post(`/api/invoices/${id}/pay`, {})).json;
    expect((await paying.stripe.paymentIntents.retrieve(anew.paymentIntentId)).amount).toBe(3_800);
    // a reversal closes it too: the whole amount is open again
    const [payment] = (await admin.get(path(id))).json.payments;
    expect((await reverse(id, payment.id)).json).toMatchObject({ status: 'pending', open_amount: 78 });
    expect((await paying.stripe.paymentIntents.retrieve(anew.paymentIntentId)).status).toBe('canceled');
  });

  // Proves S6-invoices-26
  it('is recorded once, however often it is sent', async () => {
    const { id } = await billed('oncealone');
    const key = { 'Idempotency-Key': randomUUID() };
    const [first, second] = [await record(id, '40', {}, key), await record(id, '40', {}, key)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await record(id, '40')).status).toBe(409);
    expect(await story(id)).toEqual(['InvoiceIssued', 'InvoicePartPaid']);
    const at = randomUUID();
    await Promise.all(
      [1, 2, 3].map(() => record(id, '10', { reference: '1043' }, { 'Idempotency-Key': at })),
    );
    expect((await admin.get(path(id))).json).toMatchObject({ paid_amount: 50, open_amount: 28 });
  });

  it('that leaves too little for a card shows no Pay Now', async () => {
    const { client, id } = await billed('fewcents');
    expect((await record(id, '77.80')).json).toMatchObject({
      status: 'pending',
      open_amount: 0.2,
      can_pay: false,
    });
    expect((await client.post(`/api/invoices/${id}/pay`)).json.error).toBe(
      "Amounts below $0.50 can't be paid by card. This one is carried to your next invoice.",
    );
  });
});

describe('a check over more than the invoice', () => {
  // Proves S6-invoices-24
  it('pays it, and turns the excess into account credit', async () => {
    const { client, id, userId } = await billed('toomuch');
    expect((await record(id, '100')).json).toMatchObject({
      status: 'paid',
      paid_amount: 78,
      open_amount: 0,
      credited_amount: 22,
      correctable: { refund: 100, credit: 78 },
      unused_credit_amount: 22,
    });
    expect(await balance(client)).toBe(0);
    const statement = (await client.get('/api/statement?from=2026-12-01&to=2026-12-31&format=csv')).text;
    expect(statement.trim().split('\n').at(-1)).toContain('-22');
    await eventually(async () => ((await mailsOf(userId, 'invoicePaid')).length > 0 ? true : null));
    expect(await mailsOf(userId, 'invoiceCredited')).toEqual([]);
  });
});

describe('reversing a payment', () => {
  // Proves S6-invoices-27
  it('reopens the invoice with a reason in its history, and revokes the credit', async () => {
    const { client, id, userId } = await billed('bounced');
    const [payment] = (await record(id, '100')).json.payments;
    expect((await reverse(id, payment.id)).json).toMatchObject({
      status: 'pending',
      paid_amount: 0,
      open_amount: 78,
      credited_amount: 0,
      credit_to_repay_amount: 0,
      payment_date: null,
      payments: [{ id: payment.id, reversed_on: '2026-12-20' }],
    });
    expect(await balance(client)).toBe(78);
    const history = (await admin.get(`/api/admin/audit/invoice/${id}/timeline`)).text;
    expect(history).toContain(
      'Payment of $100.00 reversed on Dec 20, 2026, $22.00 of account credit taken back: It bounced',
    );
    const pdf = await pdfText((await client.get(`/api/invoices/${id}/invoice.pdf`)).bytes);
    expect(pdf).toContain(
      '$100.00 paid by check, reference 1042, on Dec 18, 2026; reversed on Dec 20, 2026.',
    );
    const [mail] = await eventually(async () => {
      const mails = await mailsOf(userId, 'paymentReversed');
      return mails.length > 0 ? mails : null;
    });
    expect(mail?.subject).toMatch(/^A payment for INV-.* was reversed$/);
    // the same again changes nothing, and the check may come in anew
    const before = await story(id);
    expect((await reverse(id, payment.id)).status).toBe(200);
    expect(await story(id)).toEqual(before);
    expect((await record(id, null)).json).toMatchObject({ status: 'paid', paid_amount: 78 });
  });

  // Proves B47
  it('is asked about where the company has an equal one, and recorded on demand', async () => {
    const { id, client } = await billed('twice');
    const first = await record(id, '40');
    expect(first.json.paid_amount).toBe(40);
    const asked = await record(id, '40');
    expect(asked).toMatchObject({
      status: 409,
      json: { code: 'recorded_before', errors: [{ path: 'record_again' }] },
    });
    expect(asked.json.error).toMatch(
      /^\$40\.00 with this reference and date was recorded before on INV-\d+-\d+, paid on Dec 18, 2026\. Record it again\?$/,
    );
    expect((await admin.get(path(id))).json.paid_amount).toBe(40);
    // also two at once, which the read model knows nothing of yet
    const both = await Promise.all([1, 2].map(() => record(id, '2')));
    expect(both.map(({ json }) => json.code ?? json.status).sort()).toEqual(['pending', 'recorded_before']);
    // another amount or reference is another payment
    expect((await record(id, '1', {})).status).toBe(200);
    const again = await record(id, '40', { record_again: true });
    expect([again.status, again.json.paid_amount]).toEqual([200, 78]);
    expect((await client.get(`/api/invoices/${id}`)).json.status).toBe('paid');
  });

  // Proves B47
  it.each([
    ['over part of the invoice', '40', {}, 'pending', 40],
    ['over the open amount', null, {}, 'paid', 78],
    ['beside an equal one that was confirmed meanwhile', '20', { record_again: true }, 'pending', 40],
  ])('answers a retry as the first try, %s', async (text, amount, other, status, paid_amount) => {
    const { id } = await billed(`retried${text.length}`);
    const key = { 'Idempotency-Key': `retry-of-${id}` };
    const first = await record(id, amount, {}, key);
    expect(first.status).toBe(200);
    if (amount === '20') await record(id, amount, other);
    const before = await story(id);
    clock = new Date('2026-12-22T09:00:00.000Z');
    admin = await paying.admin();
    try {
      const kept = await record(id, amount, {}, key);
      expect([kept.status, kept.json]).toEqual([200, first.json]);
      // the portal stopped before it stored the answer: the command runs again
      await paying.portal.database.pool.query(
        "UPDATE commands SET status = NULL, answer = NULL, leased_until = now() - interval '1 second' WHERE key = $1",
        [key['Idempotency-Key']],
      );
      const again = await record(id, amount, {}, key);
      expect([again.status, again.json.error, again.json]).toMatchObject([
        200,
        undefined,
        { status, paid_amount, payments: expect.arrayContaining(first.json.payments) },
      ]);
      expect(await story(id)).toEqual(before);
    } finally {
      clock = NOW;
      admin = await paying.admin();
    }
  });

  it('needs a reason and a recorded payment', async () => {
    const { id, client, accountId } = await billed('refused');
    await saveCard(paying, accountId);
    const [part] = (await record(id, '40')).json.payments;
    const without = await reverse(id, part.id, ' ');
    expect([without.status, without.json.error]).toEqual([400, 'Please give a reason']);
    const unknown = await reverse(id, randomUUID());
    expect([unknown.status, unknown.json.error]).toEqual([404, 'Payment not found']);
    await client.post(`/api/invoices/${id}/pay`);
    const [, card] = (await admin.get(path(id))).json.payments;
    const byCard = await reverse(id, card.id);
    expect([byCard.status, byCard.json.error]).toEqual([
      409,
      'Only a payment by check or ACH can be reversed. Refund a payment by card instead.',
    ]);
    // the check's part is open again and paid by card a second time
    expect((await reverse(id, part.id)).json).toMatchObject({
      status: 'pending',
      paid_amount: 38,
      open_amount: 40,
    });
    expect((await client.post(`/api/invoices/${id}/pay`)).json.success).toBe(true);
    expect((await admin.get(path(id))).json).toMatchObject({ status: 'paid', paid_amount: 78 });
  });

  it('is for administrators only', async () => {
    const { id, client } = await billed('dealerstry');
    const [payment] = (await record(id, '40')).json.payments;
    const answered = await client.post(path(id, '/reverse-payment'), { payment_id: payment.id, reason: 'x' });
    expect(answered.status).toBe(403);
  });
});
