import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAdmin, FakeEventSource, openAdmin, toastSays } from '../../testing/openAdmin.tsx';
import { anAccount, anAdmin, aUser } from '../../testing/records.ts';

const USERS = '/admin-dashboard/users';
const BUTTON = { edit: 'Edit Acme Security', remove: 'Delete Acme Security' };
const data = () => ({
  users: [aUser(), aUser({ id: 'u2', username: 'bay', company: '', name: 'Bea Bay', dealer_id: null })],
  accounts: [anAccount(), anAccount({ id: 'c2', company_name: 'Bay Ridge', dealer_id: 'KS0002' })],
});
type Hands = ReturnType<typeof openAdmin>['person'];

/** Opens a dialog by the button of that name; answers what is in it. */
async function openDialog(person: Hands, button: string, title: string) {
  await person.click(await screen.findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await dialog.findAllByRole('button');
  return dialog;
}

async function fill(person: Hands, field: HTMLElement, text: string) {
  await person.clear(field);
  if (text !== '') await person.type(field, text);
}

describe('Add User', () => {
  afterEach(closeAdmin);
  const open = (person: Hands) => openDialog(person, 'Add User', 'Add User');

  // Proves S2-5-admin-1
  it('shows at each field what is missing, and sends nothing', async () => {
    const { person, api } = openAdmin(USERS, data());
    const dialog = await open(person);
    await person.type(dialog.getByLabelText(/^Username/), 'bo');
    await person.type(dialog.getByLabelText(/^Dealer ID/), 'KS12');
    await person.click(dialog.getByRole('button', { name: 'Create User' }));
    for (const message of [
      'Username must be at least 3 characters',
      'Please enter a valid email address',
      'Password must be at least 8 characters',
      'Name is required',
      'Company is required',
      'Dealer ID must be in format KS + 4 digits',
    ])
      expect(await dialog.findByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText(/^Username/));
    expect(api.changes()).toEqual([]);
  });

  it('creates a dealer in the chosen account, and confirms it', async () => {
    const { person, api } = openAdmin(USERS, data());
    const dialog = await open(person);
    await person.type(dialog.getByLabelText(/^Username/), 'carl');
    await person.type(dialog.getByLabelText(/^Email/), 'carl@example.test');
    await person.type(dialog.getByLabelText(/^Password/), 'secret-12');
    await person.type(dialog.getByLabelText(/^Name/), 'Carl');
    await person.type(dialog.getByLabelText(/^Company/), 'Carl & Co');
    await person.type(dialog.getByRole('combobox', { name: 'Account' }), 'bay');
    await person.click(await screen.findByRole('option', { name: 'Bay Ridge (KS0002)' }));
    await person.click(dialog.getByRole('button', { name: 'Create User' }));
    await toastSays('User created');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.changes()).toMatchObject([
      {
        method: 'POST',
        path: '/api/admin/users',
        body: {
          username: 'carl',
          email: 'carl@example.test',
          password: 'secret-12',
          name: 'Carl',
          company: 'Carl & Co',
          account_id: 'c2',
          is_admin: false,
          dealer_id: '',
        },
      },
    ]);
  });

  it("keeps the input when the server refuses, with its message at the field and in a toast titled 'Error'", async () => {
    const { person, api } = openAdmin(USERS, data());
    const dialog = await open(person);
    await person.type(dialog.getByLabelText(/^Username/), 'acme');
    await person.type(dialog.getByLabelText(/^Email/), 'carl@example.test');
    await person.type(dialog.getByLabelText(/^Password/), 'secret-12');
    await person.type(dialog.getByLabelText(/^Name/), 'Carl');
    await person.type(dialog.getByLabelText(/^Company/), 'Carl & Co');
    api.refuse(409, 'Username already exists', {
      errors: [{ path: 'username', message: 'Username already exists' }],
    });
    await person.click(dialog.getByRole('button', { name: 'Create User' }));
    await toastSays('ErrorUsername already exists');
    expect(await dialog.findByText('Username already exists')).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>(/^Company/).value).toBe('Carl & Co');
  });

  // Proves S2-8-admin-1
  it('shows its own message if the server sends none', async () => {
    const { person, api } = openAdmin(USERS, data());
    const dialog = await open(person);
    await person.type(dialog.getByLabelText(/^Username/), 'carl');
    await person.type(dialog.getByLabelText(/^Email/), 'carl@example.test');
    await person.type(dialog.getByLabelText(/^Password/), 'secret-12');
    await person.type(dialog.getByLabelText(/^Name/), 'Carl');
    await person.type(dialog.getByLabelText(/^Company/), 'Carl & Co');
    api.answerNext(new Response('<html>', { status: 502 }));
    await person.click(dialog.getByRole('button', { name: 'Create User' }));
    await toastSays('ErrorFailed to create user.');
  });

  it('asks before discarding input, also when leaving the page', async () => {
    const { person, router } = openAdmin(USERS, data());
    const dialog = await open(person);
    await person.type(dialog.getByLabelText(/^Username/), 'carl');
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    let ask = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }));
    expect(document.activeElement?.textContent).toBe('Keep editing');
    await person.click(ask.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByText('Discard your changes?')).toBeNull());
    expect(dialog.getByLabelText<HTMLInputElement>(/^Username/).value).toBe('carl');
    void router.navigate('/admin-dashboard/sites');
    ask = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }));
    expect(router.state.location.pathname).toBe(USERS);
    await person.click(ask.getByRole('button', { name: 'Discard' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sites' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes without a question if nothing was entered', async () => {
    const { person } = openAdmin(USERS, data());
    const dialog = await open(person);
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('Edit User', () => {
  afterEach(closeAdmin);
  const open = async (person: Hands) => {
    const dialog = await openDialog(person, BUTTON.edit, 'Edit User');
    await dialog.findByLabelText(/^Username/);
    return dialog;
  };

  it('shows the current user and sends only changes, with its revision', async () => {
    const { person, api } = openAdmin(USERS, data());
    const dialog = await open(person);
    expect(dialog.getByLabelText<HTMLInputElement>(/^Dealer ID/).value).toBe('KS0001');
    expect(dialog.getByRole<HTMLInputElement>('combobox', { name: 'Account' }).value).toBe(
      'Acme Security (KS0001)',
    );
    expect(dialog.getByText('Leave empty to keep the current password.')).toBeTruthy();
    await fill(person, dialog.getByLabelText(/^Name/), 'Ann Archer');
    await person.click(dialog.getByLabelText('Administrator'));
    await person.type(dialog.getByLabelText(/^Reason/), 'promoted');
    await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await toastSays('User updated');
    const [sent] = api.changes();
    expect(sent).toMatchObject({ method: 'PATCH', path: '/api/admin/users/u1' });
    expect(sent?.body).toEqual({ name: 'Ann Archer', is_admin: true, reason: 'promoted' });
    expect(sent?.headers.get('If-Match')).toBe('"1"');
  });

  it.each([
    [/^Username/, 'ac', 'Username must be at least 3 characters'],
    [/^Email/, 'ann', 'Please enter a valid email address'],
    [/^Name/, '', 'Name is required'],
    [/^Company/, '', 'Company is required'],
    [/^Dealer ID/, 'KS1', 'Dealer ID must be in format KS + 4 digits'],
    [/^Password/, '12345', 'Password must be at least 6 characters'],
  ])('%s as %j: %s', async (label, text, message) => {
    const { person, api } = openAdmin(USERS, data());
    const dialog = await open(person);
    await fill(person, dialog.getByLabelText(label), text);
    await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(api.changes()).toEqual([]);
  });

  it('sends nothing without changes', async () => {
    const { person, api } = openAdmin(USERS, data());
    const dialog = await open(person);
    await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.changes()).toEqual([]);
  });

  // Proves S2-8-admin-1
  it('shows its own message if the server sends none', async () => {
    const { person, api } = openAdmin(USERS, data());
    const dialog = await open(person);
    await fill(person, dialog.getByLabelText(/^Name/), 'Ann Archer');
    api.answerNext(new Response('<html>', { status: 502 }));
    await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await toastSays('ErrorFailed to update user.');
  });

  it('shows both values of a conflict and who saved first, loses nothing, and saves over theirs', async () => {
    const { person, api } = openAdmin(USERS, data());
    const dialog = await open(person);
    await fill(person, dialog.getByLabelText(/^Name/), 'Ann Archer');
    await fill(person, dialog.getByLabelText(/^City/), 'Albany');
    const theirs = { name: 'Anna Acme', city: 'Buffalo', zip: '14201' };
    const user = api.data.users.find(({ id }) => id === 'u1');
    if (user === undefined) throw new Error('no such user');
    Object.assign(user, theirs);
    api.refuse(412, 'This user was changed by Olga at 12:00', {
      conflict: {
        changed_by: 'Olga',
        changed_at: '2026-07-05T09:00:00.000Z',
        etag: '"7"',
        fields: [
          { path: 'name', yours: 'Ann Archer', theirs: 'Anna Acme' },
          { path: 'city', yours: 'Albany', theirs: 'Buffalo' },
        ],
        current: { ...user },
      },
    });
    await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
    const notice = within(await dialog.findByRole('list', { name: 'Both values' }));
    expect(dialog.getByText(/^Changed by Olga at Jul 5, 2026/)).toBeTruthy();
    expect(notice.getByText('Yours: Ann Archer')).toBeTruthy();
    expect(notice.getByText('Theirs: Anna Acme')).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Ann Archer');
    // what only they changed is theirs
    expect(dialog.getByLabelText<HTMLInputElement>(/^ZIP code/).value).toBe('14201');
    await person.click(notice.getByRole('button', { name: 'Use theirs for City' }));
    expect(dialog.getByLabelText<HTMLInputElement>(/^City/).value).toBe('Buffalo');
    await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await toastSays('User updated');
    const sent = api.changes().at(-1);
    expect(sent?.body).toEqual({ name: 'Ann Archer' });
    expect(sent?.headers.get('If-Match')).toBe('"7"');
  });

  it('keeps its revision while pages behind it reload', async () => {
    const { person, api } = openAdmin('/admin-dashboard/users/u1/show', data());
    const dialog = await open(person);
    await fill(person, dialog.getByLabelText(/^Name/), 'Ann Archer');
    await api.fetch('/api/admin/users/u2', { method: 'PATCH', body: '{"name":"Bo"}' });
    const before = api.calls.length;
    FakeEventSource.say('users');
    await waitFor(() =>
      expect(api.calls.slice(before).some(({ path }) => path === '/api/admin/users/u1')).toBe(true),
    );
    await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await toastSays('User updated');
    expect(api.changes().at(-1)?.headers.get('If-Match')).toBe('"1"');
  });

  it('stays open, with the input, when its row leaves the list', async () => {
    const { person, api } = openAdmin(USERS, data());
    const dialog = await open(person);
    await fill(person, dialog.getByLabelText(/^Name/), 'Ann Archer');
    Object.assign(api.data.users.find(({ id }) => id === 'u1') ?? {}, { is_approved: false });
    FakeEventSource.say('users');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Acme Security' })).toBeNull());
    expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Ann Archer');
    await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await toastSays('User updated');
  });

  it('shows why it does not open', async () => {
    const { person, api } = openAdmin(USERS, data());
    await screen.findByRole('button', { name: BUTTON.edit });
    api.data.users.splice(0, 1);
    const dialog = await openDialog(person, BUTTON.edit, 'Edit User');
    expect(await dialog.findByText('This record could not be loaded. Not found')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Save Changes' })).toBeNull();
  });
});

describe('Confirm Delete User', () => {
  afterEach(closeAdmin);

  // Proves S2-2-admin-8
  it('shows the user, deletes with the reason and leaves the page', async () => {
    const { person, api, router } = openAdmin('/admin-dashboard/users/u1/show', data());
    const dialog = await openDialog(person, BUTTON.remove, 'Confirm Delete User');
    for (const [term, value] of [
      ['Username', 'acme'],
      ['Email', 'ann@acme.test'],
      ['Company', 'Acme Security'],
    ]) {
      expect(dialog.getByText(term ?? '').nextElementSibling?.textContent).toBe(value);
    }
    expect(document.activeElement?.textContent).toBe('Cancel');
    await person.type(dialog.getByLabelText('Reason (optional)'), 'left');
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    await toastSays('User deleted');
    await waitFor(() => expect(router.state.location.pathname).toBe(USERS));
    expect(await screen.findByRole('link', { name: 'Bea Bay' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Acme Security' })).toBeNull();
    expect(api.changes()).toMatchObject([
      { method: 'DELETE', path: '/api/admin/users/u1', body: { reason: 'left' } },
    ]);
  });

  // Proves S2-2-admin-8
  it('shows N/A for a user without a company, and shows a refusal', async () => {
    const { person, api } = openAdmin(USERS, data());
    const dialog = await openDialog(person, 'Delete Bea Bay', 'Confirm Delete User');
    expect(dialog.getByText('Company').nextElementSibling?.textContent).toBe('N/A');
    api.refuse(422, 'An administrator cannot be deleted');
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    await toastSays('ErrorAn administrator cannot be deleted');
  });

  // Proves S2-8-admin-1
  it('shows its own message if the server sends none', async () => {
    const { person, api } = openAdmin(USERS, data());
    const dialog = await openDialog(person, BUTTON.remove, 'Confirm Delete User');
    api.answerNext(new Response('<html>', { status: 502 }));
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    await toastSays('ErrorFailed to delete user.');
  });

  // Proves S2-6-admin-1
  it('is offered neither for administrators nor for oneself', async () => {
    const me = anAdmin();
    const listed = { ...aUser(), ...me, company: '' };
    openAdmin(USERS, { ...data(), me, users: [...data().users, listed] });
    await screen.findByRole('button', { name: 'Edit Ada Admin' });
    expect(screen.queryByRole('button', { name: 'Delete Ada Admin' })).toBeNull();
    expect(screen.getByRole('button', { name: BUTTON.remove })).toBeTruthy();
  });
});
