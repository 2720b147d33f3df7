import {
  type AccountRateFacts,
  rateChangeDays,
  rateFor,
  type SiteRateFacts,
  type SiteStatus,
} from '@portal/domain';
import type { Day } from '@portal/domain/values';

/** Facts of a site that the projected invoice depends on. */
export interface SiteBillingFacts extends SiteRateFacts {
  readonly status: SiteStatus;
  readonly readers: number;
}

/** Before any day in a fact. */
const START: Day = '1000-01-01';

/** Monthly totals of an account's sites on any billing day from `from` on. */
export interface MonthlyStep {
  readonly from: Day;
  /** Cents per month for active sites: the projected monthly invoice (S2-9). */
  readonly active: number;
  /** Cents per month that pending sites would add (rule B7). */
  readonly pending: number;
}

/** An account's monthly totals by billing day: one step per change. */
export function monthlySteps(
  account: AccountRateFacts,
  active: readonly SiteBillingFacts[],
  pending: readonly SiteBillingFacts[],
): readonly MonthlyStep[] {
  const steps: MonthlyStep[] = [];
  for (const from of daysOfChange(account, [...active, ...pending])) {
    const step = { from, active: totalOn(account, active, from), pending: totalOn(account, pending, from) };
    const before = steps.at(-1);
    if (before?.active !== step.active || before.pending !== step.pending) steps.push(step);
  }
  return steps;
}

/** Days on which a rate may begin or end, earliest first. */
function daysOfChange(account: AccountRateFacts, sites: readonly SiteBillingFacts[]): readonly Day[] {
  const days = new Set<Day>([START]);
  for (const site of sites) for (const day of rateChangeDays(site, account)) days.add(day);
  return [...days].sort();
}

function totalOn(account: AccountRateFacts, sites: readonly SiteBillingFacts[], day: Day): number {
  return sites.reduce((sum, site) => sum + site.readers * rateFor(site, account, day).cents, 0);
}
