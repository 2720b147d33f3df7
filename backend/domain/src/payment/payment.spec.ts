import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import type { PaymentCommand } from './commands.ts';
import type { Claimant, PaymentEvent } from './events.ts';
import { paymentDecider } from './payment.ts';
import { isOpenPayment } from './state.ts';

const ids = { attemptId: 'p1', accountId: 'a1' };
const order: Claimant = { kind: 'order', id: 'o1' };
const start = {
  type: 'StartPayment',
  ...ids,
  userId: 'u1',
  amountCents: 6_500,
  livemode: false,
  how: 'saved_card',
  shares: [{ kind: 'order', id: 'o1', amountCents: 6_500 }],
} as const satisfies PaymentCommand;
const { type: _start, shares, ...startedWith } = start;
const started: PaymentEvent = { type: 'PaymentStarted', data: { ...startedWith, shares: [...shares] } };
const recorded: PaymentEvent = { type: 'PaymentIntentRecorded', data: { ...ids, intentId: 'pi_1' } };
const declineWith = { chargeId: 'ch_1', code: 'card_declined', message: 'Your card was declined.' };
const declined: PaymentEvent = { type: 'PaymentDeclined', data: { ...ids, ...declineWith } };
const success = {
  intentId: 'pi_1',
  amountCents: 6_500,
  livemode: false,
  card: { brand: 'visa', last4: '4242' },
  paidOn: '2026-03-10',
};
const succeed = { type: 'SucceedPayment', ...success } as const;
const succeeded: PaymentEvent = { type: 'PaymentSucceeded', data: { ...ids, ...success } };
const failure = { code: 'canceled', message: 'The payment was canceled.' };
const fail = { type: 'FailPayment', ...failure } as const;
const failed: PaymentEvent = { type: 'PaymentFailed', data: { ...ids, ...failure } };
const claimOf = (claimant: Claimant, amountCents: number) =>
  ({ type: 'ClaimPayment', claimant, accountId: 'a1', amountCents }) as const;
const claimed = (claimant: Claimant, amountCents: number): PaymentEvent => ({
  type: 'PaymentClaimed',
  data: { ...ids, claimant, amountCents },
});
const payment = (...history: PaymentEvent[]) => given(paymentDecider, ...history);
const after = (...history: PaymentEvent[]) =>
  history.reduce(paymentDecider.evolve, paymentDecider.initialState);

describe('starting a payment', () => {
  it('is recorded before the provider is called', () => payment().when(start).thenEvents(started));
  it('twice yields no event', () => payment(started, failed).when(start).thenNothing());
  it('takes $0.50 and $999,999.99', () => {
    for (const amountCents of [50, 99_999_999]) {
      payment()
        .when({ ...start, amountCents, shares: [] })
        .thenEvents({ type: 'PaymentStarted', data: { ...startedWith, amountCents, shares: [] } });
    }
  });
  it.each([
    [0, "Amounts below $0.50 can't be paid by card."],
    [49, "Amounts below $0.50 can't be paid by card."],
    [100_000_000, "Amounts above $999,999.99 can't be paid by card."],
  ])('refuses %i cents', (amountCents, message) =>
    payment()
      .when({ ...start, amountCents, shares: [] })
      .thenRefused('unprocessable', message, 'amount'),
  );
  it('fails on shares that do not add up', () =>
    expect(() =>
      paymentDecider.decide({ ...start, amountCents: 6_501 }, paymentDecider.initialState),
    ).toThrow(RangeError));
  it('is needed before any other command', () =>
    payment().when(succeed).thenRefused('not_found', 'Payment not found'));
});

describe("the provider's intent", () => {
  const record = { type: 'RecordPaymentIntent', intentId: 'pi_1' } as const;
  it('is recorded before it is confirmed', () => payment(started).when(record).thenEvents(recorded));
  it('twice yields no event, once paid too', () => {
    payment(started, recorded).when(record).thenNothing();
    payment(started, recorded, succeeded).when(record).thenNothing();
  });
  it.each([
    ['another one is known', [started, recorded], 'pi_2'],
    ['the attempt is over', [started, failed], 'pi_1'],
  ])('is refused if %s', (_why, history, intentId) =>
    payment(...history)
      .when({ ...record, intentId })
      .thenRefused('conflict', 'This payment belongs to another payment intent.'),
  );
});

describe('a decline', () => {
  const decline = { type: 'DeclinePayment', ...declineWith } as const;
  it('leaves the attempt open for another card', () => {
    payment(started, recorded).when(decline).thenEvents(declined);
    expect(isOpenPayment(after(started, recorded, declined))).toBe(true);
    payment(started, recorded, declined).when(succeed).thenEvents(succeeded);
  });
  it('twice yields no event', () => payment(started, recorded, declined).when(decline).thenNothing());
  it('of another charge is another one', () =>
    payment(started, recorded, declined)
      .when({ ...decline, chargeId: 'ch_2' })
      .thenEvents({ type: 'PaymentDeclined', data: { ...ids, ...declineWith, chargeId: 'ch_2' } }));
  it.each([
    ['paid', succeeded],
    ['over', failed],
  ])('that comes late, when it is %s, yields no event', (_status, last) =>
    payment(started, recorded, last).when(decline).thenNothing(),
  );
});

describe('success', () => {
  it('is recorded with brand and last digits of the card and the mode of the money', () =>
    payment(started, recorded).when(succeed).thenEvents(succeeded));
  it('twice yields no event', () => payment(started, recorded, succeeded).when(succeed).thenNothing());
  it("records the intent if the provider's answer was lost", () =>
    payment(started).when(succeed).thenEvents(recorded, succeeded));
  it('wins over a failure: the money was taken', () =>
    payment(started, recorded, failed).when(succeed).thenEvents(succeeded));
  it('of another intent is refused', () =>
    payment(started, recorded)
      .when({ ...succeed, intentId: 'pi_2' })
      .thenRefused('conflict', 'This payment belongs to another payment intent.'));
  it.each([
    [{ amountCents: 6_400 }, 'The provider reports $64.00 in test mode for a payment of $65.00.'],
    [{ livemode: true }, 'The provider reports $65.00 live for a payment of $65.00.'],
  ])('with %j is refused', (change, message) =>
    payment(started, recorded)
      .when({ ...succeed, ...change })
      .thenRefused('conflict', message),
  );
});

describe('failure', () => {
  it('ends the attempt, so that another can begin', () => {
    payment(started, recorded, declined).when(fail).thenEvents(failed);
    expect(isOpenPayment(after(started, recorded))).toBe(true);
    expect(isOpenPayment(after(started, recorded, failed))).toBe(false);
    expect(isOpenPayment(after(started, recorded, succeeded))).toBe(false);
    expect(isOpenPayment(after())).toBe(false);
  });
  it('twice yields no event', () => payment(started, failed).when(fail).thenNothing());
  it('does not undo a success', () => payment(started, recorded, succeeded).when(fail).thenNothing());
});

describe('claiming a payment', () => {
  const paid = [started, recorded, succeeded];
  it('is for the order it was made for', () =>
    payment(...paid)
      .when(claimOf(order, 6_500))
      .thenEvents(claimed(order, 6_500)));
  it('twice yields no event', () =>
    payment(...paid, claimed(order, 6_500))
      .when(claimOf(order, 6_500))
      .thenNothing());
  it.each([
    ['not yet paid', [started, recorded], claimOf(order, 6_500), 'This payment has not succeeded.'],
    ['that failed', [started, failed], claimOf(order, 6_500), 'This payment has not succeeded.'],
    ['of another amount', paid, claimOf(order, 6_499), 'This payment is not for $64.99.'],
    [
      'for another order',
      paid,
      claimOf({ kind: 'order', id: 'o2' }, 6_500),
      'This payment is not for $65.00.',
    ],
    [
      'for an invoice of the same id',
      paid,
      claimOf({ kind: 'invoice', id: 'o1' }, 6_500),
      'This payment is not for $65.00.',
    ],
    ['of another account', paid, { ...claimOf(order, 6_500), accountId: 'a2' }, 'No payment was found.'],
    [
      'that was claimed, by another account',
      [...paid, claimed(order, 6_500)],
      { ...claimOf(order, 6_500), accountId: 'a2' },
      'No payment was found.',
    ],
  ] as const)('%s is refused', (_what, history, command, message) =>
    payment(...history)
      .when(command)
      .thenRefused('payment_required', message),
  );

  describe('without shares', () => {
    const anyone: PaymentEvent = { type: 'PaymentStarted', data: { ...startedWith, shares: [] } };
    const free = [anyone, recorded, succeeded];
    it('is claimed as a whole', () => {
      payment(...free)
        .when(claimOf(order, 6_500))
        .thenEvents(claimed(order, 6_500));
      payment(...free)
        .when(claimOf(order, 6_000))
        .thenRefused('payment_required', 'This payment is not for $60.00.');
    });
    it('is claimed once', () =>
      payment(...free, claimed(order, 6_500))
        .when(claimOf({ kind: 'order', id: 'o2' }, 6_500))
        .thenRefused('payment_required', 'This payment was used already.'));
  });

  describe('made for several invoices', () => {
    const may: Claimant = { kind: 'invoice', id: 'i-may' };
    const june: Claimant = { kind: 'invoice', id: 'i-june' };
    const both = [
      { ...may, amountCents: 2_500 },
      { ...june, amountCents: 4_000 },
    ];
    const paidBoth: PaymentEvent[] = [
      { type: 'PaymentStarted', data: { ...startedWith, shares: both } },
      recorded,
      succeeded,
    ];
    it('gives each its share', () => {
      payment(...paidBoth)
        .when(claimOf(may, 2_500))
        .thenEvents(claimed(may, 2_500));
      payment(...paidBoth, claimed(may, 2_500))
        .when(claimOf(june, 4_000))
        .thenEvents(claimed(june, 4_000));
    });
    it('refuses the share of another claimant', () =>
      payment(...paidBoth)
        .when(claimOf(may, 4_000))
        .thenRefused('payment_required', 'This payment is not for $40.00.'));
    it('refunds the share of an invoice that was paid otherwise, and no more', () => {
      const refund = { type: 'RequestRefund', refundId: 'r1', of: null, reason: null } as const;
      payment(...paidBoth, claimed(may, 2_500))
        .when({ ...refund, amountCents: 4_001 })
        .thenRefused('unprocessable', 'At most $40.00 of this payment can be refunded.', 'amount');
      const requested: PaymentEvent = {
        type: 'PaymentRefundRequested',
        data: { ...ids, refundId: 'r1', of: null, amountCents: 4_000, reason: null },
      };
      payment(...paidBoth, claimed(may, 2_500))
        .when({ ...refund, amountCents: 4_000 })
        .thenEvents(requested);
      payment(...paidBoth, claimed(may, 2_500), requested)
        .when(claimOf(june, 4_000))
        .thenRefused('payment_required', 'This payment was refunded.');
      const ofMay = { ...refund, refundId: 'r2', of: may, amountCents: 2_500 };
      payment(...paidBoth, claimed(may, 2_500), requested)
        .when(ofMay)
        .thenEvents({
          type: 'PaymentRefundRequested',
          data: { ...ids, refundId: 'r2', of: may, amountCents: 2_500, reason: null },
        });
    });
  });
});

describe('refunding', () => {
  const paid = [started, recorded, succeeded, claimed(order, 6_500)];
  const refund = { refundId: 'r1', of: order, amountCents: 2_000 };
  const request = { type: 'RequestRefund', ...refund, reason: 'Rejected' } as const;
  const requested: PaymentEvent = {
    type: 'PaymentRefundRequested',
    data: { ...ids, ...refund, reason: 'Rejected' },
  };
  const record = { type: 'RecordRefund', ...refund, providerRefundId: 're_1' } as const;
  const refunded: PaymentEvent = {
    type: 'PaymentRefunded',
    data: { ...ids, ...refund, providerRefundId: 're_1' },
  };
  const recordFailure = {
    type: 'RecordRefundFailure',
    refundId: 'r1',
    message: 'Insufficient funds',
  } as const;
  const refundFailed: PaymentEvent = {
    type: 'PaymentRefundFailed',
    data: { ...ids, ...refund, message: 'Insufficient funds' },
  };
  it('is requested in parts', () =>
    payment(...paid)
      .when(request)
      .thenEvents(requested));
  it('twice yields no event', () =>
    payment(...paid, requested)
      .when(request)
      .thenNothing());
  it.each([
    [
      'above what is left',
      [...paid, requested],
      { amountCents: 4_501 },
      'At most $45.00 of this payment can be refunded.',
    ],
    ['of what nobody left', paid, { of: null }, 'At most $0.00 of this payment can be refunded.'],
    ['of nothing', paid, { amountCents: 0 }, 'The refund must be more than $0.00.'],
    [
      'of money never taken',
      [started, recorded],
      {},
      'This payment has not succeeded. There is nothing to refund.',
    ],
  ] as const)('%s is refused', (_what, history, change, message) =>
    payment(...history)
      .when({ ...request, ...change, refundId: 'r2' })
      .thenRefused('unprocessable', message, 'amount'),
  );
  // Proves B48
  it('keeps why it was made, whatever becomes of it', () => {
    const rejection = { ...requested, data: { ...requested.data, rejection: true } } as PaymentEvent;
    payment(...paid)
      .when({ ...request, rejection: true })
      .thenEvents(rejection);
    for (const history of [[rejection], [rejection, refunded], [rejection, refundFailed]]) {
      const state = [...paid, ...history].reduce(paymentDecider.evolve, paymentDecider.initialState);
      expect(state).toMatchObject({ refunds: [{ reason: 'Rejected', rejection: true }] });
    }
    const byProvider = [...paid, refunded].reduce(paymentDecider.evolve, paymentDecider.initialState);
    expect(byProvider).toMatchObject({ refunds: [{ reason: null, rejection: false }] });
  });
  it('the rest can go back too', () =>
    payment(...paid, requested)
      .when({ ...request, refundId: 'r2', amountCents: 4_500 })
      .thenEvents({
        type: 'PaymentRefundRequested',
        data: { ...ids, ...refund, refundId: 'r2', amountCents: 4_500, reason: 'Rejected' },
      }));
  it('is recorded when it is done', () =>
    payment(...paid, requested)
      .when(record)
      .thenEvents(refunded));
  it('recorded twice yields no event, under either id', () => {
    payment(...paid, requested, refunded)
      .when(record)
      .thenNothing();
    payment(...paid, requested, refunded)
      .when({ ...record, refundId: 're_1' })
      .thenNothing();
  });
  it('is recorded for each refund, however many there are', () => {
    const other = { ...record, refundId: 'r2', providerRefundId: 're_2' };
    payment(...paid, requested, refunded)
      .when(other)
      .thenEvents({
        type: 'PaymentRefunded',
        data: { ...ids, ...refund, refundId: 'r2', providerRefundId: 're_2' },
      });
    payment(...paid, requested, refunded)
      .when({ ...record, providerRefundId: 're_2' })
      .thenNothing();
  });
  it("in the provider's dashboard is recorded too", () =>
    payment(...paid)
      .when(record)
      .thenEvents(refunded));
  it('can fail and be requested again', () => {
    payment(...paid, requested)
      .when(recordFailure)
      .thenEvents(refundFailed);
    payment(...paid, requested, refundFailed)
      .when({ ...request, refundId: 'r2', amountCents: 6_500 })
      .thenEvents({
        type: 'PaymentRefundRequested',
        data: { ...ids, ...refund, refundId: 'r2', amountCents: 6_500, reason: 'Rejected' },
      });
  });
  it('failed twice yields no event', () =>
    payment(...paid, requested, refundFailed)
      .when(recordFailure)
      .thenNothing());
  it('can be sent back by the bank after it was done', () =>
    payment(...paid, requested, refunded)
      .when(recordFailure)
      .thenEvents(refundFailed));
  it('that was not requested can not fail', () =>
    payment(...paid)
      .when(recordFailure)
      .thenRefused('not_found', 'Refund not found'));
});

it('a payment needs PaymentStarted first', () => expect(after(succeeded)).toEqual({ status: 'none' }));
