import {
  type CompanyOverview,
  type Invoice,
  paths,
  type Receivable,
  type ReceivableTotals,
} from '@portal/contract';
import { centsFromDollars, dollarsFromCents, sumCents } from '@portal/domain/values';
import { listReceivables } from '@portal/projections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoiceOf, type Paying, startPaying } from './payments/support.ts';
import type { HttpClient } from './support/httpClient.ts';
import { decideInvoice, issueInvoice, saveCard } from './support/invoices.ts';
import { stated, summary } from './support/moneyFigures.ts';

const NOW = new Date('2026-12-20T15:00:00.000Z');

let paying: Paying;
let admin: HttpClient;

beforeAll(async () => {
  // without the role jobs nothing ticks but the test
  paying = await startPaying(
    { now: () => NOW },
    { environment: { PORTAL_ROLES: 'api,projections,reactions' } },
  );
  admin = await paying.admin();
});
afterAll(() => paying.stop());

const path = (id: string, action: string) => `/api/admin/invoices/${id}${action}`;
let references = 0;

/** A demo company with an invoice of $78.00 for each of these months. */
async function company(name: string, ...periods: readonly string[]) {
  const { client, user } = await paying.dealer(name);
  const issue = (period: string, isDemo = true) =>
    issueInvoice(paying, { accountId: user.account_id, userId: user.id, period, isDemo }, NOW);
  const ids: string[] = [];
  for (const period of periods) ids.push((await issue(period)).id);
  return { client, accountId: user.account_id as string, userId: user.id as string, issue, ids };
}

async function check(id: string, amount: string, paid_on = '2026-12-10') {
  references += 1;
  const body = { method: 'check', paid_on, reference: `${references}`, amount };
  const { status, json } = await admin.post(path(id, '/record-payment'), body);
  expect(status).toBe(200);
  return json.payments.at(-1).id as string;
}
async function done(id: string, action: string, body: object) {
  expect((await admin.post(path(id, action), body)).status).toBe(200);
}

const listed = async (filter: object, more = ''): Promise<readonly Receivable[]> => {
  await paying.portal.projections.caughtUp();
  const query = `filter=${encodeURIComponent(JSON.stringify(filter))}${more}`;
  return (await admin.get(`/api/admin/receivables?${query}`)).json;
};
const totals = async (filter: object): Promise<readonly ReceivableTotals[]> =>
  (await admin.get(`/api/admin/receivables/totals?filter=${encodeURIComponent(JSON.stringify(filter))}`))
    .json;

const sum = (amounts: readonly number[]) => dollarsFromCents(sumCents(amounts.map(centsFromDollars)));

/** The company's row, once its figures are those of the invoice list, the dealer's page and the statement. */
async function agreed({ client, accountId }: Pick<Company, 'client' | 'accountId'>) {
  const rows = await listed({ account_id: accountId });
  expect(rows.length).toBeLessThan(2);
  const row: Partial<Receivable> = rows[0] ?? {};
  const { open_amount = 0, credit_amount = 0, balance = 0, overdue_amount = 0, current_amount = 0 } = row;
  expect({ balance: open_amount, credit: credit_amount }).toEqual(await summary(client));
  expect(balance).toBe(await stated(client));
  expect(balance).toBe(sum([open_amount, -credit_amount]));
  const invoices: readonly Invoice[] = (await admin.get(`/api/admin/invoices?account_id=${accountId}`)).json;
  expect(open_amount).toBe(sum(invoices.map((invoice) => invoice.open_amount)));
  const late = invoices.filter(({ is_overdue }) => is_overdue);
  expect(overdue_amount).toBe(sum(late.map((invoice) => invoice.open_amount)));
  const { days_1_30_amount = 0, days_31_60_amount = 0, days_61_90_amount = 0, days_over_90_amount = 0 } = row;
  const ages = [days_1_30_amount, days_31_60_amount, days_61_90_amount, days_over_90_amount];
  expect(sum(ages)).toBe(overdue_amount);
  expect(sum([current_amount, overdue_amount])).toBe(open_amount);
  const overview: CompanyOverview = (await admin.get(paths.admin.accountOverview(accountId))).json;
  const own = rows.find(({ is_demo }) => is_demo === overview.is_demo);
  expect([overview.open, overview.overdue, overview.credit]).toEqual([
    own?.open_amount ?? 0,
    own?.overdue_amount ?? 0,
    own?.credit_amount ?? 0,
  ]);
  return { current: current_amount, ages, credit: credit_amount, balance, row: rows[0] };
}
type Company = Awaited<ReturnType<typeof company>>;

describe('receivables', { timeout: 60_000 }, () => {
  // Proves I38-receivables
  it('are open amounts by days overdue', async () => {
    // due on the 16th: Dec 16 is 4 days ago, Nov 34, Oct 65, Sep 95, Aug 126
    const owing = await company('owing', '2026-08', '2026-09', '2026-10', '2026-11', '2026-12');
    await check(owing.ids[2] ?? '', '50.50');
    const { current, ages, row } = await agreed(owing);
    expect([current, ages]).toEqual([0, [78, 78, 27.5, 156]]);
    expect(row).toMatchObject({
      id: `${owing.accountId}_demo`,
      user_id: owing.userId,
      is_demo: true,
      last_payment_on: '2026-12-10',
      last_payment_amount: 50.5,
      next_charge: 0,
      automatic_payment: 'no_card',
    });
  });

  // Proves I38-receivables
  it('age by the billing day: on its due date an invoice is not overdue, 30 days later for 30 days', async () => {
    // due Aug 16
    const { accountId } = await company('aged', '2026-08');
    await paying.portal.projections.caughtUp();
    const { pool } = paying.portal.database;
    const ageOn = async (today: string) => {
      const query = { filter: { account_id: accountId } };
      const { rows } = await listReceivables(pool, query, { today, billingDate: '2027-01-01' });
      const ages = rows.map((row) => ({
        current: row.current_cents,
        '1-30': row.days_1_30_cents,
        '31-60': row.days_31_60_cents,
        '61-90': row.days_61_90_cents,
        over: row.days_over_90_cents,
      }));
      return Object.entries(ages[0] ?? {}).flatMap(([age, cents]) => (cents === 0 ? [] : [age]));
    };
    expect(await ageOn('2026-08-16')).toEqual(['current']);
    for (const today of ['2026-08-17', '2026-09-15']) expect(await ageOn(today)).toEqual(['1-30']);
    for (const today of ['2026-09-16', '2026-10-15']) expect(await ageOn(today)).toEqual(['31-60']);
    for (const today of ['2026-10-16', '2026-11-14']) expect(await ageOn(today)).toEqual(['61-90']);
    expect(await ageOn('2026-11-15')).toEqual(['over']);
  });

  // Proves I38-receivables
  it('have the credit of an overpayment, and of a correction; without either there is no row', async () => {
    const over = await company('overpaying', '2026-12');
    await check(over.ids[0] ?? '', '200');
    expect(await agreed(over)).toMatchObject({ credit: 122, balance: -122 });

    const credited = await company('credited', '2026-12');
    await saveCard(paying, credited.accountId, 'pm_card_visa', { autoPayAt: '2026-10-01T10:00:00.000Z' });
    const id = credited.ids[0] ?? '';
    expect((await credited.client.post(`/api/invoices/${id}/pay`)).json.success).toBe(true);
    expect((await agreed(credited)).row).toBeUndefined();
    await done(id, '/credit', { amount: '30', reason: 'Goodwill' });
    const { row, credit } = await agreed(credited);
    expect(credit).toBe(30);
    expect(row).toMatchObject({
      last_payment_on: '2026-12-20',
      last_payment_amount: 78,
      automatic_payment: 'on',
    });
  });

  // Proves I38-receivables
  it('are open again after a check was reversed, or a bank took the money of a card back', async () => {
    const bounced = await company('bouncing', '2026-11', '2026-12');
    const [first = '', second = ''] = bounced.ids;
    const payment_id = await check(second, '156');
    expect((await agreed(bounced)).row).toBeUndefined();
    await done(second, '/reverse-payment', { payment_id, reason: 'It bounced' });
    expect(await agreed(bounced)).toMatchObject({ ages: [78, 78, 0, 0], row: { last_payment_on: null } });
    await check(first, '78', '2026-12-12');
    expect(await agreed(bounced)).toMatchObject({ ages: [78, 0, 0, 0] });

    const disputed = await company('disputing', '2026-12');
    const id = disputed.ids[0] ?? '';
    await saveCard(paying, disputed.accountId);
    await disputed.client.post(`/api/invoices/${id}/pay`);
    const paid = await invoiceOf(paying, id);
    const paymentId = paid.status === 'none' ? '' : (paid.payments[0]?.paymentId ?? '');
    const dispute = {
      type: 'RecordInvoiceDispute',
      paymentId,
      disputeId: 'dp_1',
      today: '2026-12-20',
    } as const;
    await decideInvoice(paying, id, { ...dispute, status: 'open', amountCents: 7_800 }, NOW);
    expect((await agreed(disputed)).row).toBeUndefined();
    await decideInvoice(paying, id, { ...dispute, status: 'lost', amountCents: 7_800 }, NOW);
    expect(await agreed(disputed)).toMatchObject({ ages: [78, 0, 0, 0], balance: 78 });
  });

  // Proves I38-receivables
  it('of a canceled invoice are its credit, or what is to be repaid of it, which is not overdue', async () => {
    const voided = await company('voiding', '2026-11', '2026-12');
    const [first = '', second = ''] = voided.ids;
    const payment_id = await check(second, '40');
    await done(second, '/void', { reason: 'Wrong' });
    // its credit paid the other invoice in part
    expect(await agreed(voided)).toMatchObject({ ages: [0, 38, 0, 0], credit: 0 });
    await check(first, '50');
    expect(await agreed(voided)).toMatchObject({ credit: 12 });
    const refund = { amount: '12', method: 'check', refunded_on: '2026-12-20', reference: '9' };
    await done(first, '/refund', refund);
    await done(second, '/reverse-payment', { payment_id, reason: 'It bounced' });
    await agreed(voided);
  });

  // Proves I38-receivables
  it('lack what was written off', async () => {
    const bad = await company('baddebt', '2026-11', '2026-12');
    await check(bad.ids[0] ?? '', '20');
    await done(bad.ids[0] ?? '', '/write-off', { reason: 'Out of business' });
    expect(await agreed(bad)).toMatchObject({ ages: [78, 0, 0, 0], balance: 78 });
    await done(bad.ids[0] ?? '', '/take-write-off-back', { reason: 'They pay' });
    expect(await agreed(bad)).toMatchObject({ ages: [78, 58, 0, 0], balance: 136 });
  });

  // Proves I38-receivables
  it('are apart by mode; recorded credit counts with the present mode', async () => {
    const both = await company('bothsides', '2026-12');
    await both.issue('2026-11', false);
    const amounts = async () =>
      (await listed({ account_id: both.accountId }, `&sort=${encodeURIComponent('["id","ASC"]')}`)).map(
        ({ is_demo, open_amount, credit_amount, next_charge }) => [
          is_demo,
          open_amount,
          credit_amount,
          next_charge,
        ],
      );
    expect(await amounts()).toEqual([
      [true, 78, 0, 0],
      [false, 78, 0, null],
    ]);
    await check(both.ids[0] ?? '', '200');
    // recorded money is of neither mode: it paid the live invoice too
    expect(await amounts()).toEqual([[true, 0, 44, 0]]);
    expect(
      (await admin.put(`/api/admin/accounts/${both.accountId}/demo-status`, { is_demo_account: false }))
        .status,
    ).toBe(200);
    expect(await amounts()).toEqual([[false, 0, 44, 0]]);
    expect(await summary(both.client)).toEqual({ balance: 0, credit: 44 });
  });

  // Proves I38-receivables-list
  it('are searched, filtered and sorted, with totals of all that is found', async () => {
    const late = await company('findlate', '2026-10');
    const paid = await company('findcredit', '2026-12');
    await check(paid.ids[0] ?? '', '100');
    const ids = [late.accountId, paid.accountId];
    const found = async (filter: object, more = '') =>
      (await listed({ account_id: ids, ...filter }, more)).map(({ account_id }) => ids.indexOf(account_id));
    expect(await found({})).toEqual([0, 1]);
    expect(await found({}, `&sort=${encodeURIComponent('["credit_amount","DESC"]')}`)).toEqual([1, 0]);
    expect(await found({}, `&sort=${encodeURIComponent('["last_payment_on","DESC"]')}`)).toEqual([1, 0]);
    expect(await found({ overdue: true })).toEqual([0]);
    expect(await found({ has_credit: true })).toEqual([1]);
    expect(await found({ is_demo: false })).toEqual([]);
    const name = (await listed({ account_id: paid.accountId }))[0]?.company_name ?? '';
    expect(await found({ q: name.slice(0, 5) })).toContain(1);
    expect(await totals({ account_id: ids })).toMatchObject([
      { is_demo: true, companies: 2, open_amount: 78, overdue_amount: 78, credit_amount: 22, balance: 56 },
    ]);
    expect(await totals({ account_id: ids, has_credit: true })).toMatchObject([
      { companies: 1, open_amount: 0, balance: -22 },
    ]);
    expect(await totals({ account_id: ids, is_demo: false })).toEqual([]);
    expect((await admin.get('/api/admin/receivables/totals?filter={"made_up":1}')).status).toBe(400);
    const demo = (await totals({})).find(({ is_demo }) => is_demo);
    const all = await listed({ is_demo: true });
    expect(demo?.balance).toBe(sum(all.map(({ balance }) => balance)));
  });
});
