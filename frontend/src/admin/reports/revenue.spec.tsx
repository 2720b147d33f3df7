import { paths, type RevenueReport, type RevenueSums } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAdmin, openAdmin } from '../testing/openAdmin.tsx';

const sums = (invoices: number, invoiced: number, paid: number, orders = 0): RevenueSums => ({
  invoices,
  invoiced,
  paid,
  refunded: 0,
  credit_used: 0,
  written_off: 0,
  open: invoiced - paid,
  credit_given: 0,
  orders,
});
const company = (id: string, company_name: string) => ({ id, company_name, dealer_id: null });
const REPORT: RevenueReport = {
  from: '2026-11',
  to: '2026-11',
  demo: false,
  total: sums(3, 1_300.5, 300, 45),
  companies: [
    { account: company('c1', 'Acme'), ...sums(1, 1_000.5, 0) },
    { account: company('c2', 'Bay Ridge'), ...sums(2, 300, 300, 45) },
  ],
  months: [
    { period: '2026-10', ...sums(0, 0, 0) },
    { period: '2026-11', ...sums(3, 1_300.5, 300, 45) },
  ],
};
const open = (query = '', report = REPORT) =>
  openAdmin(`/admin-dashboard/revenue${query}`, { answers: { [paths.admin.revenueReport]: report } });
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => row.textContent);

afterEach(closeAdmin);

describe('the revenue page', () => {
  // Proves S6-revenue-4, B48
  it('shows the companies of the current month with their total, and the months, newest first', async () => {
    const { api } = open();
    expect(await rowsOf('By company, November 2026')).toEqual([
      'CompanyInvoicesInvoicedPaidRefundedCredit usedWritten offOpenCredit givenOrders',
      'Acme1$1,000.50$0.00———$1,000.50——',
      'Bay Ridge2$300.00$300.00———$0.00—$45.00',
      'Total3$1,300.50$300.00———$1,000.50—$45.00',
    ]);
    expect((await rowsOf('By month')).map((row) => row?.slice(0, 14))).toEqual([
      'MonthInvoicesI',
      'November 20263',
      'October 20260$',
    ]);
    expect(screen.getByLabelText('First month')).toHaveProperty('value', '2026-11');
    expect(api.calls.find(({ path }) => path === paths.admin.revenueReport)?.query).toEqual({});
  });

  // Proves S6-revenue-4
  it('keeps the filters in the address, and opens a month', async () => {
    const { api, router, person } = open('?from=2026-10&to=2026-11&company=c1');
    await screen.findByRole('table', { name: 'By company, November 2026' });
    expect(api.calls.find(({ path }) => path === paths.admin.revenueReport)?.query).toEqual({
      from: '2026-10',
      to: '2026-11',
      companyId: 'c1',
    });
    await person.selectOptions(screen.getByLabelText('Mode'), 'Demo');
    await waitFor(() => expect(router.state.location.search).toContain('demo=true'));
    await person.click(screen.getByRole('link', { name: 'October 2026' }));
    await waitFor(() =>
      expect(router.state.location.search).toBe('?from=2026-10&to=2026-10&company=c1&demo=true'),
    );
    await person.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('says when there are neither invoices nor orders', async () => {
    open('', { ...REPORT, total: sums(0, 0, 0), companies: [] });
    await screen.findByText('No invoices or orders for these filters.');
  });
});
