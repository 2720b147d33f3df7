import { type ErasurePreview, paths } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAdmin, openAdmin, toastSays } from '../testing/openAdmin.tsx';
import { anAccount, aUser } from '../testing/records.ts';

const USERS = '/admin-dashboard/users';
const preview: ErasurePreview = {
  id: 'u1',
  username: 'acme',
  name: 'Ann Acme',
  is_deleted: false,
  is_erased: false,
  refusal: null,
  companies: [{ id: 'c1', name: 'Acme Security', sites: 3, migrations: 1, orders: 2, questions: 0 }],
  shared_companies: [{ id: 'c2', name: 'Bay Ridge', other_users: 1, contact_goes: true }],
  contact_messages: 1,
  mails: 12,
  mails_by_kind: [
    { kind: 'dealerApproved', mails: 1 },
    { kind: 'invoiceCreated', mails: 11 },
  ],
  invoices: 4,
  bill_to_until: '2033-12-31',
};
const data = () => ({
  users: [aUser()],
  accounts: [anAccount()],
  answers: { [paths.admin.userErasure('u1')]: preview },
});

async function openDialog(person: ReturnType<typeof openAdmin>['person']) {
  await person.click(await screen.findByRole('button', { name: 'Delete Acme Security' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm Delete User' }));
  const choice = await dialog.findByRole('checkbox', { name: 'Also erase personal data' });
  return { dialog, choice };
}
const textsOf = (list: HTMLElement) => [...list.querySelectorAll('li')].map((item) => item.textContent);

describe('Also erase personal data', () => {
  afterEach(closeAdmin);

  // Proves X-1c, I8-erase-7
  it('shows what is erased and kept, requires the typed name, and requests deletion and erasure', async () => {
    const { person, api } = openAdmin(`${USERS}/u1/show`, data());
    const { dialog, choice } = await openDialog(person);
    await person.click(choice);
    expect(textsOf(await dialog.findByRole('list', { name: 'What goes' }))).toEqual([
      expect.stringContaining('in the event log too'),
      'Acme Security, which has no other users: its details, addresses and notes of 3 sites, 1 migration, 2 orders, saved cards.',
      "Email address and phone number in the details of Bay Ridge that are this user's own.",
      '1 message of the contact form',
      '12 emails of the outbox: 1 Dealer approved, 11 Invoice created.',
    ]);
    expect(textsOf(dialog.getByRole('list', { name: 'What stays' }))).toEqual([
      expect.stringContaining('every invoice can still be replayed'),
      'Bill To of 4 invoices, for tax purposes: until Dec 31, 2033 at the latest.',
      "Bay Ridge, with what was entered for it: 1 other user belongs to it. Its events keep old contact details, this user's too, until its last user is erased.",
      'Reasons entered by administrators, and emails triggered by others about remaining companies.',
      'Backups, disk snapshots and archived write-ahead log, until they expire.',
    ]);
    expect(dialog.getByText("This can't be undone.")).toBeTruthy();

    const button = () => dialog.getByRole<HTMLButtonElement>('button', { name: /^Delete/ });
    const name = dialog.getByLabelText('Type acme to confirm');
    expect(button().disabled).toBe(true);
    await person.type(name, 'acm');
    expect(button().disabled).toBe(true);
    await person.type(name, 'e');
    expect([button().disabled, button().textContent]).toEqual([false, 'Delete and erase']);
    await person.type(dialog.getByLabelText('Reason (optional)'), 'Asked by letter');
    await person.click(button());
    await toastSays('User deletedThe personal data is erased.');
    expect(api.changes()).toMatchObject([
      {
        method: 'DELETE',
        path: '/api/admin/users/u1',
        query: { erase: 'true' },
        body: { reason: 'Asked by letter' },
      },
    ]);
  });

  // Proves I8-erase-7
  it('does not erase unless chosen', async () => {
    const { person, api } = openAdmin(USERS, data());
    const { dialog, choice } = await openDialog(person);
    expect(api.calls.some(({ path }) => path === paths.admin.userErasure('u1'))).toBe(false);
    await person.click(choice);
    await person.type(await dialog.findByLabelText('Type acme to confirm'), 'acme');
    await person.click(choice);
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    await toastSays('User deleted');
    const [change] = api.changes();
    expect([change?.query, change?.body]).toEqual([{}, {}]);
  });

  it('shows that the preview failed, and retries', async () => {
    const { person, api } = openAdmin(USERS, { ...data(), answers: {} });
    const { dialog, choice } = await openDialog(person);
    api.data.users.length = 0;
    await person.click(choice);
    await dialog.findByText(/The data to be erased could not be determined/);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true);
    api.data.answers[paths.admin.userErasure('u1')] = preview;
    await person.click(dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(dialog.getByLabelText('Type acme to confirm')).toBeTruthy());
  });
});
