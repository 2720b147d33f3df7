import { randomUUID } from 'node:crypto';
import { invoiceDetailSchema, invoiceItemsSchema } from '@portal/contract';
import { invoiceStream } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { billedDealer, decideInvoice, issueInvoice, saveCard, type TestInvoice } from './support/invoices.ts';
import { siteOrder } from './support/testPortal.ts';

const NOW = new Date('2026-12-20T15:00:00.000Z');

let paying: Paying;
let admin: HttpClient;

beforeAll(async () => {
  paying = await startPaying({ now: () => NOW });
  admin = await paying.admin();
});
afterAll(() => paying.stop());

const billed = (name: string, more: Partial<TestInvoice> = {}) => billedDealer(paying, name, NOW, more);
/** An invoice of $78.00 that a saved card paid. */
async function paidByCard(name: string, card = 'pm_card_visa') {
  const dealer = await billed(name);
  await saveCard(paying, dealer.accountId, card);
  expect((await dealer.client.post(`/api/invoices/${dealer.id}/pay`)).json.success).toBe(true);
  return dealer;
}
/** An invoice of $78.00 that a check paid. */
async function paidByCheck(name: string) {
  const dealer = await billed(name);
  expect((await record(dealer.id, {})).status).toBe(200);
  return dealer;
}
const path = (id: string, verb = '') => `/api/admin/invoices/${id}${verb}`;
const record = (id: string, more: object) =>
  admin.post(path(id, '/record-payment'), {
    method: 'check',
    paid_on: '2026-12-18',
    reference: '1042',
    reason: 'came by mail',
    ...more,
  });
const story = (id: string) => paying.story(invoiceStream(id));

describe('GET /api/admin/invoices', () => {
  // Proves S6-invoices-11
  it('lists by company, user, state, period and search, page by page', async () => {
    const one = await billed('filterone', { billTo: { company: 'Zebra Guards' } });
    await issueInvoice(paying, { accountId: one.accountId, period: '2027-01' }, NOW);
    const two = await billed('filtertwo');
    await decideInvoice(paying, two.id, { type: 'VoidInvoice', reason: null }, NOW);
    const ids = async (query: string) =>
      ((await admin.get(`/api/admin/invoices?${query}`)).json as { id: string }[]).map(({ id }) => id);
    const next = `${one.accountId}_2027-01`;
    expect(await ids(`userId=${one.userId}`)).toEqual([next, one.id]);
    expect(await ids('userId=nobody')).toEqual([]);
    expect(await ids(`filter={"account_id":"${one.accountId}"}&sort=["invoice_date","ASC"]`)).toEqual([
      one.id,
      next,
    ]);
    expect(await ids(`account_id=${one.accountId}&overdue=true`)).toEqual([one.id]);
    expect(await ids(`account_id=${one.accountId}&filter={"is_overdue":false}`)).toEqual([next]);
    expect(await ids(`account_id=${two.accountId}&status=canceled`)).toEqual([two.id]);
    expect(await ids(`account_id=${one.accountId}&period=2027-01`)).toEqual([next]);
    expect(await ids('q=zebra')).toEqual([one.id]);
    expect(await ids(`q=${one.number}`)).toEqual([one.id]);
    const page = await admin.get(`/api/admin/invoices?range=[0,0]&filter={"account_id":"${one.accountId}"}`);
    expect(page.headers['content-range']).toBe('invoices 0-0/2');
  });

  it.each(['status=lost', 'overdue=maybe', 'filter={"secret":1}', 'sort=["lines","ASC"]', 'range=[5,1]'])(
    'refuses %s',
    async (query) => {
      expect((await admin.get(`/api/admin/invoices?${query}`)).status).toBe(400);
    },
  );

  it('is 404 for an unknown invoice on every route', async () => {
    const before = await paying.eventCount();
    const answers = [
      await admin.get(path('none_2026-12')),
      await admin.get(path('none_2026-12', '/invoice.pdf')),
      await admin.post(path('none_2026-12', '/refund'), { amount: '1' }),
      await admin.post(path('none_2026-12', '/credit'), { amount: '1' }),
      await record('none_2026-12', {}),
      await admin.post('/api/admin/update-invoice-site', { invoiceId: 'none_2026-12', siteId: randomUUID() }),
    ];
    expect(answers.map(({ status, json }) => [status, json.error])).toEqual(
      answers.map(() => [404, 'Invoice not found']),
    );
    expect(await paying.eventCount()).toEqual(before);
  });
});

it('waits for the further lines of an invoice wherever it is read whole', () => {
  const whole: readonly unknown[] = [invoiceDetailSchema, invoiceItemsSchema];
  const reading = paying.portal.routes.filter(
    ({ method, path, answers }) =>
      method === 'GET' && (whole.includes(answers?.[200]) || /invoice\.(pdf|csv)$/.test(path)),
  );
  expect(reading).toHaveLength(6);
  for (const { path, reads } of reading)
    expect([path, reads]).toEqual([path, ['invoices', 'invoiceLines', 'creditNotes']]);
});

describe('recording a payment', () => {
  // Proves S6-invoices-12
  it('by check or ACH without an amount pays the whole invoice', async () => {
    const { id } = await billed('checker');
    const answered = await record(id, { method: 'ach', reference: ' trace 9 ' });
    expect([answered.status, answered.json]).toMatchObject([
      200,
      { status: 'paid', payment_date: '2026-12-18', payment_kind: 'ach', payment_reference: 'trace 9' },
    ]);
    const again = await record(id, { reference: 'other' });
    expect([again.status, again.json.error]).toEqual([409, 'This invoice is paid already.']);
  });

  // Proves S6-invoices-12
  it('closes an open card form, so that it takes no money', async () => {
    const { client, id } = await billed('leftopen');
    const form = (await client.post(`/api/invoices/${id}/pay`, {})).json;
    expect((await record(id, {})).json.status).toBe('paid');
    const intent = await paying.stripe.paymentIntents.retrieve(form.paymentIntentId);
    expect(intent.status).toBe('canceled');
    expect(await story(id)).toEqual([
      'InvoiceIssued',
      'InvoicePaymentStarted',
      'InvoicePaymentEnded',
      'InvoicePaid',
    ]);
  });

  // Proves S6-invoices-24
  it.each([
    [{ method: 'cash' }, 400, 'Please choose check or ACH'],
    [{ paid_on: '2026-13-01' }, 400, 'Please enter a date'],
    [{ paid_on: '0026-12-01' }, 400, 'Please enter a date'],
    [{ reference: ' ' }, 400, 'Reference is required'],
    [{ paid_on: '2026-12-21' }, 422, "The payment date can't be in the future"],
    [{ paid_on: '2026-11-30' }, 422, "The payment date can't be before the invoice date, Dec 1, 2026"],
    [{ paid_on: '1999-01-01' }, 422, "The payment date can't be before the invoice date, Dec 1, 2026"],
    [{ amount: '0' }, 400, 'Amount must be more than $0.00'],
    [{ amount: '0.00' }, 400, 'Amount must be more than $0.00'],
    [{ amount: '-40' }, 400, 'Amount must be more than $0.00'],
    [{ amount: -0.01 }, 400, 'Amount must be more than $0.00'],
    [{ amount: '40.005' }, 400, 'Amount must be dollars with at most two decimals'],
    [{ amount: 'forty' }, 400, 'Amount must be dollars with at most two decimals'],
    [{ amount: '' }, 400, 'Amount is required'],
  ])('refuses %j', async (more, status, message) => {
    const { id } = await billed(`bad${randomUUID().slice(0, 8)}`);
    const answered = await record(id, more);
    expect([answered.status, answered.json.error]).toEqual([status, message]);
    expect(await story(id)).toEqual(['InvoiceIssued']);
  });
});

describe('refunds and credits', () => {
  // Proves S6-invoices-13
  it('return part of a card payment through the provider', async () => {
    const { id, client } = await paidByCard('refunder');
    const asked = await admin.post(path(id, '/refund'), { amount: '8.50', reason: 'one reader too many' });
    expect([asked.status, asked.json.refunds]).toMatchObject([200, [{ amount: 8.5 }]]);
    const { refunds } = await eventually(async () => {
      const { json } = await client.get(`/api/invoices/${id}`);
      return json.refunds[0].status === 'refunded' ? json : null;
    });
    expect(refunds).toMatchObject([{ amount: 8.5, status: 'refunded' }]);
    expect((await client.get(`/api/invoices/${id}`)).json).toMatchObject({
      status: 'paid',
      refunded_amount: 8.5,
      total_amount: 78,
    });
    const { data } = await paying.stripe.refunds.list({ limit: 10 });
    expect(data.filter(({ amount }) => amount === 850)).toHaveLength(1);
  });

  // Proves S6-invoices-13
  it('never return more than was paid in any combination', async () => {
    const { id } = await paidByCheck('mixer');
    const credit = (amount: string) => admin.post(path(id, '/credit'), { amount });
    expect((await credit('50')).json.credited_amount).toBe(50);
    const tooMuch = await credit('28.01');
    expect([tooMuch.status, tooMuch.json.errors]).toEqual([
      422,
      [{ path: 'amount', message: 'At most $28.00 of this invoice can be refunded or credited.' }],
    ]);
    const refund = { amount: '28', method: 'check', refunded_on: '2026-12-19', reference: '2001' };
    expect((await admin.post(path(id, '/refund'), refund)).json).toMatchObject({
      refunded_amount: 28,
      refunds: [{ status: 'refunded' }],
      // the refund paid out that much of the credit
      unused_credit_amount: 22,
      correctable: { refund: 50, credit: 28 },
    });
    expect((await credit('28.01')).status).toBe(422);
    expect((await admin.post(path(id, '/refund'), { ...refund, amount: '50.01' })).status).toBe(422);
  });

  // Proves I8-credit-corrected
  it('return credit, not money, if credit settled the invoice', async () => {
    const adjustments = [
      {
        kind: 'credit',
        invoiceId: 'a_2026-11',
        invoiceNumber: 'INV-202611-0009',
        creditId: 'c0',
        amountCents: -7_800,
      },
    ] as const;
    const { id, client } = await billed('settled', { adjustments });
    expect((await admin.get(path(id))).json).toMatchObject({
      status: 'paid',
      payment_kind: 'none',
      total_amount: 0,
      credit_spent_amount: 78,
      correctable: { refund: 0, card: 0, credit: 78 },
    });
    const own = (await client.get(`/api/invoices/${id}`)).json;
    expect([own.credit_spent_amount, 'correctable' in own]).toEqual([78, false]);
    for (const way of [{}, { method: 'check', reference: '2001' }]) {
      const refund = await admin.post(path(id, '/refund'), { amount: '5', ...way });
      expect([refund.status, refund.json.error]).toEqual([
        422,
        'Account credit settled this invoice, so no money can go back. Credit it instead.',
      ]);
    }
    const given = await admin.post(path(id, '/credit'), { amount: '13', reason: 'two readers too many' });
    expect([given.status, given.json]).toMatchObject([
      200,
      // the credit can be paid out (rule B41)
      { credited_amount: 13, correctable: { refund: 13, card: 0, credit: 65 } },
    ]);
    expect((await admin.post(path(id, '/credit'), { amount: '65.01' })).json.error).toBe(
      'At most $65.00 of this invoice can be credited.',
    );
  });

  // Proves S6-invoices-13
  it('need a method if no card paid', async () => {
    const { id } = await paidByCheck('wayback');
    const refund = (more: object) => admin.post(path(id, '/refund'), { amount: '5', ...more });
    const byCard = await refund({});
    expect([byCard.status, byCard.json.error]).toEqual([
      422,
      'This invoice was not paid by card. Record the refund by check or ACH instead.',
    ]);
    expect((await refund({ method: 'ach' })).json.error).toBe('Reference is required');
    const late = await refund({ method: 'ach', reference: 'x', refunded_on: '2026-12-21' });
    expect([late.status, late.json.error]).toEqual([422, "The refund date can't be in the future"]);
    expect((await refund({ method: 'ach', reference: 'x' })).status).toBe(200);
  });

  it('are for paid invoices only', async () => {
    const { id } = await billed('unpaid');
    for (const verb of ['/refund', '/credit']) {
      const answered = await admin.post(path(id, verb), { amount: '5' });
      expect([answered.status, answered.json.error]).toEqual([
        409,
        'Only a paid invoice can be refunded or credited. Void and reissue this one instead.',
      ]);
    }
  });

  it.each(['0', '0.00', '-5', '5.005', 'abc', '', '1e3', undefined])(
    'refuse an amount of %j',
    async (amount) => {
      const { id } = await paidByCheck(`amt${randomUUID().slice(0, 8)}`);
      for (const verb of ['/refund', '/credit']) {
        const answered = await admin.post(path(id, verb), { amount, method: 'check', reference: 'x' });
        expect([answered.status, answered.json.errors[0].path]).toEqual([
          /^0(\.00)?$/.test(String(amount)) ? 422 : 400,
          'amount',
        ]);
      }
      expect(await story(id)).toEqual(['InvoiceIssued', 'InvoicePaid']);
    },
  );

  // Proves S6-invoices-13
  it('happen once when the request is repeated', async () => {
    const { id } = await paidByCheck('twice');
    const send = () => admin.post(path(id, '/credit'), { amount: '5' }, { 'Idempotency-Key': 'credit-1' });
    await Promise.all([send(), send(), send()]);
    expect((await story(id)).filter((type) => type === 'InvoiceCredited')).toHaveLength(1);
  });
});

describe('POST /api/admin/update-invoice-site', () => {
  async function withSite(name: string) {
    const dealer = await billed(name, {
      lines: [
        { readers: 2, rateCents: 650 },
        { readers: 3, rateCents: 650, siteId: null },
      ],
    });
    const site = (await dealer.client.post('/api/sites', siteOrder({ site_name: 'North Wing' }))).json;
    return { ...dealer, siteId: site.id };
  }
  const link = (invoiceId: unknown, siteId: unknown) =>
    admin.post('/api/admin/update-invoice-site', { invoiceId, siteId });

  // Proves S6-invoices-14
  it('sets the site of items without one and keeps their text and amount', async () => {
    const { id, client, siteId } = await withSite('linker');
    const linked = await link(id, siteId);
    expect([linked.status, linked.json]).toEqual([200, { message: 'Invoice site association updated' }]);
    expect((await client.get(`/api/invoices/${id}`)).json.items).toMatchObject([
      { site_id: 'site-1', site: { site_name: 'Harbor Gate 1' } },
      {
        site_id: siteId,
        site: { site_name: 'North Wing' },
        description: 'Harbor Gate 2 – monthly fee per reader',
        amount: 19.5,
      },
    ]);
    expect((await link(id, siteId)).status).toBe(200);
    expect((await story(id)).filter((type) => type === 'InvoiceLinkedToSite')).toHaveLength(2);
    expect((await client.get(`/api/invoices/${id}`)).json.items[0].site_id).toBe(siteId);
  });

  // Proves S6-invoices-14
  it('refuses a site of another company, an unknown one, and none', async () => {
    const { id } = await withSite('linkone');
    const { siteId } = await withSite('linktwo');
    const foreign = await link(id, siteId);
    expect([foreign.status, foreign.json.error]).toEqual([
      422,
      'The site belongs to another company than the invoice.',
    ]);
    const unknown = await link(id, randomUUID());
    expect([unknown.status, unknown.json.error]).toEqual([404, 'Site not found']);
    for (const none of ['', null, undefined]) {
      const answered = await link(id, none);
      expect([answered.status, answered.json.error]).toEqual([400, 'Please select a site']);
    }
    expect(await story(id)).toEqual(['InvoiceIssued']);
  });
});

describe('other billing actions of administrators', () => {
  // Proves S6-invoices-15
  it('asks the dealer for a payment method by mail, once per request', async () => {
    const { client, userId, accountId } = await billed('asked');
    await client.patch(`/api/users/${userId}`, { email: 'asked@example.com' });
    const ask = () =>
      admin.post(
        `/api/admin/accounts/${accountId}/ask-for-payment-method`,
        {},
        { 'Idempotency-Key': 'ask-1' },
      );
    const answered = await ask();
    expect([answered.status, answered.json.message]).toEqual([
      200,
      'We sent asked@example.com a link to the payment method page.',
    ]);
    await ask();
    const { rows } = await paying.portal.database.pool.query<{ text: string }>(
      "SELECT text FROM mail_outbox WHERE kind = 'paymentMethodWanted' AND recipient = 'asked@example.com'",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).toContain(`${paying.url}/update-payment-method`);
    const nobody = await admin.post(`/api/admin/accounts/${randomUUID()}/ask-for-payment-method`);
    expect([nobody.status, nobody.json.error]).toEqual([404, 'Company not found']);
  });

  // Proves S6-rates-3
  it("estimates a dealer's next invoice as the preview does, with the credit that open amounts leave", async () => {
    const { client, accountId, id } = await paidByCard('estimated');
    const small = { accountId, period: '2026-11' as const, lines: [{ readers: 1, rateCents: 40 }] };
    await issueInvoice(paying, small, NOW);
    const site = (await client.post('/api/sites', siteOrder({ number_of_readers: '20' }))).json;
    await admin.patch(`/api/admin/sites/${site.id}`, { status: 'active', custom_reader_rate: '5' });
    const credit = { amount: '60.00', reason: 'Two weeks without service' };
    expect((await admin.post(path(id, '/credit'), credit)).status).toBe(200);
    const own = (await client.get('/api/billing-summary')).json;
    expect(own).toMatchObject({
      estimated_monthly_charge: 40.4,
      credit: 59.6,
      balance: 0,
      active_charges: 100,
      adjustments: [
        // it has paid the 40 cents that would have been carried
        { kind: 'credit', amount: -59.6 },
      ],
      projected_monthly_cost: 100,
    });
    const preview = (await admin.get('/api/admin/billing-preview?period=2027-01')).json;
    const previewed = preview.accounts.find(
      (account: { account_id: string }) => account.account_id === accountId,
    );
    expect(own.estimated_monthly_charge).toBe(previewed.total);
  });

  // Proves S6-invoices-10
  it('reads the billing summary of any company', async () => {
    const { client, accountId } = await billed('summed');
    await issueInvoice(paying, { accountId, period: '2026-11', lines: [{ readers: 1, rateCents: 50 }] }, NOW);
    const pending = (
      await client.post('/api/sites', siteOrder({ site_name: 'Waiting', number_of_readers: '2' }))
    ).json;
    const active = (
      await client.post('/api/sites', siteOrder({ site_name: 'Active', number_of_readers: '10' }))
    ).json;
    await admin.patch(`/api/admin/sites/${active.id}`, { status: 'active' });
    const off = (await client.post('/api/sites', siteOrder({ site_name: 'Off' }))).json;
    await admin.patch(`/api/admin/sites/${off.id}`, { status: 'active' });
    await admin.patch(`/api/admin/sites/${off.id}`, { status: 'inactive' });
    await admin.patch(`/api/admin/sites/${active.id}`, {
      custom_reader_rate: '5',
      effective_from: '2027-02-01',
    });
    const own = (await client.get('/api/billing-summary')).json;
    expect(own).toEqual({
      account_id: accountId,
      is_demo: true,
      balance: 78.5,
      credit: 0,
      other_mode_balance: 0,
      next_billing_date: '2027-01-01',
      estimated_monthly_charge: 65,
      active_charges: 65,
      adjustments: [],
      projected_monthly_cost: 78,
      includes_pending: 13,
      total_active_sites: 1,
      total_pending_sites: 1,
      total_readers: 10,
      total_pending_readers: 2,
      pending_invoices: 2,
      charges: [
        {
          site_id: active.id,
          site_name: 'Active',
          status: 'active',
          readers: 10,
          rate: 6.5,
          charge: 65,
          rate_source: 'account',
        },
        {
          site_id: pending.id,
          site_name: 'Waiting',
          status: 'pending',
          readers: 2,
          rate: 6.5,
          charge: 13,
          rate_source: 'account',
        },
      ],
      announced_rates: [
        { site_id: active.id, site_name: 'Active', rate_now: 6.5, rate: 5, effective_from: '2027-02-01' },
      ],
    });
    expect((await admin.get(`/api/admin/accounts/${accountId}/billing-summary`)).json).toEqual(own);
    const { client: other } = await paying.dealer('summedother');
    expect((await other.get('/api/billing-summary')).json).toMatchObject({ balance: 0, charges: [] });
    expect((await admin.get('/api/billing-summary')).status).toBe(404);
    expect((await admin.get(`/api/admin/accounts/${randomUUID()}/billing-summary`)).status).toBe(404);
  });

  // Proves S6-invoices-16
  it('shows issued and projected revenue by month', async () => {
    const before = (await admin.get('/api/admin/revenue')).json as { period: string; demo: number }[];
    const at = (rows: typeof before, period: string) => rows.find((row) => row.period === period)?.demo ?? 0;
    const { accountId } = await billed('earner', { period: '2026-03' });
    await issueInvoice(paying, { accountId, period: '2026-04', isDemo: false }, NOW);
    const after = (await admin.get('/api/admin/revenue')).json;
    expect(at(after, '2026-03') - at(before, '2026-03')).toBe(78);
    expect(after.find((row: { period: string }) => row.period === '2026-04')).toMatchObject({
      issued: 78,
      open: 78,
      paid: 0,
      demo: 0,
      projected: false,
    });
    expect(after.at(-1)).toMatchObject({ period: '2027-06', projected: true });
    expect(after.at(-1).demo).toBeGreaterThan(0);
    expect(after.map(({ period }: { period: string }) => period)).toEqual(
      [...new Set(after.map(({ period }: { period: string }) => period))].sort(),
    );
  });
});
