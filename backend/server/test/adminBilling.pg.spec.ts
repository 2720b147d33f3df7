import {
  accountSchema,
  billingPreviewSchema,
  billingRunSchema,
  invoiceSchema,
  paths,
  rateEffectAnswerSchema,
} from '@portal/contract';
import { centsFromDollars, dollarsFromCents, sumCents } from '@portal/domain/values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editSite } from '../src/modules/sites/editSite.ts';
import { type BillingPortal, type Dealer, startBillingPortal } from './support/billingPortal.ts';
import type { HttpClient } from './support/httpClient.ts';
import { ADMIN, PASSWORD, siteOrder } from './support/testPortal.ts';

const RUN = '/api/admin/run-billing';
const RUNS = '/api/admin/billing-runs';
const PREVIEW = '/api/admin/billing-preview';
const invoicePath = (id: string, verb: string) => `/api/admin/invoices/${id}/${verb}`;
const issuePath = (accountId: string) => `/api/admin/accounts/${accountId}/issue-invoice`;
const effectPath = (accountId: string) => `/api/admin/accounts/${accountId}/rate-effect`;

let test: BillingPortal;
let ann: Dealer;
let bob: Dealer;
let admin: HttpClient;

/** Sessions end with the months that the tests let pass. */
async function at(instant: string): Promise<void> {
  test.setClock(instant);
  admin = await test.signedIn(ADMIN.username, ADMIN.password);
}

beforeAll(async () => {
  test = await startBillingPortal('2026-10-05T15:00:00.000Z');
  ann = await test.newDealer('ann');
  bob = await test.newDealer('bob');
  await test.newSite(ann, { site_name: 'Harbor Gate', number_of_readers: '12' });
  await at('2026-10-06T15:00:00.000Z');
}, 60_000);
afterAll(() => test.stop());

const ofAnn = (preview: unknown) =>
  billingPreviewSchema.parse(preview).accounts.find(({ account_id }) => account_id === ann.accountId);

/** Steps of one story, in their order. */
describe('billing for administrators', { timeout: 60_000 }, () => {
  // Proves S6-run-11
  it('refuses invalid and future months', async () => {
    for (const period of [undefined, '', '2026-13', '2026-1', 'abc', 12]) {
      const answered = await admin.post(RUN, { period });
      expect([period, answered.status, answered.json.error]).toEqual([period, 400, 'Please enter a month']);
    }
    const early = await admin.post(RUN, { period: '2026-11' });
    expect([early.status, early.json.error]).toEqual([
      422,
      "The invoices of 2026-11 can't be issued before the month begins.",
    ]);
    const nobody = await admin.post(RUN, { period: '2026-10' });
    expect([nobody.status, nobody.json.error]).toEqual([
      422,
      'No site was active when October 2026 began, so there is nothing to bill.',
    ]);
    expect((await admin.post(issuePath(ann.accountId), { period: '2026-11' })).status).toBe(422);
    for (const none of ['2026-0', '1000-01']) {
      expect((await admin.get(`${PREVIEW}?period=${none}`)).status).toBe(400);
    }
  });

  // Proves S6-run-10
  it('previews a future month from the current state', async () => {
    const { json } = await admin.get(`${PREVIEW}?period=2026-11`);
    const preview = billingPreviewSchema.parse(json);
    expect(preview).toMatchObject({
      cut_off: '2026-11-01T04:00:00.000Z',
      cut_off_text: 'Nov 1, 12:00 AM ET',
      total: 78,
      last_month_total: 0,
    });
    const byId = new Map(preview.accounts.map((account) => [account.account_id, account]));
    expect(byId.get(ann.accountId)).toMatchObject({
      company_name: 'Doe Security',
      outcome: 'priced',
      total: 78,
      differences: ['Harbor Gate is now billed: 12 readers at $6.50, +$78.00'],
      lines: [{ name: 'Harbor Gate', readers: 12, rate: 6.5, amount: 78, source: 'account' }],
    });
    expect(byId.get(bob.accountId)).toMatchObject({
      outcome: 'skipped',
      skipped_because: 'no_active_sites',
      total: 0,
      lines: [],
    });
    expect(await test.stored('InvoiceIssued', 'BillingRunStarted')).toEqual([]);
  });

  // Proves S6-run-11
  it('runs a month once, with a reason, and lists the run', async () => {
    await at('2026-11-01T04:02:00.000Z');
    const answered = await admin.post(RUN, { period: '2026-11', reason: 'Asked by accounting' });
    expect(answered.status).toBe(200);
    expect(billingRunSchema.parse(answered.json)).toMatchObject({
      id: '2026-11',
      status: 'completed',
      cut_off: '2026-11-01T04:00:00.000Z',
      issued: 1,
      total: 78,
      skipped: 1,
      parked: 0,
    });
    const [started] = await test.stored('BillingRunStarted');
    expect(started?.metadata).toMatchObject({ reason: 'Asked by accounting', actor: { kind: 'admin' } });
    const listed = await admin.get(`${RUNS}?range=[0,24]`);
    expect(listed.json).toEqual([answered.json]);
    expect(listed.headers['content-range']).toBe('billing-runs 0-0/1');
    const events = await test.eventCount();
    expect((await admin.post(RUN, { period: '2026-11' })).json).toEqual(answered.json);
    expect(await test.eventCount()).toBe(events);
  });

  // Proves S6-run-10
  it('previews issued invoices, and explains how the next month differs', async () => {
    const harbor = (await test.stored('SiteAdded'))[0]?.data.siteId ?? '';
    await editSite(test.portal.commands, harbor, { number_of_readers: 16 }, test.command());
    const issued = await admin.get(`${PREVIEW}?period=2026-11`);
    expect(issued.json.total).toBe(78);
    expect(ofAnn(issued.json)).toMatchObject({ outcome: 'issued', total: 78 });
    const next = await admin.get(`${PREVIEW}?period=2026-12`);
    expect(next.json).toMatchObject({ total: 104, last_month_total: 78 });
    expect(ofAnn(next.json)?.differences).toEqual(['Harbor Gate: 12 → 16 readers, +$26.00']);
  });

  // Proves S6-run-13
  it('shows the effect of a default rate, a site rate and a promotion without saving', async () => {
    const events = await test.eventCount();
    const harbor = (await test.stored('SiteAdded'))[0]?.data.siteId ?? '';
    const effectOf = async (input: object) => {
      const answered = await admin.post(effectPath(ann.accountId), input);
      expect(answered.status).toBe(200);
      return rateEffectAnswerSchema.parse(answered.json);
    };
    expect(await effectOf({ kind: 'default_rate', rate: '7.01' })).toEqual({
      invoice_date: '2026-12-01',
      total_before: 104,
      total_after: 112.16,
      short_notice: true,
      lines: [
        {
          site_id: harbor,
          site_name: 'Harbor Gate',
          readers: 16,
          rate_before: 6.5,
          rate_after: 7.01,
          amount_before: 104,
          amount_after: 112.16,
        },
      ],
    });
    const ahead = await effectOf({ kind: 'default_rate', rate: 7, effective_from: '2027-01-02' });
    expect(ahead).toMatchObject({ invoice_date: '2027-02-01', total_after: 112, short_notice: false });
    const own = await effectOf({ kind: 'site_rate', site_id: harbor, rate: '0' });
    expect(own).toMatchObject({ total_before: 104, total_after: 0, short_notice: false });
    const promotion = await effectOf({
      kind: 'promotion',
      promotional_reader_rate: '5',
      promotional_months: '24',
      promotional_pricing_active: true,
    });
    expect(promotion).toMatchObject({ total_after: 80 });
    expect(await test.eventCount()).toBe(events);
  });

  // Proves I39-bulk-rate
  it('shows the effect of one default rate on several companies without saving', async () => {
    const events = await test.eventCount();
    const effectsOf = async (input: object) =>
      (await admin.post(paths.admin.previewRates, { ids: [ann.accountId, bob.accountId], ...input })).json;
    const rate = { rate_before: 6.5, rate_after: 7 };
    expect(await effectsOf({ rate: '7', effective_from: '2026-12-15' })).toEqual([
      {
        ...{ account_id: ann.accountId, invoice_date: '2027-01-01', ...rate, readers: 16 },
        ...{ changed_readers: 16, total_before: 104, total_after: 112, short_notice: false },
      },
      {
        ...{ account_id: bob.accountId, invoice_date: '2027-01-01', ...rate, readers: 0 },
        ...{ changed_readers: 0, total_before: 0, total_after: 0, short_notice: false },
      },
    ]);
    expect(await effectsOf({ rate: '7' })).toMatchObject(Array(2).fill({ short_notice: true }));
    expect(await effectsOf({ rate: '6' })).toMatchObject(Array(2).fill({ short_notice: false }));
    const refused = [
      await effectsOf({ rate: '7', effective_from: '2026-10-01' }),
      await effectsOf({ ids: [ann.accountId, 'nobody'], rate: '7' }),
    ];
    expect(refused.map(({ error }) => error)).toEqual([
      'A new rate can start today at the earliest',
      'Company not found',
    ]);
    expect(await test.eventCount()).toBe(events);
  });

  // Proves S6-run-13
  it('refuses invalid rates, unknown companies and sites', async () => {
    const post = async (accountId: string, input: object) => {
      const { status, json } = await admin.post(effectPath(accountId), input);
      return [status, json.error];
    };
    const rate = (value: unknown) => post(ann.accountId, { kind: 'default_rate', rate: value });
    expect(await rate('-1')).toEqual([400, 'Rate must be a positive number']);
    expect(await rate(1e9)).toEqual([400, 'Rate must be at most $1,000.00']);
    expect(await rate(7.005)).toEqual([400, 'Rate must be a number with at most two decimals']);
    expect(await rate('')).toEqual([400, 'Rate is required']);
    expect(await rate('abc')).toEqual([400, 'Rate must be a number']);
    expect(await post('nobody', { kind: 'default_rate', rate: 5 })).toEqual([404, 'Company not found']);
    const site = { kind: 'site_rate', rate: 5 };
    expect(await post(ann.accountId, { ...site, site_id: 'nowhere' })).toEqual([404, 'Site not found']);
    expect(await post(ann.accountId, { ...site, site_id: 'a b' })).toEqual([404, 'Site not found']);
    const harbor = (await test.stored('SiteAdded'))[0]?.data.siteId;
    expect(await post(bob.accountId, { ...site, site_id: harbor })).toEqual([404, 'Site not found']);
    const past = { kind: 'default_rate', rate: 5, effective_from: '2026-10-01' };
    expect((await post(ann.accountId, past))[0]).toBe(422);
  });

  // Proves S6-run-12
  it('issues nothing for a company without an active site, and nothing twice', async () => {
    const nothing = await admin.post(issuePath(bob.accountId), { period: '2026-11' });
    expect([nothing.status, nothing.json.error]).toEqual([
      422,
      'This company had no active site when November 2026 began, so there is nothing to bill.',
    ]);
    expect((await admin.post(issuePath('nobody'), { period: '2026-11' })).status).toBe(404);
    const again = await admin.post(issuePath(ann.accountId), { period: '2026-11' });
    expect(again.json).toMatchObject({ id: `${ann.accountId}_2026-11`, total_amount: 78, status: 'pending' });
    expect(await test.issued('2026-11')).toHaveLength(1);
  });

  // Proves S6-run-12
  it('voids an invoice and reissues it corrected under a new number', async () => {
    const id = `${ann.accountId}_2026-11`;
    // the dealer left a card form open: it takes no money any more
    const form = await (await test.signedIn('ann')).post(`/api/invoices/${id}/pay`, {});
    expect(form.json.clientSecret).toEqual(expect.any(String));
    const canceled = await admin.post(invoicePath(id, 'void'), { reason: 'Wrong reader count' });
    expect([canceled.status, canceled.json.status]).toEqual([200, 'canceled']);
    expect(await test.stored('InvoicePaymentEnded', 'PaymentFailed')).toHaveLength(2);
    const [voided] = await test.stored('InvoiceVoided');
    expect([voided?.data.reason, voided?.metadata.reason]).toEqual([
      'Wrong reader count',
      'Wrong reader count',
    ]);
    const issued = await admin.post(issuePath(ann.accountId), { period: '2026-11' });
    expect([issued.status, issued.json.error]).toEqual([
      409,
      'Invoice INV-202611-0001 of November 2026 was canceled. Please reissue it.',
    ]);
    // no run issues it again, so the preview promises none
    const preview = await admin.get(`${PREVIEW}?period=2026-11`);
    expect([preview.json.total, ofAnn(preview.json)]).toMatchObject([
      0,
      { outcome: 'skipped', skipped_because: 'canceled', total: 0, lines: [] },
    ]);
    const harbor = (await test.stored('SiteAdded'))[0]?.data.siteId ?? '';
    const corrections = [{ kind: 'readers', site_id: harbor, readers: '16', reason: 'Four were forgotten' }];
    const reissued = await admin.post(invoicePath(id, 'reissue'), {
      reason: 'Reader count corrected',
      corrections,
    });
    expect(reissued.json).toMatchObject({
      id: `${id}_r2`,
      invoice_number: 'INV-202611-0002',
      invoice_date: '2026-11-01',
      status: 'pending',
      total_amount: 104,
      replaces: id,
    });
    const [, second] = await test.stored('InvoiceIssued');
    expect(second?.metadata.reason).toBe('Reader count corrected');
    // asked twice: the same
    expect((await admin.post(invoicePath(id, 'reissue'), {})).json.id).toBe(`${id}_r2`);
    expect(await test.stored('InvoiceIssued')).toHaveLength(2);
  });

  // Proves S6-run-12
  it('reissues an open invoice in one step, dated today', async () => {
    await at('2026-11-09T12:00:00.000Z');
    const id = `${ann.accountId}_2026-11_r2`;
    expect((await admin.post(invoicePath(id, 'reissue'), {})).status).toBe(422);
    const corrections = [{ kind: 'line', text: 'Goodwill', amount: '-4', reason: 'Agreed by phone' }];
    const reissued = await admin.post(invoicePath(id, 'reissue'), { corrections });
    expect(reissued.json).toMatchObject({
      id: `${ann.accountId}_2026-11_r3`,
      invoice_number: 'INV-202611-0003',
      invoice_date: '2026-11-09',
      due_date: '2026-11-24',
    });
    const before = await admin.get(`/api/admin/invoices/${id}`);
    expect(before.json).toMatchObject({ status: 'canceled', replaced_by: `${ann.accountId}_2026-11_r3` });
  });

  // Proves S6-run-12
  it('refuses to void or reissue paid and unknown invoices', async () => {
    const id = `${ann.accountId}_2026-11_r3`;
    const paid = await admin.post(invoicePath(id, 'record-payment'), {
      method: 'check',
      paid_on: '2026-11-09',
      reference: '1001',
    });
    expect(paid.status).toBe(200);
    for (const verb of ['void', 'reissue']) {
      const refused = await admin.post(invoicePath(id, verb), {});
      expect([refused.status, refused.json.error]).toEqual([
        409,
        "A paid invoice can't be voided. Refund or credit the difference instead.",
      ]);
      for (const unknown of ['nobody_2026-11', 'nonsense', '%20']) {
        expect((await admin.post(invoicePath(unknown, verb), {})).status).toBe(404);
      }
    }
  });

  // Proves S5-admin-lists-2
  it('lists the runs from the first or from the last month on', async () => {
    await at('2026-12-01T15:00:00.000Z');
    expect((await admin.post(RUN, { period: '2026-12' })).status).toBe(200);
    const periods = async (sort: string, range: string) => {
      const { json } = await admin.get(`${RUNS}?sort=${encodeURIComponent(sort)}&range=${range}`);
      return json.map(({ period }: { readonly period: string }) => period);
    };
    expect(await periods('["period","ASC"]', '[0,24]')).toEqual(['2026-11', '2026-12']);
    expect(await periods('["period","ASC"]', '[1,1]')).toEqual(['2026-12']);
    expect(await periods('["period","DESC"]', '[0,24]')).toEqual(['2026-12', '2026-11']);
  });

  // Proves I39-list-totals
  it('sums up what the lists of money find, by mode', async () => {
    const totals = async (list: string, filter: object = {}) => {
      const query = new URLSearchParams({ list, filter: JSON.stringify(filter) });
      return (await admin.get(`${paths.admin.totals}?${query}`)).json;
    };
    const sum = (amounts: readonly number[]) =>
      dollarsFromCents(sumCents(amounts.map((amount) => centsFromDollars(amount))));
    const invoices = invoiceSchema.array().parse((await admin.get(paths.admin.invoices)).json);
    const counted = invoices.filter(({ status }) => status !== 'canceled' && status !== 'carried');
    expect(counted.length).toBeGreaterThan(1);
    expect(counted.length).toBeLessThan(invoices.length);
    expect(await totals('invoices')).toEqual([
      { is_demo: true, total_amount: sum(counted.map(({ total_amount }) => total_amount)) },
    ]);
    expect(await totals('invoices', { period: '2026-01' })).toEqual([]);
    const companies = accountSchema.array().parse((await admin.get(paths.admin.accounts)).json);
    const monthly = sum(companies.map(({ projected_monthly: amount = 0 }) => amount));
    expect(monthly).toBeGreaterThan(0);
    expect(await totals('accounts')).toEqual([
      {
        is_demo: true,
        projected_monthly: monthly,
        open_amount: sum(companies.map(({ open_amount: amount = 0 }) => amount)),
      },
    ]);
    // a second user adds nothing
    const second = {
      ...{ username: 'ann-second', name: 'Ann Second', company: 'Doe Security', password: PASSWORD },
      ...{ email: 'ann-second@doe.example', account_id: ann.accountId },
    };
    expect((await admin.post(paths.admin.users, second)).status).toBe(201);
    expect(await totals('users')).toEqual([
      { is_demo: true, projected_monthly_invoice_cents: centsFromDollars(monthly) },
    ]);
    expect(await totals('orders')).toEqual([]);
    expect(await totals('payments')).toEqual([{ is_demo: true, amount: 0 }]);
    expect((await admin.get(`${paths.admin.totals}?list=mails`)).status).toBe(400);
  });

  // Proves I39-bulk-approve
  it('shows what approving pending sites adds to the next invoices, without approving them', async () => {
    const ids: string[] = [];
    for (const [username, number_of_readers] of [
      ['ann', '4'],
      ['bob', '10'],
    ] as const) {
      const dealer = await test.signedIn(username);
      const order = siteOrder({ site_name: `Pier of ${username}`, number_of_readers });
      const { status, json } = await dealer.post(paths.sites, order);
      expect(status).toBe(201);
      ids.push(json.id);
    }
    const harbor = (await test.stored('SiteAdded'))[0]?.data.siteId ?? '';
    const events = await test.eventCount();
    const { json } = await admin.post(paths.admin.previewApprovals, { ids: [...ids, harbor, 'none'] });
    expect(json).toEqual({ sites: 2, readers: 14, companies: 2, added_monthly: 91 });
    expect(await test.eventCount()).toBe(events);
    const total = async () => (await admin.get(`${PREVIEW}?period=2027-01`)).json.total;
    const before = await total();
    for (const id of ids) await admin.patch(paths.admin.site(id), { status: 'active' });
    expect((await total()) - before).toBe(91);
  });

  // Proves S6-run-11
  it('is for administrators only', async () => {
    const dealer = await test.signedIn('ann');
    for (const path of [RUN, issuePath(ann.accountId), effectPath(ann.accountId), invoicePath('x', 'void')]) {
      expect((await dealer.post(path, { period: '2026-11' })).status).toBe(403);
    }
    expect((await dealer.get(RUNS)).status).toBe(403);
    expect((await dealer.get(`${PREVIEW}?period=2026-12`)).status).toBe(403);
  });
});
