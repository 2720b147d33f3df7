import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asCents,
  centsFromDollars,
  dollarsFromCents,
  formatDollars,
  MAX_CENTS,
  sumCents,
  timesCents,
} from './money.ts';

const cents = fc.integer({ min: -MAX_CENTS, max: MAX_CENTS });

describe('cents from dollars', () => {
  it.each([
    [0, 0],
    [-0, 0],
    [7, 700],
    [6.5, 650],
    [0.07, 7],
    [1.1, 110],
    [1234.56, 123_456],
    [-0.01, -1],
    ['7', 700],
    [' 6.50 ', 650],
    ['007.5', 750],
    [999_999_999_999.99, MAX_CENTS],
  ])('%j is %i', (dollars, expected) => expect(centsFromDollars(dollars)).toBe(expected));
  it.each([
    7.005,
    0.1 + 0.2,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    1e12,
    1e21,
    1e-7,
    '',
    'abc',
    '7.',
    '.5',
    '1,000',
    '$7',
    '0x10',
    '1e3',
    '7.005',
    '--7',
    '٧',
  ])('refuses %j', (dollars) => expect(() => centsFromDollars(dollars)).toThrow(RangeError));
  it('converts every amount to dollars and back', () =>
    fc.assert(fc.property(cents, (amount) => centsFromDollars(dollarsFromCents(amount)) === amount)));
  it('converts every amount to dollars and back through JSON', () =>
    fc.assert(
      fc.property(
        cents,
        (amount) => centsFromDollars(JSON.parse(JSON.stringify(dollarsFromCents(amount)))) === amount,
      ),
    ));
});

describe('amounts stay whole cents', () => {
  it('under addition', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 })), (amounts) => {
        const exact = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);
        expect(BigInt(sumCents(amounts))).toBe(exact);
      }),
    ));
  it('under readers times rate', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 0, max: 100_000 }),
        (readers, rate) => {
          expect(BigInt(timesCents(readers, rate))).toBe(BigInt(readers) * BigInt(rate));
        },
      ),
    ));
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, MAX_CENTS + 1])('refuses %d', (amount) => {
    expect(() => asCents(amount)).toThrow(RangeError);
    expect(() => sumCents([1, amount])).toThrow(RangeError);
    expect(() => timesCents(1, amount)).toThrow(RangeError);
    expect(() => dollarsFromCents(amount)).toThrow(RangeError);
    expect(() => formatDollars(amount)).toThrow(RangeError);
  });
  it.each([-1, 0.5, Number.NaN])('refuses %d readers', (readers) =>
    expect(() => timesCents(readers, 650)).toThrow(RangeError),
  );
  it('refuses a sum beyond the largest amount', () =>
    expect(() => sumCents([MAX_CENTS, 1])).toThrow(RangeError));
  it('has no negative zero', () => expect(Object.is(timesCents(0, -1), 0)).toBe(true));
});

describe('dollars for people', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [650, '$6.50'],
    [7800, '$78.00'],
    [99_999, '$999.99'],
    [123_450, '$1,234.50'],
    [100_000_000, '$1,000,000.00'],
    [-5, '-$0.05'],
    [-123_450, '-$1,234.50'],
    [MAX_CENTS, '$999,999,999,999.99'],
  ])('%i is %s', (amount, text) => expect(formatDollars(amount)).toBe(text));
  it('shows every cent', () =>
    fc.assert(
      fc.property(cents, (amount) => centsFromDollars(formatDollars(amount).replace(/[$,]/g, '')) === amount),
    ));
});
