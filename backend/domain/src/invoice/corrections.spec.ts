import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { correctableCents } from './correcting.ts';
import type { InvoiceEvent } from './events.ts';
import { invoiceDecider } from './invoice.ts';

const ids = { invoiceId: 'a1_2026-05', accountId: 'a1' };
const issued: InvoiceEvent = {
  type: 'InvoiceIssued',
  data: {
    ...ids,
    retentionId: 'a1_2026',
    userId: 'u1',
    invoiceNumber: 'INV-202605-0001',
    period: '2026-05',
    invoiceDate: '2026-05-01',
    dueDate: '2026-05-16',
    billTo: { company: null, name: null, address: null, city: null, state: null, zip: null, email: null },
    lines: [],
    adjustments: [],
    totalCents: 2_600,
    isDemo: false,
    replaces: null,
    cutSeq: 1,
    chainHash: 'ab12',
    basis: [],
    policyVersion: 1,
  },
};
const paidBy = (method: 'card' | 'check'): InvoiceEvent => ({
  type: 'InvoicePaid',
  data: {
    ...ids,
    method,
    amountCents: 2_600,
    paidOn: '2026-05-10',
    reference: method === 'card' ? null : '1017',
    paymentId: method === 'card' ? 'p1' : null,
    livemode: method === 'card' ? true : null,
    reason: null,
  },
});
const paid = [issued, paidBy('card')];
const invoice = (...history: InvoiceEvent[]) => given(invoiceDecider, ...history);
const after = (...history: InvoiceEvent[]) => {
  const state = history.reduce(invoiceDecider.evolve, invoiceDecider.initialState);
  if (state.status === 'none') throw new Error('There is no invoice');
  return state;
};
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
  it('twice yields nothing, done or not', () => {
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
  it('gives back no more than was paid, whatever way it went', () => {
    const credited: InvoiceEvent = {
      type: 'InvoiceCredited',
      data: { ...ids, creditId: 'c1', amountCents: 500, reason: null },
    };
    invoice(...paid, requested, credited)
      .when({ ...request, refundId: 'r2', amountCents: 1_501 })
      .thenRefused('unprocessable', 'At most $15.00 of this invoice can be refunded or credited.', 'amount');
    expect(correctableCents(after(...paid, requested, credited))).toBe(1_500);
    expect(correctableCents(after(...paid, requested, failed))).toBe(2_600);
    expect(correctableCents(after(issued))).toBe(0);
    const atTheDesk: InvoiceEvent = {
      ...refunded,
      data: { ...refunded.data, amountCents: 2_700 },
    } as InvoiceEvent;
    expect(correctableCents(after(...paid, atTheDesk))).toBe(0);
  });
  it('can be of all that was paid, part by part', () => {
    invoice(...paid)
      .when({ ...request, amountCents: 2_600 })
      .thenEvents({ ...requested, data: { ...requested.data, amountCents: 2_600 } } as InvoiceEvent);
    const rest: InvoiceEvent = {
      ...requested,
      data: { ...requested.data, refundId: 'r2', amountCents: 1_000 },
    } as InvoiceEvent;
    expect(correctableCents(after(...paid, requested, rest, refunded))).toBe(1_000);
    expect(correctableCents(after(...paid, requested, rest, failed))).toBe(1_600);
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
  it('recorded twice yields nothing', () =>
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
  it('failed twice yields nothing', () =>
    invoice(...paid, requested, failed)
      .when(fail)
      .thenNothing());
  it('that nobody asked for can not fail', () =>
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
    it('twice yields nothing', () =>
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
  it('twice yields nothing', () =>
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
  it('used twice by the same invoice yields nothing', () =>
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
  it('comes back where the invoice that used it is voided', () => {
    invoice(...paid, credited, applied('a1_2026-06', 600))
      .when(release)
      .thenEvents(released);
    invoice(...paid, credited, applied('a1_2026-06', 600), released)
      .when({ ...apply, toInvoiceId: 'a1_2026-06_r2', amountCents: 1_000 })
      .thenEvents(applied('a1_2026-06_r2', 1_000));
  });
  it('come back twice yields nothing', () => {
    invoice(...paid, credited, applied('a1_2026-06', 600), released)
      .when(release)
      .thenNothing();
    invoice(...paid)
      .when(release)
      .thenNothing();
  });
});
