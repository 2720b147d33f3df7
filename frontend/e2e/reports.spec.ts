import { paths, type Site } from '@portal/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { downloadOf } from './billing.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { heading, whileFailing } from './hands.ts';
import { call, newAdmin, newDealer, PASSWORD, signIn } from './people.ts';
import { closeVisitors, expectGoodPage, openChromium, type Visitor } from './support.ts';

let portal: ClockedPortal;
let browser: Browser;
let admin: Visitor;
let dealer: Visitor;
let first: string;
let page: Page;
let asked: RegExp | null = null;

const site = (site_name: string, readers: number) => ({
  site_name,
  site_address: '2 Harbor Road',
  site_city: 'Staten Island',
  site_state: 'NY',
  site_zip: '10311',
  number_of_readers: String(readers),
});
async function active(name: string, readers: number): Promise<string> {
  const { id } = await call<Site>(dealer, 'POST', paths.sites, site(name, readers));
  await call(admin, 'PATCH', paths.admin.site(id), { status: 'active' });
  return id;
}

beforeAll(async () => {
  [portal, browser] = await Promise.all([startClockedPortal('2026-10-20T15:00:00.000Z'), openChromium()]);
  admin = await newAdmin(browser, portal);
  dealer = await newDealer(browser, portal, 'northgate', admin);
  page = admin.page;
  first = await active('Depot 1', 4);
  for (let number = 2; number <= 27; number += 1) await active(`Depot ${number}`, 2);
  await portal.setClock('2026-11-10T15:00:00.000Z');
  await signIn(admin, portal.admin.username, portal.admin.password);
  await signIn(dealer, 'northgate', PASSWORD);
  await call(admin, 'PATCH', paths.admin.site(first), { status: 'inactive' });
});
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});
afterEach(() => {
  expect((admin.noise as string[]).splice(0).filter((line) => asked?.test(line) !== true)).toEqual([]);
  asked = null;
});

const tab = (name: string) => page.getByRole('tab', { name }).click();
const open = async (query = '') => {
  await page.goto(`/reports${query}`);
  await heading(page, 'Admin Reports');
};

describe('/reports', () => {
  // Proves S2-2-reports-1
  it('lists active sites under their company, 25 a page, with charts', async () => {
    await open();
    const table = page.getByRole('table', { name: 'Active Sites', exact: true });
    await table.getByText('Northgate Security (KS0001)').waitFor();
    await expect.poll(() => table.getByRole('row').count()).toBe(1 + 1 + 25);
    await page.getByText('Active sites by month').first().waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => table.getByRole('row').count()).toBe(1 + 1 + 1);
    await page.getByRole('button', { name: 'Go to page 1' }).click();
    await expect.poll(() => table.getByRole('row').count()).toBe(1 + 1 + 25);
    await expect.poll(() => page.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
  });

  // Proves S2-2-reports-1
  it('links sites and companies to their pages, but a deleted site to none', async () => {
    await call(admin, 'DELETE', paths.admin.site(first));
    await open('?tab=site-deactivations');
    const gone = page.getByRole('table', { name: 'Site Deactivations' });
    await gone.getByRole('link', { name: 'Northgate Security' }).waitFor();
    expect(await gone.getByRole('link').allTextContents()).not.toContain('Depot 1');
    await open();
    const table = page.getByRole('table', { name: 'Active Sites', exact: true });
    await table.getByRole('link', { name: 'Depot 10' }).click();
    await heading(page, 'Depot 10');
  });

  // Proves S2-2-reports-1
  it('counts companies, additions and deactivations, and keeps the filters between tabs', async () => {
    await open();
    await tab('Active Companies');
    const row = page.getByRole('table', { name: 'Active Companies', exact: true }).getByRole('row').nth(1);
    await row.getByText('KS0001').waitFor();
    await expect
      .poll(() => row.getByRole('cell').allTextContents())
      .toEqual(['Northgate Security', 'KS0001', '26', '52', 'Oct 20, 2026']);
    await page.locator('#startDate').fill('2026-11-01');
    await tab('Site Deactivations');
    const gone = page.getByRole('table', { name: 'Site Deactivations' });
    await gone.getByText('Depot 1').waitFor();
    await gone.getByText('Nov 10, 2026').waitFor();
    await page.getByText('Additions and deactivations by month').first().waitFor();
    await tab('Site Additions');
    await page.getByText('No data found for the selected filters.').waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('table', { name: 'Site Additions' }).getByText('Depot 27').waitFor();
  });

  // Proves S2-2-reports-2
  it('finds a company by typing, and keeps it in the address', async () => {
    await open();
    await page.getByRole('combobox', { name: 'Company' }).fill('north');
    await page.locator('.MuiAutocomplete-option').getByText('Northgate Security').click();
    await page.waitForURL(/company=/);
    await page.reload();
    await page.getByRole('table', { name: 'Active Sites', exact: true }).getByText('Depot 10').waitFor();
  });

  // Proves S2-2-reports-3
  it('exports all rows as CSV and PDF, and shows failures', async () => {
    await open();
    const csv = await downloadOf(page, () => page.getByRole('button', { name: 'Export CSV' }).click());
    expect(csv.name).toBe('active-sites-2026-11-10.csv');
    expect(csv.content.toString('utf8').trim().split('\r\n')).toHaveLength(1 + 26);
    const pdf = await downloadOf(page, () => page.getByRole('button', { name: 'Export PDF' }).click());
    expect(pdf.name).toBe('active-sites-2026-11-10.pdf');
    expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-');
    asked = /500/;
    await whileFailing(page, paths.admin.reportDownload, { status: 500, json: {} }, async () => {
      await page.getByRole('button', { name: 'Export CSV' }).click();
      const toast = page.getByTestId('toast');
      await toast.getByText('Export Error').waitFor();
      await toast.getByText('Failed to export report data.').waitFor();
    });
  });

  // Proves S2-2-reports-2
  it('shows a report that failed to load as empty, with a message', async () => {
    asked = /503/;
    await whileFailing(page, paths.admin.report('active-sites'), { status: 503, json: {} }, async () => {
      await open();
      await page.getByText('No data found for the selected filters.').waitFor();
      await page.getByText('The report could not be loaded.').waitFor();
    });
  });

  // Proves S2-6-reports
  it('is closed to dealers', async () => {
    await dealer.page.goto('/reports');
    await dealer.page.waitForURL('**/dealer-dashboard');
  });
});
