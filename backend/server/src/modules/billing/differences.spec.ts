import type { Adjustment, InvoiceLine } from '@portal/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Charges, differencesBetween, differenceText } from './differences.ts';

const line = (
  siteId: string,
  readers: number,
  rateCents: number,
  more: Partial<InvoiceLine> = {},
): InvoiceLine => ({
  siteId,
  name: `Site ${siteId}`,
  readers,
  rateCents,
  amountCents: readers * rateCents,
  source: 'account',
  because: [],
  ...more,
});
const charges = (...lines: InvoiceLine[]): Charges => ({ lines, adjustments: [] });
const texts = (before: Charges, after: Charges) => differencesBetween(before, after).map(differenceText);

describe('differences between months', () => {
  it('are empty if nothing changed', () => {
    const same = charges(line('a', 12, 650));
    expect(differencesBetween(same, charges(line('a', 12, 650, { name: 'Renamed' })))).toEqual([]);
  });

  it('list added and removed sites, changed readers and rates, each with its amount', () => {
    const before = charges(line('a', 12, 650), line('b', 1, 650), line('c', 4, 650), line('d', 5, 700));
    const after = charges(
      line('a', 16, 650),
      line('c', 4, 500, { source: 'promotional' }),
      line('d', 4, 701, { source: 'custom' }),
      line('e', 2, 650),
    );
    expect(texts(before, after)).toEqual([
      'Site a: 12 → 16 readers, +$26.00',
      'Site c: $6.50 → $5.00 per reader (the promotional rate), -$6.00',
      'Site d: 5 → 4 readers, -$7.00',
      'Site d: $7.00 → $7.01 per reader (its own rate), +$0.04',
      'Site e is now billed: 2 readers at $6.50, +$13.00',
      'Site b is no longer billed: 1 reader at $6.50, -$6.50',
    ]);
  });

  it('list amounts carried over and credits of both months', () => {
    const taken = (kind: 'carried' | 'credit', invoiceNumber: string, amountCents: number): Adjustment => ({
      kind,
      invoiceId: invoiceNumber,
      invoiceNumber,
      creditId: kind === 'credit' ? 'c' : null,
      amountCents,
    });
    const before: Charges = {
      lines: [],
      adjustments: [taken('credit', 'INV-202610-0001', -500), taken('carried', 'INV-202610-0002', 30)],
    };
    const after: Charges = { lines: [], adjustments: [taken('carried', 'INV-202611-0001', 49)] };
    expect(texts(before, after)).toEqual([
      'Credit of INV-202610-0001 does not apply again, +$5.00',
      'Amount carried over from INV-202610-0002 does not apply again, -$0.30',
      'Amount carried over from INV-202611-0001, +$0.49',
    ]);
  });

  it('list added lines by name, of one name together', () => {
    const added = (name: string, amountCents: number) =>
      line('', 1, amountCents, { siteId: null, name, source: 'line' });
    const before = charges(added('Setup', 5_000), added('Visit', 900));
    const after = charges(added('Visit', 900), added('Visit', 300), added('Goodwill', -1_000));
    expect(texts(before, after)).toEqual([
      'Setup does not apply again, -$50.00',
      'Visit, +$3.00',
      'Goodwill, -$10.00',
    ]);
  });

  // Proves S6-run-10, S6-why-1
  it('add up to the difference of the totals', () => {
    const lines = fc.uniqueArray(
      fc.record({
        siteId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        readers: fc.integer({ min: 0, max: 50 }),
        rateCents: fc.integer({ min: 0, max: 1_000 }),
      }),
      { selector: ({ siteId }) => siteId },
    );
    const added = fc.array(
      fc.record({ name: fc.constantFrom('Setup', 'Visit'), cents: fc.integer({ min: -900, max: 900 }) }),
      { maxLength: 3 },
    );
    const adjustments = fc.array(
      fc.record({
        kind: fc.constantFrom('carried' as const, 'credit' as const),
        number: fc.constantFrom('1', '2'),
        cents: fc.integer({ min: 1, max: 900 }),
      }),
      { maxLength: 3 },
    );
    const month = fc.record({ lines, added, adjustments }).map(
      ({ lines: all, added: others, adjustments: taken }): Charges => ({
        lines: [
          ...all.map(({ siteId, readers, rateCents }) => line(siteId, readers, rateCents)),
          ...others.map(({ name, cents }) => line('', 1, cents, { siteId: null, name, source: 'line' })),
        ],
        adjustments: taken.map(({ kind, number, cents }) => ({
          kind,
          invoiceId: number,
          invoiceNumber: number,
          creditId: null,
          amountCents: kind === 'credit' ? -cents : cents,
        })),
      }),
    );
    const total = ({ lines: all, adjustments: taken }: Charges) =>
      [...all, ...taken].reduce((sum, { amountCents }) => sum + amountCents, 0);
    fc.assert(
      fc.property(month, month, (before, after) => {
        const sum = differencesBetween(before, after).reduce((cents, each) => cents + each.cents, 0);
        expect(sum).toBe(total(after) - total(before));
      }),
    );
  });
});
