import { onlineManager } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { anInvoice } from '../testing/moneyRecords.ts';
import { closeAdmin, openAdmin, toastText } from '../testing/openAdmin.tsx';
import { aSite, aUser } from '../testing/records.ts';

const AREA = '/admin-dashboard';
const data = () => ({
  users: [
    aUser({ id: 'u1', name: 'Ann Acme', company: 'Acme Security' }),
    aUser({
      id: 'u2',
      name: 'Bea Ridge',
      company: 'Bay Ridge',
      email: 'bea@bay.test',
      username: 'bea',
      is_approved: false,
    }),
  ],
  sites: [
    aSite({ id: 's1', site_name: 'Acme Depot', company_name: 'Acme Security' }),
    aSite({ id: 's2', site_name: 'Pier 7' }),
  ],
  invoices: [anInvoice({ id: 'i1', invoice_number: 'INV-202607-0001', company_name: 'Acme Security' })],
});

/** @param button of the page, to wait for */
async function openPalette(path = AREA, button?: string) {
  const opened = openAdmin(path, data());
  await screen.findByRole('heading', { level: 1 });
  if (button !== undefined) await screen.findByRole('button', { name: button });
  await opened.person.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search' });
  return { ...opened, field };
}
const group = (name: string) => screen.findByRole('group', { name });
const texts = async (name: string) =>
  within(await group(name))
    .getAllByRole('option')
    .map((option) => option.textContent);

describe('the palette', () => {
  afterEach(closeAdmin);

  // Proves S5-admin-palette-1
  it('opens by Ctrl K with the pages, and leads to one', async () => {
    const { person, router, field } = await openPalette();
    expect(document.activeElement).toBe(field);
    expect(await texts('Pages and actions')).toEqual(
      expect.arrayContaining(['UsersPage', 'InvoicesPage', 'ReportsPage', 'Keyboard shortcuts?']),
    );
    await person.type(field, 'billing r');
    expect(await texts('Pages and actions')).toEqual(['Billing runsPage']);
    await person.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe(`${AREA}/billing-runs`);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  // Proves S5-admin-palette-1
  it('finds users, sites and invoices on the server, and opens one by keyboard', async () => {
    const { person, router, field, api } = await openPalette();
    await person.type(field, 'acme');
    expect(await texts('Users')).toEqual(['Ann Acmeacme · Acme Security · ann@acme.test']);
    expect(await texts('Sites')).toEqual([
      'Acme Depot5 Dock Rd, Staten Island, NY 10311 · Acme Security · active',
    ]);
    expect((await texts('Invoices'))[0]).toContain('INV-202607-0001Acme Security');
    const asked = api.calls.filter(({ query }) => query.filter === '{"q":"acme"}');
    expect(asked.map(({ path }) => path.replace('/api/admin/', '')).sort()).toEqual([
      'accounts',
      'invoices',
      'sites',
      'users',
    ]);
    expect(asked.every(({ query }) => query.range === '[0,4]')).toBe(true);
    // the username is the text, the site's name begins with it
    await person.keyboard('{ArrowDown}');
    const site = screen.getByRole('option', { name: /^Acme Depot/ });
    expect(field.getAttribute('aria-activedescendant')).toBe(site.id);
    await person.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe(`${AREA}/sites/s1/show`);
  });

  // Proves I35-24
  it('says how many more there are, and leads to all of them', async () => {
    const sites = Array.from({ length: 13 }, (_, n) => aSite({ id: `m${n}`, site_name: `Maple ${n}` }));
    const { api, person, router } = openAdmin(AREA, { sites });
    await screen.findByRole('heading', { level: 1 });
    await person.keyboard('{Control>}k{/Control}');
    await person.type(await screen.findByRole('combobox', { name: 'Search' }), 'Maple');
    const found = await texts('Sites');
    expect(found).toHaveLength(6);
    expect(found.at(-1)).toBe('All 13 sites8 more');
    const asked = api.calls.filter(
      ({ query }) => query.filter === '{"q":"Maple"}' && query.range === '[0,4]',
    );
    expect(asked.map(({ query }) => query.sort).sort()).toEqual([
      '["invoice_date","DESC"]',
      '["match","ASC"]',
      '["match","ASC"]',
      '["match","ASC"]',
    ]);
    await person.click(screen.getByRole('option', { name: /^All 13 sites/ }));
    expect(router.state.location.pathname).toBe(`${AREA}/sites`);
    expect(new URLSearchParams(router.state.location.search).get('filter')).toBe('{"q":"Maple"}');
  });

  // Proves S5-admin-palette-4
  it('shows and marks the field that fits, best first', async () => {
    const { api, person } = openAdmin(AREA, {
      users: [aUser({ id: 'u3', name: 'Cy Lane', company: 'Lane Locks', phone: '7185550199' })],
      sites: [aSite({ id: 's3', site_name: 'Depot', site_address: '9 Harbor Road' })],
    });
    await screen.findByRole('heading', { level: 1 });
    await person.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: 'Search' });
    await person.type(field, '9 harbor');
    const site = await screen.findByRole('option', { name: /^Depot/ });
    expect(field.getAttribute('aria-activedescendant')).toBe(site.id);
    expect([...site.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['9 Harbor']);
    fireEvent.change(field, { target: { value: '718555' } });
    await waitFor(() =>
      expect(screen.getByRole('dialog').textContent).toContain('Cy Lane7185550199 · Lane Locks'),
    );
    expect((await group('Users')).querySelector('mark')?.textContent).toBe('718555');
    expect(api.changes()).toEqual([]);
  });

  // Proves I35-24, I35-25
  it('does not say that nothing was found while offline', async () => {
    const { person, field } = await openPalette();
    onlineManager.setOnline(false);
    onTestFinished(() => onlineManager.setOnline(true));
    await person.type(field, 'zzz');
    expect(await screen.findByText(/^You are offline/)).toBeTruthy();
    expect(screen.queryByText('No results for "zzz".')).toBeNull();
  });

  it('never opens a result of an earlier text', async () => {
    const { person, router, field } = await openPalette();
    await person.type(field, 'acme');
    await group('Users');
    fireEvent.change(field, { target: { value: 'pier' } });
    await person.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe(AREA);
    expect(await texts('Sites')).toEqual(['Pier 75 Dock Rd, Staten Island, NY 10311 · active']);
    expect(screen.queryByRole('group', { name: 'Users' })).toBeNull();
  });

  it('says that nothing was found, or could not be searched', async () => {
    const { person, field, api } = await openPalette();
    await person.type(field, 'zzz');
    expect(await screen.findByText('No results for "zzz".')).toBeTruthy();
    vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) =>
      String(input).includes('/sites?')
        ? new Response('{"error":"no"}', { status: 400 })
        : api.fetch(input, init),
    );
    await person.keyboard('{Backspace}{Backspace}{Backspace}');
    await person.type(field, 'ann');
    expect(await screen.findByText('Some results could not be loaded.')).toBeTruthy();
    await group('Users');
  });

  // Proves S5-admin-palette-2
  it('approves a user with the keyboard alone', async () => {
    const { person, field, api } = await openPalette();
    await person.type(field, 'bea');
    await group('Users');
    await person.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Bay Ridge' });
    await person.keyboard('{Control>}k{/Control}');
    await person.type(await screen.findByRole('combobox', { name: 'Search' }), 'appr');
    expect(await texts('Pages and actions')).toEqual(['Approve Bay RidgeOn this page', 'ApprovalsPage']);
    await person.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Approve Bay Ridge?' });
    await person.keyboard('{Enter}');
    expect(await toastText()).toBe('User Approved');
    expect(api.changes()).toMatchObject([
      { path: '/api/admin/users/u2/approval', body: { isApproved: true } },
    ]);
  });

  it('lists no buttons of rows, and does not open above a dialog', async () => {
    const { person } = await openPalette(`${AREA}/users`, 'Add User');
    const shown = await texts('Pages and actions');
    expect(shown).toContain('Add UserOn this page');
    expect(shown.filter((text) => text?.includes('Acme'))).toEqual([]);
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.click(screen.getByRole('button', { name: 'Add User' }));
    await screen.findByRole('dialog');
    await person.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull();
  });
});

// Proves S5-admin-palette-3
describe('the shortcuts', () => {
  afterEach(closeAdmin);

  it('are shown by ?, not from a field, and / goes to the search of a list', async () => {
    const { person } = openAdmin(`${AREA}/users`, data());
    const search = await screen.findByLabelText('Search users');
    await person.keyboard('/');
    expect(document.activeElement).toBe(search);
    await person.keyboard('?');
    expect((search as HTMLInputElement).value).toBe('?');
    search.blur();
    await person.keyboard('?');
    expect((await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).textContent).toContain(
      'Ctrl K',
    );
  });

  it('of one character can be turned off', async () => {
    const { person } = await openPalette();
    await person.type(screen.getByRole('combobox', { name: 'Search' }), 'short');
    await person.keyboard('{Enter}');
    await person.click(await screen.findByRole('checkbox', { name: 'Use the shortcuts / and ?' }));
    await person.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.keyboard('?');
    expect(screen.queryByRole('dialog')).toBeNull();
    await person.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('combobox', { name: 'Search' })).toBeTruthy();
  });
});
