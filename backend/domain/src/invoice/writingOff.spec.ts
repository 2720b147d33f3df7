import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { INVOICE_IDS as ids, invoiceAfter, invoiceIssued } from '../../test/invoiceEvents.ts';
import { BusinessRefusal } from '../kernel/decider.ts';
import type { InvoiceCommand } from './commands.ts';
import type { InvoiceEvent } from './events.ts';
import { invoiceDecider } from './invoice.ts';
import { movableParts } from './moving.ts';
import {
  movedCreditCents,
  paidCents,
  stillOpenCents,
  surplusCents,
  unusedCreditCents,
  writtenOffCents,
} from './settlement.ts';
import type { IssuedInvoice } from './state.ts';

const TOTAL = 10_000;
const today = '2026-06-20';
const issued = invoiceIssued({ totalCents: TOTAL });
const invoice = (...history: InvoiceEvent[]) => given(invoiceDecider, issued, ...history);
const after = (...history: InvoiceEvent[]) => invoiceAfter(issued, ...history);
const shown = (state: IssuedInvoice) => [state.status, stillOpenCents(state), writtenOffCents(state)];

const writeOff = { type: 'WriteOffInvoice', reason: ' The company closed ', today } as const;
const takeBack = { type: 'TakeWriteOffBack', reason: ' A check came ', today } as const;
const writtenOff = (amountCents: number): InvoiceEvent => ({
  type: 'InvoiceWrittenOff',
  data: { ...ids, amountCents, writtenOffOn: today, reason: 'The company closed' },
});
const takenBack = (amountCents: number, reason = 'A check came'): InvoiceEvent => ({
  type: 'InvoiceWriteOffReversed',
  data: { ...ids, amountCents, reversedOn: today, reason },
});
const check = (amountCents: number, recordId = 'm1') => ({
  ...ids,
  method: 'check' as const,
  amountCents,
  paidOn: '2026-05-10',
  reference: `no. ${recordId}`,
  reason: null,
  recordId,
  isDemo: true,
});
const partPaid = (amountCents: number, recordId?: string): InvoiceEvent => ({
  type: 'InvoicePartPaid',
  data: check(amountCents, recordId),
});
const paidByCard = (amountCents: number): InvoiceEvent => ({
  type: 'InvoicePaid',
  data: {
    ...ids,
    method: 'card',
    amountCents,
    paidOn: '2026-05-11',
    reference: null,
    paymentId: 'p1',
    livemode: true,
    reason: null,
  },
});
const started: InvoiceEvent = {
  type: 'InvoicePaymentStarted',
  data: { ...ids, attemptId: 'p1', attempt: 1, how: 'card_form' },
};
const dispute = { ...ids, paymentId: 'p1', disputeId: 'd1' };
const disputed: InvoiceEvent = { type: 'InvoicePaymentDisputed', data: { ...dispute, amountCents: TOTAL } };
const lost: InvoiceEvent = {
  type: 'InvoicePaymentTakenBack',
  data: { ...dispute, amountCents: TOTAL, takenOn: '2026-06-01' },
};
const reinstated = (amountCents: number): InvoiceEvent => ({
  type: 'InvoicePaymentReinstated',
  data: { ...dispute, amountCents, reinstatedOn: today },
});
const reversal = (amountCents: number, recordId = 'm1'): InvoiceEvent => ({
  type: 'InvoicePaymentReversed',
  data: { ...ids, recordId, amountCents, reversedOn: today, reason: 'It bounced', creditTaken: [] },
});
const received = (amountCents: number): InvoiceEvent => ({
  type: 'InvoiceCreditReceived',
  data: {
    ...ids,
    allocationId: 'x1',
    fromInvoiceId: 'a1_2026-04',
    fromInvoiceNumber: 'INV-202604-0001',
    creditId: 'c1',
    amountCents,
    recordedCents: 0,
    receivedOn: '2026-05-09',
  },
});
const record = { type: 'RecordInvoicePayment', recordId: 'm2', method: 'check', amountCents: null } as const;
const recording = {
  ...record,
  paidOn: '2026-06-19',
  reference: 'no. 9',
  reason: null,
  isDemo: true,
  today,
} as const;

// Proves B38-write-off
describe('writing an invoice off', () => {
  it('takes what is open, with the reason, once', () => {
    invoice().when(writeOff).thenEvents(writtenOff(TOTAL));
    invoice(partPaid(4_000), received(1_000)).when(writeOff).thenEvents(writtenOff(5_000));
    invoice(writtenOff(TOTAL)).when(writeOff).thenNothing();
    expect(shown(after(partPaid(4_000), writtenOff(6_000)))).toEqual(['written_off', 0, 6_000]);
  });
  it('needs a reason', () =>
    invoice()
      .when({ ...writeOff, reason: ' ' })
      .thenRefused('unprocessable', 'Please give a reason', 'reason'));
  it.each([
    ['paid', [paidByCard(TOTAL)], 'This invoice is paid, so nothing of it can be written off.'],
    [
      'voided',
      [{ type: 'InvoiceVoided', data: { ...ids, reason: null } }],
      "This invoice was canceled, so it can't be written off.",
    ],
    [
      'carried',
      [{ type: 'InvoiceCarried', data: { ...ids, toInvoiceId: 'a1_2026-06' } }],
      'This invoice was carried to a later one. Write that one off instead.',
    ],
    [
      'being paid',
      [started],
      'A payment of this invoice is being processed. Please wait until it is complete.',
    ],
    [
      'open in part, while the bank decides about a payment of it,',
      [partPaid(1), disputed],
      'The bank of the card decides about a payment of this invoice. Please wait for its decision.',
    ],
  ] as [string, InvoiceEvent[], string][])('that is %s is refused', (_what, history, text) =>
    invoice(...history)
      .when(writeOff)
      .thenRefused('conflict', text),
  );
  it('is allowed while the bank only asks, and after a lost dispute', () => {
    const inquiry: InvoiceEvent = {
      type: 'InvoicePaymentDisputed',
      data: { ...dispute, amountCents: TOTAL, inquiry: true },
    };
    invoice(partPaid(1), inquiry)
      .when(writeOff)
      .thenEvents(writtenOff(TOTAL - 1));
    invoice(paidByCard(TOTAL), lost).when(writeOff).thenEvents(writtenOff(TOTAL));
  });
});

// Proves B38-write-off
describe('a written-off invoice', () => {
  const off = (...more: InvoiceEvent[]) => invoice(partPaid(4_000), writtenOff(6_000), ...more);
  it('takes no payment: an administrator is told why, a dealer that it was canceled', () => {
    off()
      .when(recording)
      .thenRefused(
        'conflict',
        'This invoice is written off. Take the write-off back, then record the payment.',
      );
    const canceled = "This invoice was canceled and can't be paid.";
    off()
      .when({ type: 'StartInvoicePayment', attemptId: 'p1', how: 'auto_pay' })
      .thenRefused('conflict', canceled);
    off()
      .when({ type: 'PayInvoice', paymentId: 'p1', amountCents: 6_000, livemode: true, paidOn: today })
      .thenRefused('conflict', canceled);
  });
  it('takes no credit, nor moves what it has', () => {
    off()
      .when({
        type: 'ReceiveInvoiceCredit',
        allocationId: 'x2',
        fromInvoiceId: 'a1_2026-04',
        fromInvoiceNumber: 'INV-202604-0001',
        creditId: 'c1',
        amountCents: 100,
        recordedCents: 0,
        isDemo: false,
        today,
      })
      .thenEvents({
        type: 'InvoiceCreditDeclined',
        data: { ...ids, allocationId: 'x2', fromInvoiceId: 'a1_2026-04', creditId: 'c1', amountCents: 100 },
      });
    expect(movableParts(after(partPaid(4_000), writtenOff(6_000))).map((part) => part.amountCents)).toEqual([
      0,
    ]);
  });
  it('is not reminded of, nor carried', () => {
    off().when({ type: 'RemindOfInvoice', kind: 'overdue', days: 7, today }).thenNothing();
    off()
      .when({ type: 'CarryInvoice', toInvoiceId: 'a1_2026-06' })
      .thenRefused('conflict', "This invoice was canceled and can't be paid.");
  });
  it('is neither voided, corrected, refunded nor credited before the write-off is taken back', () => {
    const text = 'This invoice is written off. Take the write-off back first.';
    const correct = { type: 'CorrectInvoice', corrections: [], charges: [], reason: null } as const;
    const commands: InvoiceCommand[] = [
      { type: 'VoidInvoice', reason: null },
      { ...correct, settlement: null },
      { ...correct, settlement: { by: 'credit', id: 'c9' } },
      { type: 'RequestInvoiceRefund', refundId: 'r1', amountCents: 100, reason: null },
      { type: 'CreditInvoice', creditId: 'c9', amountCents: 100, reason: null },
    ];
    for (const command of commands) off().when(command).thenRefused('conflict', text);
  });
});

// Proves B38-write-off
describe('taking a write-off back', () => {
  it('opens the amount again, with a reason, once; it is never charged automatically', () => {
    invoice(partPaid(4_000), writtenOff(6_000)).when(takeBack).thenEvents(takenBack(6_000));
    invoice(partPaid(4_000), writtenOff(6_000), takenBack(6_000)).when(takeBack).thenNothing();
    const open = after(partPaid(4_000), writtenOff(6_000), takenBack(6_000));
    expect(shown(open)).toEqual(['open', 6_000, 0]);
    given(invoiceDecider, issued, writtenOff(TOTAL), takenBack(TOTAL))
      .when({ type: 'StartInvoicePayment', attemptId: 'p1', how: 'auto_pay' })
      .thenRefused('conflict', 'Automatic payment was already tried. Please use Pay Now.');
    invoice(writtenOff(TOTAL), takenBack(TOTAL)).when(writeOff).thenEvents(writtenOff(TOTAL));
  });
  it('of one that is not written off, without a reason, or while a card pays is refused', () => {
    invoice().when(takeBack).thenRefused('conflict', 'This invoice is not written off.');
    invoice(writtenOff(TOTAL))
      .when({ ...takeBack, reason: '' })
      .thenRefused('unprocessable', 'Please give a reason', 'reason');
    invoice(partPaid(4_000), writtenOff(6_000), reversal(4_000), started)
      .when(takeBack)
      .thenRefused(
        'conflict',
        'A payment of this invoice is being processed. Please wait until it is complete.',
      );
  });
});

// Proves B38-write-off
describe('money taken back after a write-off', () => {
  const bounced = [partPaid(4_000), writtenOff(6_000), reversal(4_000)];
  it('by the reversal of a payment is open again; the rest stays written off', () => {
    invoice(partPaid(4_000), writtenOff(6_000))
      .when({ type: 'ReverseInvoicePayment', recordId: 'm1', reason: 'It bounced', today })
      .thenEvents(reversal(4_000));
    expect(shown(after(...bounced))).toEqual(['open', 4_000, 6_000]);
  });
  it('by a lost dispute is open again', () => {
    const checkBounced = [partPaid(4_000), paidByCard(6_000), reversal(4_000), writtenOff(4_000)];
    const taken = { ...dispute, amountCents: 6_000, takenOn: today };
    const report = {
      type: 'RecordInvoiceDispute',
      paymentId: 'p1',
      disputeId: 'd1',
      status: 'lost',
    } as const;
    invoice(...checkBounced)
      .when({ ...report, amountCents: 6_000, today })
      .thenEvents({ type: 'InvoicePaymentTakenBack', data: taken });
    const open = after(...checkBounced, { type: 'InvoicePaymentTakenBack', data: taken });
    expect(shown(open)).toEqual(['open', 6_000, 4_000]);
  });
  it('is written off as well, or taken back with the rest', () => {
    invoice(...bounced)
      .when(writeOff)
      .thenEvents(writtenOff(4_000));
    expect(shown(after(...bounced, writtenOff(4_000)))).toEqual(['written_off', 0, TOTAL]);
    invoice(...bounced, writtenOff(4_000))
      .when(takeBack)
      .thenEvents(takenBack(TOTAL));
    invoice(...bounced)
      .when(takeBack)
      .thenEvents(takenBack(6_000));
  });
  it('and paid again leaves it written off in part, which can be taken back', () => {
    const paid: InvoiceEvent = {
      type: 'InvoicePaid',
      data: { ...check(4_000, 'm2'), paymentId: null, livemode: null },
    };
    expect(shown(after(...bounced, paid))).toEqual(['written_off', 0, 6_000]);
    expect(shown(after(...bounced, paid, takenBack(6_000)))).toEqual(['open', 6_000, 0]);
  });
  it('leaves an invoice that is not voided or corrected before all is taken back', () =>
    invoice(...bounced)
      .when({ type: 'VoidInvoice', reason: null })
      .thenRefused('conflict', 'Part of this invoice is written off. Take the write-off back first.'));
});

// Proves B38-write-off
describe('money that a bank gives back for a written-off invoice', () => {
  const reason = 'The bank gave money back that a lost dispute had taken.';
  const report = (status: 'won' | 'lost', amountCents: number) =>
    ({
      type: 'RecordInvoiceDispute',
      paymentId: 'p1',
      disputeId: 'd1',
      status,
      amountCents,
      today,
    }) as const;
  const off = [paidByCard(TOTAL), lost, writtenOff(TOTAL)];
  it('takes so much of the write-off back', () => {
    invoice(...off)
      .when(report('won', TOTAL))
      .thenEvents(reinstated(TOTAL), takenBack(TOTAL, reason));
    expect(shown(after(...off, reinstated(TOTAL), takenBack(TOTAL, reason)))).toEqual(['paid', 0, 0]);
    invoice(...off)
      .when(report('lost', 7_000))
      .thenEvents(reinstated(3_000), takenBack(3_000, reason));
    expect(shown(after(...off, reinstated(3_000), takenBack(3_000, reason)))).toEqual([
      'written_off',
      0,
      7_000,
    ]);
  });
  it('becomes credit beyond what is written off', () => {
    const twice = [paidByCard(TOTAL), lost, partPaid(4_000), writtenOff(6_000)];
    invoice(...twice)
      .when(report('won', TOTAL))
      .thenEvents(reinstated(TOTAL), takenBack(6_000, reason), {
        type: 'InvoiceCredited',
        data: { ...ids, creditId: 'd1', amountCents: 4_000, surplus: true, reason: null },
      });
  });
});

const cents = fc.integer({ min: 1, max: 12_000 });
const nth = fc.nat({ max: 5 });
/** Commands by what stands on the invoice then. */
const step: fc.Arbitrary<(state: IssuedInvoice, id: string) => InvoiceCommand> = fc.oneof(
  { arbitrary: fc.constant(() => writeOff), weight: 3 },
  { arbitrary: fc.constant(() => takeBack), weight: 2 },
  {
    arbitrary: cents.map((amountCents) => (_state: IssuedInvoice, recordId: string) => ({
      ...recording,
      recordId,
      reference: recordId,
      amountCents,
    })),
    weight: 3,
  },
  fc.constant((state: IssuedInvoice, paymentId: string) => ({
    type: 'PayInvoice' as const,
    paymentId,
    amountCents: stillOpenCents(state),
    livemode: true,
    paidOn: '2026-06-01',
  })),
  {
    arbitrary: nth.map((index) => (state: IssuedInvoice) => ({
      type: 'ReverseInvoicePayment' as const,
      recordId: state.payments[index % Math.max(1, state.payments.length)]?.id ?? 'none',
      reason: 'It bounced',
      today,
    })),
    weight: 3,
  },
  {
    arbitrary: fc
      .tuple(nth, fc.constantFrom('open', 'lost', 'won'), cents)
      .map(([index, status, amountCents]) => (state: IssuedInvoice) => {
        const cards = state.payments.filter(({ method }) => method === 'card');
        const payment = cards[index % Math.max(1, cards.length)];
        return {
          type: 'RecordInvoiceDispute' as const,
          paymentId: payment?.id ?? 'none',
          disputeId: `of ${payment?.id}`,
          status: status as 'open' | 'lost' | 'won',
          amountCents: Math.min(amountCents, payment?.amountCents ?? 0),
          today,
        };
      }),
    weight: 3,
  },
  fc.tuple(cents, nth).map(([amountCents, index]) => (state: IssuedInvoice, id: string) => ({
    type: 'ReceiveInvoiceCredit' as const,
    allocationId: id,
    fromInvoiceId: `a1_2026-0${index + 1}`,
    fromInvoiceNumber: 'INV-202604-0001',
    creditId: 'c1',
    amountCents: Math.max(1, Math.min(amountCents, stillOpenCents(state))),
    recordedCents: 0,
    isDemo: false,
    today,
  })),
  nth.map((index) => (state: IssuedInvoice, withdrawalId: string) => {
    const { allocationId, fromInvoiceId, creditId } = state.creditMoves[
      index % Math.max(1, state.creditMoves.length)
    ] ?? { allocationId: 'none', fromInvoiceId: 'none', creditId: 'c1' };
    const from = { fromInvoiceId, fromInvoiceNumber: 'INV-202604-0001', creditId, allocationId };
    const kept = { keptCents: 0, keptRecordedCents: 0 };
    return {
      type: 'WithdrawInvoiceCredit' as const,
      withdrawalId,
      ...from,
      ...kept,
      reason: 'Reversed',
      today,
    };
  }),
  fc.constant(() => ({ type: 'VoidInvoice', reason: null }) as const),
);

// Proves B38-write-off
it('after any history the total is what was paid, credited, written off and is open', () => {
  let writtenOffAtEnd = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 4, maxLength: 24 }), (steps) => {
      let state = after();
      steps.forEach((command, index) => {
        try {
          const events = invoiceDecider.decide(command(state, `s${index}`), state);
          state = events.reduce(invoiceDecider.evolve, state as ReturnType<typeof after>) as IssuedInvoice;
        } catch (error) {
          if (!(error instanceof BusinessRefusal)) throw error;
        }
        const [off, open] = [writtenOffCents(state), stillOpenCents(state)];
        expect(off).toBeGreaterThanOrEqual(0);
        if (state.status === 'voided') {
          expect(off).toBe(0);
          return;
        }
        expect(paidCents(state) + movedCreditCents(state) + off + state.carriedCents + open).toBe(TOTAL);
        const settled = off > 0 ? 'written_off' : 'paid';
        expect(state.status).toBe(open > 0 ? 'open' : settled);
        expect(unusedCreditCents(state)).toBe(surplusCents(state));
      });
      if (state.status === 'written_off') writtenOffAtEnd += 1;
    }),
    { numRuns: 2_000 },
  );
  expect(writtenOffAtEnd).toBeGreaterThan(100);
});
