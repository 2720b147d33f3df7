import { orderStream, paymentDecider, paymentStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { orderOf, startPaying } from './support.ts';

it('the next request completes a recorded success after a crash, without background processes', async () => {
  const paying = await startPaying({}, { environment: { PORTAL_ROLES: 'api,projections' } });
  try {
    paying.simulator.webhooks.hold();
    const { client: ann, user } = await paying.dealer('ann');
    const accountId = user.account_id;
    const orderId = await paying.order(accountId, 6_500);
    const share = { kind: 'order', id: orderId, amountCents: 6_500 } as const;
    const { started, attemptId, chain } = await paying.portal.payments.start(
      paying.request(accountId, 'card_form', share),
      paying.context(),
    );
    const intentId = started.paymentIntentId ?? '';
    await paying.stripe.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' });
    // as a portal that was killed after this very append
    await paying.portal.commands.execute({
      stream: paymentStream(attemptId),
      decider: paymentDecider,
      command: {
        type: 'SucceedPayment',
        intentId,
        amountCents: 6_500,
        livemode: false,
        card: null,
        paidOn: '2026-03-01',
      },
      context: paying.context(),
      accounts: [accountId],
    });
    expect((await orderOf(paying, orderId)).status).toBe('awaiting_payment');
    ann.readAfter(chain.position);
    for (let times = 0; times < 2; times += 1) {
      expect((await ann.get(`/api/payments/${intentId}`)).json).toMatchObject({ status: 'succeeded' });
      expect((await orderOf(paying, orderId)).status).toBe('paid');
    }
    const story = await paying.story(orderStream(orderId));
    expect(story.filter((type) => type === 'OrderPaid')).toHaveLength(1);
  } finally {
    await paying.stop();
  }
});
