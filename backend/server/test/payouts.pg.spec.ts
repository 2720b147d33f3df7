import { randomUUID } from 'node:crypto';
import {
  type IssuedInvoice,
  invoiceDecider,
  invoiceStream,
  payoutDecider,
  payoutStream,
  type RequestPayout,
} from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCommand } from '../src/kernel/commandContext.ts';
import { type Paying, startPaying } from './payments/support.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { decideInvoice, issueInvoice } from './support/invoices.ts';
import { pages, stated, summary } from './support/moneyFigures.ts';

const NOW = new Date('2026-12-20T15:00:00.000Z');

let paying: Paying;
let admin: HttpClient;

beforeAll(async () => {
  // without the role jobs credit pays an invoice only after an event of the test
  paying = await startPaying(
    { now: () => NOW },
    { environment: { PORTAL_ROLES: 'api,projections,reactions' } },
  );
  admin = await paying.admin();
});
afterAll(() => paying.stop());

let references = 0;
/** A demo dealer with $40.00 of credit of September's invoice, $60.00 of October's, and August's, written off: $78.00. */
async function withCredit(name: string) {
  const { client, user } = await paying.dealer(name);
  const accountId = user.account_id as string;
  const issue = (period: string) => issueInvoice(paying, { accountId, userId: user.id, period }, NOW);
  const pay = async (id: string, amount: string) => {
    references += 1;
    const payment = { method: 'check', paid_on: '2026-12-10', reference: `in ${references}`, amount };
    expect((await admin.post(`/api/admin/invoices/${id}/record-payment`, payment)).status).toBe(200);
  };
  const august = await issue('2026-08');
  await admin.post(`/api/admin/invoices/${august.id}/write-off`, { reason: 'Closed' });
  const september = await issue('2026-09');
  await pay(september.id, '118.00');
  const october = await issue('2026-10');
  await pay(october.id, '138.00');
  return { client, accountId, userId: user.id as string, august, september, october };
}

const check = (more: object = {}) => ({
  method: 'check',
  amount: '90.00',
  paid_on: '2026-12-18',
  reference: '88',
  reason: 'The dealer asked for it',
  ...more,
});
const payOut = (accountId: string, body: object, headers?: Record<string, string>) =>
  admin.post(`/api/admin/accounts/${accountId}/payouts`, body, headers);
const reverse = (id: string, reason = 'The check was stopped') =>
  admin.post(`/api/admin/payouts/${id}/reverse`, { reason });
const openAgain = (id: string) =>
  admin.post(`/api/admin/invoices/${id}/take-write-off-back`, { reason: 'Open again' });
const creditOf = async (accountId: string) =>
  (await admin.get(`/api/admin/accounts/${accountId}/credit`)).json;

/** Unused credit by each surface that says it, in dollars. */
async function credits({ client, accountId }: { readonly client: HttpClient; readonly accountId: string }) {
  await paying.portal.projections.caughtUp();
  const filter = encodeURIComponent(JSON.stringify({ account_id: accountId }));
  const [row] = (await admin.get(`/api/admin/receivables?filter=${filter}`)).json;
  const { balance, credit } = await summary(client);
  const [mode] = (await creditOf(accountId)).balances;
  const answer = {
    summary: credit,
    receivables: row?.credit_amount ?? 0,
    company: mode?.amount ?? 0,
    statement: balance - (await stated(client)),
  };
  const [first = 0, ...others] = Object.values(answer);
  expect(others, JSON.stringify(answer)).toEqual(others.map(() => first));
  return first;
}
const statement = async (client: HttpClient) =>
  (await client.get('/api/statement?from=2026-12-01&to=2026-12-31&format=csv&mode=demo')).text
    .split('\n')
    .filter((line) => /paid out|Payout/.test(line));
/** What the journal posts of a payout and its reversal, in dollars. */
const postings = async (accountId: string) => {
  const { json } = await admin.get('/api/admin/journal?month=2026-12&mode=demo');
  const all = json.postings as {
    company: { id: string };
    account: string;
    debit: number;
    credit: number;
    text: string;
    day: string;
  }[];
  return all
    .filter(({ company, text }) => company.id === accountId && /^(Refund|Payout)/.test(text))
    .map(
      ({ day, account, debit, credit, text }) =>
        `${day} ${account} ${debit - credit} ${text.split(' INV')[0]}`,
    )
    .sort();
};

describe('a company’s credit', { timeout: 60_000 }, () => {
  // Proves I38-payout-1, I38-payout-3
  it('is paid out over the invoices that gave it, and given back when the check is stopped', async () => {
    const company = await withCredit('paidout');
    const { client, accountId, userId, september, october } = company;
    expect(await credits(company)).toBe(100);
    expect(await creditOf(accountId)).toEqual({
      today: '2026-12-20',
      balances: [
        {
          is_demo: true,
          amount: 100,
          invoices: [
            { invoice_id: september.id, invoice_number: september.number, amount: 40, card: 0 },
            { invoice_id: october.id, invoice_number: october.number, amount: 60, card: 0 },
          ],
        },
      ],
      payouts: [],
    });
    const answered = await payOut(accountId, check());
    expect([answered.status, answered.json]).toMatchObject([
      200,
      {
        account_id: accountId,
        is_demo: true,
        status: 'made',
        method: 'check',
        amount: 90,
        paid_on: '2026-12-18',
        reference: '88',
        reason: 'The dealer asked for it',
        shares: [
          { invoice_number: september.number, amount: 40 },
          { invoice_number: october.number, amount: 50 },
        ],
        reversed_on: null,
      },
    ]);
    expect(await credits(company)).toBe(10);
    expect(await statement(client)).toEqual(
      [
        `2026-12-18,Credit of ${september.number} paid out by check (88),,-40.00,18.00`,
        `2026-12-18,Credit of ${october.number} paid out by check (88),,-50.00,68.00`,
      ].map((line) => expect.stringContaining(line.split(',').slice(0, 4).join(','))),
    );
    expect(await postings(accountId)).toEqual([
      '2026-12-18 bank -40 Refund',
      '2026-12-18 bank -50 Refund',
      '2026-12-18 customer_credit 40 Refund',
      '2026-12-18 customer_credit 50 Refund',
    ]);
    const { json: page } = await client.get(`/api/invoices/${october.id}`);
    expect(page.refunds).toMatchObject([{ amount: 50, paid_out: 50, status: 'refunded', reference: '88' }]);

    const back = await reverse(answered.json.id);
    expect([back.status, back.json]).toMatchObject([
      200,
      { status: 'reversed', reversed_on: '2026-12-20', reversed_because: 'The check was stopped' },
    ]);
    expect((await reverse(answered.json.id)).status).toBe(200);
    expect(await credits(company)).toBe(100);
    expect(await statement(client)).toMatchObject([
      expect.stringContaining('paid out by check (88),,-40.00'),
      expect.stringContaining('paid out by check (88),,-50.00'),
      expect.stringContaining(
        `2026-12-20,Payout of credit of ${september.number} by check (88) taken back,,40.00`,
      ),
      expect.stringContaining(
        `2026-12-20,Payout of credit of ${october.number} by check (88) taken back,,50.00`,
      ),
    ]);
    expect((await postings(accountId)).filter((line) => line.startsWith('2026-12-20'))).toEqual([
      '2026-12-20 bank 40 Payout taken back',
      '2026-12-20 bank 50 Payout taken back',
      '2026-12-20 customer_credit -40 Payout taken back',
      '2026-12-20 customer_credit -50 Payout taken back',
    ]);
    expect((await creditOf(accountId)).payouts).toMatchObject([{ id: answered.json.id, status: 'reversed' }]);
    // one mail of each, not one of each invoice
    const mails = await eventually(async () => {
      const { json } = await admin.get('/api/admin/mails');
      const own = (json as { user_id: string; subject: string }[]).filter(
        ({ user_id, subject }) => user_id === userId && /pa(id|yout)|Refund/.test(subject),
      );
      return own.length >= 2 ? own : null;
    });
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'A payout of your credit was taken back',
      'Your credit was paid out',
    ]);
  });

  // Proves I38-payout-3
  it('stands in the timelines with the administrator and the reasons', async () => {
    const { accountId, september, october } = await withCredit('told');
    const { id } = (await payOut(accountId, check({ method: 'ach', reference: 'T1' }))).json;
    await reverse(id);
    await paying.portal.projections.caughtUp();
    const timeline = async (kind: string, of: string, scope = '') =>
      (await admin.get(`/api/admin/audit/${kind}/${of}/timeline${scope}`)).json as {
        type: string;
        text: string;
        reason: string | null;
        actor: { kind: string };
      }[];
    const name = 'Payout of $90.00 of account credit by ACH T1';
    const told = (await timeline('account', accountId, '?scope=all')).filter(({ type }) =>
      type.startsWith('Payout'),
    );
    expect(told).toMatchObject([
      {
        text: `${name} recorded, sent on Dec 18, 2026: $40.00 of ${september.number}, $50.00 of ${october.number}`,
        reason: 'The dealer asked for it',
        actor: { kind: 'admin' },
      },
      { text: `${name} made` },
      { text: `${name} taken back on Dec 20, 2026: The check was stopped`, actor: { kind: 'admin' } },
    ]);
    const own = (await timeline('invoice', october.id)).slice(-2);
    expect(own).toMatchObject([
      {
        text: '$50.00 of account credit paid out by ACH on Dec 18, 2026, reference T1',
        reason: 'The dealer asked for it',
        actor: { kind: 'admin' },
      },
      {
        text: 'Payout of $50.00 of account credit taken back on Dec 20, 2026: The check was stopped',
        reason: 'The check was stopped',
        actor: { kind: 'admin' },
      },
    ]);
  });

  // Proves I38-payout-3
  it('that comes back pays an invoice that opened since', async () => {
    const company = await withCredit('opened');
    const { client, accountId, august } = company;
    const { id } = (await payOut(accountId, check({ amount: '100.00' }))).json;
    await openAgain(august.id);
    expect(await pages(client, august.id)).toEqual([['pending', 78]]);
    await reverse(id);
    expect(await pages(client, august.id)).toEqual([['paid', 0]]);
    expect(await credits(company)).toBe(22);
  });

  // Proves I38-payout-1
  it('is refused with the field at fault', async () => {
    const { accountId, client } = await withCredit('fields');
    const refused = async (more: object) => {
      const { status, json } = await payOut(accountId, check(more));
      return [status, json.errors?.[0]?.path, json.error];
    };
    expect(await refused({ amount: '100.01' })).toEqual([
      422,
      'amount',
      'At most $100.00 of credit can be paid out.',
    ]);
    expect(await refused({ mode: 'live' })).toEqual([422, 'amount', 'This company has no unused credit.']);
    expect(await refused({ paid_on: '2026-12-21' })).toEqual([
      422,
      'paid_on',
      "The payout date can't be in the future",
    ]);
    expect(await refused({ reference: ' ' })).toEqual([400, 'reference', 'Reference is required']);
    expect(await refused({ reason: '' })).toEqual([400, 'reason', 'Please give a reason']);
    expect((await payOut(randomUUID(), check())).status).toBe(404);
    expect((await reverse(randomUUID())).status).toBe(404);
    expect((await client.post(`/api/admin/accounts/${accountId}/payouts`, check())).status).toBe(403);
  });

  it('is paid out once by one command, also where the answer was lost', async () => {
    const company = await withCredit('retried');
    const key = { 'Idempotency-Key': `retry-of-${company.accountId}` };
    const first = await payOut(company.accountId, check(), key);
    await paying.portal.database.pool.query(
      "UPDATE commands SET status = NULL, answer = NULL, leased_until = now() - interval '1 second' WHERE key = $1",
      [key['Idempotency-Key']],
    );
    const again = await payOut(company.accountId, check(), key);
    expect([again.status, again.json]).toEqual([200, first.json]);
    expect(await credits(company)).toBe(10);
  });
});

describe('at the same time', { timeout: 60_000 }, () => {
  // Proves I38-payout-2
  it('two payouts take no more than there is', async () => {
    const company = await withCredit('two');
    const both = await Promise.all(
      ['70.00', '60.00'].map((amount) => payOut(company.accountId, check({ amount, reference: amount }))),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    const paid = both.find(({ status }) => status === 200)?.json.amount;
    expect(await credits(company)).toBe(100 - paid);
  });

  // Proves I38-payout-2
  it('an open invoice uses the credit, or the payout does, and never both', async () => {
    const companies = [];
    for (const nth of [0, 1, 2, 3]) companies.push(await withCredit(`both${nth}`));
    for (const [nth, company] of companies.entries()) {
      const { accountId, august, client } = company;
      const asks = [() => payOut(accountId, check()), () => openAgain(august.id)];
      const answers = await Promise.all((nth % 2 === 0 ? asks : asks.reverse()).map((ask) => ask()));
      const paidOut = answers[nth % 2]?.status;
      const left = await credits(company);
      const [[, open] = []] = await pages(client, august.id);
      // a rest of $10.00 may wait for the job
      if (paidOut === 200) expect([open - left, left === 0 || left === 10]).toEqual([68, true]);
      else expect([[409, 422].includes(paidOut as number), open, left]).toEqual([true, 0, 22]);
    }
  });

  /** A payout that was priced before its credits were used: by another portal, or before a crash. */
  async function requested(payoutId: string, accountId: string, of: readonly string[], amountCents: number) {
    const { commands } = paying.portal;
    const invoices = await Promise.all(of.map((id) => commands.load(invoiceStream(id), invoiceDecider)));
    const command: RequestPayout = {
      type: 'RequestPayout',
      payoutId,
      accountId,
      method: 'check',
      amountCents,
      paidOn: '2026-12-18',
      reference: payoutId,
      reason: 'Asked for',
      isDemo: true,
      accountIsDemo: true,
      invoices: invoices as readonly IssuedInvoice[],
      today: '2026-12-20',
    };
    return async (followed: boolean) => {
      const { appended } = await commands.execute({
        stream: payoutStream(payoutId),
        decider: payoutDecider,
        command,
        context: newCommand(NOW, { kind: 'admin', id: 'a' }, 'spec'),
        accounts: [accountId],
      });
      if (followed) await commands.followUp(appended);
    };
  }
  const statusOf = async (payoutId: string) =>
    (await paying.portal.commands.load(payoutStream(payoutId), payoutDecider)).status;

  // Proves I38-payout-2
  it('a payout whose credit is gone is refused as a whole, and what it took goes back', async () => {
    const company = await withCredit('gone');
    const { accountId, client, september, october } = company;
    const late = await requested('late', accountId, [september.id, october.id], 9_000);
    expect((await payOut(accountId, check({ amount: '45.00' }))).status).toBe(200);
    // September's credit was wholly paid out, $5.00 of October's
    await late(true);
    expect(await statusOf('late')).toBe('refused');
    expect(await credits(company)).toBe(55);
    // the other way round: the first share fits, the second does not
    const other = await withCredit('half');
    const half = await requested('half', other.accountId, [other.september.id, other.october.id], 10_000);
    await decideInvoice(
      paying,
      other.october.id,
      {
        type: 'RecordInvoiceRefund',
        refundId: 'r',
        method: 'check',
        amountCents: 1_000,
        refundedOn: '2026-12-18',
        reference: '9',
        reason: null,
      },
      NOW,
    );
    await half(true);
    expect(await statusOf('half')).toBe('refused');
    expect(await credits(other)).toBe(90);
    const [line] = (await client.get(`/api/invoices/${september.id}`)).json.refunds;
    expect(line).toMatchObject({ amount: 40, status: 'refunded' });
    // nothing was sent: neither page nor statement tells of it
    expect((await other.client.get(`/api/invoices/${other.september.id}`)).json.refunds).toEqual([]);
    expect(await statement(other.client)).toMatchObject([expect.stringContaining('paid out by check (9)')]);
  });

  // Proves I38-payout-2
  it('a payout that a crash interrupted is completed', async () => {
    const company = await withCredit('crash');
    const { accountId, september, october } = company;
    await (await requested('crash', accountId, [september.id, october.id], 9_000))(false);
    await eventually(async () => (await statusOf('crash')) === 'made');
    expect(await credits(company)).toBe(10);
  });
});
