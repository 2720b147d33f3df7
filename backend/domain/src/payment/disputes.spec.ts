import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import type { Claimant, PaymentEvent } from './events.ts';
import { paymentDecider } from './payment.ts';
import { DISPUTED, leftOfShareCents, refundableCents, splitOverShares } from './refunds.ts';
import type { StartedPayment } from './state.ts';

const ids = { attemptId: 'p1', accountId: 'a1' };
const invoice = (period: string): Claimant => ({ kind: 'invoice', id: `a1_${period}` });
const [may, june] = [invoice('2026-05'), invoice('2026-06')];
/** $78 over June ($48), which is claimed first, and May ($30). */
const paid: readonly PaymentEvent[] = [
  {
    type: 'PaymentStarted',
    data: {
      ...ids,
      userId: 'u1',
      amountCents: 7_800,
      livemode: true,
      how: 'card_form',
      shares: [
        { ...june, amountCents: 4_800 },
        { ...may, amountCents: 3_000 },
      ],
    },
  },
  {
    type: 'PaymentSucceeded',
    data: { ...ids, intentId: 'pi_1', amountCents: 7_800, livemode: true, card: null, paidOn: '2026-06-10' },
  },
  { type: 'PaymentClaimed', data: { ...ids, claimant: june, amountCents: 4_800 } },
  { type: 'PaymentClaimed', data: { ...ids, claimant: may, amountCents: 3_000 } },
];
const payment = (...further: PaymentEvent[]) => given(paymentDecider, ...paid, ...further);
const after = (...further: PaymentEvent[]) =>
  [...paid, ...further].reduce(paymentDecider.evolve, paymentDecider.initialState) as StartedPayment;

type Status = 'inquiry' | 'inquiry_closed' | 'open' | 'won' | 'lost';
const fact = { disputeId: 'dp_1', amountCents: 7_800, reason: 'fraudulent' };
const report = (status: Status) =>
  ({ type: 'RecordChargeback', ...fact, status, movements: [], today: '2026-06-20' }) as const;
const disputed: PaymentEvent = { type: 'PaymentDisputed', data: { ...ids, ...fact } };
const asked: PaymentEvent = { type: 'PaymentDisputed', data: { ...ids, ...fact, inquiry: true } };
const closed = (
  outcome: 'won' | 'lost' | 'inquiry_closed',
  ...taken: { of: Claimant | null; amountCents: number }[]
): PaymentEvent => ({
  type: 'PaymentDisputeClosed',
  data: { ...ids, disputeId: 'dp_1', amountCents: 7_800, outcome, taken, closedOn: '2026-06-20' },
});
const returned = (returnedCents: number, event: PaymentEvent): PaymentEvent =>
  ({ ...event, data: { ...event.data, returnedCents } }) as PaymentEvent;
const movementOf = (transactionId: string, amountCents: number) => {
  const movement = { transactionId, amountCents, feeCents: 0 };
  const data = { ...ids, disputeId: 'dp_1', ...movement };
  return { movement, event: { type: 'PaymentDisputeFundsMoved', data } as PaymentEvent };
};
const lost = closed('lost', { of: june, amountCents: 4_800 }, { of: may, amountCents: 3_000 });

// Proves B43
describe('a dispute', () => {
  it.each([
    ['opened', [], 'open', [disputed]],
    ['lost', [disputed], 'lost', [lost]],
    ['won', [disputed], 'won', [closed('won')]],
    ['an inquiry', [], 'inquiry', [asked]],
    ['an inquiry that is closed', [asked], 'inquiry_closed', [closed('inquiry_closed')]],
    ['an inquiry that becomes a dispute', [asked], 'open', [disputed]],
    ['lost, as the first report', [], 'lost', [disputed, lost]],
    ['lost, after an inquiry alone', [asked], 'lost', [disputed, lost]],
    ['won after it was lost', [disputed, lost], 'won', [returned(7_800, closed('won'))]],
  ] as [string, PaymentEvent[], Status, PaymentEvent[]][])(
    '%s is recorded',
    (_what, before, status, events) => {
      payment(...before)
        .when(report(status))
        .thenEvents(...events);
      payment(...before, ...events)
        .when(report(status))
        .thenNothing();
    },
  );
  it.each([
    ['opened', [disputed, lost], 'open'],
    ['an inquiry', [disputed], 'inquiry'],
    ['an inquiry that is closed', [disputed], 'inquiry_closed'],
    ['an inquiry', [disputed, closed('won')], 'inquiry'],
    ['lost', [disputed, closed('won')], 'lost'],
    ['lost', [disputed, lost, returned(7_800, closed('won'))], 'lost'],
  ] as [string, PaymentEvent[], Status][])('%s, reported late, yields no event', (_what, before, status) =>
    payment(...before)
      .when(report(status))
      .thenNothing(),
  );
  it('records each movement of money and its fee once', () => {
    const movement = { transactionId: 'txn_1', amountCents: -7_800, feeCents: 1_500 };
    const moved: PaymentEvent = {
      type: 'PaymentDisputeFundsMoved',
      data: { ...ids, disputeId: 'dp_1', ...movement },
    };
    const command = { ...report('open'), movements: [movement] };
    payment().when(command).thenEvents(disputed, moved);
    payment(disputed, moved).when(command).thenNothing();
  });
  it('that was lost gives back what the provider gives back, in any order and however often', () => {
    const out = movementOf('txn_1', -7_800);
    const part = movementOf('txn_2', 4_000);
    const rest = movementOf('txn_3', 3_800);
    const told = (status: Status, ...movements: (typeof out)[]) => ({
      ...report(status),
      movements: movements.map(({ movement }) => movement),
    });
    const partly = closed('lost', { of: june, amountCents: 3_800 });
    payment(disputed, out.event, lost)
      .when(told('lost', out, part))
      .thenEvents(returned(4_000, partly), part.event);
    const partReturned = [disputed, out.event, lost, returned(4_000, partly), part.event];
    for (const late of [told('lost', out, part), told('lost', out), told('open', out)])
      payment(...partReturned)
        .when(late)
        .thenNothing();
    payment(...partReturned)
      .when(told('lost', out, part, rest))
      .thenEvents(returned(3_800, closed('won')), rest.event);
    // the outcome is told last
    payment(disputed, out.event, part.event).when(told('lost', out)).thenEvents(partly);
    payment(disputed, out.event, part.event, rest.event).when(told('lost', out)).thenEvents(closed('won'));
  });
  it('takes only what refunds left of a share', () => {
    const refunded: PaymentEvent = {
      type: 'PaymentRefunded',
      data: { ...ids, refundId: 'r1', of: june, amountCents: 800, providerRefundId: 're_1' },
    };
    expect(splitOverShares(after(refunded), 7_800)).toEqual([
      { of: june, amountCents: 4_000 },
      { of: may, amountCents: 3_000 },
      { of: null, amountCents: 800 },
    ]);
  });
  it('refuses refunds until it is decided; an inquiry does not', () => {
    const refund = {
      type: 'RequestRefund',
      refundId: 'r1',
      of: june,
      amountCents: 100,
      reason: null,
    } as const;
    payment(disputed).when(refund).thenRefused('unprocessable', DISPUTED, 'amount');
    payment(disputed, lost)
      .when(refund)
      .thenRefused('unprocessable', 'At most $0.00 of this payment can be refunded.', 'amount');
    expect([after(asked), after(disputed, closed('won'))].map((one) => refundableCents(one, june))).toEqual([
      4_800, 4_800,
    ]);
  });
  // Proves B48
  it('leaves what is left of a share, which can be refunded once it is decided', () => {
    expect([leftOfShareCents(after(disputed), june), refundableCents(after(disputed), june)]).toEqual([
      4_800, 0,
    ]);
    expect(leftOfShareCents(after(disputed, lost), june)).toBe(0);
  });
});

// Proves B44
describe('a refund made at the provider of a payment over two invoices', () => {
  const refund = (providerRefundId: string, amountCents: number) =>
    ({ type: 'RecordProviderRefund', providerRefundId, amountCents }) as const;
  const part = (refundId: string, of: Claimant | null, amountCents: number): PaymentEvent => ({
    type: 'PaymentRefunded',
    data: { ...ids, refundId, of, amountCents, providerRefundId: refundId.split('/')[0] ?? '' },
  });
  const both = [part('re_1', june, 4_800), part('re_1/2', may, 1_200)];
  it('is taken from the newest one first, each at most its share', () =>
    payment()
      .when(refund('re_1', 6_000))
      .thenEvents(...both));
  it('twice yields no event', () =>
    payment(...both)
      .when(refund('re_1', 6_000))
      .thenNothing());
  it('sees what earlier ones left; what is beyond the shares is booked too', () =>
    payment(...both)
      .when(refund('re_2', 2_000))
      .thenEvents(part('re_2', may, 1_800), part('re_2/2', null, 200)));
});
