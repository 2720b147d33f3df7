import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { accountNames, booksDecider, type CloseMonth, postingDay, refuseClosed } from './books.ts';
import type { BooksEvent } from './events.ts';

const figures = { postings: 2, debitCents: 6_500 };
const ENDS = { '2026-09': '2026-10-01T04:00:00.000Z', '2026-10': '2026-11-01T04:00:00.000Z' } as const;
type Month = keyof typeof ENDS;
const data = (period: Month) => ({
  period,
  endsAt: ENDS[period],
  live: figures,
  demo: figures,
  exceptions: ['1 charge is questioned.'],
});
const close = (period: Month, today = '2026-11-02'): CloseMonth => ({
  type: 'CloseMonth',
  ...data(period),
  today,
});
const closed = (period: Month): BooksEvent => ({ type: 'MonthClosed', data: data(period) });
const reopen = (period: Month, reason = ' A check came back ') =>
  ({ type: 'ReopenMonth', period, reason }) as const;
const reopened = (period: Month): BooksEvent => ({
  type: 'MonthReopened',
  data: { period, reason: 'A check came back' },
});
const books = (...history: BooksEvent[]) => given(booksDecider, ...history);
const after = (...history: BooksEvent[]) => history.reduce(booksDecider.evolve, booksDecider.initialState);

describe('closing a month', () => {
  // Proves I38-closing
  it('is recorded with its figures, in order, from any month on', () => {
    books().when(close('2026-10')).thenEvents(closed('2026-10'));
    books(closed('2026-09')).when(close('2026-10')).thenEvents(closed('2026-10'));
    books(closed('2026-09'))
      .when({ ...close('2026-10'), period: '2026-11', today: '2026-12-01' })
      .thenRefused('conflict', 'Please close October 2026 first.');
  });
  it('is refused for a closed month, and one that is not over on the billing day', () => {
    books(closed('2026-10'))
      .when(close('2026-10'))
      .thenRefused('conflict', 'October 2026 is closed already.');
    books(closed('2026-10'))
      .when(close('2026-09'))
      .thenRefused('conflict', 'September 2026 is closed already.');
    books()
      .when(close('2026-10', '2026-10-31'))
      .thenRefused('unprocessable', 'October 2026 is not over yet.', 'period');
  });
});

describe('re-opening a month', () => {
  // Proves I38-closing
  it('takes back the last closed month, with a reason', () => {
    const both = [closed('2026-09'), closed('2026-10')];
    books(...both)
      .when(reopen('2026-10'))
      .thenEvents(reopened('2026-10'));
    books(...both)
      .when(reopen('2026-09'))
      .thenRefused('conflict', 'Please re-open October 2026 first.');
    books(...both, reopened('2026-10'))
      .when(reopen('2026-10'))
      .thenRefused('conflict', 'October 2026 is not closed.');
    books(...both, reopened('2026-10'))
      .when(reopen('2026-09'))
      .thenEvents(reopened('2026-09'));
    books(...both)
      .when(reopen('2026-10', ' '))
      .thenRefused('unprocessable', 'Please give a reason', 'reason');
    books().when(reopen('2026-10')).thenRefused('conflict', 'October 2026 is not closed.');
  });
});

// Proves I38-closing
it('posts on the first open day what comes after the closing of its month', () => {
  const late = '2026-11-02T10:00:00.000Z';
  const open = after(closed('2026-09'), closed('2026-10'), reopened('2026-10'));
  expect(postingDay('2026-10-31', late, after())).toBe('2026-10-31');
  expect(postingDay('2026-10-31', late, open)).toBe('2026-10-31');
  expect(postingDay('2026-09-30', late, open)).toBe('2026-10-01');
  const state = after(closed('2026-10'));
  expect(postingDay('2026-10-31', late, state)).toBe('2026-11-01');
  // months before the first closed one are closed with it
  expect(postingDay('2026-08-03', late, state)).toBe('2026-11-01');
  expect(postingDay('2026-11-01', late, state)).toBe('2026-11-01');
  expect(postingDay(null, late, state)).toBeNull();
  // the clock of another portal
  expect(postingDay(null, '2026-11-01T03:59:59.000Z', state)).toBe('2026-11-01');
});

// Proves I38-closing
it('refuses a day in a closed month, and names the first open one', () => {
  const refusal = expect.objectContaining({
    kind: 'unprocessable',
    message: 'October 2026 is closed. Choose a day from Nov 1, 2026 on.',
    path: 'paidOn',
  });
  expect(() => refuseClosed('2026-10-31', after(closed('2026-10')), 'paidOn')).toThrow(refusal);
  refuseClosed('2026-11-01', after(closed('2026-10')), 'paidOn');
  refuseClosed('2026-10-31', after(), 'paidOn');
});

describe('naming accounts', () => {
  const named = (account: string, code: string, name: string): BooksEvent => ({
    type: 'JournalAccountsNamed',
    data: { accounts: [{ account, code, name }] },
  });
  const name = (accounts: Readonly<Record<string, { code: string; name: string }>>) =>
    ({ type: 'NameAccounts', accounts }) as const;
  // Proves B37-names
  it('records those that changed, and keeps the others and the closings', () => {
    const bank = { code: '1000', name: 'Bank' };
    books()
      .when(name({ bank, receivable: { code: ' 1210 ', name: 'Trade debtors' } }))
      .thenEvents(named('receivable', '1210', 'Trade debtors'));
    books(named('bank', '1010', 'Checking'))
      .when(name({ bank }))
      .thenEvents(named('bank', '1000', 'Bank'));
    books().when(name({ bank })).thenEvents();
    const state = after(named('bank', '1010', 'Checking'), closed('2026-10'), reopened('2026-10'));
    expect(accountNames(state)).toMatchObject({
      bank: { code: '1010', name: 'Checking' },
      receivable: { code: '1200', name: 'Accounts receivable' },
    });
  });
  it('refuses a number or name of another account, a blank and an unknown account', () => {
    const own = 'Each account needs a number and a name of its own.';
    const refused = (accounts: Parameters<typeof name>[0], text: string) =>
      books().when(name(accounts)).thenRefused('unprocessable', text, 'accounts');
    refused({ bank: { code: '1200', name: 'Bank' } }, own);
    refused({ bank: { code: '1000', name: 'accounts Receivable' } }, own);
    refused({ bank: { code: ' ', name: 'Bank' } }, 'Please give each account a number and a name.');
    refused({ toString: { code: '1', name: 'Bank' } }, 'There is no such account.');
  });
});
