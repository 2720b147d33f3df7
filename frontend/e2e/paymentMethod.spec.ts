import { AUTO_PAY_CONSENT_TEXT, paths, type StartedOrderPayment } from '@portal/contract';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerBank, CARDS, cardForm, keepCard, typeCard } from './cards.ts';
import { dealerScene } from './dealerScene.ts';
import { expectToast, fill, heading, whileFailing } from './hands.ts';
import { call } from './people.ts';
import { expectAccessible, expectGoodPage, itDeep, newVisitor } from './support.ts';

const scene = dealerScene();
beforeEach(async () => {
  await scene.newDealer();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const open = async (): Promise<Page> => {
  const { page } = scene.dealer;
  await page.goto('/update-payment-method');
  await heading(page, 'Update Payment Method');
  return page;
};

describe('/update-payment-method', () => {
  // Proves S2-2-update-payment-1, S2-2-payment-card-1
  it('saves a card, and replaces it', async () => {
    scene.expectNoise(/402/);
    const page = await open();
    await page.getByText('Payment method required').waitFor();
    await expectGoodPage(page);
    await button(page, 'Add Payment Method').click();
    const adding = page.getByRole('dialog', { name: 'Add Payment Method' });
    await typeCard(page, CARDS.declined);
    const add = () => adding.getByRole('button', { name: 'Add Payment Method' }).click();
    await add();
    await page.getByTestId('toast').getByText('Payment Setup Failed').waitFor();
    await expectGoodPage(page);
    await typeCard(page, CARDS.good);
    await add();
    await expectToast(page, 'Payment Method Added', 'Your payment method has been saved successfully.');
    await page.waitForURL('**/invoicing');
    await page.getByText('Expires 12/2034').waitFor();
    await page.getByText('ending in 4242').waitFor();
    await expectGoodPage(await open());
    await button(page, 'Update Payment').click();
    await typeCard(page, '5555555555554444');
    await button(page, 'Save payment method').click();
    await expectToast(page, 'Payment method updated', 'Your payment method has been saved successfully.');
    await page.getByText('Mastercard').waitFor();
    expect(await call(scene.dealer, 'GET', paths.paymentMethod)).toMatchObject({
      brand: 'mastercard',
      last4: '4444',
    });
  });

  it('saves a card that asks its owner', async () => {
    const page = await open();
    await button(page, 'Add Payment Method').click();
    await typeCard(page, CARDS.asks);
    const form = await cardForm(page);
    await form.getByRole('button', { name: 'Add Payment Method' }).click();
    await answerBank(page, 'Complete');
    await page.getByText('ending in 3155').waitFor();
  });

  // Proves S1-4-checkout-2
  itDeep('saves the card even if the page’s own request fails', async () => {
    scene.expectNoise(/503/);
    const page = await open();
    await whileFailing(page, paths.savePaymentMethod, { status: 503, json: { error: 'x' } }, async () => {
      await button(page, 'Add Payment Method').click();
      await typeCard(page, CARDS.good);
      await (await cardForm(page)).getByRole('button', { name: 'Add Payment Method' }).click();
      await page.getByTestId('toast').getByText('Payment Method Added').waitFor();
    });
    const kept = async () => call<{ last4: string } | null>(scene.dealer, 'GET', paths.paymentMethod);
    await expect.poll(kept).toMatchObject({ last4: '4242' });
  });

  // Proves S2-2-payment-card-1
  itDeep('removes the card after a warning about active sites', async () => {
    const site = await call<{ id: string }>(scene.dealer, 'POST', paths.sites, {
      site_name: 'Harbor View',
      site_address: '2 Harbor Road',
      site_city: 'Albany',
      site_state: 'NY',
      site_zip: '12207',
      number_of_readers: '4',
    });
    await call(scene.admin, 'PATCH', paths.admin.site(site.id), { status: 'active' });
    const { page } = scene.dealer;
    await keepCard(page, CARDS.good);
    await button(page, 'Remove Payment').click();
    const question = page.getByRole('dialog', { name: 'Remove Payment Method' });
    await question.getByText('1 active site is billed every month.').waitFor();
    await expectGoodPage(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await button(page, 'Remove Payment').click();
    await question.getByRole('button', { name: 'Remove Payment' }).click();
    await expectToast(page, 'Payment method removed', 'Visa ending in 4242 was removed.');
    await page.getByText('Payment method required').waitFor();
    expect(await call(scene.dealer, 'GET', paths.paymentMethod)).toBeNull();
  });

  // Proves S4-auto-pay-page
  itDeep('enables automatic payment with its terms, and disables it', async () => {
    const { page } = scene.dealer;
    await keepCard(page, CARDS.good);
    const toggle = page.getByRole('switch', { name: 'Automatic payment' });
    await toggle.click();
    const consent = page.getByRole('dialog', { name: 'Switch on automatic payment?' });
    await consent.getByText(AUTO_PAY_CONSENT_TEXT).waitFor();
    await expectAccessible(page);
    await consent.getByRole('button', { name: 'I agree' }).click();
    await page.getByText(/^On since \w{3} \d+, \d{4}: I agree that each monthly invoice/).waitFor();
    await expectGoodPage(page);
    expect(await call(scene.dealer, 'GET', paths.paymentMethod)).toMatchObject({
      autoPay: { version: '2026-11' },
    });
    await toggle.click();
    await page.getByText('Off: pay each invoice with Pay Now.').waitFor();
    expect(await call(scene.dealer, 'GET', paths.paymentMethod)).toMatchObject({ autoPay: null });
  });

  // Proves S2-2-update-payment-1
  it('sends a visitor to /login', async () => {
    const visitor = await newVisitor(scene.browser, scene.portal);
    await visitor.page.goto('/update-payment-method');
    await visitor.page.waitForURL('**/login');
    await visitor.close();
  });
});

describe('the card provider’s return pages', () => {
  // Proves S2-2-setup-success-1
  itDeep('/payment-setup-success: two links, and /invoicing after 5 s', async () => {
    const { page } = scene.dealer;
    const setup = page.waitForResponse((response) => response.url().endsWith(paths.setupPaymentMethod));
    await keepCard(page, CARDS.good);
    const [intent] = ((await (await setup).json()) as { clientSecret: string }).clientSecret.split(
      '_secret_',
    );
    const back = `/payment-setup-success?setup_intent=${intent}&redirect_status=succeeded`;
    await page.goto(back);
    await heading(page, 'Payment Method Added');
    await expectGoodPage(page);
    await page.goto('/payment-setup-success?redirect_status=succeeded');
    await page.getByText('No new payment method was found').waitFor();
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await page.waitForURL('**/dealer-dashboard');
    await page.clock.install();
    await page.goto(back);
    await heading(page, 'Payment Method Added');
    await page.clock.fastForward(5_000);
    await page.waitForURL('**/invoicing');
  });

  // Proves S1-2-return-1
  itDeep('/payment-success: looks up the payment and opens the dashboard', async () => {
    const { page } = scene.dealer;
    await keepCard(page, CARDS.good);
    const intents: StartedOrderPayment[] = [];
    page.on('response', async (response) => {
      if (new URL(response.url()).pathname === paths.createPaymentIntent)
        intents.push((await response.json()) as StartedOrderPayment);
    });
    await page.goto('/new-site');
    await page.getByText('$6.50', { exact: true }).waitFor();
    await fill(page, {
      site_name: 'Harbor View',
      site_address: '2 Harbor Road',
      site_city: 'Albany',
      site_zip: '12207',
    });
    await page.locator('#site_state').selectOption('NY');
    await page.getByRole('checkbox', { name: 'Netcom6P' }).check();
    await button(page, 'Pay $365.00 and Create Site').click();
    await page.waitForURL('**/dealer-dashboard');
    await page.goto(
      `/payment-success?payment_intent=${intents[0]?.paymentIntentId}&redirect_status=succeeded`,
    );
    await heading(page, 'Payment Successful');
    await page.waitForURL('**/dealer-dashboard');
  });

  // Proves S1-2-return-1
  it('/payment-success: shows that the payment is unknown', async () => {
    scene.expectNoise(/404/);
    const { page } = scene.dealer;
    await page.goto('/payment-success');
    await heading(page, 'Payment status');
    await expectGoodPage(page);
    await page.goto('/payment-success?payment_intent=pi_nobodys&redirect_status=succeeded');
    await page.getByText(/This payment was not found/).waitFor();
    await expectGoodPage(page);
  });
});
