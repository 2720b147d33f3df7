import { paths } from '@portal/contract';
import { describe, expect, it } from 'vitest';
import { answerBank, CARDS, cardForm, typeCard } from './cards.ts';
import { dealerScene } from './dealerScene.ts';
import { expectToast, hold, tabTo, whileFailing } from './hands.ts';
import { button, dialog, done, openOrder, PAY, sitesOf, steps } from './newSiteOrder.ts';
import { describeDeep, expectAccessible, expectGoodPage, itDeep } from './support.ts';

const scene = dealerScene();

describe('the order payment flow', () => {
  // Proves S1-2-new-site-1, S1-2-progress-1, S1-4-payment-1a, S1-4-payment-4
  it('1: with a saved card pays, creates the site, and 4: leaves for the dashboard', async () => {
    const page = await openOrder(scene, { card: CARDS.good });
    await page.getByText('You pay with Visa ending in 4242').waitFor();
    const held = await hold(page, paths.createPaymentIntent);
    await button(page, PAY).click();
    const checkout = dialog(page, 'Complete Purchase');
    await checkout.getByText('CA 150 Panel').waitFor();
    await checkout.getByText('Simulated payments: no real charges.').waitFor();
    expect(await steps(page)).toEqual(['Processing Payment: loading', 'Creating Site: pending']);
    await page.getByText('Processing your request...').waitFor();
    await expectAccessible(page);
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
    await page.getByRole('tab', { name: 'Pending (1)' }).click();
    await page.getByRole('heading', { name: 'Harbor View' }).waitFor();
    expect(await sitesOf(scene)).toHaveLength(1);
  });

  // Proves S1-2-checkout-2, S1-4-payment-1b, S1-4-payment-7
  itDeep('1 and 7: warns without a card, adds one, and continues on confirmation', async () => {
    const page = await openOrder(scene);
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
    expect(await sitesOf(scene)).toEqual([]);
    await expectAccessible(page);
    await button(page, 'Pay $680.00').click();
    await done(page);
    expect(await steps(page)).toEqual([
      'Adding Payment Method: success',
      'Processing Payment: success',
      'Creating Site: success',
    ]);
    await page.waitForURL('**/dealer-dashboard');
    expect(await sitesOf(scene)).toHaveLength(1);
  });

  // Proves S1-4-payment-2
  it('2: creates a free site at once, with the payment verified', async () => {
    const page = await openOrder(scene, { panel: false });
    await button(page, 'Create Site').click();
    await done(page);
    expect(await steps(page)).toEqual(['Payment Verification: success', 'Creating Site: success']);
    await page.waitForURL('**/dealer-dashboard');
  });

  // Proves S1-4-payment-2, S1-4-payment-5, S1-4-payment-6
  itDeep('5, 6 and 2: shows why the creation failed, and retries without another payment', async () => {
    scene.expectNoise(/503/);
    const page = await openOrder(scene, { card: CARDS.good });
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
    await expect.poll(() => page.getByText('The portal is busy.').count()).toBe(2);
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByText('Payment Verified').waitFor();
    await expect.poll(() => page.locator('#site_name').inputValue()).toBe('Harbor View');
    await expect.poll(() => page.locator('#site_name').isDisabled()).toBe(true);
    await expectGoodPage(page);
    await button(page, 'Create Site').click();
    await done(page);
    expect(await steps(page)).toEqual(['Payment Verification: success', 'Creating Site: success']);
    await page.waitForURL('**/dealer-dashboard');
    expect(await sitesOf(scene)).toHaveLength(1);
  });
});

describeDeep('a card that is not accepted at once', () => {
  // Proves S1-4-checkout-1
  it('asks its owner through the card form', async () => {
    scene.expectNoise(/402/);
    const page = await openOrder(scene, { card: CARDS.keptOnly });
    await button(page, PAY).click();
    await typeCard(page, CARDS.asks);
    await button(page, 'Pay $680.00').click();
    await answerBank(page, 'Fail');
    await page.getByTestId('toast').getByText('Payment Failed').waitFor();
    await button(page, 'Pay $680.00').click();
    await answerBank(page, 'Complete');
    await done(page);
    await page.waitForURL('**/dealer-dashboard');
    expect(await sitesOf(scene)).toHaveLength(1);
  });
});

describe('an order', () => {
  // Proves S4-page-gone
  it('creates the site once when the tab is closed after the payment', async () => {
    const page = await openOrder(scene, { card: CARDS.good });
    // the page never requests its site
    await page.route(
      (url) => url.pathname === paths.sites,
      (route) => (route.request().method() === 'POST' ? undefined : route.continue()),
    );
    await button(page, PAY).click();
    await page.getByText('Payment Verified').waitFor();
    await page.close();
    const names = async () => (await sitesOf(scene)).map(({ site_name }) => site_name);
    await expect.poll(names).toEqual(['Harbor View']);
  });
});

describe('a phone', () => {
  // Proves S2-2-invoicing-10
  it('keeps the total and the button on screen', async () => {
    const page = await openOrder(scene);
    await page.setViewportSize({ width: 390, height: 844 });
    const bottomOf = async (name: string) => {
      const box = await page.getByText(name, { exact: true }).boundingBox();
      return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0);
    };
    for (const scrolled of [0, 600]) {
      await page.evaluate((y) => window.scrollTo(0, y), scrolled);
      for (const name of ['Total due now', PAY])
        await expect.poll(() => bottomOf(name)).toBeLessThanOrEqual(844);
    }
    await page.locator('#site_zip').focus();
    // the browser scrolls the focused field into view after the focus
    const gap = async () => {
      const field = await page.locator('#site_zip').boundingBox();
      const total = await page.getByText('Total due now').boundingBox();
      return (total?.y ?? 0) - (field?.y ?? Number.POSITIVE_INFINITY) - (field?.height ?? 0);
    };
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
  });
});

describe('the keyboard', () => {
  // Proves S4-keyboard
  it('orders and pays', async () => {
    const page = await openOrder(scene, { card: CARDS.good, panel: false });
    await tabTo(page, page.getByRole('checkbox', { name: 'CA 150 Panel' }));
    await page.keyboard.press('Space');
    await tabTo(page, button(page, PAY));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dealer-dashboard');
    expect(await sitesOf(scene)).toHaveLength(1);
  });
});
