import { paths, type Site } from '@portal/contract';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { answerBank, CARDS, cardForm, keepCard, typeCard } from './cards.ts';
import { dealerScene } from './dealerScene.ts';
import { expectToast, fill, heading, hold, tabTo, whileFailing } from './hands.ts';
import { call } from './people.ts';
import { expectAccessible, expectGoodPage } from './support.ts';

const PAY = 'Pay $680.00 and Create Site';

const scene = dealerScene();

/** A new company's dealer with /new-site filled in; a CA 150 Panel makes it $680.00. */
async function openOrder({ card, panel = true }: { card?: string; panel?: boolean } = {}): Promise<Page> {
  const { page } = await scene.newDealer();
  if (card !== undefined) await keepCard(page, card);
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

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
/** The steps of the dialog, in order, each with its state. */
const steps = (page: Page) =>
  page
    .getByRole('dialog')
    .locator('li[data-status]')
    .evaluateAll((items) =>
      items.map(
        (item) => `${item.querySelector('span > span')?.textContent}: ${item.getAttribute('data-status')}`,
      ),
    );
const done = (page: Page) => page.getByText('All steps completed successfully!').waitFor();
const sites = () => call<readonly Site[]>(scene.dealer, 'GET', paths.sites);

describe('the order payment flow', () => {
  // Proves S1-2-new-site-1, S1-2-progress-1, S1-4-payment-1a, S1-4-payment-4
  it('1: with a saved card pays, creates the site, and 4: leaves 1.5 s later', async () => {
    const page = await openOrder({ card: CARDS.good });
    await page.getByText('You pay with Visa ending in 4242').waitFor();
    const held = await hold(page, paths.createPaymentIntent);
    await button(page, PAY).click();
    const checkout = dialog(page, 'Complete Purchase');
    await checkout.getByText('CA 150 Panel').waitFor();
    await checkout.getByText('Simulated payments: no real charges.').waitFor();
    expect(await steps(page)).toEqual(['Processing Payment: loading', 'Creating Site: pending']);
    await page.getByText('Processing your request...').waitFor();
    await expectAccessible(page);
    const created = page
      .waitForResponse((response) => new URL(response.url()).pathname === paths.sites)
      .then(() => performance.now());
    held.release();
    await expectToast(
      page,
      'Payment Successful',
      'Your payment has been processed successfully with your saved card.',
    );
    await done(page);
    await dialog(page, 'Processing Your Request').waitFor();
    expect(await steps(page)).toEqual(['Processing Payment: success', 'Creating Site: success']);
    await page.getByText('Payment Verified').waitFor();
    await page.waitForURL('**/dealer-dashboard');
    expect(performance.now() - (await created)).toBeGreaterThan(1_250);
    await page.getByRole('tab', { name: 'Pending (1)' }).click();
    await page.getByRole('heading', { name: 'Harbor View' }).waitFor();
    expect(await sites()).toHaveLength(1);
  });

  // Proves S1-2-checkout-2, S1-4-payment-1b, S1-4-payment-7
  it('1 and 7: without a card warns, adds one on the way, and goes on when told to', async () => {
    const page = await openOrder();
    await page
      .getByText('Payment Method Required: Please add a payment method before proceeding with the payment.')
      .waitFor();
    await expectGoodPage(page);
    await button(page, PAY).click();
    const adding = dialog(page, 'Add Payment Method');
    await adding
      .getByText('Enter your payment details to continue with equipment purchases and billing')
      .waitFor();
    await cardForm(page);
    expect(await steps(page)).toEqual([
      'Adding Payment Method: loading',
      'Processing Payment: pending',
      'Creating Site: pending',
    ]);
    await expectGoodPage(page);
    await typeCard(page, CARDS.good);
    await adding.getByRole('button', { name: 'Add Payment Method' }).click();
    await expectToast(page, 'Payment Method Added', 'Your payment method has been saved successfully.');
    await button(page, 'Pay $680.00').waitFor();
    expect(await sites()).toEqual([]);
    await expectAccessible(page);
    await button(page, 'Pay $680.00').click();
    await done(page);
    expect(await steps(page)).toEqual([
      'Adding Payment Method: success',
      'Processing Payment: success',
      'Creating Site: success',
    ]);
    await page.waitForURL('**/dealer-dashboard');
    expect(await sites()).toHaveLength(1);
  });

  // Proves S1-4-payment-2
  it('2: costs nothing: the payment counts as verified and the site is created at once', async () => {
    const page = await openOrder({ panel: false });
    await button(page, 'Create Site').click();
    await done(page);
    expect(await steps(page)).toEqual(['Payment Verification: success', 'Creating Site: success']);
    await page.waitForURL('**/dealer-dashboard');
  });

  // Proves S1-4-payment-3
  it('3: ignores a second submit while one is under way', async () => {
    const page = await openOrder({ card: CARDS.good });
    const held = await hold(page, paths.createPaymentIntent);
    await button(page, PAY).click();
    await dialog(page, 'Complete Purchase').waitFor();
    await page.evaluate(() => {
      for (const form of document.forms) form.requestSubmit();
    });
    await page.keyboard.press('Escape');
    await dialog(page, 'Complete Purchase').waitFor();
    held.release();
    await page.waitForURL('**/dealer-dashboard');
    expect(held.sent()).toBe(1);
    expect(await sites()).toHaveLength(1);
  });

  // Proves S1-4-payment-2, S1-4-payment-5, S1-4-payment-6
  it('5, 6 and 2: a creation that fails shows why; what was paid stays paid and the next try needs no card', async () => {
    scene.expectNoise(/503/);
    const page = await openOrder({ card: CARDS.good });
    await page.getByText('You pay with Visa ending in 4242').waitFor();
    await whileFailing(
      page,
      paths.sites,
      { status: 503, json: { error: 'The portal is busy.' } },
      async () => {
        await button(page, PAY).click();
        await page.getByText('An error occurred during the process.').waitFor();
      },
    );
    expect(await steps(page)).toEqual(['Processing Payment: success', 'Creating Site: error']);
    await expectToast(page, 'Error', 'The portal is busy.');
    expect(await page.getByText('The portal is busy.').count()).toBe(2);
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByText('Payment Verified').waitFor();
    expect(await page.locator('#site_name').inputValue()).toBe('Harbor View');
    expect(await page.locator('#site_name').isDisabled()).toBe(true);
    await expectGoodPage(page);
    await button(page, 'Create Site').click();
    await done(page);
    expect(await steps(page)).toEqual(['Payment Verification: success', 'Creating Site: success']);
    await page.waitForURL('**/dealer-dashboard');
    expect(await sites()).toHaveLength(1);
  });
});

describe('cards that do not do at once', () => {
  // Proves S1-4-checkout-1
  it('a saved card that is declined gives way to the card form, which outlives further declines', async () => {
    scene.expectNoise(/402/);
    const page = await openOrder({ card: CARDS.keptOnly });
    await button(page, PAY).click();
    await cardForm(page);
    await dialog(page, 'Complete Purchase').getByText('Your card was declined.').waitFor();
    await expectGoodPage(page);
    const pay = () => button(page, 'Pay $680.00').click();
    await typeCard(page, CARDS.declined);
    await pay();
    await expectToast(page, 'Payment Failed', 'Your card was declined.');
    await typeCard(page, CARDS.noFunds);
    await pay();
    await expectToast(page, 'Payment Failed', 'Your card has insufficient funds.');
    await expectAccessible(page);
    expect(await sites()).toEqual([]);
    await typeCard(page, CARDS.good);
    await pay();
    await done(page);
    await page.waitForURL('**/dealer-dashboard');
    expect(await sites()).toHaveLength(1);
  });

  // Proves S1-4-checkout-1
  it('asks the owner through the card form', async () => {
    scene.expectNoise(/402/);
    const page = await openOrder({ card: CARDS.keptOnly });
    await button(page, PAY).click();
    await typeCard(page, CARDS.asks);
    await button(page, 'Pay $680.00').click();
    await answerBank(page, 'Fail');
    await page.getByText('Payment Failed').waitFor();
    await button(page, 'Pay $680.00').click();
    await answerBank(page, 'Complete');
    await done(page);
    await page.waitForURL('**/dealer-dashboard');
    expect(await sites()).toHaveLength(1);
  });

  // Proves S1-4-checkout-1
  it('asks the owner of a saved card', async () => {
    const page = await openOrder({ card: CARDS.asksEachTime });
    await button(page, PAY).click();
    await answerBank(page, 'Complete');
    await done(page);
    await page.waitForURL('**/dealer-dashboard');
    expect(await sites()).toHaveLength(1);
  });

  // Proves S1-2-checkout-1
  it('a closed card form keeps what was typed, and the next try goes on with the same order', async () => {
    const page = await openOrder({ card: CARDS.keptOnly });
    await button(page, PAY).click();
    await cardForm(page);
    await button(page, 'Close').click();
    await dialog(page, 'Complete Purchase').waitFor({ state: 'hidden' });
    expect(await page.locator('#site_name').inputValue()).toBe('Harbor View');
    await button(page, PAY).click();
    await typeCard(page, CARDS.good);
    await button(page, 'Pay $680.00').click();
    await page.waitForURL('**/dealer-dashboard');
    expect(await sites()).toHaveLength(1);
    const orders = await call<readonly unknown[]>(scene.dealer, 'GET', paths.orders);
    expect(orders).toHaveLength(1);
  });
});

describe('an order outlives its page', () => {
  // Proves S4-page-gone
  it('makes the site once when the tab is closed after the payment', async () => {
    const page = await openOrder({ card: CARDS.good });
    // the page never gets to ask for its site
    await page.route(
      (url) => url.pathname === paths.sites,
      (route) => (route.request().method() === 'POST' ? undefined : route.continue()),
    );
    await button(page, PAY).click();
    await page.getByText('Payment Verified').waitFor();
    await page.close();
    const names = async () => (await sites()).map(({ site_name }) => site_name);
    await expect.poll(names, { timeout: 30_000 }).toEqual(['Harbor View']);
  });
});

describe('by keyboard alone', () => {
  // Proves S4-keyboard
  it('orders and pays', async () => {
    const page = await openOrder({ card: CARDS.good, panel: false });
    await tabTo(page, page.getByRole('checkbox', { name: 'CA 150 Panel' }));
    await page.keyboard.press('Space');
    await tabTo(page, button(page, PAY));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dealer-dashboard');
    expect(await sites()).toHaveLength(1);
  });
});
