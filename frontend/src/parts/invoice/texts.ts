import type { InvoiceDifferences, InvoiceItem } from '@portal/contract';
import { addMonths, dollarsText, formatMonth } from '../../shared/text.ts';

/** The address of an invoice's page. */
export const invoicePage = (id: string) => `/invoicing/${encodeURIComponent(id)}`;

/** The estimated next invoice; null: unknown. */
export const estimateText = (dollars: number | null): string =>
  dollars === null ? 'Not available' : dollarsText(dollars);

/** An amount of the API with its sign: `+$25.00`. */
export const signedText = (dollars: number): string => `${dollars > 0 ? '+' : ''}${dollarsText(dollars)}`;

/** `$25.00 more than October`; the year is named unless the invoice before is of the month before. */
export function changeText(
  { before, difference, period }: InvoiceDifferences,
  what: 'invoice' | 'estimate',
): string {
  const subject = what === 'estimate' ? 'Next invoice: ' : '';
  if (before === null) return what === 'estimate' ? 'Next invoice: the first one' : 'The first invoice';
  const month = formatMonth(before.period);
  const than = before.period === addMonths(period, -1) ? month.replace(/ \d+$/, '') : month;
  if (difference === 0) return `${subject}${subject === '' ? 'T' : 't'}he same total as ${than}`;
  const amount = dollarsText(Math.abs(difference));
  return `${subject}${amount} ${difference > 0 ? 'more' : 'less'} than ${than}`;
}

type Source = NonNullable<InvoiceItem['rate_source']>;

/** The reasons of a rate (S2-9), as dealers read them. */
export const RATE_REASONS: Readonly<Record<Source, string>> = {
  custom: 'Rate agreed for this site',
  promotional: 'Promotional rate',
  account: 'Your default rate',
  system: 'Standard rate',
  corrected: 'Corrected rate',
  line: 'Added to this invoice',
};
