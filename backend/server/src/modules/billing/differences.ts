import type { Adjustment, InvoiceLine, LineSource } from '@portal/domain';
import { asCents, formatDollars } from '@portal/domain/values';

export interface Charges {
  readonly lines: readonly InvoiceLine[];
  readonly adjustments: readonly Adjustment[];
}

/** A reason why a month differs from the one before. */
export interface Difference {
  /** In plain words, e.g. `Harbor Gate: 12 → 16 readers, +$26.00`. */
  readonly text: string;
  readonly cents: number;
}

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
  const earlier = new Map(before.lines.map((line) => [keyOf(line), line]));
  const later = new Map(after.lines.map((line) => [keyOf(line), line]));
  return [
    ...after.lines.flatMap((line) => {
      const known = earlier.get(keyOf(line));
      return known === undefined ? [joined(line)] : changed(known, line);
    }),
    ...before.lines.filter((line) => !later.has(keyOf(line))).map(left),
    ...after.adjustments.map(taken),
    ...before.adjustments.map(over),
  ];
}

const keyOf = ({ siteId, name }: InvoiceLine) => siteId ?? `line ${name}`;

function difference(text: string, cents: number): Difference {
  return {
    text: `${text}, ${cents < 0 ? '-' : '+'}${formatDollars(Math.abs(cents))}`,
    cents: asCents(cents),
  };
}

const readersAt = ({ readers, rateCents }: InvoiceLine) =>
  `${readers} ${readers === 1 ? 'reader' : 'readers'} at ${formatDollars(rateCents)}`;

const joined = (line: InvoiceLine) =>
  line.source === 'line'
    ? difference(`${line.name} was added`, line.amountCents)
    : difference(`${line.name} was not billed last month: ${readersAt(line)}`, line.amountCents);

const left = (line: InvoiceLine) =>
  line.source === 'line'
    ? difference(`${line.name} was added last month`, -line.amountCents)
    : difference(`${line.name} is no longer billed: ${readersAt(line)}`, -line.amountCents);

function changed(before: InvoiceLine, after: InvoiceLine): readonly Difference[] {
  const parts: string[] = [];
  if (before.readers !== after.readers) parts.push(`${before.readers} → ${after.readers} readers`);
  if (before.rateCents !== after.rateCents) {
    const [from, to] = [formatDollars(before.rateCents), formatDollars(after.rateCents)];
    parts.push(`${from} → ${to} per reader (${SOURCES[after.source]})`);
  }
  if (parts.length === 0) return [];
  return [difference(`${after.name}: ${parts.join(', ')}`, after.amountCents - before.amountCents)];
}

const taken = ({ kind, invoiceNumber, amountCents }: Adjustment) =>
  difference(
    kind === 'credit' ? `Credit of ${invoiceNumber}` : `Carried over from ${invoiceNumber}`,
    amountCents,
  );

const over = ({ kind, invoiceNumber, amountCents }: Adjustment) =>
  difference(
    kind === 'credit'
      ? `Last month's credit of ${invoiceNumber} is used`
      : `Last month had an amount of ${invoiceNumber} carried over`,
    -amountCents,
  );
