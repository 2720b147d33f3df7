import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import {
  invoiceAfter as after,
  INVOICE_IDS as ids,
  invoiceIssued,
  invoicePaid,
} from '../../test/invoiceEvents.ts';
import type { InvoiceEvent } from './events.ts';
import { invoiceDecider } from './invoice.ts';
import { invoiceCreditableCents, invoiceRefundableCents } from './settlement.ts';

const issued = invoiceIssued({ totalCents: 2_600 });
const paidBy = (method: 'card' | 'check') => invoicePaid(2_600, method === 'card' ? true : null);
const paid = [issued, paidBy('card')];
const invoice = (...history: InvoiceEvent[]) => given(invoiceDecider, ...history);
const ONLY_PAID = 'Only a paid invoice can be refunded or credited. Void and reissue this one instead.';

describe('refunding to the card', () => {
  const request = {
    type: 'RequestInvoiceRefund',
    refundId: 'r1',
    amountCents: 600,
    reason: 'Reader too many',
  } as const;
  const requested: InvoiceEvent = {
    type: 'InvoiceRefundRequested',
    data: { ...ids, refundId: 'r1', paymentId: 'p1', amountCents: 600, reason: 'Reader too many' },
  };
  const record = {
    type: 'RecordInvoiceRefund',
    refundId: 'r1',
    method: 'card',
    amountCents: 600,
    refundedOn: '2026-05-12',
    reference: 're_1',
    reason: null,
  } as const;
  const refunded: InvoiceEvent = {
    type: 'InvoiceRefunded',
    data: {
      ...ids,
      refundId: 'r1',
      method: 'card',
      amountCents: 600,
      refundedOn: '2026-05-12',
      reference: 're_1',
      reason: null,
    },
  };
  const fail = { type: 'RecordInvoiceRefundFailure', refundId: 'r1', message: 'Closed' } as const;
  const failed: InvoiceEvent = {
    type: 'InvoiceRefundFailed',
    data: { ...ids, refundId: 'r1', message: 'Closed' },
  };
  it('asks the payment that paid', () =>
    invoice(...paid)
      .when(request)
      .thenEvents(requested));
  it('twice yields no event, done or not', () => {
    invoice(...paid, requested)
      .when(request)
      .thenNothing();
    invoice(...paid, requested, refunded)
      .when(request)
      .thenNothing();
  });
  it('leaves the invoice paid', () => expect(after(...paid, requested, refunded).status).toBe('paid'));
  it('takes a blank reason as none', () =>
    invoice(...paid)
      .when({ ...request, reason: ' ' })
      .thenEvents({ ...requested, data: { ...requested.data, reason: null } } as InvoiceEvent));
  it('refunds no more than was paid, by any method', () => {
    const credited: InvoiceEvent = {
      type: 'InvoiceCredited',
      data: { ...ids, creditId: 'c1', amountCents: 500, reason: null },
    };
    invoice(...paid, requested, credited)
      .when({ ...request, refundId: 'r2', amountCents: 2_001 })
      .thenRefused('unprocessable', 'At most $20.00 of this invoice can be refunded.', 'amount');
    expect(invoiceCreditableCents(after(...paid, requested, credited))).toBe(1_500);
    expect(invoiceCreditableCents(after(...paid, requested, failed))).toBe(2_600);
    expect(invoiceCreditableCents(after(issued))).toBe(0);
    const atTheDesk: InvoiceEvent = {
      ...refunded,
      data: { ...refunded.data, amountCents: 2_700 },
    } as InvoiceEvent;
    expect(invoiceCreditableCents(after(...paid, atTheDesk))).toBe(0);
  });
  it('can be of all that was paid, part by part', () => {
    invoice(...paid)
      .when({ ...request, amountCents: 2_600 })
      .thenEvents({ ...requested, data: { ...requested.data, amountCents: 2_600 } } as InvoiceEvent);
    const rest: InvoiceEvent = {
      ...requested,
      data: { ...requested.data, refundId: 'r2', amountCents: 1_000 },
    } as InvoiceEvent;
    expect(invoiceCreditableCents(after(...paid, requested, rest, refunded))).toBe(1_000);
    expect(invoiceCreditableCents(after(...paid, requested, rest, failed))).toBe(1_600);
  });
  it('needs an amount', () =>
    invoice(...paid)
      .when({ ...request, amountCents: 0 })
      .thenRefused('unprocessable', 'The amount must be more than $0.00.', 'amount'));
  it('needs a paid invoice', () => invoice(issued).when(request).thenRefused('conflict', ONLY_PAID));
  it('needs a card', () =>
    invoice(issued, paidBy('check'))
      .when(request)
      .thenRefused(
        'unprocessable',
        'This invoice was not paid by card. Record the refund by check or ACH instead.',
        'method',
      ));
  it('is recorded when it is done', () =>
    invoice(...paid, requested)
      .when(record)
      .thenEvents(refunded));
  it('recorded twice yields no event', () =>
    invoice(...paid, requested, refunded)
      .when(record)
      .thenNothing());
  it("at the provider's own desk is recorded as it was", () =>
    invoice(...paid)
      .when({ ...record, amountCents: 2_700 })
      .thenEvents({ ...refunded, data: { ...refunded.data, amountCents: 2_700 } } as InvoiceEvent));
  it('can fail', () =>
    invoice(...paid, requested)
      .when(fail)
      .thenEvents(failed));
  it('failed twice yields no event', () =>
    invoice(...paid, requested, failed)
      .when(fail)
      .thenNothing());
  it('that was not requested can not fail', () =>
    invoice(...paid)
      .when(fail)
      .thenRefused('not_found', 'Refund not found'));

  describe('by check or ACH instead', () => {
    const byCheck = { ...record, method: 'check', reference: ' 2044 ' } as const;
    const wasByCheck: InvoiceEvent = {
      ...refunded,
      data: { ...refunded.data, method: 'check', reference: '2044' },
    } as InvoiceEvent;
    it('is recorded with its reference', () =>
      invoice(issued, paidBy('check')).when(byCheck).thenEvents(wasByCheck));
    it('twice yields no event', () =>
      invoice(issued, paidBy('check'), wasByCheck).when(byCheck).thenNothing());
    it('needs a reference', () =>
      invoice(...paid)
        .when({ ...byCheck, reference: ' ' })
        .thenRefused('unprocessable', 'Reference is required', 'reference'));
    it('has to fit what was paid', () => {
      invoice(...paid)
        .when({ ...byCheck, amountCents: 2_601 })
        .thenRefused(
          'unprocessable',
          'At most $26.00 of this invoice can be refunded or credited.',
          'amount',
        );
      invoice(issued).when(byCheck).thenRefused('conflict', ONLY_PAID);
    });
  });
});

describe('an invoice that credit settled, or part of it', () => {
  const withCredit = (amountCents: number, totalCents: number, isDemo = false): InvoiceEvent => ({
    ...issued,
    data: {
      ...issued.data,
      totalCents,
      isDemo,
      adjustments: [
        {
          kind: 'carried',
          invoiceId: 'a1_2026-03',
          invoiceNumber: 'INV-202603-0001',
          creditId: null,
          amountCents: 40,
        },
        {
          kind: 'credit',
          invoiceId: 'a1_2026-04',
          invoiceNumber: 'INV-202604-0001',
          creditId: 'c0',
          amountCents: -amountCents,
        },
      ],
    },
  });
  const nothingToPay: InvoiceEvent = {
    type: 'InvoicePaid',
    data: {
      ...ids,
      method: 'none',
      amountCents: 0,
      paidOn: '2026-05-01',
      reference: null,
      paymentId: null,
      livemode: null,
      reason: null,
    },
  };
  const settled = [withCredit(2_640, 0), nothingToPay];
  /** $6.00 of credit and $26.00 by card. */
  const mixed = [withCredit(600, 2_600), paidBy('card')];
  const give = (amountCents: number) =>
    ({ type: 'CreditInvoice', creditId: 'c1', amountCents, reason: null }) as const;
  const given1 = (amountCents: number): InvoiceEvent => ({
    type: 'InvoiceCredited',
    data: { ...ids, creditId: 'c1', amountCents, reason: null },
  });
  const request = { type: 'RequestInvoiceRefund', refundId: 'r1', amountCents: 100, reason: null } as const;
  const requested = (amountCents: number): InvoiceEvent => ({
    type: 'InvoiceRefundRequested',
    data: { ...ids, refundId: 'r1', paymentId: 'p1', amountCents, reason: null },
  });
  const byCheck = {
    type: 'RecordInvoiceRefund',
    refundId: 'r1',
    method: 'check',
    amountCents: 100,
    refundedOn: '2026-05-12',
    reference: '2044',
    reason: null,
  } as const;

  it('refunds the credit as credit, once', () => {
    invoice(...settled)
      .when(give(2_640))
      .thenEvents(given1(2_640));
    invoice(...settled)
      .when(give(2_641))
      .thenRefused('unprocessable', 'At most $26.40 of this invoice can be credited.', 'amount');
    invoice(...settled, given1(2_640))
      .when({ ...give(1), creditId: 'c2' })
      .thenRefused('unprocessable', 'At most $0.00 of this invoice can be refunded or credited.', 'amount');
  });
  it.each([request, byCheck])('is never refunded as money: $type', (command) =>
    invoice(...settled)
      .when(command)
      .thenRefused(
        'unprocessable',
        'Account credit settled this invoice, so no money can go back. Credit it instead.',
        'amount',
      ),
  );
  it('and by a card, refunds both as credit, but only the money to the card', () => {
    invoice(...mixed)
      .when(give(3_200))
      .thenEvents(given1(3_200));
    invoice(...mixed)
      .when({ ...request, amountCents: 2_601 })
      .thenRefused(
        'unprocessable',
        'At most $26.00 of this invoice can be refunded; account credit settled the rest. Credit that instead.',
        'amount',
      );
    invoice(...mixed)
      .when({ ...request, amountCents: 2_600 })
      .thenEvents(requested(2_600));
  });
  // Proves I8-credit-corrected
  it('refunds the credit first, then the money', () => {
    const left = (...history: InvoiceEvent[]) => {
      const state = after(...mixed, ...history);
      return [invoiceRefundableCents(state), invoiceCreditableCents(state)];
    };
    expect(left()).toEqual([2_600, 3_200]);
    expect(left(given1(600))).toEqual([2_600, 2_600]);
    // a refund pays the unused credit out first
    expect(left(given1(601))).toEqual([2_600, 2_599]);
    expect(left(requested(2_000))).toEqual([600, 1_200]);
    // the credit that was given can be paid out as money (rule B41)
    expect(left(requested(2_000), given1(1_000))).toEqual([1_000, 200]);
    expect(left(requested(2_600), given1(600))).toEqual([600, 0]);
  });
  // Proves I8-credit-corrected
  it('never turns test money into real credit: the money decides what is refunded', () => {
    const of = (isDemo: boolean) =>
      invoiceCreditableCents(after(withCredit(600, 2_600, isDemo), paidBy('card')));
    expect([of(false), of(true)]).toEqual([3_200, 2_600]);
  });
  it('has nothing to refund while it is open', () =>
    expect(invoiceCreditableCents(after(withCredit(600, 2_600)))).toBe(0));
});

describe('crediting the difference', () => {
  const give = {
    type: 'CreditInvoice',
    creditId: 'c1',
    amountCents: 1_000,
    reason: 'Reader too many',
  } as const;
  const credited: InvoiceEvent = {
    type: 'InvoiceCredited',
    data: { ...ids, creditId: 'c1', amountCents: 1_000, reason: 'Reader too many' },
  };
  const apply = {
    type: 'ApplyInvoiceCredit',
    creditId: 'c1',
    toInvoiceId: 'a1_2026-06',
    amountCents: 600,
  } as const;
  const applied = (toInvoiceId: string, amountCents: number): InvoiceEvent => ({
    type: 'InvoiceCreditApplied',
    data: { ...ids, creditId: 'c1', toInvoiceId, amountCents },
  });
  const release = { type: 'ReleaseInvoiceCredit', creditId: 'c1', toInvoiceId: 'a1_2026-06' } as const;
  const released: InvoiceEvent = {
    type: 'InvoiceCreditReleased',
    data: { ...ids, creditId: 'c1', toInvoiceId: 'a1_2026-06' },
  };
  it('keeps it for the next invoices', () =>
    invoice(...paid)
      .when(give)
      .thenEvents(credited));
  it('twice yields no event', () =>
    invoice(...paid, credited)
      .when(give)
      .thenNothing());
  it('has to fit what was paid', () => {
    invoice(...paid)
      .when({ ...give, amountCents: 2_601 })
      .thenRefused('unprocessable', 'At most $26.00 of this invoice can be refunded or credited.', 'amount');
    invoice(issued).when(give).thenRefused('conflict', ONLY_PAID);
  });
  it('is used up part by part', () => {
    invoice(...paid, credited)
      .when(apply)
      .thenEvents(applied('a1_2026-06', 600));
    invoice(...paid, credited, applied('a1_2026-06', 600))
      .when({ ...apply, toInvoiceId: 'a1_2026-07', amountCents: 400 })
      .thenEvents(applied('a1_2026-07', 400));
  });
  it('used twice by the same invoice yields no event', () =>
    invoice(...paid, credited, applied('a1_2026-06', 600))
      .when(apply)
      .thenNothing());
  it.each([
    ['another amount by the same invoice', { amountCents: 500 }],
    ['more than is left', { toInvoiceId: 'a1_2026-07', amountCents: 401 }],
    ['nothing', { toInvoiceId: 'a1_2026-07', amountCents: 0 }],
  ])('is refused for %s', (_what, change) =>
    invoice(...paid, credited, applied('a1_2026-06', 600))
      .when({ ...apply, ...change })
      .thenRefused('conflict', 'This credit was used in the meantime.'),
  );
  it('that was never given is refused', () =>
    invoice(...paid)
      .when(apply)
      .thenRefused('not_found', 'Credit not found'));
  it('is available again if the invoice that used it is voided', () => {
    invoice(...paid, credited, applied('a1_2026-06', 600))
      .when(release)
      .thenEvents(released);
    invoice(...paid, credited, applied('a1_2026-06', 600), released)
      .when({ ...apply, toInvoiceId: 'a1_2026-06_r2', amountCents: 1_000 })
      .thenEvents(applied('a1_2026-06_r2', 1_000));
  });
  it('returned twice yields no event', () => {
    invoice(...paid, credited, applied('a1_2026-06', 600), released)
      .when(release)
      .thenNothing();
    invoice(...paid)
      .when(release)
      .thenNothing();
  });
});
