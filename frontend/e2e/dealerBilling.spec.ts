import { type BillingSummary, type CompanyOverview, paths } from '@portal/contract';
import { centsFromDollars, formatDollars } from '@portal/domain/values';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BEFORE, type BilledDealer, billMonths, newBilledDealer, orderSite } from './billing.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { heading, tabTo, whileFailing } from './hands.ts';
import { call, newAdmin } from './people.ts';
import {
  closeVisitors,
  expectAccessible,
  expectGoodPage,
  itDeep,
  openChromium,
  type Visitor,
} from './support.ts';

let portal: ClockedPortal;
let browser: Browser;
let admin: Visitor;
let dealer: BilledDealer;
let page: Page;
/** Console messages that a test expects. */
let asked: RegExp | null = null;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startClockedPortal(BEFORE), openChromium()]);
  admin = await newAdmin(browser, portal);
  dealer = await newBilledDealer(browser, portal, admin, 'northgate', {
    'Harbor View': 12,
    'Pier 7': 3,
    'Old Mill': 2,
  });
  page = admin.page;
  await billMonths(portal, admin, [dealer], ['2026-11']);
  const sites = await call<readonly { id: string; site_name: string }[]>(admin, 'GET', paths.admin.sites);
  const mill = sites.find(({ site_name }) => site_name === 'Old Mill');
  await call(admin, 'PATCH', paths.admin.site(String(mill?.id)), { status: 'inactive' });
  await orderSite(dealer, 'Annex', 5);
});
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});
afterEach(() => {
  const heard = (admin.noise as string[]).splice(0);
  expect(heard.filter((line) => asked?.test(line) !== true)).toEqual([]);
  asked = null;
});

const open = async () => {
  await page.goto(`/dealer-billing/${dealer.id}`);
  await heading(page, 'Billing Details');
};
const card = (name: string) =>
  page.getByRole('list', { name: 'Figures' }).getByRole('listitem').filter({ hasText: name });
const rows = () =>
  page
    .getByRole('table', { name: 'Sites' })
    .getByRole('row')
    .allTextContents()
    .then((texts) => texts.slice(1));
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const toast = (text: string) => page.getByTestId('toast').getByText(text).waitFor();

describe('/dealer-billing/{id}', () => {
  // Proves S2-2-billing-1
  it('is linked from the Invoicing tab, with the dealer ID as hash', async () => {
    await page.goto('/admin-dashboard/invoicing');
    await page.getByRole('link', { name: 'Northgate Security' }).first().click();
    await page.waitForURL(`**/dealer-billing/${dealer.id}#KS0001`);
    await page.getByText('Northgate Security · KS0001').waitFor();
  });

  // Proves S2-2-billing-2
  it('shows rate, active sites and projected invoice, the sites by status and the invoices', async () => {
    await open();
    await card('Default Reader Rate').getByText('$6.50').waitFor();
    await card('Active Sites').getByText('2', { exact: true }).waitFor();
    await card('Projected Monthly Invoice').getByText('$97.50').waitFor();
    await card('Projected Monthly Invoice').getByText('On Dec 1, 2026').waitFor();
    await expect
      .poll(rows)
      .toEqual([
        'Harbor ViewActive12$6.50Default rate$78.00',
        'Pier 7Active3$6.50Default rate$19.50',
        'Total15$97.50',
      ]);
    await expectGoodPage(page);
    for (const [tab, expected] of [
      ['Pending (1)', ['AnnexPending5$6.50Default rate$32.50']],
      ['Inactive (1)', ['Old MillInactive2\u2014Not billed\u2014']],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await expect.poll(rows).toEqual(expected);
    }
    await page.getByRole('tab', { name: 'All (4)' }).click();
    await expect.poll(rows).toHaveLength(4);
    await expectGoodPage(page);
    const table = page.getByRole('table', { name: 'Invoices' });
    await table.getByText('$110.50').waitFor();
    await table.getByRole('link', { name: /^View Details/ }).click();
    await page.waitForURL('**/admin-dashboard/invoices/**');
    await heading(page, 'INV-202611-0001');
    await page.getByText('Nov 16, 2026').waitFor();
  });

  // Proves S5-company
  it('shows how the company stands as the API answers, on both pages; tabs of the company count their lists', async () => {
    const get = <Body>(path: string) => call<Body>(admin, 'GET', path);
    const overview = await get<CompanyOverview>(paths.admin.accountOverview(dealer.accountId));
    const summary = await get<BillingSummary>(paths.admin.billingSummary(dealer.accountId));
    const dollars = (amount: number) => formatDollars(centsFromDollars(amount));
    expect(overview).toMatchObject({ open: 110.5, open_invoices: 1, overdue: 0 });
    const money = { Open: overview.open, Overdue: overview.overdue, Credit: overview.credit };
    const expectFigures = async (list: string, figures: Readonly<Record<string, string>>) => {
      const found = page.getByRole('list', { name: list, exact: true }).getByRole('listitem');
      for (const [label, value] of Object.entries(figures))
        await found
          .filter({ has: page.getByText(label, { exact: true }) })
          .getByText(value, { exact: true })
          .waitFor();
    };
    const inDollars = Object.fromEntries(
      Object.entries(money).map(([label, amount]) => [label, dollars(amount)]),
    );
    const estimate = async () =>
      page
        .getByRole('region', { name: 'Next invoice' })
        .getByText(dollars(summary.estimated_monthly_charge ?? 0))
        .first()
        .waitFor();
    await open();
    await expectFigures('Money', inDollars);
    await estimate();

    await page.getByRole('link', { name: 'Open the company' }).click();
    await heading(page, 'Northgate Security');
    await expectFigures('Figures', {
      ...inDollars,
      'Recurring revenue': dollars(overview.recurring.now),
      'Active sites': String(summary.total_active_sites),
      Card: 'None',
    });
    await estimate();
    const months = page.getByRole('table', { name: 'Invoiced and paid by month' });
    const [, ...rows] = await months.getByRole('row').allTextContents();
    expect(rows.map((row) => row.slice(8))).toEqual(
      overview.months.slice(-12).map(({ invoiced, paid }) => `${dollars(invoiced)}${dollars(paid)}`),
    );
    for (const { by } of overview.events)
      await page.getByRole('list', { name: 'Last events' }).getByText(by).first().waitFor();
    await expectGoodPage(page);

    const tabs = page.getByRole('tablist', { name: 'Parts of this company' });
    for (const [name, count] of Object.entries(overview.counts)) {
      const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      await tabs.getByRole('tab', { name: `${label} (${count})` }).click();
      const items = page.getByRole('list', { name: label, exact: true }).locator(':scope > li');
      await expect.poll(() => items.count(), { timeout: 10_000 }).toBe(count);
    }
    expect(overview.counts).toMatchObject({ sites: 4, invoices: 1, payments: 0, people: 1 });
  });

  // Proves S2-5-billing-1
  it('changes the default rate by keyboard, with errors, a preview by line, and updated figures', async () => {
    await open();
    await card('Active Sites').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Edit Reader Rate', exact: true }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Edit Reader Rate' });
    const rate = dialog.getByLabel('Default reader rate');
    await tabTo(page, rate);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('abc');
    await page.keyboard.press('Enter');
    await dialog.getByText('Rate must be a number').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('7');
    await dialog.getByRole('group', { name: 'Effect on the invoice of Dec 1, 2026' }).waitFor();
    await dialog.getByText('$97.50').waitFor();
    await dialog.getByText('$105.00').waitFor();
    await expectAccessible(page);
    await tabTo(page, dialog.getByRole('checkbox', { name: /^Raise the price with less notice/ }));
    await page.keyboard.press('Space');
    await tabTo(page, dialog.getByLabel('Reason'));
    await page.keyboard.type('New price list');
    await tabTo(page, dialog.getByRole('button', { name: 'Save' }));
    await page.keyboard.press('Enter');
    await toast('Reader rate updated');
    await card('Default Reader Rate').getByText('$7.00').waitFor();
    await card('Projected Monthly Invoice').getByText('$105.00').waitFor();
  });

  // Proves S2-2-invoicing-9
  it('schedules a rate, which the dealer sees in advance, and cancels it on the page of the company', async () => {
    await open();
    await press('Edit Reader Rate');
    const dialog = page.getByRole('dialog', { name: 'Edit Reader Rate' });
    await dialog.getByText("30 days' notice").waitFor();
    await dialog.getByLabel('Default reader rate').fill('8');
    await dialog.getByLabel('Effective from').fill('2027-01-01');
    await dialog.getByRole('group', { name: 'Effect on the invoice of Jan 1, 2027' }).waitFor();
    await dialog.getByText('$120.00').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toast('Reader rate updated');
    await dealer.page.goto('/invoicing');
    await dealer.page.getByText('$7.00 now, $8.00 from Jan 1, 2027').waitFor();
    await expectGoodPage(dealer.page);
    await page.getByText('$7.00 now, $8.00 from Jan 1, 2027 · Cancel').waitFor();
    await page.goto(`/admin-dashboard/companies/${dealer.accountId}/show`);
    await page.getByText('$7.00 now, $8.00 from Jan 1, 2027 · Cancel').waitFor();
    await expectGoodPage(page);
    await press('Cancel: Default reader rate, $8.00 from Jan 1, 2027');
    const question = page.getByRole('dialog', { name: 'Cancel this announced rate?' });
    await question.waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel the announced rate' }).click();
    await toast('Announced rate canceled');
    await dealer.page.reload();
    await dealer.page.getByText('Estimated Monthly Charge').waitFor();
    await expect.poll(() => dealer.page.getByText('Announced price changes').count()).toBe(0);
  });

  itDeep('sets and removes the rate of a site', async () => {
    await open();
    await press('Edit reader rate of Pier 7');
    const dialog = page.getByRole('dialog', { name: 'Reader rate of Pier 7' });
    await dialog.getByRole('button', { name: 'Show effect' }).click();
    await dialog.getByText('Rate is required').waitFor();
    await dialog.getByLabel('Custom reader rate').fill('0');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toast('Site reader rate updated');
    await page
      .getByRole('row', { name: /Pier 7/ })
      .getByText('Custom rate')
      .waitFor();
    await card('Projected Monthly Invoice').getByText('$84.00').waitFor();
    await press('Edit reader rate of Pier 7');
    await press('Use the dealer’s rate instead');
    const removal = page.getByRole('dialog', { name: 'Remove the rate of Pier 7?' });
    await removal.waitFor();
    await expectAccessible(page);
    await removal.getByRole('button', { name: 'Show effect' }).click();
    await removal.getByText('$105.00').waitFor();
    await removal.getByRole('checkbox').check();
    await removal.getByLabel('Reason').fill('The agreement for this site ended');
    await removal.getByRole('button', { name: 'Save' }).click();
    await card('Projected Monthly Invoice').getByText('$105.00').waitFor();
  });

  itDeep('enables promotional pricing, with the default rate struck through', async () => {
    await open();
    await press('Promotional Pricing');
    const dialog = page.getByRole('dialog', { name: 'Promotional Pricing' });
    await dialog.getByLabel('Promotional months').fill('0');
    await dialog.getByRole('button', { name: 'Show effect' }).click();
    await dialog.getByText('Promotional rate is required').waitFor();
    await dialog.getByText('Months must be at least 1').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Promotional reader rate').fill('5');
    await dialog.getByLabel('Promotional months').fill('12');
    await dialog.getByLabel('Promotional pricing active').check();
    await dialog.getByText('$75.00').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toast('Promotional pricing updated');
    await page.locator('s', { hasText: '$7.00' }).waitFor();
    await card('Projected Monthly Invoice').getByText('$75.00').waitFor();
    await page
      .getByRole('row', { name: /Harbor View/ })
      .getByText('Promotional rate')
      .waitFor();
    await expectGoodPage(page);
  });

  // Proves S2-2-billing-3
  itDeep('sends the dealer the link to the payment method page', async () => {
    await open();
    await press('Update Payment Method');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Send email' }).click();
    await toast('Email sent');
  });

  // Proves S2-8-billing-1
  itDeep('shows a failure to load', async () => {
    asked = /503/;
    const fault = { status: 503, json: { error: 'Not now.' } };
    await whileFailing(page, paths.admin.user(dealer.id), fault, async () => {
      await open();
      await page.getByText('Failed to fetch dealer').waitFor();
      await expectGoodPage(page);
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await card('Active Sites').waitFor();
    await whileFailing(page, paths.admin.invoices, fault, async () => {
      await open();
      await page.reload();
      await page.getByText('Failed to fetch dealer invoices').waitFor();
    });
  });

  itDeep('shows the account’s figures for a colleague, and a message without an account', async () => {
    await page.goto('/dealer-billing/nobody-there');
    asked = /404/;
    await page.getByText('Failed to fetch dealer').waitFor();
    const users = await call<readonly { id: string; is_admin: boolean }[]>(admin, 'GET', paths.admin.users);
    const self = users.find(({ is_admin }) => is_admin);
    await page.goto(`/dealer-billing/${self?.id}`);
    await page.getByText('No account ID found for this dealer').waitFor();
    await expectGoodPage(page);
  });

  // Proves B38-charge
  it('adds a charge to the next invoice, which the estimate of the dealer has, and cancels it', async () => {
    await open();
    await press('Add Charge');
    const dialog = page.getByRole('dialog', { name: 'Add to the next invoice' });
    await dialog.getByLabel('Text').fill('Setup of a panel');
    await dialog.getByLabel('Amount in dollars').fill('25');
    await dialog.getByLabel('Reason').fill('Ordered by phone');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await toast('Charge added');
    const list = page.getByRole('list', { name: 'One-off charges' });
    await list.getByText('Setup of a panel: $25.00').waitFor();
    await list.getByText('waits for the invoice of Dec 1, 2026').waitFor();
    await expectGoodPage(page);
    await dealer.page.goto('/invoicing');
    await dealer.page.getByText('$25.00 for Setup of a panel').waitFor();
    await press('Cancel Setup of a panel');
    const asking = page.getByRole('dialog', { name: 'Cancel Setup of a panel?' });
    await asking.getByLabel('Reason').fill('Entered twice');
    await asking.getByRole('button', { name: 'Cancel charge' }).click();
    await toast('Charge canceled');
    await list.getByText('Canceled', { exact: true }).waitFor();
  });
});
