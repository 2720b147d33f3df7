import { type BillingSummary, type Invoice, type InvoiceDetail, paths, type Site } from '@portal/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BilledDealer, downloadOf, newBilledDealer, orderSite } from './billing.ts';
import { call, newDealer } from './people.ts';
import { atPage, type BilledScene, startBilledScene } from './presses.ts';
import { closeVisitors, expectAccessible, type Visitor } from './support.ts';

let scene: BilledScene;
let admin: Visitor;
let page: Page;

beforeAll(async () => {
  scene = await startBilledScene();
  admin = scene.admin;
  page = admin.page;
});
afterAll(async () => {
  await closeVisitors();
  await scene?.portal.stop();
});

const HOME = '/admin-dashboard';
const button = (name: string) => page.getByRole('button', { name });
const dialog = () => page.getByRole('dialog');
const confirm = (name: string) => dialog().getByRole('button', { name });
const menu = (name: string) =>
  page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name });
const toast = (text: string) => page.getByTestId('toast').getByText(text).waitFor();

/** Presses from the home, or from the page that is named. */
describe("an administrator's common tasks", () => {
  // Proves S5-presses-1, I39-bulk-approve
  it('approves five sites in 7 presses', async () => {
    const names = [1, 2, 3, 4, 5].map((number) => `Depot ${number}`);
    for (const name of names) await orderSite(scene.dealer, name, 4);
    const { press, presses } = await atPage(admin, HOME);
    await press(page.getByRole('link', { name: 'All pending sites' }));
    await press(page.getByRole('checkbox', { name: 'Select all' }));
    await press(page.getByRole('toolbar').getByRole('button', { name: 'Approve' }));
    await dialog().getByText('5 sites with 20 readers: $130.00 more a month.').waitFor();
    await press(confirm('Approve'));
    const approved = async () => {
      const sites = await call<Site[]>(admin, 'GET', paths.admin.sites);
      return sites.filter(({ status, site_name }) => status === 'active' && names.includes(site_name));
    };
    await expect.poll(async () => (await approved()).length).toBe(5);
    expect(presses()).toBeLessThanOrEqual(7);
  });

  // Proves S5-presses-1
  it('deactivates a site in 2 presses on its page', async () => {
    const sites = await call<Site[]>(admin, 'GET', paths.admin.sites);
    const id = sites.find(({ site_name }) => site_name === 'Depot 1')?.id ?? '';
    const { press, presses } = await atPage(admin, `${HOME}/sites/${id}/show`);
    await press(button('Deactivate'));
    await press(confirm('Deactivate'));
    await toast('Site Deactivated');
    expect(await call<Site>(admin, 'GET', paths.admin.site(id))).toMatchObject({ status: 'inactive' });
    expect(presses()).toBeLessThanOrEqual(2);
  });

  // Proves S5-presses-1, S2-5-billing-4
  it("raises a rate from the next month with 30 days' notice in 4 presses", async () => {
    const { accountId } = scene.dealer;
    const { press, type, presses } = await atPage(admin, HOME);
    await press(menu('Companies'));
    await press(button('New rate Northgate Security'));
    await type('rate', '7.00');
    await dialog().getByText('Effect on the invoice of Jan 1, 2027').waitFor();
    await press(button('Save'));
    await toast('Reader rate updated');
    const summary = paths.admin.billingSummary(accountId);
    expect((await call<BillingSummary>(admin, 'GET', summary)).announced_rates).toMatchObject([
      { rate_now: 6.5, rate: 7, effective_from: '2027-01-01' },
    ]);
    expect(presses()).toBeLessThanOrEqual(4);
  });

  // Proves S5-presses-1, S6-correct-6
  it('corrects the readers of one line in 5 presses', async () => {
    const path = paths.admin.invoice(`${scene.dealer.accountId}_2026-11`);
    const invoice = await call<Invoice>(admin, 'GET', path);
    const { press, type, presses } = await atPage(admin, `${HOME}/invoices/${invoice.id}/show`);
    await press(button('Correct Harbor View'));
    await dialog().getByRole('group', { name: 'Correction of Harbor View' }).waitFor();
    await type('entries\\.0\\.readers', '10');
    await type('entries\\.0\\.reason', 'Two were never installed');
    await press(confirm('Show before and after'));
    const preview = dialog().getByRole('region', { name: 'Before and after' });
    await preview.getByRole('row', { name: 'Total $78.00 $65.00' }).waitFor();
    await press(confirm('Void and reissue'));
    await toast('Invoice reissued');
    await page
      .getByTestId('toast')
      .getByRole('link', { name: /^View INV-/ })
      .click();
    await page.getByText('Replaces').waitFor();
    const { replaced_by: next } = await call<InvoiceDetail>(admin, 'GET', path);
    expect(await call<Invoice>(admin, 'GET', paths.admin.invoice(next ?? ''))).toMatchObject({
      total_amount: 65,
    });
    expect(presses()).toBeLessThanOrEqual(5);
  });

  // Proves S5-presses-1
  it('records a check for all that a company owes in 4 presses', async () => {
    const { accountId } = scene.dealer;
    const { press, type, presses } = await atPage(admin, HOME);
    await press(menu('Companies'));
    await press(button('Record payment Northgate Security'));
    await dialog().getByText('$162.50 pays 2 invoices.').waitFor();
    await type('reference', '1042');
    await press(confirm('Record payment'));
    await toast('Payment recorded');
    expect(await call<Invoice>(admin, 'GET', paths.admin.invoice(`${accountId}_2026-12`))).toMatchObject({
      ...{ status: 'paid', payment_kind: 'check', payment_date: '2026-12-02', payment_reference: '1042' },
    });
    expect(presses()).toBeLessThanOrEqual(4);
  });

  // Proves S5-presses-1, S6-revenue-4
  it("exports the month's revenue in 2 presses", async () => {
    const { press, presses } = await atPage(admin, HOME);
    await press(page.getByRole('link', { name: 'Revenue by company' }));
    const { name, content } = await downloadOf(page, () => press(button('Export CSV')));
    expect(name).toBe('revenue-2026-12-demo.csv');
    expect(content.toString('utf8')).toContain('2026-12,Northgate Security');
    expect(presses()).toBeLessThanOrEqual(2);
  });
  // Proves S5-presses-1, I39-after-action
  it('approves a dealer in 2 presses', async () => {
    const waiting = await newDealer(scene.browser, scene.portal, 'harborline');
    const { press, presses } = await atPage(admin, HOME);
    await press(button('Approve Northgate Security'));
    expect(await page.locator(':focus').textContent()).toBe('Approve');
    await press(confirm('Approve'));
    await page.getByTestId('toast').getByRole('link', { name: 'Northgate Security' }).waitFor();
    await expect.poll(() => page.locator('#content :focus').count()).toBe(1);
    await expect.poll(() => call(waiting, 'GET', paths.user)).toMatchObject({ is_approved: true });
    expect(presses()).toBeLessThanOrEqual(2);
  });

  // Proves I39-bulk-rate
  it('raises the rate of selected companies after one preview in 6 presses', async () => {
    const others: BilledDealer[] = [];
    for (const [username, company_name] of [
      ['bayridge', 'Bay Ridge'],
      ['cobblehill', 'Cobble Hill'],
    ] as const) {
      const other = await newBilledDealer(scene.browser, scene.portal, admin, username, {
        [`Depot of ${username}`]: 10,
      });
      await call(admin, 'PATCH', paths.admin.account(other.accountId), { company_name });
      others.push(other);
    }
    const summaryOf = ({ accountId }: BilledDealer) =>
      call<BillingSummary>(admin, 'GET', paths.admin.billingSummary(accountId));
    const stays = await summaryOf(scene.dealer);
    const { press, type, presses } = await atPage(admin, HOME);
    await press(menu('Companies'));
    await press(page.getByRole('checkbox', { name: 'Select Bay Ridge' }));
    await press(page.getByRole('checkbox', { name: 'Select Cobble Hill' }));
    await press(page.getByRole('toolbar').getByRole('button', { name: 'New rate' }));
    await type('rate', '7.25');
    const effect = dialog().getByRole('group', { name: 'Effect on the invoices of Jan 1, 2027' });
    await effect.getByText('$15.00 more a month.').waitFor();
    expect(await effect.getByRole('row').allTextContents()).toEqual([
      'CompanyRateInvoice',
      'Total$130.00 → becomes $145.00',
      'Bay Ridge10 readers$6.50 → becomes $7.25$65.00 → becomes $72.50',
      'Cobble Hill10 readers$6.50 → becomes $7.25$65.00 → becomes $72.50',
    ]);
    await expectAccessible(page);
    await press(confirm('Save'));
    await toast('2 companies');
    expect(presses()).toBeLessThanOrEqual(6);
    const announced = await Promise.all(others.map(summaryOf));
    expect(announced.map((one) => one.announced_rates)).toMatchObject(
      Array(2).fill([{ rate_now: 6.5, rate: 7.25, effective_from: '2027-01-01' }]),
    );
    expect(await summaryOf(scene.dealer)).toEqual(stays);
  });
});
