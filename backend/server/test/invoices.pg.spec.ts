import { BILLING_POLICY_VERSION, invoiceStream } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import type { HttpClient } from './support/httpClient.ts';
import { billedDealer, decideInvoice, issueInvoice, saveCard, type TestInvoice } from './support/invoices.ts';

const NOW = new Date('2026-12-20T15:00:00.000Z');

let paying: Paying;
let admin: HttpClient;

beforeAll(async () => {
  paying = await startPaying({ now: () => NOW });
  admin = await paying.admin();
});
afterAll(() => paying.stop());

/** A dealer's company with one invoice of $78.00. */
const billed = (name: string, more: Partial<TestInvoice> = {}) => billedDealer(paying, name, NOW, more);

const events = (id: string) => paying.story(invoiceStream(id));

/** How long an outcome that was recorded without a request may take to be seen, on a busy machine. */
const SETTLED = { timeout: 20_000 };

describe('GET /api/invoices', () => {
  // Proves S6-invoices-1
  it('lists a company’s own, the newest first, open ones past their due date as overdue', async () => {
    const { client, accountId, id, number } = await billed('lister');
    await issueInvoice(paying, { accountId, period: '2026-11' }, NOW);
    await billed('neighbour');
    const { status, json } = await client.get('/api/invoices');
    expect(status).toBe(200);
    expect(json).toMatchObject([
      {
        id,
        account_id: accountId,
        company_name: 'Doe Security',
        invoice_number: number,
        period: '2026-12',
        invoice_date: '2026-12-01',
        due_date: '2026-12-16',
        payment_date: null,
        status: 'pending',
        total_amount: 78,
        refunded_amount: 0,
        credited_amount: 0,
        is_overdue: true,
        days_overdue: 4,
        can_pay: true,
        payment_kind: null,
        is_demo: true,
      },
      { period: '2026-11', is_overdue: true, days_overdue: 34 },
    ]);
    expect((await admin.get('/api/invoices')).json).toEqual([]);
  });

  // Proves S6-invoices-2
  it('shows Bill To, items and their rates; the replay to administrators only', async () => {
    const { client, id } = await billed('reader', {
      lines: [
        { readers: 12, rateCents: 650 },
        { readers: 3, rateCents: 400, source: 'promotional', siteId: null },
      ],
      billTo: { address: null, city: null, state: null, zip: null },
    });
    const own = await client.get(`/api/invoices/${id}`);
    expect(own.json).toMatchObject({
      user: { company: 'Doe Security', name: 'Ann Doe', address: null, email: 'ann@example.com' },
      items: [
        {
          id: '0',
          description: 'Harbor Gate 1 – monthly fee per reader',
          quantity: 12,
          unit_price: 6.5,
          amount: 78,
          site_id: 'site-1',
          site: { site_name: 'Harbor Gate 1' },
          rate_source: 'account',
        },
        { id: '1', quantity: 3, unit_price: 4, amount: 12, site: null, rate_source: 'promotional' },
      ],
      total_amount: 90,
      refunds: [],
    });
    expect(own.json).not.toHaveProperty('proof');
    const proof = {
      cut_seq: expect.any(Number),
      chain_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      policy_version: BILLING_POLICY_VERSION,
    };
    expect((await admin.get(`/api/invoices/${id}`)).json.proof).toEqual(proof);
    expect((await admin.get(`/api/admin/invoices/${id}`)).json.proof).toEqual(proof);
  });

  it('shows amounts carried from earlier invoices as separate items', async () => {
    const { client, id } = await billed('carrier', {
      adjustments: [
        {
          kind: 'carried',
          invoiceId: 'x',
          invoiceNumber: 'INV-202611-0009',
          creditId: null,
          amountCents: 30,
        },
        {
          kind: 'credit',
          invoiceId: 'y',
          invoiceNumber: 'INV-202610-0002',
          creditId: 'c',
          amountCents: -500,
        },
      ],
    });
    const { items, total_amount } = (await client.get(`/api/invoices/${id}`)).json;
    expect(items.slice(1)).toMatchObject([
      { id: '1', description: 'Carried over from INV-202611-0009', amount: 0.3, rate_source: null },
      { id: '2', description: 'Credit from INV-202610-0002', amount: -5, rate_source: null },
    ]);
    expect(total_amount).toBe(73.3);
  });

  // Proves S6-invoices-2
  it("is 404 for another company's and unknown invoices on every route", async () => {
    const { id } = await billed('owner');
    const { client } = await paying.dealer('stranger');
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/invoice.pdf'],
      ['POST', '/pay'],
    ] as const) {
      for (const one of [id, 'nothing_2026-12', 'nothing']) {
        const answered = await client.send(
          method,
          `/api/invoices/${one}${path}`,
          method === 'POST' ? { json: {} } : {},
        );
        expect([path, one, answered.status, answered.json?.error]).toEqual([
          path,
          one,
          404,
          'Invoice not found',
        ]);
      }
    }
    expect((await client.post('/api/pay-invoices', { invoiceIds: [id] })).status).toBe(404);
    expect(await events(id)).toEqual(['InvoiceIssued']);
  });
});

describe('POST /api/invoices/{id}/pay', () => {
  // Proves S6-invoices-3
  it('charges the saved card at once; paying it again is a conflict', async () => {
    const { client, accountId, id } = await billed('payer');
    await saveCard(paying, accountId);
    const paid = await client.post(`/api/invoices/${id}/pay`);
    expect([paid.status, paid.json.success, paid.json.clientSecret]).toEqual([200, true, null]);
    expect((await client.get(`/api/invoices/${id}`)).json).toMatchObject({
      status: 'paid',
      payment_date: '2026-12-20',
      payment_kind: 'card',
      is_overdue: false,
      can_pay: false,
    });
    const again = await client.post(`/api/invoices/${id}/pay`, {});
    expect([again.status, again.json.error]).toEqual([409, 'This invoice is paid already.']);
    expect(await events(id)).toEqual(['InvoiceIssued', 'InvoicePaymentStarted', 'InvoicePaid']);
  });

  // Proves S6-invoices-3
  it('opens the card form without a saved card or for another card', async () => {
    const { client, accountId, id } = await billed('former');
    const first = (await client.post(`/api/invoices/${id}/pay`, {})).json;
    expect(first).toMatchObject({ success: false, clientSecret: expect.stringMatching(/_secret_/) });
    await saveCard(paying, accountId);
    const second = (await client.post(`/api/invoices/${id}/pay`, { use_existing_payment_method: false }))
      .json;
    expect(second.paymentIntentId).toBe(first.paymentIntentId);
    expect(second.success).toBe(false);
    await paying.stripe.paymentIntents.confirm(first.paymentIntentId, { payment_method: 'pm_card_visa' });
    await paying.portal.payments.settle(first.paymentIntentId, false, paying.context());
    await expect
      .poll(() => events(id), SETTLED)
      .toEqual(['InvoiceIssued', 'InvoicePaymentStarted', 'InvoicePaid']);
  });

  // Proves I35-3
  it('pays an invoice in the mode that it was issued in, whatever the account is now', async () => {
    const { client, accountId, id } = await billed('moved', { isDemo: false });
    const demo = await issueInvoice(paying, { accountId, period: '2026-11' }, NOW);
    await saveCard(paying, accountId);
    // the account is demo, with a saved test card
    const { json: started } = await client.post(`/api/invoices/${id}/pay`, {});
    expect(started).toMatchObject({ success: false, clientSecret: expect.stringMatching(/_secret_/) });
    expect(started.publicKey).toBe(paying.portal.payments.cardsFor(true)?.publicKey);
    await paying.liveStripe.paymentIntents.confirm(started.paymentIntentId, {
      payment_method: 'pm_card_visa',
    });
    await paying.portal.payments.settle(started.paymentIntentId, true, paying.context());
    // the read model follows: a command without HTTP doesn't wait for it
    await expect
      .poll(async () => (await client.get(`/api/invoices/${id}`)).json, SETTLED)
      .toMatchObject({ status: 'paid', is_demo: false });
    const both = await billed('both', { isDemo: false });
    const test = await issueInvoice(paying, { accountId: both.accountId, period: '2026-11' }, NOW);
    const mixed = await both.client.post('/api/pay-invoices', { invoiceIds: [both.id, test.id] });
    expect([mixed.status, mixed.json.error]).toEqual([422, "Demo and live invoices can't be paid together."]);
    expect((await client.post(`/api/invoices/${demo.id}/pay`, {})).json.success).toBe(true);
  });

  // Proves S6-invoices-3
  it('leaves the invoice open for the card form if the saved card is declined', async () => {
    const { client, accountId, id } = await billed('declined');
    await saveCard(paying, accountId, 'pm_card_chargeCustomerFail');
    const declined = (await client.post(`/api/invoices/${id}/pay`)).json;
    expect(declined).toMatchObject({
      success: false,
      clientSecret: expect.stringMatching(/_secret_/),
      message: expect.stringContaining('declined'),
    });
    expect((await client.get(`/api/invoices/${id}`)).json).toMatchObject({
      status: 'pending',
      can_pay: true,
    });
  });

  // Proves S6-invoices-4
  it('charges once when several tabs pay at the same time', async () => {
    const { client, accountId, id, number } = await billed('tabs');
    await saveCard(paying, accountId);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => client.post(`/api/invoices/${id}/pay`, {})),
    );
    for (const { status, json } of answers) {
      expect(status === 200 ? json.success : json.error).toSatisfy(
        (said: unknown) => said === true || said === 'This invoice is paid already.',
      );
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const { rows } = await paying.portal.database.pool.query<{ data: string }>(
      "SELECT data FROM es.events WHERE type = 'PaymentSucceeded'",
    );
    expect(rows.filter(({ data }) => JSON.parse(data).accountId === accountId)).toHaveLength(1);
    const charges = await paying.stripe.paymentIntents.list({ limit: 100 });
    const taken = charges.data.filter(
      ({ description, status }) => status === 'succeeded' && description === `Invoice ${number}`,
    );
    expect(taken).toHaveLength(1);
    expect((await events(id)).filter((type) => type === 'InvoicePaid')).toHaveLength(1);
  });

  // Proves S6-invoices-5
  it("states why a canceled or carried invoice can't be paid", async () => {
    const voided = await billed('voider');
    await decideInvoice(paying, voided.id, { type: 'VoidInvoice', reason: null }, NOW);
    const canceled = await voided.client.post(`/api/invoices/${voided.id}/pay`, {});
    expect([canceled.status, canceled.json.error]).toEqual([
      409,
      "This invoice was canceled and can't be paid.",
    ]);
    const small = await billed('smaller', { lines: [{ readers: 1, rateCents: 30 }] });
    await decideInvoice(
      paying,
      small.id,
      { type: 'CarryInvoice', toInvoiceId: `${small.accountId}_2027-01` },
      NOW,
    );
    const carried = await small.client.post(`/api/invoices/${small.id}/pay`, {});
    expect([carried.status, carried.json.error]).toEqual([
      409,
      'This invoice was carried to a later one and is paid there.',
    ]);
    expect((await small.client.get(`/api/invoices/${small.id}`)).json).toMatchObject({
      status: 'carried',
      carried_to: `${small.accountId}_2027-01`,
      can_pay: false,
    });
  });

  // Proves S6-invoices-5
  it('refuses an invoice of 30 cents, without Pay Now; one of $0.00 is paid at once', async () => {
    const small = await billed('cents', { lines: [{ readers: 1, rateCents: 30 }] });
    expect((await small.client.get(`/api/invoices/${small.id}`)).json).toMatchObject({
      status: 'pending',
      total_amount: 0.3,
      can_pay: false,
    });
    const refused = await small.client.post(`/api/invoices/${small.id}/pay`, {});
    expect([refused.status, refused.json.error]).toEqual([
      422,
      "Amounts below $0.50 can't be paid by card. This one is carried to your next invoice.",
    ]);
    const free = await billed('free', { lines: [{ readers: 4, rateCents: 0 }] });
    expect((await free.client.get(`/api/invoices/${free.id}`)).json).toMatchObject({
      status: 'paid',
      total_amount: 0,
      can_pay: false,
      payment_kind: 'none',
    });
    const nothing = await free.client.post(`/api/invoices/${free.id}/pay`, {});
    expect([nothing.status, nothing.json.error]).toEqual([409, 'This invoice is paid already.']);
  });

  // Proves S6-invoices-5
  it('is not for administrators', async () => {
    const { id } = await billed('admins');
    for (const answered of [
      await admin.post(`/api/invoices/${id}/pay`, {}),
      await admin.post('/api/pay-invoices', { invoiceIds: [id] }),
    ]) {
      expect([answered.status, answered.json.error]).toEqual([
        403,
        'Invoices are paid by the dealer. You can record a payment by check or ACH.',
      ]);
    }
    expect((await admin.post('/api/invoices/none_2026-12/pay', {})).status).toBe(404);
  });
});

describe('POST /api/pay-invoices', () => {
  // Proves S6-invoices-6
  it('pays several invoices of one company with one payment', async () => {
    const { client, accountId, id } = await billed('several');
    const other = await issueInvoice(
      paying,
      { accountId, period: '2026-11', lines: [{ readers: 1, rateCents: 1_000 }] },
      NOW,
    );
    await saveCard(paying, accountId);
    const paid = await client.post('/api/pay-invoices', { invoiceIds: [id, other.id, id] });
    expect(paid.json.success).toBe(true);
    const intent = await paying.stripe.paymentIntents.retrieve(paid.json.paymentIntentId);
    expect(intent.amount).toBe(8_800);
    const { json } = await client.get('/api/invoices');
    expect(json.map(({ status }: { status: string }) => status)).toEqual(['paid', 'paid']);
  });

  // Proves S6-invoices-6
  it("pays nothing if one of them can't be paid", async () => {
    const { client, accountId, id } = await billed('mixed');
    const other = await billed('mixed.other');
    await saveCard(paying, accountId);
    const foreign = await client.post('/api/pay-invoices', { invoiceIds: [id, other.id] });
    expect([foreign.status, foreign.json.error]).toEqual([404, 'Invoice not found']);
    const small = await issueInvoice(
      paying,
      { accountId, period: '2026-11', lines: [{ readers: 1, rateCents: 30 }] },
      NOW,
    );
    expect((await client.post('/api/pay-invoices', { invoiceIds: [id, small.id] })).status).toBe(422);
    for (const invoiceIds of [[], undefined, 'all', [1]]) {
      expect((await client.post('/api/pay-invoices', { invoiceIds })).status).toBe(400);
    }
    expect(await events(id)).toEqual(['InvoiceIssued']);
  });
});
