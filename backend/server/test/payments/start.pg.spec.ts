import { accountDecider, accountStream, orderStream, paymentStream } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentRequest } from '../../src/payments/payments.ts';
import { type Paying, startPaying } from './support.ts';

let paying: Paying;
let accountId: string;

beforeAll(async () => {
  paying = await startPaying();
  accountId = (await paying.dealer('ann')).user.account_id;
});
afterAll(() => paying.stop());

const requestFor = (orderId: string, amountCents: number, how: PaymentRequest['how']): PaymentRequest => ({
  accountId,
  userId: 'spec',
  shares: [{ kind: 'order', id: orderId, amountCents }],
  how,
  description: 'Order',
});

describe('starting a payment by card form', () => {
  it('has attempt and intent in the log before anybody could pay, and settles what the form did', async () => {
    const orderId = await paying.order(accountId, 6_500);
    const { payments } = paying.portal;
    const { started, attemptId } = await payments.start(
      requestFor(orderId, 6_500, 'card_form'),
      paying.context(),
    );
    expect(started).toMatchObject({ success: false, status: 'requires_payment_method', message: null });
    expect(started.clientSecret).toMatch(/^pi_sim\w+_secret_/);
    expect(await paying.story(paymentStream(attemptId))).toEqual(['PaymentStarted', 'PaymentIntentRecorded']);
    const intentId = started.paymentIntentId ?? '';
    await paying.stripe.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' });
    const settled = await payments.settle(intentId, false, paying.context());
    expect(settled).toMatchObject({
      status: 'succeeded',
      attemptId,
      accountId,
      claimants: [{ id: orderId }],
    });
    expect(await paying.story(paymentStream(attemptId))).toEqual([
      'PaymentStarted',
      'PaymentIntentRecorded',
      'PaymentSucceeded',
      'PaymentClaimed',
    ]);
    expect((await paying.story(orderStream(orderId))).slice(0, 3)).toEqual([
      'OrderPlaced',
      'OrderPaymentStarted',
      'OrderPaid',
    ]);
    const account = await paying.portal.commands.load(accountStream(accountId), accountDecider);
    expect(account).toMatchObject({ cards: { demo: { customerId: expect.stringMatching(/^cus_/) } } });
  });
});
