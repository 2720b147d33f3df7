import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import type { InvoiceNumberEvent } from './events.ts';
import { invoiceNumbersStream } from './events.ts';
import { formatInvoiceNumber, invoiceNumberOf, invoiceNumbersDecider } from './invoiceNumbers.ts';

const period = '2026-05';
const assign = (...invoiceIds: string[]) =>
  ({ type: 'AssignInvoiceNumbers', period, invoiceIds, pricedSeq: 40 }) as const;
const assigned = (firstNumber: number, ...invoiceIds: string[]): InvoiceNumberEvent => ({
  type: 'InvoiceNumbersAssigned',
  data: { period, firstNumber, invoiceIds, pricedSeq: 40 },
});
/** As they were before a pricing was settled with them. */
const assignedBefore = (firstNumber: number, ...invoiceIds: string[]): InvoiceNumberEvent => ({
  type: 'InvoiceNumbersAssigned',
  data: { period, firstNumber, invoiceIds },
});
const anew = (insteadOf: number, pricedSeq: number) =>
  ({ type: 'PriceInvoiceAnew', period, invoiceId: 'a', insteadOf, pricedSeq }) as const;
const pricedAnew = (invoiceId: string, pricedSeq: number): InvoiceNumberEvent => ({
  type: 'InvoicePricedAnew',
  data: { period, invoiceId, pricedSeq },
});
const numbers = (...history: InvoiceNumberEvent[]) => given(invoiceNumbersDecider, ...history);
const after = (...history: InvoiceNumberEvent[]) =>
  history.reduce(invoiceNumbersDecider.evolve, invoiceNumbersDecider.initialState);

describe('invoice numbers', () => {
  it('begin at 1', () =>
    numbers()
      .when(assign('a', 'b'))
      .thenEvents(assigned(1, 'a', 'b')));
  it('continue', () =>
    numbers(assigned(1, 'a', 'b'))
      .when(assign('c'))
      .thenEvents(assigned(3, 'c')));
  it('asked for twice yield no event', () =>
    numbers(assigned(1, 'a', 'b'))
      .when(assign('b', 'a'))
      .thenNothing());
  it('are assigned only if there is none yet', () =>
    numbers(assigned(1, 'a'))
      .when(assign('b', 'a', 'c', 'b'))
      .thenEvents(assigned(2, 'b', 'c')));
  it('read INV-YYYYMM-NNNN', () => {
    const state = after(assigned(1, 'a', 'b'), assigned(3, 'c'));
    expect(['a', 'b', 'c', 'd'].map((id) => invoiceNumberOf(state, period, id))).toEqual([
      'INV-202605-0001',
      'INV-202605-0002',
      'INV-202605-0003',
      null,
    ]);
  });
  it('have four digits at least', () => {
    expect(formatInvoiceNumber('2026-12', 9_999)).toBe('INV-202612-9999');
    expect(formatInvoiceNumber('2026-12', 10_000)).toBe('INV-202612-10000');
  });
  it.each([0, -1, 1.5])('are never %d', (number) =>
    expect(() => formatInvoiceNumber(period, number)).toThrow(RangeError),
  );
  it('have one stream for each month', () => {
    expect(invoiceNumbersStream('2026-05')).toBe('invoiceNumbers-202605');
    expect(() => invoiceNumbersStream('202605')).toThrow(RangeError);
    expect(() =>
      invoiceNumbersDecider.decide({ ...assign('a'), period: '2026-13' }, invoiceNumbersDecider.initialState),
    ).toThrow(RangeError);
  });
  it('are unique, without gaps and never change, in any pages', () =>
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 8 })),
        (pages) => {
          let state = invoiceNumbersDecider.initialState;
          for (const page of pages) {
            const before = state;
            state = invoiceNumbersDecider
              .decide(assign(...page), state)
              .reduce(invoiceNumbersDecider.evolve, state);
            for (const [id, number] of before.numbers) expect(state.numbers.get(id)).toBe(number);
          }
          const held = [...state.numbers.values()].sort((a, b) => a - b);
          expect(held).toEqual(held.map((_, index) => index + 1));
          expect(new Set(state.numbers.keys())).toEqual(new Set(pages.flat()));
        },
      ),
    ));
});

describe('the event that an invoice is priced up to', () => {
  it('is fixed with the number, by the first request', () => {
    numbers(assigned(1, 'a'))
      .when({ ...assign('a', 'b'), pricedSeq: 50 })
      .thenEvents({
        type: 'InvoiceNumbersAssigned',
        data: { period, firstNumber: 2, invoiceIds: ['b'], pricedSeq: 50 },
      });
    const { pricings } = after(assigned(1, 'a'));
    expect(pricings.get('a')).toEqual({ firstSeq: 40, seq: 40 });
  });
  it('is fixed later for an invoice that only has a number', () => {
    numbers(assignedBefore(1, 'a')).when(assign('a')).thenEvents(pricedAnew('a', 40));
    expect(after(assignedBefore(1, 'a')).pricings.size).toBe(0);
    const { pricings } = after(assignedBefore(1, 'a'), pricedAnew('a', 40));
    expect(pricings.get('a')).toEqual({ firstSeq: 40, seq: 40 });
  });
  // Proves I8-priced-as-of
  it('moves forward once for two requests, never back, and keeps the first', () => {
    numbers(assigned(1, 'a')).when(anew(40, 50)).thenEvents(pricedAnew('a', 50));
    numbers(assigned(1, 'a'), pricedAnew('a', 50)).when(anew(40, 60)).thenNothing();
    numbers(assigned(1, 'a')).when(anew(40, 40)).thenNothing();
    const { pricings } = after(assigned(1, 'a'), pricedAnew('a', 50));
    expect(pricings.get('a')).toEqual({ firstSeq: 40, seq: 50 });
  });
  it('moves only if it was fixed', () =>
    expect(() => invoiceNumbersDecider.decide(anew(40, 50), after())).toThrow(RangeError));
});
