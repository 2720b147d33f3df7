import type { Day } from '../values/days.ts';
import type { DatedRate, DatedRates } from './datedRates.ts';

/** A saved rate and the id of the event that says so. */
export interface RateFact extends DatedRate {
  readonly because: string;
}

/** What the rate of a site depends on, from the site's own stream. */
export interface SiteRateFacts {
  readonly customRates: DatedRates<RateFact>;
  /** The first activation, which no reactivation moves (rule B5); null for a site that was never active. */
  readonly firstActivation: { readonly day: Day; readonly because: string } | null;
}

/** Promotional pricing as far as it decides a rate. */
export interface PromotionSettings {
  readonly active: boolean;
  /** Cents per reader and month; null only while the promotion is off and none was ever set. */
  readonly rateCents: number | null;
  readonly months: number;
  /** The day the promotion began; null while it is off. */
  readonly startDate: Day | null;
}

/** Promotional pricing as last saved. */
export interface PromotionFact extends PromotionSettings {
  readonly because: string;
}

/** What the rates of an account's sites depend on, from the account's stream. */
export interface AccountRateFacts {
  readonly defaultRates: DatedRates<RateFact>;
  readonly promotion: PromotionFact | null;
}

export const NO_SITE_RATE_FACTS: SiteRateFacts = { customRates: [], firstActivation: null };
export const NO_ACCOUNT_RATE_FACTS: AccountRateFacts = { defaultRates: [], promotion: null };
