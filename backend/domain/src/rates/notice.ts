import { type Decider, unprocessable } from '../kernel/decider.ts';
import { addDays, compareDays, type Day } from '../values/days.ts';
import { PRICE_NOTICE_DAYS } from '../values/limits.ts';
import type { DatedRate, DatedRates } from './datedRates.ts';
import { type PromotionSettings, promotionalEndDate } from './facts.ts';
import { rateFor } from './rateFor.ts';

/** An account's terms that decide the price of readers. */
export interface AccountTerms {
  readonly rates: DatedRates<DatedRate>;
  readonly promotion: PromotionSettings;
}

/** A site's terms that decide the price of its readers. */
export interface SiteTerms {
  readonly customRates: DatedRates<DatedRate>;
  readonly firstActivatedOn: Day | null;
}

export interface SitePricing {
  readonly site: SiteTerms;
  readonly account: AccountTerms;
}

/** From this day on a site's price differs. Cents per reader per month. */
export interface PriceChange {
  readonly from: Day;
  readonly beforeCents: number;
  readonly afterCents: number;
}

/** A site without a rate of its own, whose promotional end date is the earliest possible. */
const PLAIN_SITE: SiteTerms = { customRates: [], firstActivatedOn: '1970-01-01' };

/** The days from `today` on at which the price after a change differs from the price before it. */
export function priceChanges(before: SitePricing, after: SitePricing, today: Day): readonly PriceChange[] {
  return [today, ...daysOfChange(before), ...daysOfChange(after)]
    .filter((day) => compareDays(day, today) >= 0)
    .map((from) => ({ from, beforeCents: priceOn(before, from), afterCents: priceOn(after, from) }))
    .filter(({ beforeCents, afterCents }) => beforeCents !== afterCents);
}

/**
 * Price changes from an account's new terms. An increase for sites without a rate of their own also counts where the
 * account has no such site: its next one would pay it.
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
 * Price changes of a changed site. A site that moves to another account is compared with its price before, and with the
 * price that the new account's own terms would give it.
 * @param accounts terms of its account before and after, which may be the same
 */
export function priceChangesOfSite(
  before: SiteTerms,
  after: SiteTerms,
  accounts: { readonly before: AccountTerms; readonly after: AccountTerms },
  today: Day,
): readonly PriceChange[] {
  // an activation starts the promotional months; that is no change of price
  const site = { ...before, firstActivatedOn: after.firstActivatedOn };
  const now = { site: after, account: accounts.after };
  return [...new Set([accounts.before, accounts.after])].flatMap((account) =>
    priceChanges({ site, account }, now, today),
  );
}

export const isIncrease = ({ beforeCents, afterCents }: PriceChange): boolean => afterCents > beforeCents;

/** True for an increase with less than 30 days' notice. */
export function isShortNotice(changes: readonly PriceChange[], today: Day): boolean {
  const promised = addDays(today, PRICE_NOTICE_DAYS);
  return changes.some((change) => isIncrease(change) && compareDays(change.from, promised) < 0);
}

/** An administrator's confirmation of an increase with less than 30 days' notice (rule B31). */
export interface ShortNotice {
  readonly shortNoticeConfirmed?: boolean | undefined;
  readonly reason?: string | undefined;
}

/** The decider, which also refuses an increase with short notice that is not confirmed with a reason. */
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
    throw unprocessable(
      `This raises the price with less than ${PRICE_NOTICE_DAYS} days' notice. Please confirm it and give a reason.`,
      'confirmShortNotice',
    );
  }
  if (!reason) throw unprocessable('Please give the reason for the short notice', 'reason');
}

/** The days on which a price may change: when a rate begins, and after a promotion's last day. */
function daysOfChange({ site, account }: SitePricing): readonly Day[] {
  const begun = [...site.customRates, ...account.rates].flatMap(({ effectiveFrom }) => effectiveFrom ?? []);
  const lastDay = promotionalEndDate(account.promotion, site.firstActivatedOn);
  return lastDay === null ? begun : [...begun, addDays(lastDay, 1)];
}

/** Cents per reader per month on `day`. */
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
