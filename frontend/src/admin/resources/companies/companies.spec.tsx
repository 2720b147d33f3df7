import { paths } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { someDifferences } from '../../../dealer/invoices/testing/records.ts';
import { anInvoice } from '../../testing/moneyRecords.ts';
import { closeAdmin, openAdmin } from '../../testing/openAdmin.tsx';
import { aCompanyOverview, anAccount, aSite, aUser } from '../../testing/records.ts';

describe('companies', () => {
  afterEach(() => {
    closeAdmin();
    vi.useRealTimers();
  });

  // Proves S2-2-admin-3
  it('lists accounts with rate, promotion and demo or live', async () => {
    const live = anAccount({
      id: 'c2',
      company_name: 'Bay Ridge',
      is_demo_account: false,
      promotional_pricing_active: true,
      promotional_reader_rate: 4.25,
      default_reader_rate: null,
      open_amount: 12.5,
      has_card: true,
    });
    openAdmin('/admin-dashboard/companies', { accounts: [anAccount(), live] });
    const rows = (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent);
    expect(rows[0]).toContain('Acme SecurityKS0001Demo1$78.00\u2014\u2014$6.50\u2014');
    expect(rows[1]).toContain('Bay RidgeKS0001Live1$78.00$12.50Saved\u2014$4.25');
  });

  // Proves S2-2-admin-3
  it('shows the specified message if there is none', async () => {
    openAdmin('/admin-dashboard/companies');
    expect(await screen.findByText('No companies found.')).toBeTruthy();
  });

  // Proves S2-5-billing-4
  it.each([
    ['2026-12-02', '2027-01-01'],
    ['2026-12-03', '2027-02-01'],
  ])('offers a new rate on %s from %s on, the first 1st with 30 days’ notice', async (today, from) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T12:00:00`) });
    const users = [{ id: 'u1', username: 'ann', name: 'Ann Acme', email: 'ann@acme.test' }];
    const { person } = openAdmin('/admin-dashboard/companies', { accounts: [anAccount({ users })] });
    await person.click(await screen.findByRole('button', { name: 'New rate Acme Security' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New reader rate of Acme Security' }));
    expect(dialog.getByLabelText(/Default reader rate/)).toHaveProperty('value', '6.50');
    expect(dialog.getByLabelText(/Effective from/)).toHaveProperty('value', from);
  });

  // Proves I39-bulk-rate
  it('gives selected companies one new rate after one preview, and names what was refused', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-02T12:00:00') });
    const named = (id: string, company_name: string, more = {}) =>
      anAccount({
        ...{ id, company_name, default_reader_rate: 6.5, ...more },
        users: [{ id: `u-${id}`, username: id, name: id, email: `${id}@portal.test` }],
      });
    const effect = { invoice_date: '2027-01-01', rate_before: 6.5, rate_after: 7, short_notice: false };
    const { person, api } = openAdmin('/admin-dashboard/companies', {
      accounts: [
        named('a', 'Acme Security'),
        named('b', 'Bay Ridge', { is_demo_account: false }),
        { ...named('c', 'Cobble Hill'), users: [] },
        named('d', 'Dock Yard'),
      ],
      users: [aUser({ id: 'u-a' }), aUser({ id: 'u-b' })],
      answers: {
        [paths.admin.previewRates]: Response.json([
          {
            ...{ ...effect, account_id: 'a', readers: 20, changed_readers: 16 },
            ...{ total_before: 130, total_after: 138 },
          },
          {
            ...{ ...effect, account_id: 'b', readers: 10, changed_readers: 10 },
            ...{ total_before: 65, total_after: 70 },
          },
        ]),
      },
    });
    for (const name of ['Acme Security', 'Bay Ridge', 'Cobble Hill'])
      await person.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    await person.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'New rate' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New reader rate of 3 companies' }));
    expect(dialog.getAllByRole('alert')[0]?.textContent).toBe(
      'Left out:Cobble Hill: the company has no user.',
    );
    expect(dialog.getByLabelText(/Default reader rate/)).toHaveProperty('value', '6.50');
    expect(dialog.getByLabelText(/Effective from/)).toHaveProperty('value', '2027-01-01');
    await person.clear(dialog.getByLabelText(/Default reader rate/));
    await person.type(dialog.getByLabelText(/Default reader rate/), '7');
    const shown = within(await dialog.findByRole('group', { name: 'Effect on the invoices of Jan 1, 2027' }));
    expect(shown.getByText('$13.00 more a month.')).toBeTruthy();
    expect(shown.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'CompanyRateInvoice',
      'Total, Live$65.00 → becomes $70.00',
      'Total, Demo$130.00 → becomes $138.00',
      'Acme Security16 of 20 readers change$6.50 → becomes $7.00$130.00 → becomes $138.00',
      'Bay Ridge10 readers$6.50 → becomes $7.00$65.00 → becomes $70.00',
    ]);
    expect(api.calls.findLast(({ path }) => path === paths.admin.previewRates)?.body).toEqual({
      ids: ['a', 'b'],
      rate: '7',
      effective_from: '2027-01-01',
    });
    api.refuseAt('u-b/reader-rate', 422, 'Bay Ridge has a contract.');
    const answer = api.holdAnswers();
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText('0 of 2');
    answer();
    const refused = within(await screen.findByRole('dialog', { name: 'New rate: 1 of 2 done' }));
    expect(refused.getByRole('listitem').textContent).toBe('Bay Ridge: Bay Ridge has a contract.');
    expect(api.changes().map(({ path, body }) => [path, body])).toEqual(
      ['u-a', 'u-b'].map((id) => [
        paths.admin.readerRate(id),
        { rate: '7', effective_from: '2027-01-01', confirm_short_notice: false, reason: '' },
      ]),
    );
    await waitFor(() => expect(screen.queryByText('3 selected')).toBeNull());
  });

  // Proves S2-3-admin-2
  it('shows a company with sites and people, with the open tab in the address', async () => {
    const { person, router } = openAdmin('/admin-dashboard/companies/c1/show?tab=details', {
      accounts: [anAccount()],
      sites: [aSite(), aSite({ id: 's2', account_id: 'other', site_name: 'Elsewhere' })],
      users: [aUser()],
      answers: {
        [paths.admin.accountOverview('c1')]: aCompanyOverview({
          counts: { sites: 1, invoices: 0, payments: 0, people: 1, history: 3 },
        }),
      },
    });
    expect(await screen.findByText('Promotional months')).toBeTruthy();
    await person.click(await screen.findByRole('tab', { name: 'Sites (1)' }));
    expect(await screen.findByRole('link', { name: 'Depot' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Elsewhere' })).toBeNull();
    expect(router.state.location.search).toBe('?tab=sites');
    await person.click(screen.getByRole('tab', { name: 'People (1)' }));
    expect(await screen.findByRole('link', { name: 'Ann Acme' })).toBeTruthy();
  });

  // Proves S5-company
  it('opens on how the company stands, under its name and the person to ask', async () => {
    const users = [{ id: 'u1', username: 'ann', name: 'Ann Acme', email: 'ann@acme.test' }];
    openAdmin('/admin-dashboard/companies/c1/show', {
      accounts: [anAccount({ users })],
      answers: {
        [paths.admin.accountOverview('c1')]: aCompanyOverview({ recurring: { now: 104, month_start: 78 } }),
        [`${paths.admin.billingSummary('c1')}/differences`]: someDifferences(),
      },
    });
    const heading = await screen.findByRole('heading', { level: 1, name: 'Acme Security' });
    expect(heading.closest('header')?.textContent).toContain('KS0001Ann Acmeann@acme.testDemo');
    const figures = within(await screen.findByRole('list', { name: 'Figures' })).getAllByRole('listitem');
    expect(figures.map(({ textContent }) => textContent)).toEqual([
      'Recurring revenue$104.00Monthly, +$26.00 since the 1st',
      'Open$0.00No open invoice',
      'Overdue$0.00Nothing overdue',
      'Credit$0.00No unused credit',
      'Active sites112 readers, 1 pending',
      'CardNoneNo card is saved',
    ]);
    expect(await screen.findByRole('button', { name: /more than November.*Why\?/ })).toBeTruthy();
    const billing = screen.getByRole('link', { name: 'Billing Details' });
    expect(billing.getAttribute('href')).toBe('/dealer-billing/u1#KS0001');
  });

  // Proves S5-company-promise
  it('notes a promise to pay, and says when it was not kept', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-06T12:00:00') });
    const promise = { on: '2026-12-05', note: 'Check is on its way', recorded_on: '2026-12-01' };
    const { person, api } = openAdmin('/admin-dashboard/companies/c1/show', {
      accounts: [anAccount()],
      answers: { [paths.admin.accountOverview('c1')]: aCompanyOverview({ promise }) },
    });
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toBe(
      'Payment was promised for Dec 5, 2026: Check is on its way (noted on Dec 1, 2026)',
    );
    await person.click(screen.getByRole('button', { name: 'Promise to pay' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Promise to pay' }));
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Please write a note')).toBeTruthy();
    await person.type(dialog.getByLabelText(/^Note/), 'By ACH on Friday');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Promise recorded');
    expect(api.changes()).toMatchObject([
      { path: paths.admin.promises('c1'), body: { promised_on: '2026-12-06', note: 'By ACH on Friday' } },
    ]);
  });

  // Proves S6-invoices-25
  it("records the payment of an open invoice from a company's invoices", async () => {
    const invoices = [
      anInvoice(),
      anInvoice({ id: 'c1_2026-06', invoice_number: 'INV-202606-0001', status: 'paid' }),
    ];
    const { person } = openAdmin('/admin-dashboard/companies/c1/show?tab=invoices', {
      accounts: [anAccount()],
      invoices,
    });
    await screen.findByRole('link', { name: 'INV-202606-0001' });
    const list = within(screen.getByRole('list', { name: 'Invoices' }));
    const [button, ...others] = list.getAllByRole('button', { name: /^Record payment/ });
    expect(others).toEqual([]);
    await person.click(button as HTMLElement);
    await screen.findByRole('dialog', { name: 'Record payment of INV-202607-0001' });
  });
});
