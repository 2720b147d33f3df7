import type { BillingPreview } from '@portal/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { anInvoice, anOrder, aPayment, aRun } from '../../testing/moneyRecords.ts';
import { closeAdmin, openAdmin, toastText } from '../../testing/openAdmin.tsx';
import { anAccount, aUser } from '../../testing/records.ts';

const AREA = '/admin-dashboard';
const PREVIEW = '/api/admin/billing-preview';
const account = (over: Partial<BillingPreview['accounts'][number]>): BillingPreview['accounts'][number] => ({
  account_id: 'c1',
  company_name: 'Acme Security',
  is_demo: false,
  outcome: 'priced',
  skipped_because: null,
  total: 78,
  last_month_total: 65,
  differences: ['Depot: 12 readers in place of 10'],
  lines: [{ site_id: 's1', name: 'Depot', readers: 12, rate: 6.5, amount: 78, source: 'account' }],
  ...over,
});
const preview: BillingPreview = {
  period: '2026-08',
  cut_off: '2026-08-01T04:00:00.000Z',
  cut_off_text: 'Aug 1, 12:00 AM ET',
  total: 88,
  last_month_total: 65,
  accounts: [
    account({}),
    account({ account_id: 'c2', company_name: 'Bay Ridge', is_demo: true, total: 10, differences: [] }),
    account({
      account_id: 'c3',
      company_name: 'Idle Inc.',
      outcome: 'skipped',
      skipped_because: 'no_active_sites',
      total: 0,
      lines: [],
      differences: [],
    }),
  ],
};

describe('the Invoicing tab', () => {
  afterEach(closeAdmin);

  // Proves S2-2-admin-6
  it('links each dealer to the billing page, with the dealer ID, if any, as hash', async () => {
    const pending = aUser({ id: 'u2', company: 'Bay Ridge', dealer_id: null });
    openAdmin(`${AREA}/invoicing`, {
      users: [aUser(), pending, aUser({ id: 'a', is_admin: true, company: 'Us' })],
    });
    const link = await screen.findByRole('link', { name: 'Acme Security' });
    expect(link.getAttribute('href')).toBe('/dealer-billing/u1#KS0001');
    const row = link.closest('tr')?.textContent;
    for (const text of ['KS0001', '$78.00', '$6.50', '12']) expect(row).toContain(text);
    const other = screen.getByRole('link', { name: 'Bay Ridge' });
    expect(other.getAttribute('href')).toBe('/dealer-billing/u2');
    expect(screen.queryByRole('link', { name: 'Us' })).toBeNull();
  });

  // Proves S2-2-admin-6
  it('opens the billing page by a click on the row', async () => {
    const { person, router } = openAdmin(`${AREA}/invoicing`, { users: [aUser()] });
    await person.click(await screen.findByText('KS0001'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dealer-billing/u1'));
    expect(router.state.location.hash).toBe('#KS0001');
  });

  it('shows no staff and no pending dealers, whatever the address filters by', async () => {
    openAdmin(`${AREA}/invoicing?filter={}`, {
      users: [aUser(), aUser({ id: 'a', is_admin: true, company: 'Us' })],
    });
    expect(await screen.findByRole('link', { name: 'Acme Security' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Us' })).toBeNull();
  });

  it('is in the menu with the number of overdue invoices, on each of its pages', async () => {
    openAdmin(`${AREA}/payments`, { invoices: [anInvoice({ is_overdue: true, days_overdue: 3 })] });
    const menu = within(await screen.findByRole('navigation', { name: 'Administration' }));
    const link = await menu.findByRole('link', { name: /Invoicing/ });
    expect(await within(link).findByRole('img', { name: '1 overdue' })).toBeTruthy();
    expect(link.getAttribute('aria-current')).toBe('page');
    expect(await screen.findByText('No payments found')).toBeTruthy();
  });
});

describe('invoices', () => {
  afterEach(closeAdmin);
  const overdue = anInvoice({
    id: 'c1_2026-06',
    invoice_number: 'INV-202606-0001',
    period: '2026-06',
    is_overdue: true,
    days_overdue: 3,
    is_demo: true,
  });
  const data = () => ({ accounts: [anAccount()], invoices: [anInvoice(), { ...overdue }] });

  // Proves S5-admin-invoices
  it('has a tab of those that are overdue, with their days and the Demo badge', async () => {
    const { person } = openAdmin(`${AREA}/invoices`, data());
    await screen.findByRole('link', { name: 'INV-202607-0001' });
    await person.click(await screen.findByRole('tab', { name: 'Overdue 1' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'INV-202607-0001' })).toBeNull());
    const row = screen.getByRole('link', { name: 'INV-202606-0001' }).closest('tr');
    for (const text of ['3 days overdue', 'Demo', '$78.00', 'Acme Security'])
      expect(row?.textContent).toContain(text);
  });

  it('tells a paid invoice from one that was refunded wholly', async () => {
    const paid = { status: 'paid', id: 'c1_2026-05', invoice_number: 'INV-202605-0001' } as const;
    openAdmin(`${AREA}/invoices`, { ...data(), invoices: [anInvoice({ ...paid, is_refunded: true })] });
    const row = (await screen.findByRole('link', { name: 'INV-202605-0001' })).closest('tr');
    expect(row?.textContent).toContain('PaidRefunded');
  });

  // Proves S5-admin-invoices
  it('opens an invoice from the list with Bill To, lines and actions', async () => {
    const { person } = openAdmin(`${AREA}/invoices`, data());
    await person.click(await screen.findByRole('link', { name: 'INV-202607-0001' }));
    await screen.findByRole('heading', { level: 1, name: 'INV-202607-0001' });
    const items = await screen.findByRole('region', { name: 'Invoice items' });
    for (const text of ['Depot', '12', '$6.50', '$78.00', 'Tax', '$0.00', 'Default rate'])
      expect(items.textContent).toContain(text);
    expect(screen.getByText(/1 Main St/).textContent).toContain('Ann Acme');
    expect(screen.getByRole('button', { name: 'Void' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Download PDF' }).getAttribute('href')).toBe(
      '/api/admin/invoices/c1_2026-07/invoice.pdf',
    );
  });

  it('shows N/A for an erased recipient, and without lines', async () => {
    openAdmin(`${AREA}/invoices/c1_2026-07/show`, { invoices: [anInvoice({ user: null, items: [] })] });
    expect(await screen.findByText('No invoice items found')).toBeTruthy();
    expect((await screen.findByText(/N\/A/)).textContent).toContain('N/A');
  });
});

describe('orders and payments', () => {
  afterEach(closeAdmin);

  // Proves S5-admin-orders
  it('shows an order with its outcome and payment attempts', async () => {
    const done = anOrder({ status: 'fulfilled', test_mode: true });
    const entries = done.entries.map((entry) => ({ ...entry, outcome: 'created' as const }));
    const { person } = openAdmin(`${AREA}/orders`, {
      accounts: [anAccount()],
      orders: [{ ...done, entries, items: [{ name: 'Aurora License', amount: 0 }, ...done.items] }],
      payments: [aPayment()],
    });
    const row = (await screen.findByRole('link', { name: 'ORD-3F9A2C7D' })).closest('tr');
    for (const text of ['New site: Depot', 'Fulfilled', 'Demo', '$65.00'])
      expect(row?.textContent).toContain(text);
    await person.click(screen.getByRole('link', { name: 'ORD-3F9A2C7D' }));
    const price = await screen.findByRole('table', { name: 'Price' });
    expect(
      within(price)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['ItemAmount', 'Aurora LicenseIncluded', 'Reverse Network IP License$65.00', 'Total$65.00']);
    const site = await screen.findByRole('link', { name: 'Depot' });
    expect(site.getAttribute('href')).toBe(`${AREA}/sites/s1/show`);
    await person.click(screen.getByRole('tab', { name: 'Payments' }));
    expect((await screen.findByRole('list', { name: 'Payments' })).textContent).toContain('Declined');
  });

  // Proves B48
  it('refunds an order with an amount and a reason', async () => {
    const { api, person } = openAdmin(`${AREA}/orders/o1/show`, {
      accounts: [anAccount()],
      orders: [anOrder({ status: 'fulfilled', refundable_amount: 45, refunded_amount: 20 })],
    });
    await person.click(await screen.findByRole('button', { name: 'Refund' }));
    const dialog = await screen.findByRole('dialog', { name: 'Refund ORD-3F9A2C7D' });
    const amount = within(dialog).getByLabelText(/Amount in dollars/);
    expect(amount).toHaveProperty('value', '45.00');
    expect(dialog.textContent).toContain('At most $45.00.');
    const submit = within(dialog).getByRole('button', { name: 'Refund to the card' });
    await person.click(submit);
    expect(await within(dialog).findByText('Please give a reason')).toBeTruthy();
    await person.clear(amount);
    await person.type(amount, '15');
    await person.type(within(dialog).getByLabelText(/Reason/), 'One panel too many');
    await person.click(submit);
    await waitFor(() =>
      expect(api.changes()).toMatchObject([
        {
          method: 'POST',
          path: '/api/admin/orders/o1/refund',
          body: { amount: '15', reason: 'One panel too many' },
        },
      ]),
    );
    expect(await screen.findByText('Refund started')).toBeTruthy();
  });

  // Proves B48
  it('offers no refund where nothing is left, and shows a dispute', async () => {
    openAdmin(`${AREA}/orders/o1/show`, {
      accounts: [anAccount()],
      orders: [anOrder({ refundable_amount: 0, dispute: 'lost', taken_back_amount: 65 })],
    });
    expect(await screen.findByText('Dispute lost')).toBeTruthy();
    expect(screen.getByText('Taken back by the bank')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  });

  // Proves S5-admin-orders
  it('shows why a payment failed, and unallocated money', async () => {
    openAdmin(`${AREA}/payments`, {
      payments: [
        aPayment(),
        aPayment({ id: 'p2', status: 'succeeded', unclaimed_amount: 65, order_id: null, message: null }),
      ],
    });
    expect(await screen.findByText('Your card was declined.')).toBeTruthy();
    expect(screen.getByText('$65.00 unallocated')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Order' }).getAttribute('href')).toBe(`${AREA}/orders/o1/show`);
  });
});

describe('billing runs', () => {
  afterEach(closeAdmin);

  it('lists them, with links to their invoices', async () => {
    openAdmin(`${AREA}/billing-runs`, {
      'billing-runs': [
        aRun(),
        aRun({ id: '2026-08', period: '2026-08', status: 'started', completed_at: null }),
      ],
    });
    const link = await screen.findByRole('link', { name: 'July 2026' });
    expect(link.getAttribute('href')).toBe(`${AREA}/billing-preview?period=2026-07`);
    const row = link.closest('tr');
    for (const text of ['Completed', '21', '$4,210.50', '3']) expect(row?.textContent).toContain(text);
    expect(screen.getByText('Running')).toBeTruthy();
  });

  // Proves S5-admin-runs
  it('previews a month: totals, demo apart, differences and lines of accounts, with a search', async () => {
    const { person } = openAdmin(`${AREA}/billing-preview?period=2026-08`, {
      answers: { [PREVIEW]: preview },
    });
    await screen.findByRole('heading', { level: 1, name: 'Preview of August 2026' });
    expect(
      await screen.findByText(/^As of Aug 1, 12:00 AM ET: \$88\.00, \$23\.00 more than the month before/),
    ).toBeTruthy();
    expect(screen.getByText('Depot: 12 readers in place of 10')).toBeTruthy();
    expect(screen.getByText('No active site on that date')).toBeTruthy();
    expect(screen.getByText('3 companies, $88.00')).toBeTruthy();
    // the name holds the words one sees: people say them to their browser
    const lines = screen.getByRole('button', { name: /^\d+ lines? of Acme Security$/ });
    expect(lines.getAttribute('aria-label')).toMatch(new RegExp(`^${lines.textContent} `));
    await person.click(lines);
    expect((await screen.findByRole('table')).textContent).toContain('Default rate');
    await person.type(screen.getByLabelText('Search companies'), 'bay');
    expect(await screen.findByText('1 company, $10.00')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Skipped' }));
    expect(await screen.findByText('No companies found')).toBeTruthy();
  });

  // Proves S5-admin-runs
  it('adds up a preview whose amounts have odd cents, e.g. by sales tax', async () => {
    const tax = { site_id: null, name: 'Sales tax, Texas 8.25%', readers: 1, rate: 1.08, amount: 1.08 };
    const accounts = [
      account({ total: 24_330.1, lines: [{ ...tax, source: null }] }),
      account({ account_id: 'c2', company_name: 'Bay Ridge', total: 0.62 }),
    ];
    const { person } = openAdmin(`${AREA}/billing-preview?period=2026-08`, {
      answers: { [PREVIEW]: { ...preview, total: 24_330.72, last_month_total: 23_313.13, accounts } },
    });
    expect(await screen.findByText(/: \$24,330\.72, \$1,017\.59 more than the month before/)).toBeTruthy();
    expect(screen.getByText('2 companies, $24,330.72')).toBeTruthy();
    expect(screen.getByText('Live companies').nextElementSibling?.textContent).toBe('$24,330.72');
    await person.click(screen.getByRole('button', { name: '1 line of Acme Security' }));
    const row = within(await screen.findByRole('table')).getByRole('row', { name: /^Sales tax/ });
    expect(row.textContent).toBe('Sales tax, Texas 8.25%——$1.08');
  });

  it('shows that a preview could not be loaded', async () => {
    openAdmin(`${AREA}/billing-preview?period=2026-08`);
    expect(await screen.findByText(/The preview could not be loaded\. Not found/)).toBeTruthy();
  });

  // Proves S5-admin-runs
  it('runs a month after a confirmation, with a reason', async () => {
    const { person, api } = openAdmin(`${AREA}/billing-preview?period=2026-08`, {
      answers: { [PREVIEW]: preview, '/api/admin/run-billing': {} },
    });
    await person.click(await screen.findByRole('button', { name: 'Run now' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Run billing now' }));
    fireEvent.change(dialog.getByLabelText(/^Month/), { target: { value: '' } });
    await person.click(dialog.getByRole('button', { name: 'Run billing' }));
    expect(await dialog.findByText('Please enter a month')).toBeTruthy();
    expect(api.changes()).toEqual([]);
    fireEvent.change(dialog.getByLabelText(/^Month/), { target: { value: '2026-08' } });
    await person.type(dialog.getByLabelText('Reason (optional)'), 'The job was down');
    api.refuse(422, 'The 1st of August has not come yet.');
    await person.click(dialog.getByRole('button', { name: 'Run billing' }));
    expect(await toastText()).toBe('ErrorThe 1st of August has not come yet.');
    await person.click(dialog.getByRole('button', { name: 'Run billing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.changes().at(-1)).toMatchObject({
      method: 'POST',
      path: '/api/admin/run-billing',
      body: { period: '2026-08', reason: 'The job was down' },
    });
  });
});
