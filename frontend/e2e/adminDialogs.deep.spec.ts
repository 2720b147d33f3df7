import { type Account, type ContactMessage, type Mail, paths, type Site } from '@portal/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fill, heading } from './hands.ts';
import { call, newAdmin, newDealer } from './people.ts';
import {
  closeVisitors,
  expectGoodPage,
  expectNoSidewaysScroll,
  openChromium,
  type RunningPortal,
  startPortal,
  type Visitor,
} from './support.ts';

let portal: RunningPortal;
let browser: Browser;
let admin: Visitor;
let other: Visitor;
let page: Page;
let siteId: string;
let userId: string;

const AREA = '/admin-dashboard';

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openChromium()]);
  admin = await newAdmin(browser, portal);
  other = await newAdmin(browser, portal);
  const dealer = await newDealer(browser, portal, 'northgate', admin);
  userId = dealer.id;
  const [company] = await call<Account[]>(admin, 'GET', paths.admin.accounts);
  const site = { site_name: 'Harbor View', number_of_acu_panels: 2, account_id: company?.id };
  siteId = (await call<Site>(admin, 'POST', paths.admin.sites, site)).id;
  await call(dealer, 'POST', paths.contact, {
    contact_name: 'Wes Wonder',
    contact_email: 'wes@example.com',
    contact_subject: 'new_site',
    contact_message: 'Two doors.\nHow soon?',
  });
  await dealer.close();
  page = admin.page;
});

afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

/** Opens a page and a dialog. */
async function openDialog(path: string, button: RegExp | string, title: string): Promise<Locator> {
  await page.goto(`${AREA}${path}`);
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.waitFor();
  return dialog;
}

const press = (dialog: Locator, name: string) => dialog.getByRole('button', { name }).click();
const toast = (text: string) => page.getByTestId('toast').getByText(text, { exact: true }).waitFor();
const site = () => call<Site>(other, 'GET', paths.admin.site(siteId));

describe('users', () => {
  // Proves S2-2-admin-12, S2-8-admin-4
  it('Add User shows errors at the fields, then adds a user', async () => {
    const dialog = await openDialog('/users', 'Add User', 'Add User');
    await press(dialog, 'Create User');
    await dialog.getByText('Password must be at least 8 characters').waitFor();
    await expectGoodPage(page);
    const person = { username: 'carl', email: 'carl@example.com', password: 'secret-12', name: 'Carl' };
    await fill(page, { ...person, company: 'Carl and Company' });
    await press(dialog, 'Create User');
    await toast('User created');
    await page.getByRole('link', { name: 'Carl and Company' }).waitFor();
  });

  // Proves S2-2-admin-12
  it('Edit User saves changes, and shows that a name is taken', async () => {
    const dialog = await openDialog(`/users/${userId}/show`, /^Edit/, 'Edit User');
    await page.locator('#name').waitFor();
    await expectGoodPage(page);
    await fill(page, { username: 'carl', name: 'Dana Meyer' });
    await press(dialog, 'Save Changes');
    await dialog.getByText(/already/).waitFor();
    await fill(page, { username: 'northgate' });
    await press(dialog, 'Save Changes');
    await toast('User updated');
    await page.getByText('Dana Meyer').first().waitFor();
  });

  // Proves S2-2-admin-8
  it('Confirm Delete User names the user and the consequences, then deletes', async () => {
    const dialog = await openDialog('/users', 'Delete Carl and Company', 'Confirm Delete User');
    await dialog.getByText('carl@example.com').waitFor();
    await expectGoodPage(page);
    await press(dialog, 'Delete');
    await toast('User deleted');
    await page.getByRole('link', { name: 'Carl and Company' }).waitFor({ state: 'detached' });
  });
});

describe('sites', () => {
  // Proves S2-2-admin-11, S2-8-admin-4
  it('Add New Site finds a company by typing, and adds an active site', async () => {
    const dialog = await openDialog('/sites', 'Add New Site', 'Add New Site');
    await press(dialog, 'Create Site');
    await dialog.getByText('Please choose a company').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('combobox', { name: 'Company' }).fill('north');
    await page.locator('.MuiAutocomplete-option').getByText('Northgate Security').click();
    await fill(page, { site_name: 'Pier 4', custom_reader_rate: '6.25' });
    await dialog.locator('#number_of_acu_panels').selectOption('10');
    await press(dialog, 'Create Site');
    await toast('Site created');
    const row = page.getByRole('row').filter({ hasText: 'Pier 4' });
    await row.getByText('Active').waitFor();
  });

  // Proves S2-2-admin-7
  it('Edit Site shows both values of a conflict, and loses nothing', async () => {
    const dialog = await openDialog(`/sites/${siteId}/show`, /^Edit/, 'Edit Site');
    await page.locator('#number_of_readers').waitFor();
    const theirs = { number_of_readers: '20', site_city: 'Albany' };
    await call(other, 'PATCH', paths.admin.site(siteId), theirs);
    await fill(page, { number_of_readers: '16', additional_info: 'Gate code 12' });
    await press(dialog, 'Save Changes');
    await dialog.getByText(/^Changed by .+ at /).waitFor();
    await dialog.getByText('Theirs: 20').waitFor();
    await expectGoodPage(page);
    await press(dialog, 'Save Changes');
    await toast('Site updated');
    expect(await site()).toMatchObject({
      number_of_readers: '16',
      additional_info: 'Gate code 12',
      site_city: 'Albany',
    });
  });

  it('asks before discarding unsaved text', async () => {
    await page.goto(`${AREA}/sites`);
    await page.getByRole('link', { name: 'Harbor View' }).click();
    await heading(page, 'Harbor View');
    await page.getByRole('button', { name: /^Edit/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Site' });
    await page.locator('#site_name').fill('Other');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await press(question, 'Keep editing');
    await expect.poll(() => dialog.locator('#site_name').inputValue()).toBe('Other');
    await page.goBack();
    await press(question, 'Discard');
    await heading(page, 'Sites');
    await dialog.waitFor({ state: 'detached' });
    expect((await site()).site_name).toBe('Harbor View');
  });

  // Proves S2-2-admin-9
  it('Confirm Delete Site names the site, then leaves its page', async () => {
    const dialog = await openDialog(`/sites/${siteId}/show`, /^Delete/, 'Confirm Delete Site');
    await expectGoodPage(page);
    await press(dialog, 'Delete');
    await toast('Site deleted');
    await heading(page, 'Sites');
  });
});

describe('companies', () => {
  // Proves S2-2-admin-12
  it('Edit Company saves details, mode and promotion at once', async () => {
    const [company] = await call<Account[]>(other, 'GET', paths.admin.accounts);
    const id = company?.id ?? '';
    const dialog = await openDialog(`/companies/${id}/show`, /^Edit/, 'Edit Company');
    await dialog.getByLabel('Promotional pricing').check();
    await press(dialog, 'Save Changes');
    await dialog.getByText('Promotional rate is required').waitFor();
    await expectGoodPage(page);
    await fill(page, { company_city: 'Albany', promotional_reader_rate: '4.25' });
    await dialog.getByLabel('Demo account').uncheck();
    await press(dialog, 'Save Changes');
    await toast('Company updated');
    expect(await call<Account>(other, 'GET', paths.admin.account(id))).toMatchObject({
      company_city: 'Albany',
      is_demo_account: false,
      promotional_pricing_active: true,
      promotional_reader_rate: 4.25,
    });
    const back = page.getByRole('button', { name: /^Back to demo/ });
    await back.click();
    await press(page.getByRole('dialog', { name: /back to demo\?/ }), 'Back to demo');
    await page.getByRole('button', { name: /^Go live/ }).waitFor();
  });
});

describe('messages and mail', () => {
  it('marks a message as answered', async () => {
    const [message] = await call<ContactMessage[]>(other, 'GET', paths.admin.contacts);
    await page.goto(`${AREA}/contacts/${message?.id}/show`);
    await heading(page, 'Wes Wonder');
    await expectGoodPage(page);
    await page.getByRole('button', { name: /^Mark as answered/ }).click();
    await press(page.getByRole('dialog'), 'Mark as answered');
    await toast('Marked as answered');
    await page.goto(`${AREA}/contacts`);
    await page.getByText('No open messages found').waitFor();
    await expectGoodPage(page);
  });

  it('shows mails as HTML without scripts, and as text', async () => {
    await page.goto(`${AREA}/mails`);
    await page.getByRole('tab', { name: /Not sent/ }).waitFor();
    await expectGoodPage(page);
    const mails = await call<Mail[]>(other, 'GET', paths.admin.mails);
    expect(mails.length).toBeGreaterThanOrEqual(3);
    for (const { id, subject } of mails) {
      await page.goto(`${AREA}/mails/${id}/show`);
      await heading(page, subject);
      const mail = page.frameLocator('iframe').locator('body');
      await mail.getByText(/./).filter({ visible: true }).first().waitFor();
      await expectNoSidewaysScroll(page);
    }
    await page.getByRole('tab', { name: 'Plain text' }).click();
    // without the frame, which axe cannot enter
    await expectGoodPage(page);
  });
});

// Proves S5-admin-looks
it('logs nothing else to the console', () => {
  const told = [/(409|422) .*api\/admin\/users/, /412 .*api\/admin\/sites/];
  const noise = admin.noise.filter((line) => !told.some((known) => known.test(line)));
  expect(noise).toEqual([]);
});
