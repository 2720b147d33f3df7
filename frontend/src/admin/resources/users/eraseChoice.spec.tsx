import { type ErasurePreview, paths } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAdmin, openAdmin, toastSays } from '../../testing/openAdmin.tsx';
import { anAccount, aUser } from '../../testing/records.ts';

const USERS = '/admin-dashboard/users';
const preview: ErasurePreview = {
  id: 'u1',
  username: 'acme',
  name: 'Ann Acme',
  is_deleted: false,
  is_erased: false,
  refusal: null,
  companies: [
    {
      id: 'c1',
      name: 'Acme Security',
      sites: 3,
      migrations: 1,
      orders: 2,
      questions: 0,
      notes: 0,
      open_money: [],
    },
  ],
  shared_companies: [
    { id: 'c2', name: 'Bay Ridge', other_users: 1, contact_goes: true, auto_pay_ends: false },
  ],
  withheld: { addresses: [], messages: [], mails: [], contacts_of: [] },
  contact_messages: 1,
  mails: 1201,
  mails_by_kind: [
    { kind: 'dealerApproved', mails: 1 },
    { kind: 'invoiceCreated', mails: 1200 },
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
      '1,201 emails of the outbox: 1 Dealer approved, 1,200 Invoice created.',
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

  const money = [{ is_demo: false, open_cents: 19_500, credit_cents: 0 }];
  const owing = { ...preview, companies: preview.companies.map((one) => ({ ...one, open_money: money })) };

  // Proves I35-10
  it('warns of open money before, says what can be done, and needs a confirmation of its own', async () => {
    const { person, api } = openAdmin(`${USERS}/u1/show`, {
      ...data(),
      answers: { [paths.admin.userErasure('u1')]: owing },
    });
    const { dialog, choice } = await openDialog(person);
    // a deletion leaves the money without recipient too
    await dialog.findByText(
      'This is the last user of Acme Security. $195.00 is open and nobody will be told of it.',
    );
    const before = within(dialog.getByRole('list', { name: 'Before, for Acme Security' }));
    expect(before.getByRole('link', { name: 'Open its invoices' }).getAttribute('href')).toBe(
      `/admin-dashboard/invoices?filter=${encodeURIComponent('{"account_id":"c1"}')}`,
    );
    await person.click(choice);
    await person.type(await dialog.findByLabelText('Type acme to confirm'), 'acme');
    const button = () => dialog.getByRole<HTMLButtonElement>('button', { name: /^Delete/ });
    expect(button().disabled).toBe(true);
    await person.click(dialog.getByRole('checkbox', { name: 'Erase although money is open' }));
    expect([button().disabled, button().textContent]).toEqual([false, 'Delete and erase']);
    await person.click(button());
    await toastSays('User deletedThe personal data is erased.');
    expect(api.changes()).toMatchObject([{ query: { erase: 'true' }, body: { confirm_open_money: true } }]);
  });

  // Proves I35-10
  it('adds a user to the company instead', async () => {
    const { person } = openAdmin(`${USERS}/u1/show`, {
      ...data(),
      answers: { [paths.admin.userErasure('u1')]: owing },
    });
    const { dialog } = await openDialog(person);
    await person.click(await dialog.findByRole('button', { name: 'Add a user' }));
    const adding = within(await screen.findByRole('dialog', { name: 'Add User' }));
    const account = adding.getByRole<HTMLInputElement>('combobox', { name: 'Account' });
    await waitFor(() => expect(account.value).toContain('Acme Security'));
  });

  // Proves I35-18
  it('lists what is withheld and why, and includes it where chosen', async () => {
    const withheld = {
      addresses: [{ email: 'ann@acme.test', users: [{ id: 'u2', username: 'stranger' }] }],
      messages: [{ id: 'm1', email: 'ANN@acme.test', subject: 'support', at: '2026-03-02T15:00:00.000Z' }],
      mails: [
        {
          id: 'm2',
          kind: 'contactMessage',
          recipient: 'admin@acme.test',
          subject: 'Contact form: Technical Support',
          at: '2026-03-02T15:00:01.000Z',
        },
      ],
      contacts_of: [{ id: 'c2', name: 'Bay Ridge' }],
    };
    const { person, api } = openAdmin(`${USERS}/u1/show`, {
      ...data(),
      answers: { [paths.admin.userErasure('u1')]: { ...preview, withheld } },
    });
    const { dialog, choice } = await openDialog(person);
    await person.click(choice);
    const list = await dialog.findByRole('list', { name: 'Withheld' });
    expect(textsOf(list)).toEqual([
      'Message of Mar 2, 2026 from ann@acme.test: Technical Support',
      'Email of Mar 2, 2026 to admin@acme.test: Contact form: Technical Support',
      'The email address in the details of Bay Ridge',
    ]);
    expect(dialog.getByText(/ann@acme\.test is the address of/).textContent).toContain('stranger');
    await person.type(dialog.getByLabelText('Type acme to confirm'), 'acme');
    const included = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Erase what is withheld too' });
    expect(included.checked).toBe(false);
    await person.click(included);
    await person.click(dialog.getByRole('button', { name: 'Delete and erase' }));
    await toastSays('User deletedThe personal data is erased.');
    expect(api.changes()).toMatchObject([{ query: { erase: 'true' }, body: { include_withheld: true } }]);
  });
});
