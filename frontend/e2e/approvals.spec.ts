import { paths } from '@portal/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BEFORE, type BilledDealer, billMonths, invoicesOf, newBilledDealer } from './billing.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { heading } from './hands.ts';
import { call, newAdmin, PASSWORD, signIn } from './people.ts';
import { closeVisitors, expectGoodPage, newVisitor, openChromium, type Visitor } from './support.ts';

let portal: ClockedPortal;
let browser: Browser;
let admin: Visitor;
let dealer: BilledDealer;
const AREA = '/admin-dashboard';

beforeAll(async () => {
  [portal, browser] = await Promise.all([startClockedPortal(BEFORE), openChromium()]);
  admin = await newAdmin(browser, portal);
  dealer = await newBilledDealer(browser, portal, admin, 'northgate', { 'Harbor View': 12 });
  await call(admin, 'POST', paths.admin.users, {
    ...{ username: 'billing', password: PASSWORD, name: 'Bill Ng', email: 'bill@example.com' },
    ...{ company: 'Portal', is_admin: true, staff_role: 'billing' },
  });
  await billMonths(portal, admin, [dealer], ['2026-11']);
});
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

// Proves I40-approvals
it('a refund waits for a second person', async () => {
  const { page } = admin;
  await page.goto(`${AREA}/settings`);
  await page.getByLabel('Limit in dollars').fill('70');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByTestId('toast').getByText('Settings saved').waitFor();

  const [invoice] = await invoicesOf(dealer);
  const id = invoice?.id ?? '';
  await call(admin, 'POST', paths.admin.recordInvoicePayment(id), {
    ...{ method: 'check', paid_on: '2026-11-02', reference: '1234' },
  });
  const billing = await newVisitor(browser, portal);
  await signIn(billing, 'billing', PASSWORD);
  // with this the refund is above the limit
  const goodwill = { text: 'Goodwill', amount: '-11', reason: 'Outage' };
  await call(billing, 'POST', paths.admin.charges(dealer.accountId), goodwill);
  const { page: his } = billing;
  await his.goto(`${AREA}/invoices/${id}/show`);
  await his.getByRole('button', { name: 'Refund', exact: true }).click();
  const refund = his.getByRole('dialog');
  await refund.getByLabel('Amount in dollars').fill('60');
  await refund.getByLabel('Sent by').selectOption('check');
  await refund.getByLabel('Sent on').fill('2026-11-02');
  await refund.getByLabel('Reference').fill('77');
  await refund.getByLabel(/Reason/).fill('Charged twice');
  await refund.getByRole('button', { name: 'Record refund' }).click();
  const toast = his.getByTestId('toast');
  await toast.getByText('Waits for approval').waitFor();
  await toast.getByRole('link', { name: 'View the request' }).waitFor();
  await his.getByText(/^Refund of \$60\.00, asked for by Bill Ng on .*, waits for approval\.$/).waitFor();
  await expectGoodPage(his);
  await his.getByRole('main').getByRole('link', { name: 'View the request' }).click();
  await heading(his, 'Refund of $60.00');
  await his.getByRole('heading', { name: 'What will be done' }).waitFor();
  expect(await his.getByText('Charged twice').count()).toBe(1);
  await his.getByText('$11.00').waitFor();
  expect(await his.getByRole('button', { name: /^(Approve|Decline)/ }).count()).toBe(0);
  await his.getByRole('button', { name: /^Withdraw/ }).waitFor();
  await expectGoodPage(his);

  await page.goto(AREA);
  await page.getByRole('link', { name: /^Approvals.*1 waiting/ }).click();
  await heading(page, 'Approvals');
  await expectGoodPage(page);
  const asked = page.getByRole('row', { name: /Northgate Security/ });
  await asked.waitFor();
  expect(await asked.getByRole('cell').allTextContents()).toEqual([
    ...['', 'Refund', '$60.00', `Northgate Security${invoice?.invoice_number}`, 'Charged twice', 'Waiting'],
    ...['Nov 2, 2026Bill Ng', 'Approve'],
  ]);
  await asked.getByRole('button', { name: /^Approve/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByTestId('toast').getByText('Approved and done').waitFor();
  await page.getByText('Nothing waits for approval').waitFor();
  await page.goto(`${AREA}/invoices/${id}/show`);
  await page.getByText('$60.00').first().waitFor();
  expect(await page.getByText('waits for approval').count()).toBe(0);
  const { refunds } = await call<{ refunds: readonly { amount: number }[] }>(
    admin,
    'GET',
    paths.admin.invoice(id),
  );
  expect(refunds).toMatchObject([{ amount: 60 }]);
});

// Proves I40-approvals
it('an erasure waits as well, and leaves the user as it is', async () => {
  const { page } = admin;
  await page.goto(`${AREA}/users/${dealer.id}/show`);
  await page.getByRole('button', { name: /^Delete/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Also erase personal data' }).check();
  await dialog.getByRole('textbox', { name: 'Type northgate to confirm' }).fill('northgate');
  for (const box of await dialog.getByRole('checkbox', { name: /^Erase / }).all()) await box.check();
  await dialog.getByRole('button', { name: 'Delete and erase' }).click();
  await page.getByTestId('toast').getByText('Waits for approval').waitFor();
  await page.getByText(/^Erasure, asked for by .* waits for approval\.$/).waitFor();
  await page.getByRole('button', { name: /^Delete/ }).waitFor();
  await page.goto(`${AREA}/companies/${dealer.accountId}/show`);
  await page.getByText(/^Erasure, asked for by .* waits for approval\.$/).waitFor();
  await expectGoodPage(page);
});
