import { paths } from '@portal/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BEFORE, type BilledDealer, billMonths, invoicesOf, MONTHS, newBilledDealer } from './billing.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { heading } from './hands.ts';
import { call, newAdmin, PASSWORD, signIn } from './people.ts';
import {
  closeVisitors,
  expectAccessible,
  expectGoodPage,
  expectWholeTable,
  openChromium,
  type Visitor,
} from './support.ts';

let portal: ClockedPortal;
let browser: Browser;
let admin: Visitor;
let owing: BilledDealer;
let asking: BilledDealer;
let page: Page;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startClockedPortal(BEFORE), openChromium()]);
  admin = await newAdmin(browser, portal);
  owing = await newBilledDealer(browser, portal, admin, 'northgate', { 'Harbor View': 25 });
  asking = await newBilledDealer(browser, portal, admin, 'westpier', { 'Pier 7': 10 });
  page = admin.page;
  await billMonths(portal, admin, [owing, asking], MONTHS);
  // those of January were due on the 16th
  await portal.setClock('2027-01-20T17:00:00.000Z');
  await signIn(admin, portal.admin.username, portal.admin.password);
  await signIn(asking, asking.username, PASSWORD);
  await signIn(owing, owing.username, PASSWORD);
  const [newest] = await invoicesOf(asking);
  await call(asking, 'POST', paths.invoiceQuestions(newest?.id ?? ''), { line: 0, question: 'Why 10?' });
  const promise = { promised_on: '2027-01-25', note: 'Ann: a check for all three' };
  await call(admin, 'POST', paths.admin.promises(owing.accountId), promise);
});
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

const toast = (text: string) => page.getByTestId('toast').getByText(text).waitFor();
const row = (number: string | undefined) => page.getByRole('row', { name: number ?? 'none' });

// Proves I39-collections
it('lists overdue invoices by age, and is filtered in its address', async () => {
  await page.goto('/admin-dashboard/receivables');
  await page
    .getByRole('navigation', { name: 'Invoicing' })
    .getByRole('link', { name: 'Collections' })
    .click();
  await heading(page, 'Collections');
  const [newest] = await invoicesOf(owing);
  // names of companies are read after the rows
  await row(newest?.invoice_number).getByText('Northgate Security').waitFor();
  const shown = await row(newest?.invoice_number).textContent();
  expect(shown).toContain('By Jan 25, 2027Ann: a check for all three');
  await row('Total').getByText('$682.50').waitFor();
  await expectGoodPage(page);
  await expectWholeTable(page);
  await page.getByRole('tab', { name: /^61–90 days/ }).click();
  await row('Total').getByText('$227.50').waitFor();
  expect(decodeURIComponent(page.url())).toContain('"age":"61-90"');
  await page.reload();
  await row('Total').getByText('$227.50').waitFor();
  expect(admin.noise).toEqual([]);
});

// Proves I39-manual-reminders
it('reminds of selected invoices: says how many mails, and what was not sent', async () => {
  await page.goto('/admin-dashboard/collections');
  await page
    .getByRole('checkbox', { name: /^Select INV/ })
    .first()
    .waitFor();
  const owed = await invoicesOf(owing);
  const [paused] = await invoicesOf(asking);
  for (const { invoice_number: number } of [...owed.slice(0, 2), ...(paused ? [paused] : [])])
    await page.getByRole('checkbox', { name: `Select ${number}` }).click();
  await page.getByRole('button', { name: 'Send reminder', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Send reminders of 3 invoices?' });
  await dialog.getByText('2 mails to 1 company.').waitFor();
  await dialog.getByText(/Reminders are paused while the company waits/).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send reminder' }).click();
  const result = page.getByRole('dialog', { name: 'Send reminder: 2 of 3 done' });
  await result.getByRole('listitem').waitFor();
  expect(await result.getByRole('listitem').allTextContents()).toEqual([
    `${paused?.invoice_number}: Reminders are paused while the company waits for an answer to its question.`,
  ]);
  await expectAccessible(page);
  await result.getByRole('button', { name: 'Close' }).click();
  await row(owed[0]?.invoice_number).getByText('by hand').waitFor();
  await page.getByRole('button', { name: `Send reminder ${owed[0]?.invoice_number}` }).click();
  const again = page.getByRole('dialog', { name: `Send a reminder of ${owed[0]?.invoice_number}?` });
  await again.getByText('Nothing can be sent now.').waitFor();
  await again.getByText(/A reminder was sent today already/).waitFor();
  await again.getByRole('button', { name: 'Cancel' }).click();
  expect(admin.noise.filter((line) => !line.includes('409'))).toEqual([]);
});

// Proves I39-collections
it('records one payment over the selected invoices of a company', async () => {
  await page.goto('/admin-dashboard/collections');
  await page
    .getByRole('checkbox', { name: /^Select INV/ })
    .first()
    .waitFor();
  const [newest, middle, oldest] = await invoicesOf(owing);
  for (const one of [newest, oldest])
    await page.getByRole('checkbox', { name: `Select ${one?.invoice_number}` }).click();
  await page.getByRole('button', { name: 'Record payment', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Record payment of Northgate Security' });
  expect(await dialog.getByLabel('Amount in dollars').inputValue()).toBe('325.00');
  await dialog.getByText('$325.00 pays 2 invoices.').waitFor();
  await dialog.getByLabel('Reference').fill('4711');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await toast('Payment recorded');
  await row(newest?.invoice_number).waitFor({ state: 'detached' });
  await row(middle?.invoice_number).waitFor();
  expect((await invoicesOf(owing)).map(({ status }) => status)).toEqual(['paid', 'pending', 'paid']);
});
