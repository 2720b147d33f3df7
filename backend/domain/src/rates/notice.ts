import { BusinessRefusal, type Decider } from '../kernel/decider.ts';
import { addDays, compareDays, type Day } from '../values/days.ts';
import { PRICE_NOTICE_DAYS } from '../values/limits.ts';
import type { DatedRate, DatedRates } from './datedRates.ts';
import type { PromotionSettings } from './facts.ts';
import { promotionalEndDate } from './promotionalEndDate.ts';
import { rateFor } from './rateFor.ts';

/** What an account says about the price of its sites' readers. */
export interface AccountTerms {
  readonly rates: DatedRates<DatedRate>;
  readonly promotion: PromotionSettings;
}

/** What a site says about the price of its readers. */
export interface SiteTerms {
  readonly customRates: DatedRates<DatedRate>;
  readonly firstActivatedOn: Day | null;
}

/** What a site pays, by its own terms and those of its account. */
export interface SitePricing {
  readonly site: SiteTerms;
  readonly account: AccountTerms;
}

/** A day from which a site pays another price than it would have. Cents per reader and month. */
export interface PriceChange {
  readonly from: Day;
  readonly beforeCents: number;
  readonly afterCents: number;
}

/** A site that has only what its account gives to all: no rate of its own, and the earliest end of a promotion. */
const PLAIN_SITE: SiteTerms = { customRates: [], firstActivatedOn: '1970-01-01' };

/** The days from `today` on from which the site pays another price `after` a change than `before` it. */
export function priceChanges(before: SitePricing, after: SitePricing, today: Day): readonly PriceChange[] {
  return [today, ...turningDays(before), ...turningDays(after)]
    .filter((day) => compareDays(day, today) >= 0)
    .map((from) => ({ from, beforeCents: priceOn(before, from), afterCents: priceOn(after, from) }))
    .filter(({ beforeCents, afterCents }) => beforeCents !== afterCents);
}

/**
 * How an account's new terms change what its dealer pays. Increases for a site without a rate of its own count where the
 * account has no such site yet: its next one would pay them.
 * @param sites all sites of the account
 */
export function priceChangesOfAccount(
  before: AccountTerms,
  after: AccountTerms,
  sites: readonly SiteTerms[],
  today: Day,
): readonly PriceChange[] {
  const of = (site: SiteTerms) => priceChanges({ site, account: before }, { site, account: after }, today);
  return [...sites.flatMap(of), ...of(PLAIN_SITE).filter(isIncrease)];
}

/**
 * How a changed site changes what its dealer pays. A site that is given to another account is compared with its price
 * until now and with the price that the new account's own terms give it.
 * @param accounts the terms of the account it was of and of the one it is of, which may be the same
 */
export function priceChangesOfSite(
  before: SiteTerms,
  after: SiteTerms,
  accounts: { readonly before: AccountTerms; readonly after: AccountTerms },
  today: Day,
): readonly PriceChange[] {
  // an activation begins the months of a promotion, which is no change of price
  const site = { ...before, firstActivatedOn: after.firstActivatedOn };
  const now = { site: after, account: accounts.after };
  return [...new Set([accounts.before, accounts.after])].flatMap((account) =>
    priceChanges({ site, account }, now, today),
  );
}

export const isIncrease = ({ beforeCents, afterCents }: PriceChange): boolean => afterCents > beforeCents;

/** True where a dealer hears of an increase less than 30 days ahead. */
export function isShortNotice(changes: readonly PriceChange[], today: Day): boolean {
  const promised = addDays(today, PRICE_NOTICE_DAYS);
  return changes.some((change) => isIncrease(change) && compareDays(change.from, promised) < 0);
}

/** What an administrator says about an increase with less notice than the dealer agreement promises. */
export interface ShortNotice {
  readonly shortNoticeConfirmed?: boolean | undefined;
  readonly reason?: string | undefined;
}

/**
 * The decider, which refuses an increase with short notice that is not confirmed or has no reason: compared are the
 * state that is decided on and the one that the decision leaves.
 */
export function withNotice<State, Command, Event>(
  decider: Decider<State, Command, Event>,
  changesOf: (before: State, after: State) => readonly PriceChange[],
  today: Day,
  said: ShortNotice,
): Decider<State, Command, Event> {
  return {
    ...decider,
    decide(command, before) {
      const events = decider.decide(command, before);
      const after = events.reduce((state, event) => decider.evolve(state, event), before);
      if (isShortNotice(changesOf(before, after), today)) refuseUnconfirmed(said);
      return events;
    },
  };
}

function refuseUnconfirmed({ shortNoticeConfirmed, reason }: ShortNotice): void {
  if (shortNoticeConfirmed !== true) {
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

/** The days on which a price may turn: where a rate begins, and after a promotion's last day. */
function turningDays({ site, account }: SitePricing): readonly Day[] {
  const begun = [...site.customRates, ...account.rates].flatMap(({ effectiveFrom }) => effectiveFrom ?? []);
  const lastDay = promotionalEndDate(account.promotion, site.firstActivatedOn);
  return lastDay === null ? begun : [...begun, addDays(lastDay, 1)];
}

/** Cents per reader and month on `day`. */
function priceOn({ site, account }: SitePricing, day: Day): number {
  const because = '';
  const facts = (rates: DatedRates<DatedRate>) => rates.map((rate) => ({ ...rate, because }));
  const { customRates, firstActivatedOn } = site;
  return rateFor(
    {
      customRates: facts(customRates),
      firstActivation: firstActivatedOn === null ? null : { day: firstActivatedOn, because },
    },
    { defaultRates: facts(account.rates), promotion: { ...account.promotion, because } },
    day,
  ).cents;
}
