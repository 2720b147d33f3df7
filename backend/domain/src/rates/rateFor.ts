import { compareDays, type Day } from '../values/days.ts';
import { SYSTEM_READER_RATE_CENTS } from '../values/limits.ts';
import { rateInForce } from './datedRates.ts';
import {
  type AccountRateFacts,
  type PromotionFact,
  promotionalEndDate,
  type SiteRateFacts,
} from './facts.ts';

export type RateSource = 'custom' | 'promotional' | 'account' | 'system';

export interface Rate {
  /** Cents per reader per month. */
  readonly cents: number;
  readonly source: RateSource;
  /** Ids of the events that decide it; empty only for the system rate of an account without rate events. */
  readonly because: readonly string[];
}

/**
 * The rate of a site on `day`: the invoice day for an invoice, the next billing date for projected figures (rule B6).
 * The first that applies (rule B3):
 *
 * 1. `custom`: the site's own rate, 0 included (rule B17)
 * 2. `promotional`: the promotion is on, has begun, and `day` is not after the site's promotional end date (rule B5)
 * 3. `account`: the account's default
 * 4. `system`: $7.00, only where no rate is set (rule B1)
 *
 * A site that was never active counts as activated on `day`. Pages, projections, invoices and replays all call this.
 */
export function rateFor(site: SiteRateFacts, account: AccountRateFacts, day: Day): Rate {
  const custom = rateInForce(site.customRates, day);
  if (custom && custom.cents !== null)
    return { cents: custom.cents, source: 'custom', because: [custom.because] };

  const promotional = account.promotion && promotionalRate(account.promotion, site.firstActivation, day);
  if (promotional) return promotional;

  const standard = rateInForce(account.defaultRates, day);
  if (standard && standard.cents !== null) {
    return { cents: standard.cents, source: 'account', because: [standard.because] };
  }
  return { cents: SYSTEM_READER_RATE_CENTS, source: 'system', because: standard ? [standard.because] : [] };
}

function promotionalRate(
  promotion: PromotionFact,
  activation: SiteRateFacts['firstActivation'],
  day: Day,
): Rate | null {
  const { rateCents, startDate, because } = promotion;
  const end = promotionalEndDate(promotion, activation?.day ?? day);
  if (rateCents === null || startDate === null || end === null) return null;
  if (compareDays(day, startDate) < 0 || compareDays(day, end) > 0) return null;
  return {
    cents: rateCents,
    source: 'promotional',
    because: activation ? [because, activation.because] : [because],
  };
}
