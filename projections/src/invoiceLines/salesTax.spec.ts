import { expect, it } from 'vitest';
import { type TaxEntry, taxByState } from './salesTax.ts';

const IN_TWO = [
  { state: 'NY', taxableCents: 2_000, taxCents: 177 },
  { state: 'TX', taxableCents: 1_000, taxCents: 82 },
  { state: 'OH', taxableCents: 500, taxCents: 0, exempt: true },
] as const;
const entry = (event_type: string, month: string, cents: number, more: Partial<TaxEntry> = {}): TaxEntry => ({
  ...{ sale: 'i1', event_type, month, counts: true, cents, taxes: IN_TWO },
  ...more,
});
const row = (month: string, state: string | null, ...amounts: number[]) => {
  const [taxable_cents, exempt_cents, charged_cents, back_cents] = amounts;
  return { month, state, taxable_cents, exempt_cents, charged_cents, back_cents };
};

// Proves B38-tax
it('splits what is given back of several states in proportion, all of it as it was charged', async () => {
  const issued = entry('InvoiceIssued', '2026-11', 259);
  const credited = entry('InvoiceCredited', '2026-11', -100);
  const refunded = entry('InvoiceRefunded', '2026-12', -159);
  expect(await taxByState([[issued, credited], [refunded]])).toEqual([
    row('2026-12', 'NY', 0, 0, 0, -109),
    row('2026-12', 'TX', 0, 0, 0, -50),
    row('2026-11', 'NY', 2_000, 0, 177, -68),
    row('2026-11', 'OH', 0, 500, 0, 0),
    row('2026-11', 'TX', 1_000, 0, 82, -32),
  ]);
  // what is before the span counts for what is in it
  const before = { ...issued, counts: false };
  expect(await taxByState([[before, { ...credited, counts: false }, refunded]])).toEqual([
    row('2026-12', 'NY', 0, 0, 0, -109),
    row('2026-12', 'TX', 0, 0, 0, -50),
  ]);
});

// Proves B38-tax
it('takes sales and tax back with a void, also what was refunded before', async () => {
  const issued = entry('InvoiceIssued', '2026-11', 259);
  const refunded = entry('InvoiceRefunded', '2026-11', -100);
  const voided = entry('InvoiceVoided', '2026-12', -159);
  expect(await taxByState([[issued, refunded, voided]])).toEqual([
    row('2026-12', 'NY', -2_000, 0, -177, 68),
    row('2026-12', 'OH', 0, -500, 0, 0),
    row('2026-12', 'TX', -1_000, 0, -82, 32),
    row('2026-11', 'NY', 2_000, 0, 177, -68),
    row('2026-11', 'OH', 0, 500, 0, 0),
    row('2026-11', 'TX', 1_000, 0, 82, -32),
  ]);
});

// Proves B38-tax
it('keeps apart what an older order does not name the state of', async () => {
  const of = { sale: 'o1', taxes: [] };
  const pages = [[entry('OrderPaid', '2026-11', 577, of), entry('PaymentRefunded', '2026-11', -77, of)]];
  expect(await taxByState(pages)).toEqual([row('2026-11', null, 0, 0, 577, -77)]);
});
