import { paths, type Site } from '@portal/contract';
import { onlineManager } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { closeAdmin, openAdmin, toastSays, toastSubject, toastText } from '../../testing/openAdmin.tsx';
import { anAccount, aSite, aUser } from '../../testing/records.ts';

const SITES = '/admin-dashboard/sites';
const status = (value: string) => `${SITES}?filter=${encodeURIComponent(JSON.stringify({ status: value }))}`;
const three = (): Site[] => [
  aSite({ id: 's1', site_name: 'Depot', status: 'active', account_id: 'c1' }),
  aSite({ id: 's2', site_name: 'Office', status: 'pending', account_id: 'c2' }),
  aSite({ id: 's3', site_name: 'Yard', status: 'inactive', account_id: 'c1' }),
];
const accounts = () => [anAccount({ id: 'c1' }), anAccount({ id: 'c2', company_name: 'Bay Ridge' })];

describe('the sites list', () => {
  afterEach(closeAdmin);

  // Proves S2-2-admin-4
  it('filters by status with counts', async () => {
    const { person } = openAdmin(SITES, { sites: three(), accounts: accounts() });
    for (const name of ['All 3', 'Active 1', 'Pending 1', 'Inactive 1'])
      await screen.findByRole('tab', { name });
    expect(await screen.findByRole('link', { name: 'Depot' })).toBeTruthy();
    await person.click(screen.getByRole('tab', { name: 'Inactive 1' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Depot' })).toBeNull());
    expect(screen.getByRole('link', { name: 'Yard' })).toBeTruthy();
  });

  // Proves I35-25
  it('disables the rows of the tab before until those of the next are there', async () => {
    const { person, api } = openAdmin(status('active'), { sites: three(), accounts: accounts() });
    const depot = await screen.findByRole('link', { name: 'Depot' });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
      if (decodeURIComponent(String(input)).includes('"inactive"') && String(input).includes('/sites?'))
        await held;
      return api.fetch(input, init);
    });
    const region = () => screen.getByRole('region', { name: /sites/i });
    expect(region().getAttribute('aria-busy')).toBe('false');
    await person.click(screen.getByRole('tab', { name: 'Inactive 1' }));
    await within(region()).findByRole('progressbar', { name: 'Loading' });
    expect(region().getAttribute('aria-busy')).toBe('true');
    expect(depot.closest('tr')?.hasAttribute('inert')).toBe(true);
    release();
    const yard = await screen.findByRole('link', { name: 'Yard' });
    expect(yard.closest('tr')?.hasAttribute('inert')).toBe(false);
    expect(region().getAttribute('aria-busy')).toBe('false');
    onlineManager.setOnline(false);
    onTestFinished(() => onlineManager.setOnline(true));
    await person.click(screen.getByRole('tab', { name: 'Pending 1' }));
    expect(await within(region()).findByText(/^You are offline/)).toBeTruthy();
    onlineManager.setOnline(true);
    expect(await screen.findByRole('link', { name: 'Office' })).toBeTruthy();
  });

  // Proves I39-after-action
  it('offers to undo a reactivation, which leaves nothing behind', async () => {
    const site = aSite({ id: 's1', site_name: 'Depot', status: 'inactive' });
    const { person, api } = openAdmin('/admin-dashboard/sites/s1/show', { sites: [site] });
    await person.click(await screen.findByRole('button', { name: 'Reactivate Depot' }));
    const dialog = await screen.findByRole('dialog');
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Reactivate' }));
    await person.keyboard('{Enter}');
    expect(await toastText()).toBe('Site Reactivated');
    expect(await toastSubject()).toEqual(['Depot', null]);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await toastSays('Site Deactivated');
    expect(api.changes().map(({ body }) => body)).toMatchObject([
      { status: 'active' },
      { status: 'inactive' },
    ]);
  });

  // Proves I35-27, I39-after-action
  it('moves the focus to the next row, then to the heading, when its row is gone', async () => {
    const sites = ['Depot', 'Office', 'Yard'].map((site_name, n) =>
      aSite({ id: `s${n}`, site_name, status: 'pending' }),
    );
    const { person } = openAdmin(status('pending'), { sites });
    const approve = async (name: string) => {
      await person.click(await screen.findByRole('button', { name: `Approve ${name}` }));
      const dialog = await screen.findByRole('dialog', { name: `Approve ${name}?` });
      await person.click(within(dialog).getByRole('button', { name: 'Approve' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await waitFor(() => expect(screen.queryByRole('link', { name })).toBeNull());
    };
    await approve('Depot');
    await waitFor(() =>
      expect(document.activeElement?.ariaLabel ?? document.activeElement?.getAttribute('aria-label')).toBe(
        'Approve Office',
      ),
    );
    await person.click(screen.getByRole('checkbox', { name: 'Select Office' }));
    await person.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Approve' }));
    const dialog = await screen.findByRole('dialog');
    await person.click(within(dialog).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
    await approve('Yard');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  });

  // Proves I39-bulk-approve
  it('says before an approval what the sites add, and then how far it is', async () => {
    const { person, api } = openAdmin(status('pending'), {
      sites: ['Depot', 'Office'].map((site_name, n) => aSite({ id: `s${n}`, site_name, status: 'pending' })),
      answers: {
        [paths.admin.previewApprovals]: Response.json({
          sites: 2,
          readers: 14,
          companies: 1,
          added_monthly: 91,
        }),
      },
    });
    for (const name of ['Depot', 'Office'])
      await person.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    await person.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Approve' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve 2 sites?' }));
    await dialog.findByText('2 sites with 14 readers: $91.00 more a month.');
    const answer = api.holdAnswers();
    await person.click(dialog.getByRole('button', { name: 'Approve' }));
    await dialog.findByText('0 of 2');
    answer();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  // Proves S5-admin-lists-2
  it('loads the names of all companies of a page in one request', async () => {
    const { api } = openAdmin(SITES, { sites: three(), accounts: accounts() });
    expect(await screen.findByRole('link', { name: 'Bay Ridge' })).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Acme Security' })).toHaveLength(2);
    const reads = api.calls.filter((call) => call.path === '/api/admin/accounts');
    expect(reads.map((call) => call.query.filter)).toEqual(['{"id":["c2","c1"]}'].map(sameIds(reads)));
  });

  // Proves S2-2-admin-4
  it.each([SITES, status('active'), status('pending'), status('inactive')])(
    'shows that %s is empty',
    async (path) => {
      openAdmin(path);
      expect(await screen.findByText('No sites found')).toBeTruthy();
    },
  );

  it('clears the selection when another status is shown', async () => {
    const { person } = openAdmin(status('active'), { sites: three(), accounts: accounts() });
    await person.click(await screen.findByRole('checkbox', { name: 'Select Depot' }));
    expect(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Deactivate' })).toBeTruthy();
    await person.click(screen.getByRole('tab', { name: 'Inactive 1' }));
    await screen.findByRole('link', { name: 'Yard' });
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  });
});

/** Both orders of the ids are right: what counts is that it is one request. */
const sameIds = (reads: readonly { query: Readonly<Record<string, string>> }[]) => (text: string) => {
  const asked = reads[0]?.query.filter ?? '';
  return [...asked].sort().join('') === [...text].sort().join('') ? asked : text;
};

describe('approving, deactivating and reactivating', () => {
  afterEach(closeAdmin);

  // Proves S2-4-site-2, S2-4-admin-1, S2-8-admin-2
  it.each([
    [
      'Approve',
      'Office',
      's2',
      'active',
      'Site Approved',
      'included in monthly billing from the next billing date on',
      'Deactivate',
    ],
    [
      'Deactivate',
      'Depot',
      's1',
      'inactive',
      'Site Deactivated',
      'no longer billed from the next billing date on',
      'Reactivate',
    ],
    [
      'Reactivate',
      'Yard',
      's3',
      'active',
      'Site Reactivated',
      'included in monthly billing from the next billing date on',
      'Deactivate',
    ],
  ])('%s %s', async (action, site, id, wanted, toast, consequence, next) => {
    const { person, api } = openAdmin(SITES, { sites: three(), accounts: accounts() });
    await person.click(await screen.findByRole('button', { name: `${action} ${site}` }));
    const dialog = await screen.findByRole('dialog', { name: `${action} ${site}?` });
    expect(dialog.textContent).toContain(consequence);
    expect(api.changes()).toEqual([]);
    await person.click(within(dialog).getByRole('button', { name: action }));
    expect(await toastText()).toBe(toast);
    expect(api.changes()).toMatchObject([
      { method: 'PATCH', path: `/api/admin/sites/${id}`, body: { status: wanted } },
    ]);
    // another administrator's edit doesn't refuse it
    expect(api.changes()[0]?.headers.get('If-Match')).toBeNull();
    expect(await screen.findByRole('button', { name: `${next} ${site}` })).toBeTruthy();
    expect(screen.queryByRole('button', { name: `${action} ${site}` })).toBeNull();
  });

  it.each([
    ['Approve', 'Office'],
    ['Deactivate', 'Depot'],
    ['Reactivate', 'Yard'],
  ])("shows the server's message when %s is refused", async (action, site) => {
    const { person, api } = openAdmin(SITES, { sites: three(), accounts: accounts() });
    await person.click(await screen.findByRole('button', { name: `${action} ${site}` }));
    api.refuse(409, 'This site was changed by somebody else.');
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: action }));
    expect(await toastText()).toBe('ErrorThis site was changed by somebody else.');
  });

  // Proves S2-8-admin-2
  it.each([
    ['Approve', 'Office', 'Failed to approve site.'],
    ['Deactivate', 'Depot', 'Failed to deactivate site.'],
    ['Reactivate', 'Yard', 'Failed to reactivate site.'],
  ])('shows its own message when %s fails without one', async (action, site, message) => {
    const { person, api } = openAdmin(SITES, { sites: three(), accounts: accounts() });
    await person.click(await screen.findByRole('button', { name: `${action} ${site}` }));
    api.answerNext(new Response('<html>', { status: 502 }));
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: action }));
    expect(await toastText()).toBe(`Error${message}`);
  });

  it("shows a site with its company's name and actions", async () => {
    openAdmin('/admin-dashboard/sites/s2/show', { sites: three(), accounts: accounts(), users: [aUser()] });
    expect(await screen.findByRole('heading', { level: 1, name: 'Office' })).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Bay Ridge' })).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Ann Acme' })).toBeTruthy();
    expect(screen.getByText('Dealer default')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Approve Office' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Deactivate/ })).toBeNull();
  });

  it('shows the current site, also after a change from a list', async () => {
    const { person } = openAdmin(SITES, { sites: three(), accounts: accounts() });
    await person.click(await screen.findByRole('button', { name: 'Approve Office' }));
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
    await screen.findByRole('button', { name: 'Deactivate Office' });
    await person.click(screen.getByRole('link', { name: 'Office' }));
    await screen.findByRole('heading', { level: 1, name: 'Office' });
    expect(await screen.findByRole('button', { name: 'Deactivate Office' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve Office' })).toBeNull();
  });

  it('shows that a site does not exist', async () => {
    openAdmin('/admin-dashboard/sites/gone/show');
    expect(await screen.findByRole('heading', { level: 1, name: 'Site not found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sites', current: false })).toBeTruthy();
  });
});
