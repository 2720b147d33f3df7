import { describe, expect, it } from 'vitest';
import { allocationOf, centsOf, payableBy } from './allocation.ts';

const invoice = (month: string, open_amount: number) => ({
  id: `i${month}`,
  invoice_number: `INV-2026${month}-0001`,
  invoice_date: `2026-${month}-01`,
  open_amount,
});
const invoices = [invoice('09', 0), invoice('10', 200), invoice('11', 200), invoice('12', 91)];
const allocated = (amountCents: number, over: Partial<Parameters<typeof allocationOf>[1]> = {}) =>
  allocationOf(invoices, { amountCents, receivedOn: '2026-12-18', entered: {}, ...over });

// Proves I38-receipts-4
describe('the allocation of a payment', () => {
  it('adds up to the amount, with the rest as credit on the last invoice', () => {
    expect(allocated(50_000)).toMatchObject({
      problem: null,
      count: 3,
      credit: '9.00',
      shares: [
        { invoice_id: 'i10', amount: '200.00' },
        { invoice_id: 'i11', amount: '200.00' },
        { invoice_id: 'i12', amount: '100.00' },
      ],
    });
  });
  it('leaves out invoices that were issued later', () => {
    const { shares, credit } = allocated(45_000, { receivedOn: '2026-11-30' });
    expect([shares.map(({ invoice_id }) => invoice_id), credit]).toEqual([['i10', 'i11'], '50.00']);
    expect(payableBy(invoices, { receivedOn: '', first: undefined })).toHaveLength(3);
  });
  it('is credit as a whole on the newest invoice where none is open', () => {
    const paid = [invoice('11', 0), invoice('12', 0)];
    expect(allocationOf(paid, { amountCents: 5_000, receivedOn: '2026-12-18', entered: {} })).toMatchObject({
      problem: null,
      count: 0,
      credit: '50.00',
      shares: [{ invoice_id: 'i12', amount: '50.00' }],
    });
    expect(allocationOf([], { amountCents: 5_000, receivedOn: '', entered: {} }).problem).toBe(
      'The company has no invoice yet that a payment can be recorded on.',
    );
  });
  it.each([
    [{ i10: 'x' }, 'The amount of INV-202610-0001 must be dollars with at most two decimals.'],
    [{ i10: '-1' }, 'The amount of INV-202610-0001 must be dollars with at most two decimals.'],
    [{ i10: '200.01' }, '$200.00 of INV-202610-0001 is open, not more.'],
    [{ i10: '150', i11: '200' }, 'The invoices get $50.00 more than the amount.'],
    [{ i10: '0', i11: '50' }, '$159.00 is given to no invoice yet, though invoices are open.'],
    [{ i10: '' }, '$9.00 is given to no invoice yet, though invoices are open.'],
    [{ i10: '9' }, null],
  ])('%o says what is wrong', (entered, problem) => {
    expect(allocated(30_000, { entered }).problem).toBe(problem);
  });
  it('reads amounts as they are typed', () => {
    expect(['', ' ', '5', '5.5', '5.55', '5.555', '-1', 'x'].map(centsOf)).toEqual([
      0,
      0,
      500,
      550,
      555,
      null,
      null,
      null,
    ]);
  });
});
