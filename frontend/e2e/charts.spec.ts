import { type Invoice, paths, type Site } from '@portal/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BEFORE, type BilledDealer, billMonths, inMonth, newBilledDealer } from './billing.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { heading } from './hands.ts';
import { call, newAdmin } from './people.ts';
import { closeVisitors, expectGoodPage, openChromium, type Visitor } from './support.ts';

let portal: ClockedPortal;
let browser: Browser;
let admin: Visitor;
let demo: BilledDealer;
let live: BilledDealer;

/** It is December 2. One company is a demo one, the other is live; both have two invoices. */
beforeAll(async () => {
  [portal, browser] = await Promise.all([startClockedPortal(BEFORE), openChromium()]);
  admin = await newAdmin(browser, portal);
  demo = await newBilledDealer(browser, portal, admin, 'northgate', { 'Harbor View': 12 });
  live = await newBilledDealer(browser, portal, admin, 'bayridge', { 'Pier 7': 30 });
  await call(admin, 'PUT', paths.admin.demoStatus(live.accountId), { is_demo_account: false });
  await billMonths(portal, admin, [demo, live], ['2026-11', '2026-12']);
  for (const { page } of [admin, demo]) await page.clock.install({ time: inMonth('2026-12') });
});
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

const chartOf = (page: Page, name: string) => page.getByRole('application', { name });
const card = (page: Page) => page.getByRole('tooltip');
/** The focusable chart, scrolled to and focused by keyboard. */
async function focusChart(page: Page, name: string): Promise<void> {
  await chartOf(page, name).scrollIntoViewIfNeeded();
  await chartOf(page, name).focus();
}
/** The place of a month's value in the chart, counted from 0. */
const area = (page: Page, chart: string, month: number, place = 0) =>
  chartOf(page, chart).locator(`[data-month="${month}"] rect`).nth(place);
/** The cells of the row of totals. */
const totals = async (page: Page, table: string) =>
  page
    .getByRole('table', { name: table })
    .getByRole('row', { name: /^Total/ })
    .getByRole('cell')
    .allTextContents();

describe('charts by month', () => {
  // Proves S5-charts-1
  it('show a card at the pointer and by arrow keys, which Escape closes', async () => {
    const { page } = admin;
    await page.goto('/admin-dashboard');
    await heading(page, 'Admin dashboard');
    await focusChart(page, 'Revenue by month');
    await page.keyboard.press('Home');
    await card(page).getByText('Nov 2026').waitFor();
    const said = page.getByRole('status').filter({ hasText: 'Nov 2026: Invoiced $195.00' });
    await said.waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowRight');
    await card(page).getByText('Dec 2026').waitFor();
    await page.keyboard.press('End');
    await card(page).getByText('Jun 2027 (projected)').waitFor();
    await page.keyboard.press('Escape');
    await card(page).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowLeft');
    await card(page).getByText('May 2027 (projected)').waitFor();
    await expectGoodPage(page);
    await page.keyboard.press('Escape');
    await area(page, 'Revenue by month', 1).hover();
    await card(page).getByText('Dec 2026').waitFor();
    await page.keyboard.press('Escape');
    await card(page).waitFor({ state: 'detached' });
  });

  // Proves S5-charts-2
  it.each([
    [0, '$195.00', 'Live'],
    [1, '$78.00', 'Demo'],
  ])('open what is behind value %d, with its total and mode', async (place, total, mode) => {
    const { page } = admin;
    await page.goto('/admin-dashboard');
    await heading(page, 'Admin dashboard');
    await focusChart(page, 'Revenue by month');
    await page.keyboard.press('Home');
    for (let presses = 0; presses < place; presses += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading(page, 'Revenue');
    await expect.poll(async () => (await totals(page, 'By company, November 2026'))[1]).toBe(total);
    expect(
      await page
        .getByLabel('Mode', { exact: true })
        .evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text),
    ).toBe(mode);
  });

  // Proves S5-charts-2
  it("open a company's month alone, and its invoices", async () => {
    const { page } = admin;
    await page.goto(`/admin-dashboard/companies/${live.accountId}/show`);
    const name = 'Invoiced and paid by month';
    await area(page, name, 10).click();
    await heading(page, 'Revenue');
    await expect
      .poll(async () => (await totals(page, 'By company, November 2026')).slice(0, 2))
      .toEqual(['1', '$195.00']);
    await page
      .getByRole('table', { name: 'By company' })
      .getByRole('link', { name: '1', exact: true })
      .click();
    await heading(page, 'Invoices');
    const [invoice] = (await call<readonly Invoice[]>(admin, 'GET', paths.admin.invoices)).filter(
      ({ account_id, period }) => account_id === live.accountId && period === '2026-11',
    );
    const rows = page.getByRole('table', { name: 'Invoices' }).getByRole('row');
    await rows.getByText(String(invoice?.invoice_number)).waitFor();
    expect(await rows.getByRole('link', { name: /^INV-/ }).count()).toBe(1);
  });

  // Proves S5-charts-2
  it('of the reports open the sites and companies that they count', async () => {
    const { page } = admin;
    const [site] = (await call<Site[]>(admin, 'GET', paths.admin.sites)).filter(
      ({ site_name }) => site_name === 'Harbor View',
    );
    await call(admin, 'PATCH', paths.admin.site(String(site?.id)), { status: 'inactive' });
    await page.goto('/reports?tab=site-additions');
    const changes = 'Additions and deactivations by month';
    await chartOf(page, changes).waitFor();
    await area(page, changes, 9).click();
    const added = page.getByRole('table', { name: 'Site Additions' }).getByRole('row');
    await expect.poll(() => added.count()).toBe(1 + 2);
    await page.goto('/reports?tab=site-additions');
    await area(page, changes, 11, 1).click();
    await page.waitForURL(/tab=site-deactivations/);
    await page.getByRole('table', { name: 'Site Deactivations' }).getByText('Harbor View').waitFor();
    await page.goto('/reports?tab=recurring-revenue&mode=live');
    const recurring = 'Monthly recurring revenue at the end of each month';
    await focusChart(page, recurring);
    await page.keyboard.press('End');
    const closing = await card(page).locator('.figure').nth(1).textContent();
    await page.keyboard.press('Enter');
    const table = page.getByRole('table', { name: /^Recurring by Company/ });
    await table.waitFor();
    const cells = table.getByRole('row', { name: /^Total/ }).getByRole('cell');
    await expect.poll(async () => (await cells.allTextContents()).at(-1)).toBe(closing);
  });

  // Proves S5-charts-1, S5-charts-2
  it("on the dealer's dashboard open the month's invoice", async () => {
    const { page } = demo;
    await page.goto('/dealer-dashboard');
    await focusChart(page, 'Invoiced each month');
    await page.keyboard.press('Home');
    await card(page).getByText('$78.00').waitFor();
    await expectGoodPage(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/invoicing/${demo.accountId}_2026-11`));
    expect(demo.noise).toEqual([]);
    expect(admin.noise).toEqual([]);
  });

  // Proves S5-charts-1
  it('show the card at the first touch and open the records at the second', async () => {
    const context = await browser.newContext({
      ...{ baseURL: portal.url, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
      storageState: await admin.context.storageState(),
    });
    const page = await context.newPage();
    await page.goto(`/admin-dashboard/companies/${live.accountId}/show`);
    const bar = area(page, 'Invoiced and paid by month', 10);
    await bar.tap();
    await card(page).getByText('$195.00').first().waitFor();
    expect(page.url()).toContain('/companies/');
    await bar.tap();
    await heading(page, 'Revenue');
    await context.close();
  });
});
