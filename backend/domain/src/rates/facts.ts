import { addDays, addMonthsClamped, type Day, laterDay } from '../values/days.ts';
import type { DatedRate, DatedRates } from './datedRates.ts';

/** A rate and the id of its event. */
export interface RateFact extends DatedRate {
  readonly because: string;
}

/** A site's facts that decide its rate. */
export interface SiteRateFacts {
  readonly customRates: DatedRates<RateFact>;
  /** Reactivations don't move it (rule B5); null for a site that was never active. */
  readonly firstActivation: { readonly day: Day; readonly because: string } | null;
}

export interface PromotionSettings {
  readonly active: boolean;
  /** Cents per reader per month; null only while the promotion is off and no rate was ever set. */
  readonly rateCents: number | null;
  readonly months: number;
  /** Null while the promotion is off. */
  readonly startDate: Day | null;
}

export interface PromotionFact extends PromotionSettings {
  readonly because: string;
}

/** An account's facts that decide its sites' rates. */
export interface AccountRateFacts {
  readonly defaultRates: DatedRates<RateFact>;
  readonly promotion: PromotionFact | null;
}

export const NO_SITE_RATE_FACTS: SiteRateFacts = { customRates: [], firstActivation: null };
export const NO_ACCOUNT_RATE_FACTS: AccountRateFacts = { defaultRates: [], promotion: null };

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

/** Days on which the rate of a site may change by these facts, in no particular order. */
export function rateChangeDays(site: SiteRateFacts, account: AccountRateFacts): readonly Day[] {
  const { promotion, defaultRates } = account;
  const days = [...defaultRates, ...site.customRates].flatMap(({ effectiveFrom }) => effectiveFrom ?? []);
  // a site that was never active counts as activated on the billing day: its promotion has no end yet
  if (promotion?.active && promotion.startDate !== null) days.push(promotion.startDate);
  const end = promotionalEndDate(promotion, site.firstActivation?.day ?? null);
  if (end !== null) days.push(addDays(end, 1));
  return days;
}
