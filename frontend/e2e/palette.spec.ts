import { paths } from '@portal/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BEFORE, type BilledDealer, billMonths, invoicesOf, newBilledDealer } from './billing.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { heading, tabTo } from './hands.ts';
import { call, newAdmin, newDealer } from './people.ts';
import { closeVisitors, expectGoodPage, openChromium, type Visitor } from './support.ts';

let portal: ClockedPortal;
let browser: Browser;
let admin: Visitor;
let dealer: BilledDealer;
let page: Page;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startClockedPortal(BEFORE), openChromium()]);
  admin = await newAdmin(browser, portal);
  page = admin.page;
  dealer = await newBilledDealer(browser, portal, admin, 'northgate', { 'Harbor View': 12 });
  await billMonths(portal, admin, [dealer], ['2026-11']);
  await (await newDealer(browser, portal, 'bayridge')).close();
});

afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

const field = () => page.getByRole('combobox', { name: 'Search' });
/** Opens the palette, and the first option of this name that it finds. */
async function go(text: string, name: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await field().waitFor();
  await page.keyboard.type(text);
  const id = await page.getByRole('option', { name }).first().getAttribute('id');
  for (let presses = 0; presses < 20; presses += 1) {
    if ((await field().getAttribute('aria-activedescendant')) === id) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await field().waitFor({ state: 'detached' });
}
const toast = (text: string) => page.getByTestId('toast').getByText(text, { exact: true }).waitFor();

// Proves S5-admin-palette-1
it('finds companies, users, sites and invoices', async () => {
  await page.goto('/admin-dashboard');
  await heading(page, 'Admin dashboard');
  await page.keyboard.press('Control+k');
  await expectGoodPage(page);
  await field().fill('northgate');
  for (const group of ['Companies', 'Users', 'Invoices'])
    await page.getByRole('group', { name: group }).getByRole('option').first().waitFor();
  await expectGoodPage(page);
  await page.keyboard.press('Escape');
  await field().waitFor({ state: 'detached' });
  await go('harbor', /^Harbor View/);
  await heading(page, 'Harbor View');
});

// Proves S5-admin-palette-2
it('approves a dealer without the mouse', async () => {
  await go('bayridge', /bayridge@northgate/);
  await heading(page, 'Northgate Security');
  await go('approve', /^Approve/);
  // the dialog begins on its main button
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Enter');
  await toast('User Approved');
});

// Proves S5-admin-palette-2
it('records a payment without the mouse', async () => {
  const [invoice] = await invoicesOf(dealer);
  const number = invoice?.invoice_number ?? '';
  await go(number, new RegExp(`^${number}`));
  await heading(page, number);
  await page.getByRole('button', { name: 'Record payment' }).waitFor();
  await go('record', /^Record payment/);
  const dialog = page.getByRole('dialog', { name: `Record payment of ${number}` });
  await tabTo(page, dialog.getByLabel('Reference'));
  await page.keyboard.type('4711');
  await tabTo(page, dialog.getByRole('button', { name: 'Record payment' }));
  await page.keyboard.press('Enter');
  await toast('Payment recorded');
});

// Proves S5-admin-palette-2
it('answers a question without the mouse', async () => {
  const [invoice] = await invoicesOf(dealer);
  const asked = { line: 0, question: 'Is this the rate that we agreed on?' };
  await call(dealer, 'POST', paths.invoiceQuestions(invoice?.id ?? ''), asked);
  await go('questions', /^Questions/);
  await heading(page, 'Questions');
  await tabTo(page, page.getByRole('link', { name: /INV-/ }).first());
  await page.keyboard.press('Enter');
  await page.getByLabel('Your answer').waitFor();
  await go('answer', /^Your answer/);
  await page.keyboard.type('Yes, since October.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await toast('Answer sent');
});

// Proves S5-admin-palette-4
it('shows the best kind of record first, with the field that fits', async () => {
  await page.goto('/admin-dashboard');
  await heading(page, 'Admin dashboard');
  await page.keyboard.press('Control+k');
  await field().fill('2 harbor road, staten');
  const first = page.getByRole('option').first();
  await first.locator('mark').first().waitFor();
  expect(await first.textContent()).toContain('Harbor View');
  expect(await first.locator('mark').allTextContents()).toContain('2 Harbor Road, Staten');
  await page.keyboard.press('Escape');
});

// Proves S5-palette-dealer-1
it('finds pages, sites and invoices of a dealer, and pays', async () => {
  const { page: own } = dealer;
  const [invoice] = await invoicesOf(dealer);
  const shown = own.getByRole('dialog', { name: 'Search and actions' });
  await own.goto('/resources');
  await heading(own, 'Dealer Resources');
  await own.keyboard.press('Control+k');
  await shown.getByRole('option', { name: /^New Site/ }).waitFor();
  await expectGoodPage(own);
  await own.keyboard.type('harbor');
  await shown
    .getByRole('group', { name: 'Sites' })
    .getByRole('option', { name: /^Harbor View/ })
    .waitFor();
  await own.keyboard.press('Enter');
  await heading(own, 'Harbor View');
  await own.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await own.keyboard.type(String(invoice?.invoice_number));
  await shown.getByRole('option', { name: new RegExp(`^${invoice?.invoice_number}`) }).waitFor();
  await own.keyboard.press('Enter');
  await own.waitForURL(new RegExp(`/invoicing/${invoice?.id}`));
  expect(dealer.noise).toEqual([]);
});

// Proves S5-admin-palette-3
it('shows the shortcuts', async () => {
  await page.goto('/admin-dashboard');
  await heading(page, 'Admin dashboard');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await expectGoodPage(page);
  expect(admin.noise).toEqual([]);
});
