import { type CompanyOverview, companyOverviewSchema, paths, type RevenueReport } from '@portal/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BillingPortal, type Dealer, startBillingPortal } from './support/billingPortal.ts';
import type { HttpClient } from './support/httpClient.ts';
import { ADMIN } from './support/testPortal.ts';

let test: BillingPortal;
let admin: HttpClient;
let ann: Dealer;

/** Sessions end with the months that the test lets pass. */
async function at(instant: string): Promise<void> {
  test.setClock(instant);
  admin = await test.signedIn(ADMIN.username, ADMIN.password);
}
async function run(instant: string): Promise<void> {
  await at(instant);
  await test.portal.tick();
  await test.portal.projections.caughtUp();
}
const get = async <Body>(path: string): Promise<Body> => {
  await test.portal.projections.caughtUp();
  const answer = await admin.get(path);
  expect(answer.status, path).toBe(200);
  return answer.json;
};
const overview = async ({ accountId }: Dealer = ann): Promise<CompanyOverview> =>
  companyOverviewSchema.parse(await get(paths.admin.accountOverview(accountId)));

/** Companies are billed in the order of their ids, which are random. */
const ofAnn = async (period: string) =>
  (await test.issued(period)).find(({ accountId }) => accountId === ann.accountId);

beforeAll(async () => {
  test = await startBillingPortal('2026-10-05T15:00:00.000Z');
  ann = await test.newDealer('ann');
  const bob = await test.newDealer('bob');
  const pier = await test.newSite(ann, { site_name: 'Pier', number_of_readers: '10' });
  await test.newSite(ann, { site_name: 'Yard', number_of_readers: '4' });
  await test.newSite(bob, { site_name: 'Gate', number_of_readers: '6' });
  await run('2026-11-01T04:05:00.000Z');
  await run('2026-12-01T05:05:00.000Z');
  await at('2026-12-10T15:00:00.000Z');
  expect((await admin.patch(paths.admin.site(pier), { number_of_readers: '12' })).status).toBe(200);
});
afterAll(() => test.stop());

describe("a company's overview", { timeout: 60_000 }, () => {
  // Proves S5-company
  it('says what readers are charged a month, as the report of recurring revenue', async () => {
    const { recurring, is_demo } = await overview();
    expect(is_demo).toBe(true);
    expect(recurring.now).toBeGreaterThan(recurring.month_start);
    type Report = { readonly total: { readonly opening: number; readonly closing: number } };
    const query = `?mode=demo&companyId=${ann.accountId}&startDate=2026-12-01`;
    const { total } = await get<Report>(`${paths.admin.moneyReport('recurring-companies')}${query}`);
    expect(recurring).toEqual({ now: total.closing, month_start: total.opening });
  });

  // Proves S5-company
  it('has invoiced and paid of 24 months, as the revenue report, and the last payment that stands', async () => {
    const november = await ofAnn('2026-11');
    expect((await overview()).last_payment).toBeNull();
    const id = november?.invoiceId ?? '';
    const check = { method: 'check', paid_on: '2026-12-09', reference: '77', amount: '91.00' };
    const paid = await admin.post(paths.admin.recordInvoicePayment(id), check);
    expect(paid.status).toBe(200);
    const { months, last_payment } = await overview();
    expect(last_payment).toEqual({ on: '2026-12-09', amount: 91 });
    const report = await get<RevenueReport>(
      `${paths.admin.revenueReport}?demo=true&companyId=${ann.accountId}&from=2025-01&to=2026-12`,
    );
    expect(months).toEqual(report.months.map(({ period, invoiced, paid }) => ({ period, invoiced, paid })));
    expect(months).toHaveLength(24);
    expect(months.slice(-2)).toEqual([
      { period: '2026-11', invoiced: 91, paid: 91 },
      { period: '2026-12', invoiced: 91, paid: 0 },
    ]);
    const reversed = { payment_id: paid.json.payments[0].id, reason: 'Check bounced' };
    expect((await admin.post(paths.admin.reverseInvoicePayment(id), reversed)).status).toBe(200);
    expect(await overview()).toMatchObject({
      last_payment: null,
      months: { 23: { paid: 0 }, 22: { paid: 0 } },
    });
  });

  // Proves S5-company
  it('tells how much is open and overdue, since when, and of the question that waits longest', async () => {
    await run('2026-12-14T15:00:00.000Z');
    const before = await overview();
    expect(before).toMatchObject({ open: 182, open_invoices: 2, overdue: 91, overdue_invoices: 1 });
    expect(before).toMatchObject({ overdue_since: '2026-11-16', open_questions: 0, question: null });
    const dealer = await test.signedIn('ann');
    for (const [period, question] of [
      ['2026-11', 'Why the pier?'],
      ['2026-12', 'And again?'],
    ] as const) {
      const invoice = await ofAnn(period);
      const asked = await dealer.post(paths.invoiceQuestions(invoice?.invoiceId ?? ''), {
        line: 0,
        question,
      });
      expect(asked.status, asked.text).toBeLessThan(300);
      test.setClock('2026-12-14T15:05:00.000Z');
    }
    const { open_questions, question, events } = await overview();
    expect(open_questions).toBe(2);
    expect(question).toMatchObject({
      invoice_number: (await ofAnn('2026-11'))?.invoiceNumber,
      line_name: 'Pier',
    });
    expect(events).toHaveLength(5);
    expect(events.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq).toSorted((a, b) => b - a));
  });

  // Proves S5-company-promise
  it('shows the last promise to pay while an invoice is open that was open then, and its timeline', async () => {
    const promises = paths.admin.promises(ann.accountId);
    expect((await overview()).promise).toBeNull();
    const past = await admin.post(promises, { promised_on: '2026-12-13', note: 'Late' });
    expect([past.status, past.json.error]).toEqual([422, 'Please enter today or a later day']);
    expect((await admin.post(promises, { promised_on: '2026-12-20', note: ' ' })).status).toBe(400);
    for (const note of ['By check', 'By ACH'])
      expect((await admin.post(promises, { promised_on: '2026-12-20', note })).status).toBe(200);
    const promise = { on: '2026-12-20', note: 'By ACH', recorded_on: '2026-12-14' };
    const { promise: shown, events } = await overview();
    expect(shown).toEqual(promise);
    const texts = ['By ACH', 'By check'].map((note) => `Payment promised for Dec 20, 2026: ${note}`);
    expect(events.slice(0, 2).map(({ text }) => text)).toEqual(texts);
    const history = await get<{ readonly text: string }[]>(paths.admin.accountHistory(ann.accountId));
    expect(history.slice(0, 2).map(({ text }) => text)).toEqual(texts);
    const invoices = await test.issued('2026-11');
    const id = invoices.find(({ accountId }) => accountId === ann.accountId)?.invoiceId ?? '';
    const check = { method: 'check', paid_on: '2026-12-14', reference: '78', amount: '91.00' };
    expect((await admin.post(paths.admin.recordInvoicePayment(id), check)).status).toBe(200);
    // the invoice of December is still open
    expect((await overview()).promise).toEqual(promise);
    const december = (await test.issued('2026-12')).find(({ accountId }) => accountId === ann.accountId);
    const last = { ...check, reference: '79' };
    const paid = await admin.post(paths.admin.recordInvoicePayment(december?.invoiceId ?? ''), last);
    expect(paid.status).toBe(200);
    expect((await overview()).promise).toBeNull();
  });

  // Proves S5-company
  it('counts the records of each tab as their lists do, of this company alone', async () => {
    const { counts } = await overview();
    const listed = async (path: string) =>
      (
        await get<unknown[]>(
          `${path}?filter=${encodeURIComponent(JSON.stringify({ account_id: ann.accountId }))}`,
        )
      ).length;
    expect(counts).toEqual({
      sites: await listed(paths.admin.sites),
      invoices: await listed(paths.admin.invoices),
      payments: await listed(paths.admin.receipts),
      people: await listed(paths.admin.users),
      history: (await get<unknown[]>(paths.admin.accountHistory(ann.accountId))).length,
    });
    expect(counts).toMatchObject({ sites: 2, invoices: 2, payments: 3, people: 1 });
  });

  // Proves S5-company
  it('is of the present mode, and answers 404 without the company', async () => {
    const live = await admin.put(paths.admin.demoStatus(ann.accountId), { is_demo_account: false });
    expect(live.status).toBe(200);
    const { is_demo, open, overdue, open_invoices, overdue_since, months } = await overview();
    expect([is_demo, open, overdue, open_invoices, overdue_since]).toEqual([false, 0, 0, 0, null]);
    expect(months.every(({ invoiced }) => invoiced === 0)).toBe(true);
    expect((await admin.get(paths.admin.accountOverview('nobody'))).status).toBe(404);
  });
});
