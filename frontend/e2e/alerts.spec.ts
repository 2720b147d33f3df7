import { type Invoice, type Payment, paths } from '@portal/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BEFORE, type BilledDealer, billMonths, newBilledDealer } from './billing.ts';
import { giveCard } from './cards.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { heading, tabTo } from './hands.ts';
import { call, newAdmin } from './people.ts';
import {
  closeVisitors,
  describeDeep,
  expectAccessible,
  expectGoodPage,
  itDeep,
  openChromium,
  type Visitor,
} from './support.ts';

/** Its refunds are accepted, then returned by the bank. */
const FAILED_REFUND_CARD = '4000000000005126';

let portal: ClockedPortal;
let browser: Browser;
let admin: Visitor;
let dealer: BilledDealer;
let page: Page;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startClockedPortal(BEFORE), openChromium()]);
  admin = await newAdmin(browser, portal);
  dealer = await newBilledDealer(browser, portal, admin, 'northgate', { 'Harbor View': 12 });
  page = admin.page;
});
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});
afterEach(() => {
  expect((admin.noise as string[]).splice(0)).toEqual([]);
});

const open = async (path: string, title: string) => {
  await page.goto(`/admin-dashboard${path}`);
  await heading(page, title);
};
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const alerts = (name = 'Alerts') => page.getByRole('list', { name }).getByRole('listitem');

describe('alerts', () => {
  // Proves I8-alerts-3
  it('appear on the open overview, and disappear once resolved', async () => {
    const listening = page.waitForResponse((response) => response.url().endsWith(paths.events));
    await open('', 'Admin dashboard');
    await listening;
    await page
      .getByText(/No pending decisions/)
      .first()
      .waitFor();
    await expect.poll(() => page.getByRole('heading', { name: /^Alerts/ }).count()).toBe(0);
    await portal.setFreeDisk(7);
    await portal.tick();
    await alerts().getByRole('heading', { name: 'Warning: Only 7% of the disk is free' }).waitFor();
    await expectGoodPage(page);
    await portal.setFreeDisk(60);
    await portal.tick();
    await page.getByRole('heading', { name: /^Alerts/ }).waitFor({ state: 'detached' });
  });

  // Proves I8-alerts-3
  itDeep('are acknowledged or snoozed by keyboard, and listed on the System page', async () => {
    await portal.setFreeDisk(2);
    await portal.tick();
    await alerts().getByText('Critical:').waitFor();
    const aside = alerts().getByRole('button', { name: 'Snooze' });
    await tabTo(page, aside);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: '1 day' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: '1 more, acknowledged or snoozed' }).click();
    await heading(page, 'System');
    await alerts('Open alerts')
      .getByText(/Snoozed by Administrator until/)
      .waitFor();
    await press('Acknowledge');
    await alerts('Open alerts')
      .getByText(/Acknowledged by Administrator/)
      .waitFor();
    await expectGoodPage(page);
    await press('End snooze');
    await page.getByRole('button', { name: 'Snooze' }).waitFor();
    await portal.setFreeDisk(60);
    await portal.tick();
    await page.getByText('No open alerts.').waitFor();
    await page.getByText(/resolved in the last 7 days$/).click();
    await page
      .getByRole('list', { name: 'Closed alerts' })
      .getByText(/Only 2% of the disk/)
      .waitFor();
  });
});

describeDeep('a refund returned by the bank', () => {
  let payment: Payment;

  it('raises an alert with a link to its payment', async () => {
    await giveCard(dealer, FAILED_REFUND_CARD);
    await billMonths(portal, admin, [dealer], ['2026-11']);
    const [invoice] = await call<readonly Invoice[]>(dealer, 'GET', paths.invoices);
    const id = String(invoice?.id);
    await call(dealer, 'POST', paths.payInvoice(id), {});
    await call(admin, 'POST', paths.admin.refundInvoice(id), { amount: '10.00', reason: 'Agreed' });
    await expect
      .poll(
        async () => {
          [payment] = (await call<readonly Payment[]>(admin, 'GET', paths.admin.payments)) as [Payment];
          return payment.refunds.map(({ status }) => status);
        },
        { timeout: 20_000 },
      )
      .toEqual(['failed']);
    await portal.tick();
    await open('', 'Admin dashboard');
    await alerts().getByText('A refund of $10.00 failed.').waitFor();
    await alerts().getByRole('link', { name: 'Open the payment' }).click();
    await heading(page, 'Payment of $78.00');
  });

  // Proves I8-refund-1
  it('is retried after a confirmation', async () => {
    const refunds = page.getByRole('list', { name: 'Refunds' });
    await refunds.getByText('Failed', { exact: true }).waitFor();
    await expectGoodPage(page);
    await refunds.getByRole('button', { name: /^Try again/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Retry the refund of $10.00?' });
    await dialog.getByText(/so that nothing is refunded twice/).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await page.getByTestId('toast').getByText('Refund requested').waitFor();
    await expect.poll(() => refunds.getByRole('listitem').count()).toBe(2);
    await refunds.getByText('It was requested again.').waitFor();
    const told = await call<Payment>(admin, 'GET', paths.admin.payment(payment.id));
    expect(told.refunds.map(({ amount }) => amount)).toEqual([10, 10]);
  });
});

describe('the settings', () => {
  it('show errors at their fields, and are accessible', async () => {
    await open('/settings', 'Settings');
    await page
      .getByLabel(/^Days after the due date/)
      .first()
      .fill('200');
    await page.getByLabel(/^More addresses/).fill('ops');
    await press('Save');
    await page.getByText('Please enter a whole number from 1 to 90').waitFor();
    await page.getByText('Please enter a valid email: ops').waitFor();
    await expectGoodPage(page);
  });

  // Proves I8-alerts-7
  it('keep the focused field visible above the Save bar', async () => {
    await press('Discard');
    await page.setViewportSize({ width: 375, height: 700 });
    await page.getByLabel(/^Free disk space/).fill('0');
    await page.getByLabel('Email all administrators').focus();
    const field = page.getByLabel(/^Free disk space/);
    // on the screen, but below the bar
    await field.evaluate((input) => scrollBy(0, input.getBoundingClientRect().bottom - innerHeight + 20));
    await press('Save');
    await expect.poll(() => field.evaluate((input) => document.activeElement === input)).toBe(true);
    const isInSight = () =>
      field.evaluate((input) => {
        const { left, right, top, bottom } = input.getBoundingClientRect();
        return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === input;
      });
    await expect.poll(isInSight).toBe(true);
    await press('Discard');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page
      .getByLabel(/^Days after the due date/)
      .first()
      .fill('200');
  });

  // Proves S5-admin-reminders, I8-settings-1
  itDeep('ask before discarding changes, and record who changed them', async () => {
    await page.getByRole('link', { name: 'System' }).click();
    await page.getByRole('dialog', { name: 'Discard your changes?' }).waitFor();
    await press('Keep editing');
    await page
      .getByLabel(/^Days after the due date/)
      .first()
      .fill('3');
    await page
      .getByLabel(/^Days after the due date/)
      .last()
      .fill('10');
    await page.getByLabel(/^More addresses/).fill('oncall@example.com');
    await page.getByLabel('Wrong system clock').uncheck();
    await press('Save');
    await page.getByTestId('toast').getByText('Settings saved').waitFor();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    const changes = page.getByRole('region', { name: 'Changes of settings' });
    await changes
      .getByRole('row', { name: /Steps after the due date 3 days; 14 days 3 days; 10 days/ })
      .waitFor();
    await expect.poll(() => page.getByText(/^Changed by Administrator/).count()).toBe(3);
    expect(await call(admin, 'GET', paths.admin.portalSettings)).toMatchObject({
      dunning_steps: [{ days: 3 }, { days: 10 }],
      alert_addresses: ['oncall@example.com'],
    });
    await expectGoodPage(page);
  });

  // Proves I8-settings-2
  itDeep('lead to the set-up of a required second factor without locking anyone out', async () => {
    await page.getByLabel('Administrators need two-step verification').check();
    await page.getByText(/You have not set it up yourself/).waitFor();
    await press('Save');
    await page.getByTestId('toast').getByText('Settings saved').waitFor();
    await page.getByText('Administrators of this portal need two-step verification.').waitFor();
    await page.getByRole('button', { name: 'Set up two-step verification' }).waitFor();
  });
});
