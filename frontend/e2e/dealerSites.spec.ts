import { paths, type Site } from '@portal/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectToast, fill, focused, heading, tabTo } from './hands.ts';
import { call, newAdmin, newDealer } from './people.ts';
import {
  closeVisitors,
  expectGoodPage,
  openChromium,
  type RunningPortal,
  startPortal,
  type Visitor,
} from './support.ts';

/** More than one page. */
const COUNT = 12;

let portal: RunningPortal;
let browser: Browser;
let admin: Visitor;
let dealer: Visitor & { readonly id: string };
let viewer: Visitor & { readonly id: string };
let page: Page;
let siteId: string;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openChromium()]);
  admin = await newAdmin(browser, portal);
  dealer = await newDealer(browser, portal, 'northgate', admin);
  viewer = await newDealer(browser, portal, 'bayridge', admin);
  page = dealer.page;
  for (let number = 1; number <= COUNT; number += 1) {
    const site = await call<Site>(dealer, 'POST', paths.sites, {
      site_name: `Gate ${number}`,
      site_address: `${number} Harbor Road`,
      site_city: number === COUNT ? 'Albany' : 'Staten Island',
      site_state: 'NY',
      site_zip: '10311',
      number_of_readers: String(10 + number),
    });
    if (number === 1) siteId = site.id;
    await call(admin, 'PATCH', paths.admin.site(site.id), { status: 'active' });
  }
});

afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

const rows = () => page.getByRole('tabpanel').getByRole('listitem').getByRole('heading').allTextContents();
const region = (name: string, of: Page = page) => of.getByRole('region', { name });
const site = () => call<Site>(dealer, 'GET', paths.site(siteId));
const entry = (text: string) => region('History').getByText(text, { exact: true }).waitFor();

describe('the dashboard of a dealer with many sites', () => {
  // Proves S5-dealer-1
  it('keeps search, order and page in its address', async () => {
    await page.goto('/dealer-dashboard');
    await page.getByText('Showing 1-10 of 12 sites').waitFor();
    await page.getByLabel('Sort by').selectOption('Site name');
    await page.getByRole('heading', { name: 'Gate 1', exact: true }).waitFor();
    await expect.poll(rows).toEqual(Array.from({ length: 10 }, (_, index) => `Gate ${index + 1}`));
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Showing 11-12 of 12 sites').waitFor();
    await expect.poll(rows).toEqual(['Gate 11', 'Gate 12']);
    await expectGoodPage(page);
    await page.getByRole('link', { name: 'Gate 12' }).click();
    await heading(page, 'Gate 12');
    await page.goBack();
    await page.getByText('Showing 11-12 of 12 sites').waitFor();
    await page.getByLabel('Search sites').fill('albany');
    await page.getByRole('heading', { name: 'Gate 12' }).waitFor();
    await expect.poll(rows).toEqual(['Gate 12']);
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=name&q=albany');
    await page.reload();
    await page.getByRole('heading', { name: 'Gate 12' }).waitFor();
    await expect.poll(rows).toEqual(['Gate 12']);
    await expect.poll(() => page.getByLabel('Search sites').inputValue()).toBe('albany');
  });
});

describe('the page of a site', () => {
  // Proves S5-dealer-2
  it('shows details, rate and history, and is accessible', async () => {
    await page.goto(`/sites/${siteId}`);
    await heading(page, 'Gate 1');
    await region('Readers').getByText('$6.50 per reader per month: $71.50 a month').waitFor();
    await entry('Site ordered with 11 readers');
    await region('Shared with').getByText('Nobody else can view this site.').waitFor();
    await page.getByLabel('Username of a dealer').waitFor();
    await expectGoodPage(page);
  });

  // Proves S5-dealer-3, X-15
  it('requests another reader count by keyboard, and shows the answer without a reload', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Request reader change' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Request reader change' });
    await dialog.getByLabel('Number of readers').waitFor();
    await expect.poll(() => focused(page)).toBe('number_of_readers');
    await expectGoodPage(page);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await dialog.getByText('Number of readers is required').waitFor();
    await expect.poll(() => focused(page)).toBe('number_of_readers');
    await page.keyboard.type('16');
    await page.keyboard.press('Tab');
    await page.keyboard.type('New wing');
    await tabTo(page, dialog.getByRole('button', { name: 'Send request' }));
    await page.keyboard.press('Enter');
    await expectToast(page, 'Request sent', 'An administrator will review the change to 16 readers.');
    await region('Readers').getByText('You asked for 16 readers.').waitFor();
    await entry('Asked for 16 readers: New wing');
    await expectGoodPage(page);
    const answer = { approved: true, number_of_readers: 16 };
    await call(admin, 'POST', paths.admin.siteReaderChange(siteId), answer);
    await entry('Readers changed from 11 to 16');
    await region('Readers').getByText('16 readers', { exact: true }).waitFor();
    await region('Readers').getByRole('button', { name: 'Request reader change' }).waitFor();
  });

  // Proves S5-dealer-8
  it('shows both values of a conflict, and loses nothing', async () => {
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Site' });
    await dialog.locator('#site_name').waitFor();
    const theirs = { site_name: 'Pier Gate', site_city: 'Albany' };
    await call(admin, 'PATCH', paths.admin.site(siteId), theirs);
    await fill(page, { site_name: 'Harbor Gate', site_notes: 'Gate code 12' });
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.getByText(/^Changed by An administrator at /).waitFor();
    await dialog.getByText('Yours: Harbor Gate').waitFor();
    await dialog.getByText('Theirs: Pier Gate').waitFor();
    await expect.poll(() => dialog.locator('#site_city').inputValue()).toBe('Albany');
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Site Updated', 'The details of the site have been saved.');
    expect(await site()).toMatchObject({
      site_name: 'Harbor Gate',
      site_city: 'Albany',
      site_notes: 'Gate code 12',
    });
    await heading(page, 'Harbor Gate');
  });

  // Proves S5-dealer-9
  it('deactivates a site while an administrator edits it, who is notified', async () => {
    await admin.page.goto(`/admin-dashboard/sites/${siteId}/show`);
    await admin.page.getByRole('button', { name: /^Edit/ }).click();
    const editing = admin.page.getByRole('dialog', { name: 'Edit Site' });
    await admin.page.locator('#additional_info').fill('Key at the desk');
    await page.getByRole('button', { name: 'Deactivate' }).click();
    const question = page.getByRole('dialog', { name: 'Deactivate Harbor Gate?' });
    await question.getByRole('button', { name: 'Deactivate' }).click();
    await expectToast(page, 'Status Updated', 'Harbor Gate is now inactive.');
    await page.getByRole('button', { name: 'Reactivate' }).waitFor();
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await editing.getByText(/^Changed by Dana Miller at /).waitFor();
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await editing.waitFor({ state: 'detached' });
    expect(await site()).toMatchObject({ status: 'inactive', additional_info: 'Key at the desk' });
  });
});

describe('sharing a site', () => {
  // Proves S5-dealer-7
  it('lets another dealer view it, with updates until it ends', async () => {
    const { page: theirs } = viewer;
    await theirs.goto('/dealer-dashboard');
    await theirs.getByText('No active sites found. Create a new site to get started.').waitFor();
    await expect.poll(() => region('Shared with you', theirs).count()).toBe(0);

    await fill(page, { username: 'nobody' });
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await region('Shared with').getByText('There is no approved dealer with this username.').waitFor();
    await fill(page, { username: 'bayridge' });
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expectToast(page, 'Site shared', 'bayridge can view this site.');
    await region('Shared with').getByRole('list', { name: 'Viewers' }).getByText('bayridge').waitFor();
    await expectGoodPage(page);

    await region('Shared with you', theirs).getByRole('link', { name: 'Harbor Gate' }).click();
    await heading(theirs, 'Harbor Gate');
    await theirs.getByText(/You can view it, but not change/).waitFor();
    await expect.poll(() => theirs.getByRole('main').getByRole('button').count()).toBe(0);
    await expect.poll(() => theirs.getByText('Gate code 12').count()).toBe(0);
    await expectGoodPage(theirs);
    await call(dealer, 'PATCH', paths.site(siteId), { site_name: 'Far Gate' });
    await heading(theirs, 'Far Gate');

    await page.getByRole('button', { name: 'Stop sharing with Dana Miller' }).click();
    const question = page.getByRole('dialog', { name: 'Stop sharing with Dana Miller?' });
    await question.getByText('can no longer view this site').waitFor();
    await expectGoodPage(page);
    await question.getByRole('button', { name: 'Stop sharing' }).click();
    await expectToast(page, 'Sharing stopped', 'Dana Miller can no longer view this site.');
    await heading(theirs, 'Site not found');
  });
});

it('logs nothing else to the console', () => {
  // statuses of a refusal, a conflict and the end of a share
  const told = [
    new RegExp(`(412|422) .*/api/(admin/)?sites/${siteId}`),
    new RegExp(`404 .*/api/sites/${siteId}`),
  ];
  const noise = [...dealer.noise, ...viewer.noise, ...admin.noise];
  expect(noise.filter((line) => !told.some((known) => known.test(line)))).toEqual([]);
});

// Proves I35-34
it('the mouse wheel over a focused number scrolls the page and changes nothing', async () => {
  await admin.page.goto(`/admin-dashboard/sites/${siteId}/show`);
  await admin.page.getByRole('button', { name: /^Edit/ }).click();
  const dialog = admin.page.getByRole('dialog', { name: 'Edit Site' });
  const readers = dialog.getByLabel('Readers');
  const rate = dialog.getByLabel('Custom Reader Rate');
  const before = await readers.inputValue();
  for (const input of [readers, rate]) {
    await input.focus();
    await input.hover();
    for (let turn = 0; turn < 6; turn += 1) await admin.page.mouse.wheel(0, 100);
    await admin.page.waitForTimeout(200);
  }
  expect([await readers.inputValue(), await rate.inputValue()]).toEqual([before, '']);
});
