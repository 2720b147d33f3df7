import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allocateOldestFirst } from './allocateOldestFirst.ts';

const invoice = (month: number, openCents: number, number = 1) => ({
  id: `i${month}-${number}`,
  invoiceNumber: `INV-20260${month}-000${number}`,
  invoiceDate: `2026-0${month}-01`,
  openCents,
});
const open = [invoice(5, 9_100), invoice(3, 30_000), invoice(4, 20_000)];

it('pays the oldest invoices first, each at most what is open, and says what is left', () => {
  expect(allocateOldestFirst(open, 49_100)).toEqual({
    shares: [
      { id: 'i3-1', amountCents: 30_000 },
      { id: 'i4-1', amountCents: 19_100 },
    ],
    restCents: 0,
  });
  expect(allocateOldestFirst(open, 60_000)).toEqual({
    shares: [
      { id: 'i3-1', amountCents: 30_000 },
      { id: 'i4-1', amountCents: 20_000 },
      { id: 'i5-1', amountCents: 9_100 },
    ],
    restCents: 900,
  });
  expect(allocateOldestFirst([], 100)).toEqual({ shares: [], restCents: 100 });
});

it('pays the invoice that it was asked for before older ones', () => {
  const { shares } = allocateOldestFirst(open, 10_000, 'i5-1');
  expect(shares).toEqual([
    { id: 'i5-1', amountCents: 9_100 },
    { id: 'i3-1', amountCents: 900 },
  ]);
});

it('orders invoices of one day by their numbers', () => {
  const { shares } = allocateOldestFirst([invoice(5, 100, 2), invoice(5, 100, 1)], 150);
  expect(shares.map(({ id }) => id)).toEqual(['i5-1', 'i5-2']);
});

it('gives every cent away or says that it is left', () => {
  const invoices = fc.array(fc.record({ month: fc.integer({ min: 1, max: 9 }), cents: fc.nat(50_000) }));
  fc.assert(
    fc.property(invoices, fc.nat(200_000), (some, amount) => {
      const list = some.map(({ month, cents }, index) => invoice(month, cents, index));
      const { shares, restCents } = allocateOldestFirst(list, amount);
      const given = shares.reduce((sum, { amountCents }) => sum + amountCents, 0);
      expect(given + restCents).toBe(amount);
      const all = list.reduce((sum, { openCents }) => sum + openCents, 0);
      expect(restCents).toBe(Math.max(0, amount - all));
    }),
  );
});
