import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { anInvoice } from '../../testing/moneyRecords.ts';
import { closeAdmin, openAdmin } from '../../testing/openAdmin.tsx';
import { anAccount, aSite, aUser } from '../../testing/records.ts';

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
    });
    openAdmin('/admin-dashboard/companies', { accounts: [anAccount(), live] });
    const rows = (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent);
    expect(rows[0]).toContain('Acme SecurityKS0001DemoStaten Island, NY$6.50\u2014Jul 4, 2026');
    expect(rows[1]).toContain('Bay RidgeKS0001LiveStaten Island, NY\u2014$4.25Jul 4, 2026');
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

  // Proves S2-3-admin-2
  it('shows a company with sites and users, with the open tab in the address', async () => {
    const { person, router } = openAdmin('/admin-dashboard/companies/c1/show?tab=pricing', {
      accounts: [anAccount()],
      sites: [aSite(), aSite({ id: 's2', account_id: 'other', site_name: 'Elsewhere' })],
      users: [aUser()],
    });
    expect(await screen.findByText('Promotional months')).toBeTruthy();
    await person.click(screen.getByRole('tab', { name: 'Sites' }));
    expect(await screen.findByRole('link', { name: 'Depot' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Elsewhere' })).toBeNull();
    expect(router.state.location.search).toBe('?tab=sites');
    await person.click(screen.getByRole('tab', { name: 'Users' }));
    expect(await screen.findByRole('link', { name: 'Ann Acme' })).toBeTruthy();
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
    const [button, ...others] = screen.getAllByRole('button', { name: /^Record payment/ });
    expect(others).toEqual([]);
    await person.click(button as HTMLElement);
    await screen.findByRole('dialog', { name: 'Record payment of INV-202607-0001' });
  });
});
