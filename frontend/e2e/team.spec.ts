import { paths, type Site } from '@portal/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BEFORE, type BilledDealer, billMonths, invoicesOf, newBilledDealer } from './billing.ts';
import { CARDS, typeCard } from './cards.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { expectToast, fill, heading } from './hands.ts';
import { answerTo, call, newAdmin, PASSWORD } from './people.ts';
import {
  closeVisitors,
  expectAccessible,
  expectGoodPage,
  newVisitor,
  openChromium,
  type Visitor,
} from './support.ts';

let portal: ClockedPortal;
let browser: Browser;
let owner: BilledDealer;
let admin: Visitor;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startClockedPortal(BEFORE), openChromium()]);
  admin = await newAdmin(browser, portal);
  owner = await newBilledDealer(browser, portal, admin, 'northgate', { 'Harbor View': 12 });
  await billMonths(portal, admin, [owner], ['2026-11']);
});
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const people = (page: Page) => page.getByRole('list', { name: 'People' }).getByRole('listitem');

/** The link of the newest invitation, which a portal without a mail server prints. */
async function mailedLink(): Promise<string> {
  const links = () => portal.output().match(/http\S+\/invitation\?token=[\w-]+/g) ?? [];
  await expect.poll(() => links().length).toBeGreaterThan(0);
  return links().at(-1) ?? '';
}

// Proves I40-team
it('an owner invites a colleague, who pays an invoice, and finds no way to order or edit sites', async () => {
  const { page } = owner;
  await page.goto('/dealer-dashboard');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click();
  await heading(page, 'Team');
  await expect.poll(() => people(page).count()).toBe(1);
  await expectGoodPage(page);
  await button(page, 'Invite a colleague').click();
  await fill(page, { name: 'Cora Cole', email: 'cora@northgate.example' });
  await page.locator('#role').selectOption('Billing');
  await page.getByText('Pay and question invoices').waitFor();
  await expectAccessible(page);
  await button(page, 'Send invitation').click();
  await expectToast(
    page,
    'Invitation sent',
    'cora@northgate.example gets a link that works once, for seven days.',
  );
  await page.getByRole('list', { name: 'Invitations' }).getByText('cora@northgate.example').waitFor();
  await expectGoodPage(page);

  const cora = await newVisitor(browser, portal);
  const link = await mailedLink();
  await cora.page.goto(link);
  await cora.page.getByText('Northgate Security invites you to its team with the role Billing.').waitFor();
  await expectGoodPage(cora.page);
  await fill(cora.page, { username: 'cora', password: PASSWORD, confirmPassword: PASSWORD });
  await button(cora.page, 'Join').click();
  await heading(cora.page, 'Welcome, Cora Cole');
  // told of it without reading the page again
  await people(page).getByText('cora@northgate.example').waitFor();
  await page.getByText('No invitation is open.').waitFor();

  const [site] = await call<readonly Site[]>(owner, 'GET', paths.sites);
  const links = cora.page.getByRole('link');
  await cora.page.getByText('Harbor View').first().waitFor();
  expect(await links.filter({ hasText: /New Site|Migration|New site|Team/ }).count()).toBe(0);
  expect(await button(cora.page, /Edit|Deactivate/).count()).toBe(0);
  await expectGoodPage(cora.page);
  await cora.page.goto(`/sites/${site?.id}`);
  await heading(cora.page, 'Harbor View');
  await cora.page.getByText('12 readers').first().waitFor();
  expect(await button(cora.page, /Edit|Deactivate|Request|Share/).count()).toBe(0);
  for (const path of ['/new-site', '/new-site/import', '/site-migration', '/team']) {
    await cora.page.goto(path);
    await cora.page.waitForURL('**/dealer-dashboard');
  }
  const { status } = await answerTo(cora, 'PATCH', paths.site(site?.id ?? ''), { site_name: 'Mine' });
  expect(status).toBe(403);

  const [invoice] = await invoicesOf(owner);
  await cora.page.goto('/invoicing');
  await cora.page.getByRole('link', { name: `Pay Now ${invoice?.invoice_number}` }).click();
  await typeCard(cora.page, CARDS.good);
  await button(cora.page, /^Pay \$/).click();
  await expectToast(cora.page, 'Payment successful', 'Thank you. The invoice is paid.').catch(
    () => undefined,
  );
  await cora.page.waitForURL('**/invoicing');
  await expect.poll(async () => (await invoicesOf(owner))[0]?.status).toBe('paid');
  expect(cora.noise).toEqual([]);
});

// Proves I40-team
it('an owner changes a role, sees sign-ins and removes a colleague', async () => {
  const { page } = owner;
  const cora = await newVisitor(browser, portal);
  const { id: coraId } = await call(cora, 'POST', paths.login, { username: 'cora', password: PASSWORD });
  await cora.page.goto('/invoicing');
  await page.goto('/team');
  const row = people(page).filter({ hasText: 'cora@northgate.example' });
  await row.getByText(/Last sign-in/).waitFor();
  await row.getByRole('button', { name: 'Sign-ins of Cora Cole' }).click();
  await page
    .getByText(/from 127\.0\.0\.1/)
    .first()
    .waitFor();
  await expectAccessible(page);
  await button(page, 'Close').click();

  await row.getByRole('button', { name: 'Change the role of Cora Cole' }).click();
  await page.locator('#role').selectOption('Viewer');
  await expectAccessible(page);
  await button(page, 'Change role').click();
  await row.getByText('Viewer', { exact: true }).waitFor();
  // the session ended with the role
  await heading(cora.page, 'Dealer Login');
  await call(cora, 'POST', paths.login, { username: 'cora', password: PASSWORD });
  await cora.page.goto('/invoicing');
  await heading(cora.page, 'Billing & Invoicing');
  expect(await button(cora.page, /Pay|Add Payment Method/).count()).toBe(0);
  expect(await cora.page.getByRole('link', { name: /Pay/ }).count()).toBe(0);

  const { page: staff } = admin;
  await staff.goto(`/admin-dashboard/users/${coraId}/show`);
  await staff.getByText('Role in the company').waitFor();
  await button(staff, 'Change role Cora Cole').click();
  const dialog = staff.getByRole('dialog', { name: 'Role of Cora Cole' });
  await dialog.getByLabel('Role').selectOption('Ordering');
  await dialog.getByLabel('Reason (optional)').fill('Asked by phone');
  await expectGoodPage(staff);
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await staff.getByTestId('toast').getByText('Role changed').waitFor();
  await staff.getByText('Ordering', { exact: true }).waitFor();
  await expectGoodPage(staff);
  await call(cora, 'POST', paths.login, { username: 'cora', password: PASSWORD });
  await cora.page.goto('/dealer-dashboard');
  await button(cora.page, 'Edit Harbor View').waitFor();
  expect(await cora.page.getByRole('link', { name: 'New Site' }).count()).toBeGreaterThan(0);
  await cora.page.goto('/invoicing');
  await heading(cora.page, 'Billing & Invoicing');
  await cora.page.getByText(/^INV-/).first().waitFor();
  expect(await cora.page.getByRole('link', { name: /Pay/ }).count()).toBe(0);
  expect(await button(cora.page, /Pay|Add Payment Method/).count()).toBe(0);

  await row.getByRole('button', { name: 'Remove Cora Cole' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Colleague removed', 'Cora Cole can no longer sign in.');
  await expect.poll(() => people(page).count()).toBe(1);
  const { status } = await answerTo(cora, 'POST', paths.login, { username: 'cora', password: PASSWORD });
  expect(status).toBe(401);

  await people(page)
    .getByRole('button', { name: /^Change the role/ })
    .click();
  await page.locator('#role').selectOption('Viewer');
  await button(page, 'Change role').click();
  await page
    .getByText('A company needs an owner. Please make somebody else an owner first.')
    .first()
    .waitFor();
});
