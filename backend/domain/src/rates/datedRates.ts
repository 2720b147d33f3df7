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
 * Adds a saved rate: it holds from its day on, so whatever was announced for that day or later is replaced.
 * A rate that holds at once therefore takes back every announcement.
 */
export function withRate<R extends DatedRate>(rates: DatedRates<R>, rate: R): DatedRates<R> {
  const { effectiveFrom } = rate;
  if (effectiveFrom === null) return [rate];
  const stays = ({ effectiveFrom: from }: R) => from === null || compareDays(from, effectiveFrom) < 0;
  return [...rates.filter(stays), rate];
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

/** True where `cents` is the rate from `day` on already, without another one announced: saving it changes nothing. */
export function isRateFrom<R extends DatedRate>(
  rates: DatedRates<R>,
  cents: number | null,
  day: Day,
): boolean {
  return (rateInForce(rates, day)?.cents ?? null) === cents && announcedRates(rates, day).length === 0;
}
