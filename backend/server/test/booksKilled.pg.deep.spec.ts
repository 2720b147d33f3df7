import { type Journal, paths } from '@portal/contract';
import { addPeriods, type Period, periodOfDay } from '@portal/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPaying } from './payments/support.ts';
import { eventually } from './support/eventually.ts';
import { expected } from './support/expected.ts';
import type { HttpClient } from './support/httpClient.ts';
import { issueInvoice } from './support/invoices.ts';
import { adminAt } from './support/people.ts';
import { openStage, type Stage } from './support/stage.ts';

const TODAY = new Date().toISOString().slice(0, 10);
const LAST_MONTH = addPeriods(periodOfDay(TODAY), -1);
/** Of a company, in as many months, all paid; three of them have $40.00 of credit. */
const INVOICES = 8;
const CREDITED = 3;

let stage: Stage;
const companies: { readonly accountId: string; readonly invoices: readonly string[] }[] = [];

beforeAll(async () => {
  stage = await openStage();
  const paying = await startPaying({}, { database: stage.database });
  const admin = await paying.admin();
  for (const name of ['one', 'two', 'three']) {
    const { user } = await paying.dealer(name);
    const accountId = user.account_id;
    const invoices: string[] = [];
    for (let index = 0; index < INVOICES; index += 1) {
      const period = addPeriods(LAST_MONTH, index - INVOICES + 1);
      invoices.push((await issueInvoice(paying, { accountId, userId: user.id, period })).id);
    }
    for (const [index, id] of invoices.entries()) {
      const check = { method: 'check', paid_on: TODAY, reference: `${name} ${index}` };
      await expected(() => admin.post(`/api/admin/invoices/${id}/record-payment`, check), 200);
    }
    for (const id of invoices.slice(0, CREDITED)) {
      const credit = { amount: '40.00', reason: 'Before' };
      await expected(() => admin.post(`/api/admin/invoices/${id}/credit`, credit), 200);
    }
    companies.push({ accountId, invoices });
  }
  await paying.portal.projections.caughtUp();
  await paying.stop();
}, 120_000);
afterAll(() => stage?.close(), 60_000);

// biome-ignore lint/suspicious/noExplicitAny: events as they are stored
type Stored = any;
async function stored(type: string, accountId?: string): Promise<readonly Stored[]> {
  const { rows } = await stage.database.pool.query<{ data: string }>(
    'SELECT data FROM es.events WHERE type = $1 ORDER BY position',
    [type],
  );
  const all = rows.map(({ data }) => JSON.parse(data));
  return accountId === undefined ? all : all.filter((data) => data.accountId === accountId);
}

/** Credits of $10.00 on every invoice, a payout of $110.00 and the closing of a month, each under a key of its own. */
function ask(admin: HttpClient, company: number, period: Period) {
  const { accountId, invoices } = companies[company] ?? { accountId: '', invoices: [] };
  const key = (name: string) => ({ 'Idempotency-Key': `${name}-${company}` });
  const credit = { amount: '10.00', reason: 'Goodwill' };
  const payout = {
    method: 'check',
    amount: '110.00',
    paid_on: TODAY,
    reference: `out ${company}`,
    reason: 'Asked',
  };
  return [
    ...invoices.map(
      (id, index) => () => admin.post(`/api/admin/invoices/${id}/credit`, credit, key(`credit-${index}`)),
    ),
    () => admin.post(paths.admin.payOutCredit(accountId), payout, key('payout')),
    () => admin.post(paths.admin.closeMonth, { period, confirmed: true }, key('close')),
  ];
}

async function verifyLog(admin: HttpClient, period: Period): Promise<void> {
  await expected(() => admin.post(paths.admin.verifyLog), 202);
  await eventually(async () => {
    const { next } = (await admin.get(`${paths.admin.books}?month=${period}`)).json;
    return next?.checks.every(({ ok, blocks }: { ok: boolean; blocks: boolean }) => ok || !blocks);
  }, 60);
}

const sum = (parts: readonly { readonly amountCents: number }[]) =>
  parts.reduce((total, { amountCents }) => total + amountCents, 0);

// Proves I38-killed
it.each([
  [0, 'the first credit', 1],
  [1, 'half of the credits', INVOICES / 2],
  [2, 'all credits', INVOICES],
] as const)(
  'kill -9 while credit notes, a payout and a closing are in progress, of company %i after %s: each is done once',
  async (company, _after, credits) => {
    const { accountId = '' } = companies[company] ?? {};
    const period = addPeriods(LAST_MONTH, company - 2);
    const portal = await stage.startPortal();
    const admin = await adminAt(portal.url);
    await verifyLog(admin, period);
    const given = async () =>
      (await stored('InvoiceCredited', accountId)).filter(({ reason }) => reason === 'Goodwill');
    const lost = ask(admin, company, period).map((send) => send().catch(() => null));
    while ((await given()).length < credits) await new Promise((resolve) => setTimeout(resolve, 1));
    await portal.kill();
    const acknowledged = (await Promise.all(lost)).filter((answer) => answer?.status === 200).length;
    await stage.endSessions();
    const notes = (await stored('CreditNoteIssued', accountId)).length;
    const made = (await stored('PayoutMade', accountId)).length;
    const closings = (await stored('MonthClosed')).filter((one) => one.period === period).length;
    process.stdout.write(
      `killed after ${(await given()).length} credits, ${notes} notes, ${made} payouts, ${closings} closings; ${acknowledged} answers\n`,
    );

    const next = await stage.startPortal();
    const again = await adminAt(next.url);
    await verifyLog(again, period).catch(() => undefined);
    for (const send of ask(again, company, period)) {
      const answer = await send();
      // closing a closed month is refused
      expect([200, 409]).toContain(answer.status);
    }
    await eventually(
      async () => (await stored('CreditNoteIssued', accountId)).length >= INVOICES + CREDITED,
      60,
    );
    await eventually(async () => (await stored('PayoutMade', accountId)).length > 0, 60);

    const creditIds = (await given()).map(({ creditId }) => creditId);
    expect(creditIds).toHaveLength(INVOICES);
    const issued = await stored('CreditNoteIssued');
    const own = issued.map(({ sourceId }) => sourceId).filter((id) => creditIds.includes(id));
    expect(own.toSorted()).toEqual(creditIds.toSorted());
    expect(issued.map(({ number }) => number)).toEqual(issued.map((_, index) => index + 1));
    expect([
      (await stored('PayoutRequested', accountId)).length,
      (await stored('PayoutMade', accountId)).length,
    ]).toEqual([1, 1]);
    const shares = (await stored('InvoiceRefunded', accountId)).filter(
      ({ payoutId }) => payoutId !== undefined,
    );
    expect(sum(shares)).toBe(11_000);
    expect((await stored('MonthClosed')).filter((one) => one.period === period)).toHaveLength(1);

    const left = CREDITED * 40 + INVOICES * 10 - 110;
    await eventually(async () => {
      const rows: readonly Stored[] = (await again.get(paths.admin.receivables)).json;
      const row = rows.find(({ account_id }) => account_id === accountId);
      return row?.credit_amount === left && row.open_amount === 0;
    }, 60);
    const query = `?month=${periodOfDay(TODAY)}&mode=demo`;
    const { accounts }: Journal = (await again.get(`${paths.admin.journal}${query}`)).json;
    const cents = (of: 'debits' | 'credits') =>
      accounts.reduce((total, account) => total + Math.round(account[of] * 100), 0);
    expect(cents('debits')).toBe(cents('credits'));
    await next.kill();
  },
  300_000,
);
