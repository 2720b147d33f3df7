import { expect, it } from 'vitest';
import type { PortalEvent } from './events.ts';
import { type GivenAway, givenAway, rateCut, totalGiven } from './givenAway.ts';

const given = (...events: readonly unknown[]) =>
  givenAway({ command: {}, events: events as readonly PortalEvent[], before: {} });

// Proves I40-approvals
it('is what a decision refunds, credits or writes off', () => {
  const money = (type: string, more = {}) => ({ type, data: { amountCents: 700, ...more } });
  expect(given(money('InvoiceRefundRequested'))).toEqual([{ kind: 'refund', cents: 700 }]);
  expect(given(money('PaymentRefundRequested'))).toEqual([{ kind: 'refund', cents: 700 }]);
  expect(given(money('PayoutRequested'))).toEqual([{ kind: 'refund', cents: 700 }]);
  expect(given(money('InvoiceRefunded'))).toEqual([{ kind: 'refund', cents: 700 }]);
  expect(given(money('InvoiceRefunded', { payoutId: 'p' }))).toEqual([]);
  expect(given(money('InvoiceRefunded', { movedFrom: 'INV-1' }))).toEqual([]);
  expect(given({ type: 'OrderRejected', data: { refundCents: 300 } })).toEqual([
    { kind: 'refund', cents: 300 },
  ]);
  expect(given(money('InvoiceCredited'))).toEqual([{ kind: 'credit', cents: 700 }]);
  expect(given(money('InvoiceCredited', { surplus: true }))).toEqual([]);
  expect(given(money('OneOffChargeAdded'))).toEqual([{ kind: 'credit', cents: 0 }]);
  expect(given(money('OneOffChargeAdded', { amountCents: -400 }))).toEqual([{ kind: 'credit', cents: 400 }]);
  expect(given(money('InvoiceWrittenOff'))).toEqual([{ kind: 'write_off', cents: 700 }]);
  expect(given({ type: 'MonthReopened', data: {} })).toEqual([{ kind: 'reopened_month', cents: null }]);
  expect(given({ type: 'PersonalDataErased', data: {} })).toEqual([{ kind: 'erasure', cents: null }]);
  expect(given(money('InvoicePaid'))).toEqual([]);
});

// Proves I40-approvals
it('of a rate is the largest decrease for all readers of a site', () => {
  const from = '2027-01-01';
  expect(rateCut([], 10)).toEqual({ kind: 'rate_cut', cents: 0 });
  expect(rateCut([{ from, beforeCents: 650, afterCents: 700 }], 10).cents).toBe(0);
  const changes = [
    { from, beforeCents: 650, afterCents: 600 },
    { from, beforeCents: 700, afterCents: 550 },
  ];
  expect(rateCut(changes, 10).cents).toBe(1_500);
});

// Proves I40-approvals
it('is the sum, of the kind of its largest part, or what counts no money', () => {
  const refund: GivenAway = { kind: 'refund', cents: 400 };
  const credit: GivenAway = { kind: 'credit', cents: 101 };
  expect(totalGiven([])).toBeNull();
  expect(totalGiven([{ kind: 'rate_cut', cents: 0 }])).toBeNull();
  expect(totalGiven([credit, refund])).toEqual({ kind: 'refund', cents: 501 });
  expect(totalGiven([refund, { kind: 'erasure', cents: null }])).toEqual({ kind: 'erasure', cents: null });
});
