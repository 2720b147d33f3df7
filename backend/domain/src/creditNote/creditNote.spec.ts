import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { INVOICE_IDS as ids, invoiceAfter, invoiceIssued } from '../../test/invoiceEvents.ts';
import type { InvoiceEvent } from '../invoice/events.ts';
import type { IssuedInvoice } from '../invoice/state.ts';
import {
  type CorrectingEvent,
  type CreditNote,
  creditNoteKey,
  creditNoteOf,
  creditNotesDecider,
  formatCreditNoteNumber,
} from './creditNote.ts';
import { type CreditNoteEvent, creditNotesStream } from './events.ts';

const note = (sourceId: string, more: Partial<CreditNote> = {}): CreditNote => ({
  accountId: 'a1',
  invoiceId: 'a1_2026-05',
  invoiceNumber: 'INV-202605-0001',
  kind: 'credit',
  sourceId,
  correctedAt: '2026-06-09T15:00:00.000Z',
  day: '2026-06-09',
  amountCents: 1_000,
  method: null,
  reference: null,
  reason: null,
  ...more,
});
const ask = (of: CreditNote) => ({ type: 'IssueCreditNote', note: of }) as const;
const noted = (number: number, of: CreditNote): CreditNoteEvent => ({
  type: 'CreditNoteIssued',
  data: { period: '2026-06', number, ...of },
});
const after = (...history: CreditNoteEvent[]) =>
  history.reduce(creditNotesDecider.evolve, creditNotesDecider.initialState);

// Proves I38-credit-notes
describe('numbers of credit notes', () => {
  it('begin at 1 in the month of the correction, and continue', () => {
    given(creditNotesDecider)
      .when(ask(note('c1')))
      .thenEvents(noted(1, note('c1')));
    given(creditNotesDecider, noted(1, note('c1')))
      .when(ask(note('c2')))
      .thenEvents(noted(2, note('c2')));
  });
  it('are given once for each credit, refund and void', () => {
    const history = [noted(1, note('x')), noted(2, note('x', { kind: 'refund' }))];
    given(creditNotesDecider, ...history)
      .when(ask(note('x', { amountCents: 1 })))
      .thenNothing();
    given(creditNotesDecider, ...history)
      .when(ask(note('x', { kind: 'void' })))
      .thenEvents(noted(3, note('x', { kind: 'void' })));
    given(creditNotesDecider, ...history)
      .when(ask(note('x', { invoiceId: 'a2_2026-05' })))
      .thenEvents(noted(3, note('x', { invoiceId: 'a2_2026-05' })));
  });
  it('read CN-YYYYMM-NNNN, of at least four digits', () => {
    expect(formatCreditNoteNumber('2026-06', 1)).toBe('CN-202606-0001');
    expect(formatCreditNoteNumber('2026-06', 10_000)).toBe('CN-202606-10000');
    for (const bad of [0, -1, 1.5]) expect(() => formatCreditNoteNumber('2026-06', bad)).toThrow(RangeError);
    expect(() => formatCreditNoteNumber('202606', 1)).toThrow(RangeError);
    expect(creditNotesStream('2026-06')).toBe('creditNoteNumbers-202606');
  });
  it('are unique, without gaps and never change, however often they are asked for', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30 }).map(String)), (asked) => {
        let state = after();
        for (const source of asked) {
          const before = state;
          state = creditNotesDecider
            .decide(ask(note(source)), state)
            .reduce(creditNotesDecider.evolve, state);
          for (const [key, number] of before.numbers) expect(state.numbers.get(key)).toBe(number);
        }
        const held = [...state.numbers.values()].sort((a, b) => a - b);
        expect(held).toEqual(held.map((_, index) => index + 1));
        expect([...state.numbers.keys()].sort()).toEqual(
          [...new Set(asked)].map((source) => creditNoteKey(note(source))).sort(),
        );
      }),
    ));
});

const TODAY = '2026-06-09';
const AT = { today: TODAY, correctedAt: `${TODAY}T15:00:00.000Z` };
const issued = invoiceIssued({
  totalCents: 7_800,
  adjustments: [
    {
      kind: 'credit',
      invoiceId: 'a1_2026-04',
      invoiceNumber: 'INV-202604-0001',
      creditId: 'c0',
      amountCents: -200,
      recordedCents: 0,
    },
  ],
});
const noteAfter = (event: CorrectingEvent, ...before: InvoiceEvent[]) =>
  creditNoteOf(event, invoiceAfter(issued, ...before, event) as IssuedInvoice, AT);
const credited = (more: object = {}): CorrectingEvent => ({
  type: 'InvoiceCredited',
  data: { ...ids, creditId: 'c1', amountCents: 500, reason: 'Agreed', ...more },
});
const refunded = (more: object = {}): CorrectingEvent => ({
  type: 'InvoiceRefunded',
  data: {
    ...ids,
    refundId: 'r1',
    method: 'check',
    amountCents: 3_000,
    refundedOn: '2026-06-05',
    reference: '77',
    reason: 'Agreed',
    ...more,
  },
});

// Proves I38-credit-notes
describe('the credit note', () => {
  it('of a credit is over its amount; what was overpaid has none', () => {
    expect(noteAfter(credited())).toMatchObject({
      ...{ kind: 'credit', sourceId: 'c1', day: TODAY, amountCents: 500, method: null, reason: 'Agreed' },
      invoiceNumber: 'INV-202605-0001',
    });
    expect(noteAfter(credited({ surplus: true }))).toBeNull();
  });
  it('of a void is over the charges, without what it took over from other invoices', () => {
    const voided = noteAfter({ type: 'InvoiceVoided', data: { ...ids, reason: null } });
    expect(voided).toMatchObject({ kind: 'void', sourceId: ids.invoiceId, day: TODAY, amountCents: 8_000 });
  });
  it('of a void names the sales tax that was not given back before', () => {
    const taxed = { ...issued, data: { ...issued.data, taxCents: 800 } };
    const voiding: CorrectingEvent = { type: 'InvoiceVoided', data: { ...ids, reason: null } };
    const taxAfter = (...history: CorrectingEvent[]) =>
      history.map(
        (event) => creditNoteOf(event, invoiceAfter(taxed, ...history) as IssuedInvoice, AT)?.taxCents,
      );
    expect(taxAfter(voiding)).toEqual([800]);
    // of 80.00
    expect(taxAfter(refunded(), credited(), voiding)).toEqual([300, 50, 450]);
    expect(taxAfter(refunded({ amountCents: 8_000 }), voiding)).toEqual([800, undefined]);
  });
  it('of a refund is of its own day, and only over what was not account credit', () => {
    const whole = noteAfter(refunded());
    expect(whole).toMatchObject({ kind: 'refund', day: '2026-06-05', amountCents: 3_000, reference: '77' });
    expect(whole).not.toHaveProperty('paidOutCents');
    const creditPaidOut = (amountCents: number) => ({ creditPaidOut: [{ creditId: 'c1', amountCents }] });
    expect(noteAfter(refunded(creditPaidOut(400)), credited())).toMatchObject({
      amountCents: 2_600,
      paidOutCents: 400,
    });
    expect(noteAfter(refunded({ ...creditPaidOut(500), amountCents: 500 }), credited())).toBeNull();
  });
  it('of a refund to the card knows what its request paid out, also once part of it was moved', () => {
    const requested: InvoiceEvent = {
      type: 'InvoiceRefundRequested',
      data: {
        ...{ ...ids, refundId: 'r1', paymentId: 'p1', amountCents: 3_000, reason: null },
        creditPaidOut: [{ creditId: 'c1', amountCents: 400 }],
      },
    };
    const card = refunded({ method: 'card', reference: null });
    const moved: InvoiceEvent = {
      type: 'InvoiceRefundMoved',
      data: {
        ...{ ...ids, refundId: 'r1', moveId: 'v1', toInvoiceNumber: 'INV-202606-0001', reason: 'For June' },
        ...{ amountCents: 1_000, movedOn: TODAY, creditReturned: [{ creditId: 'c1', amountCents: 400 }] },
      },
    };
    const expected = { amountCents: 2_600, paidOutCents: 400, method: 'card' };
    expect(noteAfter(card, credited(), requested)).toMatchObject(expected);
    const later = invoiceAfter(issued, credited(), requested, card, moved) as IssuedInvoice;
    expect(creditNoteOf(card, later, AT)).toMatchObject(expected);
    expect(noteAfter(refunded({ movedFrom: 'INV-202604-0001' }))).toBeNull();
  });
});
