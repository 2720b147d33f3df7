import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BEFORE, type BilledDealer, billMonths, invoicesOf, MONTHS, newBilledDealer } from './billing.ts';
import { CARDS, giveCard } from './cards.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { heading, tabTo } from './hands.ts';
import { newAdmin } from './people.ts';
import { closeVisitors, expectAccessible, expectGoodPage, openChromium, type Visitor } from './support.ts';

let portal: ClockedPortal;
let browser: Browser;
let admin: Visitor;
let dealer: BilledDealer;
let payer: BilledDealer;
let page: Page;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startClockedPortal(BEFORE), openChromium()]);
  admin = await newAdmin(browser, portal);
  dealer = await newBilledDealer(browser, portal, admin, 'northgate', { 'Harbor View': 25 });
  payer = await newBilledDealer(browser, portal, admin, 'westpier', { 'Pier 7': 10 });
  page = admin.page;
  await billMonths(portal, admin, [dealer, payer], MONTHS);
});
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

const toast = (text: string) => page.getByTestId('toast').getByText(text).waitFor();
const states = async () =>
  (await invoicesOf(dealer)).map(({ status, open_amount, credited_amount }) => [
    status,
    open_amount,
    credited_amount,
  ]);

// Proves I38-receipts-4
it('shares a check of $491 by three invoices, and opens them again when it bounces', async () => {
  const numbers = (await invoicesOf(dealer)).map(({ invoice_number: number }) => number);
  await page.goto(`/dealer-billing/${dealer.id}`);
  await heading(page, 'Billing Details');
  await page.getByRole('button', { name: 'Record payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record payment of Northgate Security' });
  await dialog.getByLabel('Amount in dollars').fill('491');
  await dialog.getByLabel('Paid on').fill('2027-01-02');
  for (const number of numbers) expect(await dialog.getByLabel(number).inputValue()).toBe('162.50');
  await dialog
    .getByText('$487.50 pays 3 invoices. $3.50 becomes credit of the company, which pays the next invoices.')
    .waitFor();
  await expectAccessible(page);
  await tabTo(page, dialog.getByLabel('Reference'));
  await page.keyboard.type('1234');
  await page.keyboard.press('Enter');
  await toast('Payment recorded');
  expect(await states()).toEqual([
    ['paid', 0, 3.5],
    ['paid', 0, 0],
    ['paid', 0, 0],
  ]);

  const [, older] = await invoicesOf(dealer);
  await page.goto(`/admin-dashboard/invoices/${older?.id}/show`);
  await page.getByText('$162.50 paid by check 1234 of $491.00 over 3 invoices, on Jan 2, 2027.').waitFor();
  await page.getByRole('button', { name: 'Reverse payment' }).click();
  const reversal = page.getByRole('dialog', { name: `Reverse a payment of ${older?.invoice_number}` });
  await reversal
    .getByText(
      `The whole check is reversed, and these invoices open again: ${[...numbers].reverse().join(', ')}.`,
    )
    .waitFor();
  await expectAccessible(page);
  await reversal.getByLabel('Reason').fill('The check bounced');
  await reversal.getByRole('button', { name: 'Reverse payment' }).click();
  await toast('Payment reversed');
  await page.getByText(/over 3 invoices, on Jan 2, 2027; reversed on/).waitFor();
  expect(await states()).toEqual(numbers.map(() => ['pending', 162.5, 0]));
  expect(admin.noise).toEqual([]);
});

// Proves I38-receipts-5
it('records the checks of a day by keyboard, beside the deposit total', async () => {
  await page.goto('/admin-dashboard/invoices');
  await page.getByRole('link', { name: 'Record checks' }).click();
  await heading(page, 'Record checks');
  const field = (what: string, row: number) => page.getByLabel(`${what} of check ${row}`);
  const check = async (row: number, amount: string, number: string) => {
    await page.keyboard.type('north');
    await page.getByRole('option', { name: 'Northgate Security (KS0001)' }).waitFor();
    await page.keyboard.press('Enter');
    for (const text of [amount, number]) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await field('Day', row).fill('2027-01-02');
  };
  await field('Company', 1).focus();
  await check(1, '162.50', '2001');
  await page.keyboard.press('Enter');
  await check(2, '330', '2002');
  await page.getByLabel('Deposit total').fill('492.50');
  await page.getByText('2 checks, $492.50').waitFor();
  await page.getByText('As on the deposit slip').waitFor();
  await page.getByText(/credit \$5\.00$/).waitFor();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Record 2 checks' }).click();
  await toast('2 checks recorded');
  await page.getByText(/^Recorded: .* credit \$5\.00$/).waitFor();
  expect(await states()).toEqual([
    ['paid', 0, 5],
    ['paid', 0, 0],
    ['paid', 0, 0],
  ]);
  await page.getByRole('button', { name: 'New deposit' }).waitFor();
  await expectGoodPage(page);
  expect(admin.noise).toEqual([]);
});

// Proves I38-payout-4
it("pays the company's credit out, and takes a stopped check back", async () => {
  await page.goto(`/dealer-billing/${dealer.id}`);
  await page.getByText('$5.00 unused, demo').waitFor();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Pay out credit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay out credit' });
  expect(await dialog.getByLabel('Amount in dollars').inputValue()).toBe('5.00');
  await dialog.getByLabel('Amount in dollars').fill('6');
  await dialog.getByLabel('Reference').fill('88');
  await dialog.getByLabel('Reason').fill('The dealer asked for it');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Pay out' }).click();
  await dialog.getByText('At most $5.00 of credit can be paid out.').waitFor();
  await dialog.getByLabel('Amount in dollars').fill('4.50');
  await dialog.getByRole('button', { name: 'Pay out' }).click();
  await toast('Credit paid out');
  await page.getByText('$0.50 unused, demo').waitFor();
  await page.getByText('$4.50 by check 88').waitFor();
  await expectGoodPage(page);
  const { account_id: account } = (await invoicesOf(dealer))[0] ?? {};
  await page.goto(`/admin-dashboard/companies/${account}/show?tab=invoices`);
  await page.getByRole('button', { name: 'Take $4.50 by check 88 back' }).click();
  const asked = page.getByRole('dialog', { name: 'Take $4.50 by check 88 back?' });
  await expectAccessible(page);
  await asked.getByLabel('Reason').fill('The check was stopped');
  await asked.getByRole('button', { name: 'Take back' }).click();
  await toast('Payout taken back');
  await page.getByText('$5.00 unused, demo').waitFor();
  await page.getByText(/^Taken back on /).waitFor();
  await expectGoodPage(page);
  // the console tells of the amount that was refused
  expect(admin.noise.filter((line) => !line.includes('422'))).toEqual([]);
});

// Proves I38-chosen-amount
it('lets a dealer pay a part of an invoice by card', async () => {
  await giveCard(payer, CARDS.good);
  const [invoice] = await invoicesOf(payer);
  const { id, invoice_number: number } = invoice ?? {};
  await payer.page.goto(`/invoicing/${id}`);
  await payer.page.getByRole('button', { name: 'Pay Now' }).click();
  const dialog = payer.page.getByRole('dialog', { name: `Pay ${number}` });
  await dialog.getByRole('button', { name: 'Pay another amount' }).click();
  await expectAccessible(payer.page);
  await dialog.getByLabel('Amount in dollars').fill('100');
  await payer.page.keyboard.press('Enter');
  await dialog.getByText('$65.00 of this invoice is open, not more.').waitFor();
  await dialog.getByLabel('Amount in dollars').fill('25');
  await payer.page.keyboard.press('Enter');
  await dialog.getByText('Total $25.00 of $65.00').waitFor();
  await expectAccessible(payer.page);
  await dialog.getByRole('button', { name: 'Pay $25.00' }).click();
  await payer.page.getByTestId('toast').getByText('The rest of the invoice is still open.').waitFor();
  await payer.page.waitForURL('**/invoicing');
  expect((await invoicesOf(payer))[0]).toMatchObject({ status: 'pending', paid_amount: 25, open_amount: 40 });
  await payer.page.goto(`/invoicing/${id}`);
  await payer.page.getByText('Paid so far').first().waitFor();
  await payer.page.getByText(/^\$25\.00 paid by card, on/).waitFor();
  await expectGoodPage(payer.page);
  expect(payer.noise).toEqual([]);
});
