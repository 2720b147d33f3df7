import { billingPreviewSchema, type MoneyReport, type MoneyRow, moneyReportSchema } from '@portal/contract';
import { RECURRING_CAUSES } from '@portal/domain';
import { centsFromDollars, sumCents } from '@portal/domain/values';
import papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BillingPortal, type Dealer, startBillingPortal } from './support/billingPortal.ts';
import type { HttpClient } from './support/httpClient.ts';
import { pdfPages } from './support/pdfText.ts';
import { ADMIN } from './support/testPortal.ts';

const path = (type: string, query = '') => `/api/admin/money-reports/${type}${query}`;
const file = (type: string, format: string, query = '') =>
  `/api/admin/money-reports/download?type=${type}&format=${format}${query}`;
const cents = (row: MoneyRow | undefined, name: string) => centsFromDollars(Number(row?.[name]));

let test: BillingPortal;
let admin: HttpClient;
let ann: Dealer;
let bob: Dealer;

/** Sessions end with the months that the tests let pass. */
async function at(instant: string): Promise<void> {
  test.setClock(instant);
  admin = await test.signedIn(ADMIN.username, ADMIN.password);
}
async function run(instant: string) {
  await at(instant);
  await test.portal.tick();
  await test.portal.projections.caughtUp();
}
/** @throws Error unless it is done */
async function change(path: string, body: object) {
  const answer = await (path.endsWith('/charges') ? admin.post(path, body) : admin.patch(path, body));
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
}
async function read(type: string, query = ''): Promise<MoneyReport> {
  await test.portal.projections.caughtUp();
  return moneyReportSchema.parse((await admin.get(path(type, query))).json);
}
const csvRows = async (type: string, query = '') => {
  const { text } = await admin.get(file(type, 'csv', query));
  return papa.parse<string[]>(text.replace(/^\uFEFF/, '').trimEnd()).data;
};
/** What the invoices of a month charge for readers, in cents. */
const charged = async (period: string) =>
  sumCents(
    (await test.issued(period)).flatMap(({ lines }) =>
      lines.filter(({ siteId }) => siteId !== null).map(({ amountCents }) => amountCents),
    ),
  );

beforeAll(async () => {
  test = await startBillingPortal('2026-10-05T15:00:00.000Z');
  ann = await test.newDealer('ann');
  bob = await test.newDealer('bob');
  const pier = await test.newSite(ann, { site_name: 'Pier', number_of_readers: '10' });
  const yard = await test.newSite(ann, { site_name: 'Yard', number_of_readers: '4' });
  const gate = await test.newSite(bob, { site_name: 'Gate', number_of_readers: '6' });
  await run('2026-11-01T04:05:00.000Z');
  await at('2026-11-10T15:00:00.000Z');
  const rates = `/api/admin/accounts/${bob.accountId}`;
  await change(`/api/admin/sites/${pier}`, { number_of_readers: '14' });
  await change(`/api/admin/sites/${gate}`, { number_of_readers: '5' });
  await change(`/api/admin/sites/${yard}`, { status: 'inactive' });
  await change(`${rates}/promotional-pricing`, {
    promotional_pricing_active: true,
    promotional_reader_rate: 5,
    promotional_months: 1,
  });
  await test.newSite(ann, { site_name: 'Dock', number_of_readers: '3', custom_reader_rate: '4.00' });
  await change(`/api/admin/accounts/${ann.accountId}/charges`, {
    text: 'Setup',
    amount: '25.00',
    reason: 'By phone',
  });
  await change(`/api/admin/accounts/${ann.accountId}/charges`, {
    text: 'Goodwill',
    amount: '-10.00',
    reason: 'Late technician',
  });
  await run('2026-12-01T05:05:00.000Z');
  await at('2026-12-10T15:00:00.000Z');
  await change(`/api/admin/users/${ann.userId}/reader-rate`, {
    rate: '7.00',
    confirm_short_notice: true,
    reason: 'Agreed',
  });
}, 90_000);
afterAll(() => test.stop());

// Proves I38-reports
describe('monthly recurring revenue', { timeout: 60_000 }, () => {
  it('opens with what the run of the month charged for readers, and closes with what the next one would', async () => {
    const { rows, mode, total, scope } = await read('recurring-revenue', '?startDate=2026-10-01');
    expect([mode, scope]).toEqual(['demo', 'Oct 2026 to Dec 2026']);
    const [december, november, october] = rows;
    expect([december?.period, november?.period, october?.period]).toEqual(['2026-12', '2026-11', '2026-10']);
    expect(await charged('2026-11')).toBeGreaterThan(0);
    expect(cents(november, 'opening')).toBe(await charged('2026-11'));
    expect(cents(december, 'opening')).toBe(await charged('2026-12'));
    const preview = (await admin.get('/api/admin/billing-preview?period=2027-01')).json;
    const lines = billingPreviewSchema.parse(preview).accounts.flatMap((account) => account.lines);
    const readers = lines
      .filter(({ site_id }) => site_id !== null)
      .map(({ amount }) => centsFromDollars(amount));
    expect(cents(december, 'closing')).toBe(sumCents(readers));
    for (const row of [...rows, total ?? undefined]) {
      const moved = RECURRING_CAUSES.map((cause) => cents(row, cause));
      expect(cents(row, 'opening') + sumCents(moved)).toBe(cents(row, 'closing'));
    }
    expect(november).toEqual({
      period: '2026-11',
      opening: 130,
      new: 12,
      lost: -26,
      readers_added: 26,
      readers_removed: -6.5,
      rate: 0,
      promotion: -7.5,
      closing: 128,
    });
    // Pier at the new rate; the promotion of Gate ended
    expect(december).toMatchObject({ new: 0, lost: 0, rate: 7, promotion: 7.5, closing: 142.5 });
  });

  it('gives the same by company, and of one company or another mode', async () => {
    const query = '?startDate=2026-11-01&endDate=2026-11-30';
    const { rows, total, columns } = await read('recurring-companies', query);
    expect(rows).toMatchObject([
      { company: { id: ann.accountId }, opening: 91, closing: 103 },
      { company: { id: bob.accountId }, opening: 39, closing: 25 },
    ]);
    const [november] = (await read('recurring-revenue', query)).rows;
    for (const { name } of columns.filter(({ kind }) => kind === 'money')) {
      expect(total?.[name], name).toBe(november?.[name]);
      expect(sumCents(rows.map((row) => cents(row, name))), name).toBe(cents(november, name));
    }
    const ofBob = await read('recurring-revenue', `${query}&companyId=${bob.accountId}`);
    expect(ofBob.rows).toMatchObject([{ opening: 39, closing: 25 }]);
    expect((await read('recurring-companies', `${query}&mode=live`)).rows).toEqual([]);
    expect(await read('recurring-companies', `${query}&mode=live`)).toMatchObject({ total: null, count: 0 });
  });

  it('is in the files what it is on the page', async () => {
    const { rows, total } = await read('recurring-revenue', '?startDate=2026-11-01');
    const [header, ...lines] = await csvRows('recurring-revenue', '&startDate=2026-11-01');
    expect(header?.slice(0, 3)).toEqual(['Month', 'Opening', 'New']);
    const shown = rows.map((row) =>
      Object.values(row).map((value) => (typeof value === 'number' ? value.toFixed(2) : value)),
    );
    expect(lines).toEqual(shown);
    const { bytes } = await admin.get(file('recurring-companies', 'pdf', '&startDate=2026-11-01'));
    const [page] = await pdfPages(bytes);
    for (const text of ['Recurring by Company', 'All companies, Nov 2026 to Dec 2026, demo', 'Total']) {
      expect(page).toContain(text);
    }
    expect(page).toContain(`$${Number(total?.closing).toFixed(2)}`);
  });

  it('pages, and refuses unknown reports, modes and reversed days', async () => {
    const { rows, count } = await read('recurring-revenue', '?range=[1,2]');
    expect([count, rows.map(({ period }) => period)]).toEqual([12, ['2026-11', '2026-10']]);
    expect((await admin.get(path('secrets'))).status).toBe(404);
    expect((await admin.get(path('recurring-revenue', '?mode=x'))).status).toBe(400);
    const reversed = '?startDate=2026-12-01&endDate=2026-11-01';
    expect((await admin.get(path('recurring-revenue', reversed))).status).toBe(400);
    expect((await admin.get(file('secrets', 'csv'))).status).toBe(400);
  });
});

// Proves I38-reports
describe('credits and refunds', { timeout: 60_000 }, () => {
  const MONTHS = '&startDate=2026-11-01&endDate=2026-12-31';
  /** Debits less credits of an account in both months, in cents. */
  async function posted(account: string): Promise<number> {
    const months = await Promise.all(
      ['2026-11', '2026-12'].map(
        async (month) => (await admin.get(`/api/admin/journal?mode=demo&month=${month}`)).json,
      ),
    );
    const of = months.flatMap(({ accounts }) => accounts).filter((one) => one.account === account);
    return sumCents(of.map(({ debits, credits }) => centsFromDollars(debits) - centsFromDollars(credits)));
  }

  // the steps follow those above
  it('names each with kind, reason and person, and adds up to what the journal posts', async () => {
    const [november] = await test.issued('2026-11');
    const invoices = (await admin.get('/api/admin/invoices')).json as { id: string; account_id: string }[];
    const idOf = (accountId: string, period: string) =>
      invoices.find(({ id, account_id }) => account_id === accountId && id.includes(period))?.id ?? '';
    const annNovember = idOf(ann.accountId, '2026-11');
    const bobNovember = idOf(bob.accountId, '2026-11');
    const bobDecember = idOf(bob.accountId, '2026-12');
    let minute = 0;
    const post = async (path: string, body: object) => {
      const answer = await admin.post(`/api/admin/invoices/${path}`, body);
      expect(answer.status, `${path} ${answer.text}`).toBe(200);
      minute += 1;
      test.setClock(`2026-12-10T15:0${minute}:00.000Z`);
      await test.portal.tick();
      await test.portal.projections.caughtUp();
      return answer.json;
    };
    const check = { method: 'check', paid_on: '2026-12-09', reference: '77', amount: '91.00' };
    const paid = await post(`${annNovember}/record-payment`, check);
    const payment = paid.payments?.[0]?.id ?? november?.invoiceId;
    await post(`${annNovember}/credit`, { amount: '6.50', reason: 'Reader was broken' });
    await post(`${annNovember}/reverse-payment`, { payment_id: payment, reason: 'Check bounced' });
    await post(`${bobNovember}/write-off`, { reason: 'Closed' });
    await post(`${bobDecember}/void`, { reason: 'Moved out' });
    const { rows, total, count } = await read('credits-and-refunds', `?mode=demo${MONTHS}`);
    const by = 'Administrator';
    expect(rows).toMatchObject([
      { day: '2026-12-10', kind: 'Void', reason: 'Moved out', by, credited: 25 },
      { kind: 'Write-off', reason: 'Closed', by, written_off: 39, invoice: { id: bobNovember } },
      { kind: 'Payment reversed', reason: 'Check bounced', by, reversed: 91 },
      { kind: 'Credit', reason: 'Reader was broken', by, credited: 6.5, company: { id: ann.accountId } },
      { day: '2026-12-01', kind: 'One-off credit', reason: 'Late technician', by, credited: 10 },
    ]);
    expect(count).toBe(rows.length);
    expect(cents(total ?? undefined, 'written_off')).toBe(await posted('bad_debt'));
    expect(cents(rows[3], 'credited')).toBe(await posted('refunds_and_credits'));
    expect(total).toMatchObject({ credited: 41.5, written_off: 39, refunded: 0, reversed: 91 });
    expect(await csvRows('credits-and-refunds', MONTHS)).toHaveLength(rows.length + 1);
    const { bytes } = await admin.get(file('credits-and-refunds', 'pdf', MONTHS));
    const text = (await pdfPages(bytes)).join(' ');
    for (const { reason } of rows) expect(text).toContain(reason);
  });
});

// Proves I38-reports
it('ages what companies owe as Receivables does, with the same totals', { timeout: 60_000 }, async () => {
  const { rows, total, scope } = await read('ageing', '?mode=demo');
  expect(scope).toBe('as of Dec 10, 2026');
  const list = (await admin.get('/api/admin/receivables?sort=["company_name","ASC"]')).json;
  const [sums] = (await admin.get('/api/admin/receivables/totals')).json;
  const names = ['open', 'current', 'days_1_30', 'days_31_60', 'days_61_90', 'days_over_90', 'credit'];
  const figures = (row: Record<string, unknown>, ending: string) => [
    ...names.map((name) => row[`${name}${ending}`]),
    row[ending === '_cents' ? 'balance_cents' : 'balance'],
  ];
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map((row) => figures(row, '_cents'))).toEqual(
    list.map((row: Record<string, unknown>) => figures(row, '_amount')),
  );
  expect(figures(total ?? {}, '_cents')).toEqual(figures(sums, '_amount'));
  const [, first = []] = await csvRows('ageing');
  expect(first.slice(2).map(Number)).toEqual(figures(rows[0] ?? {}, '_cents'));
  const { bytes } = await admin.get(file('ageing', 'pdf'));
  expect((await pdfPages(bytes))[0]).toContain('All companies, as of Dec 10, 2026, demo');
});

// Proves I38-ageing-day
it('ages what companies owed at the end of a past day, as Receivables did and the journal does', {
  timeout: 60_000,
}, async () => {
  const receivable = async (month: string) => {
    const { accounts } = (await admin.get(`/api/admin/journal?mode=demo&month=${month}`)).json;
    return accounts.find(({ account }: { readonly account: string }) => account === 'receivable').closing;
  };
  const november = await read('ageing', '?mode=demo&endDate=2026-11-30');
  // nothing that came in December counts
  expect(november.scope).toBe('as of Nov 30, 2026');
  expect(november.rows).toMatchObject([
    { company: { id: ann.accountId }, open_cents: 91, current_cents: 0, days_1_30_cents: 91 },
    { company: { id: bob.accountId }, open_cents: 39, current_cents: 0, days_1_30_cents: 39 },
  ]);
  expect(november.total?.open_cents).toBe(await receivable('2026-11'));
  const due = await read('ageing', '?mode=demo&endDate=2026-11-16');
  expect(due.rows).toMatchObject([{ current_cents: 91 }, { current_cents: 39 }]);
  expect((await read('ageing', '?mode=demo&endDate=2026-10-31')).rows).toEqual([]);

  const today = await read('ageing', '?mode=demo');
  await run('2026-12-11T15:00:00.000Z');
  const yesterday = await read('ageing', '?mode=demo&endDate=2026-12-10');
  expect(yesterday).toEqual(today);
  expect(yesterday.total?.open_cents).toBe(await receivable('2026-12'));
  const one = await csvRows('ageing', `&mode=demo&endDate=2026-12-10&companyId=${ann.accountId}`);
  expect(one.slice(1)).toEqual((await csvRows('ageing', '&mode=demo&endDate=2026-12-10')).slice(1, 2));
  const { bytes } = await admin.get(file('ageing', 'pdf', '&mode=demo&endDate=2026-11-30'));
  expect((await pdfPages(bytes))[0]).toContain('All companies, as of Nov 30, 2026, demo');
});

// Proves I38-reports
it('registers the invoices of a span with what became of them, as the revenue report', {
  timeout: 60_000,
}, async () => {
  const NAMES = ['invoiced', 'paid', 'refunded', 'credit_used', 'written_off', 'open'] as const;
  for (const month of ['2026-11', '2026-12']) {
    const span = `mode=demo&startDate=${month}-01&endDate=${month}-30`;
    const { rows, total } = await read('invoice-register', `?${span}`);
    expect(rows.map(({ company }) => (company as { readonly id: string }).id).sort()).toEqual(
      [ann.accountId, bob.accountId].sort(),
    );
    const { total: revenue } = (
      await admin.get(`/api/admin/revenue-report?demo=true&from=${month}&to=${month}`)
    ).json;
    expect(NAMES.map((name) => total?.[`${name}_cents`])).toEqual(NAMES.map((name) => revenue[name]));
    for (const row of rows) {
      const [invoiced, ...parts] = NAMES.map((name) => cents(row, `${name}_cents`));
      expect(sumCents(parts)).toBe(invoiced);
    }
    expect(await csvRows('invoice-register', `&${span}`)).toHaveLength(rows.length + 1);
  }
  const { rows } = await read('invoice-register', '?mode=demo&startDate=2026-12-01');
  expect(rows.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
    'Monthly Canceled',
    'Monthly Open',
  ]);
});
