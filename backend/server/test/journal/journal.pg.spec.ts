import type { Journal } from '@portal/contract';
import papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Paying, startPaying } from '../payments/support.ts';
import type { HttpClient } from '../support/httpClient.ts';
import { billedDealer, saveCard } from '../support/invoices.ts';

const NOW = new Date('2026-12-10T15:00:00.000Z');
const JOURNAL = '/api/admin/journal';
let paying: Paying;
let admin: HttpClient;
let invoice: { readonly id: string; readonly number: string };

beforeAll(async () => {
  paying = await startPaying({ now: () => NOW });
  admin = await paying.admin();
  const dealer = await billedDealer(paying, 'acme', NOW);
  invoice = { id: dealer.id, number: dealer.number };
  await saveCard(paying, dealer.accountId);
  await dealer.client.post(`/api/invoices/${dealer.id}/pay`);
  await admin.post(`/api/admin/invoices/${dealer.id}/credit`, { amount: '10.00', reason: 'Goodwill' });
  await paying.portal.projections.caughtUp();
});
afterAll(() => paying.stop());

const read = async (query: string): Promise<Journal> => (await admin.get(`${JOURNAL}?${query}`)).json;
const file = async (format: string, mode = 'demo') => {
  const { text, headers, status } = await admin.get(
    `${JOURNAL}/download?month=2026-12&mode=${mode}&format=${format}`,
  );
  expect(status).toBe(200);
  const rows = papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, '').trimEnd(), {
    header: true,
  }).data;
  return { text, rows, name: headers['content-disposition'] };
};
const sum = (rows: readonly Record<string, string>[], column: string) =>
  rows.reduce((cents, row) => cents + Math.round(Number(row[column]) * 100), 0);

describe('GET /api/admin/journal', () => {
  // Proves B37-read
  it('answers the trial balance of the current month, by mode', async () => {
    const journal = await read('mode=demo');
    expect(journal.month).toBe('2026-12');
    const used = journal.accounts.filter(({ debits, credits }) => debits + credits > 0);
    expect(used.map(({ name, debits, credits, closing }) => [name, debits, credits, closing])).toEqual([
      ['Card clearing', 78, 0, 78],
      ['Accounts receivable', 78, 78, 0],
      ['Unallocated card payments', 78, 78, 0],
      ['Customer credit', 0, 10, -10],
      ['Invoice revenue', 0, 78, -78],
      ['Refunds and credits', 10, 0, 10],
    ]);
    const live = await read('mode=live');
    expect([live.mode, live.total]).toEqual(['live', 0]);
    // nothing was posted in live mode
    expect((await read('')).mode).toBe('demo');
  });

  // Proves B37-read
  it("lists an account's postings, each with its event and record", async () => {
    const { postings, total } = await read('mode=demo&account=receivable');
    expect(total).toBe(2);
    expect(postings).toMatchObject([
      {
        day: '2026-12-01',
        text: `Invoice ${invoice.number}`,
        debit: 78,
        credit: 0,
        invoice: { id: invoice.id },
      },
      { day: '2026-12-10', text: `Payment ${invoice.number}`, debit: 0, credit: 78 },
    ]);
    for (const { event_id: id } of postings) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await read('mode=demo&page=9')).postings).toEqual([]);
  });

  it.each([
    ['month=2026-13', 'Please enter a month'],
    ['mode=both', 'mode must be live or demo'],
    ['account=petty', 'There is no such account.'],
    ['page=0', 'Pages count from 1'],
  ])('refuses %s', async (query, message) => {
    const { status, json } = await admin.get(`${JOURNAL}?${query}`);
    expect([status, json.message]).toEqual([400, message]);
  });
});

describe('the files of the journal', () => {
  // Proves B37-read
  it('sum to zero, and are the same each time, byte by byte', async () => {
    for (const format of ['csv', 'quickbooks', 'xero']) {
      const { text } = await file(format);
      expect((await file(format)).text).toBe(text);
    }
    const { rows, name } = await file('csv');
    expect(name).toContain('filename="journal-2026-12-demo.csv"');
    expect(rows).toHaveLength(8);
    expect(sum(rows, 'Debit')).toBe(sum(rows, 'Credit'));
    expect(rows[0]).toMatchObject({
      Date: '2026-12-01',
      'Account code': '1200',
      Account: 'Accounts receivable',
      Debit: '78.00',
      Credit: '',
      Entry: 'Invoice',
      Company: 'Doe Security',
      Invoice: invoice.number,
    });
    expect((await file('csv', 'live')).rows).toEqual([]);
  });

  // Proves B37-read
  it('have the columns that QuickBooks Online imports: entries by number, each balanced', async () => {
    const { rows } = await file('quickbooks');
    expect(Object.keys(rows[0] ?? {})).toEqual([
      ...['JournalNo', 'JournalDate', 'AccountName', 'Debits', 'Credits', 'Description', 'Name'],
    ]);
    const numbers = [...new Set(rows.map((row) => row.JournalNo))];
    expect(numbers).toEqual(['2026-12-1', '2026-12-2', '2026-12-3', '2026-12-4']);
    for (const number of numbers) {
      const entry = rows.filter((row) => row.JournalNo === number);
      expect(sum(entry, 'Debits')).toBe(sum(entry, 'Credits'));
    }
    expect(rows[0]).toMatchObject({
      JournalDate: '12/01/2026',
      Debits: '78.00',
      Credits: '',
      Name: 'Doe Security',
    });
  });

  // Proves B37-read
  it('have the columns that Xero imports: journals by narration and day, each balanced', async () => {
    const { rows } = await file('xero');
    expect(Object.keys(rows[0] ?? {})).toEqual([
      ...['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
    ]);
    const narrations = [...new Set(rows.map((row) => row['*Narration']))];
    expect(narrations).toHaveLength(4);
    for (const narration of narrations) {
      expect(
        sum(
          rows.filter((row) => row['*Narration'] === narration),
          '*Amount',
        ),
      ).toBe(0);
    }
    expect(rows[0]).toMatchObject({ '*Date': '01 Dec 2026', '*AccountCode': '1200', '*Amount': '78.00' });
  });
});
