import { type Account, type MigrationRecord, type Order, paths, type Site } from '@portal/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BEFORE, type BilledDealer, billMonths, downloadOf, newBilledDealer, orderSite } from './billing.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { heading } from './hands.ts';
import { call, newAdmin, newDealer, registration } from './people.ts';
import {
  closeVisitors,
  expectGoodPage,
  expectWholeTable,
  itDeep,
  openChromium,
  type Visitor,
} from './support.ts';

let portal: ClockedPortal;
let browser: Browser;
let admin: Visitor;
let dealer: BilledDealer;
let page: Page;
let migrationIds: readonly string[];

const AREA = '/admin-dashboard';
const migration = (name: string) => ({
  migration_site_name: name,
  migration_site_address: '2 Dock Rd',
  migration_site_city: 'Troy',
  migration_site_state: 'NY',
  migration_site_zip: '12180',
  system7_site_id: 'S7-17',
  num_controllers: '2',
  number_of_acu_panels: '1',
  number_of_readers: '8',
  current_system: 'System VII',
  aurora_license: false,
  reverse_network_ip: false,
});
/** An unpaid order of a panel with shipping for a migration. */
const order = {
  amount: 68_000,
  isMigration: true,
  order: {
    kind: 'migration',
    migration: { ...migration('Canal Storage'), ca150_panel: true },
  },
};

const message = {
  contact_name: 'Wes Wonder',
  contact_email: 'wes@example.com',
  contact_subject: 'new_site',
  contact_message: 'How soon?',
};

beforeAll(async () => {
  [portal, browser] = await Promise.all([startClockedPortal(BEFORE), openChromium()]);
  admin = await newAdmin(browser, portal);
  page = admin.page;
  const sites = { 'Harbor View': 12, 'Pier 7': 3 };
  dealer = await newBilledDealer(browser, portal, admin, 'northgate', sites);
  await billMonths(portal, admin, [dealer], ['2026-11', '2026-12']);
  const asked = ['Old Mill', 'New Mill'].map((name) =>
    call<MigrationRecord>(dealer, 'POST', paths.migrations, migration(name)),
  );
  migrationIds = (await Promise.all(asked)).map(({ id }) => id);
  await call(dealer, 'POST', paths.createPaymentIntent, order);
  await orderSite(dealer, 'Boathouse', 5);
  const [pier] = await call<Site[]>(dealer, 'GET', `${paths.sites}?status=active`);
  await call(dealer, 'POST', paths.readerChange(pier?.id ?? ''), {
    number_of_readers: 20,
    note: 'A new wing',
  });
  await (await newDealer(browser, portal, 'bayridge')).close();
});

afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

const press = (place: Locator | Page, name: string | RegExp) => place.getByRole('button', { name }).click();
const toast = (text: string) => page.getByTestId('toast').getByText(text, { exact: true }).waitFor();
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const open = async (path: string, title: string) => {
  // a failed check leaves the window small
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${AREA}${path}`);
  await heading(page, title);
};

describe('admin home', () => {
  // Proves S5-admin-home-2, S5-admin-home-4
  it('shows pending work with links to its lists, and key figures', async () => {
    await open('', 'Admin dashboard');
    const waiting = page.getByRole('list', { name: 'Needs a decision' });
    for (const [name, count] of [
      ['Pending dealers', 1],
      ['Pending sites', 1],
      ['Pending migrations', 2],
      ['Reader requests', 1],
      ['Overdue invoices', 1],
    ])
      await waiting.getByRole('link', { name: `${name} ${count}` }).waitFor();
    const figures = page.getByRole('list', { name: 'Figures' });
    await figures.getByRole('link', { name: /^Active sites 2/ }).waitFor();
    await page.getByRole('link', { name: /^\d+ compan(y|ies), all demo$/ }).waitFor();
    await page.locator('figcaption').getByText('Revenue by month').waitFor();
    await page.locator('figcaption').getByText('Projected').waitFor();
    // drawn as wide as the card, so that its labels keep their size
    const widths = await page
      .locator('figure svg')
      .evaluate((svg: SVGSVGElement) => [svg.viewBox.baseVal.width, svg.getBoundingClientRect().width]);
    expect(Math.abs((widths[0] ?? 0) - (widths[1] ?? 1))).toBeLessThan(1);
    await page.getByRole('list', { name: 'Newest activity' }).getByText('Asked for 20 readers').waitFor();
    await expectGoodPage(page);
    await waiting.getByRole('link', { name: /Overdue invoices/ }).click();
    await heading(page, 'Invoices');
    await row('INV-202611-0001').waitFor();
    await expect.poll(() => row('INV-202612-0001').count()).toBe(0);
  });

  // Proves S5-admin-home-5
  it('updates automatically, and shows older activity on request', async () => {
    const listening = page.waitForResponse((response) => response.url().endsWith(paths.events));
    await open('', 'Admin dashboard');
    await listening;
    const activity = page.getByRole('list', { name: 'Newest activity' });
    await activity.getByText('Asked for 20 readers').waitFor();
    await call(dealer, 'POST', paths.contact, message);
    await page.getByRole('link', { name: 'Open messages 1' }).waitFor();
    const before = await activity.getByRole('listitem').count();
    await press(page, 'Show earlier');
    await expect.poll(() => activity.getByRole('listitem').count()).toBeGreaterThan(before);
  });
});

// Proves S5-admin-home-3
it('begins no line of grouped activity with a comma', async () => {
  const subject = (seq: number) => ({ kind: 'invoice', id: `i${seq}`, name: `INV-202611-000${seq}` });
  const entries = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((seq) => ({
    ...{ seq, text: 'Issued', at: '2026-11-01T12:00:00.000Z', by: 'The portal', type: 'InvoiceIssued' },
    subject: subject(seq),
  }));
  const activity = (url: URL) => url.pathname === paths.admin.activity;
  await page.route(activity, (route) => route.fulfill({ json: { entries, next: null } }));
  await open('', 'Admin dashboard');
  const group = page.getByRole('list', { name: 'Newest activity' }).getByRole('listitem');
  await group.getByText('9 invoices: Issued').waitFor();
  // at each width the list breaks elsewhere
  for (let width = 320; width <= 400; width += 8) {
    await page.setViewportSize({ width, height: 900 });
    const [lines, first] = await group.evaluate((item) => {
      const all = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
      const found: [number, string][] = [];
      for (let node = all.nextNode(); node !== null; node = all.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        const { top, bottom } = range.getBoundingClientRect();
        if (node.textContent?.trim()) found.push([(top + bottom) / 2, node.textContent]);
      }
      const begins = found.filter(
        ([middle], at) => at === 0 || Math.abs(middle - (found[at - 1]?.[0] ?? 0)) > 5,
      );
      return [begins.length, begins.map(([, text]) => text.trim().charAt(0)).join('')] as const;
    });
    expect(lines).toBeGreaterThan(3);
    expect([width, first]).toEqual([width, expect.not.stringContaining(',')]);
  }
  await page.unroute(activity);
});

describe('revenue', () => {
  // Proves S6-revenue-4
  it("exports the month's revenue, and shows it by company", async () => {
    await open('', 'Admin dashboard');
    await page.getByRole('link', { name: 'Revenue by company' }).click();
    const csv = await downloadOf(page, () => press(page, 'Export CSV'));
    // there are demo companies only
    expect(csv.name).toBe('revenue-2026-12-demo.csv');
    expect(csv.content.toString('utf8')).toContain('2026-12,Northgate Security,KS0001,1,97.50,0.00');
    await heading(page, 'Revenue');
    const companies = page.getByRole('table', { name: 'By company, December 2026' });
    await companies.getByRole('row', { name: /Northgate Security 1 \$97\.50 \$0\.00/ }).waitFor();
    await page.getByLabel('Mode', { exact: true }).selectOption('Live');
    await page.getByText('No invoices or orders for these filters.').waitFor();
    await press(page, 'Clear');
    await expectGoodPage(page);
    await page.getByRole('link', { name: 'November 2026' }).click();
    await page.getByRole('table', { name: 'By company, November 2026' }).waitFor();
  });
});

// Proves B37-read
it('shows the trial balance of a month, an account of it, and exports it', async () => {
  await open('/journal', 'Journal');
  const balance = page.getByRole('table', { name: 'Trial balance, December 2026' });
  await balance.getByRole('row', { name: /^Invoice revenue/ }).waitFor();
  const csv = await downloadOf(page, () => press(page, 'Export QuickBooks'));
  expect(csv.name).toBe('journal-2026-12-demo-quickbooks.csv');
  await balance.getByRole('link', { name: 'Accounts receivable' }).click();
  const postings = page.getByRole('table', { name: 'Postings of Accounts receivable, December 2026' });
  await postings.getByRole('link', { name: 'Invoice INV-202612-0001' }).waitFor();
  await expectGoodPage(page);
});

// Proves S5-admin-lists-6
it.each([1_024, 1_440])(
  'shows companies, names and emails of users whole or in a tooltip at %i px',
  async (width) => {
    const long = 'Northgate Integrated Security Systems';
    const user = {
      ...registration(`northgate${width}`),
      company: `${long} ${width}`,
      name: 'Alexandra Montgomery-Whitfield',
      email: `alexandra.montgomery-whitfield${width}@northgate-integrated-security.example`,
    };
    const { id } = await call(admin, 'POST', paths.admin.users, user);
    await open('/users', 'Users');
    await page.setViewportSize({ width, height: 900 });
    const added = row(user.company);
    await added.waitFor();
    await expectWholeTable(page);
    const heights = await page
      .locator('tbody tr')
      .evaluateAll((rows) => [...new Set(rows.map((one) => one.getBoundingClientRect().height))]);
    expect(heights).toHaveLength(1);
    const tooltip = page.getByRole('tooltip');
    const cut: string[] = [];
    for (const text of [user.company, user.email]) {
      const cell = added.getByRole('cell').filter({ hasText: text });
      const ofCell = await cell
        .locator('.cut')
        .evaluateAll((all) =>
          all.filter((one) => one.scrollHeight > one.clientHeight).map((one) => one.textContent),
        );
      cut.push(...ofCell);
      await cell.hover();
      const shown = ofCell.length > 0 ? [ofCell.join('\n')] : [];
      await expect.poll(() => tooltip.allTextContents()).toEqual(shown);
    }
    expect(cut).toContain(user.email);
    await page.getByLabel('Search users').hover();
    await tooltip.waitFor({ state: 'detached' });
    // by keyboard all of the row at once
    await added.getByRole('checkbox').focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => tooltip.allTextContents()).toEqual([cut.join('\n')]);
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'detached' });
    await call(admin, 'DELETE', paths.admin.user(id));
  },
);

// Proves S5-admin-lists-6
itDeep('shows each list at 1280 px without scrolling sideways', async () => {
  await call(dealer, 'POST', paths.contact, message);
  for (const [path, title] of [
    ['/users', 'Users'],
    ['/companies', 'Companies'],
    ['/sites', 'Sites'],
    ['/migrations', 'Migrations'],
    ['/invoicing', 'Invoicing'],
    ['/receivables', 'Receivables'],
    ['/collections', 'Collections'],
    ['/invoices', 'Invoices'],
    ['/orders', 'Orders'],
    ['/billing-runs', 'Billing runs'],
    ['/contacts', 'Messages'],
    ['/mails', 'Emails'],
  ] as const) {
    await open(path, title);
    await expectWholeTable(page);
  }
});

it('begins Tab at the skip link, and shows the open page in the menu of a phone', async () => {
  await open('/contacts', 'Messages');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Skip to content');
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 800 });
  await open('/contacts', 'Messages');
  const link = page.getByRole('navigation', { name: 'Administration' }).locator('[aria-current="page"]');
  await expect.poll(async () => (await link.boundingBox())?.x ?? 390).toBeLessThan(300);
  await page.setViewportSize(size ?? { width: 1280, height: 900 });
});

// Proves S5-admin-lists-4
it('opens lists unfiltered from the menu, with filters as chips', async () => {
  const filter = encodeURIComponent(JSON.stringify({ period: '2026-11' }));
  await open(`/invoices?filter=${filter}`, 'Invoices');
  await page.getByRole('tab', { name: 'All 1' }).waitFor();
  await page.getByRole('button', { name: 'Month: November 2026' }).waitFor();
  await expectGoodPage(page);
  const csv = await downloadOf(page, () => press(page, 'Export CSV'));
  expect(csv.name).toBe('invoices-2026-11.csv');
  await page.getByRole('navigation', { name: 'Invoicing' }).getByRole('link', { name: 'Orders' }).click();
  await heading(page, 'Orders');
  await page.getByRole('navigation', { name: 'Invoicing' }).getByRole('link', { name: 'Invoices' }).click();
  await page.getByRole('tab', { name: 'All 2' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0);
});

describe('migrations', () => {
  // Proves S2-2-admin-5
  it('lists pending ones, and shows one with its fields and history', async () => {
    await open('/migrations', 'Migrations');
    await row('Old Mill').getByText('System VII').waitFor();
    await expectGoodPage(page);
    await page.getByRole('link', { name: 'Old Mill' }).click();
    await heading(page, 'Old Mill');
    await page.getByText('S7-17').waitFor();
    await expectGoodPage(page);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('list', { name: 'History' }).getByText('Dana Miller').first().waitFor();
  });

  // Proves S2-4-admin-3b
  it('keep their actions visible when the table is wider than the page', async () => {
    await open('/migrations', 'Migrations');
    const approve = page.getByRole('button', { name: /^Approve migration/ }).first();
    await approve.waitFor();
    const box = await approve.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    // above the scrolling cells
    await approve.click({ trial: true });
  });

  // Proves S2-4-admin-3
  itDeep('become active sites with Approve migration', async () => {
    await open(`/migrations/${migrationIds[0]}/show`, 'Old Mill');
    await press(page, /^Approve migration/);
    const dialog = page.getByRole('dialog', { name: 'Approve migration of Old Mill?' });
    await expectGoodPage(page);
    await press(dialog, 'Approve migration');
    await toast('Migration Approved');
    await page.getByTestId('toast').getByText('approved and converted to a site').waitFor();
    await page.getByRole('link', { name: 'Open the site' }).click();
    await heading(page, 'Old Mill');
    await page.getByText('Active').first().waitFor();
  });

  // Proves S2-2-admin-10
  itDeep('are deleted with Confirm Delete Migration, which names the dealer', async () => {
    await open('/migrations', 'Migrations');
    await press(page, 'Delete New Mill');
    const dialog = page.getByRole('dialog', { name: 'Confirm Delete Migration' });
    for (const text of ['Northgate Security', 'Dana Miller', 'System VII'])
      await dialog.getByText(text).waitFor();
    await expectGoodPage(page);
    await press(dialog, 'Delete');
    await toast('Migration deleted');
    await page.getByText('No pending migration requests found').waitFor();
  });
});

describe('a site that a dealer orders', () => {
  // Proves S5-admin-readers
  it('is listed, and approved on its page', async () => {
    await open('/sites', 'Sites');
    await page.getByRole('tab', { name: 'Reader requests 1' }).click();
    await row('Asks for 20 readers').getByRole('link').first().click();
    await page.getByText('A new wing').waitFor();
    await expectGoodPage(page);
    await press(page, /^Approve readers/);
    await press(page.getByRole('dialog'), 'Approve readers');
    await toast('Reader change approved');
    await page.getByRole('tab', { name: 'History' }).click();
    await page
      .getByRole('list', { name: 'History' })
      .getByText(/^Readers changed from/)
      .waitFor();
  });
});

describe('the Invoicing tab', () => {
  // Proves S2-2-admin-6
  itDeep('links a dealer to the billing page, with the dealer ID as hash', async () => {
    await open('/invoicing', 'Invoicing');
    const line = row('Northgate Security');
    await line.getByText('KS0001').waitFor();
    await expectGoodPage(page);
    const link = page.getByRole('link', { name: 'Northgate Security' });
    await expect.poll(() => link.getAttribute('href')).toBe(`/dealer-billing/${dealer.id}#KS0001`);
    await line.click();
    await page.waitForURL(`**/dealer-billing/${dealer.id}#KS0001`);
  });

  // Proves S5-admin-invoices
  it('filters invoices by status, company and month, and shows one with lines and actions', async () => {
    // clears the remembered filter
    await open('/invoices?filter=%7B%7D', 'Invoices');
    await row('INV-202611-0001').getByText('days overdue').waitFor();
    await row('INV-202611-0001').getByText('Demo').waitFor();
    await expectGoodPage(page);
    await page.locator('input[type=month]').fill('2026-12');
    await row('INV-202611-0001').waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Company' }).fill('north');
    await page.locator('.MuiAutocomplete-option').getByText('KS0001').click();
    await page.waitForURL(/account_id/);
    await page.getByRole('link', { name: 'INV-202612-0001' }).click();
    await heading(page, 'INV-202612-0001');
    const items = page.getByRole('region', { name: 'Invoice items' });
    await items.getByText('Harbor View').waitFor();
    await items.getByText('Default rate').first().waitFor();
    await page.getByRole('button', { name: 'Record payment' }).waitFor();
    await expectGoodPage(page);
    await page.getByRole('tab', { name: 'History' }).click();
    await page
      .getByRole('list', { name: 'History' })
      .getByText(/^Invoice/)
      .first()
      .waitFor();
  });

  // Proves S5-admin-orders
  itDeep('lists orders and payments, and shows details', async () => {
    await open('/orders', 'Orders');
    await page.getByText('Migration: Canal Storage').waitFor();
    await expectGoodPage(page);
    const [placed] = await call<Order[]>(admin, 'GET', paths.admin.orders);
    await page.getByRole('link', { name: placed?.order_number ?? '' }).click();
    await heading(page, placed?.order_number ?? '');
    await page.getByText('Awaiting payment').waitFor();
    await expectGoodPage(page);
    await page.getByRole('tab', { name: 'Payments' }).click();
    await page.getByRole('link', { name: '$680.00' }).click();
    await heading(page, 'Payment of $680.00');
    await page.getByText('Started').waitFor();
    await expectGoodPage(page);
    await open('/payments', 'Payments');
    await row('$680.00').getByText('Demo').waitFor();
    await expectGoodPage(page);
    await page.getByRole('tab', { name: /Unallocated/ }).click();
    await page.getByText('No payments found').waitFor();
  });

  // Proves S5-admin-runs
  itDeep('lists billing runs, previews a month and runs it', async () => {
    await open('/billing-runs', 'Billing runs');
    await row('December 2026').getByText('Completed').waitFor();
    await expectGoodPage(page);
    await page.getByRole('link', { name: 'Preview' }).click();
    await page.locator('input[type=month]').fill('2027-01');
    await heading(page, 'Preview of January 2027');
    const accounts = page.getByRole('list', { name: 'Accounts' });
    await accounts.getByText('Northgate Security').first().waitFor();
    await press(page, /lines? of Northgate Security$/);
    await accounts.getByText('Harbor View').first().waitFor();
    await expectGoodPage(page);
    await page.getByLabel('Search companies').fill('nobody');
    await page.getByText('No companies found').waitFor();
    await portal.setClock('2027-01-02T17:00:00.000Z');
    await call(admin, 'POST', paths.login, portal.admin);
    await press(page, 'Run now');
    const dialog = page.getByRole('dialog', { name: 'Run billing now' });
    await expectGoodPage(page);
    await press(dialog, 'Run billing');
    await toast('Billing run started');
    await open('/billing-runs', 'Billing runs');
    await row('January 2027').getByText('Completed').waitFor();
  });
});

describe('lists', () => {
  // Proves S5-admin-lists-1
  itDeep('saves a list’s filter and sort under a name', async () => {
    await open('/sites', 'Sites');
    await page.getByRole('tab', { name: /^Active/ }).click();
    await page.getByLabel('Search sites').fill('view');
    // a view is of the list that is shown, which follows its address
    await row('Pier 7').waitFor({ state: 'detached' });
    await press(page, 'Views');
    const views = page.getByRole('dialog', { name: 'Saved views' });
    await views.getByLabel('Name of this view').fill('Harbor');
    await press(views, 'Save');
    await views.getByRole('link', { name: 'Harbor' }).waitFor();
    await expectGoodPage(page);
    await open('/sites', 'Sites');
    await press(page, 'Views');
    await page.getByRole('dialog', { name: 'Saved views' }).getByRole('link', { name: 'Harbor' }).click();
    await page.waitForURL(/view/);
    await row('Pier 7').waitFor({ state: 'detached' });
    await row('Harbor View').waitFor();
  });

  // Proves S2-3-admin-2, S5-admin-lists-3
  it('moves from record to record by keyboard', async () => {
    await open('/companies', 'Companies');
    const companies = await call<Account[]>(
      admin,
      'GET',
      `${paths.admin.accounts}?sort=["company_name","ASC"]`,
    );
    await page
      .getByRole('link', { name: companies[0]?.company_name ?? '' })
      .first()
      .click();
    await page.getByText(`1 of ${companies.length}`).waitFor();
    const next = page.getByRole('link', { name: 'Next record' });
    await next.focus();
    await page.keyboard.press('Enter');
    await page.getByText(`2 of ${companies.length}`).waitFor();
    await page.getByRole('tab', { name: 'Invoices' }).click();
    await page.getByRole('tab', { name: 'History' }).click();
    await page
      .getByRole('list', { name: 'History' })
      .getByText(/^Company account opened/)
      .waitFor();
  });
});

// Proves S5-admin-looks
it('logs nothing to the console', () => {
  expect(admin.noise).toEqual([]);
});
