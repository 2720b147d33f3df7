import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Books } from './books.ts';
import { acts, play } from './histories.ts';

// Proves B37, I38-closing, I38-credit-notes
it('balances, agrees with statement, credit notes, credit, payments and orders, and keeps closed months, after any history (property)', async () => {
  const touched = new Set<string>();
  const payouts = new Set<string>();
  let done = 0;
  let moved = 0;
  await fc.assert(
    fc.asyncProperty(acts, async (steps) => {
      const books = new Books();
      const company = await play(steps, (now) => {
        books.read(now);
        books.agree();
      });
      books.agreeAtRest(company);
      for (const account of books.touched) touched.add(account);
      for (const { status } of company.payouts) payouts.add(status);
      done += company.done;
      moved += books.movedPostings;
    }),
    { numRuns: 200 },
  );
  // it is no proof if nearly all was refused
  expect(done).toBeGreaterThan(200 * 10);
  expect([...payouts]).toEqual(expect.arrayContaining(['made', 'refused']));
  expect(moved).toBeGreaterThan(100);
  expect([...touched].sort()).toEqual([
    'bad_debt',
    'bank',
    'card_clearing',
    'customer_credit',
    'disputed_payments',
    'mode_transfers',
    'provider_fees',
    'receivable',
    'refunds_and_credits',
    'revenue_invoices',
    'revenue_orders',
    'unallocated_payments',
  ]);
});
