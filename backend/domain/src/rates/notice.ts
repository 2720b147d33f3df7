import type { Promotion } from '../account/account.ts';
import { BusinessRefusal } from '../decider.ts';
import { addDays, compareDays, type Day } from '../values/days.ts';
import { PRICE_NOTICE_DAYS, SYSTEM_READER_RATE_CENTS } from '../values/limits.ts';
import { type DatedRate, type DatedRates, rateInForce, withoutAnnounced } from './datedRates.ts';
import { rateFor } from './rateFor.ts';

interface AccountTerms {
  readonly rates: DatedRates<DatedRate>;
  readonly promotion: Promotion;
}

interface SiteTerms {
  readonly customRates: DatedRates<DatedRate>;
  readonly firstActivatedOn: Day | null;
}

/** A rate that is about to be saved. Cents per reader and month; `effectiveFrom` null for at once. */
export interface NewRate {
  readonly rateCents: number | null;
  readonly effectiveFrom: Day | null;
}

/** What holds from `effectiveFrom` on if the rate announced for that day is canceled. */
export function rateOnceCanceled(rates: DatedRates<DatedRate>, effectiveFrom: Day): NewRate {
  const before = rateInForce(withoutAnnounced(rates, effectiveFrom), effectiveFrom);
  return { rateCents: before?.cents ?? null, effectiveFrom };
}

const isSoon = (from: Day, today: Day) => compareDays(from, addDays(today, PRICE_NOTICE_DAYS)) < 0;

/** True where a new default rate is an increase that dealers hear of less than 30 days ahead. */
export function isShortNoticeOfDefault(
  { rates }: AccountTerms,
  { rateCents, effectiveFrom }: NewRate,
  today: Day,
): boolean {
  const from = effectiveFrom ?? today;
  const before = rateInForce(rates, from)?.cents ?? SYSTEM_READER_RATE_CENTS;
  return isSoon(from, today) && (rateCents ?? SYSTEM_READER_RATE_CENTS) > before;
}

/** True where a new rate of a site is an increase that its dealer hears of less than 30 days ahead. */
export function isShortNoticeOfSite(
  site: SiteTerms,
  account: AccountTerms,
  { rateCents, effectiveFrom }: NewRate,
  today: Day,
): boolean {
  const from = effectiveFrom ?? today;
  const after = rateCents ?? rateOn({ ...site, customRates: [] }, account, from);
  return isSoon(from, today) && after > rateOn(site, account, from);
}

/** True where new promotional terms, which hold at once, raise or shorten a promotion that is on. */
export function isShortNoticeOfPromotion(
  before: Promotion,
  after: Pick<Promotion, 'active' | 'rateCents' | 'months'>,
): boolean {
  if (!before.active) return false;
  return !after.active || (after.rateCents ?? 0) > (before.rateCents ?? 0) || after.months < before.months;
}

/** Cents per reader and month on `day`. */
function rateOn({ customRates, firstActivatedOn }: SiteTerms, account: AccountTerms, day: Day): number {
  const because = '';
  const facts = (rates: DatedRates<DatedRate>) => rates.map((rate) => ({ ...rate, because }));
  return rateFor(
    {
      customRates: facts(customRates),
      firstActivation: firstActivatedOn === null ? null : { day: firstActivatedOn, because },
    },
    { defaultRates: facts(account.rates), promotion: { ...account.promotion, because } },
    day,
  ).cents;
}

/**
 * The dealer agreement promises 30 days' notice of an increase; shorter notice needs a confirmation and a reason.
 * @throws BusinessRefusal unprocessable, on `confirm_short_notice` or `reason`
 */
export function refuseUnconfirmedShortNotice(isShort: boolean, confirmed: boolean, reason?: string): void {
  if (!isShort) return;
  if (!confirmed) {
    throw new BusinessRefusal(
      'unprocessable',
      `This raises the price with less than ${PRICE_NOTICE_DAYS} days' notice. Please confirm it and give a reason.`,
      'confirm_short_notice',
    );
  }
  if (!reason) {
    throw new BusinessRefusal('unprocessable', 'Please give the reason for the short notice', 'reason');
  }
}
