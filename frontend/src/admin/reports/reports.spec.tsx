import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { json } from '../../shared/testing/server.ts';
import { openWithApi } from '../dealerBilling/testing/openWithApi.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

// Proves S2-2-reports-1
it('shows the last page in place of one beyond it', async () => {
  const row = {
    account: { id: 'c1', company_name: 'Acme Security', dealer_id: 'KS0001' },
    activeSites: 1,
    totalReaders: 12,
    startDate: '2026-11-01',
  };
  const { query } = await openWithApi('/reports?tab=active-companies&page=9', {
    'GET /api/admin/reports/active-companies': ({ query: asked }: { readonly query: URLSearchParams }) => {
      const isThere = asked.get('range') === '[25,49]';
      return json(isThere ? [row] : [], 200, { 'Content-Range': 'rows */26' });
    },
  });
  expect(await screen.findByText('KS0001')).toBeTruthy();
  await waitFor(() => expect(query()).toBe('?tab=active-companies&page=2'));
  expect(screen.queryByText('No data found for the selected filters.')).toBeNull();
});

// Proves I38-reports
it('shows a report of money by the columns of the answer, of the mode that is chosen', async () => {
  const figures = { opening: 130, new: 12, lost: -26, closing: 116 };
  const report = {
    mode: 'live',
    scope: 'Oct 2026 to Nov 2026',
    note: 'One-off charges are not included.',
    columns: [
      { name: 'period', label: 'Month', kind: 'month' },
      ...Object.keys(figures).map((name) => ({ name, label: name, kind: 'money' })),
    ],
    rows: [
      { period: '2026-11', ...figures },
      { period: '2026-10', opening: 0, new: 130, lost: 0, closing: 130 },
    ],
    total: { opening: 0, new: 142, lost: -26, closing: 116 },
    count: 2,
  };
  const { calls, user, query } = await openWithApi('/reports?tab=recurring-revenue&start=2026-10-01', {
    'GET /api/admin/money-reports/recurring-revenue': report,
  });
  const table = await screen.findByRole('table', { name: 'Recurring Revenue, Oct 2026 to Nov 2026' });
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([
    'Monthopeningnewlostclosing',
    'November 2026$130.00$12.00-$26.00$116.00',
    'October 2026—$130.00—$130.00',
    'Total—$142.00-$26.00$116.00',
  ]);
  screen.getByText('One-off charges are not included.');
  const chart = screen.getByRole('table', { name: 'Monthly recurring revenue at the end of each month' });
  expect(within(chart).getAllByRole('row')[1]?.textContent).toBe('Oct 2026$130.00');
  await user.selectOptions(screen.getByLabelText('Mode'), 'Demo');
  await waitFor(() => expect(query()).toBe('?tab=recurring-revenue&start=2026-10-01&mode=demo'));
  await waitFor(() =>
    expect(
      Object.fromEntries(calls.findLast(({ path }) => path.includes('money-reports'))?.query ?? []),
    ).toEqual({ startDate: '2026-10-01', mode: 'demo', range: '[0,59]' }),
  );
});

// Proves I38-reports
it('shows why and by whom below a row, except on a phone and on a wide screen', async () => {
  const columns = [
    { name: 'day', label: 'Date', kind: 'day' },
    { name: 'kind', label: 'Kind', kind: 'text' },
    { name: 'reason', label: 'Reason', kind: 'text' },
    { name: 'by', label: 'By', kind: 'text' },
    { name: 'credited', label: 'Credited', kind: 'money' },
  ];
  const rows = [
    { day: '2026-11-02', kind: 'Credit', reason: 'Two days without service', by: 'Bill Ng', credited: 25 },
    { day: '2026-11-01', kind: 'Void', reason: null, by: null, credited: 65 },
  ];
  const answer = {
    mode: 'live',
    scope: 'Nov 2026',
    note: '',
    columns,
    rows,
    total: { credited: 90 },
    count: 2,
  };
  const { user } = await openWithApi('/reports', {
    'GET /api/admin/money-reports/credits-and-refunds': answer,
  });
  const open = async () => {
    await user.selectOptions(screen.getByLabelText('Report'), 'Credits and Refunds');
    const table = await screen.findByRole('table', { name: 'Credits and Refunds, Nov 2026' });
    const rowsOf = within(table).getAllByRole('row');
    return rowsOf.map(({ textContent }) => textContent);
  };
  expect(await open()).toEqual([
    'DateKindReasonByCredited',
    'Nov 2, 2026CreditTwo days without serviceBill Ng$25.00',
    'Nov 1, 2026Void——$65.00',
    'Total$90.00',
  ]);
  await user.selectOptions(screen.getByLabelText('Report'), 'Active Sites');
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width:600px) and (max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  expect(await open()).toEqual([
    'DateKindCredited',
    'Nov 2, 2026Credit$25.00',
    'Reason: Two days without service · By: Bill Ng',
    'Nov 1, 2026Void$65.00',
    'Total$90.00',
  ]);
});

// Proves B38-tax
it('has the report of sales tax once a rate was set', async () => {
  const empty = { mode: 'live', scope: '', note: '', columns: [], rows: [], total: null, count: 0 };
  const rates: unknown[] = [];
  const open = () =>
    openWithApi('/reports?tab=order-income', {
      'GET /api/admin/money-reports/order-income': empty,
      'GET /api/admin/tax-rates': () => json(rates),
    });
  const { calls } = await open();
  const isAsked = () => calls.some(({ path }) => path === '/api/admin/tax-rates');
  await waitFor(() => expect(isAsked()).toBe(true));
  await screen.findByText('No data found for the selected filters.');
  expect(screen.queryByRole('tab', { name: 'Sales Tax by State' })).toBeNull();
  cleanup();
  rates.push({ state: 'TX', state_name: 'Texas', rate: '8.25%', from: '2026-12-01', to: null });
  await open();
  await screen.findByRole('tab', { name: 'Sales Tax by State' });
  expect(screen.getAllByRole('option', { name: 'Sales Tax by State' })).toHaveLength(1);
});

// Proves I38-reports
it('shows the tabs of one group of reports, and all of them in a select', async () => {
  const empty = { mode: 'live', scope: '', note: '', columns: [], rows: [], total: null, count: 0 };
  const { user, query } = await openWithApi('/reports?tab=order-income&page=2', {
    'GET /api/admin/money-reports/order-income': empty,
    'GET /api/admin/reports/active-sites': [],
    'GET /api/admin/activity-by-month': [
      { period: '2026-11', active_sites: 0, readers: 0, additions: 0, deactivations: 0 },
    ],
    'GET /api/admin/reports/site-additions': [],
  });
  const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
  await screen.findByRole('tab', { name: 'Order Income', selected: true });
  expect(tabs()).not.toContain('Active Sites');
  await user.click(screen.getByRole('button', { name: 'Sites and companies' }));
  expect(query()).toBe('?tab=active-sites');
  expect(tabs()).toEqual(['Active Sites', 'Active Companies', 'Site Additions', 'Site Deactivations']);
  await screen.findByText('No data found for the selected filters.');
  // a chart of nothing is left out
  expect(screen.queryByText('Active sites by month')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Report'), 'Site Additions');
  expect(query()).toBe('?tab=site-additions');
});
