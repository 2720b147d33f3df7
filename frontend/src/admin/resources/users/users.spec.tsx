import { paths } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeAdmin, openAdmin, toastSubject, toastText } from '../../testing/openAdmin.tsx';
import { anAdmin, aSite, aUser } from '../../testing/records.ts';

const PENDING = '/admin-dashboard/users?filter=%7B%22is_approved%22%3Afalse%7D';
const active = aUser({ id: 'u1', company: 'Acme Security', dealer_id: 'KS0001' });
const waiting = aUser({
  id: 'u2',
  company: 'Bay Ridge',
  name: 'Bea Ridge',
  dealer_id: null,
  is_approved: false,
  active_sites: 0,
  total_readers: 0,
  projected_monthly_invoice_cents: 0,
});
const people = () => ({ users: [{ ...active }, { ...waiting }] });
const row = async (name: string | RegExp) => {
  const link = await screen.findByRole('link', { name });
  const found = link.closest('tr');
  if (found === null) throw new Error('no row around the link');
  return found;
};

describe('the users list', () => {
  afterEach(closeAdmin);

  it('shows the active users with their projected invoices', async () => {
    openAdmin('/admin-dashboard/users', people());
    const cells = within(await row('Acme Security'))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(1, -1)).toEqual([
      'Acme Security',
      'Ann Acmeann@acme.test',
      'KS0001',
      '1',
      '12',
      '$78.00',
    ]);
    expect(screen.queryByRole('link', { name: 'Bay Ridge' })).toBeNull();
    expect(screen.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent)).toEqual([
      'Users',
    ]);
    expect(screen.getByRole('columnheader', { name: 'Company' }).getAttribute('aria-sort')).toBe('ascending');
  });

  // Proves S2-2-admin-1
  it('counts both sub-tabs and keeps the chosen one in the address', async () => {
    const { person, router } = openAdmin('/admin-dashboard/users', people());
    const tab = await screen.findByRole('tab', { name: 'Pending 1' });
    expect(screen.getByRole('tab', { name: 'Active 1' }).getAttribute('aria-selected')).toBe('true');
    await person.click(tab);
    await row('Bay Ridge');
    expect(screen.queryByRole('link', { name: 'Acme Security' })).toBeNull();
    const filter = new URLSearchParams(router.state.location.search).get('filter');
    expect(JSON.parse(filter ?? '')).toEqual({ is_approved: false });
  });

  // Proves S2-2-admin-2
  it.each([
    ['/admin-dashboard/users', 'No active users found'],
    [PENDING, 'No pending users found'],
    ['/admin-dashboard/invoicing', 'No users found'],
  ])('shows the specified message if %s is empty', async (path, text) => {
    openAdmin(path);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  // Proves S2-2-admin-1
  it('searches while typing, in the address, without losing the focus', async () => {
    const other = aUser({ id: 'u3', company: 'Castle Point', dealer_id: 'KS0003' });
    const { person, api, router } = openAdmin('/admin-dashboard/users', { users: [{ ...active }, other] });
    await row('Castle Point');
    const field = screen.getByLabelText('Search users');
    await person.type(field, 'castle');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Acme Security' })).toBeNull());
    expect(document.activeElement).toBe(field);
    expect(api.calls.at(-1)?.query.filter).toBe('{"is_approved":true,"q":"castle"}');
    expect(router.state.location.search).toContain('castle');
    await person.click(screen.getByRole('button', { name: 'Clear search' }));
    await row('Acme Security');
  });

  // Proves S5-admin-lists-2
  it('sorts by a column, by keyboard', async () => {
    const { person, api } = openAdmin('/admin-dashboard/users', people());
    await row('Acme Security');
    screen.getByRole('button', { name: /total readers/i }).focus();
    await person.keyboard('{Enter}');
    await waitFor(() => expect(api.calls.at(-1)?.query.sort).toBe('["total_readers","DESC"]'));
    const header = await screen.findByRole('columnheader', { name: /total readers/i });
    expect(header.getAttribute('aria-sort')).toBe('descending');
  });

  it('opens a user from the first column by keyboard, and from anywhere in the row by mouse', async () => {
    const { person, router } = openAdmin('/admin-dashboard/users', people());
    (await screen.findByRole('link', { name: 'Acme Security' })).focus();
    await person.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Acme Security' })).toBeTruthy();
    await person.click(screen.getByRole('link', { name: 'Users', current: false }));
    await person.click(within(await row('Acme Security')).getByText('$78.00'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin-dashboard/users/u1/show'));
  });

  // Proves S5-admin-lists-2
  it('keeps the chosen columns', async () => {
    const { person } = openAdmin('/admin-dashboard/users', people());
    await row('Acme Security');
    expect(screen.queryByRole('columnheader', { name: 'Username' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Columns' }));
    await person.click(screen.getByRole('checkbox', { name: 'Username' }));
    await person.click(screen.getByRole('checkbox', { name: 'Dealer ID' }));
    await person.keyboard('{Escape}');
    expect(await screen.findByRole('columnheader', { name: 'Username' })).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: 'Dealer ID' })).toBeNull();
  });

  // Proves S2-8-admin-5
  it('exports every row of the list as CSV', async () => {
    const made: Blob[] = [];
    URL.createObjectURL = (blob: Blob) => {
      made.push(blob);
      return 'blob:csv';
    };
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const sly = aUser({ id: 'u4', company: '=cmd()', dealer_id: 'KS0004', name: 'Sly' });
    const { person, api } = openAdmin('/admin-dashboard/users', { users: [{ ...active }, sly] });
    await row('Acme Security');
    await person.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(made).toHaveLength(1));
    const lines = ((await made[0]?.text()) ?? '').split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('Company,Dealer ID,Name');
    expect(lines.find((line) => line.includes('KS0004'))).toMatch(/^'=cmd\(\),/);
    expect(lines.find((line) => line.includes('KS0001'))).toContain('(718) 555-0123');
    expect(lines.find((line) => line.includes('KS0001'))).toMatch(/Yes,1,12,78.00,2026-07-04$/);
    // one request, so that the file shows one moment
    const reads = api.calls.filter(({ path, query }) => path === '/api/admin/users' && !query.range);
    expect(reads).toHaveLength(1);
  });

  // Proves I35-36
  it('says when the exported file leaves rows out', async () => {
    URL.createObjectURL = () => 'blob:csv';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { person, api } = openAdmin('/admin-dashboard/users', { users: [{ ...active }] });
    await row('Acme Security');
    vi.stubGlobal(
      'fetch',
      async () =>
        new Response(JSON.stringify([active]), { headers: { 'Content-Range': 'users 0-99999/123456' } }),
    );
    await person.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(
      await screen.findByText(
        'The file has the first 1 of 123,456 rows. Filter the list to export the others.',
      ),
    ).toBeTruthy();
    vi.stubGlobal('fetch', api.fetch);
  });

  // Proves S5-admin-lists-7
  it('shows why the list did not load, and retries', async () => {
    const { person, api } = openAdmin('/admin-dashboard/users');
    vi.stubGlobal('fetch', async () => new Response('{"error":"The portal is busy."}', { status: 503 }));
    await person.click(await screen.findByRole('tab', { name: /Pending/ }));
    expect(await screen.findByText(/The portal is busy/)).toBeTruthy();
    expect(screen.queryByText(/1-25 of/)).toBeNull();
    vi.stubGlobal('fetch', api.fetch);
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No pending users found')).toBeTruthy();
  });
});

describe('approving and disapproving', () => {
  afterEach(closeAdmin);

  // Proves S2-4-admin-2, S2-7-admin-1
  it('asks, approves, confirms and moves the user to Active', async () => {
    const { person, api } = openAdmin(PENDING, people());
    await person.click(await screen.findByRole('button', { name: 'Approve Bay Ridge' }));
    const dialog = await screen.findByRole('dialog', { name: 'Approve Bay Ridge?' });
    expect(dialog.textContent).toContain('next free dealer ID');
    expect(api.changes()).toEqual([]);
    await person.click(within(dialog).getByRole('button', { name: 'Approve' }));
    expect(await toastText()).toBe('User Approved');
    expect(await toastSubject()).toEqual(['View Bay Ridge', '/admin-dashboard/users/u2/show']);
    expect(await screen.findByText('No pending users found')).toBeTruthy();
    expect(await screen.findByRole('tab', { name: 'Active 2' })).toBeTruthy();
    expect(api.changes()).toMatchObject([
      { method: 'PATCH', path: '/api/admin/users/u2/approval', body: { isApproved: true } },
    ]);
    expect(api.changes()[0]?.headers.get('Idempotency-Key')).toMatch(/.{8,}/);
  });

  // Proves I39-bulk-approve
  it('names the pending sites of the users, if there are any, and then how far it is', async () => {
    const { users } = people();
    const { person, api } = openAdmin(PENDING, {
      users: [...users, { ...aUser({ id: 'u3', company: 'Castle', is_approved: false }), account_id: 'c3' }],
      sites: ['s1', 's2'].map((id) => aSite({ id, account_id: 'c3', status: 'pending' })),
      answers: {
        [paths.admin.previewApprovals]: { sites: 2, readers: 14, companies: 1, added_monthly: 91 },
      },
    });
    await person.click(await screen.findByRole('button', { name: 'Approve Bay Ridge' }));
    const single = within(await screen.findByRole('dialog', { name: 'Approve Bay Ridge?' }));
    await waitFor(() => expect(api.calls.some(({ path }) => path === '/api/admin/sites')).toBe(true));
    expect(single.queryByRole('status')).toBeNull();
    await person.click(single.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    for (const name of ['Bay Ridge', 'Castle'])
      await person.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
    await person.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Approve' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve 2 users?' }));
    await dialog.findByText('2 pending sites with 14 readers: $91.00 more a month once approved.');
    expect(api.calls.findLast(({ path }) => path === paths.admin.previewApprovals)?.body).toEqual({
      ids: ['s1', 's2'],
    });
    const answer = api.holdAnswers();
    await person.click(dialog.getByRole('button', { name: 'Approve' }));
    await dialog.findByText('0 of 2');
    answer();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('does nothing when canceled', async () => {
    const { person, api } = openAdmin(PENDING, people());
    await person.click(await screen.findByRole('button', { name: 'Approve Bay Ridge' }));
    expect(document.activeElement?.textContent).toBe('Approve');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.changes()).toEqual([]);
  });

  // Proves S2-4-admin-2, S2-7-admin-1, S2-8-admin-4
  it('disapproves after a note that sites and billing continue', async () => {
    const { person, api } = openAdmin('/admin-dashboard/users/u1/show', people());
    await person.click(await screen.findByRole('button', { name: 'Disapprove Acme Security' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Sites and billing continue.');
    // the safe answer
    expect(document.activeElement?.textContent).toBe('Cancel');
    await person.click(within(dialog).getByRole('button', { name: 'Disapprove' }));
    expect(await toastText()).toBe('User Disapproved');
    expect(await screen.findByRole('button', { name: 'Approve Acme Security' })).toBeTruthy();
    expect(api.changes()).toMatchObject([
      { path: '/api/admin/users/u1/approval', body: { isApproved: false } },
    ]);
  });

  it('resets a second factor with a reason, if there is one', async () => {
    const { person, api } = openAdmin('/admin-dashboard/users/u1/show', {
      users: [{ ...active, second_factor: 'on' }],
    });
    const name = 'Reset two-step verification Acme Security';
    await person.click(await screen.findByRole('button', { name }));
    const dialog = await screen.findByRole('dialog', { name: 'Reset two-step verification of acme?' });
    expect(document.activeElement).toBe(within(dialog).getByLabelText(/^Reason/));
    expect(dialog.textContent).toContain('From now on the password alone is enough to sign in.');
    const reason = within(dialog).getByRole('textbox', { name: /^Reason/ });
    expect(reason).toHaveProperty('required', true);
    await person.type(reason, 'Phone lost');
    await person.click(within(dialog).getByRole('button', { name: 'Reset two-step verification' }));
    expect(await toastText()).toBe('Two-step verification reset');
    expect(api.changes()).toMatchObject([
      { method: 'DELETE', path: '/api/admin/users/u1/second-factor', body: { reason: 'Phone lost' } },
    ]);
    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
  });

  it("shows the server's message about a refusal", async () => {
    const { person, api } = openAdmin(PENDING, people());
    await person.click(await screen.findByRole('button', { name: 'Approve Bay Ridge' }));
    api.refuse(422, 'All dealer IDs are used up.');
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
    expect(await toastText()).toBe('ErrorAll dealer IDs are used up.');
    expect((await screen.findByTestId('toast')).dataset.variant).toBe('destructive');
  });

  // Proves S2-8-admin-1
  it('shows its own message if the server sends none', async () => {
    const { person } = openAdmin(PENDING, people());
    await person.click(await screen.findByRole('button', { name: 'Approve Bay Ridge' }));
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
      init?.method === 'PATCH' ? Promise.resolve(new Response('<html>', { status: 502 })) : real(path, init),
    );
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
    expect(await toastText()).toBe('ErrorFailed to update user approval status.');
  });

  it('does not offer to disapprove an administrator', async () => {
    const { active_sites, total_readers, projected_monthly_invoice_cents } = active;
    const admin = {
      ...anAdmin({ company: '' }),
      active_sites,
      total_readers,
      projected_monthly_invoice_cents,
    };
    openAdmin('/admin-dashboard/users', { users: [admin, { ...active }] });
    await row('Acme Security');
    await screen.findByRole('button', { name: 'Disapprove Acme Security' });
    const buttons = within(await row('Ada Admin')).getAllByRole('button');
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Edit Ada Admin']);
  });

  // Proves S5-admin-lists-2
  it('approves the selected users together and clears the selection', async () => {
    const third = aUser({ id: 'u3', company: 'Castle Point', is_approved: false });
    const { person, api } = openAdmin(PENDING, { users: [{ ...waiting }, third] });
    await row('Bay Ridge');
    expect(screen.queryByRole('toolbar')).toBeNull();
    await person.click(screen.getByRole('checkbox', { name: 'Select Bay Ridge' }));
    await person.click(screen.getByRole('checkbox', { name: 'Select Castle Point' }));
    await person.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Approve' }));
    const dialog = await screen.findByRole('dialog', { name: 'Approve 2 users?' });
    await person.click(within(dialog).getByRole('button', { name: 'Approve' }));
    expect(await toastText()).toContain('User Approved');
    expect(api.changes().map((call) => call.path)).toEqual([
      '/api/admin/users/u2/approval',
      '/api/admin/users/u3/approval',
    ]);
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  });
});
