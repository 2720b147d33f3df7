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
  await page.getByLabel('Limit in dollars').fill('50');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByTestId('toast').getByText('Settings saved').waitFor();

  const [invoice] = await invoicesOf(dealer);
  const id = invoice?.id ?? '';
  await call(admin, 'POST', paths.admin.recordInvoicePayment(id), {
    ...{ method: 'check', paid_on: '2026-11-02', reference: '1234' },
  });
  const billing = await newVisitor(browser, portal);
  await signIn(billing, 'billing', PASSWORD);
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
  await toast.getByRole('link', { name: 'Open the request' }).click();
  await heading(his, 'Refund of $60.00');
  await his.getByText('Charged twice').first().waitFor();
  expect(await his.getByRole('button', { name: /^(Approve|Decline)/ }).count()).toBe(0);
  await his.getByRole('button', { name: /^Withdraw/ }).waitFor();
  await expectGoodPage(his);

  await page.goto(AREA);
  await page.getByRole('link', { name: /^Approvals.*1 waiting/ }).click();
  await heading(page, 'Approvals');
  await expectGoodPage(page);
  await page
    .getByRole('row', { name: /Northgate Security/ })
    .getByRole('button', { name: /^Approve/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByTestId('toast').getByText('Approved and done').waitFor();
  await page.getByText('Nothing waits for approval').waitFor();
  await page.goto(`${AREA}/invoices/${id}/show`);
  await page.getByText('$60.00').first().waitFor();
  const { refunds } = await call<{ refunds: readonly { amount: number }[] }>(
    admin,
    'GET',
    paths.admin.invoice(id),
  );
  expect(refunds).toMatchObject([{ amount: 60 }]);
});
