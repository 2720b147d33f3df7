import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumCents } from '../values/money.ts';
import {
  invoiceNumbersIn,
  type MatchableCompany,
  type MatchableInvoice,
  type MatchableLine,
  matcherOf,
} from './matching.ts';

const invoice = (accountId: string, month: number, openCents: number, isDemo = false): MatchableInvoice => ({
  id: `${accountId}_${month}`,
  invoiceNumber: `INV-2026${String(month).padStart(2, '0')}-${accountId.slice(1).padStart(4, '0')}`,
  accountId,
  isDemo,
  invoiceDate: `2026-${String(month).padStart(2, '0')}-01`,
  openCents,
});
const company = (accountId: string, companyName: string, isDemo = false): MatchableCompany => ({
  accountId,
  companyName,
  dealerId: `KS${accountId.slice(1).padStart(4, '0')}`,
  isDemo,
});
const companies = [
  company('a1', 'Acme Locks, Inc.'),
  company('a2', 'Bay Ridge Security Systems LLC'),
  company('a3', 'Locks'),
];
const invoices = [
  invoice('a1', 4, 20_000),
  invoice('a1', 3, 30_000),
  invoice('a1', 5, 9_100),
  invoice('a2', 5, 9_100),
  invoice('a3', 5, 4_000),
  invoice('a3', 4, 0),
];
const match = matcherOf(invoices, companies);
const line = (text: string, amountCents: number, more: Partial<MatchableLine> = {}): MatchableLine => ({
  day: '2026-05-20',
  amountCents,
  text,
  reference: '',
  ...more,
});
const whyOf = (one: MatchableLine) => {
  const { proposal, candidates } = match(one);
  const told = (of: typeof proposal) => of && `${of.accountId} ${of.why}`;
  return { proposal: told(proposal), candidates: candidates.map(told) };
};

// Proves I38-bank-file
describe('a bank line', () => {
  it.each([
    ['INV-202605-0001', ['INV-202605-0001']],
    ['payment of inv 202605 0001 and inv202605-0002.', ['INV-202605-0001', 'INV-202605-0002']],
    ['INVOICE #2026 05-00 01 REF 12', ['INV-202605-0001']],
    ['for 202605-0001, thanks', ['INV-202605-0001']],
    ['INV-202605-12345', ['INV-202605-12345']],
    ['check 202605 0001', []],
    ['INV 12', []],
  ])('names invoices: %s', (text, numbers) => expect(invoiceNumbersIn(text)).toEqual(numbers));

  it('is of the invoice that it names, also part of it, and of older ones with the rest', () => {
    expect(match(line('ACH inv 202605 0001', 9_100)).proposal).toEqual({
      accountId: 'a1',
      why: 'invoice_number',
      isExact: true,
      shares: [{ invoiceId: 'a1_5', amountCents: 9_100 }],
      creditCents: 0,
      receiptId: null,
    });
    expect(match(line('', 5_000, { reference: 'INV-202605-0001' })).proposal).toMatchObject({
      isExact: false,
      shares: [{ invoiceId: 'a1_5', amountCents: 5_000 }],
    });
    expect(match(line('INV-202605-0001', 60_000)).proposal).toMatchObject({
      isExact: false,
      shares: [
        { invoiceId: 'a1_5', amountCents: 9_100 },
        { invoiceId: 'a1_3', amountCents: 30_000 },
        { invoiceId: 'a1_4', amountCents: 20_000 },
      ],
      creditCents: 900,
    });
  });

  it('is of one open invoice, or of all of a company, by amount', () => {
    expect(match(line('DEPOSIT', 30_000)).proposal).toMatchObject({
      accountId: 'a1',
      why: 'amount',
      shares: [{ invoiceId: 'a1_3' }],
    });
    expect(match(line('DEPOSIT', 59_100)).proposal).toMatchObject({ why: 'amount', shares: [{}, {}, {}] });
    // all that were open on its day
    expect(match(line('DEPOSIT', 50_000, { day: '2026-04-20' })).proposal?.shares).toHaveLength(2);
    expect(match(line('DEPOSIT', 59_100, { day: '2026-04-20' })).proposal).toBeNull();
  });

  it('is not proposed for one of two, unless its text names that one', () => {
    expect(whyOf(line('DEPOSIT', 9_100))).toEqual({
      proposal: null,
      candidates: ['a1 amount', 'a2 amount'],
    });
    expect(whyOf(line('ACME LOCKS', 9_100))).toEqual({
      proposal: 'a1 amount_and_name',
      candidates: ['a2 amount'],
    });
    // as a bank cuts it off
    expect(whyOf(line('ACH BAY RIDGE SECURI 4711', 9_100)).proposal).toBe('a2 amount_and_name');
    expect(whyOf(line('payment by ks 0002', 9_100)).proposal).toBe('a2 amount_and_name');
    // the name is another company's than the amount
    expect(whyOf(line('Bay Ridge Security Systems', 30_000))).toEqual({
      proposal: null,
      candidates: ['a1 amount', 'a2 name'],
    });
    expect(whyOf(line('INV-202605-0001 INV-202605-0002', 18_200))).toEqual({
      proposal: null,
      candidates: ['a1 invoice_number', 'a2 invoice_number'],
    });
  });

  it('is of the company that it names by any amount, the oldest invoice first', () => {
    expect(match(line('ÁCME Locks', 31_000)).proposal).toMatchObject({
      why: 'name',
      shares: [
        { invoiceId: 'a1_3', amountCents: 30_000 },
        { invoiceId: 'a1_4', amountCents: 1_000 },
      ],
    });
    expect(whyOf(line('LOCKS', 123)).proposal).toBe('a3 name');
  });

  it('that names a paid invoice says whose it is', () => {
    expect(whyOf(line('INV-202604-0003', 100))).toEqual({ proposal: null, candidates: ['a3 paid_invoice'] });
    expect(whyOf(line('INV-202604-0003', 4_000)).proposal).toBe('a3 amount_and_name');
  });

  // Proves B47
  it('is of a receipt that was recorded before, unless its text says otherwise', () => {
    const receipt = (receiptId: string, accountId: string, more: object = {}) => ({
      receiptId,
      accountId,
      receivedOn: '2026-05-18',
      reference: '1234',
      amountCents: 30_000,
      ...more,
    });
    const proposed = (text: string, ...recorded: ReturnType<typeof receipt>[]) =>
      matcherOf(invoices, companies, recorded)(line(text, 30_000)).proposal;
    // of the company whose open invoice is of the amount
    expect(proposed('DEPOSIT', receipt('r1', 'a1'))).toMatchObject({
      why: 'recorded',
      receiptId: 'r1',
      shares: [],
    });
    expect(proposed('CHECK 1234', receipt('r2', 'a2'))).toMatchObject({ receiptId: 'r2' });
    expect(proposed('DEPOSIT', receipt('r2', 'a2'))).toBeNull();
    expect(proposed('INV-202603-0001', receipt('r2', 'a2'))?.why).toBe('invoice_number');
    expect(proposed('CHECK 1234', receipt('r1', 'a1'), receipt('r2', 'a1'))).toBeNull();
    for (const receivedOn of ['2026-05-05', '2026-05-22'])
      expect(proposed('CHECK 1234', receipt('r1', 'a1', { receivedOn }))?.why).toBe('amount');
  });

  it('is never of an invoice of the mode that the company is not in, nor of a later one', () => {
    const demo = matcherOf([invoice('a1', 5, 100, true), invoice('a1', 6, 200)], companies);
    for (const one of [line('INV-202605-0001', 100), line('', 100), line('', 200), line('', 300)])
      expect(demo(one).proposal).toBeNull();
  });
});

// Proves I38-bank-file
it('a match never takes more than is open or less than came, and equals what a plain search finds', () => {
  const anInvoice = fc.record({
    account: fc.integer({ min: 1, max: 4 }),
    month: fc.integer({ min: 1, max: 9 }),
    openCents: fc.integer({ min: 0, max: 6 }),
  });
  const aLine = fc.record({
    amountCents: fc.integer({ min: 1, max: 20 }),
    month: fc.integer({ min: 1, max: 9 }),
    text: fc.constantFrom('', 'one', 'two three', 'INV-202603-0001', 'INV 202604 0002 one', 'KS0004'),
  });
  const all = ['one', 'two', 'three', 'four'].map((name, index) => company(`a${index + 1}`, name));
  fc.assert(
    fc.property(fc.array(anInvoice, { maxLength: 12 }), aLine, (made, { amountCents, month, text }) => {
      const own = [
        ...new Map(
          made
            .map(({ account, month: issued, openCents }) => invoice(`a${account}`, issued, openCents))
            .map((one) => [one.id, one]),
        ).values(),
      ];
      const day = `2026-0${month}-20`;
      const { proposal, candidates } = matcherOf(own, all)({ day, amountCents, text, reference: '' });
      const found = [...(proposal === null ? [] : [proposal]), ...candidates];
      for (const one of found) {
        expect(sumCents(one.shares.map((share) => share.amountCents)) + one.creditCents).toBe(amountCents);
        const open = own.filter(
          ({ accountId, openCents, invoiceDate }) =>
            accountId === one.accountId && openCents > 0 && invoiceDate <= day,
        );
        for (const share of one.shares) {
          const of = open.find(({ id }) => id === share.invoiceId);
          expect(share.amountCents).toBeLessThanOrEqual(of?.openCents ?? -1);
        }
        // credit only where nothing is open any more
        if (one.creditCents > 0) expect(one.shares).toHaveLength(open.length);
      }
      expect(new Set(found.map(({ accountId }) => accountId)).size).toBe(found.length);
      // a straight search for the companies that the amount fits
      const fits = all
        .map(({ accountId }) => accountId)
        .filter((accountId) => {
          const open = own.filter(
            (one) => one.accountId === accountId && one.openCents > 0 && one.invoiceDate <= day,
          );
          return (
            open.some(({ openCents }) => openCents === amountCents) ||
            (open.length > 0 && sumCents(open.map(({ openCents }) => openCents)) === amountCents)
          );
        });
      for (const accountId of fits) expect(found.map((one) => one.accountId)).toContain(accountId);
      if (text === '') expect(found.map((one) => one.accountId).sort()).toEqual(fits);
      if (text === '') expect(proposal?.accountId ?? null).toBe(fits.length === 1 ? fits[0] : null);
    }),
    { numRuns: 500 },
  );
});
