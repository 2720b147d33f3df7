import { type BillingSummary, type Invoice, type InvoiceDetail, paths, type Site } from '@portal/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BEFORE, type BilledDealer, billMonths, downloadOf, inMonth, newBilledDealer } from './billing.ts';
import { CARDS, giveCard } from './cards.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { call, newAdmin, newDealer } from './people.ts';
import { closeVisitors, openChromium, type Visitor } from './support.ts';

let portal: ClockedPortal;
let browser: Browser;
let admin: Visitor;
let dealer: BilledDealer;

/** It is December 2. The dealer's second invoice is higher than the first. */
beforeAll(async () => {
  [portal, browser] = await Promise.all([startClockedPortal(BEFORE), openChromium()]);
  admin = await newAdmin(browser, portal);
  dealer = await newBilledDealer(browser, portal, admin, 'northgate', { 'Harbor View': 12 });
  await billMonths(portal, admin, [dealer], ['2026-11']);
  const [site] = await call<Site[]>(dealer, 'GET', paths.sites);
  await call(admin, 'PATCH', paths.admin.site(site?.id ?? ''), { number_of_readers: 15 });
  await billMonths(portal, admin, [dealer], ['2026-12']);
  await giveCard(dealer, CARDS.good);
  // its name has what the address of Harbor View begins with
  await call<Site>(dealer, 'POST', paths.sites, {
    ...{ site_name: 'Unit of 2 Harbor Road', site_address: '9 Elm Street', site_city: 'Albany' },
    ...{ site_state: 'NY', site_zip: '12207', number_of_readers: '2' },
  });
  for (const { page } of [admin, dealer]) await page.clock.install({ time: inMonth('2026-12') });
});
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

/** Presses, from the first page after sign-in, that the common tasks take: a click or a filled field is one. */
describe('common tasks', () => {
  let page: Page;
  let presses: number;
  const start = async (who: Visitor, path: string) => {
    page = who.page;
    await page.goto(path);
    presses = 0;
  };
  const press = async (target: Locator) => {
    await target.click();
    presses += 1;
  };
  const type = async (id: string, text: string) => {
    const field = page.locator(`#${id}`);
    if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') await field.selectOption(text);
    else await field.fill(text);
    presses += 1;
  };
  const button = (name: string | RegExp, place: Page | Locator = page) => place.getByRole('button', { name });
  const menu = (navigation: string, name: string) =>
    page.getByRole('navigation', { name: navigation }).getByRole('link', { name });
  const dialog = () => page.getByRole('dialog');

  // Proves S5-presses-1
  it('says why an invoice rose with 1 press on its page', async () => {
    await start(dealer, `/invoices/${dealer.accountId}_2026-12`);
    await press(button('$19.50 more than November'));
    await page.getByText('Harbor View: 12 → 15 readers').waitFor();
    expect(presses).toBeLessThanOrEqual(1);
  });

  // Proves S5-presses-1
  it('orders and pays a site of 8 readers with a panel in 16 presses', async () => {
    await start(dealer, '/dealer-dashboard');
    await press(page.getByRole('link', { name: 'New Site' }).first());
    await type('site_name', 'Pearl Street Offices');
    await type('site_address', '12 Pearl Street');
    await type('site_city', 'New York');
    await type('site_state', 'NY');
    await type('site_zip', '10004');
    await type('number_of_readers', '8');
    await press(page.getByRole('checkbox', { name: 'CA 150 Panel' }));
    await press(button(/^Pay \$.* and Create Site$/));
    await page.waitForURL('**/dealer-dashboard');
    await page.getByText('Pearl Street Offices is ordered.').waitFor();
    expect(presses).toBeLessThanOrEqual(16);
  });

  // Proves S5-presses-1, S2-5-billing-4
  it("raises a rate from the next month with 30 days' notice in 4 presses", async () => {
    await start(admin, '/admin-dashboard');
    await press(menu('Administration', 'Companies'));
    await press(button('New rate Northgate Security'));
    await type('rate', '7.00');
    await dialog().getByText('Effect on the invoice of Jan 1, 2027').waitFor();
    await press(button('Save'));
    await page.getByTestId('toast').getByText('Reader rate updated').waitFor();
    const summary = paths.admin.billingSummary(dealer.accountId);
    expect((await call<BillingSummary>(admin, 'GET', summary)).announced_rates).toMatchObject([
      { rate_now: 6.5, rate: 7, effective_from: '2027-01-01' },
    ]);
    expect(presses).toBeLessThanOrEqual(4);
  });

  // Proves S5-presses-1
  it('records a check in 5 presses', async () => {
    const invoice = await call<Invoice>(admin, 'GET', paths.admin.invoice(`${dealer.accountId}_2026-12`));
    await start(admin, '/admin-dashboard');
    await press(menu('Administration', 'Invoicing'));
    await press(menu('Invoicing', 'Invoices'));
    await press(button(`Record payment ${invoice.invoice_number}`));
    await type('reference', '1042');
    await press(button('Record payment', dialog()));
    await page.getByTestId('toast').getByText('Payment recorded').waitFor();
    expect(await call<Invoice>(admin, 'GET', paths.admin.invoice(invoice.id))).toMatchObject({
      ...{ status: 'paid', payment_kind: 'check', payment_date: '2026-12-02', payment_reference: '1042' },
    });
    expect(presses).toBeLessThanOrEqual(5);
  });

  // Proves S5-presses-1, S6-revenue-4
  it("exports the month's revenue in 2 presses", async () => {
    await start(admin, '/admin-dashboard');
    await press(page.getByRole('link', { name: 'Revenue by company' }));
    const { name, content } = await downloadOf(page, () => press(button('Export CSV')));
    expect(name).toBe('revenue-2026-12-demo.csv');
    expect(content.toString('utf8')).toContain('2026-12,Northgate Security');
    expect(presses).toBeLessThanOrEqual(2);
  });

  // Proves S5-presses-1
  it.each([
    ['an administrator', () => admin, '/admin-dashboard'],
    ['a dealer', () => dealer, '/dealer-dashboard'],
  ])('finds a site by address for %s in 2 presses, the right one first', async (_name, who, path) => {
    await start(who(), path);
    // a first view takes no keys before the app has taken it over
    await expect.poll(() => button('Search').first().isEnabled()).toBe(true);
    await page.keyboard.press('Control+k');
    presses += 1;
    await page.getByRole('combobox', { name: 'Search' }).fill('2 Harbor Road');
    presses += 1;
    const first = page.getByRole('option').first();
    await first.getByText('Harbor View').waitFor();
    expect(await first.getAttribute('class')).toContain('Mui-focused');
    expect(presses).toBeLessThanOrEqual(2);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Harbor View' }).waitFor();
  });

  // Proves S5-presses-1, I39-after-action
  it('approves a dealer in 3 presses', async () => {
    const waiting = await newDealer(browser, portal, 'harborline');
    await start(admin, '/admin-dashboard');
    await press(button('Approve Northgate Security'));
    expect(await page.locator(':focus').textContent()).toBe('Approve');
    await press(button('Approve', dialog()));
    await page.getByTestId('toast').getByRole('link', { name: 'Northgate Security' }).waitFor();
    await expect.poll(() => page.locator('#content :focus').count()).toBe(1);
    await expect.poll(() => call(waiting, 'GET', paths.user)).toMatchObject({ is_approved: true });
    expect(presses).toBeLessThanOrEqual(3);
  });

  // Proves S5-presses-1
  it('imports 17 of 20 sites from the page of a new site in 3 presses', async () => {
    const before = (await call<Site[]>(dealer, 'GET', paths.sites)).length;
    const rows = Array.from(
      { length: 20 },
      (_, index) => `Depot ${index},${index} Elm St,Albany,${index % 7 === 3 ? 'NX' : 'new york'},12207,4`,
    );
    const file = [
      'Name;Street;Town;State;Postal code;# of readers',
      ...rows.map((row) => row.replaceAll(',', ';')),
    ];
    await start(dealer, '/new-site');
    await press(page.getByRole('link', { name: 'Import sites' }));
    const chosen = page.waitForEvent('filechooser');
    await press(button('Choose a file'));
    const buffer = Buffer.from(`\uFEFF${file.join('\r\n')}`);
    await (await chosen).setFiles({ name: 'sites.csv', mimeType: 'text/csv', buffer });
    await page.getByText('17 of 20 rows can be ordered now.').waitFor();
    await press(button(/Create 17 Sites$/));
    await page.getByText('17 of 17 sites created').waitFor();
    // the list of sites may be behind the order's read model
    await expect.poll(async () => (await call<Site[]>(dealer, 'GET', paths.sites)).length).toBe(before + 17);
    expect(presses).toBeLessThanOrEqual(3);
  });

  // Proves S5-presses-1, S6-correct-6
  it('corrects the readers of one line in 5 presses', async () => {
    const invoice = await call<Invoice>(admin, 'GET', paths.admin.invoice(`${dealer.accountId}_2026-11`));
    await start(admin, `/admin-dashboard/invoices/${invoice.id}/show`);
    await press(button('Correct Harbor View'));
    await dialog().getByRole('group', { name: 'Correction of Harbor View' }).waitFor();
    await type('entries\\.0\\.readers', '10');
    await type('entries\\.0\\.reason', 'Two were never installed');
    await press(button('Show before and after', dialog()));
    const preview = dialog().getByRole('region', { name: 'Before and after' });
    await preview.getByRole('row', { name: 'Total $78.00 $65.00' }).waitFor();
    await press(button('Void and reissue', dialog()));
    await page.getByTestId('toast').getByText('Invoice reissued').waitFor();
    const { replaced_by: next } = await call<InvoiceDetail>(admin, 'GET', paths.admin.invoice(invoice.id));
    expect(await call<Invoice>(admin, 'GET', paths.admin.invoice(next ?? ''))).toMatchObject({
      total_amount: 65,
    });
    expect(presses).toBeLessThanOrEqual(5);
  });
});
