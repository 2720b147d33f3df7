import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchLeaving } from '../../shared/http/leaving.ts';
import { closeAdmin, openAdmin } from '../testing/openAdmin.tsx';
import { anAccount, aSite, aUser } from '../testing/records.ts';

const BACK = /Your session ended before this was sent\. Your entries are here again/;
const data = () => ({
  users: [aUser()],
  sites: [aSite(), aSite({ id: 's2', site_name: 'Yard' })],
  accounts: [anAccount()],
});
type Opened = ReturnType<typeof openAdmin>;

/** Each change is answered that the session has ended. */
function endSession({ api }: Opened): void {
  const { fetch } = api;
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) =>
    (init.method ?? 'GET') === 'GET'
      ? fetch(input, init)
      : Promise.resolve(new Response('{"error":"Please log in."}', { status: 401 })),
  );
}

async function openDialog({ person }: Opened, button: string, title: string) {
  await person.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name: title }));
}

// Proves I35-37-kept
describe('an administrator’s form whose session ended', () => {
  const left: string[] = [];
  let endWatch = () => {};
  beforeEach(() => {
    left.length = 0;
    endWatch = watchLeaving((path) => left.push(path));
  });
  afterEach(() => {
    endWatch();
    closeAdmin();
  });
  const reload = (path: string, records: Parameters<typeof openAdmin>[1] = data()) => {
    closeAdmin();
    endWatch();
    endWatch = watchLeaving((place) => left.push(place));
    return openAdmin(path, records);
  };

  it('is there again for the same record alone', async () => {
    const path = '/admin-dashboard/sites';
    const first = openAdmin(path, data());
    const dialog = await openDialog(first, 'Edit Depot', 'Edit Site');
    await first.person.clear(await dialog.findByLabelText('City'));
    await first.person.type(dialog.getByLabelText('City'), 'Troy');
    endSession(first);
    await first.person.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(left).toContain('/auth'));

    const another = await openDialog(reload(path), 'Edit Yard', 'Edit Site');
    expect(await another.findByLabelText('City')).not.toHaveProperty('value', 'Troy');
    expect(another.queryByText(BACK)).toBeNull();

    const again = await openDialog(reload(path), 'Edit Depot', 'Edit Site');
    expect(await again.findByText(BACK)).toBeTruthy();
    expect(again.getByLabelText('City')).toHaveProperty('value', 'Troy');
  });

  it('leaves out what somebody else has changed meanwhile, and names it', async () => {
    const path = '/admin-dashboard/sites';
    const first = openAdmin(path, data());
    const dialog = await openDialog(first, 'Edit Depot', 'Edit Site');
    for (const [label, text] of [
      ['City', 'Troy'],
      ['Address', '9 New Street'],
    ] as const) {
      await first.person.clear(await dialog.findByLabelText(label));
      await first.person.type(dialog.getByLabelText(label), text);
    }
    endSession(first);
    await first.person.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(left).toContain('/auth'));

    const second = reload(path, { ...data(), sites: [aSite({ site_city: 'Utica' })] });
    const again = await openDialog(second, 'Edit Depot', 'Edit Site');
    expect((await again.findByText(BACK)).textContent).toContain('Left out, as changed meanwhile: City.');
    expect(again.getByLabelText('City')).toHaveProperty('value', 'Utica');
    expect(again.getByLabelText('Address')).toHaveProperty('value', '9 New Street');
    await second.person.click(again.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(second.api.changes()).toHaveLength(1));
    expect(second.api.changes()).toMatchObject([{ method: 'PATCH', body: { site_address: '9 New Street' } }]);
    expect(second.api.changes()[0]?.body).not.toHaveProperty('site_city');
  });

  it('keeps no password', async () => {
    const path = '/admin-dashboard/users';
    const first = openAdmin(path, data());
    const dialog = await openDialog(first, 'Add User', 'Add User');
    await first.person.type(dialog.getByLabelText(/^Username/), 'pierworks');
    await first.person.type(dialog.getByLabelText(/^Email/), 'pier@works.example');
    await first.person.type(dialog.getByLabelText(/^Password/), 'not-to-be-kept');
    await first.person.type(dialog.getByLabelText(/^Name/), 'Pia');
    await first.person.type(dialog.getByLabelText(/^Company/), 'Pier Works');
    endSession(first);
    await first.person.click(dialog.getByRole('button', { name: 'Create User' }));
    await waitFor(() => expect(left).toContain('/auth'));
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('not-to-be-kept');
    await first.person.type(dialog.getByLabelText(/^Name/), 'Pia');
    await first.person.type(dialog.getByLabelText(/^Company/), 'Pier Works');

    const again = await openDialog(reload(path), 'Add User', 'Add User');
    expect(await again.findByText(BACK)).toBeTruthy();
    expect(again.getByLabelText(/^Username/)).toHaveProperty('value', 'pierworks');
    expect(again.getByLabelText(/^Password/)).toHaveProperty('value', '');
  });
});
