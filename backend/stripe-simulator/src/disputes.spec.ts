import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StripeSimulator } from './index.ts';
import {
  type Receiver,
  refusal,
  startForTests,
  startReceiver,
  stripeFor,
  WEBHOOK_SECRET,
} from './testing/startForTests.ts';

let simulator: StripeSimulator;
let stripe: Stripe;
let receiver: Receiver;

beforeEach(async () => {
  receiver = await startReceiver();
  simulator = await startForTests({ webhookUrls: [receiver.url] });
  stripe = stripeFor(simulator);
});
afterEach(async () => {
  await simulator.stop();
  await receiver.close();
});

/** Pays with a card whose owner disputes it. */
async function disputed(payment_method: string): Promise<Stripe.Dispute> {
  const intent = await stripe.paymentIntents.create({
    amount: 7_800,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method,
    confirm: true,
  });
  const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data;
  if (dispute === undefined) throw new Error('There is no dispute.');
  return dispute;
}
const answer = ({ id }: Stripe.Dispute, uncategorized_text: string) =>
  stripe.disputes.update(id, { evidence: { uncategorized_text } });
const moneyOf = ({ balance_transactions }: Stripe.Dispute) =>
  balance_transactions.map(({ amount, fee, net }) => [amount, fee, net]);
async function steps() {
  await simulator.webhooks.settled();
  return receiver.received
    .map(({ payload, signature }) => stripe.webhooks.constructEvent(payload, signature, WEBHOOK_SECRET).type)
    .filter((type) => type.startsWith('charge.dispute.'))
    .map((type) => type.slice('charge.dispute.'.length));
}

test('a dispute that is won gives money and fee back', async () => {
  const dispute = await disputed('pm_card_createDispute');
  expect([dispute.status, moneyOf(dispute)]).toEqual(['needs_response', [[-7_800, 1_500, -9_300]]]);
  const refused = await refusal(stripe.refunds.create({ payment_intent: String(dispute.payment_intent) }));
  expect(refused.code).toBe('charge_disputed');
  const won = await answer(dispute, 'winning_evidence');
  expect([won.status, moneyOf(won).at(-1)]).toEqual(['won', [7_800, -1_500, 9_300]]);
  expect(await steps()).toEqual(['created', 'funds_withdrawn', 'closed', 'funds_reinstated']);
  expect((await refusal(stripe.disputes.close(dispute.id))).code).toBe('dispute_already_closed');
});

test('a dispute is lost by its evidence, or by accepting it', async () => {
  const [first, second] = [await disputed('pm_card_createDispute'), await disputed('pm_card_createDispute')];
  const [lost, closed] = [await answer(first, 'losing_evidence'), await stripe.disputes.close(second.id)];
  expect([lost.status, closed.status]).toEqual(['lost', 'lost']);
  expect((await stripe.disputes.retrieve(first.id)).status).toBe('lost');
  expect((await steps()).filter((step) => step === 'closed')).toHaveLength(2);
});

test('an inquiry moves no money, and closes or becomes a dispute', async () => {
  const first = await disputed('pm_card_createDisputeInquiry');
  expect([first.status, moneyOf(first)]).toEqual(['warning_needs_response', []]);
  expect((await answer(first, 'winning_evidence')).status).toBe('warning_closed');
  expect(await steps()).toEqual(['created', 'closed']);
  const second = await answer(await disputed('pm_card_createDisputeInquiry'), 'escalate_inquiry_evidence');
  expect([second.status, moneyOf(second)]).toEqual(['needs_response', [[-7_800, 1_500, -9_300]]]);
  expect((await steps()).slice(2)).toEqual(['created', 'updated', 'funds_withdrawn']);
});
