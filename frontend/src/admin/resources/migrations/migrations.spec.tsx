import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { aMigration } from '../../testing/moneyRecords.ts';
import { closeAdmin, openAdmin, toastText } from '../../testing/openAdmin.tsx';
import { anAccount } from '../../testing/records.ts';

const LIST = '/admin-dashboard/migrations';
const paid = aMigration();
const free = aMigration({ id: 'g2', migration_site_name: 'New Mill', total_amount: 0, order_id: null });
const test = aMigration({ id: 'g3', migration_site_name: 'Test Mill', paid_in_test_mode: true });
const done = aMigration({ id: 'g4', migration_site_name: 'Done Mill', status: 'approved', site_id: 's9' });
const data = () => ({
  accounts: [anAccount()],
  migrations: [paid, free, test, done].map((migration) => ({ ...migration })),
  answers: {
    '/api/admin/migrations/g1/history': [
      {
        id: 'e1',
        at: '2026-07-04T16:00:00.000Z',
        by: 'Ann Acme',
        text: 'Migration requested with 8 readers',
        type: 'MigrationRequested',
        changes: [],
        reason: null,
      },
    ],
  },
});

describe('the Migrations tab', () => {
  afterEach(closeAdmin);

  // Proves S2-2-admin-5
  it('shows the pending ones first, with company, contact and current system', async () => {
    const { person } = openAdmin(LIST, data());
    const row = (await screen.findByRole('link', { name: 'Old Mill' })).closest('tr');
    for (const text of ['Ann Acme', 'System VII', '$65.00', 'Jul 4, 2026'])
      expect(row?.textContent).toContain(text);
    expect(await within(row as HTMLElement).findByRole('link', { name: 'Acme Security' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Done Mill' })).toBeNull();
    await person.click(await screen.findByRole('tab', { name: 'Approved 1' }));
    await screen.findByRole('link', { name: 'Done Mill' });
    expect(screen.queryByRole('button', { name: /Approve migration/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
  });

  // Proves S2-2-admin-5
  it('shows that none is pending', async () => {
    openAdmin(LIST);
    expect(await screen.findByText('No pending migration requests found')).toBeTruthy();
  });

  // Proves S2-4-admin-3, S2-8-admin-4
  it('Approve migration: confirms, reports the new site, and reloads the list after 1 s', async () => {
    const { person, api } = openAdmin(LIST, data());
    await person.click(await screen.findByRole('button', { name: 'Approve migration Old Mill' }));
    const dialog = await screen.findByRole('dialog', { name: 'Approve migration of Old Mill?' });
    expect(within(dialog).queryByRole('alert')).toBeNull();
    await person.click(within(dialog).getByRole('button', { name: 'Approve migration' }));
    expect(await toastText()).toBe('Migration ApprovedMigration approved and converted to a site');
    expect(api.changes()).toMatchObject([{ method: 'POST', path: '/api/admin/migrations/g1/approve' }]);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Old Mill' })).toBeNull());
    const reads = () => {
      const since = api.calls.findIndex(({ method }) => method === 'POST');
      const lists = api.calls.slice(since).filter(({ path }) => path === '/api/admin/migrations');
      return lists.filter(({ query }) => query.range === '[0,24]').length;
    };
    // at once, and again
    await waitFor(() => expect(reads()).toBe(2));
  });

  // Proves S2-4-admin-5
  it('warns if it was paid in test mode', async () => {
    const { person } = openAdmin(LIST, data());
    await person.click(await screen.findByRole('button', { name: 'Approve migration Test Mill' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('alert').textContent).toContain('paid in test mode');
  });

  it('approves many, and names those paid in test mode', async () => {
    const { person, api } = openAdmin(LIST, data());
    for (const name of ['Old Mill', 'Test Mill'])
      await person.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    await person.click(
      within(screen.getByRole('toolbar')).getByRole('button', { name: 'Approve migration' }),
    );
    const dialog = await screen.findByRole('dialog', { name: 'Approve 2 migrations?' });
    expect(within(dialog).getByRole('alert').textContent).toContain('test mode');
    await person.click(within(dialog).getByRole('button', { name: 'Approve migration' }));
    expect(await toastText()).toBe('Migration Approved2 records');
    expect(api.changes()).toHaveLength(2);
  });

  // Proves S2-8-admin-3
  it('shows why an approval failed', async () => {
    const { person, api } = openAdmin(LIST, data());
    await person.click(await screen.findByRole('button', { name: 'Approve migration Old Mill' }));
    api.answerNext(new Response('', { status: 500 }));
    await person.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve migration' }),
    );
    expect(await toastText()).toBe('ErrorFailed to approve migration.');
  });

  // Proves S2-2-admin-10
  it('Confirm Delete Migration: company, contact, current system; a paid one needs a reason', async () => {
    const { person, api } = openAdmin(`${LIST}/g1/show`, data());
    await person.click(await screen.findByRole('button', { name: 'Delete Old Mill' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm Delete Migration' });
    for (const text of ['Acme Security', 'Ann Acme', 'System VII']) within(dialog).getByText(text);
    const reason = within(dialog).getByRole('textbox', { name: /^Reason/ });
    expect(reason.hasAttribute('required')).toBe(true);
    api.refuse(400, 'Please give a reason');
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await toastText()).toBe('ErrorPlease give a reason');
    await person.type(reason, 'Ordered twice');
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Migrations' })).toBeTruthy();
    expect(api.changes().at(-1)).toMatchObject({
      method: 'DELETE',
      path: '/api/admin/migrations/g1',
      body: { reason: 'Ordered twice' },
    });
  });

  // Proves S2-8-admin-3
  it('needs no reason for a free one, and shows why it failed', async () => {
    const { person, api } = openAdmin(LIST, data());
    await person.click(await screen.findByRole('button', { name: 'Delete New Mill' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm Delete Migration' });
    within(dialog).getByRole('textbox', { name: 'Reason (optional)' });
    api.answerNext(new Response('', { status: 502 }));
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await toastText()).toBe('ErrorFailed to delete migration.');
  });

  // Proves S2-3-admin-1
  it('shows a migration with all fields and its history', async () => {
    const { person } = openAdmin(`${LIST}/g1/show`, data());
    await screen.findByRole('heading', { level: 1, name: 'Old Mill' });
    for (const text of ['S7-17', '2 Dock Rd', 'Troy, NY 12180', 'Vantage', 'Ring first', 'Aug 1, 2026'])
      expect(await screen.findByText(text)).toBeTruthy();
    await person.click(screen.getByRole('tab', { name: 'History' }));
    const history = await screen.findByRole('list', { name: 'History' });
    expect(history.textContent).toContain('Migration requested with 8 readers');
    expect(history.textContent).toContain('Ann Acme · Jul 4, 2026');
  });
});
