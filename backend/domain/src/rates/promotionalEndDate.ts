import { addMonthsClamped, type Day, laterDay } from '../values/days.ts';

/** The terms of a promotion that set its end. */
export interface PromotionTerms {
  readonly active: boolean;
  readonly months: number;
  readonly startDate: Day | null;
}

/**
 * The last day on which a site has the promotional rate (rule B5): the later of the promotion's start and
 * the site's first activation, plus the promotional months, clamped to the month's end. That day still counts.
 * Null where no promotion is on or the site was never active. Computed from the terms as they are now, so a
 * changed promotion moves the end of all its sites; a reactivation moves none.
 */
export function promotionalEndDate(
  promotion: PromotionTerms | null,
  firstActivatedOn: Day | null,
): Day | null {
  if (!promotion?.active || promotion.startDate === null || firstActivatedOn === null) return null;
  return addMonthsClamped(laterDay(promotion.startDate, firstActivatedOn), promotion.months);
}
