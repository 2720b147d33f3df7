import { paths } from '@portal/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { anInvoice, aPayment } from '../testing/moneyRecords.ts';
import { closeAdmin, openAdmin } from '../testing/openAdmin.tsx';
import { anAccount, aSite } from '../testing/records.ts';
import { ModeInput, SelectInput } from './filterInputs.tsx';

const sites = () => [
  aSite({ id: 's1', site_name: 'Harbor', status: 'active', account_id: 'c1' }),
  aSite({ id: 's2', site_name: 'Depot', status: 'active', account_id: 'c2' }),
  aSite({ id: 's3', site_name: 'Pier', status: 'pending', account_id: 'c2' }),
];
const accounts = () => [
  anAccount({ id: 'c1', company_name: 'Acme' }),
  anAccount({ id: 'c2', company_name: 'Bay' }),
];
const filtered = (resource: string, filter: object) =>
  `/admin-dashboard/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
const link = (name: string) => screen.findByRole('link', { name });

describe('filters of a list', () => {
  afterEach(closeAdmin);

  // Proves S5-admin-lists-4
  it('are left when a menu link opens the list, and kept by the link back from a record', async () => {
    const { person, router } = openAdmin(filtered('sites', { account_id: 'c2' }), {
      sites: sites(),
      accounts: accounts(),
    });
    await person.click(await link('Depot'));
    await person.click((await screen.findAllByRole('link', { name: 'Sites' })).at(-1) as HTMLElement);
    await link('Depot');
    expect(screen.queryByRole('link', { name: 'Harbor' })).toBeNull();
    await person.click(screen.getAllByRole('link', { name: /^Sites/ })[0] as HTMLElement);
    await link('Harbor');
    expect(router.state.location.search).toBe('');
    expect(screen.queryByRole('region', { name: 'Active filters' })).toBeNull();
  });

  // Proves S5-admin-lists-4
  it('are chips, which are removed one by one or all at once', async () => {
    const filter = { account_id: 'c2', status: ['declined', 'failed'], created_at_gte: '2026-01-02' };
    const { person, router } = openAdmin(filtered('payments', filter), {
      payments: [aPayment({ account_id: 'c2', status: 'failed' })],
      accounts: accounts(),
    });
    await screen.findByRole('button', { name: 'Company: Bay' });
    expect(screen.getByRole('button', { name: 'Status: Declined, Failed' })).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'From Jan 2, 2026' }));
    await screen.findByRole('table');
    expect(screen.queryByRole('button', { name: 'From Jan 2, 2026' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('filter')).toBe('{}'));
  });

  it('have the names of the contract, or do not compile', () => {
    const invalid = [
      // @ts-expect-error: invoices are not filtered by state
      <SelectInput<'invoices'> key="state" source="site_state" label="State" choices={{}} />,
      // @ts-expect-error: payments have another name for it
      <ModeInput<'payments'> key="mode" source="is_demo" />,
      // @ts-expect-error: no resource is named
      <ModeInput key="unnamed" source="is_demo" />,
    ];
    expect(invalid).toHaveLength(3);
    expect(<ModeInput<'payments'> source="test_mode" />).toBeTruthy();
  });

  it('show codes as they are', async () => {
    openAdmin(filtered('sites', { site_state: 'NY' }), { sites: sites(), accounts: accounts() });
    await screen.findByRole('button', { name: 'Site state: NY' });
  });

  // Proves S5-admin-lists-4
  it('narrow the numbers of the tabs, which come in one call', async () => {
    const { api } = openAdmin(filtered('sites', { account_id: 'c2', q: 'e' }), {
      sites: sites(),
      accounts: accounts(),
    });
    for (const name of ['All 2', 'Active 1', 'Pending 1', 'Inactive 0']) {
      await screen.findByRole('tab', { name });
    }
    expect(api.calls.filter(({ path }) => path === paths.admin.counts)).toHaveLength(1);
    expect(api.calls.filter(({ path }) => path === paths.admin.sites)).toHaveLength(1);
  });

  // Proves S5-admin-lists-5
  it.each([
    [{}, /^invoices-\d{4}-\d\d-\d\d\.csv$/],
    [{ period: '2026-11' }, /^invoices-2026-11\.csv$/],
    [{ period: '2026-11', status: 'pending' }, /^invoices-open-2026-11\.csv$/],
    [{ period: '2026-11', is_demo: true }, /^invoices-2026-11-filtered\.csv$/],
    [{ period: '2026-11', q: 'INV' }, /^invoices-2026-11-filtered\.csv$/],
  ])('name the exported file: %j', async (filter, name) => {
    const names: string[] = [];
    URL.createObjectURL = () => 'blob:csv';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    const invoice = anInvoice({ period: '2026-11', status: 'pending', is_demo: true });
    const { person } = openAdmin(filtered('invoices', filter), { invoices: [invoice], accounts: accounts() });
    await link(invoice.invoice_number);
    await person.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(names[0]).toMatch(name));
  });
});
