import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { watchLeaving } from '../shared/http/leaving.ts';
import { closeAdmin, FakeEventSource, openAdmin, toastText } from './testing/openAdmin.tsx';
import { anAccount, anAdmin, aSite, aUser } from './testing/records.ts';

const portfolio = () => ({
  users: [aUser(), aUser({ id: 'u2', company: 'Bay Ridge', is_approved: false, dealer_id: null })],
  sites: [aSite(), aSite({ id: 's2', site_name: 'Office', status: 'pending' })],
  accounts: [anAccount()],
});

describe('the admin area', () => {
  afterEach(closeAdmin);

  // Proves S5-admin-home-1
  it('opens on pending decisions, with links to their lists', async () => {
    const live = anAccount({ id: 'a2', is_demo_account: false });
    openAdmin('/admin-dashboard', { ...portfolio(), accounts: [anAccount(), live] });
    expect(await screen.findByRole('heading', { level: 1, name: 'Admin dashboard' })).toBeTruthy();
    const waiting = within(await screen.findByRole('list', { name: 'Needs a decision' }));
    for (const name of ['Pending dealers', 'Pending sites'])
      expect(await waiting.findByRole('link', { name: `${name} 1` })).toBeTruthy();
    const figures = within(screen.getByRole('list', { name: 'Figures' }));
    expect(await figures.findByRole('link', { name: 'Active sites 0' })).toBeTruthy();
    const companies = screen.getByRole('link', { name: '1 company' });
    expect(companies.getAttribute('href')).toContain(encodeURIComponent('"is_demo_account":false'));
    expect(companies.parentElement?.textContent).toMatch(/ · Demo: 1 company, 1 active site, /);
    expect(await screen.findByText('$78.00')).toBeTruthy();
  });

  // Proves S5-admin-home-2
  it('shows the figures of demo companies, marked, if there are no others', async () => {
    openAdmin('/admin-dashboard', portfolio());
    const figures = within(await screen.findByRole('list', { name: 'Figures' }));
    expect(await figures.findByRole('link', { name: 'Active sites 1' })).toBeTruthy();
    expect(screen.getByRole('link', { name: '1 company, all demo' }).getAttribute('href')).toContain(
      encodeURIComponent('"is_demo_account":true'),
    );
  });

  // Proves S2-8-admin-4
  it('approves from the overview', async () => {
    const { person, api } = openAdmin('/admin-dashboard', portfolio());
    await person.click(await screen.findByRole('button', { name: 'Approve Office' }));
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
    expect(await toastText()).toBe('Site Approved');
    expect(await screen.findByText('No sites pending approval.')).toBeTruthy();
    expect(api.changes()).toMatchObject([{ path: '/api/admin/sites/s2', body: { status: 'active' } }]);
  });

  // Proves S2-2-admin-13
  it('works under /admin, with links that stay there', async () => {
    const { person, router } = openAdmin('/admin', portfolio());
    const menu = within(await screen.findByRole('navigation', { name: 'Administration' }));
    await person.click(menu.getByRole('link', { name: /Users/ }));
    await person.click(await screen.findByRole('link', { name: 'Acme Security' }));
    await screen.findByRole('heading', { level: 1, name: 'Acme Security' });
    expect(router.state.location.pathname).toBe('/admin/users/u1/show');
  });

  it('shows that a page does not exist', async () => {
    openAdmin('/admin-dashboard/nowhere');
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy();
  });

  // Proves S5-admin-home-5
  it('updates when the event stream reports changes by others', async () => {
    const { api } = openAdmin('/admin-dashboard/sites', portfolio());
    await screen.findByRole('button', { name: 'Approve Office' });
    const office = api.data.sites.find((site) => site.id === 's2');
    if (office === undefined) throw new Error('no such site');
    Object.assign(office, { status: 'active' });
    await waitFor(() => expect(FakeEventSource.open).toHaveLength(1));
    FakeEventSource.say('sites');
    expect(await screen.findByRole('button', { name: 'Deactivate Office' })).toBeTruthy();
  });

  it('handles a burst of changes at once', async () => {
    const { api } = openAdmin('/admin-dashboard/companies', portfolio());
    await screen.findByRole('link', { name: 'Acme Security' });
    await waitFor(() => expect(FakeEventSource.open).toHaveLength(1));
    const before = api.calls.filter((call) => call.path === '/api/admin/accounts').length;
    for (let n = 0; n < 50; n += 1) FakeEventSource.say('sites');
    await new Promise((done) => setTimeout(done, 700));
    expect(api.calls.filter((call) => call.path === '/api/admin/accounts').length - before).toBe(2);
  });

  it('reloads at /auth when the session has ended', async () => {
    const left: string[] = [];
    const stop = watchLeaving((path) => left.push(path));
    const { person, api } = openAdmin('/admin-dashboard', portfolio());
    await screen.findByRole('button', { name: 'Approve Office' });
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
      path === '/api/user' || path.includes('/companies') || path.includes('/accounts')
        ? new Response('{"error":"Please log in to continue."}', { status: 401 })
        : api.fetch(path, init),
    );
    await person.click(screen.getByRole('link', { name: 'Companies' }));
    await waitFor(() => expect(left).toContain('/auth'));
    stop();
  });

  // Proves I35-37-reads
  it('stays, and shows what could not be read, where the session goes on', async () => {
    const left: string[] = [];
    onTestFinished(watchLeaving((path) => left.push(path)));
    const { person, api } = openAdmin('/admin-dashboard', portfolio());
    await screen.findByRole('button', { name: 'Approve Office' });
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
      path.includes('/accounts')
        ? new Response('{"error":"Please log in to continue."}', { status: 401 })
        : api.fetch(path, init),
    );
    await person.click(screen.getByRole('link', { name: 'Companies' }));
    expect((await screen.findAllByText(/Please log in to continue\./)).length).toBeGreaterThan(0);
    await new Promise((done) => setTimeout(done, 150));
    expect(left).toEqual([]);
  });

  // Proves S2-2-admin-13
  it('refuses a dealer even if the shell did not', async () => {
    const { router } = openAdmin('/admin-dashboard', { ...portfolio(), me: anAdmin({ is_admin: false }) });
    await waitFor(() => expect(router.state.location.pathname).toBe('/dealer-dashboard'));
    expect(screen.queryByRole('button', { name: /Approve/ })).toBeNull();
  });
});
