import { type AccountRateFacts, promotionalEndDate, rateFor } from '@portal/domain';
import { addDays, type Day } from '@portal/domain/values';
import type { SiteBillingFacts } from './siteBillingFacts.ts';

/** Before any day that a fact can name. */
const EVER: Day = '1000-01-01';

/** What an account's sites come to a month, judged on any day from this one on. */
export interface MonthlyStep {
  readonly from: Day;
  /** Cents a month for active sites: the projected monthly invoice (S2-9). */
  readonly active: number;
  /** Cents a month that pending sites would add (rule B7). */
  readonly pending: number;
}

/** The monthly total of an account as a function of the billing day: one step wherever it changes. */
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

/** Every day on which some rate may begin or end, earliest first. */
function daysOfChange(account: AccountRateFacts, sites: readonly SiteBillingFacts[]): readonly Day[] {
  const days = new Set<Day>([EVER]);
  const { promotion } = account;
  for (const { effectiveFrom } of account.defaultRates) if (effectiveFrom !== null) days.add(effectiveFrom);
  // A site that was never active is judged as if activated on the day in question: no end to come.
  if (promotion?.active && promotion.startDate !== null) days.add(promotion.startDate);
  for (const { customRates, firstActivation } of sites) {
    for (const { effectiveFrom } of customRates) if (effectiveFrom !== null) days.add(effectiveFrom);
    const end = promotionalEndDate(promotion, firstActivation?.day ?? null);
    if (end !== null) days.add(addDays(end, 1));
  }
  return [...days].sort();
}

function totalOn(account: AccountRateFacts, sites: readonly SiteBillingFacts[], day: Day): number {
  return sites.reduce((sum, site) => sum + site.readers * rateFor(site, account, day).cents, 0);
}

/** The step that holds on a day. */
export function stepOn(steps: readonly MonthlyStep[], day: Day): MonthlyStep {
  return steps.findLast(({ from }) => from <= day) ?? { from: EVER, active: 0, pending: 0 };
}
