import { accountDecider, accountStream, type CardCommand } from '@portal/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CardsUnavailable } from '../../src/modules/payments/cards.ts';
import { eventually } from '../support/eventually.ts';
import { saveCard } from '../support/invoices.ts';
import { DEMO_KEY, orderOf, type Paying, startPayingElsewhere } from './support.ts';

const CONFIRM = /POST \/v1\/payment_intents\/\w+\/confirm/;
const ANY_READ = /GET \/v1\/.*/;
const DECLINING = 'pm_card_chargeCustomerFail';

let paying: Paying;
let accountId: string;
let now: Date;

beforeAll(async () => {
  now = new Date();
  paying = await startPayingElsewhere({ now: () => now, cardTimeoutMs: 1_500 });
  accountId = (await paying.dealer('ann')).user.account_id;
});
afterAll(() => paying.stop());
beforeEach(() => paying.simulator.faults.clear());

async function cardsOf(id: string) {
  const account = await paying.portal.commands.load(accountStream(id), accountDecider);
  if (account.status === 'none') throw new Error('The account is not open');
  return account.cards;
}
const kept = async () => (await cardsOf(accountId)).demo;

/** Saves a card; one that is to be cleared was declined before. */
async function saved(card: string, { marked }: { readonly marked: boolean }): Promise<void> {
  await saveCard(paying, accountId, card);
  const { paymentMethodId = '' } = (await kept()).card ?? {};
  if (!marked) return;
  const decline = { on: '2026-01-02', message: 'Your card was declined.' };
  const command: CardCommand = { type: 'RecordCardDecline', livemode: false, paymentMethodId, decline };
  await paying.portal.commands.execute({
    stream: accountStream(accountId),
    decider: accountDecider,
    command,
    context: paying.context(),
    accounts: [accountId],
  });
  expect((await kept()).declined).toEqual(decline);
}

const pay = async (orderId: string, how: 'saved_card' | 'card_form' | 'auto_pay' = 'saved_card') =>
  paying.portal.payments.start(
    paying.request(accountId, how, { kind: 'order', id: orderId, amountCents: 6_500 }),
    paying.context(),
  );

/** Charges the saved card; neither the answer comes nor can the provider be asked. */
async function chargeWithLostAnswer(orderId: string): Promise<void> {
  paying.simulator.webhooks.hold();
  paying.simulator.faults.add({ request: CONFIRM, action: 'drop', when: 'after', times: 2 });
  paying.simulator.faults.add({ request: ANY_READ, action: 'error500', when: 'before', times: 20 });
  await expect(pay(orderId)).rejects.toBeInstanceOf(CardsUnavailable);
  paying.simulator.faults.clear();
}

async function deliverWebhooks(): Promise<void> {
  paying.simulator.webhooks.release();
  await paying.simulator.webhooks.settled();
}

const waysToLearn = [
  ['by a webhook', deliverWebhooks],
  [
    'by the reconciler',
    async () => {
      now = new Date(now.getTime() + 4 * 60_000);
      await paying.portal.tick();
    },
  ],
  [
    'by asking again',
    async (intentId: string) => paying.portal.payments.settle(intentId, false, paying.context()),
  ],
] as const;

describe('the outcome of a charge whose answer was lost', () => {
  // Proves S1-2-checkout-2a
  it.each(waysToLearn)('marks the saved card for a decline learned %s', async (_way, learn) => {
    await saved(DECLINING, { marked: false });
    const orderId = await paying.order(accountId, 6_500);
    await chargeWithLostAnswer(orderId);
    expect((await kept()).declined).toBeNull();
    await learn(await newestIntent());
    await eventually(async () => (await kept()).declined?.message === 'Your card was declined.');
    await deliverWebhooks();
  });

  // Proves S1-2-checkout-2a
  it.each(waysToLearn)('clears the mark for a success learned %s', async (_way, learn) => {
    await saved('pm_card_visa', { marked: true });
    const orderId = await paying.order(accountId, 6_500);
    await chargeWithLostAnswer(orderId);
    await learn(await newestIntent());
    await eventually(async () => (await kept()).declined === null);
    await eventually(async () => (await orderOf(paying, orderId)).status === 'paid');
    await deliverWebhooks();
  });
});

async function newestIntent(): Promise<string> {
  const { data } = await paying.stripe.paymentIntents.list({ limit: 1 });
  return data[0]?.id ?? '';
}

describe('a charge that is answered', () => {
  // Proves S1-2-checkout-2a
  it('marks the card of its own mode', async () => {
    const live = (await paying.dealer('liv')).user.account_id;
    await saveCard(paying, live, DECLINING);
    await saveCard(paying, live, DECLINING, { livemode: true });
    await paying.portal.commands.execute({
      stream: accountStream(live),
      decider: accountDecider,
      command: { type: 'GoLive' },
      context: paying.context(),
      accounts: [live],
    });
    const id = await paying.order(live, 6_500);
    const share = { kind: 'order', id, amountCents: 6_500 } as const;
    await paying.portal.payments.start(paying.request(live, 'saved_card', share), paying.context());
    const { live: ofLive, demo } = await cardsOf(live);
    expect([ofLive.declined?.message, demo.declined]).toEqual(['Your card was declined.', null]);
  });

  it('marks a declined card, and clears the mark after a success', async () => {
    await saved(DECLINING, { marked: false });
    const { started } = await pay(await paying.order(accountId, 6_500));
    expect(started.success).toBe(false);
    expect((await kept()).declined?.message).toBe('Your card was declined.');
    await saved('pm_card_visa', { marked: true });
    expect((await pay(await paying.order(accountId, 6_500))).started.success).toBe(true);
    expect((await kept()).declined).toBeNull();
  });

  it('marks a card that the provider no longer has', async () => {
    await saved('pm_card_visa', { marked: false });
    paying.simulator.webhooks.hold();
    await paying.stripe.paymentMethods.detach((await kept()).card?.paymentMethodId ?? '');
    await pay(await paying.order(accountId, 6_500));
    expect((await kept()).declined?.message).toMatch(/can no longer be used/);
    await deliverWebhooks();
  });
});

describe('authentication of the saved card', () => {
  // Proves S1-2-checkout-2a
  it.each([
    ['complete', null],
    ['fail', /^Your bank could not confirm that this payment is yours\.$/],
  ] as const)('updates the mark when it ends with %s', async (answer, message) => {
    await saved('pm_card_authenticationRequired', { marked: answer === 'complete' });
    const orderId = await paying.order(accountId, 6_500);
    const { started } = await pay(orderId);
    expect(started.status).toBe('requires_action');
    paying.simulator.authenticate(DEMO_KEY, started.paymentIntentId ?? '', answer);
    await paying.simulator.webhooks.settled();
    await eventually(async () => {
      const { declined } = await kept();
      return message === null ? declined === null : message.test(declined?.message ?? '');
    });
  });

  it('is not possible in automatic payment, so the card is marked until its owner authenticates', async () => {
    await saved('pm_card_authenticationRequired', { marked: false });
    const orderId = await paying.order(accountId, 6_500);
    expect((await pay(orderId, 'auto_pay')).started.success).toBe(false);
    expect((await kept()).declined).not.toBeNull();
    const { started } = await pay(orderId);
    expect(started.status).toBe('requires_action');
    expect((await kept()).declined).not.toBeNull();
    paying.simulator.authenticate(DEMO_KEY, started.paymentIntentId ?? '', 'complete');
    await paying.simulator.webhooks.settled();
    await eventually(async () => (await orderOf(paying, orderId)).status === 'paid');
    expect((await kept()).declined).toBeNull();
  });
});

describe('the mark of a declined card', () => {
  it('does not change when another card is charged or declined', async () => {
    await saved(DECLINING, { marked: true });
    const before = (await kept()).declined;
    const paid = await pay(await paying.order(accountId, 6_500), 'card_form');
    const open = await pay(await paying.order(accountId, 6_500), 'card_form');
    await paying.stripe.paymentIntents.confirm(paid.started.paymentIntentId ?? '', {
      payment_method: 'pm_card_visa',
    });
    await paying.stripe.paymentIntents
      .confirm(open.started.paymentIntentId ?? '', { payment_method: 'pm_card_visa_chargeDeclined' })
      .catch(() => undefined);
    for (const { started } of [paid, open]) {
      await paying.portal.payments.settle(started.paymentIntentId ?? '', false, paying.context());
    }
    expect((await kept()).declined).toEqual(before);
  });

  it('does not change when an older outcome is repeated', async () => {
    await saved('pm_card_authenticationRequired', { marked: false });
    const declined = await pay(await paying.order(accountId, 6_500), 'auto_pay');
    expect((await kept()).declined).not.toBeNull();
    const { started } = await pay(await paying.order(accountId, 6_500));
    paying.simulator.authenticate(DEMO_KEY, started.paymentIntentId ?? '', 'complete');
    await paying.portal.payments.settle(started.paymentIntentId ?? '', false, paying.context());
    expect((await kept()).declined).toBeNull();
    await paying.portal.payments.settle(declined.started.paymentIntentId ?? '', false, paying.context());
    expect((await kept()).declined).toBeNull();
  });
});

// Proves S1-2-checkout-2a
it("administrators see when and why a company's card was declined", async () => {
  await saved('pm_card_visa', { marked: true });
  // the clock has passed the end of a session by now
  const read = async (path: string) => (await (await paying.admin()).get(path)).json;
  const account = `/api/admin/accounts/${accountId}`;
  expect((await read(account)).payment_method).toMatchObject({
    brand: 'visa',
    last4: '4242',
    declined: { on: '2026-01-02', message: 'Your card was declined.' },
  });
  const companies: { readonly id: string }[] = await read('/api/admin/accounts');
  expect(companies.find(({ id }) => id === accountId)).not.toHaveProperty('payment_method');
  await pay(await paying.order(accountId, 6_500));
  expect((await read(account)).payment_method).toMatchObject({ last4: '4242', declined: null });
});
