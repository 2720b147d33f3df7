import { afterAll, beforeAll, expect, it } from 'vitest';
import { BEFORE, billMonths, downloadOf, newBilledDealer } from './billing.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { newAdmin } from './people.ts';
import { closeVisitors, expectGoodPage, openChromium } from './support.ts';

let portal: ClockedPortal;
beforeAll(async () => {
  portal = await startClockedPortal(BEFORE);
});
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

// Proves I40-company-data
it("an owner downloads the company's data", async () => {
  const browser = await openChromium();
  const admin = await newAdmin(browser, portal);
  const dealer = await newBilledDealer(browser, portal, admin, 'northgate', { 'Harbor View': 12 });
  await billMonths(portal, admin, [dealer], ['2026-11']);
  const { page } = dealer;
  await page.goto('/settings');
  const link = page.getByRole('link', { name: 'Download company data' });
  await link.waitFor();
  await expectGoodPage(page);
  const { name, content } = await downloadOf(page, () => link.click());
  expect(name).toMatch(/^company-data-2026-11-\d\d\.zip$/);
  const text = content.toString('utf8');
  for (const part of ['sites.csv', 'company.json', 'invoices/INV-202611-', 'Harbor View'])
    expect(text).toContain(part);
});
