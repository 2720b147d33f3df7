import type { Adjustment, InvoiceLine, LineSource } from '@portal/domain';
import { asCents, formatDollars, sumCents, timesCents } from '@portal/domain/values';

export interface Charges {
  readonly lines: readonly InvoiceLine[];
  readonly adjustments: readonly Adjustment[];
}

/** A reason why an invoice differs from an earlier one. */
export type Difference = {
  /** In plain words, e.g. `Harbor Gate: 12 → 16 readers`. */
  readonly text: string;
  /** Never 0. */
  readonly cents: number;
} & (
  | { readonly kind: 'billed' | 'unbilled' | 'readers'; readonly siteId: string }
  | {
      readonly kind: 'rate';
      readonly siteId: string;
      /** The same for all sites, e.g. `$6.50 → $7.00 per reader`. */
      readonly change: string;
      readonly readers: number;
    }
  /** An added line; ids of the events that added it. */
  | { readonly kind: 'line'; readonly because: readonly string[] }
  | { readonly kind: 'adjustment'; readonly adjustment: Adjustment }
);

const SOURCES: Record<LineSource, string> = {
  custom: 'its own rate',
  promotional: 'the promotional rate',
  account: "the company's rate",
  system: 'the standard rate',
  corrected: 'a corrected rate',
  line: 'an added line',
};

/** Reasons why `after` differs from `before`; their cents add up to the difference of the totals. */
export function differencesBetween(before: Charges, after: Charges): readonly Difference[] {
  const [earlier, later] = [linesOfSites(before), linesOfSites(after)];
  const all: readonly Difference[] = [
    ...[...later].flatMap(([siteId, line]) => {
      const known = earlier.get(siteId);
      return known === undefined ? [billed(siteId, line)] : changed(siteId, known, line);
    }),
    ...[...earlier].filter(([siteId]) => !later.has(siteId)).map(([siteId, line]) => unbilled(siteId, line)),
    ...amountsBetween(addedLines(before), addedLines(after)),
    ...amountsBetween(adjusted(before), adjusted(after)),
  ];
  return all.filter(({ cents }) => cents !== 0);
}

/** With its amount, e.g. `Harbor Gate: 12 → 16 readers, +$26.00`. */
export const differenceText = ({ text, cents }: Pick<Difference, 'text' | 'cents'>): string =>
  `${text}, ${cents < 0 ? '-' : '+'}${formatDollars(Math.abs(cents))}`;

const linesOfSites = ({ lines }: Charges): ReadonlyMap<string, InvoiceLine> =>
  new Map(lines.flatMap((line) => (line.siteId === null ? [] : [[line.siteId, line] as const])));

const readersAt = ({ readers, rateCents }: InvoiceLine) =>
  `${readers} ${readers === 1 ? 'reader' : 'readers'} at ${formatDollars(rateCents)}`;

const billed = (siteId: string, line: InvoiceLine): Difference => ({
  kind: 'billed',
  siteId,
  text: `${line.name} is now billed: ${readersAt(line)}`,
  cents: line.amountCents,
});

const unbilled = (siteId: string, line: InvoiceLine): Difference => ({
  kind: 'unbilled',
  siteId,
  text: `${line.name} is no longer billed: ${readersAt(line)}`,
  cents: asCents(-line.amountCents),
});

/** More readers at the earlier rate, then the new rate for all readers. */
function changed(siteId: string, before: InvoiceLine, after: InvoiceLine): readonly Difference[] {
  const { name, readers } = after;
  const ofReaders = asCents(timesCents(readers, before.rateCents) - before.amountCents);
  const change = `${formatDollars(before.rateCents)} → ${formatDollars(after.rateCents)} per reader`;
  return [
    { kind: 'readers', siteId, text: `${name}: ${before.readers} → ${readers} readers`, cents: ofReaders },
    {
      kind: 'rate',
      siteId,
      text: `${name}: ${change} (${SOURCES[after.source]})`,
      cents: asCents(after.amountCents - before.amountCents - ofReaders),
      change,
      readers,
    },
  ];
}

/** An amount that is not for a site; `key` is the same on both invoices. */
type Amount = Extract<Difference, { kind: 'line' | 'adjustment' }> & { readonly key: string };

const addedLines = ({ lines }: Charges): readonly Amount[] =>
  lines
    .filter(({ siteId }) => siteId === null)
    .map(({ name, amountCents: cents, because }) => ({
      key: name,
      text: name,
      cents,
      kind: 'line',
      because,
    }));

const adjusted = ({ adjustments }: Charges): readonly Amount[] =>
  adjustments.map((adjustment) => {
    const { kind, invoiceId, invoiceNumber, creditId, amountCents: cents } = adjustment;
    const text = `${kind === 'credit' ? 'Credit of' : 'Amount carried over from'} ${invoiceNumber}`;
    return { key: `${kind} ${invoiceId} ${creditId}`, text, cents, kind: 'adjustment', adjustment };
  });

/** One difference for each key, which can occur several times, on both invoices. */
function amountsBetween(before: readonly Amount[], after: readonly Amount[]): readonly Difference[] {
  const byKey = new Map([...before, ...after].map((amount) => [amount.key, amount]));
  return [...byKey].map(([of, { key: _key, ...amount }]) => {
    const [was = [], is = []] = [before, after].map((amounts) =>
      amounts.filter(({ key }) => key === of).map(({ cents }) => cents),
    );
    const text = is.length === 0 ? `${amount.text} does not apply again` : amount.text;
    return { ...amount, text, cents: asCents(sumCents(is) - sumCents(was)) };
  });
}
