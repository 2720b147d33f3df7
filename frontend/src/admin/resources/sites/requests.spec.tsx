import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAdmin, openAdmin, toastText } from '../../testing/openAdmin.tsx';
import { anAccount, aSite } from '../../testing/records.ts';

const SITES = '/admin-dashboard/sites';
const asking = () => aSite({ requested_readers: '16', requested_readers_note: 'A new wing' });
const data = () => ({
  accounts: [anAccount()],
  sites: [asking(), aSite({ id: 's2', site_name: 'Office' })],
  answers: {
    '/api/admin/sites/s1/history': [
      {
        id: 'e1',
        at: '2026-07-04T16:00:00.000Z',
        by: 'Ada Admin',
        text: 'Site details changed: address, ZIP code',
        type: 'SiteDetailsChanged',
        changes: [
          { field: 'address', from: '1 Main St', to: '5 Dock Rd' },
          { field: 'ZIP code', from: null, to: '10311' },
        ],
        reason: 'As the dealer wrote',
      },
    ],
  },
});

describe('requests of dealers', () => {
  afterEach(closeAdmin);

  // Proves S5-admin-readers
  it('have their own tab', async () => {
    const { person } = openAdmin(SITES, data());
    await person.click(await screen.findByRole('tab', { name: 'Reader requests 1' }));
    const row = (await screen.findByRole('link', { name: 'Depot' })).closest('tr');
    expect(row?.textContent).toContain('Asks for 16 readers');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Office' })).toBeNull());
  });

  it('name one reader in the singular', async () => {
    openAdmin(SITES, { sites: [{ ...asking(), requested_readers: '1' }] });
    expect(await screen.findByText('Asks for 1 reader')).toBeTruthy();
  });

  // Proves S5-admin-readers
  it.each([
    ['Approve readers', 'Reader change approved', true, '16'],
    ['Decline readers', 'Reader change declined', false, '12'],
  ])('%s: show both counts and the note, and are answered', async (name, toast, approved, readers) => {
    const { person, api } = openAdmin(`${SITES}/s1/show`, data());
    await person.click(await screen.findByRole('button', { name: `${name} Depot` }));
    const dialog = await screen.findByRole('dialog');
    for (const text of ['12', '16', 'A new wing']) within(dialog).getByText(text);
    await person.click(within(dialog).getByRole('button', { name }));
    expect(await toastText()).toBe(toast);
    expect(api.changes()).toMatchObject([
      {
        method: 'POST',
        path: '/api/admin/sites/s1/reader-change',
        body: { approved, number_of_readers: '16' },
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('button', { name: /readers Depot/ })).toBeNull());
    expect(api.data.sites[0]?.number_of_readers).toBe(readers);
  });

  // Proves S5-admin-panels
  it('show panels raised after the order', async () => {
    openAdmin(`${SITES}/s1/show`, { sites: [aSite({ panels_raised: true })] });
    expect(await screen.findByText(/raised the ACU panels/)).toBeTruthy();
  });

  // Proves S2-4-admin-5
  it('warn before approving a site paid in test mode, and need a reason for deleting it', async () => {
    const paid = aSite({ status: 'pending', order_id: 'o1', paid_amount: 65, paid_in_test_mode: true });
    const { person } = openAdmin(`${SITES}/s1/show`, { sites: [paid] });
    await screen.findByRole('link', { name: 'Open the order' });
    await person.click(await screen.findByRole('button', { name: 'Approve Depot' }));
    const approve = await screen.findByRole('dialog');
    expect(within(approve).getByRole('alert').textContent).toContain('paid in test mode');
    await person.click(within(approve).getByRole('button', { name: 'Cancel' }));
    await person.click(await screen.findByRole('button', { name: 'Delete Depot' }));
    const remove = await screen.findByRole('dialog', { name: 'Confirm Delete Site' });
    expect(
      within(remove)
        .getByRole('textbox', { name: /^Reason/ })
        .hasAttribute('required'),
    ).toBe(true);
  });

  // Proves S2-3-admin-2
  it("show the site's history: who changed what, when and why", async () => {
    openAdmin(`${SITES}/s1/show?tab=history`, data());
    const history = await screen.findByRole('list', { name: 'History' });
    for (const text of [
      'Site details changed: address, ZIP code',
      'Ada Admin · Jul 4, 2026',
      'address: 1 Main St → 5 Dock Rd',
      'Reason: As the dealer wrote',
    ])
      expect(history.textContent).toContain(text);
  });
});
