import { paths } from '@portal/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BEFORE, type BilledDealer, billMonths, newBilledDealer } from './billing.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { heading } from './hands.ts';
import { answerTo, approve, call, newAdmin, registration } from './people.ts';
import { closeVisitors, expectGoodPage, newVisitor, openChromium, type Visitor } from './support.ts';

let portal: ClockedPortal;
let browser: Browser;
let admin: Visitor;
let dealer: BilledDealer;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startClockedPortal(BEFORE), openChromium()]);
  admin = await newAdmin(browser, portal);
  dealer = await newBilledDealer(browser, portal, admin, 'leaving', { 'Harbor View': 30 });
  await call(admin, 'PUT', paths.admin.demoStatus(dealer.accountId), { is_demo_account: false });
  await billMonths(portal, admin, [dealer], ['2026-11']);
  const visitor = await newVisitor(browser, portal);
  const { email } = registration('leaving');
  await call<unknown>(visitor, 'POST', paths.contact, {
    contact_name: 'Dana Miller',
    contact_email: email,
    contact_subject: 'support',
    contact_message: 'The reader at the pier beeps.',
  });
  // a stranger registers with the same address
  const stranger = { ...registration('stranger'), email, company: 'Stranger Security', agreeToTerms: true };
  const { id } = await call(visitor, 'POST', paths.register, stranger);
  await approve(admin, id);
});
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

// Proves I35-10, I35-18
it('erasing the last user of a company says what is open and what is withheld, and asks about both', async () => {
  const { page } = admin;
  await page.goto(`/admin-dashboard/users/${dealer.id}/show`);
  await page.getByRole('button', { name: /^Delete/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm Delete User' });
  const warning =
    'This is the last user of Northgate Security. $195.00 is open and nobody will be told of it.';
  await dialog.getByText(warning).waitFor();
  await dialog.getByRole('checkbox', { name: 'Also erase personal data' }).check();
  const withheld = dialog.getByRole('list', { name: 'Withheld' });
  await withheld.getByText('from leaving@northgate.example: Technical Support').waitFor();
  await withheld.getByText('Contact form: Technical Support').waitFor();
  await dialog.getByRole('textbox', { name: 'Type leaving to confirm' }).fill('leaving');
  const confirm = dialog.getByRole('button', { name: /^Delete/ });
  expect(await confirm.isDisabled()).toBe(true);
  await expectGoodPage(page);

  // what can be done before: its invoices, or a user who receives them
  await dialog.getByRole('button', { name: 'Add a user' }).click();
  const adding = page.getByRole('dialog', { name: 'Add User' });
  await expect
    .poll(() => adding.getByRole('combobox', { name: 'Account' }).inputValue())
    .toContain('Northgate Security');
  await adding.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Delete/ }).click();
  await dialog.getByRole('link', { name: 'Open its invoices' }).click();
  await heading(page, 'Invoices');
  await page.getByText('$195.00').first().waitFor();
  await page.goBack();

  await page.getByRole('button', { name: /^Delete/ }).click();
  await dialog.getByRole('checkbox', { name: 'Also erase personal data' }).check();
  await dialog.getByRole('checkbox', { name: 'Erase what is withheld too' }).check();
  await dialog.getByRole('checkbox', { name: 'Erase although money is open' }).check();
  await dialog.getByRole('textbox', { name: 'Type leaving to confirm' }).fill('leaving');
  await dialog.getByRole('button', { name: 'Delete and erase' }).click();
  await page.getByTestId('toast').filter({ hasText: 'User deleted' }).waitFor();
  const messages = await call<readonly { contact_message: string }[]>(admin, 'GET', paths.admin.contacts);
  expect(messages.map((one) => one.contact_message)).toEqual(['erased']);
  expect((await answerTo(admin, 'GET', paths.admin.user(dealer.id))).status).toBe(404);

  // the money is listed until it is settled
  await portal.tick();
  await page.goto('/admin-dashboard');
  const alert = page
    .getByRole('list', { name: 'Alerts' })
    .getByRole('listitem')
    .filter({ hasText: 'A company has no user who is told of its money: $195.00 is open.' });
  await alert.waitFor();
  await expectGoodPage(page);
  await alert.getByRole('link', { name: 'Open its invoices' }).click();
  await heading(page, 'Invoices');
  await page.getByText('$195.00').first().waitFor();
});
