import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { INVOICE_IDS as ids, invoiceAfter, invoiceIssued } from '../../test/invoiceEvents.ts';
import { afterAllocations, creditAllocations } from './allocating.ts';
import { openAdjustments } from './carrying.ts';
import type { InvoiceEvent } from './events.ts';
import { invoiceDecider } from './invoice.ts';
import {
  creditSpentCents,
  invoiceCreditableCents,
  invoiceRefundableCents,
  movedCreditCents,
  stillOpenCents,
  toRepayCents,
  unusedCreditCents,
} from './settlement.ts';

const issued = (period: string, totalCents: number, isDemo = false) =>
  invoiceIssued({
    invoiceId: `a1_${period}`,
    invoiceNumber: `INV-${period.replace('-', '')}-0001`,
    period,
    invoiceDate: `${period}-01`,
    dueDate: `${period}-16`,
    totalCents,
    isDemo,
  });
const paidByCheck = (period: string, amountCents: number, surplusCents: number): InvoiceEvent[] => [
  {
    type: 'InvoicePaid',
    data: {
      ...ids,
      invoiceId: `a1_${period}`,
      method: 'check',
      amountCents,
      paidOn: `${period}-10`,
      reference: '1017',
      paymentId: null,
      livemode: null,
      reason: null,
      recordId: 'm1',
    },
  },
  {
    type: 'InvoiceCredited',
    data: {
      ...ids,
      invoiceId: `a1_${period}`,
      creditId: 'm1',
      amountCents: surplusCents,
      surplus: true,
      reason: null,
    },
  },
];
const credited = (period: string, creditId: string, amountCents: number): InvoiceEvent => ({
  type: 'InvoiceCredited',
  data: { ...ids, invoiceId: `a1_${period}`, creditId, amountCents, reason: null },
});
const paidByCard = (period: string, amountCents: number, livemode = true): InvoiceEvent => ({
  type: 'InvoicePaid',
  data: {
    ...ids,
    invoiceId: `a1_${period}`,
    method: 'card',
    amountCents,
    paidOn: `${period}-10`,
    reference: null,
    paymentId: 'p1',
    livemode,
    reason: null,
  },
});
const started: InvoiceEvent = {
  type: 'InvoicePaymentStarted',
  data: { ...ids, attemptId: 'p2', attempt: 1, how: 'card_form' },
};

describe("a company's unused credit", () => {
  // Proves I35-4
  it('pays the oldest open invoices first, by the oldest credits', () => {
    const invoices = [
      invoiceAfter(issued('2026-06', 5_000)),
      invoiceAfter(issued('2026-05', 3_000)),
      invoiceAfter(issued('2026-04', 9_000), paidByCard('2026-04', 9_000), credited('2026-04', 'c2', 6_000)),
      invoiceAfter(issued('2026-03', 9_000), paidByCard('2026-03', 9_000), credited('2026-03', 'c1', 1_000)),
    ];
    expect(
      creditAllocations(invoices).map(({ creditId, toInvoiceId, amountCents }) => [
        creditId,
        toInvoiceId,
        amountCents,
      ]),
    ).toEqual([
      ['c1', 'a1_2026-05', 1_000],
      ['c2', 'a1_2026-05', 2_000],
      ['c2', 'a1_2026-06', 4_000],
    ]);
    expect(
      afterAllocations(invoices).flatMap((each) => (each.status === 'none' ? [] : each.credits)),
    ).toMatchObject([
      { creditId: 'c2', applied: [{ amountCents: 2_000 }, { amountCents: 4_000 }] },
      { creditId: 'c1', applied: [{ amountCents: 1_000 }] },
    ]);
  });

  it.each([
    ['live credit', false, false, 4_000],
    ['live credit', false, true, 0],
    ['demo credit', true, true, 4_000],
    ['demo credit', true, false, 0],
  ])('pays invoices of its mode only: %s (demo: %s), an invoice (demo: %s)', (_name, was, is, cents) => {
    const giver = invoiceAfter(
      issued('2026-04', 9_000, was),
      paidByCard('2026-04', 9_000, !was),
      credited('2026-04', 'c1', 4_000),
    );
    const paid = creditAllocations([giver, invoiceAfter(issued('2026-05', 7_000, is))]);
    expect(paid.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(cents);
  });

  it.each([true, false])('of recorded money pays either mode (demo: %s)', (is) => {
    const giver = invoiceAfter(issued('2026-04', 9_000, !is), ...paidByCheck('2026-04', 12_000, 3_000));
    expect(creditAllocations([giver, invoiceAfter(issued('2026-05', 7_000, is))])).toMatchObject([
      { amountCents: 3_000 },
    ]);
  });

  it('waits while a card may be charged', () => {
    const giver = invoiceAfter(issued('2026-04', 9_000), ...paidByCheck('2026-04', 12_000, 3_000));
    expect(creditAllocations([giver, invoiceAfter(issued('2026-05', 7_000), started)])).toEqual([]);
  });
});

const giving = [issued('2026-04', 9_000), ...paidByCheck('2026-04', 12_000, 3_000)];
const allocate = {
  type: 'AllocateInvoiceCredit',
  creditId: 'm1',
  allocationId: 'x1',
  toInvoiceId: 'a1_2026-05',
  amountCents: 2_000,
} as const;
const allocated: InvoiceEvent = {
  type: 'InvoiceCreditAllocated',
  data: {
    invoiceId: 'a1_2026-04',
    accountId: 'a1',
    creditId: 'm1',
    allocationId: 'x1',
    toInvoiceId: 'a1_2026-05',
    amountCents: 2_000,
  },
};

describe('allocating credit', () => {
  it('uses it', () => {
    given(invoiceDecider, ...giving)
      .when(allocate)
      .thenEvents(allocated);
    expect(unusedCreditCents(invoiceAfter(...giving, allocated))).toBe(1_000);
  });
  it('twice yields nothing, nor does more than is left', () => {
    given(invoiceDecider, ...giving, allocated)
      .when(allocate)
      .thenNothing();
    given(invoiceDecider, ...giving, allocated)
      .when({ ...allocate, allocationId: 'x2' })
      .thenNothing();
  });
  it('needs a credit that is there', () =>
    given(invoiceDecider, ...giving)
      .when({ ...allocate, creditId: 'c9' })
      .thenRefused('not_found', 'Credit not found'));
  it('is released alone, while the invoice keeps what it was issued with', () => {
    const atIssue = { ...ids, invoiceId: 'a1_2026-04', creditId: 'm1', toInvoiceId: 'a1_2026-05' };
    const taken: InvoiceEvent = { type: 'InvoiceCreditApplied', data: { ...atIssue, amountCents: 500 } };
    const release = { creditId: 'm1', toInvoiceId: 'a1_2026-05', allocationId: 'x1' };
    const released: InvoiceEvent = {
      type: 'InvoiceCreditReleased',
      data: { ...atIssue, allocationId: 'x1' },
    };
    given(invoiceDecider, ...giving, taken, allocated)
      .when({ type: 'ReleaseInvoiceCredit', ...release })
      .thenEvents(released);
    given(invoiceDecider, ...giving, taken, allocated, released)
      .when({ type: 'ReleaseInvoiceCredit', ...release })
      .thenNothing();
    const after = invoiceAfter(...giving, taken, allocated, released);
    expect(after.credits[0]?.applied).toMatchObject([{ amountCents: 500 }]);
    // pricing the other invoice again sees what it took when it was issued
    expect(openAdjustments([after], 'a1_2026-05', false).credits).toMatchObject([{ takenCents: 500 }]);
  });
});

const receive = {
  type: 'ReceiveInvoiceCredit',
  allocationId: 'x1',
  fromInvoiceId: 'a1_2026-04',
  fromInvoiceNumber: 'INV-202604-0001',
  creditId: 'm1',
  amountCents: 2_000,
  recordedCents: 2_000,
  isDemo: false,
  today: '2026-05-12',
} as const;
const received = (amountCents = 2_000): InvoiceEvent => ({
  type: 'InvoiceCreditReceived',
  data: {
    ...ids,
    allocationId: 'x1',
    fromInvoiceId: 'a1_2026-04',
    fromInvoiceNumber: 'INV-202604-0001',
    creditId: 'm1',
    amountCents,
    recordedCents: amountCents,
    receivedOn: '2026-05-12',
  },
});
const declined: InvoiceEvent = {
  type: 'InvoiceCreditDeclined',
  data: {
    ...ids,
    allocationId: 'x1',
    fromInvoiceId: 'a1_2026-04',
    creditId: 'm1',
    amountCents: 2_000,
  },
};
const open = issued('2026-05', 7_000);

describe('receiving credit', () => {
  // Proves I35-4
  it('pays part of the invoice, or all of it', () => {
    given(invoiceDecider, open).when(receive).thenEvents(received());
    const part = invoiceAfter(open, received());
    expect([part.status, stillOpenCents(part), creditSpentCents(part)]).toEqual(['open', 5_000, 0]);
    const whole = invoiceAfter(open, received(7_000));
    expect([whole.status, stillOpenCents(whole), creditSpentCents(whole)]).toEqual(['paid', 0, 7_000]);
  });
  it('twice yields nothing, received or declined', () => {
    given(invoiceDecider, open, received()).when(receive).thenNothing();
    given(invoiceDecider, open, declined).when(receive).thenNothing();
  });
  it.each<[string, InvoiceEvent[]]>([
    ['is being paid by card', [open, started]],
    ['was paid by card', [open, paidByCard('2026-05', 7_000)]],
    ['was voided', [open, { type: 'InvoiceVoided', data: { ...ids, reason: null } }]],
    ['has less open', [issued('2026-05', 1_999)]],
  ])('is declined where the invoice %s', (_name, history) =>
    given(invoiceDecider, ...history)
      .when(receive)
      .thenEvents(declined),
  );
  it('is declined in the other mode, but for recorded money', () => {
    const demo = issued('2026-05', 7_000, true);
    given(invoiceDecider, demo)
      .when({ ...receive, recordedCents: 1_999 })
      .thenEvents(declined);
    given(invoiceDecider, demo).when(receive).thenEvents(received());
  });
});

const withdraw = {
  type: 'WithdrawInvoiceCredit',
  withdrawalId: 'w1',
  fromInvoiceId: 'a1_2026-04',
  fromInvoiceNumber: 'INV-202604-0001',
  creditId: 'm1',
  allocationId: 'x1',
  keptCents: 0,
  keptRecordedCents: 0,
  reason: 'It bounced',
  today: '2026-05-14',
} as const;
const withdrawn = (amountCents: number, allocationId?: string): InvoiceEvent => ({
  type: 'InvoiceCreditWithdrawn',
  data: {
    ...ids,
    withdrawalId: 'w1',
    ...(allocationId === undefined ? {} : { allocationId }),
    fromInvoiceId: 'a1_2026-04',
    fromInvoiceNumber: 'INV-202604-0001',
    creditId: 'm1',
    amountCents,
    recordedCents: amountCents,
    withdrawnOn: '2026-05-14',
    reason: 'It bounced',
  },
});

describe('withdrawing credit after a reversal', () => {
  // Proves I35-6
  it('opens the invoice by that amount, once', () => {
    given(invoiceDecider, open, received(7_000)).when(withdraw).thenEvents(withdrawn(7_000, 'x1'));
    const after = invoiceAfter(open, received(7_000), withdrawn(7_000, 'x1'));
    expect([after.status, stillOpenCents(after), movedCreditCents(after)]).toEqual(['open', 7_000, 0]);
    given(invoiceDecider, open, received(7_000), withdrawn(7_000, 'x1')).when(withdraw).thenNothing();
  });
  it('takes what the credit no longer gives', () =>
    given(invoiceDecider, open, received(7_000))
      .when({ ...withdraw, keptCents: 5_000, keptRecordedCents: 5_000 })
      .thenEvents(withdrawn(2_000, 'x1')));
  // Proves I35-6
  it('also takes credit that the invoice was issued with', () => {
    const withCredit = issued('2026-05', 0);
    const adjustment = {
      kind: 'credit',
      invoiceId: 'a1_2026-04',
      invoiceNumber: 'INV-202604-0001',
      creditId: 'm1',
      amountCents: -3_000,
      recordedCents: 3_000,
    } as const;
    const settled: InvoiceEvent = { ...withCredit, data: { ...withCredit.data, adjustments: [adjustment] } };
    const { allocationId: _none, ...atIssue } = withdraw;
    given(invoiceDecider, settled).when(atIssue).thenEvents(withdrawn(3_000));
    const after = invoiceAfter(settled, withdrawn(3_000));
    expect([after.status, stillOpenCents(after)]).toEqual(['open', 3_000]);
    given(invoiceDecider, settled, withdrawn(3_000)).when(atIssue).thenNothing();
  });
  it('declines an allocation that was not received yet', () => {
    given(invoiceDecider, open)
      .when(withdraw)
      .thenEvents({ ...declined, data: { ...declined.data, amountCents: 0 } } as InvoiceEvent);
    given(invoiceDecider, open, declined).when(withdraw).thenNothing();
  });
  it('leaves a voided invoice alone', () =>
    given(invoiceDecider, open, received(), { type: 'InvoiceVoided', data: { ...ids, reason: null } })
      .when(withdraw)
      .thenNothing());
});

describe('a refund of an invoice with unused credit', () => {
  const paid = [issued('2026-04', 9_000), paidByCard('2026-04', 9_000), credited('2026-04', 'c1', 3_000)];
  const refund = { type: 'RequestInvoiceRefund', refundId: 'r1', amountCents: 5_000, reason: null } as const;
  const requested = (creditPaidOut?: { creditId: string; amountCents: number }[]): InvoiceEvent => ({
    type: 'InvoiceRefundRequested',
    data: {
      ...ids,
      invoiceId: 'a1_2026-04',
      refundId: 'r1',
      paymentId: 'p1',
      amountCents: 5_000,
      reason: null,
      ...(creditPaidOut === undefined ? {} : { creditPaidOut }),
    },
  });
  const paidOut = requested([{ creditId: 'c1', amountCents: 3_000 }]);
  // Proves I35-8
  it('pays it out first, once', () => {
    given(invoiceDecider, ...paid)
      .when(refund)
      .thenEvents(paidOut);
    given(invoiceDecider, ...paid, paidOut)
      .when(refund)
      .thenNothing();
    const after = invoiceAfter(...paid, paidOut);
    expect([unusedCreditCents(after), invoiceCreditableCents(after)]).toEqual([0, 4_000]);
  });
  // Proves I35-8
  it('gives it back where the refund fails', () => {
    const failed: InvoiceEvent = {
      type: 'InvoiceRefundFailed',
      data: { ...ids, invoiceId: 'a1_2026-04', refundId: 'r1', message: 'No' },
    };
    const after = invoiceAfter(...paid, paidOut, failed);
    expect([unusedCreditCents(after), invoiceCreditableCents(after)]).toEqual([3_000, 6_000]);
  });
  const paying = { method: 'check', refundedOn: '2026-05-20', reference: '9' } as const;
  const sent = (amountCents: number) =>
    ({ type: 'RecordInvoiceRefund', refundId: 'r1', amountCents, reason: null, ...paying }) as const;
  // Proves I35-8b
  it('pays out what a voided invoice left, once, and never more', () => {
    const part: InvoiceEvent = {
      type: 'InvoicePartPaid',
      data: {
        ...ids,
        invoiceId: 'a1_2026-04',
        method: 'check',
        amountCents: 4_000,
        paidOn: '2026-04-10',
        reference: '1017',
        reason: null,
        recordId: 'm1',
      },
    };
    const voided: InvoiceEvent[] = [
      issued('2026-04', 9_000),
      part,
      { type: 'InvoiceVoided', data: { ...ids, invoiceId: 'a1_2026-04', reason: null } },
      {
        type: 'InvoiceCredited',
        data: {
          ...ids,
          invoiceId: 'a1_2026-04',
          creditId: 'v',
          amountCents: 4_000,
          surplus: true,
          reason: null,
        },
      },
    ];
    const done: InvoiceEvent = {
      type: 'InvoiceRefunded',
      data: {
        ...ids,
        invoiceId: 'a1_2026-04',
        refundId: 'r1',
        ...paying,
        amountCents: 4_000,
        reason: null,
        creditPaidOut: [{ creditId: 'v', amountCents: 4_000 }],
      },
    };
    given(invoiceDecider, ...voided)
      .when(sent(4_000))
      .thenEvents(done);
    given(invoiceDecider, ...voided, done)
      .when(sent(4_000))
      .thenNothing();
    given(invoiceDecider, ...voided)
      .when(sent(4_001))
      .thenRefused('unprocessable', 'At most $40.00 of account credit can be paid out.', 'amount');
    given(invoiceDecider, ...voided, done)
      .when({ ...sent(1), refundId: 'r2' })
      .thenRefused(
        'conflict',
        'Only a paid invoice can be refunded or credited. Void and reissue this one instead.',
      );
    // the check bounces all the same: what was paid out is to be repaid here
    const bounced: InvoiceEvent = {
      type: 'InvoicePaymentReversed',
      data: {
        ...ids,
        invoiceId: 'a1_2026-04',
        recordId: 'm1',
        amountCents: 4_000,
        reversedOn: '2026-05-22',
        reason: 'It bounced',
        creditTaken: [],
      },
    };
    const after = invoiceAfter(...voided, done, bounced);
    expect([after.status, toRepayCents(after), unusedCreditCents(after)]).toEqual(['voided', 4_000, 0]);
    const repay = {
      type: 'RecordInvoicePayment',
      recordId: 'm2',
      method: 'check',
      amountCents: null,
      paidOn: '2026-05-25',
      today: '2026-05-25',
      reference: '1018',
      reason: null,
      isDemo: false,
    } as const;
    const repaid: InvoiceEvent = {
      type: 'InvoicePartPaid',
      data: {
        invoiceId: 'a1_2026-04',
        accountId: 'a1',
        recordId: 'm2',
        method: 'check',
        amountCents: 4_000,
        paidOn: '2026-05-25',
        reference: '1018',
        reason: null,
        isDemo: false,
      },
    };
    given(invoiceDecider, ...voided, done, bounced)
      .when(repay)
      .thenEvents(repaid);
    const again = invoiceAfter(...voided, done, bounced, repaid);
    expect([again.status, toRepayCents(again)]).toEqual(['voided', 0]);
  });
  // Proves I35-8b
  it('of one that credit settled pays out credit as money', () => {
    const settled = issued('2026-04', 9_000);
    const received: InvoiceEvent = {
      type: 'InvoiceCreditReceived',
      data: {
        ...ids,
        invoiceId: 'a1_2026-04',
        allocationId: 'x1',
        fromInvoiceId: 'a1_2026-03',
        fromInvoiceNumber: 'INV-202603-0001',
        creditId: 'c0',
        amountCents: 9_000,
        recordedCents: 0,
        receivedOn: '2026-04-12',
      },
    };
    given(invoiceDecider, settled, received, credited('2026-04', 'c1', 3_000))
      .when(sent(3_001))
      .thenRefused(
        'unprocessable',
        'At most $30.00 of this invoice can be refunded; account credit settled the rest. Credit that instead.',
        'amount',
      );
    const after = invoiceAfter(settled, received, credited('2026-04', 'c1', 3_000));
    expect(invoiceRefundableCents(after)).toBe(3_000);
  });
  it('leaves credit alone that an invoice uses', () => {
    const used: InvoiceEvent = {
      type: 'InvoiceCreditApplied',
      data: {
        ...ids,
        invoiceId: 'a1_2026-04',
        creditId: 'c1',
        toInvoiceId: 'a1_2026-05',
        amountCents: 3_000,
      },
    };
    given(invoiceDecider, ...paid, used)
      .when(refund)
      .thenEvents(requested());
    given(invoiceDecider, ...paid, used)
      .when({ ...refund, amountCents: 6_001 })
      .thenRefused('unprocessable', 'At most $60.00 of this invoice can be refunded or credited.', 'amount');
  });
  it('pays out what is left of it where it failed before and came after all', () => {
    const of = { ...ids, invoiceId: 'a1_2026-04' };
    const failed: InvoiceEvent[] = [
      ...paid,
      paidOut,
      { type: 'InvoiceRefundFailed', data: { ...of, refundId: 'r1', message: 'The card was closed' } },
      {
        type: 'InvoiceCreditApplied',
        data: { ...of, creditId: 'c1', toInvoiceId: 'a1_2026-05', amountCents: 2_000 },
      },
    ];
    const came = { refundId: 'r1', method: 'card', amountCents: 5_000, refundedOn: '2026-05-04' } as const;
    const facts = { ...came, reference: null, reason: null };
    const refunded: InvoiceEvent = {
      type: 'InvoiceRefunded',
      data: { ...of, ...facts, creditPaidOut: [{ creditId: 'c1', amountCents: 1_000 }] },
    };
    given(invoiceDecider, ...failed)
      .when({ type: 'RecordInvoiceRefund', ...facts })
      .thenEvents(refunded);
    const after = invoiceAfter(...failed, refunded);
    expect([after.refunds[0]?.paidOutCents, unusedCreditCents(after)]).toEqual([1_000, 0]);
  });
  it('made by the provider itself pays it out as well', () =>
    given(invoiceDecider, ...paid)
      .when({
        type: 'RecordInvoiceRefund',
        refundId: 'r1',
        method: 'card',
        amountCents: 1_000,
        refundedOn: '2026-05-02',
        reference: null,
        reason: null,
      })
      .thenEvents({
        type: 'InvoiceRefunded',
        data: {
          ...ids,
          invoiceId: 'a1_2026-04',
          refundId: 'r1',
          method: 'card',
          amountCents: 1_000,
          refundedOn: '2026-05-02',
          reference: null,
          reason: null,
          creditPaidOut: [{ creditId: 'c1', amountCents: 1_000 }],
        },
      }));
});
