import { readFile } from 'node:fs/promises';
import { paths, SITE_IMPORT_COLUMNS, type Site } from '@portal/contract';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CARDS, giveCard } from './cards.ts';
import { dealerScene } from './dealerScene.ts';
import { heading, tabTo } from './hands.ts';
import { call } from './people.ts';
import { expectGoodPage } from './support.ts';

const scene = dealerScene();

async function openImport(card?: string): Promise<Page> {
  const dealer = await scene.newDealer();
  const { page } = dealer;
  if (card !== undefined) await giveCard(dealer, card);
  await page.goto('/new-site');
  await page.getByRole('link', { name: 'Import sites' }).click();
  await heading(page, 'Import sites');
  return page;
}

const HEADER = Object.keys(SITE_IMPORT_COLUMNS).join(',');
const row = (name: string, changes: { state?: string; readers?: string; hardware?: string } = {}) =>
  `${name},2 Harbor Road,Staten Island,${changes.state ?? 'NY'},10311,${changes.readers ?? '4'},1,,,${changes.hardware ?? 'no'},no`;

async function choose(page: Page, rows: readonly string[], how: string | RegExp = 'Choose a file') {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: how }).click(),
  ]);
  await chooser.setFiles({
    name: 'sites.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([HEADER, ...rows, ''].join('\r\n')),
  });
}

const sites = () => call<readonly Site[]>(scene.dealer, 'GET', paths.sites);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const done = (page: Page) => page.getByText('All steps completed successfully!').waitFor();

describe('import of many sites', () => {
  // Proves S4-import-page-1
  it('orders valid rows with one payment, and keeps the others for correction', async () => {
    const page = await openImport(CARDS.good);
    await expectGoodPage(page);
    await choose(page, [
      row('Harbor View', { hardware: 'yes' }),
      row('Broken Arms', { state: 'ZZ' }),
      row('Mill Street'),
      row('No Readers', { readers: '0' }),
    ]);
    await page.getByText('2 sites to order').waitFor();
    await page.getByText('2 rows need a correction').waitFor();
    await page.getByRole('row', { name: /3.*There is no state ZZ/ }).waitFor();
    await expectGoodPage(page);
    await button(page, 'Pay $680.00 and Create 2 Sites').click();
    await page.getByText('2 of 2 sites created').waitFor();
    await done(page);
    await page.getByText('2 sites to order').waitFor({ state: 'hidden' });
    expect((await sites()).map(({ site_name }) => site_name).sort()).toEqual(['Harbor View', 'Mill Street']);
    await page.getByText('2 rows need a correction').waitFor();
    await choose(page, [row('Broken Arms'), row('No Readers', { readers: '1' })], 'Fix and upload again');
    await page.getByText('2 sites to order').waitFor();
    await button(page, 'Create 2 Sites').click();
    await page.waitForURL('**/dealer-dashboard');
    expect(await sites()).toHaveLength(4);
    const orders = await call<readonly { total_amount: number }[]>(scene.dealer, 'GET', paths.orders);
    expect(orders.map((order) => order.total_amount).filter((total) => total > 0)).toEqual([680]);
  });

  // Proves S4-import-page-2
  it('combines valid rows with those of a corrected file', async () => {
    const page = await openImport();
    await choose(page, [row('Harbor View'), row('Broken Arms', { state: 'ZZ' })]);
    await page.getByText('1 site to order').waitFor();
    await choose(page, [row('Harbor View', { readers: '9' }), row('Broken Arms')], 'Fix and upload again');
    await page.getByText('2 sites to order').waitFor();
    await page.getByRole('row', { name: /Harbor View.* 9 / }).waitFor();
    await expect.poll(() => page.getByText(/need a correction/).count()).toBe(0);
    expect(await sites()).toEqual([]);
  });

  // Proves S4-import-page-1, S4-import-page-2
  it('corrects rows in place, and takes its own file of bad rows', async () => {
    const page = await openImport();
    const bad = [
      row('"Pier 7, ""North"""', { state: 'ZZ' }),
      row('Broken Arms', { state: 'ZZ', readers: '0' }),
    ];
    await choose(page, [row('Harbor View'), ...bad]);
    await page.getByText('1 of 3 rows can be ordered now.').waitFor();
    await expectGoodPage(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download these rows').click(),
    ]);
    expect(download.suggestedFilename()).toBe('sites-to-correct.csv');
    const file = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(file[0]).toMatch(/^\uFEFFSite name,Address,.*,Problem$/);
    expect(file[1]).toMatch(/^"Pier 7, ""North""",.*,State: There is no state ZZ\. /);
    const state = page.getByLabel('State').first();
    await state.fill('new york');
    await state.press('Enter');
    await page.getByText('2 sites to order').waitFor();
    await page.getByRole('row', { name: 'Pier 7, "North"' }).waitFor();
    await page.getByLabel('State').fill('N.Y.');
    await page.getByLabel('Number of readers').fill('3');
    await page.getByText('There is no state ZZ').waitFor({ state: 'hidden' });
    await page.getByLabel('Number of readers').press('Tab');
    await page.getByText('3 sites to order').waitFor();
    await expect.poll(() => page.getByText(/need(s)? a correction/).count()).toBe(0);
    await expectGoodPage(page);
    expect(await sites()).toEqual([]);
  });

  // Proves S4-import-page-2
  it('accepts its sample file', async () => {
    const page = await openImport();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download a sample file').click(),
    ]);
    expect(download.suggestedFilename()).toBe('sites-sample.csv');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      button(page, 'Choose a file').click(),
    ]);
    const sample = await readFile(await download.path());
    await chooser.setFiles({ name: 'sites.csv', mimeType: 'text/csv', buffer: sample });
    await page.getByText('2 sites to order').waitFor();
    await expect.poll(() => page.getByText(/need a correction/).count()).toBe(0);
  });

  // Proves S4-import-page-1
  it('shows the progress of 120 sites', async () => {
    const page = await openImport();
    await choose(
      page,
      Array.from({ length: 120 }, (_, index) => row(`Site ${index + 1}`)),
    );
    await page.getByText('120 sites to order').waitFor();
    await button(page, 'Create 120 Sites').click();
    await page.getByText(/\d+ of 120 sites created/).waitFor({ timeout: 30_000 });
    await page.waitForURL('**/dealer-dashboard', { timeout: 60_000 });
    expect(await sites()).toHaveLength(120);
  });

  // Proves S4-keyboard
  it('works by keyboard', async () => {
    const page = await openImport();
    // waits for the file chooser before the key press opens it
    const opened = page.waitForEvent('filechooser');
    await tabTo(page, button(page, 'Choose a file'));
    await page.keyboard.press('Enter');
    const chooser = await opened;
    await chooser.setFiles({
      name: 'sites.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${HEADER}\n${row('Harbor View')}\n`),
    });
    await tabTo(page, button(page, 'Create 1 Site'));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dealer-dashboard');
    expect(await sites()).toHaveLength(1);
  });
});
