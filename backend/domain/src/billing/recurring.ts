import { rateChangeDays } from '../rates/facts.ts';
import type { Day } from '../values/days.ts';
import { asCents } from '../values/money.ts';
import type { AccountBillingFacts } from './accountFacts.ts';
import { lineFor } from './charges.ts';
import { cutOffOf, firstDayOf, type Period } from './periods.ts';
import type { SiteBillingFacts } from './siteFacts.ts';

/** Why monthly recurring revenue changed, in the order of a report. */
export const RECURRING_CAUSES = [
  'new',
  'lost',
  'readers_added',
  'readers_removed',
  'rate',
  'promotion',
] as const;
export type RecurringCause = (typeof RECURRING_CAUSES)[number];

/** Facts from one event until another one: ISO instants, the end excluded; null for current ones. */
export interface Held<Facts> {
  readonly facts: Facts;
  readonly fromAt: string;
  readonly untilAt: string | null;
}

/** When a month's invoices are priced: from the events before `cutOff`, at the rates of `day`. */
export interface BillingPoint {
  readonly day: Day;
  /** ISO instant, exclusive. */
  readonly cutOff: string;
}

/** @param zone BILLING_TZ */
export const billingPoint = (period: Period, zone: string): BillingPoint => ({
  day: firstDayOf(period),
  cutOff: cutOffOf(period, zone),
});

/** What a site is charged each month, in cents, and in which mode. */
export interface RecurringCharge {
  readonly isDemo: boolean;
  readonly readers: number;
  readonly rateCents: number;
  readonly cents: number;
  readonly source: 'custom' | 'promotional' | 'standard';
}

const heldAt = <Facts>(history: readonly Held<Facts>[], { cutOff }: BillingPoint): Facts | undefined =>
  history.findLast(({ fromAt, untilAt }) => fromAt < cutOff && (untilAt === null || untilAt >= cutOff))
    ?.facts;

/**
 * What the runs of these months charge for a site of a company (the line is that of the invoice); null where one charges
 * nothing: the site is not active, or not the company's. Priced anew only where facts or rate may have changed, so that
 * equal neighbors are one object.
 * @param site its facts while it was the company's
 * @param points the earliest first
 */
export function recurringCharges(
  site: readonly Held<SiteBillingFacts>[],
  account: readonly Held<AccountBillingFacts>[],
  points: readonly BillingPoint[],
): readonly (RecurringCharge | null)[] {
  let facts: SiteBillingFacts | undefined;
  let company: AccountBillingFacts | undefined;
  let changes: readonly Day[] = [];
  let charge: RecurringCharge | null = null;
  let last: Day = '';
  return points.map((point) => {
    const { day } = point;
    const nextFacts = heldAt(site, point);
    const nextCompany = heldAt(account, point);
    const isSame = nextFacts === facts && nextCompany === company;
    if (!isSame || changes.some((change) => change > last && change <= day)) {
      facts = nextFacts;
      company = nextCompany;
      charge = null;
      changes = [];
      if (facts?.status === 'active' && company !== undefined) {
        charge = chargeOn(facts, company, day);
        changes = rateChangeDays(facts.rates, company.rates);
      }
    }
    last = day;
    return charge;
  });
}

function chargeOn(facts: SiteBillingFacts, company: AccountBillingFacts, day: Day): RecurringCharge {
  const { readers, rateCents, amountCents: cents, source: of } = lineFor(facts, company.rates, day);
  const source = of === 'custom' || of === 'promotional' ? of : 'standard';
  return { isDemo: company.isDemo, readers, rateCents, cents, source };
}

/** Cents by cause; a loss is below 0. */
export type RecurringMovements = Readonly<Partial<Record<RecurringCause, number>>>;

/**
 * Why a site's charge in one mode changed between two points. The causes add up to the difference: readers count at the
 * earlier rate, the change of the rate at the later readers. A site that changes its company or mode is lost in one and
 * new in the other. A rate of the site's own, set or ended, is a change of rate, not of the promotion (rule B3).
 */
export function recurringMovements(
  before: RecurringCharge | null,
  after: RecurringCharge | null,
): RecurringMovements {
  if (before === after) return {};
  if (before === null) return after === null ? {} : { new: after.cents };
  if (after === null) return { lost: 0 - before.cents };
  const readers = asCents((after.readers - before.readers) * before.rateCents);
  const rate = asCents((after.rateCents - before.rateCents) * after.readers);
  const sources = [before.source, after.source];
  const isPromotion = sources.includes('promotional') && !sources.includes('custom');
  return {
    [readers < 0 ? 'readers_removed' : 'readers_added']: readers,
    [isPromotion ? 'promotion' : 'rate']: rate,
  };
}

/** The charge if it is of this mode. */
export const chargeInMode = (charge: RecurringCharge | null, isDemo: boolean): RecurringCharge | null =>
  charge?.isDemo === isDemo ? charge : null;
