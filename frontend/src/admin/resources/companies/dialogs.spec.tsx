import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAdmin, openAdmin, toastSays } from '../../testing/openAdmin.tsx';
import { anAccount } from '../../testing/records.ts';

const COMPANIES = '/admin-dashboard/companies';
const data = () => ({ accounts: [anAccount({ name: 'Acme Security' })] });
type Hands = ReturnType<typeof openAdmin>['person'];
const value = (field: HTMLElement) => (field as HTMLInputElement).value;

async function openEdit(person: Hands) {
  await person.click(await screen.findByRole('button', { name: 'Edit Acme Security' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Company' }));
  await dialog.findByLabelText(/^Company name/);
  return dialog;
}

async function fill(person: Hands, field: HTMLElement, text: string) {
  await person.clear(field);
  if (text !== '') await person.type(field, text);
}

const save = (dialog: Awaited<ReturnType<typeof openEdit>>) =>
  dialog.getByRole('button', { name: 'Save Changes' });

describe('Edit Company', () => {
  afterEach(closeAdmin);

  it('sends only the changed details', async () => {
    const { person, api } = openAdmin(COMPANIES, data());
    const dialog = await openEdit(person);
    await fill(person, dialog.getByLabelText(/^Company name/), 'Acme Doors');
    await person.click(dialog.getByLabelText('Equipment purchases'));
    await person.type(dialog.getByLabelText(/^Reason/), 'renamed');
    await person.click(save(dialog));
    await toastSays('Company updated');
    expect(api.changes()).toHaveLength(1);
    const [sent] = api.changes();
    expect(sent).toMatchObject({ method: 'PATCH', path: '/api/admin/accounts/c1' });
    expect(sent?.body).toEqual({
      company_name: 'Acme Doors',
      equipment_purchases_enabled: false,
      reason: 'renamed',
    });
    expect(sent?.headers.get('If-Match')).toBe('"1"');
  });

  // Proves S2-5-admin-2
  it('requires a name and a valid email address', async () => {
    const { person, api } = openAdmin(COMPANIES, data());
    const dialog = await openEdit(person);
    await fill(person, dialog.getByLabelText(/^Company name/), '');
    await fill(person, dialog.getByLabelText('Email'), 'ann');
    await person.click(save(dialog));
    expect(await dialog.findByText('Company name is required')).toBeTruthy();
    expect(dialog.getByText('Please enter a valid email address')).toBeTruthy();
    expect(api.changes()).toEqual([]);
  });

  // Proves S2-4-admin-4
  it('changes from demo to live with the toggle', async () => {
    const { person, api } = openAdmin(COMPANIES, data());
    const dialog = await openEdit(person);
    expect(
      dialog.getByText(/Demo accounts use sandbox payment credentials; live accounts use production/),
    ).toBeTruthy();
    await person.click(dialog.getByLabelText('Demo account'));
    await person.click(save(dialog));
    await toastSays('Company updated');
    expect(api.changes()).toMatchObject([
      { method: 'PUT', path: '/api/admin/accounts/c1/demo-status', body: { is_demo_account: false } },
    ]);
  });

  it('sets the promotional flags with rate and months', async () => {
    const { person, api } = openAdmin(COMPANIES, data());
    const dialog = await openEdit(person);
    expect(value(dialog.getByLabelText('Promotional months'))).toBe('24');
    await person.click(dialog.getByLabelText('Promotional pricing'));
    await person.click(save(dialog));
    expect(await dialog.findByText('Promotional rate is required')).toBeTruthy();
    await person.type(dialog.getByLabelText('Promotional reader rate'), '4.25');
    await fill(person, dialog.getByLabelText('Promotional months'), '0');
    await person.click(save(dialog));
    expect(await dialog.findByText('Months must be at least 1')).toBeTruthy();
    expect(api.changes()).toEqual([]);
    await fill(person, dialog.getByLabelText('Promotional months'), '12');
    await person.click(save(dialog));
    await toastSays('Company updated');
    expect(api.changes()).toMatchObject([
      {
        method: 'PATCH',
        path: '/api/admin/accounts/c1/promotional-pricing',
        body: {
          promotional_pricing_active: true,
          promotional_license_pricing: false,
          promotional_reader_rate: '4.25',
          promotional_months: '12',
        },
      },
    ]);
  });

  // Proves S2-5-admin-2
  it('shows the errors of all fields at once', async () => {
    const { person } = openAdmin(COMPANIES, data());
    const dialog = await openEdit(person);
    await fill(person, dialog.getByLabelText(/^Company name/), '');
    await person.click(dialog.getByLabelText('Promotional pricing'));
    await person.click(save(dialog));
    expect(await dialog.findByText('Company name is required')).toBeTruthy();
    expect(dialog.getByText('Promotional rate is required')).toBeTruthy();
  });

  it('does not repeat calls that succeeded before a later one was refused', async () => {
    const { person, api } = openAdmin(COMPANIES, data());
    const dialog = await openEdit(person);
    await fill(person, dialog.getByLabelText('City'), 'Albany');
    await person.click(dialog.getByLabelText('Demo account'));
    api.refuseAt('/demo-status', 422, 'No live credentials are set up.');
    await person.click(save(dialog));
    await toastSays('ErrorNo live credentials are set up.');
    expect(dialog.getByLabelText<HTMLInputElement>('Demo account').checked).toBe(false);
    await person.click(save(dialog));
    await toastSays('Company updated');
    expect(api.changes().map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PATCH /api/admin/accounts/c1',
      'PUT /api/admin/accounts/c1/demo-status',
      'PUT /api/admin/accounts/c1/demo-status',
    ]);
    expect(api.changes().at(-1)?.headers.get('If-Match')).toBe('"2"');
  });

  it('shows its own message if the server sends none', async () => {
    const { person, api } = openAdmin(COMPANIES, data());
    const dialog = await openEdit(person);
    await fill(person, dialog.getByLabelText('City'), 'Albany');
    api.answerNext(new Response('', { status: 502 }));
    await person.click(save(dialog));
    await toastSays('ErrorFailed to update company.');
  });
});

describe('Go live and Back to demo', () => {
  afterEach(closeAdmin);

  // Proves S2-4-admin-4
  it('show the consequences, and each becomes the other', async () => {
    const { person, api } = openAdmin(`${COMPANIES}/c1/show`, data());
    await person.click(await screen.findByRole('button', { name: 'Go live Acme Security' }));
    let dialog = within(await screen.findByRole('dialog', { name: 'Take Acme Security live?' }));
    expect(dialog.getByText(/production credentials/)).toBeTruthy();
    await person.click(dialog.getByRole('button', { name: 'Go live' }));
    await toastSays('Company updated');
    await person.click(await screen.findByRole('button', { name: 'Back to demo Acme Security' }));
    dialog = within(await screen.findByRole('dialog', { name: 'Take Acme Security back to demo?' }));
    await person.type(dialog.getByLabelText('Reason (optional)'), 'a trial');
    await person.click(dialog.getByRole('button', { name: 'Back to demo' }));
    await waitFor(() => expect(api.changes()).toHaveLength(2));
    expect(api.changes()).toMatchObject([
      { method: 'PUT', path: '/api/admin/accounts/c1/demo-status', body: { is_demo_account: false } },
      { method: 'PUT', body: { is_demo_account: true, reason: 'a trial' } },
    ]);
    expect(await screen.findByRole('button', { name: 'Go live Acme Security' })).toBeTruthy();
  });
});
