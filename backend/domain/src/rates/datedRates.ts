import { BusinessRefusal } from '../kernel/decider.ts';
import { compareDays, type Day } from '../values/days.ts';

/** A rate and the day it holds from. */
export interface DatedRate {
  /** Cents per reader and month; null for 'no rate set here'. */
  readonly cents: number | null;
  /** First billing day at this rate; null for a rate that holds at once. */
  readonly effectiveFrom: Day | null;
}

/** Rates in the order they begin: the one in force and those announced after it. */
export type DatedRates<R extends DatedRate> = readonly R[];

/**
 * Adds a saved rate. It replaces the rate of its own day; rates announced for other days stand.
 * @param savedOn billing day on which it was saved. Events stored without one replace all rates of their day and later,
 * which is how the invoices of their time were priced.
 */
export function withRate<R extends DatedRate>(rates: DatedRates<R>, rate: R, savedOn?: Day): DatedRates<R> {
  const { effectiveFrom } = rate;
  if (effectiveFrom === null) {
    return savedOn === undefined ? [rate] : [rate, ...announcedRates(rates, savedOn)];
  }
  const isBefore = ({ effectiveFrom: from }: R) => from === null || compareDays(from, effectiveFrom) < 0;
  const later = savedOn === undefined ? [] : announcedRates(rates, effectiveFrom);
  return [...rates.filter(isBefore), rate, ...later];
}

/** The rates without the one announced for `effectiveFrom`. */
export function withoutAnnounced<R extends DatedRate>(
  rates: DatedRates<R>,
  effectiveFrom: Day,
): DatedRates<R> {
  return rates.filter((rate) => rate.effectiveFrom !== effectiveFrom);
}

/** The rate in force on `day`: the last one that has begun by then; undefined before the first. */
export function rateInForce<R extends DatedRate>(rates: DatedRates<R>, day: Day): R | undefined {
  return rates.findLast(
    ({ effectiveFrom }) => effectiveFrom === null || compareDays(effectiveFrom, day) <= 0,
  );
}

/** Rates announced for days after `day`, earliest first. */
export function announcedRates<R extends DatedRate>(rates: DatedRates<R>, day: Day): DatedRates<R> {
  return rates.filter(({ effectiveFrom }) => effectiveFrom !== null && compareDays(effectiveFrom, day) > 0);
}

/**
 * True where a rate is announced for `day`, so that it can be canceled.
 * @throws BusinessRefusal conflict where it has begun
 */
export function canCancel<R extends DatedRate>(rates: DatedRates<R>, day: Day, today: Day): boolean {
  if (!rates.some(({ effectiveFrom }) => effectiveFrom === day)) return false;
  if (compareDays(day, today) > 0) return true;
  throw new BusinessRefusal('conflict', 'This rate is in force already. Please set another one instead.');
}

/** True where `cents` is the rate on `day` already: saving it changes nothing. */
export function isRateOn<R extends DatedRate>(rates: DatedRates<R>, cents: number | null, day: Day): boolean {
  return (rateInForce(rates, day)?.cents ?? null) === cents;
}
