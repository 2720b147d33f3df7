import { US_STATES } from './choices.ts';
import { shareOfCents } from './money.ts';

/** Of a rate of sales tax: millionths of the price. */
const WHOLE = 1_000_000;

/** Cents of tax on a price, rounded half up; none on one of 0 or below, which gives back what was taxed. */
export const taxOnCents = (priceCents: number, rate: number): number =>
  priceCents <= 0 ? 0 : shareOfCents(priceCents, rate, WHOLE);

/** `8.25%` of 82,500 millionths. */
export function formatTaxRate(rate: number): string {
  const digits = String(rate).padStart(5, '0');
  const percent = `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, '');
  return `${percent}%`;
}

/** Millionths of a percentage with at most four decimals, e.g. `8.25`; null for other text. */
export function taxRateOf(percent: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(percent.trim()) ?? [];
  return whole === undefined ? null : Number(whole) * 10_000 + Number(fraction.padEnd(4, '0'));
}

/** What a line of sales tax is called, on invoices and orders. */
export function taxLineName(state: string, rate: number, isExempt = false): string {
  const name = (US_STATES as Readonly<Record<string, string>>)[state] ?? state;
  return `Sales tax, ${name} ${formatTaxRate(rate)}${isExempt ? ' (exempt)' : ''}`;
}
