import type { Adjustment, InvoiceLine } from '@portal/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Charges, differencesBetween } from './differences.ts';

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
const texts = (before: Charges, after: Charges) => differencesBetween(before, after).map(({ text }) => text);

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
      'Site d: 5 → 4 readers, $7.00 → $7.01 per reader (its own rate), -$6.96',
      'Site e was not billed last month: 2 readers at $6.50, +$13.00',
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
      'Carried over from INV-202611-0001, +$0.49',
      "Last month's credit of INV-202610-0001 is used, +$5.00",
      'Last month had an amount of INV-202610-0002 carried over, -$0.30',
    ]);
  });

  // Proves S6-run-10
  it('add up to the difference of the totals', () => {
    const lines = fc.uniqueArray(
      fc.record({
        siteId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        readers: fc.integer({ min: 0, max: 50 }),
        rateCents: fc.integer({ min: 0, max: 1_000 }),
      }),
      { selector: ({ siteId }) => siteId },
    );
    const adjustments = fc.array(
      fc.record({
        kind: fc.constantFrom('carried' as const, 'credit' as const),
        cents: fc.integer({ min: 1, max: 900 }),
      }),
      { maxLength: 3 },
    );
    const month = fc.record({ lines, adjustments }).map(
      ({ lines: all, adjustments: taken }): Charges => ({
        lines: all.map(({ siteId, readers, rateCents }) => line(siteId, readers, rateCents)),
        adjustments: taken.map(({ kind, cents }, index) => ({
          kind,
          invoiceId: `${index}`,
          invoiceNumber: `${index}`,
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
