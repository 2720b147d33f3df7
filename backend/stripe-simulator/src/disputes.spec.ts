import type Stripe from 'stripe';
import { expect } from 'vitest';
import { payBy, test } from './testing/listening.ts';
import { refusal, SECRET_KEY } from './testing/startForTests.ts';

/** Pays $165.00 with a card whose owner disputes it. */
async function disputed(stripe: Stripe, card = 'pm_card_createDispute'): Promise<Stripe.Dispute> {
  const { id } = await payBy(stripe, card);
  const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data;
  if (dispute === undefined) throw new Error('There is no dispute.');
  return dispute;
}
const answer = (stripe: Stripe, { id }: Stripe.Dispute, uncategorized_text: string) =>
  stripe.disputes.update(id, { evidence: { uncategorized_text } });
const moneyOf = ({ balance_transactions }: Stripe.Dispute) =>
  balance_transactions.map(({ amount, fee, net }) => [amount, fee, net]);
const stepsOf = (events: readonly Stripe.Event[]) =>
  events
    .map(({ type }) => type)
    .filter((type) => type.startsWith('charge.dispute.'))
    .map((type) => type.slice('charge.dispute.'.length));

const WITHDRAWN = [-16_500, 1_500, -18_000];
const REINSTATED = [16_500, -1_500, 18_000];

test('a dispute that is won gives money and fee back', async ({ stripe, events }) => {
  const dispute = await disputed(stripe);
  expect([dispute.status, moneyOf(dispute)]).toEqual(['needs_response', [WITHDRAWN]]);
  const refused = await refusal(stripe.refunds.create({ payment_intent: String(dispute.payment_intent) }));
  expect(refused.code).toBe('charge_disputed');
  const won = await answer(stripe, dispute, 'winning_evidence');
  expect([won.status, moneyOf(won).at(-1)]).toEqual(['won', REINSTATED]);
  expect(stepsOf(await events())).toEqual(['created', 'funds_withdrawn', 'closed', 'funds_reinstated']);
  expect((await refusal(stripe.disputes.close(dispute.id))).code).toBe('dispute_already_closed');
});

test('a dispute is lost by its evidence, or by accepting it', async ({ stripe, events }) => {
  const [first, second] = [await disputed(stripe), await disputed(stripe)];
  const lost = await answer(stripe, first, 'losing_evidence');
  expect([lost.status, (await stripe.disputes.close(second.id)).status]).toEqual(['lost', 'lost']);
  expect((await stripe.disputes.retrieve(first.id)).status).toBe('lost');
  expect(stepsOf(await events()).filter((step) => step === 'closed')).toHaveLength(2);
});

test('a dispute that was lost is won after all', async ({ stripe, simulator, events }) => {
  const { id } = await stripe.disputes.close((await disputed(stripe)).id);
  simulator.winLostDispute(SECRET_KEY, id);
  const won = await stripe.disputes.retrieve(id);
  expect([won.status, moneyOf(won)]).toEqual(['won', [WITHDRAWN, REINSTATED]]);
  expect(stepsOf(await events()).slice(2)).toEqual(['closed', 'closed', 'funds_reinstated']);
  expect(() => simulator.winLostDispute(SECRET_KEY, id)).toThrow('not lost');
});

test('an inquiry moves no money, and closes or becomes a dispute', async ({ stripe, events }) => {
  const first = await disputed(stripe, 'pm_card_createDisputeInquiry');
  expect([first.status, moneyOf(first)]).toEqual(['warning_needs_response', []]);
  expect((await answer(stripe, first, 'winning_evidence')).status).toBe('warning_closed');
  expect(stepsOf(await events())).toEqual(['created', 'closed']);
  const inquiry = await disputed(stripe, 'pm_card_createDisputeInquiry');
  const second = await answer(stripe, inquiry, 'escalate_inquiry_evidence');
  expect([second.status, moneyOf(second)]).toEqual(['needs_response', [WITHDRAWN]]);
  expect(stepsOf(await events()).slice(2)).toEqual(['created', 'updated', 'funds_withdrawn']);
});
