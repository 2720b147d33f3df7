import { paths } from '@portal/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whileFailing } from './hands.ts';
import { call, newAdmin, newDealer } from './people.ts';
import {
  closeVisitors,
  expectGoodPage,
  newVisitor,
  openChromium,
  type RunningPortal,
  startPortal,
  type Visitor,
} from './support.ts';

const site = {
  site_name: 'Harbor View Apartments',
  site_address: '2 Harbor Road',
  site_city: 'Staten Island',
  site_state: 'NY',
  site_zip: '10311',
  number_of_readers: '12',
};

let portal: RunningPortal;
let browser: Browser;
let visitor: Visitor;
let dealer: Visitor;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openChromium()]);
  visitor = await newVisitor(browser, portal);
  const admin = await newAdmin(browser, portal);
  dealer = await newDealer(browser, portal, 'northgate', admin);
  const ordered = await call<{ id: string }>(dealer, 'POST', paths.sites, site);
  await call(admin, 'PATCH', paths.admin.site(ordered.id), { status: 'active' });
  await admin.close();
});

afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

type Step = (page: Page) => Promise<unknown>;

/** Opens a page, does the steps, and checks accessibility and layout. */
function looksGood(
  who: () => Visitor,
  path: string,
  title: string,
  ...steps: readonly Step[]
): Promise<void> {
  const { page } = who();
  return page
    .goto(path)
    .then(() => page.getByRole('heading', { level: 1, name: title }).waitFor())
    .then(async () => {
      for (const step of steps) await step(page);
      await expectGoodPage(page);
    });
}

const click =
  (role: 'button' | 'tab' | 'checkbox', name: string): Step =>
  (page) =>
    page.getByRole(role, { name }).click();
const see =
  (text: string): Step =>
  (page) =>
    page.getByText(text).first().waitFor();

// Proves X-16
describe('pages for visitors', () => {
  const open = (path: string, title: string, ...steps: Step[]) =>
    looksGood(() => visitor, path, title, ...steps);

  it('/login with its messages', () =>
    open('/login', 'Dealer Login', click('button', 'Login'), see('Username is required')));
  it('/auth', () => open('/auth', 'Dealer Portal', see('Username')));
  it('/auth?tab=register', () => open('/auth?tab=register', 'Dealer Portal', see('Dealer agreement')));
  it('/auth, reset', () =>
    open('/auth', 'Dealer Portal', click('tab', 'Reset Password'), see('Send reset link')));
  it('/reset-password', () => open('/reset-password', 'Reset Password', see('Send reset link')));
  it('/reset-password?token', () =>
    whileFailing(visitor.page, paths.resetLink, { status: 200, json: { usable: true } }, () =>
      open(
        '/reset-password?token=x',
        'Reset Password',
        click('button', 'Set new password'),
        see('Password must be'),
      ),
    ));
  it('an invalid reset link, with its message', () =>
    open('/reset-password?token=x', 'Reset Password', (page) =>
      page.getByRole('alert').filter({ hasText: 'reset' }).waitFor(),
    ));
  // Proves S2-2-header-6
  it('the menu on a phone', async () => {
    const phone = await newVisitor(browser, { url: portal.url, width: 390, height: 800 });
    await looksGood(() => phone, '/login', 'Dealer Login', click('button', 'Open menu'));
    await phone.page.keyboard.press('Escape');
    await phone.page.getByRole('button', { name: 'Open menu' }).waitFor();
    await phone.close();
  });
  it('an unknown page', () =>
    open('/no-such-page', 'Page Not Found', see('Did you forget to add the page to the router?')));
});

// Proves X-16
describe('pages for dealers', () => {
  const open = (path: string, title: string, ...steps: Step[]) =>
    looksGood(() => dealer, path, title, ...steps);

  it('/dealer-dashboard, edit', () =>
    open('/dealer-dashboard', 'Welcome, Dana Miller', click('button', 'Edit Harbor View'), see('Edit Site')));
  it('/dealer-dashboard, deactivate', () =>
    open(
      '/dealer-dashboard',
      'Welcome, Dana Miller',
      click('button', 'Deactivate Harbor'),
      see('Support for it'),
    ));
  it('/new-site with hardware', () =>
    open('/new-site', 'New Site Setup', click('checkbox', 'CA 150 Panel'), see('Payment Method Required')));
  // Proves S1-9-3
  it('keeps the open list of a select at most 24 rem high', async () => {
    const { page } = dealer;
    await page.goto('/new-site');
    await page.locator('#site_state').waitFor();
    const height = await page
      .locator('#site_state')
      .evaluate((select) => getComputedStyle(select, '::picker(select)').maxHeight);
    expect(height).toBe('384px');
  });
  it('/settings', () => open('/settings', 'User Settings', see('Save Changes')));
  it('/settings, password', () =>
    open(
      '/settings?tab=password',
      'User Settings',
      click('button', 'Change Password'),
      see('New password must be'),
    ));
  it('/settings, notifications', () =>
    open('/settings?tab=notifications', 'User Settings', see('An invoice was paid')));
  it('/resources', () => open('/resources', 'Dealer Resources', see('Software downloads')));
});

// Proves X-17
it('logs nothing else to the console', () => {
  const told = [/404 .*no-such-page/];
  const noise = [...visitor.noise, ...dealer.noise].filter((line) => !told.some((known) => known.test(line)));
  expect(noise).toEqual([]);
});
