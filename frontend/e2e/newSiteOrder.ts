import { paths, type Site } from '@portal/contract';
import type { Page } from 'playwright-core';
import { CARDS, giveCard, keepCard } from './cards.ts';
import type { DealerScene } from './dealerScene.ts';
import { fill, heading } from './hands.ts';
import { call } from './people.ts';

export const PAY = 'Pay $680.00 and Create Site';

/** A new company's dealer with /new-site filled in; a CA 150 Panel makes it $680.00. */
export async function openOrder(
  scene: DealerScene,
  { card, panel = true }: { readonly card?: string; readonly panel?: boolean } = {},
): Promise<Page> {
  const dealer = await scene.newDealer();
  const { page } = dealer;
  if (card === CARDS.asksEachTime) await keepCard(page, card);
  else if (card !== undefined) await giveCard(dealer, card);
  await page.goto('/new-site');
  await fillIn(page);
  if (panel) await page.getByRole('checkbox', { name: 'CA 150 Panel' }).check();
  return page;
}

async function fillIn(page: Page, siteName = 'Harbor View'): Promise<void> {
  await heading(page, 'New Site Setup');
  await page.getByText('$6.50', { exact: true }).waitFor();
  await fill(page, {
    site_name: siteName,
    site_address: '2 Harbor Road',
    site_city: 'Staten Island',
    site_zip: '10311',
    number_of_readers: '12',
  });
  await page.locator('#site_state').selectOption('NY');
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
/** The dialog's steps with their states. */
export const steps = (page: Page) =>
  page
    .getByRole('dialog')
    .locator('li[data-status]')
    .evaluateAll((items) =>
      items.map(
        (item) => `${item.querySelector('span > span')?.textContent}: ${item.getAttribute('data-status')}`,
      ),
    );
export const done = (page: Page) => page.getByText('All steps completed successfully!').waitFor();
/** The sites of the test's dealer. */
export const sitesOf = ({ dealer }: DealerScene) => call<readonly Site[]>(dealer, 'GET', paths.sites);
