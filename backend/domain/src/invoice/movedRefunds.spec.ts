import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { INVOICE_IDS as ids, invoiceAfter, invoiceIssued } from '../../test/invoiceEvents.ts';
import type { InvoiceEvent } from './events.ts';
import { invoiceDecider } from './invoice.ts';
import { chargesRefundableCents, unusedCreditCents } from './settlement.ts';

/** $78, paid by card with $30 of it credited, then refunded by $50 at the provider: $30 of credit and $20 of charges. */
const history: readonly InvoiceEvent[] = [
  invoiceIssued({ totalCents: 7_800 }),
  {
    type: 'InvoicePaid',
    data: {
      ...ids,
      method: 'card',
      amountCents: 7_800,
      paidOn: '2026-05-10',
      reference: null,
      paymentId: 'p1',
      livemode: true,
      reason: null,
    },
  },
  ...(['c1', 'c2'] as const).map(
    (creditId): InvoiceEvent => ({
      type: 'InvoiceCredited',
      data: { ...ids, creditId, amountCents: 1_500, reason: null },
    }),
  ),
  {
    type: 'InvoiceRefunded',
    data: {
      ...ids,
      refundId: 're_1',
      method: 'card',
      amountCents: 5_000,
      refundedOn: '2026-05-20',
      reference: null,
      reason: null,
      creditPaidOut: [
        { creditId: 'c2', amountCents: 1_500 },
        { creditId: 'c1', amountCents: 1_500 },
      ],
    },
  },
];
const move = (amountCents: number) =>
  ({
    type: 'MoveInvoiceRefund',
    refundId: 're_1',
    moveId: 're_1/v1',
    toInvoiceNumber: 'INV-202604-0001',
    amountCents,
    reason: 'It was for April',
    today: '2026-06-09',
  }) as const;
const moved = (amountCents: number, more: object = {}): InvoiceEvent => ({
  type: 'InvoiceRefundMoved',
  data: {
    ...ids,
    refundId: 're_1',
    moveId: 're_1/v1',
    toInvoiceNumber: 'INV-202604-0001',
    amountCents,
    movedOn: '2026-06-09',
    reason: 'It was for April',
    ...more,
  },
});
const returned = {
  creditReturned: [
    { creditId: 'c1', amountCents: 1_500 },
    { creditId: 'c2', amountCents: 500 },
  ],
};

// Proves B44-move
describe('a refund of which a part was moved to another invoice', () => {
  it('is lower by it; what is left pays out credit first', () => {
    given(invoiceDecider, ...history)
      .when(move(2_000))
      .thenEvents(moved(2_000));
    const after = invoiceAfter(...history, moved(2_000));
    expect(after.refunds).toMatchObject([{ amountCents: 3_000, paidOutCents: 3_000 }]);
    expect([unusedCreditCents(after), chargesRefundableCents(after)]).toEqual([0, 4_800]);
  });
  it('gives back the credit that the rest does not pay out', () => {
    given(invoiceDecider, ...history)
      .when(move(4_000))
      .thenEvents(moved(4_000, returned));
    const after = invoiceAfter(...history, moved(4_000, returned));
    expect(after.refunds).toMatchObject([{ amountCents: 1_000, paidOutCents: 1_000 }]);
    expect(unusedCreditCents(after)).toBe(2_000);
  });
  it('twice yields nothing', () =>
    given(invoiceDecider, ...history, moved(2_000))
      .when(move(2_000))
      .thenNothing());
  it('that the bank returns afterwards gives back all credit', () => {
    const failed: InvoiceEvent = {
      type: 'InvoiceRefundFailed',
      data: { ...ids, refundId: 're_1', message: 'Returned' },
    };
    expect(unusedCreditCents(invoiceAfter(...history, moved(4_000, returned), failed))).toBe(3_000);
  });
  it('needs a refund of the invoice', () =>
    given(invoiceDecider, ...history.slice(0, 2))
      .when(move(2_000))
      .thenRefused('not_found', 'Refund not found'));
});

// Proves B44-move
it('a refund that was moved here names where from', () =>
  given(invoiceDecider, ...history.slice(0, 2))
    .when({
      type: 'RecordInvoiceRefund',
      refundId: 're_1/v1',
      method: 'card',
      amountCents: 2_000,
      refundedOn: '2026-06-09',
      reference: null,
      reason: null,
      movedFrom: 'INV-202606-0001',
    })
    .thenEvents({
      type: 'InvoiceRefunded',
      data: {
        ...ids,
        refundId: 're_1/v1',
        method: 'card',
        amountCents: 2_000,
        refundedOn: '2026-06-09',
        reference: null,
        reason: null,
        movedFrom: 'INV-202606-0001',
      },
    }));
