import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Books } from './books.ts';
import { acts, play } from './histories.ts';

// Proves B37, I38-closing, I38-credit-notes
it('balances, agrees with statement, credit notes, credit, payments and orders, and keeps closed months, after any history (property)', async () => {
  const touched = new Set<string>();
  const happened = new Set<string>();
  let done = 0;
  let moved = 0;
  let taxBack = 0;
  await fc.assert(
    fc.asyncProperty(acts, async (steps) => {
      const books = new Books();
      const company = await play(steps, (now) => {
        books.read(now);
        books.agree();
      });
      await books.agreeAtRest(company);
      for (const account of books.touched) touched.add(account);
      for (const what of company.happened) happened.add(what);
      done += company.done;
      moved += books.movedPostings;
      taxBack += books.taxBackCents;
    }),
    { numRuns: 200 },
  );
  // it is no proof if nearly all was refused
  expect(done).toBeGreaterThan(200 * 10);
  const often = [
    'automatic payment',
    'automatic payment tried again',
    'bank line matched',
    'bank line set_aside',
    'exempt from sales tax',
    'late fee billed',
    'late fee waiting',
    'payout made',
    'payout refused',
    'payout reversed',
    'receipt recorded',
    'receipt reversed',
    'sales tax',
  ];
  expect([...happened]).toEqual(expect.arrayContaining(often));
  expect(moved).toBeGreaterThan(100);
  expect(taxBack).toBeGreaterThan(10_000);
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
    'sales_tax_payable',
    'unallocated_payments',
  ]);
});

it('takes back no refund twice, where its failure is carried out before it', async () => {
  const step = { one: 0, other: 0, cents: 30, luck: 0 };
  const paid = ['card', 'succeed', 'settle', 'refundAtProvider'] as const;
  for (const luck of [0, 1, 2, 3, 4, 5]) {
    const books = new Books();
    const company = await play(
      [
        { ...step, what: 'issue', cents: 50 },
        ...paid.map((what) => ({ ...step, what })),
        { ...step, what: 'refundFails', luck: 4 },
        { ...step, what: 'react', luck },
      ],
      (now) => books.read(now),
    );
    await books.agreeAtRest(company);
  }
});

it('credits all of what a bank gives back where part of the payment was moved, and credit paid the invoice since', async () => {
  const step = { one: 0, other: 0, luck: 0 };
  const books = new Books();
  const company = await play(
    [
      { ...step, what: 'issue', cents: 50 },
      { ...step, what: 'card', cents: 30 },
      { ...step, what: 'issue', cents: 30 },
      { ...step, what: 'succeed', cents: 30 },
      { ...step, what: 'settle', cents: 1 },
      { ...step, what: 'move', cents: 1 },
      { ...step, what: 'issue', cents: 1 },
      { ...step, what: 'companyPayOut', cents: 6_500 },
      { ...step, what: 'dispute', cents: 5_000 },
      { ...step, what: 'disputeAgain', cents: 1, luck: 2 },
      { ...step, what: 'settle', cents: 30 },
      { ...step, what: 'disputeAgain', cents: 30 },
    ],
    (now) => books.read(now),
  );
  await books.agreeAtRest(company);
  expect(company.payments.flatMap(({ disputes }) => disputes.map(({ status }) => status))).toEqual(['lost']);
});
