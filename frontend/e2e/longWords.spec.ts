import { paths, type Site } from '@portal/contract';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { heading } from './hands.ts';
import { approve, call, newAdmin, registration } from './people.ts';
import {
  closeVisitors,
  newVisitor,
  openChromium,
  type RunningPortal,
  startPortal,
  type Visitor,
} from './support.ts';

const WORD = 'W'.repeat(120);
let portal: RunningPortal;
let admin: Visitor;
let page: Page;

beforeAll(async () => {
  portal = await startPortal();
  const browser = await openChromium();
  admin = await newAdmin(browser, portal);
  page = admin.page;
  const dealer = await newVisitor(browser, portal);
  const form = { ...registration('wide'), company: WORD, agreeToTerms: true };
  const { id } = await call(dealer, 'POST', paths.register, form);
  await approve(admin, id);
  const site = {
    site_name: WORD,
    site_address: '2 Pier Rd',
    site_city: 'Albany',
    site_state: 'NY',
    site_zip: '12207',
    number_of_readers: '12',
    number_of_acu_panels: '1',
    software_version: 'aurora',
  };
  await call<Site>(dealer, 'POST', paths.sites, site);
}, 120_000);
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

async function expectWithin(text: Locator, whole: Locator): Promise<void> {
  const [inner, outer] = [await text.boundingBox(), await whole.boundingBox()];
  if (inner === null || outer === null) throw new Error('Nothing is shown');
  expect(inner.x).toBeGreaterThanOrEqual(outer.x);
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width + 1);
}

// Proves I35-32c
it('leaves the other columns of a list in sight', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/admin-dashboard/sites');
  await heading(page, 'Sites');
  const table = page.getByRole('region', { name: 'Sites' });
  await expectWithin(table.getByText('Pending', { exact: true }), table);
});

// Proves I35-32c
it('leaves the status of a card on a phone in sight', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin-dashboard/sites');
  await heading(page, 'Sites');
  const list = page.getByRole('list', { name: 'Sites' });
  await expectWithin(list.getByText('Pending', { exact: true }), list);
});

// Proves I35-32c
it('stays within its panel on the dashboard', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/admin-dashboard');
  const panel = page.getByRole('region', { name: 'Largest projected invoices' });
  await expectWithin(panel.getByRole('link', { name: WORD }), panel.getByRole('listitem').first());
});
