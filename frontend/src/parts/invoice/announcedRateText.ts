import type { BillingSummary } from '@portal/contract';
import { dateText, dollarsText } from '../../shared/text.ts';

export type AnnouncedRate = BillingSummary['announced_rates'][number];

/** What changes and when, in a sentence. @param whose before 'default reader rate': `Your`, `The` */
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
