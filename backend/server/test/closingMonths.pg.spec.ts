import { type BooksStatus, paths } from '@portal/contract';
import { paymentDecider, paymentStream } from '@portal/domain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import type { HttpClient } from './support/httpClient.ts';
import { billedDealer } from './support/invoices.ts';

const BOOKS = '/api/admin/books';
const NOW = new Date('2026-11-02T15:00:00.000Z');
let paying: Paying;
let admin: HttpClient;
let dealer: Awaited<ReturnType<typeof billedDealer>>;

/** It is the 2nd of November: a check of October 10 paid the invoice of October over $78.00. */
beforeEach(async () => {
  paying = await startPaying({ now: () => NOW });
  admin = await paying.admin();
  dealer = await billedDealer(paying, 'acme', NOW, { period: '2026-10' });
  const check = { method: 'check', paid_on: '2026-10-10', reference: '1' };
  expect((await admin.post(`/api/admin/invoices/${dealer.id}/record-payment`, check)).status).toBe(200);
  await paying.portal.projections.caughtUp();
});
afterEach(() => paying.stop());

const booksNow = async (month = ''): Promise<BooksStatus> =>
  (await admin.get(`${BOOKS}?month=${month}`)).json;
const checksNow = async () => (await booksNow()).next?.checks ?? [];
const close = (more: object = {}) => admin.post(`${BOOKS}/close`, { period: '2026-10', ...more });
const reopen = (reason: string, period = '2026-10') => admin.post(`${BOOKS}/reopen`, { period, reason });

async function verify() {
  expect((await admin.post(paths.admin.verifyLog)).status).toBe(202);
  const detail = async () => (await checksNow()).find(({ name }) => name === 'log')?.detail;
  await expect.poll(detail, { timeout: 20_000 }).toBe('The log is verified up to the end of October 2026.');
}
async function closed() {
  await verify();
  const answer = await close();
  expect([answer.status, answer.json]).toMatchObject([200, { closed_through: '2026-10' }]);
  return answer.json as BooksStatus;
}
const FORMATS = ['csv', 'quickbooks', 'xero'];
const exported = async () => {
  await paying.portal.projections.caughtUp();
  const files = FORMATS.map(
    async (format) =>
      (await admin.get(`/api/admin/journal/download?month=2026-10&mode=demo&format=${format}`)).text,
  );
  const { accounts, postings } = await journal('2026-10');
  return { files: await Promise.all(files), accounts, postings: postings.length };
};
const journal = async (month: string) =>
  (await admin.get(`/api/admin/journal?month=${month}&mode=demo`)).json;

// Proves I38-closing
it('closes a month once its checklist holds, and tells who closed it', async () => {
  const before = await booksNow();
  expect([before.closed_through, before.next?.month]).toEqual([null, '2026-10']);
  expect(before.next?.checks.map(({ name, ok, blocks }) => [name, ok, blocks])).toEqual([
    ['billing_run', true, true],
    ['read_models', true, true],
    ['journal', true, true],
    ['log', false, true],
    ['questions', true, false],
    ['unclaimed_money', true, false],
    ['bank_lines', true, false],
    ['refunds', true, false],
  ]);
  // where none is closed any month that is over can be the first
  expect((await booksNow('2026-08')).next?.month).toBe('2026-08');
  const refused = await close();
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "October 2026 can't be closed: The log was not verified since October 2026 ended.",
  ]);
  const after = await closed();
  expect(after.next).toBeNull();
  expect(after.history).toMatchObject([
    {
      month: '2026-10',
      what: 'closed',
      at: expect.stringMatching(/^2026-11-02T15:/),
      exceptions: [],
      reason: null,
    },
  ]);
  expect(after.history[0]?.by).not.toBe('The portal');
  expect((await close()).status).toBe(409);
  expect((await close({ period: '2026-11' })).status).toBe(422);
  const { json } = await admin.get('/api/admin/activity?limit=5');
  expect(json.entries[0]).toMatchObject({ text: 'October 2026 closed', subject: { kind: 'books' } });
});

// Proves I38-closing
it('asks for a confirmation of what may stay open, and records it', async () => {
  const question = { line: 0, question: 'We have 10 readers' };
  expect((await dealer.client.post(`/api/invoices/${dealer.id}/questions`, question)).status).toBe(201);
  await paying.portal.projections.caughtUp();
  await verify();
  const questions = (await checksNow()).find(({ name }) => name === 'questions');
  expect(questions).toMatchObject({ ok: false, blocks: false, link: { label: 'Open the questions' } });
  const asked = await close();
  expect([asked.status, asked.json.code]).toEqual([409, 'not_confirmed']);
  const { json } = await close({ confirmed: true });
  expect(json.history[0].exceptions).toEqual(['1 charge is questioned.']);
});

// Proves I38-closing
it('dates nothing into a closed month, and exports it the same, whatever comes afterwards', async () => {
  await closed();
  const before = await exported();
  expect(before.postings).toBe(4);
  const late = { method: 'check', reference: '77', amount: '5.00' };
  const message = 'October 2026 is closed. Choose a day from Nov 1, 2026 on.';
  const receipt = {
    ...late,
    received_on: '2026-10-31',
    shares: [{ invoice_id: dealer.id, amount: '5.00' }],
    credit: '5.00',
  };
  for (const [path, body, field] of [
    [`invoices/${dealer.id}/record-payment`, { ...late, paid_on: '2026-10-31' }, 'paid_on'],
    [`accounts/${dealer.accountId}/receipts`, receipt, 'received_on'],
    [
      `accounts/${dealer.accountId}/payouts`,
      { ...late, paid_on: '2026-10-31', reason: 'Told', mode: 'demo' },
      'paid_on',
    ],
    [
      `invoices/${dealer.id}/refund`,
      { amount: '5.00', method: 'check', refunded_on: '2026-10-31', reference: '1', reason: 'Told' },
      'refunded_on',
    ],
    [
      `invoices/${dealer.id}/correct`,
      {
        corrections: [{ kind: 'line', text: 'Agreed', amount: '-5.00', reason: 'Told' }],
        previewed: 0,
        as: 'refund',
        method: 'check',
        refunded_on: '2026-10-31',
        reference: '1',
      },
      'refunded_on',
    ],
    [`accounts/${dealer.accountId}/issue-invoice`, { period: '2026-09' }, 'period'],
    ['run-billing', { period: '2026-09' }, 'period'],
  ] as const) {
    const { status, json } = await admin.post(`/api/admin/${path}`, body);
    const said = field === 'period' ? message.replace('October', 'September') : message;
    expect([path, status, json.errors]).toEqual([path, 422, [{ path: field, message: said }]]);
  }
  // money of October that the card provider tells of now can't be refused
  const attemptId = await latePayment();
  await admin.patch(`/api/admin/accounts/${dealer.accountId}`, { company_name: 'Renamed Security' });
  const { accounts, files, postings } = await exported();
  expect(postings).toBe(before.postings);
  expect(accounts).toEqual(before.accounts);
  expect(files).toEqual(before.files);
  const november = (await journal('2026-11')).postings.filter(
    (posting: { payment_id: string | null }) => posting.payment_id === attemptId,
  );
  expect(november).toMatchObject([
    { day: '2026-11-01', text: 'Card payment of Oct 31, 2026', debit: 10 },
    { day: '2026-11-01', text: 'Card payment of Oct 31, 2026', credit: 10 },
  ]);
  await paying.portal.projections.rebuild('journal');
  expect(await exported()).toEqual({ accounts, files, postings });
});

// Proves B37-names, I38-closing
it('names accounts from the open months on, so that files of a closed month stay equal', async () => {
  const named = async (bank: { readonly code: string; readonly name: string }) => {
    const answer = await admin.patch(paths.admin.journalAccounts, { accounts: { bank } });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.find(({ account }: { account: string }) => account === 'bank')).toMatchObject(bank);
  };
  await named({ code: '1010', name: 'Checking' });
  const before = await exported();
  const [csv = '', quickbooks = '', xero = ''] = before.files;
  for (const file of [csv, quickbooks]) expect(file).toContain('Checking');
  for (const file of [csv, xero]) expect(file).toContain('1010');
  await closed();
  await named({ code: '1020', name: 'Savings' });
  expect(await exported()).toEqual(before);
  const november = (await journal('2026-11')).accounts;
  expect(november[0]).toMatchObject({ account: 'bank', code: '1020', name: 'Savings' });
  // it may change while it is open again
  expect((await reopen('A check was forgotten')).status).toBe(200);
  expect((await exported()).files[0]).toContain('Savings');
  const taken = { receivable: { code: '1020', name: 'Owed' } };
  const refused = await admin.patch(paths.admin.journalAccounts, { accounts: taken });
  expect([refused.status, refused.json.error]).toEqual([
    422,
    'Each account needs a number and a name of its own.',
  ]);
  const { json } = await admin.get('/api/admin/activity?limit=5');
  expect(json.entries.map(({ text }: { text: string }) => text)).toContain(
    'Accounts of the journal named: 1020 Savings',
  );
});

// Proves I38-closing
it('re-opens the last closed month with a reason, after which days in it are taken again', async () => {
  await closed();
  expect((await reopen('')).status).toBe(400);
  expect((await reopen('A check was forgotten', '2026-09')).status).toBe(409);
  const { status, json } = await reopen('A check was forgotten');
  expect([status, json]).toMatchObject([
    200,
    {
      closed_through: null,
      history: [{ what: 'reopened', reason: 'A check was forgotten' }, { what: 'closed' }],
    },
  ]);
  const before = await exported();
  await latePayment();
  expect((await exported()).postings).toBe(before.postings + 2);
  expect((await reopen('Again')).status).toBe(409);
});

/** A card payment of Oct 31 of $10.00 that belongs to nothing, as the provider tells of it today. */
async function latePayment(): Promise<string> {
  const attemptId = 'late-payment';
  const of = { attemptId, amountCents: 1_000, livemode: false } as const;
  for (const command of [
    {
      type: 'StartPayment',
      ...of,
      accountId: dealer.accountId,
      userId: null,
      how: 'card_form',
      shares: [],
    },
    { type: 'SucceedPayment', ...of, intentId: 'pi_late', card: null, paidOn: '2026-10-31' },
  ] as const) {
    const { appended } = await paying.portal.commands.execute({
      stream: paymentStream(attemptId),
      decider: paymentDecider,
      command,
      context: paying.context(),
      accounts: [dealer.accountId],
    });
    await paying.portal.commands.followUp(appended);
  }
  return attemptId;
}
