import { addMonthsClamped, type Day, laterDay } from '../values/days.ts';
import type { PromotionSettings } from './facts.ts';

/**
 * The last day of a site's promotional rate (rule B5); null where no promotion is on or the site was never active.
 * Derived from the current terms, so that a changed promotion moves the end date of all sites.
 */
export function promotionalEndDate(
  promotion: Pick<PromotionSettings, 'active' | 'months' | 'startDate'> | null,
  firstActivatedOn: Day | null,
): Day | null {
  if (!promotion?.active || promotion.startDate === null || firstActivatedOn === null) return null;
  return addMonthsClamped(laterDay(promotion.startDate, firstActivatedOn), promotion.months);
}
