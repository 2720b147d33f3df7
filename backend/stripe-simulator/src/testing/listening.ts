import type Stripe from 'stripe';
import { test as base } from 'vitest';
import type { StripeSimulator } from '../index.ts';
import { type Receiver, startForTests, startReceiver, stripeFor, WEBHOOK_SECRET } from './startForTests.ts';

export interface Listening {
  readonly receiver: Receiver;
  /** Sends its webhooks to the receiver. */
  readonly simulator: StripeSimulator;
  readonly stripe: Stripe;
  /** Charges a card. */
  readonly pay: (payment_method?: string) => Promise<Stripe.PaymentIntent>;
  /** The events received, with their signatures checked, once all are delivered. */
  readonly events: () => Promise<readonly Stripe.Event[]>;
}

/** A test with a simulator and a receiver of its webhooks. */
export const test = base.extend<Listening>({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it uses
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.close();
  },
  simulator: async ({ receiver }, use) => {
    const simulator = await startForTests({ webhookUrls: [receiver.url] });
    await use(simulator);
    await simulator.stop();
  },
  stripe: ({ simulator }, use) => use(stripeFor(simulator)),
  pay: ({ stripe }, use) => use((payment_method) => payBy(stripe, payment_method)),
  events: ({ receiver, simulator, stripe }, use) =>
    use(async () => {
      await simulator.webhooks.settled();
      return receiver.received.map(({ payload, signature }) =>
        stripe.webhooks.constructEvent(payload, signature, WEBHOOK_SECRET),
      );
    }),
});

/** Charges $165.00 to a card. */
export const payBy = (stripe: Stripe, payment_method = 'pm_card_visa') =>
  stripe.paymentIntents.create({
    amount: 16_500,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method,
    confirm: true,
  });
