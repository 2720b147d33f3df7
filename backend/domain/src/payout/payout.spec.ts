import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { INVOICE_IDS, invoiceAfter, invoiceIssued } from '../../test/invoiceEvents.ts';
import type { InvoiceEvent } from '../invoice/events.ts';
import { invoiceDecider } from '../invoice/invoice.ts';
import { unusedCreditCents } from '../invoice/settlement.ts';
import { type PayoutEvent, payoutStream } from './events.ts';
import { CREDIT_USED, payableCredits, payoutDecider, type RequestPayout } from './payout.ts';

const ids = (month: string) => ({ ...INVOICE_IDS, invoiceId: `a1_2026-${month}` });
const issued = (month: string, change: Partial<Parameters<typeof invoiceIssued>[0]> = {}) =>
  invoiceIssued({
    ...ids(month),
    invoiceNumber: `INV-2026${month}-0001`,
    period: `2026-${month}`,
    invoiceDate: `2026-${month}-01`,
    dueDate: `2026-${month}-16`,
    totalCents: 5_000,
    ...change,
  });
/** A check that is more than the invoice by `cents`, which is credit of recorded money. */
const overpaid = (month: string, cents: number): InvoiceEvent[] => [
  {
    type: 'InvoicePaid',
    data: {
      ...ids(month),
      method: 'check',
      amountCents: 5_000 + cents,
      paidOn: `2026-${month}-05`,
      reference: '1',
      paymentId: null,
      livemode: null,
      reason: null,
      recordId: `c${month}`,
    },
  },
  {
    type: 'InvoiceCredited',
    data: { ...ids(month), creditId: `c${month}`, amountCents: cents, surplus: true, reason: null },
  },
];
const paidByCard = (month: string, creditedCents: number, livemode = true): InvoiceEvent[] => [
  {
    type: 'InvoicePaid',
    data: {
      ...ids(month),
      method: 'card',
      amountCents: 5_000,
      paidOn: `2026-${month}-05`,
      reference: null,
      paymentId: `p${month}`,
      livemode,
      reason: null,
    },
  },
  {
    type: 'InvoiceCredited',
    data: { ...ids(month), creditId: `c${month}`, amountCents: creditedCents, reason: null },
  },
];
const march = invoiceAfter(issued('03'), ...overpaid('03', 40_000));
const april = invoiceAfter(issued('04'), ...overpaid('04', 900));

const request = (change: Partial<RequestPayout> = {}): RequestPayout => ({
  type: 'RequestPayout',
  payoutId: 'o1',
  accountId: 'a1',
  method: 'check',
  amountCents: 40_500,
  paidOn: '2026-05-20',
  reference: ' 88 ',
  reason: ' Asked for ',
  isDemo: false,
  accountIsDemo: false,
  invoices: [april, march],
  today: '2026-05-21',
  ...change,
});
const credit = (month: string, amountCents: number) => ({ creditId: `c${month}`, amountCents });
const share = (month: string, amountCents: number) => ({
  invoiceId: `a1_2026-${month}`,
  invoiceNumber: `INV-2026${month}-0001`,
  amountCents,
  credits: [credit(month, amountCents)],
});
const requested: PayoutEvent = {
  type: 'PayoutRequested',
  data: {
    payoutId: 'o1',
    accountId: 'a1',
    method: 'check',
    amountCents: 40_500,
    paidOn: '2026-05-20',
    reference: '88',
    reason: 'Asked for',
    isDemo: false,
    shares: [share('03', 40_000), share('04', 500)],
  },
};
const own = { payoutId: 'o1', accountId: 'a1' };
const made: PayoutEvent = { type: 'PayoutMade', data: own };
const refused: PayoutEvent = { type: 'PayoutRefused', data: own };
const reversed: PayoutEvent = {
  type: 'PayoutReversed',
  data: { ...own, reversedOn: '2026-06-02', reason: 'Stopped' },
};
const reverse = { type: 'ReversePayout', reason: ' Stopped ', today: '2026-06-02' } as const;
const payout = (...history: PayoutEvent[]) => given(payoutDecider, ...history);

describe('a payout of account credit', () => {
  // Proves I38-payout-1
  it('takes the oldest credits first, once', () => {
    payout().when(request()).thenEvents(requested);
    payout(requested).when(request()).thenNothing();
  });

  // Proves I38-payout-1
  it('is at most what no invoice has used', () => {
    const refusedWith = (change: Partial<RequestPayout>, message: string, path: string) =>
      payout().when(request(change)).thenRefused('unprocessable', message, path);
    refusedWith({ amountCents: 40_901 }, 'At most $409.00 of credit can be paid out.', 'amount');
    refusedWith({ invoices: [] }, 'This company has no unused credit.', 'amount');
    refusedWith({ amountCents: 0 }, 'Amount must be more than $0.00', 'amount');
    refusedWith({ reference: ' ' }, 'Reference is required', 'reference');
    refusedWith({ reason: ' ' }, 'Please give a reason', 'reason');
    refusedWith({ paidOn: '2026-05-22' }, "The payout date can't be in the future", 'paidOn');
    refusedWith(
      { paidOn: '2026-03-31' },
      "The payout date can't be before the date of INV-202604-0001, Apr 1, 2026, whose credit is paid out",
      'paidOn',
    );
    // what is open comes first, also where credit has not paid it yet
    const may = invoiceAfter(issued('05'));
    refusedWith({ invoices: [march, april, may] }, 'At most $359.00 of credit can be paid out.', 'amount');
  });

  // Proves I38-payout-1
  it('is of one mode; recorded money counts with the mode that the company is in', () => {
    const demo = invoiceAfter(issued('05', { isDemo: true }), ...paidByCard('05', 700, false));
    const live = invoiceAfter(issued('06'), ...paidByCard('06', 300));
    const cents = (isDemo: boolean, accountIsDemo: boolean) =>
      payableCredits([live, demo, march], { isDemo, accountIsDemo }).map(({ amountCents }) => amountCents);
    expect(cents(false, false)).toEqual([40_000, 300]);
    expect(cents(true, false)).toEqual([700]);
    expect(cents(true, true)).toEqual([40_000, 700]);
    expect(cents(false, true)).toEqual([300]);
  });

  // Proves I38-payout-2
  it('is made or refused once', () => {
    payout(requested).when({ type: 'MakePayout' }).thenEvents(made);
    payout(requested, refused).when({ type: 'MakePayout' }).thenNothing();
    payout(requested).when({ type: 'RefusePayout' }).thenEvents(refused);
    payout(requested, made).when({ type: 'RefusePayout' }).thenNothing();
    payout().when({ type: 'MakePayout' }).thenRefused('not_found', 'Payout not found');
  });

  // Proves I38-payout-3
  it('is taken back once it was made, with a reason', () => {
    payout(requested, made).when(reverse).thenEvents(reversed);
    payout(requested, made, reversed).when(reverse).thenNothing();
    payout(requested, made)
      .when({ ...reverse, reason: ' ' })
      .thenRefused('unprocessable', 'Please give a reason', 'reason');
    payout(requested)
      .when(reverse)
      .thenRefused('conflict', 'This payout is being recorded. Please try again in a moment.');
    payout(requested, refused).when(reverse).thenRefused('conflict', 'This payout was not made.');
    expect(
      [requested, made, reversed].reduce(payoutDecider.evolve, payoutDecider.initialState),
    ).toMatchObject({
      status: 'reversed',
      reversal: { reversedOn: '2026-06-02', reason: 'Stopped' },
    });
  });

  it('has a stream of its own', () => expect(payoutStream('o1')).toBe('payout-o1'));
});

describe('its share on an invoice', () => {
  const take = {
    type: 'PayOutInvoiceCredit',
    payoutId: 'o1',
    method: 'check',
    amountCents: 40_000,
    refundedOn: '2026-05-20',
    reference: '88',
    reason: 'Asked for',
    credits: [credit('03', 40_000)],
  } as const;
  const giveBack = {
    type: 'ReturnInvoicePayout',
    payoutId: 'o1',
    message: CREDIT_USED,
    reversal: null,
  } as const;
  const refundId = 'o1_a1_2026-03';
  const paidOut: InvoiceEvent = {
    type: 'InvoiceRefunded',
    data: {
      ...ids('03'),
      refundId,
      payoutId: 'o1',
      method: 'check',
      amountCents: 40_000,
      refundedOn: '2026-05-20',
      reference: '88',
      reason: 'Asked for',
      creditPaidOut: [credit('03', 40_000)],
    },
  };
  const declined: InvoiceEvent = { type: 'InvoicePayoutDeclined', data: { ...ids('03'), payoutId: 'o1' } };
  const back: InvoiceEvent = {
    type: 'InvoicePayoutReversed',
    data: {
      ...ids('03'),
      refundId,
      payoutId: 'o1',
      amountCents: 40_000,
      reversedOn: '2026-06-02',
      reason: 'Stopped',
    },
  };
  const failed: InvoiceEvent = {
    type: 'InvoiceRefundFailed',
    data: { ...ids('03'), refundId, message: CREDIT_USED },
  };
  const history = [issued('03'), ...overpaid('03', 40_000)];
  const invoice = (...more: InvoiceEvent[]) => given(invoiceDecider, ...history, ...more);
  const used: InvoiceEvent = {
    type: 'InvoiceCreditAllocated',
    data: {
      ...ids('03'),
      creditId: 'c03',
      allocationId: 'x1',
      toInvoiceId: 'a1_2026-05',
      amountCents: 1,
    },
  };
  const unused = (...more: InvoiceEvent[]) => unusedCreditCents(invoiceAfter(...history, ...more));

  // Proves I38-payout-2
  it('is taken as a whole, or declined where an invoice used the credit', () => {
    invoice().when(take).thenEvents(paidOut);
    invoice(paidOut).when(take).thenNothing();
    invoice(used).when(take).thenEvents(declined);
    invoice(used, declined).when(take).thenNothing();
    expect([unused(), unused(paidOut), unused(used, declined)]).toEqual([40_000, 0, 39_999]);
  });

  // Proves I38-payout-2
  it('goes back where another share was declined, also one that is taken later', () => {
    invoice(paidOut).when(giveBack).thenEvents(failed);
    invoice(paidOut, failed).when(giveBack).thenNothing();
    invoice().when(giveBack).thenEvents(declined);
    invoice(declined).when(giveBack).thenNothing();
    invoice(declined).when(take).thenNothing();
    expect(unused(paidOut, failed)).toBe(40_000);
  });

  // Proves I38-payout-3
  it('goes back with the payout, on the day of it', () => {
    const reversal = { ...giveBack, message: 'Stopped', reversal: { today: '2026-06-02' } } as const;
    invoice(paidOut).when(reversal).thenEvents(back);
    invoice(paidOut, back).when(reversal).thenNothing();
    expect(unused(paidOut, back)).toBe(40_000);
    expect(invoiceAfter(...history, paidOut, back).refunds).toMatchObject([
      { status: 'failed', payoutId: 'o1', reversedOn: '2026-06-02' },
    ]);
  });
});
