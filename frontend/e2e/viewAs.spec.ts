import { paths, type Site } from '@portal/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectToast, heading, tabTo } from './hands.ts';
import { answerTo, call, newAdmin, newDealer } from './people.ts';
import {
  closeVisitors,
  expectGoodPage,
  itDeep,
  openChromium,
  type RunningPortal,
  startPortal,
  untilTakenOver,
  type Visitor,
} from './support.ts';

const REFUSED = 'You are viewing as northgate. Nothing can be changed.';

let portal: RunningPortal;
let browser: Browser;
let admin: Visitor;
let other: Visitor;
let dealer: Visitor & { readonly id: string };
let siteId: string;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openChromium()]);
  admin = await newAdmin(browser, portal);
  other = await newAdmin(browser, portal);
  dealer = await newDealer(browser, portal, 'northgate', other);
  siteId = (
    await call<Site>(dealer, 'POST', paths.sites, {
      site_name: 'Harbor View',
      site_address: '2 Harbor Road',
      site_city: 'Staten Island',
      site_state: 'NY',
      site_zip: '10311',
      number_of_readers: '12',
    })
  ).id;
  await call(other, 'PATCH', paths.admin.site(siteId), { status: 'active' });
});

afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

const banner = (who: Visitor) => who.page.getByRole('region', { name: 'Viewing as a dealer' });
const record = () => `/admin-dashboard/users/${dealer.id}/show`;

/** Opens the dealer's dashboard from the dealer's record. */
async function begin(): Promise<void> {
  const { page } = admin;
  await page.goto(record());
  await page.getByRole('button', { name: 'See what the dealer sees' }).click();
  await page.waitForURL('**/dealer-dashboard');
  await heading(page, 'Welcome, Dana Miller');
  await banner(admin).waitFor();
  await untilTakenOver(page);
}

describe('See what the dealer sees', () => {
  // Proves S5-view-1
  it("shows the dealer's pages with a banner on each", async () => {
    const { page } = admin;
    await begin();
    await page.getByRole('link', { name: 'Harbor View' }).waitFor();
    await expectGoodPage(page);
    await page.getByRole('link', { name: 'Harbor View' }).click();
    await heading(page, 'Harbor View');
    await page.getByText('$6.50 per reader per month: $78.00 a month').waitFor();
    await expectGoodPage(page);
    await page.goto('/settings');
    await heading(page, 'User Settings');
    await expect.poll(() => page.locator('#company').inputValue()).toBe('Northgate Security');
    await banner(admin).getByText('You are viewing as Northgate Security (northgate).').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Admin', exact: true }).count()).toBe(0);
  });

  // Proves S5-view-1
  it('has the banner on the landing page, and can end there', async () => {
    const { page } = admin;
    await page.goto('/');
    await banner(admin).getByText('You are viewing as Northgate Security (northgate).').waitFor();
    await expectGoodPage(page);
    await banner(admin).getByRole('button', { name: 'Stop viewing' }).click();
    await page.waitForURL(`**${record()}`);
    await heading(page, 'Northgate Security');
    await begin();
  });

  it('keeps the banner above the header while scrolling', async () => {
    const { page } = admin;
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const [bar, header, logo] = await Promise.all([
      banner(admin).boundingBox(),
      page.getByRole('banner').boundingBox(),
      page.getByRole('banner').getByRole('link').first().boundingBox(),
    ]);
    expect([bar?.y, header?.y]).toEqual([0, 0]);
    expect(logo?.y).toBeGreaterThanOrEqual(bar?.height ?? 0);
  });

  // Proves S5-view-3
  itDeep('refuses every change', async () => {
    const { page } = admin;
    await page.goto(`/sites/${siteId}`);
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await expectToast(page, 'Status Update Failed', REFUSED);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.goto('/settings');
    await page.locator('#city').fill('Troy');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Update Failed', REFUSED);
    const refused = await answerTo(admin, 'PATCH', paths.admin.site(siteId), { status: 'inactive' });
    expect([refused.status, refused.body]).toMatchObject([403, { error: REFUSED }]);
    expect((await call<Site>(dealer, 'GET', paths.site(siteId))).status).toBe('active');
    expect((await call(dealer, 'GET', paths.user)).city).toBe('Staten Island');
  });

  it('closes the admin area until it ends', async () => {
    const { page } = admin;
    await page.goto('/admin-dashboard/users');
    await page.waitForURL('**/dealer-dashboard');
    await banner(admin).waitFor();
    expect((await answerTo(admin, 'GET', paths.admin.users)).status).toBe(403);
  });

  // Proves S5-view-4
  it('ends by keyboard on the record, and is listed in its history', async () => {
    const { page } = admin;
    await tabTo(page, page.getByRole('button', { name: 'Stop viewing' }));
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${record()}`);
    await heading(page, 'Northgate Security');
    await expect.poll(() => banner(admin).count()).toBe(0);
    const history = await call<{ readonly text: string }[]>(admin, 'GET', paths.admin.userHistory(dealer.id));
    expect(history.slice(0, 2).map(({ text }) => text)).toEqual([
      "Stopped viewing the dealer's pages",
      "Started viewing the dealer's pages",
    ]);
  });

  itDeep('is invisible to others, and ends when the dealer is disapproved', async () => {
    await dealer.page.goto('/dealer-dashboard');
    await heading(dealer.page, 'Welcome, Dana Miller');
    await begin();
    await expect.poll(() => banner(dealer).count()).toBe(0);
    await dealer.page.goto('about:blank');
    await call(other, 'PATCH', paths.admin.approval(dealer.id), { isApproved: false });
    await admin.page.waitForURL('**/admin-dashboard');
    await heading(admin.page, 'Admin dashboard');
    await expect.poll(() => banner(admin).count()).toBe(0);
    await call(other, 'PATCH', paths.admin.approval(dealer.id), { isApproved: true });
  });

  itDeep('ends with sign-out', async () => {
    await begin();
    await admin.page.getByRole('button', { name: 'Logout' }).click();
    await admin.page.waitForURL('**/login');
    await heading(admin.page, 'Dealer Login');
    expect((await answerTo(admin, 'GET', paths.user)).status).toBe(401);
  });

  it('logs nothing else to the console', () => {
    // the dealer's page may read again just when the view has ended
    const told = /403 .*\/api\/(sites|users)\/|404 .*\/api\/billing-summary/;
    const noise = [...admin.noise, ...dealer.noise].filter((line) => !told.test(line));
    expect(noise).toEqual([]);
  });
});
