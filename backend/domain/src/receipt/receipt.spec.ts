import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { INVOICE_IDS, invoiceAfter, invoiceIssued } from '../../test/invoiceEvents.ts';
import type { InvoiceEvent } from '../invoice/events.ts';
import { invoiceDecider } from '../invoice/invoice.ts';
import { stillOpenCents, surplusCents, unusedCreditCents } from '../invoice/settlement.ts';
import { type ReceiptEvent, receiptStream } from './events.ts';
import { type RecordReceipt, receiptDecider, recordIdOf } from './receipt.ts';

const ids = (month: string) => ({ ...INVOICE_IDS, invoiceId: `a1_2026-${month}` });
const numberOf = (month: string) => `INV-2026${month}-0001`;
const issued = (month: string, totalCents: number, accountId = 'a1') =>
  invoiceIssued({
    ...ids(month),
    accountId,
    invoiceNumber: numberOf(month),
    period: `2026-${month}`,
    invoiceDate: `2026-${month}-01`,
    dueDate: `2026-${month}-16`,
    totalCents,
  });
const march = invoiceAfter(issued('03', 20_000));
const april = invoiceAfter(issued('04', 20_000));
const may = invoiceAfter(issued('05', 9_100));
const paid = (month: string, amountCents: number): InvoiceEvent => ({
  type: 'InvoicePaid',
  data: {
    ...ids(month),
    method: 'card',
    amountCents,
    paidOn: '2026-05-10',
    reference: null,
    paymentId: 'p1',
    livemode: true,
    reason: null,
  },
});

const command = (change: Partial<RecordReceipt> = {}): RecordReceipt => ({
  type: 'RecordReceipt',
  receiptId: 'r1',
  accountId: 'a1',
  method: 'check',
  amountCents: 49_100,
  receivedOn: '2026-05-20',
  reference: ' 1234 ',
  reason: null,
  isDemo: false,
  shares: [
    { invoice: march, amountCents: 20_000 },
    { invoice: april, amountCents: 20_000 },
    { invoice: may, amountCents: 9_100 },
  ],
  creditCents: 0,
  today: '2026-05-21',
  ...change,
});
const one = (invoice: RecordReceipt['shares'][number]['invoice'], amountCents: number, creditCents = 0) =>
  command({ amountCents, creditCents, shares: [{ invoice, amountCents }] });
const share = (month: string, amountCents: number) => ({
  invoiceId: `a1_2026-${month}`,
  invoiceNumber: numberOf(month),
  amountCents,
});
const recorded = (
  amountCents: number,
  ...shares: Extract<ReceiptEvent, { type: 'ReceiptRecorded' }>['data']['shares']
): ReceiptEvent => ({
  type: 'ReceiptRecorded',
  data: {
    receiptId: 'r1',
    accountId: 'a1',
    method: 'check',
    amountCents,
    receivedOn: '2026-05-20',
    reference: '1234',
    reason: null,
    isDemo: false,
    shares,
  },
});
const all = recorded(49_100, share('03', 20_000), share('04', 20_000), share('05', 9_100));
const reversal: ReceiptEvent = {
  type: 'ReceiptReversed',
  data: { receiptId: 'r1', accountId: 'a1', reversedOn: '2026-05-25', reason: 'It bounced' },
};
const reverse = { type: 'ReverseReceipt', reason: ' It bounced ', today: '2026-05-25' } as const;
const receipt = (...history: ReceiptEvent[]) => given(receiptDecider, ...history);

describe('a check over several invoices', () => {
  // Proves I38-receipts-1
  it('is recorded once with its shares', () => {
    receipt().when(command()).thenEvents(all);
    receipt(all).when(command()).thenNothing();
  });
  it('is the sum of its shares', () =>
    receipt()
      .when(command({ amountCents: 50_000 }))
      .thenRefused('unprocessable', 'The shares add up to $491.00, not to $500.00.', 'shares'));
  it('names each invoice of the company once, and one at least', () => {
    receipt()
      .when(command({ shares: [] }))
      .thenRefused('unprocessable', 'Please choose an invoice', 'shares');
    const twice = [
      { invoice: may, amountCents: 100 },
      { invoice: may, amountCents: 100 },
    ];
    receipt()
      .when(command({ amountCents: 200, shares: twice }))
      .thenRefused('unprocessable', 'An invoice is named twice', 'shares');
    const other = invoiceAfter(issued('05', 9_100, 'a2'));
    receipt().when(one(other, 9_100)).thenRefused('not_found', 'Invoice not found', 'shares');
  });
  // Proves I38-receipts-1
  it('follows the rules of a payment of one invoice', () => {
    const refused = (asked: RecordReceipt, message: string, path?: string) =>
      receipt().when(asked).thenRefused('unprocessable', message, path);
    refused(one(may, 0), 'Amount must be more than $0.00', 'amount');
    refused(command({ reference: ' ' }), 'Reference is required', 'reference');
    refused(command({ receivedOn: '2026-05-22' }), "The payment date can't be in the future", 'receivedOn');
    refused(
      command({ receivedOn: '2026-04-30' }),
      "The payment date can't be before the invoice date, May 1, 2026",
      'receivedOn',
    );
    const attempt = { attemptId: 'p1', attempt: 1, how: 'card_form' } as const;
    const charged = invoiceAfter(issued('05', 9_100), {
      type: 'InvoicePaymentStarted',
      data: { ...ids('05'), ...attempt },
    });
    receipt()
      .when(one(charged, 9_100))
      .thenRefused(
        'conflict',
        'A payment of this invoice is being processed. Please wait until it is complete.',
      );
  });
  // Proves I38-receipts-2
  it('may give one invoice more than is open, which is the credit that was told', () => {
    receipt()
      .when(one(may, 10_000, 900))
      .thenEvents(recorded(10_000, share('05', 10_000)));
    const open = 'Please check the shares and save again.';
    for (const credit of [0, 800, 1_000])
      receipt()
        .when(one(may, 10_000, credit))
        .thenRefused('conflict', `These amounts are open: $91.00 of INV-202605-0001. ${open}`, 'shares');
    const both = [
      { invoice: april, amountCents: 20_100 },
      { invoice: may, amountCents: 9_200 },
    ];
    receipt()
      .when(command({ amountCents: 29_300, creditCents: 200, shares: both }))
      .thenRefused('unprocessable', 'Only one invoice can take more than its open amount', 'shares');
    // paid by card in the meantime
    const settled = invoiceAfter(issued('05', 9_100), paid('05', 9_100));
    receipt()
      .when(one(settled, 9_100))
      .thenRefused('conflict', `These amounts are open: $0.00 of INV-202605-0001. ${open}`, 'shares');
    receipt()
      .when(one(settled, 9_100, 9_100))
      .thenEvents(recorded(9_100, share('05', 9_100)));
  });
});

describe('reversing it', () => {
  // Proves I38-receipts-1
  it('is recorded once, with a reason', () => {
    receipt(all).when(reverse).thenEvents(reversal);
    receipt(all, reversal).when(reverse).thenNothing();
    receipt(all)
      .when({ ...reverse, reason: ' ' })
      .thenRefused('unprocessable', 'Please give a reason', 'reason');
    receipt().when(reverse).thenRefused('not_found', 'Receipt not found');
    const state = [all, reversal].reduce(receiptDecider.evolve, receiptDecider.initialState);
    expect(state).toMatchObject({ status: 'reversed', reversal: { reason: 'It bounced' } });
  });
});

describe('a share on its invoice', () => {
  const of = { receiptId: 'r1', amountCents: 49_100, invoiceNumbers: ['03', '04', '05'].map(numberOf) };
  const recordId = recordIdOf('r1', 'a1_2026-05');
  const book = {
    type: 'RecordInvoicePayment',
    recordId,
    method: 'check',
    amountCents: 9_100,
    paidOn: '2026-05-20',
    reference: '1234',
    reason: null,
    isDemo: false,
    today: '2026-05-21',
    receipt: of,
  } as const;
  const payment = {
    ...ids('05'),
    recordId,
    method: 'check' as const,
    amountCents: 9_100,
    paidOn: '2026-05-20',
    reference: '1234',
    reason: null,
    isDemo: false,
    receipt: of,
  };
  const invoice = (...history: InvoiceEvent[]) => given(invoiceDecider, issued('05', 9_100), ...history);
  const after = (...history: InvoiceEvent[]) => invoiceAfter(issued('05', 9_100), ...history);
  const whole: InvoiceEvent = { type: 'InvoicePaid', data: { ...payment, paymentId: null, livemode: null } };
  const surplus: InvoiceEvent[] = [
    { type: 'InvoicePartPaid', data: payment },
    {
      type: 'InvoiceCredited',
      data: { ...ids('05'), creditId: recordId, amountCents: 9_100, surplus: true, reason: null },
    },
  ];

  it('pays it and names the receipt', () => {
    invoice().when(book).thenEvents(whole);
    invoice(whole).when(book).thenNothing();
    expect(after(whole).payments[0]).toMatchObject({ id: recordId, receipt: of });
  });
  // Proves I38-receipts-2
  it.each([
    ['paid', [paid('05', 9_100)]],
    ['voided', [{ type: 'InvoiceVoided', data: { ...ids('05'), reason: null } }]],
    ['carried', [{ type: 'InvoiceCarried', data: { ...ids('05'), toInvoiceId: 'a1_2026-06' } }]],
  ] as [string, InvoiceEvent[]][])(
    'becomes account credit where it was %s in the meantime',
    (status, history) => {
      invoice(...history)
        .when(book)
        .thenEvents(...surplus);
      const state = after(...history, ...surplus);
      expect([state.status, surplusCents(state), unusedCreditCents(state)]).toEqual([status, 9_100, 9_100]);
      const events = invoiceDecider.decide(
        {
          type: 'ReverseInvoicePayment',
          recordId,
          receiptId: 'r1',
          reason: 'It bounced',
          today: '2026-05-25',
        },
        state,
      );
      const back = events.reduce(invoiceDecider.evolve, state as ReturnType<typeof invoiceDecider.evolve>);
      expect(back.status).toBe(status);
      expect(back.status !== 'none' && [surplusCents(back), unusedCreditCents(back)]).toEqual([0, 0]);
    },
  );
  it('is booked and reversed while a card may be charged', () => {
    const started: InvoiceEvent = {
      type: 'InvoicePaymentStarted',
      data: { ...ids('05'), attemptId: 'p2', attempt: 1, how: 'card_form' },
    };
    invoice(started).when(book).thenEvents(whole);
    const part: InvoiceEvent = { type: 'InvoicePartPaid', data: { ...payment, amountCents: 100 } };
    const state = after(part, started);
    const command = {
      type: 'ReverseInvoicePayment',
      recordId,
      reason: 'It bounced',
      today: '2026-05-25',
    } as const;
    const [reversed] = invoiceDecider.decide({ ...command, receiptId: 'r1' }, state);
    expect(reversed?.type).toBe('InvoicePaymentReversed');
    expect(stillOpenCents(invoiceAfter(issued('05', 9_100), part, started, reversed as InvoiceEvent))).toBe(
      9_100,
    );
  });
  // Proves I38-receipts-1
  it('is not reversed alone', () => {
    const alone = {
      type: 'ReverseInvoicePayment',
      recordId,
      reason: 'It bounced',
      today: '2026-05-25',
    } as const;
    const refusal = 'This is part of check 1234 over 3 invoices. Reverse the whole check.';
    invoice(whole).when(alone).thenRefused('unprocessable', refusal, 'paymentId');
    invoice(whole)
      .when({ ...alone, receiptId: 'r2' })
      .thenRefused('unprocessable', refusal, 'paymentId');
  });
  // Proves B47
  it('is asked about when the check, or the same amount, is recorded again', () => {
    const again = (amountCents: number) => {
      const { receipt: _receipt, ...alone } = book;
      return { ...alone, recordId: 'm2', amountCents };
    };
    const ask = (of: string) => `${of}, paid on May 20, 2026. Record it again?`;
    const before = 'with this reference and date was recorded before on';
    invoice(whole)
      .when(again(49_100))
      .thenRefused(
        'conflict',
        ask(`$491.00 ${before} INV-202603-0001, INV-202604-0001, INV-202605-0001`),
        'recordAgain',
      );
    invoice(whole)
      .when(again(9_100))
      .thenRefused('conflict', ask(`$91.00 ${before} INV-202605-0001`), 'recordAgain');
  });
});

it('a receipt has a stream of its own', () => expect(receiptStream('r1')).toBe('receipt-r1'));
