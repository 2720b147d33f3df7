import { paths } from '@portal/contract';
import { describe, expect, it } from 'vitest';
import { answerBank, CARDS, cardForm, typeCard } from './cards.ts';
import { dealerScene } from './dealerScene.ts';
import { expectToast, hold } from './hands.ts';
import { button, dialog, done, openOrder, PAY, sitesOf } from './newSiteOrder.ts';
import { call } from './people.ts';
import { expectAccessible, expectGoodPage } from './support.ts';

const scene = dealerScene();

describe('the order payment flow', () => {
  // Proves S1-4-payment-3
  it('3: ignores a second submit while one is running', async () => {
    const page = await openOrder(scene, { card: CARDS.good });
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
    expect(await sitesOf(scene)).toHaveLength(1);
  });
});

describe('a card that is not accepted at once', () => {
  // Proves S1-4-checkout-1
  it('leads from a declined saved card to the card form, which stays open after declines', async () => {
    scene.expectNoise(/402/);
    const page = await openOrder(scene, { card: CARDS.keptOnly });
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
    expect(await sitesOf(scene)).toEqual([]);
    await typeCard(page, CARDS.good);
    await pay();
    await done(page);
    await page.waitForURL('**/dealer-dashboard');
    expect(await sitesOf(scene)).toHaveLength(1);
  });

  // Proves S1-4-checkout-1
  it('asks the owner of the saved card', async () => {
    const page = await openOrder(scene, { card: CARDS.asksEachTime });
    await button(page, PAY).click();
    await answerBank(page, 'Complete');
    await done(page);
    await page.waitForURL('**/dealer-dashboard');
    expect(await sitesOf(scene)).toHaveLength(1);
  });

  // Proves S1-2-checkout-1
  it('keeps the form and the order when the card form is closed', async () => {
    const page = await openOrder(scene, { card: CARDS.keptOnly });
    await button(page, PAY).click();
    await cardForm(page);
    await button(page, 'Close').click();
    await dialog(page, 'Complete Purchase').waitFor({ state: 'hidden' });
    await expect.poll(() => page.locator('#site_name').inputValue()).toBe('Harbor View');
    await button(page, PAY).click();
    await typeCard(page, CARDS.good);
    await button(page, 'Pay $680.00').click();
    await page.waitForURL('**/dealer-dashboard');
    expect(await sitesOf(scene)).toHaveLength(1);
    const orders = await call<readonly unknown[]>(scene.dealer, 'GET', paths.orders);
    expect(orders).toHaveLength(1);
  });
});
