import type { BankLine, BankPreview } from '@portal/contract';
import { accountDecider, accountStream, onReceipt, receiptDecider, receiptStream } from '@portal/domain';
import { unmatchedBankLines } from '@portal/projections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCommand } from '../src/kernel/commandContext.ts';
import { invoiceOf, type Paying, startPaying } from './payments/support.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { issueInvoice } from './support/invoices.ts';
import { pages, stated, summary } from './support/moneyFigures.ts';

const NOW = new Date('2026-12-20T15:00:00.000Z');

let paying: Paying;
let admin: HttpClient;

beforeAll(async () => {
  paying = await startPaying({ now: () => NOW });
  admin = await paying.admin();
});
afterAll(() => paying.stop());

/** A dealer with an invoice of each of these cents, of October and later. */
async function owing(name: string, ...cents: number[]) {
  const { client, user } = await paying.dealer(name);
  const accountId = user.account_id as string;
  const invoices = [];
  for (const [index, rateCents] of cents.entries()) {
    const issued = { accountId, userId: user.id, period: `2026-${10 + index}` };
    invoices.push(await issueInvoice(paying, { ...issued, lines: [{ readers: 1, rateCents }] }, NOW));
  }
  return {
    client,
    accountId,
    ids: invoices.map(({ id }) => id),
    numbers: invoices.map(({ number }) => number),
  };
}
const upload = (path: string, text: string, type = 'text/csv') =>
  admin.send('POST', path, { raw: Buffer.from(text), headers: { 'Content-Type': type } });
const csv = (...rows: string[]) => ['Date,Description,Amount,Check', ...rows, ''].join('\n');
const preview = async (text: string): Promise<BankPreview> =>
  (await upload('/api/admin/bank-files/preview', text)).json;
async function importFile(text: string, mapping?: object) {
  const used = mapping ?? (await preview(text)).mapping;
  const query = new URLSearchParams({ mapping: JSON.stringify(used) });
  return upload(`/api/admin/bank-files?${query}`, text);
}
async function lines(filter: object): Promise<BankLine[]> {
  await paying.portal.projections.caughtUp();
  return (await admin.get(`/api/admin/bank-lines?filter=${encodeURIComponent(JSON.stringify(filter))}`)).json;
}
const lineOf = async (q: string): Promise<BankLine> => (await lines({ q }))[0] as BankLine;
const post = (id: string, what: string, body?: object) =>
  admin.post(`/api/admin/bank-lines/${encodeURIComponent(id)}/${what}`, body);
/** Takes a match as it is shown: what becomes credit is part of the last share. */
const bodyOf = ({ account_id, method, shares, credit, receipt }: NonNullable<BankLine['proposal']>) => {
  if (receipt !== null) return { receipt_id: receipt.id };
  const last = shares.length - 1;
  const given = shares.map((share, index) => ({
    invoice_id: share.invoice_id,
    amount: (share.amount + (index === last ? credit : 0)).toFixed(2),
  }));
  return { account_id, method, shares: given, ...(credit > 0 && { credit }) };
};
const take = (line: BankLine, more: object = {}) => {
  if (line.proposal === null) throw new Error(`Nothing is proposed for ${line.text}`);
  return post(line.id, 'match', { ...bodyOf(line.proposal), ...more });
};

// Proves I38-bank-file
describe("a bank's file", () => {
  const FILE = csv(
    '12/18/2026,ACH CREDIT FIRST FILE,"1,234.50",',
    '12/17/2026,COFFEE,-4.20,',
    '12/17/2026,TWIN,10.00,7',
    '12/17/2026,TWIN,10.00,8',
    '12/45/2026,BROKEN,10.00,',
    'Balance,,99.00,',
  );

  it('is shown before it is imported, and names what it leaves out', async () => {
    const shown = await preview(FILE);
    expect(shown).toMatchObject({
      columns: ['Date', 'Description', 'Amount', 'Check'],
      mapping: { date: 0, text: [1], amount: 2, reference: 3, dateFormat: 'mdy', decimal: '.' },
      is_kept: false,
      lines: 3,
      amount: 1_254.5,
      known: 0,
      skipped: 1,
      broken: 2,
      first_day: '2026-12-17',
      last_day: '2026-12-18',
      problems: [
        { line: 6, message: '“12/45/2026” is no date in the chosen order.' },
        { line: 7, message: '“Balance” is no date in the chosen order.' },
      ],
    });
    expect(shown.sample[0]?.read).toEqual({
      day: '2026-12-18',
      amount: 1_234.5,
      text: 'ACH CREDIT FIRST FILE',
      reference: '',
    });
    expect(shown.sample[1]?.read).toBeNull();
    expect(await lines({ q: 'FIRST FILE' })).toEqual([]);
  });

  it('changes nothing when it comes twice or overlaps, and its mapping is kept', async () => {
    const first = await importFile(FILE);
    expect([first.status, first.json]).toMatchObject([200, { imported: 3, known: 0, skipped: 1, broken: 2 }]);
    expect((await importFile(FILE)).json).toMatchObject({ imported: 0, known: 3 });
    const longer = csv(
      '12/17/2026,TWIN,10.00,9',
      '12/17/2026,TWIN,10.00,8',
      '12/17/2026,TWIN,10.00,7',
      '12/19/2026,LATER,1.00,',
    );
    expect((await importFile(longer)).json).toMatchObject({ imported: 2, known: 2 });
    const twins = await lines({ q: 'TWIN' });
    expect(twins.map(({ amount, reference }) => [amount, reference]).sort()).toEqual([
      [10, '7'],
      [10, '8'],
      [10, '9'],
    ]);
    // with another choice of columns it is the same file
    const other = { ...(await preview(FILE)).mapping, reference: null, text: [1, 3] };
    expect((await importFile(FILE, other)).json).toMatchObject({ imported: 0, known: 3 });
    const equal = csv('12/16/2026,EQUAL,1.00,', '12/16/2026,EQUAL,1.00,');
    expect((await importFile(equal)).json).toMatchObject({ imported: 2 });
    expect((await importFile(equal)).json).toMatchObject({ imported: 0, known: 2 });
    const changed = { ...(await preview(FILE)).mapping, reference: null };
    await importFile(csv('12/19/2026,OTHER,2.00,5'), changed);
    expect(await preview(FILE)).toMatchObject({ is_kept: true, mapping: { reference: null } });
    expect((await lineOf('OTHER')).reference).toBe('');
    await importFile(FILE, { ...changed, reference: 3 });
    expect(await preview(FILE)).toMatchObject({ is_kept: true, mapping: { reference: 3 } });
  });

  it.each([
    ['', 422, 'The file has no line with a date and an amount.'],
    ['a,b\nc,d\n', 422, 'The file has no line with a date and an amount.'],
  ])('that is none is refused: %j', async (text, status, error) => {
    const answered = await upload('/api/admin/bank-files/preview', text);
    expect([answered.status, answered.json.error]).toEqual([status, error]);
  });

  it('needs columns to be imported, named or found', async () => {
    expect(await upload('/api/admin/bank-files', 'Date,Amount\n12/18/2026,5.00\n')).toMatchObject({
      status: 422,
      json: { error: 'Please choose the columns of date, amount and text.' },
    });
    expect((await upload('/api/admin/bank-files?mapping=x', FILE)).status).toBe(400);
    expect((await upload('/api/admin/bank-files/preview', FILE, 'text/html')).status).toBe(415);
  });
});

// Proves I38-bank-file
describe('an imported line', () => {
  it('that names an invoice is taken as proposed, once', async () => {
    const { client, ids, numbers, accountId } = await owing('numbered', 20_000);
    await importFile(csv(`12/18/2026,ACH ${numbers[0]?.toLowerCase().replaceAll('-', ' ')},200.00,`));
    const line = await lineOf('ACH inv');
    expect(line).toMatchObject({ status: 'unmatched', candidates: [], invoices: [] });
    expect(line.proposal).toMatchObject({
      account_id: accountId,
      why: 'invoice_number',
      is_exact: true,
      method: 'ach',
      shares: [{ invoice_id: ids[0], invoice_number: numbers[0], amount: 200 }],
      credit: 0,
    });
    const [one, two] = await Promise.all([take(line), take(line)]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    expect(await pages(client, ...ids)).toEqual([['paid', 0]]);
    expect([await summary(client), await stated(client)]).toEqual([{ balance: 0, credit: 0 }, 0]);
    expect(await lineOf('ACH inv')).toMatchObject({
      status: 'matched',
      account_id: accountId,
      proposal: null,
      invoices: [{ id: ids[0], number: numbers[0], amount: 200 }],
    });
    const filter = encodeURIComponent(JSON.stringify({ account_id: accountId }));
    expect((await admin.get(`/api/admin/receipts?filter=${filter}`)).json).toMatchObject([
      { method: 'ach', amount: 200, day: '2026-12-18' },
    ]);
  });

  it('is unmatched again once its receipt is reversed, and can be matched with another company', async () => {
    const wrong = await owing('wrongly', 4_321);
    const right = await owing('rightly', 4_321);
    await importFile(csv('12/18/2026,DEPOSIT MIXED UP,43.21,'));
    const line = await lineOf('MIXED UP');
    expect([line.proposal, line.candidates.map(({ why }) => why)]).toEqual([null, ['amount', 'amount']]);
    const of = (account: string) => {
      const found = line.candidates.find(({ account_id }) => account_id === account);
      return bodyOf(found as NonNullable<BankLine['proposal']>);
    };
    expect((await post(line.id, 'match', of(wrong.accountId))).status).toBe(200);
    expect((await post(line.id, 'match', of(right.accountId))).status).toBe(409);
    const { receipt_id } = await lineOf('MIXED UP');
    await admin.post(`/api/admin/receipts/${receipt_id}/reverse`, { reason: 'Of another dealer' });
    expect(await lineOf('MIXED UP')).toMatchObject({
      status: 'unmatched',
      reversed_on: '2026-12-20',
      reversed_because: 'Of another dealer',
    });
    expect((await post(line.id, 'match', of(right.accountId))).status).toBe(200);
    expect(await pages(wrong.client, ...wrong.ids)).toEqual([['pending', 43.21]]);
    expect(await pages(right.client, ...right.ids)).toEqual([['paid', 0]]);
    expect(await lineOf('MIXED UP')).toMatchObject({ status: 'matched', account_id: right.accountId });
  });

  // Proves B47
  it('of a check that was recorded before is taken as that check, and books nothing', async () => {
    const { client, accountId, ids } = await owing('recorded', 30_300);
    const check = { method: 'check', amount: '303.00', received_on: '2026-12-15', reference: '5151' };
    const shares = [{ invoice_id: ids[0], amount: '303.00' }];
    const { json } = await admin.post(`/api/admin/accounts/${accountId}/receipts`, { ...check, shares });
    await importFile(csv('12/18/2026,CHECK DEPOSIT,303.00,5151'));
    const line = await lineOf('CHECK DEPOSIT');
    expect(line.proposal).toMatchObject({
      why: 'recorded',
      account_id: accountId,
      receipt: { id: json.id, received_on: '2026-12-15', reference: '5151' },
    });
    expect((await take(line)).json).toMatchObject({ status: 'matched', receipt_id: json.id });
    expect([await pages(client, ...ids), await summary(client)]).toEqual([
      [['paid', 0]],
      { balance: 0, credit: 0 },
    ]);
  });

  // Proves B47
  it('of day, amount and number of a recorded check is asked about before it is booked', async () => {
    const { client, accountId, ids } = await owing('asked', 30_000, 40_400);
    const check = { method: 'check', amount: '404.00', received_on: '2026-12-18', reference: '6161' };
    const shares = [{ invoice_id: ids[1], amount: '404.00' }];
    await admin.post(`/api/admin/accounts/${accountId}/receipts`, { ...check, shares });
    await importFile(csv('12/18/2026,ASKED ABOUT,404.00,6161'));
    const { id } = await lineOf('ASKED ABOUT');
    const body = {
      account_id: accountId,
      method: 'check',
      shares: [{ invoice_id: ids[0], amount: 404 }],
      credit: 104,
    };
    const asked = await post(id, 'match', body);
    expect([asked.status, asked.json.code]).toEqual([409, 'recorded_before']);
    expect((await post(id, 'match', { ...body, record_again: true })).status).toBe(200);
    expect(await summary(client)).toEqual({ balance: 0, credit: 104 });
  });

  it('above what is open becomes credit, also where no invoice is open', async () => {
    const { client, numbers } = await owing('surplus', 5_000);
    await importFile(
      csv(`12/18/2026,SURPLUS ${numbers[0]},60.00,`, `12/19/2026,AGAIN SURPLUS ${numbers[0]},7.00,`),
    );
    const first = (await lines({ q: 'SURPLUS', day_lte: '2026-12-18' }))[0] as BankLine;
    expect(first.proposal).toMatchObject({ why: 'invoice_number', is_exact: false, credit: 10 });
    expect((await take(first)).status).toBe(200);
    const second = await lineOf('AGAIN SURPLUS');
    const [of] = second.candidates;
    expect([second.proposal, of?.why, of?.shares, of?.credit]).toEqual([null, 'paid_invoice', [], 7]);
    expect((await post(second.id, 'match', bodyOf(of as NonNullable<typeof of>))).status).toBe(200);
    expect(await summary(client)).toEqual({ balance: 0, credit: 17 });
  });

  it('is booked once where a portal stopped between receipt and match', async () => {
    const { client, accountId, ids, numbers } = await owing('stopped', 7_700);
    await importFile(csv(`12/18/2026,STOPPED ${numbers[0]},77.00,`));
    const line = await lineOf('STOPPED');
    const { commands } = paying.portal;
    const receiptId = `${line.id}_1`;
    const invoice = await invoiceOf(paying, ids[0] as string);
    if (invoice.status === 'none') throw new Error('There is no invoice');
    const account = await commands.load(accountStream(accountId), accountDecider);
    // recorded, but nothing that follows from it is carried out by this process
    await commands.execute({
      ...onReceipt(receiptId, accountId),
      command: {
        type: 'RecordReceipt',
        receiptId,
        accountId,
        method: 'ach',
        amountCents: 7_700,
        receivedOn: line.day,
        reference: 'STOPPED',
        reason: null,
        isDemo: account.status !== 'none' && account.isDemo,
        bankLineId: line.id,
        shares: [{ invoice, amountCents: 7_700 }],
        creditCents: 0,
        today: '2026-12-20',
      },
      context: newCommand(NOW, { kind: 'system', id: 'spec' }, 'spec'),
    });
    // a second click
    expect([200, 409]).toContain((await take(line)).status);
    await eventually(async () => ((await lineOf('STOPPED')).status === 'matched' ? true : null));
    // another process books the share
    await eventually(async () => (await pages(client, ...ids))[0]?.[0] === 'paid' || null);
    expect(await pages(client, ...ids)).toEqual([['paid', 0]]);
    expect(await summary(client)).toEqual({ balance: 0, credit: 0 });
    expect((await commands.load(receiptStream(receiptId), receiptDecider)).status).toBe('recorded');
  });

  it('that is no payment of a dealer is set aside, and taken back', async () => {
    await importFile(csv('11/18/2026,INTEREST PAYMENT,0.37,'));
    const { id } = await lineOf('INTEREST');
    const open = () => unmatchedBankLines(paying.portal.database.pool, { from: '2026-11', to: '2026-11' });
    expect(await open()).toEqual({ lines: 1, cents: 37 });
    // what closing its month asks about
    const { checks } = (await admin.get('/api/admin/books?month=2026-11')).json.next;
    expect(checks.find(({ name }: { name: string }) => name === 'bank_lines')).toMatchObject({
      ok: false,
      detail: '1 line is unmatched in bank files: $0.37.',
    });
    expect((await post(id, 'set-aside', { reason: '' })).status).toBe(400);
    const aside = await post(id, 'set-aside', { reason: 'Interest' });
    expect([aside.status, aside.json]).toMatchObject([200, { status: 'set_aside', reason: 'Interest' }]);
    expect(await open()).toEqual({ lines: 0, cents: 0 });
    const body = { account_id: 'x', method: 'ach', shares: [], credit: '0.37' };
    expect((await post(id, 'match', body)).status).toBe(409);
    const totals = await admin.get(
      `/api/admin/bank-lines/totals?filter=${encodeURIComponent('{"q":"INTEREST"}')}`,
    );
    expect(totals.json).toEqual([{ status: 'set_aside', lines: 1, amount: 0.37 }]);
    expect((await post(id, 'take-back')).json).toMatchObject({ status: 'unmatched', reason: null });
  });

  it('that is none is not found', async () => {
    for (const id of ['x', '2026-12-18_x', '2026-13-01_x'])
      expect((await post(id, 'set-aside', { reason: 'x' })).status).toBe(404);
  });
});
