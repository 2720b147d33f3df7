import type { SessionUser } from '@portal/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { watchLeaving } from '../http/leaving.ts';
import { openPage } from '../testing/openPage.tsx';
import { dealer } from '../testing/people.ts';
import { answerFetch, json } from '../testing/server.ts';
import { ADMIN_SECTIONS } from './AdminLinks.tsx';

async function open(user: SessionUser, path = '/settings') {
  const calls = answerFetch({ 'GET /api/user': user, 'POST /api/logout': {} });
  const page = openPage(path);
  await screen.findByRole('heading', { level: 1 });
  return { ...page, calls };
}

const linksIn = (name: string) => [
  ...document.querySelectorAll<HTMLAnchorElement>(`nav[aria-label="${name}"] a`),
];
const namesOf = (links: readonly HTMLAnchorElement[]) => links.map(({ textContent }) => textContent);
const linksOfHeader = () => namesOf(linksIn('Main'));
/** The links of the menu of narrow screens. */
async function linksOfMenu(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Open menu' }));
  return linksIn('Menu');
}
const DEALER_PAGES = ['Dashboard', 'New Site', 'Migration', 'Settings', 'Dealer Resources', 'Invoicing'];
const admin = { ...dealer, is_admin: true, staff_role: 'admin' as const, dealer_role: null };

describe('the header', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  // Proves S2-2-header-4
  it('has the dealer’s pages and no account menu', async () => {
    const { user } = await open(dealer);
    expect(linksOfHeader()).toEqual([...DEALER_PAGES, 'Team']);
    expect(namesOf(await linksOfMenu(user))).toEqual([...DEALER_PAGES, 'Team']);
    expect(screen.queryByRole('button', { name: /^Account of/ })).toBeNull();
  });

  // Proves I40-team
  it.each([
    ['ordering', DEALER_PAGES],
    ['billing', ['Dashboard', 'Settings', 'Dealer Resources', 'Invoicing']],
    ['viewer', ['Dashboard', 'Settings', 'Dealer Resources', 'Invoicing']],
  ] as const)('has the pages of the role %s', async (dealer_role, pages) => {
    await open({ ...dealer, dealer_role });
    expect(linksOfHeader()).toEqual(pages);
  });

  // Proves S2-2-header-5, S2-2-header-7
  it('has an account menu for administrators, with the pages that lead back to theirs', async () => {
    const { user, calls } = await open(admin);
    await user.click(await screen.findByRole('button', { name: 'Account of Dana Miller' }));
    expect(linksOfHeader()).toEqual(['Dealer Resources', 'Admin']);
    const menu = within(await screen.findByRole('menu', { name: 'Account' }));
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Settings',
      'Dashboard',
      'New Site',
      'Migration',
      'Invoicing',
      'Logout',
    ]);
    const left: string[] = [];
    const restore = watchLeaving((place) => left.push(place));
    await user.click(menu.getByRole('menuitem', { name: 'Logout' }));
    await waitFor(() => expect(left).toEqual(['/login']));
    restore();
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain('POST /api/logout');
  });

  // Proves S2-2-header-6
  it('has the sections of the admin area in the menu of narrow screens', async () => {
    const { user } = await open(admin);
    await linksOfMenu(user);
    await screen.findByText('Administration');
    const links = linksIn('Menu');
    const sections = links.slice(0, ADMIN_SECTIONS.length);
    expect(sections.map(({ textContent, pathname }) => [textContent, pathname])).toEqual(
      ADMIN_SECTIONS.map(({ label, to }) => [label, to === '/reports' ? to : `/admin-dashboard${to}`]),
    );
    expect(namesOf(links.slice(ADMIN_SECTIONS.length)).toSorted()).toEqual(
      [...DEALER_PAGES, 'Admin'].toSorted(),
    );
  });

  // Proves S2-2-header-7
  it('has only what a pending dealer, or an administrator without a required second factor, may open', async () => {
    const { user } = await open({ ...dealer, is_approved: false }, '/dealer-approval-pending');
    expect(linksOfHeader()).toEqual(['Approval status']);
    expect(namesOf(await linksOfMenu(user))).toEqual(['Approval status']);
    expect(screen.getAllByRole('button', { name: 'Logout' })).toHaveLength(2);
    await open({ ...admin, second_factor: 'required' });
    expect(linksOfHeader()).toEqual(['Settings']);
  });
});

describe('/dealer-approval-pending', () => {
  // Proves S2-2-pending-5
  it('opens the dashboard once the user is approved, when its tab is shown again', async () => {
    let isApproved = false;
    answerFetch({
      'GET /api/user': () => json({ ...dealer, is_approved: isApproved }),
      'GET /api/sites': [],
      'GET /api/sites?shared=true': [],
      'GET /api/migrations': [],
    });
    const { place } = openPage('/dealer-approval-pending');
    await screen.findByRole('heading', { name: 'Account Pending Approval' });
    isApproved = true;
    window.dispatchEvent(new Event('visibilitychange'));
    expect(await screen.findByText('Account approved')).toBeTruthy();
    expect(place()).toBe('/dealer-dashboard');
  });

  // Proves S2-2-pending-5
  it('asks often enough to notice an approval within a second', async () => {
    let asked = 0;
    answerFetch({
      'GET /api/user': () => {
        asked += 1;
        return json({ ...dealer, is_approved: false });
      },
    });
    openPage('/dealer-approval-pending');
    await screen.findByRole('heading', { name: 'Account Pending Approval' });
    asked = 0;
    await new Promise((resolve) => setTimeout(resolve, 2_900));
    expect(asked).toBeGreaterThanOrEqual(3);
  });
});
