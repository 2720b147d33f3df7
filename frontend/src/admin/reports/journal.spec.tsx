import { type BooksStatus, type Journal, paths } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAdmin, openAdmin, toastText } from '../testing/openAdmin.tsx';

const account = (name: string, opening: number, debits: number, credits: number) => ({
  account: name,
  code: '1',
  name: name === 'receivable' ? 'Accounts receivable' : 'Invoice revenue',
  opening,
  debits,
  credits,
  closing: opening + debits - credits,
});
const JOURNAL: Journal = {
  month: '2026-11',
  mode: 'live',
  accounts: [account('receivable', 100, 65, 0), account('revenue_invoices', -100, 0, 65)],
  account: null,
  postings: [
    {
      id: 'e1 0',
      day: '2026-11-01',
      account: 'receivable',
      account_name: 'Accounts receivable',
      debit: 65,
      credit: 0,
      text: 'Invoice INV-202611-0001',
      company: { id: 'c1', name: 'Acme' },
      invoice: { id: 'i1', name: 'INV-202611-0001' },
      order: null,
      payment_id: null,
      event_id: 'e1',
    },
  ],
  total: 60,
};
const check = (name: BooksStatus['history'][number]['month'], ok: boolean, blocks: boolean) => ({
  name: name as 'log',
  ok,
  blocks,
  detail: `The ${name} was looked at.`,
  link: ok ? null : { path: '/system', label: 'Open System' },
});
const BOOKS: BooksStatus = { closed_through: null, next: null, history: [] };
const open = (query = '', journal = JOURNAL, books = BOOKS) =>
  openAdmin(`/admin-dashboard/journal${query}`, {
    answers: {
      [paths.admin.journal]: journal,
      [paths.admin.books]: books,
      [paths.admin.closeMonth]: books,
      [paths.admin.reopenMonth]: books,
    },
  });
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => row.textContent);

afterEach(closeAdmin);

describe('the journal page', () => {
  // Proves B37-read
  it('shows the trial balance, whose totals agree, and the postings with their records', async () => {
    open();
    expect(await rowsOf('Trial balance, November 2026')).toEqual([
      'AccountOpeningDebitsCreditsClosing',
      'Accounts receivable$100.00$65.00—$165.00',
      'Invoice revenue-$100.00—$65.00-$165.00',
      'Total—$65.00$65.00—',
    ]);
    expect((await rowsOf('Postings of all accounts, November 2026'))[1]).toBe(
      'Nov 1, 2026Invoice INV-202611-0001AcmeAccounts receivable$65.00—',
    );
    expect(screen.getByRole('link', { name: 'Invoice INV-202611-0001' }).getAttribute('href')).toBe(
      '/admin-dashboard/invoices/i1/show',
    );
  });

  // Proves B37-read
  it("opens an account's postings and pages, which the address keeps", async () => {
    const { api, router, person } = open('?month=2026-11&mode=demo', {
      ...JOURNAL,
      account: 'revenue_invoices',
    });
    await screen.findByRole('table', { name: 'Postings of Invoice revenue, November 2026' });
    await person.click(screen.getByRole('link', { name: 'Invoice revenue' }));
    await waitFor(() => expect(router.state.location.search).toContain('account=revenue_invoices'));
    await person.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() =>
      expect(router.state.location.search).toBe('?month=2026-11&mode=demo&account=revenue_invoices&page=2'),
    );
    expect(api.calls.findLast(({ path }) => path === paths.admin.journal)?.query).toEqual({
      month: '2026-11',
      mode: 'demo',
      account: 'revenue_invoices',
      page: '2',
    });
    await person.selectOptions(screen.getByLabelText('Mode'), 'Live');
    await waitFor(() => expect(router.state.location.search).toContain('mode=live'));
    expect(router.state.location.search).not.toContain('page');
  });

  it('says when a month has no postings', async () => {
    open('', { ...JOURNAL, postings: [], total: 0 });
    await screen.findByText('No postings in this month.');
    expect(screen.getByRole('button', { name: 'Export QuickBooks' })).toHaveProperty('disabled', false);
  });
});

const CLOSED: BooksStatus = {
  closed_through: '2026-09',
  next: { month: '2026-10', checks: [check('run', true, true), check('log', false, true)] },
  history: [
    {
      month: '2026-09',
      what: 'closed',
      at: '2026-10-02T15:00:00.000Z',
      by: 'Ann Doe',
      exceptions: ['1 charge is questioned.'],
      reason: null,
    },
  ],
};

describe('closing months', () => {
  // Proves I38-closing
  it('shows the checklist, and closes only once nothing is missing', async () => {
    const { api, person } = open('?month=2026-10', { ...JOURNAL, month: '2026-10' }, CLOSED);
    await screen.findByText('Closed through September 2026.');
    expect(screen.getByRole('list', { name: 'Closings' }).textContent).toContain(
      'September 2026 closed by Ann Doe',
    );
    await person.click(screen.getByRole('button', { name: 'Close October 2026' }));
    const list = await screen.findByRole('list', { name: 'Checklist' });
    expect(within(list).getAllByRole('listitem')[1]?.textContent).toBe(
      'MissingThe log was looked at. Open System',
    );
    expect(within(list).getByRole('link', { name: 'Open System' }).getAttribute('href')).toBe(
      '/admin-dashboard/system',
    );
    expect(screen.getByRole('button', { name: 'Close' })).toHaveProperty('disabled', true);
    expect(api.calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  // Proves I38-closing
  it('asks once more where something is open', async () => {
    const checks = [check('run', true, true), check('questions', false, false)];
    const books = { ...CLOSED, next: { month: '2026-10', checks } };
    const { api, person } = open('?month=2026-10', { ...JOURNAL, month: '2026-10' }, books);
    await person.click(await screen.findByRole('button', { name: 'Close October 2026' }));
    await person.click(await screen.findByRole('button', { name: 'Close anyway' }));
    await waitFor(() =>
      expect(api.calls.find(({ path }) => path === paths.admin.closeMonth)?.body).toEqual({
        period: '2026-10',
        confirmed: true,
      }),
    );
    expect(await toastText()).toContain('October 2026 closed');
  });

  // Proves I38-closing
  it('re-opens the last closed month with a reason', async () => {
    const { api, person } = open('?month=2026-09', { ...JOURNAL, month: '2026-09' }, CLOSED);
    await screen.findByText('Closed');
    await person.click(screen.getByRole('button', { name: 'Re-open September 2026' }));
    await person.click(await screen.findByRole('button', { name: 'Re-open' }));
    await screen.findByText('Please give a reason');
    await person.type(screen.getByLabelText(/Reason/), 'A late check');
    await person.click(screen.getByRole('button', { name: 'Re-open' }));
    await waitFor(() =>
      expect(api.calls.find(({ path }) => path === paths.admin.reopenMonth)?.body).toEqual({
        period: '2026-09',
        reason: 'A late check',
      }),
    );
  });
});
