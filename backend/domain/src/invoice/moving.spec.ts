import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { INVOICE_IDS as ids, invoiceAfter, invoiceIssued } from '../../test/invoiceEvents.ts';
import type { InvoiceEvent } from './events.ts';
import { invoiceDecider } from './invoice.ts';
import { movableParts } from './moving.ts';
import { paidCents, stillOpenCents, unusedCreditCents } from './settlement.ts';

const X = 'a1_2026-05';
const issued = invoiceIssued({ invoiceId: X, accountId: 'a1', totalCents: 7_800, isDemo: false });
const checked = (amountCents: number, recordId = 'm1'): InvoiceEvent => ({
  type: 'InvoicePartPaid',
  data: {
    ...ids,
    invoiceId: X,
    method: 'check',
    amountCents,
    paidOn: '2026-05-10',
    reference: '1017',
    reason: null,
    recordId,
  },
});
const carded: InvoiceEvent = {
  type: 'InvoicePaid',
  data: {
    ...ids,
    invoiceId: X,
    method: 'card',
    amountCents: 7_800,
    paidOn: '2026-05-10',
    reference: null,
    paymentId: 'p1',
    livemode: true,
    reason: null,
  },
};
const end = (invoiceId: string, more: object = {}) => ({
  invoiceId,
  invoiceNumber: `INV-${invoiceId.slice(3).replace('-', '')}-0001`,
  accountId: 'a1',
  isDemo: false,
  isBeingPaid: false,
  ...more,
});
const to = { ...end('a1_2026-06'), openCents: 6_500 };
const how = { moveId: 'v1', to, reason: ' It was for June ', today: '2026-06-09' } as const;
const move = { type: 'MoveInvoicePayment', paymentId: 'm1', amountCents: 4_000, ...how } as const;
const moved = (recordedCents: number, more: object = {}): InvoiceEvent => ({
  type: 'InvoicePaymentMoved',
  data: {
    invoiceId: X,
    accountId: 'a1',
    paymentId: 'm1',
    moveId: 'v1',
    toInvoiceId: 'a1_2026-06',
    toInvoiceNumber: 'INV-202606-0001',
    amountCents: 4_000,
    recordedCents,
    movedOn: '2026-06-09',
    reason: 'It was for June',
    ...more,
  },
});

describe('moving a payment to another invoice', () => {
  // Proves I35-4b
  it('opens this one by the amount, which the other one receives as credit', () => {
    given(invoiceDecider, issued, checked(5_000)).when(move).thenEvents(moved(4_000));
    const after = invoiceAfter(issued, checked(5_000), moved(4_000));
    expect([after.status, paidCents(after), stillOpenCents(after), unusedCreditCents(after)]).toEqual([
      'open',
      1_000,
      6_800,
      0,
    ]);
    expect(after.credits).toMatchObject([
      { creditId: 'v1', surplus: true, applied: [{ toInvoiceId: 'a1_2026-06', allocationId: 'v1' }] },
    ]);
  });
  // Proves I35-4b
  it('opens a paid one; money of a card stays of its mode', () => {
    const byCard = { ...move, paymentId: 'p1' };
    given(invoiceDecider, issued, carded)
      .when(byCard)
      .thenEvents(moved(0, { paymentId: 'p1' }));
    const after = invoiceAfter(issued, carded, moved(0, { paymentId: 'p1' }));
    expect([after.status, stillOpenCents(after), after.credits[0]?.isDemo]).toEqual(['open', 4_000, false]);
  });
  it('twice yields nothing', () =>
    given(invoiceDecider, issued, checked(5_000), moved(4_000)).when(move).thenNothing());
  // Proves I35-4b
  it('never moves more than the payment still pays', () => {
    given(invoiceDecider, issued, checked(3_999))
      .when(move)
      .thenRefused('unprocessable', 'At most $39.99 can be moved.', 'amount');
    given(invoiceDecider, issued, checked(5_000), moved(4_000))
      .when({ ...move, moveId: 'v2' })
      .thenRefused('unprocessable', 'At most $10.00 can be moved.', 'amount');
    const refunded: InvoiceEvent = {
      type: 'InvoiceRefunded',
      data: {
        ...ids,
        invoiceId: X,
        refundId: 'r1',
        method: 'card',
        amountCents: 5_000,
        refundedOn: '2026-05-20',
        reference: null,
        reason: null,
      },
    };
    given(invoiceDecider, issued, carded, refunded)
      .when({ ...move, paymentId: 'p1' })
      .thenRefused('unprocessable', 'At most $28.00 can be moved.', 'amount');
  });
  it.each([
    ['itself', { to: { ...to, invoiceId: X } }, 'Please choose another invoice.', 'to_invoice_id'],
    [
      'another company',
      { to: { ...to, accountId: 'a2' } },
      'That invoice belongs to another company.',
      'to_invoice_id',
    ],
    [
      'the other mode',
      { to: { ...to, isDemo: true } },
      "Money can't be moved between demo and live invoices.",
      'to_invoice_id',
    ],
    ['one that is not open', { to: { ...to, openCents: 0 } }, 'That invoice is not open.', 'to_invoice_id'],
    [
      'one with less open',
      { to: { ...to, openCents: 3_999 } },
      'Only $39.99 of INV-202606-0001 is open.',
      'amount',
    ],
    ['nothing', { amountCents: 0 }, 'The amount must be more than $0.00.', 'amount'],
    ['without a reason', { reason: ' ' }, 'Please give a reason', 'reason'],
  ])('is refused: %s', (_name, more, message, path) =>
    given(invoiceDecider, issued, checked(5_000))
      .when({ ...move, ...more })
      .thenRefused('unprocessable', message, path),
  );
  it('waits for a card, and needs a payment that stands', () => {
    const started: InvoiceEvent = {
      type: 'InvoicePaymentStarted',
      data: { ...ids, invoiceId: X, attemptId: 'p2', attempt: 1, how: 'card_form' },
    };
    const wait = 'A payment of this invoice is being processed. Please wait until it is complete.';
    given(invoiceDecider, issued, checked(5_000), started).when(move).thenRefused('conflict', wait);
    given(invoiceDecider, issued, checked(5_000))
      .when({ ...move, to: { ...to, isBeingPaid: true } })
      .thenRefused('conflict', wait);
    given(invoiceDecider, issued, checked(5_000))
      .when({ ...move, paymentId: 'm9' })
      .thenRefused('not_found', 'Payment not found');
  });
  // Proves I35-6
  it('is taken back from the other one where the check bounces', () =>
    given(invoiceDecider, issued, checked(5_000), moved(4_000))
      .when({ type: 'ReverseInvoicePayment', recordId: 'm1', reason: 'It bounced', today: '2026-06-12' })
      .thenEvents({
        type: 'InvoicePaymentReversed',
        data: {
          invoiceId: X,
          accountId: 'a1',
          recordId: 'm1',
          amountCents: 5_000,
          reversedOn: '2026-06-12',
          reason: 'It bounced',
          creditTaken: [{ creditId: 'v1', amountCents: 4_000 }],
          usesTaken: [
            {
              creditId: 'v1',
              toInvoiceId: 'a1_2026-06',
              allocationId: 'v1',
              amountCents: 4_000,
              recordedCents: 4_000,
            },
          ],
        },
      }));
  const reverse = (recordId: string) =>
    ({ type: 'ReverseInvoicePayment', recordId, reason: 'It bounced', today: '2026-06-12' }) as const;
  const cardMoved = moved(0, { paymentId: 'p1' });
  const paidAgain = (amountCents: number): InvoiceEvent => ({
    type: 'InvoicePaid',
    data: { ...checked(amountCents, 'm2').data, paymentId: null, livemode: null } as never,
  });
  const reversed = (recordId: string, amountCents: number, taken: object): InvoiceEvent => ({
    type: 'InvoicePaymentReversed',
    data: {
      invoiceId: X,
      accountId: 'a1',
      recordId,
      amountCents,
      reversedOn: '2026-06-12',
      reason: 'It bounced',
      creditTaken: [],
      ...taken,
    },
  });
  // Proves I35-6
  it('stays there where another payment of this one bounces', () => {
    const bounced = reversed('m2', 4_000, {});
    given(invoiceDecider, issued, carded, cardMoved, paidAgain(4_000))
      .when(reverse('m2'))
      .thenEvents(bounced);
    const after = invoiceAfter(issued, carded, cardMoved, paidAgain(4_000), bounced);
    expect([after.status, stillOpenCents(after), after.credits[0]?.applied]).toMatchObject([
      'open',
      4_000,
      [{ toInvoiceId: 'a1_2026-06', amountCents: 4_000 }],
    ]);
  });
  // Proves I35-6
  it('stays there where the surplus of another payment is taken back', () => {
    const surplus: InvoiceEvent = {
      type: 'InvoiceCredited',
      data: { ...ids, invoiceId: X, creditId: 'm2', amountCents: 2_000, surplus: true, reason: null },
    };
    const history = [issued, carded, cardMoved, paidAgain(6_000), surplus] as const;
    const bounced = reversed('m2', 6_000, { creditTaken: [{ creditId: 'm2', amountCents: 2_000 }] });
    given(invoiceDecider, ...history)
      .when(reverse('m2'))
      .thenEvents(bounced);
    expect(stillOpenCents(invoiceAfter(...history, bounced))).toBe(4_000);
  });
  // Proves I35-6
  it('is taken back before the surplus of another payment', () => {
    const surplus: InvoiceEvent = {
      type: 'InvoiceCredited',
      data: { ...ids, invoiceId: X, creditId: 'm2', amountCents: 8_000, surplus: true, reason: null },
    };
    const history = [issued, checked(5_000), moved(4_000), paidAgain(14_800), surplus] as const;
    const use = { toInvoiceId: 'a1_2026-06', allocationId: 'v1', amountCents: 4_000, recordedCents: 4_000 };
    given(invoiceDecider, ...history)
      .when(reverse('m1'))
      .thenEvents(
        reversed('m1', 5_000, {
          creditTaken: [
            { creditId: 'v1', amountCents: 4_000 },
            { creditId: 'm2', amountCents: 1_000 },
          ],
          usesTaken: [{ creditId: 'v1', ...use }],
        }),
      );
  });
  // Proves B43
  it('stays there where the bank takes back the card payment that replaced it', () => {
    const takenBack: InvoiceEvent = {
      type: 'InvoicePaymentTakenBack',
      data: {
        ...ids,
        invoiceId: X,
        paymentId: 'p1',
        disputeId: 'dp_1',
        amountCents: 4_000,
        takenOn: '2026-06-20',
      },
    };
    const cardAgain: InvoiceEvent = {
      type: 'InvoicePaid',
      data: { ...carded.data, amountCents: 4_000 } as never,
    };
    const history = [issued, checked(7_800), moved(4_000), cardAgain] as const;
    given(invoiceDecider, ...history)
      .when({
        type: 'RecordInvoiceDispute',
        paymentId: 'p1',
        disputeId: 'dp_1',
        status: 'lost',
        amountCents: 4_000,
        today: '2026-06-20',
      })
      .thenEvents(takenBack);
    const after = invoiceAfter(...history, takenBack);
    expect([after.status, stillOpenCents(after), after.credits[0]?.applied]).toMatchObject([
      'open',
      4_000,
      [{ toInvoiceId: 'a1_2026-06', amountCents: 4_000 }],
    ]);
  });
});

const G = 'a1_2026-04';
const giving: InvoiceEvent[] = [
  invoiceIssued({ invoiceId: G, accountId: 'a1', totalCents: 9_000, isDemo: false }),
  { type: 'InvoicePaid', data: { ...carded.data, invoiceId: G, amountCents: 9_000 } } as InvoiceEvent,
  {
    type: 'InvoiceCredited',
    data: { ...ids, invoiceId: G, creditId: 'c1', amountCents: 3_000, reason: null },
  },
  {
    type: 'InvoiceCreditAllocated',
    data: { ...ids, invoiceId: G, creditId: 'c1', allocationId: 'x1', toInvoiceId: X, amountCents: 3_000 },
  },
];
const moveUse = {
  type: 'MoveInvoiceCredit',
  creditId: 'c1',
  amountCents: 2_000,
  from: { ...end(X), allocationId: 'x1', movableCents: 3_000 },
  ...how,
} as const;
const creditMoved: InvoiceEvent = {
  type: 'InvoiceCreditMoved',
  data: {
    invoiceId: G,
    accountId: 'a1',
    creditId: 'c1',
    fromInvoiceId: X,
    fromInvoiceNumber: 'INV-202605-0001',
    fromAllocationId: 'x1',
    moveId: 'v1',
    toInvoiceId: 'a1_2026-06',
    toInvoiceNumber: 'INV-202606-0001',
    amountCents: 2_000,
    recordedCents: 0,
    movedOn: '2026-06-09',
    reason: 'It was for June',
  },
};

describe('moving credit from one invoice that it paid to another', () => {
  // Proves I35-4b
  it('leaves the credit used, by the other one', () => {
    given(invoiceDecider, ...giving)
      .when(moveUse)
      .thenEvents(creditMoved);
    expect(invoiceAfter(...giving, creditMoved).credits[0]?.applied).toMatchObject([
      { toInvoiceId: X, allocationId: 'x1', amountCents: 1_000 },
      { toInvoiceId: 'a1_2026-06', allocationId: 'v1', amountCents: 2_000 },
    ]);
  });
  it('twice yields nothing', () =>
    given(invoiceDecider, ...giving, creditMoved)
      .when(moveUse)
      .thenNothing());
  // Proves I35-4b
  it('never moves more than was applied, or than the invoice can give', () => {
    given(invoiceDecider, ...giving)
      .when({ ...moveUse, amountCents: 3_001 })
      .thenRefused('unprocessable', 'At most $30.00 can be moved.', 'amount');
    given(invoiceDecider, ...giving)
      .when({ ...moveUse, from: { ...moveUse.from, movableCents: 1_999 } })
      .thenRefused('unprocessable', 'At most $19.99 can be moved.', 'amount');
    given(invoiceDecider, ...giving)
      .when({ ...moveUse, from: { ...moveUse.from, allocationId: 'x9' } })
      .thenRefused('not_found', 'Credit not found');
  });
});

describe('what can be moved of an invoice', () => {
  const received: InvoiceEvent = {
    type: 'InvoiceCreditReceived',
    data: {
      ...ids,
      invoiceId: X,
      allocationId: 'x1',
      fromInvoiceId: G,
      fromInvoiceNumber: 'INV-202604-0001',
      creditId: 'c1',
      amountCents: 3_000,
      recordedCents: 0,
      receivedOn: '2026-05-12',
    },
  };
  const amounts = (...events: InvoiceEvent[]) =>
    movableParts(invoiceAfter(issued, ...events)).map(({ id, amountCents }) => [id, amountCents]);
  it('are its payments and the credit that pays it, each less what was moved', () => {
    expect(amounts(checked(4_000), received)).toEqual([
      ['m1', 4_000],
      ['x1', 3_000],
    ]);
    expect(amounts(checked(4_000), moved(4_000), received)).toEqual([
      ['m1', 0],
      ['x1', 3_000],
    ]);
  });
  it('is nothing of one that was voided', () =>
    expect(
      amounts(received, { type: 'InvoiceVoided', data: { ...ids, invoiceId: X, reason: null } }),
    ).toEqual([['x1', 0]]));
});
