import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import type { MoveRefund } from './commands.ts';
import type { Claimant, PaymentEvent } from './events.ts';
import { paymentDecider } from './payment.ts';
import { DISPUTED, refundableCents } from './refunds.ts';
import type { StartedPayment } from './state.ts';

const ids = { attemptId: 'p1', accountId: 'a1' };
const invoice = (period: string): Claimant => ({ kind: 'invoice', id: `a1_${period}` });
const [may, june] = [invoice('2026-05'), invoice('2026-06')];
const claimed = (claimant: Claimant, amountCents: number): PaymentEvent => ({
  type: 'PaymentClaimed',
  data: { ...ids, claimant, amountCents },
});
/** $150 over June ($80) and May ($70), of which $80 was refunded at the provider. */
const refunded: readonly PaymentEvent[] = [
  {
    type: 'PaymentStarted',
    data: {
      ...ids,
      userId: 'u1',
      amountCents: 15_000,
      livemode: true,
      how: 'card_form',
      shares: [
        { ...june, amountCents: 8_000 },
        { ...may, amountCents: 7_000 },
      ],
    },
  },
  {
    type: 'PaymentSucceeded',
    data: { ...ids, intentId: 'pi_1', amountCents: 15_000, livemode: true, card: null, paidOn: '2026-06-10' },
  },
  claimed(june, 8_000),
  claimed(may, 7_000),
  {
    type: 'PaymentRefunded',
    data: { ...ids, refundId: 're_1', of: june, amountCents: 8_000, providerRefundId: 're_1' },
  },
];
const move: MoveRefund = {
  type: 'MoveRefund',
  moveId: 'v1',
  refundId: 're_1',
  from: { invoiceNumber: 'INV-202606-0001' },
  to: { invoiceId: 'a1_2026-05', invoiceNumber: 'INV-202605-0001', refundableCents: 7_000 },
  amountCents: 3_000,
  reason: ' It was for May ',
  today: '2026-06-20',
};
const moved = (amountCents = 3_000): PaymentEvent => ({
  type: 'PaymentRefundMoved',
  data: {
    ...ids,
    refundId: 're_1',
    fromInvoiceId: 'a1_2026-06',
    fromInvoiceNumber: 'INV-202606-0001',
    movedRefundId: 're_1/v1',
    toInvoiceId: 'a1_2026-05',
    toInvoiceNumber: 'INV-202605-0001',
    amountCents,
    movedOn: '2026-06-20',
    reason: 'It was for May',
  },
});
const payment = (...further: PaymentEvent[]) => given(paymentDecider, ...refunded, ...further);
const refundsAfter = (...further: PaymentEvent[]) => {
  const state = [...refunded, ...further].reduce(paymentDecider.evolve, paymentDecider.initialState);
  return (state as StartedPayment).refunds.map(({ refundId, of, amountCents, status }) => [
    refundId,
    of?.id,
    amountCents,
    status,
  ]);
};

// Proves B44-move
describe('moving a refund made at the provider to another invoice of the payment', () => {
  it('moves a part, which is a refund of its own; the sum stays', () => {
    payment().when(move).thenEvents(moved());
    expect(refundsAfter(moved())).toEqual([
      ['re_1', 'a1_2026-06', 5_000, 'refunded'],
      ['re_1/v1', 'a1_2026-05', 3_000, 'refunded'],
    ]);
  });
  it('twice yields no event, also where all of it was moved', () => {
    payment(moved()).when(move).thenNothing();
    payment(moved(7_000))
      .when({ ...move, amountCents: 7_000 })
      .thenNothing();
  });
  it('can be moved back, and frees what it took of the share', () => {
    const state = [...refunded, moved()].reduce(paymentDecider.evolve, paymentDecider.initialState);
    expect([may, june].map((of) => refundableCents(state as StartedPayment, of))).toEqual([4_000, 3_000]);
    const to = { invoiceId: 'a1_2026-06', invoiceNumber: 'INV-202606-0001', refundableCents: 8_000 };
    payment(moved())
      .when({ ...move, moveId: 'v2', refundId: 're_1/v1', from: { invoiceNumber: 'INV-202605-0001' }, to })
      .thenEvents({
        type: 'PaymentRefundMoved',
        data: {
          ...moved().data,
          refundId: 're_1/v1',
          fromInvoiceId: 'a1_2026-05',
          fromInvoiceNumber: 'INV-202605-0001',
          movedRefundId: 're_1/v2',
          toInvoiceId: 'a1_2026-06',
          toInvoiceNumber: 'INV-202606-0001',
        },
      } as PaymentEvent);
  });
  it.each([
    ['more than it is', { amountCents: 8_001 }, 'At most $80.00 of this refund can be moved.', 'amount'],
    [
      'more than the share',
      { amountCents: 7_001 },
      'At most $70.00 of INV-202605-0001 can be refunded.',
      'amount',
    ],
    [
      'more than the invoice can give',
      { to: { ...move.to, refundableCents: 2_999 } },
      'At most $29.99 of INV-202605-0001 can be refunded.',
      'amount',
    ],
    ['nothing', { amountCents: 0 }, 'The amount must be more than $0.00.', 'amount'],
    [
      'to its own invoice',
      { to: { ...move.to, invoiceId: 'a1_2026-06' } },
      'Please choose another invoice.',
      'to_invoice_id',
    ],
    [
      'to an invoice that the payment did not pay',
      { to: { ...move.to, invoiceId: 'a1_2026-04' } },
      'This payment did not pay that invoice.',
      'to_invoice_id',
    ],
    ['without a reason', { reason: ' ' }, 'Please give a reason', 'reason'],
  ])('is refused: %s', (_what, more, message, path) =>
    payment()
      .when({ ...move, ...more })
      .thenRefused('unprocessable', message, path),
  );
  it('is refused of one that was requested here, failed, or is not known', () => {
    const asked: PaymentEvent[] = [
      {
        type: 'PaymentRefundRequested',
        data: { ...ids, refundId: 'r1', of: may, amountCents: 500, reason: null },
      },
      {
        type: 'PaymentRefunded',
        data: { ...ids, refundId: 'r1', of: may, amountCents: 500, providerRefundId: 're_2' },
      },
    ];
    payment(...asked)
      .when({ ...move, refundId: 'r1' })
      .thenRefused('not_found', 'Refund not found');
    payment()
      .when({ ...move, refundId: 're_9' })
      .thenRefused('not_found', 'Refund not found');
  });
  it('is refused while the bank decides about the payment', () =>
    payment({
      type: 'PaymentDisputed',
      data: { ...ids, disputeId: 'dp_1', amountCents: 7_000, reason: null },
    })
      .when(move)
      .thenRefused('conflict', DISPUTED));
  it('that the bank returns fails with its parts, less one that is empty', () => {
    const fail = (refundId: string) =>
      ({ type: 'RecordRefundFailure', refundId, message: 'Returned' }) as const;
    payment(moved())
      .when(fail('re_1/v1'))
      .thenEvents({
        type: 'PaymentRefundFailed',
        data: { ...ids, refundId: 're_1/v1', of: may, amountCents: 3_000, message: 'Returned' },
      });
    payment(moved(8_000)).when(fail('re_1')).thenNothing();
  });
  it('is not booked again when the provider reports it again', () =>
    payment(moved(8_000))
      .when({ type: 'RecordProviderRefund', providerRefundId: 're_1', amountCents: 8_000 })
      .thenNothing());
});
