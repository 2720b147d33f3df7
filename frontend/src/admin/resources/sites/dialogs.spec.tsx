import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAdmin, openAdmin, toastSays } from '../../testing/openAdmin.tsx';
import { anAccount, aSite, aUser } from '../../testing/records.ts';

const SITES = '/admin-dashboard/sites';
const data = () => ({
  users: [aUser()],
  sites: [
    aSite({ additional_info: 'Gate code 12', custom_reader_rate: 5.5 }),
    aSite({ id: 's2', site_name: 'Yard', status: 'pending', site_city: '', site_state: '' }),
  ],
  accounts: [anAccount(), anAccount({ id: 'c2', company_name: 'Bay Ridge', dealer_id: 'KS0002' })],
});
type Hands = ReturnType<typeof openAdmin>['person'];
const value = (field: HTMLElement) => (field as HTMLInputElement | HTMLSelectElement).value;

async function openDialog(person: Hands, button: string, title: string) {
  await person.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name: title }));
}

async function fill(person: Hands, field: HTMLElement, text: string) {
  await person.clear(field);
  if (text !== '') await person.type(field, text);
}

describe('Add New Site', () => {
  afterEach(closeAdmin);
  const open = async (person: Hands) => openDialog(person, 'Add New Site', 'Add New Site');

  // Proves S2-2-admin-11
  it('starts with the sample address and offers 1 to 10 panels', async () => {
    const { person } = openAdmin(SITES, data());
    const dialog = await open(person);
    expect(value(dialog.getByLabelText('Address'))).toBe('123 Main Street');
    expect(value(dialog.getByLabelText('City'))).toBe('Staten Island');
    expect(value(dialog.getByLabelText('State'))).toBe('NY');
    expect(value(dialog.getByLabelText('ZIP code'))).toBe('10311');
    const panels = within(dialog.getByLabelText(/^ACU panels/)).getAllByRole('option');
    expect(panels.map((option) => option.textContent)).toEqual([
      'Select',
      ...Array.from({ length: 10 }, (_, n) => String(n + 1)),
    ]);
    const readers = dialog.getByLabelText('Readers');
    expect(readers.getAttribute('min')).toBe('0');
    expect(dialog.getByLabelText('Custom Reader Rate').getAttribute('step')).toBe('0.01');
  });

  // Proves S2-2-admin-11
  it('creates the site for the chosen company as entered', async () => {
    const { person, api } = openAdmin(SITES, data());
    const dialog = await open(person);
    await person.click(dialog.getByRole('combobox', { name: 'Company' }));
    await person.click(await screen.findByRole('option', { name: 'Bay Ridge (KS0002)' }));
    await person.type(dialog.getByLabelText(/^Site name/), 'Pier');
    await person.selectOptions(dialog.getByLabelText(/^ACU panels/), '3');
    await fill(person, dialog.getByLabelText('Readers'), '0');
    await person.type(dialog.getByLabelText('Custom Reader Rate'), '6.25');
    await person.click(dialog.getByRole('button', { name: 'Create Site' }));
    await toastSays('Site created');
    expect(api.changes()).toMatchObject([
      {
        method: 'POST',
        path: '/api/admin/sites',
        body: {
          site_name: 'Pier',
          account_id: 'c2',
          site_address: '123 Main Street',
          site_city: 'Staten Island',
          site_state: 'NY',
          site_zip: '10311',
          number_of_acu_panels: '3',
          number_of_readers: '0',
          custom_reader_rate: '6.25',
        },
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  // Proves S2-5-admin-3
  it('shows what is missing', async () => {
    const { person, api } = openAdmin(SITES, data());
    const dialog = await open(person);
    await person.selectOptions(dialog.getByLabelText(/^ACU panels/), '');
    await fill(person, dialog.getByLabelText('Custom Reader Rate'), '-1');
    await person.click(dialog.getByRole('button', { name: 'Create Site' }));
    for (const message of [
      'Please choose a company',
      'Site name is required',
      'Number of ACU panels is required',
      'Rate must be a positive number',
    ])
      expect(await dialog.findByText(message)).toBeTruthy();
    expect(api.changes()).toEqual([]);
  });

  // Proves S2-8-admin-2
  it.each([
    [
      'its words',
      () => new Response('{"error":"Company not found","errors":[]}', { status: 422 }),
      'Company not found',
    ],
    ['none', () => new Response('', { status: 502 }), 'Failed to create site.'],
  ])('a refusal with %s', async (_how, answer, text) => {
    const { person, api } = openAdmin(SITES, data());
    const dialog = await open(person);
    await person.click(dialog.getByRole('combobox', { name: 'Company' }));
    await person.click(await screen.findByRole('option', { name: 'Bay Ridge (KS0002)' }));
    await person.type(dialog.getByLabelText(/^Site name/), 'Pier');
    api.answerNext(answer());
    await person.click(dialog.getByRole('button', { name: 'Create Site' }));
    await toastSays(`Error${text}`);
    expect(value(dialog.getByLabelText(/^Site name/))).toBe('Pier');
  });
});

describe('Edit Site', () => {
  afterEach(closeAdmin);
  const open = async (person: Hands) => {
    const dialog = await openDialog(person, 'Edit Depot', 'Edit Site');
    await dialog.findByLabelText(/^Site name/);
    return dialog;
  };

  // Proves S2-2-admin-7
  it('shows the site and sends only changes', async () => {
    const { person, api } = openAdmin(SITES, data());
    const dialog = await open(person);
    expect(value(dialog.getByRole('combobox', { name: 'Assign to Company' }))).toBe('Acme Security (KS0001)');
    expect(value(dialog.getByLabelText('Custom Reader Rate'))).toBe('5.50');
    expect(value(dialog.getByLabelText('Additional Information'))).toBe('Gate code 12');
    await fill(person, dialog.getByLabelText('Readers'), '16');
    await fill(person, dialog.getByLabelText('Custom Reader Rate'), '');
    await fill(person, dialog.getByLabelText('Additional Information'), 'Gate code 34');
    await fill(person, dialog.getByRole('combobox', { name: 'Assign to Company' }), 'bay');
    await person.click(await screen.findByRole('option', { name: 'Bay Ridge (KS0002)' }));
    await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await toastSays('Site updated');
    const [sent] = api.changes();
    expect(sent).toMatchObject({ method: 'PATCH', path: '/api/admin/sites/s1' });
    expect(sent?.body).toEqual({
      number_of_readers: '16',
      custom_reader_rate: '',
      additional_info: 'Gate code 34',
      account_id: 'c2',
    });
    expect(sent?.headers.get('If-Match')).toBe('"1"');
  });

  it.each([
    [/^Site name/, '', 'Site name is required'],
    [/^Readers/, '-1', 'Please enter a whole number from 0 to 100,000'],
    [/^Custom Reader Rate/, '6.505', 'Rate must be a number with at most two decimals'],
  ])('%s as %j: %s', async (label, text, message) => {
    const { person, api } = openAdmin(SITES, data());
    const dialog = await open(person);
    await fill(person, dialog.getByLabelText(label), text);
    await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(api.changes()).toEqual([]);
  });

  it('shows both values in a conflict, the company by its name', async () => {
    const { person, api } = openAdmin(SITES, data());
    const dialog = await open(person);
    await fill(person, dialog.getByLabelText('Readers'), '16');
    api.refuse(412, 'This site was changed', {
      conflict: {
        changed_by: 'the dealer',
        changed_at: '2026-07-05T09:00:00.000Z',
        etag: '"9"',
        fields: [
          { path: 'number_of_readers', yours: '16', theirs: '20' },
          { path: 'account_id', yours: 'c1', theirs: 'c2' },
        ],
        current: { ...api.data.sites[0], number_of_readers: '20', account_id: 'c2' },
      },
    });
    await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
    const notice = within(await dialog.findByRole('list', { name: 'Both values' }));
    expect(notice.getByText('Yours: 16')).toBeTruthy();
    expect(notice.getByText('Theirs: 20')).toBeTruthy();
    expect(await notice.findByRole('link', { name: 'Bay Ridge' })).toBeTruthy();
    await person.click(notice.getByRole('button', { name: 'Use theirs for Readers' }));
    expect(value(dialog.getByLabelText('Readers'))).toBe('20');
  });

  // Proves S2-8-admin-2
  it('shows its own message if the server sends none', async () => {
    const { person, api } = openAdmin(SITES, data());
    const dialog = await open(person);
    await fill(person, dialog.getByLabelText('Readers'), '16');
    api.answerNext(new Response('', { status: 502 }));
    await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await toastSays('ErrorFailed to update site.');
  });
});

describe('Confirm Delete Site', () => {
  afterEach(closeAdmin);

  it('shows the site, deletes it and leaves its page', async () => {
    const { person, api, router } = openAdmin(`${SITES}/s1/show`, data());
    const dialog = await openDialog(person, 'Delete Depot', 'Confirm Delete Site');
    for (const [term, text] of [
      ['Site name', 'Depot'],
      ['City', 'Staten Island'],
      ['State', 'NY'],
    ]) {
      expect(dialog.getByText(term ?? '').nextElementSibling?.textContent).toBe(text);
    }
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    await toastSays('Site deleted');
    await waitFor(() => expect(router.state.location.pathname).toBe(SITES));
    expect(api.changes()).toMatchObject([{ method: 'DELETE', path: '/api/admin/sites/s1', body: {} }]);
  });

  // Proves S2-2-admin-9
  it('shows N/A without a city, and stays open if the server needs a reason', async () => {
    const { person, api } = openAdmin(SITES, data());
    const dialog = await openDialog(person, 'Delete Yard', 'Confirm Delete Site');
    for (const term of ['City', 'State'])
      expect(dialog.getByText(term).nextElementSibling?.textContent).toBe('N/A');
    api.refuse(422, 'Please give a reason: this site was paid for, and the dealer is told why.');
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    await toastSays('ErrorPlease give a reason: this site was paid for, and the dealer is told why.');
    await person.type(dialog.getByLabelText('Reason (optional)'), 'no power there');
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.changes().at(-1)?.body).toEqual({ reason: 'no power there' });
  });

  // Proves S2-8-admin-2
  it('shows its own message if the server sends none', async () => {
    const { person, api } = openAdmin(SITES, data());
    const dialog = await openDialog(person, 'Delete Depot', 'Confirm Delete Site');
    api.answerNext(new Response('', { status: 502 }));
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    await toastSays('ErrorFailed to delete site.');
  });
});
