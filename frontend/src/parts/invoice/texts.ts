import type { BillingSummary, InvoiceItem } from '@portal/contract';
import { dateText, dollarsText } from '../../shared/text.ts';

/** The estimated next invoice; null: unknown. */
export const estimateText = (dollars: number | null): string =>
  dollars === null ? 'Not available' : dollarsText(dollars);

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

export type AnnouncedRate = BillingSummary['announced_rates'][number];

/** An announced rate as a sentence. @param whose default rate: `Your` for dealers, `The` for administrators */
export function announcedRateText(
  { site_id, site_name, rate, effective_from }: AnnouncedRate,
  whose: 'Your' | 'The',
): string {
  const sites = whose === 'Your' ? 'one of your sites' : 'a site';
  const subject =
    site_id === null ? `${whose} default reader rate` : `The reader rate of ${site_name ?? sites}`;
  const becomes =
    rate === null
      ? `follows ${whose.toLowerCase()} default rate again`
      : `becomes ${dollarsText(rate)} per reader and month`;
  return `${subject} ${becomes} from ${dateText(effective_from)}.`;
}
