import { paths, type StripeConfig } from '@portal/contract';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { call } from './people.ts';
import type { Visitor } from './support.ts';

/** Test cards of the simulator (backend/stripe-simulator/src/README.md). */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  asks: '4000002500003155',
  asksEachTime: '4000002760003184',
  keptOnly: '4000000000000341',
  disputed: '4000000000000259',
} as const;

/** The card form of a dialog, once the provider's fields are there. */
export async function cardForm(page: Page): Promise<Locator> {
  const form = page.getByRole('form', { name: 'Card' });
  await form.getByLabel('Card number').waitFor();
  return form;
}

/** Types a card into the provider's form. */
export async function typeCard(page: Page, number: string): Promise<void> {
  const form = await cardForm(page);
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiration date').fill('12/34');
  await form.getByLabel('Security code').fill('123');
  await form.getByLabel('ZIP code').fill('10311');
}

/** Answers the bank's question. */
export async function answerBank(page: Page, answer: 'Complete' | 'Fail'): Promise<void> {
  const bank = page.getByRole('dialog', { name: 'Simulated 3-D Secure' });
  await bank.getByRole('button', { name: answer }).click();
}

/** Keeps a card that needs no answer, by the calls of the card form without a page. */
export async function giveCard(dealer: Visitor, number: string): Promise<void> {
  const { publicKey } = await call<StripeConfig>(dealer, 'GET', paths.stripeConfig);
  const { clientSecret } = await call<{ readonly clientSecret: string }>(
    dealer,
    'POST',
    paths.setupPaymentMethod,
  );
  const confirmed = await dealer.context.request.post('/stripe-simulator/browser/confirm', {
    form: {
      key: String(publicKey),
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][address][postal_code]': '10311',
    },
  });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);
  const { payment_method } = (await confirmed.json()) as { readonly payment_method: string };
  await call<unknown>(dealer, 'POST', paths.savePaymentMethod, { paymentMethodId: payment_method });
}

/** Keeps a card for the company at /update-payment-method. */
export async function keepCard(page: Page, number: string): Promise<void> {
  await page.goto('/update-payment-method');
  await page.getByRole('button', { name: /^(Add Payment Method|Update Payment)$/ }).click();
  await typeCard(page, number);
  const form = await cardForm(page);
  await form.getByRole('button', { name: /Payment Method$/ }).click();
  if (number === CARDS.asks || number === CARDS.asksEachTime) await answerBank(page, 'Complete');
  await page.getByRole('heading', { name: 'Billing & Invoicing', level: 1 }).waitFor();
  await page
    .getByText(`ending in ${number.slice(-4)}`)
    .first()
    .waitFor();
}
