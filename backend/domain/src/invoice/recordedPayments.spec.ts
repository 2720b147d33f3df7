import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { INVOICE_IDS as ids, invoiceAfter, invoiceIssued } from '../../test/invoiceEvents.ts';
import type { InvoiceCommand } from './commands.ts';
import type { InvoiceEvent } from './events.ts';
import { invoiceDecider } from './invoice.ts';
import {
  cardToRefund,
  invoiceCreditableCents,
  invoiceRefundableCents,
  paidCents,
  receivedCents,
  stillOpenCents,
  surplusCents,
} from './settlement.ts';

const issued = invoiceIssued({ totalCents: 10_000 });
const record = (amountCents: number | null, recordId = 'm1') =>
  ({
    type: 'RecordInvoicePayment',
    recordId,
    amountCents,
    method: 'check',
    paidOn: '2026-05-10',
    reference: `no. ${recordId}`,
    reason: null,
    isDemo: true,
    today: '2026-05-12',
  }) as const;
const recorded = (amountCents: number, recordId = 'm1') => ({
  ...ids,
  method: 'check' as const,
  amountCents,
  paidOn: '2026-05-10',
  reference: `no. ${recordId}`,
  reason: null,
  recordId,
  isDemo: true,
});
const partPaid = (amountCents: number, recordId = 'm1'): InvoiceEvent => ({
  type: 'InvoicePartPaid',
  data: recorded(amountCents, recordId),
});
const paid = (amountCents: number, recordId = 'm1'): InvoiceEvent => ({
  type: 'InvoicePaid',
  data: { ...recorded(amountCents, recordId), paymentId: null, livemode: null },
});
const surplus = (amountCents: number, creditId = 'm1'): InvoiceEvent => ({
  type: 'InvoiceCredited',
  data: { ...ids, creditId, amountCents, surplus: true, reason: null },
});
const byCard = (amountCents: number, paymentId = 'p1'): InvoiceEvent => ({
  type: 'InvoicePaid',
  data: {
    ...ids,
    method: 'card',
    amountCents,
    paidOn: '2026-05-11',
    reference: null,
    paymentId,
    livemode: true,
    reason: null,
  },
});
const reverse = (recordId = 'm1', reason = ' It bounced ') =>
  ({ type: 'ReverseInvoicePayment', recordId, reason, today: '2026-05-14' }) as const;
const reversal = (amountCents: number, taken: [string, number][] = [], recordId = 'm1'): InvoiceEvent => ({
  type: 'InvoicePaymentReversed',
  data: {
    ...ids,
    recordId,
    amountCents,
    reversedOn: '2026-05-14',
    reason: 'It bounced',
    creditTaken: taken.map(([creditId, cents]) => ({ creditId, amountCents: cents })),
  },
});
const applied = (creditId: string, amountCents: number): InvoiceEvent => ({
  type: 'InvoiceCreditApplied',
  data: { ...ids, creditId, toInvoiceId: 'a1_2026-06', amountCents },
});
const allocated = (creditId: string, amountCents: number): InvoiceEvent => ({
  type: 'InvoiceCreditAllocated',
  data: { ...ids, creditId, allocationId: 'x1', toInvoiceId: 'a1_2026-07', amountCents },
});
const voidIt = { type: 'VoidInvoice', reason: null } as const;
const voided: InvoiceEvent = { type: 'InvoiceVoided', data: { ...ids, reason: null } };
const invoice = (...history: InvoiceEvent[]) => given(invoiceDecider, issued, ...history);
const after = (...history: InvoiceEvent[]) => invoiceAfter(issued, ...history);

describe('recording a check or ACH', () => {
  it('over less than is open leaves the invoice open with the rest', () => {
    invoice().when(record(4_000)).thenEvents(partPaid(4_000));
    const state = after(partPaid(4_000));
    expect([state.status, paidCents(state), stillOpenCents(state)]).toEqual(['open', 4_000, 6_000]);
  });
  it('over the rest, or without an amount, pays it', () => {
    for (const amount of [6_000, null])
      invoice(partPaid(4_000)).when(record(amount, 'm2')).thenEvents(paid(6_000, 'm2'));
    expect(after(partPaid(4_000), paid(6_000, 'm2')).status).toBe('paid');
  });
  it('over more turns the excess into account credit', () => {
    invoice().when(record(12_000)).thenEvents(paid(12_000), surplus(2_000));
    invoice(partPaid(4_000)).when(record(6_001, 'm2')).thenEvents(paid(6_001, 'm2'), surplus(1, 'm2'));
    const state = after(paid(12_000), surplus(2_000));
    expect([paidCents(state), stillOpenCents(state)]).toEqual([10_000, 0]);
    // what became credit is paid out, and not credited a second time
    expect([invoiceRefundableCents(state), invoiceCreditableCents(state)]).toEqual([12_000, 10_000]);
  });
  it.each([0, -1, -4_000])('over %i cents is refused', (amount) =>
    invoice().when(record(amount)).thenRefused('unprocessable', 'Amount must be more than $0.00', 'amount'),
  );
  // Proves S6-invoices-25
  it('is of a day from the invoice date to today', () => {
    const on = (paidOn: string) => invoice().when({ ...record(10_000), paidOn });
    on('2026-05-01').thenEvents({
      ...paid(10_000),
      data: { ...paid(10_000).data, paidOn: '2026-05-01' },
    } as InvoiceEvent);
    on('2026-05-12').thenEvents({
      ...paid(10_000),
      data: { ...paid(10_000).data, paidOn: '2026-05-12' },
    } as InvoiceEvent);
    for (const early of ['2026-04-30', '1999-01-01'])
      on(early).thenRefused(
        'unprocessable',
        "The payment date can't be before the invoice date, May 1, 2026",
        'paidOn',
      );
    on('2026-05-13').thenRefused('unprocessable', "The payment date can't be in the future", 'paidOn');
  });
  // Proves B47
  it('twice yields no event; an equal one under another id is asked about', () => {
    const again = { ...record(4_000), recordId: 'm2' };
    invoice(partPaid(4_000)).when(record(4_000)).thenNothing();
    invoice(partPaid(4_000))
      .when(again)
      .thenRefused(
        'conflict',
        '$40.00 with this reference and date was recorded before on INV-202605-0001, paid on May 10, 2026. Record it again?',
        'recordAgain',
      );
    invoice(partPaid(4_000))
      .when({ ...again, again: true })
      .thenEvents({ ...partPaid(4_000), data: { ...recorded(4_000), recordId: 'm2' } } as InvoiceEvent);
    invoice(partPaid(4_000))
      .when({ ...record(3_000), recordId: 'm2' })
      .thenEvents({ ...partPaid(3_000), data: { ...recorded(3_000), recordId: 'm2' } } as InvoiceEvent);
  });
});

describe('paying the rest by card', () => {
  const pay = (amountCents: number) =>
    ({ type: 'PayInvoice', paymentId: 'p1', amountCents, livemode: true, paidOn: '2026-05-11' }) as const;
  const start = { type: 'StartInvoicePayment', attemptId: 'p1', how: 'card_form' } as const;
  // Proves I38-chosen-amount
  it('takes a part, which leaves the invoice open and ends the attempt', () => {
    const started: InvoiceEvent = {
      type: 'InvoicePaymentStarted',
      data: { ...ids, attemptId: 'p1', attempt: 1, how: 'card_form' },
    };
    const part: InvoiceEvent = {
      type: 'InvoicePartPaid',
      data: {
        ...ids,
        method: 'card',
        amountCents: 4_000,
        paidOn: '2026-05-11',
        reference: null,
        paymentId: 'p1',
        livemode: true,
        reason: null,
      },
    };
    invoice(started).when(pay(4_000)).thenEvents(part);
    invoice(started, part).when(pay(4_000)).thenNothing();
    const after = invoiceAfter(issued, started, part);
    expect(after).toMatchObject({
      status: 'open',
      openAttempt: null,
      payments: [{ id: 'p1', method: 'card' }],
    });
    expect(stillOpenCents(after)).toBe(6_000);
  });
  it('takes what is open and nothing more', () => {
    invoice(partPaid(4_000)).when(pay(6_000)).thenEvents(byCard(6_000));
    invoice(partPaid(4_000))
      .when(pay(10_000))
      .thenRefused('payment_required', '$60.00 of this invoice is open, not $100.00.');
  });
  it('starts if a card can pay the rest', () => {
    const refusal = "Amounts below $0.50 can't be paid by card. This one is carried to your next invoice.";
    invoice(partPaid(9_951)).when(start).thenRefused('unprocessable', refusal);
    invoice(partPaid(9_950))
      .when(start)
      .thenEvents({
        type: 'InvoicePaymentStarted',
        data: { ...ids, attemptId: 'p1', attempt: 1, how: 'card_form' },
      });
  });
  it('refunds to the card what the card paid', () => {
    const state = after(partPaid(4_000), byCard(6_000));
    expect(cardToRefund(state)).toEqual({ paymentId: 'p1', leftCents: 6_000 });
    expect(invoiceRefundableCents(state)).toBe(10_000);
    invoice(partPaid(4_000), byCard(6_000))
      .when({ type: 'RequestInvoiceRefund', refundId: 'r1', amountCents: 6_001, reason: null })
      .thenRefused(
        'unprocessable',
        'At most $60.00 can go back to the card. Record the rest as a refund by check or ACH.',
        'amount',
      );
  });
});

describe('reversing a recorded payment', () => {
  it('opens the invoice and keeps the reason', () => {
    invoice(paid(10_000)).when(reverse()).thenEvents(reversal(10_000));
    const state = after(paid(10_000), reversal(10_000));
    expect([state.status, stillOpenCents(state)]).toEqual(['open', 10_000]);
    expect(state.payments).toMatchObject([{ id: 'm1', reversedOn: '2026-05-14' }]);
  });
  it('of a part leaves the other part paid', () => {
    const state = after(partPaid(4_000), paid(6_000, 'm2'), reversal(4_000));
    expect([state.status, stillOpenCents(state)]).toEqual(['open', 4_000]);
  });
  it('of one that was recorded before payments had ids opens the invoice too', () => {
    const {
      recordId: _recordId,
      isDemo: _isDemo,
      ...before
    } = paid(10_000).data as ReturnType<typeof recorded>;
    const old = { type: 'InvoicePaid', data: { ...before, paymentId: null, livemode: null } } as InvoiceEvent;
    invoice(old)
      .when(reverse('recorded'))
      .thenEvents(reversal(10_000, [], 'recorded'));
    expect(after(old, reversal(10_000, [], 'recorded')).status).toBe('open');
  });
  it('twice yields no event; the check may be recorded again', () => {
    invoice(paid(10_000), reversal(10_000)).when(reverse()).thenNothing();
    invoice(paid(10_000), reversal(10_000))
      .when({ ...record(10_000), recordId: 'm2' })
      .thenEvents({ ...paid(10_000), data: { ...paid(10_000).data, recordId: 'm2' } } as InvoiceEvent);
    invoice(paid(10_000), reversal(10_000)).when(record(10_000)).thenNothing();
  });
  it('needs a reason, a payment that is there, and no card', () => {
    invoice(paid(10_000))
      .when(reverse('m1', ' '))
      .thenRefused('unprocessable', 'Please give a reason', 'reason');
    invoice(paid(10_000)).when(reverse('m9')).thenRefused('not_found', 'Payment not found');
    invoice(byCard(10_000))
      .when(reverse('p1'))
      .thenRefused(
        'conflict',
        'Only a payment by check or ACH can be reversed. Refund a payment by card instead.',
      );
  });
  it('waits while a card may be charged for the rest', () =>
    invoice(partPaid(4_000), {
      type: 'InvoicePaymentStarted',
      data: { ...ids, attemptId: 'p1', attempt: 1, how: 'card_form' },
    })
      .when(reverse())
      .thenRefused(
        'conflict',
        'A payment of this invoice is being processed. Please wait until it is complete.',
      ));
  it('revokes the account credit it created', () => {
    invoice(paid(12_000), surplus(2_000))
      .when(reverse())
      .thenEvents(reversal(12_000, [['m1', 2_000]]));
    const state = after(paid(12_000), surplus(2_000), reversal(12_000, [['m1', 2_000]]));
    expect([stillOpenCents(state), surplusCents(state)]).toEqual([10_000, 0]);
  });
  // Proves I35-6
  it('takes that credit back from invoices that have used it', () => {
    const used = [paid(12_000), surplus(2_000), applied('m1', 600), allocated('m1', 900)];
    const whole = reversal(12_000, [['m1', 2_000]]);
    const usesTaken = [
      { creditId: 'm1', toInvoiceId: 'a1_2026-07', allocationId: 'x1', amountCents: 900, recordedCents: 900 },
      { creditId: 'm1', toInvoiceId: 'a1_2026-06', amountCents: 600, recordedCents: 600 },
    ];
    const taken = { ...whole, data: { ...whole.data, usesTaken } } as InvoiceEvent;
    invoice(...used)
      .when(reverse())
      .thenEvents(taken);
    const state = after(...used, taken);
    expect([state.status, stillOpenCents(state), surplusCents(state)]).toEqual(['open', 10_000, 0]);
    expect(state.credits[0]?.applied).toEqual([]);
    invoice(...used, taken)
      .when(reverse())
      .thenNothing();
  });
  it('of earlier releases is to be paid here again where an invoice has used its credit', () => {
    const used = [paid(12_000), surplus(2_000), applied('m1', 1_500)];
    const state = after(...used, reversal(12_000, [['m1', 500]]));
    expect([state.status, stillOpenCents(state), surplusCents(state)]).toEqual(['open', 11_500, 1_500]);
    invoice(...used, reversal(12_000, [['m1', 500]]))
      .when({ ...record(null, 'm2'), reference: 'again' })
      .thenEvents({
        ...paid(11_500, 'm2'),
        data: { ...paid(11_500, 'm2').data, reference: 'again' },
      } as InvoiceEvent);
  });
  it('revokes no more than the remaining excess', () => {
    const history = [partPaid(9_000), paid(9_000, 'm2'), surplus(8_000, 'm2')];
    invoice(...history)
      .when(reverse())
      .thenEvents(reversal(9_000, [['m2', 8_000]]));
    const lots = [partPaid(4_000), paid(15_000, 'm2'), surplus(9_000, 'm2')];
    invoice(...lots)
      .when(reverse())
      .thenEvents(reversal(4_000, [['m2', 4_000]]));
    const state = after(...lots, reversal(4_000, [['m2', 4_000]]));
    expect([state.status, surplusCents(state)]).toEqual(['paid', 5_000]);
  });
});

describe('voiding an invoice that was paid in part', () => {
  const credit = surplus(4_000, 'a1_2026-05_voided');
  // Proves S6-invoices-29
  it('turns the paid amount into account credit', () => {
    invoice(partPaid(4_000)).when(voidIt).thenEvents(voided, credit);
    expect(paidCents(after(partPaid(4_000), voided, credit))).toBe(0);
  });
  // Proves I35-6
  it('revokes that credit if the payment is reversed, also where it was used', () => {
    const history = [partPaid(4_000), voided, credit];
    invoice(...history)
      .when(reverse())
      .thenEvents(reversal(4_000, [['a1_2026-05_voided', 4_000]]));
    expect(after(...history, reversal(4_000, [['a1_2026-05_voided', 4_000]])).status).toBe('voided');
    const whole = reversal(4_000, [['a1_2026-05_voided', 4_000]]);
    const usesTaken = [
      {
        creditId: 'a1_2026-05_voided',
        toInvoiceId: 'a1_2026-06',
        amountCents: 1_500,
        recordedCents: 1_500,
      },
    ];
    invoice(...history, applied('a1_2026-05_voided', 1_500))
      .when(reverse())
      .thenEvents({ ...whole, data: { ...whole.data, usesTaken } } as InvoiceEvent);
  });
  it('is refused while a later invoice uses credit of a payment that was reversed', () =>
    invoice(paid(12_000), surplus(2_000), applied('m1', 1_500), reversal(12_000, [['m1', 500]]))
      .when(voidIt)
      .thenRefused(
        'conflict',
        '$15.00 of account credit was used or paid out, and the payment that it came from was taken back since. Record a check or ACH of that amount on this invoice first.',
      ));
  it('is refused if part of it was refunded or credited before', () => {
    const credited: InvoiceEvent = {
      type: 'InvoiceCredited',
      data: { ...ids, creditId: 'c1', amountCents: 500, reason: null },
    };
    invoice(paid(10_000), credited, reversal(10_000))
      .when(voidIt)
      .thenRefused(
        'conflict',
        "Part of this invoice was refunded or credited, so it can't be voided. Refund or credit the rest once it is paid again.",
      );
  });
});

// Proves S6-invoices-27
it('accounts for every cent, however payments are recorded, reversed, used and voided', () => {
  const cents = fc.integer({ min: 1, max: 25_000 });
  const which = fc.nat({ max: 5 });
  const act = fc.oneof(
    fc.record({ kind: fc.constant('record' as const), cents }),
    fc.record({ kind: fc.constant('reverse' as const), which }),
    fc.record({ kind: fc.constant('use' as const), which, cents }),
    fc.record({ kind: fc.constant('void' as const) }),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 14 }), (acts) => {
      let state = after();
      const send = (command: InvoiceCommand) => {
        const events = invoiceDecider.decide(command, state);
        const next = events.reduce(invoiceDecider.evolve, state as ReturnType<typeof invoiceDecider.evolve>);
        if (next.status !== 'none') state = next;
      };
      for (const [index, one] of acts.entries()) {
        try {
          if (one.kind === 'record') send(record(one.cents, `m${index}`));
          if (one.kind === 'void') send(voidIt);
          if (one.kind === 'reverse') {
            const payment = state.payments[one.which % Math.max(1, state.payments.length)];
            if (payment) send(reverse(payment.id));
          }
          if (one.kind === 'use') {
            const given1 = state.credits[one.which % Math.max(1, state.credits.length)];
            if (!given1) continue;
            const { creditId, amountCents } = given1;
            const use = {
              amountCents: Math.min(one.cents, amountCents),
              toInvoiceId: `a1_20${30 + index}-01`,
            };
            send({ type: 'ApplyInvoiceCredit', creditId, ...use });
          }
        } catch (error) {
          if ((error as Error).name !== 'BusinessRefusal') throw error;
        }
        expect(receivedCents(state)).toBe(paidCents(state) + surplusCents(state));
        if (state.status === 'paid') expect(paidCents(state)).toBe(state.totalCents);
        if (state.status === 'voided') expect(paidCents(state)).toBe(0);
        if (state.status === 'open') {
          expect(stillOpenCents(state)).toBe(state.totalCents - paidCents(state));
          expect(stillOpenCents(state)).toBeGreaterThan(0);
        }
        for (const { amountCents, recordedCents, applied: uses } of state.credits) {
          expect(recordedCents).toBe(amountCents);
          expect(uses.reduce((sum, use) => sum + use.amountCents, 0)).toBeLessThanOrEqual(amountCents);
        }
      }
    }),
    { numRuns: 500 },
  );
});
