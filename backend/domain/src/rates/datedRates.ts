import { conflict, unprocessable } from '../kernel/decider.ts';
import { compareDays, type Day, isDay } from '../values/days.ts';

export interface DatedRate {
  /** Cents per reader per month; null for no rate of its own. */
  readonly cents: number | null;
  /** First billing day; null for a rate in force at once. */
  readonly effectiveFrom: Day | null;
}

/** Rates in order of their start: the one in force, then announced ones. */
export type DatedRates<R extends DatedRate> = readonly R[];

/**
 * Adds a rate. It replaces the rate of its own day; rates announced for other days stay (rule B31).
 * @param savedOn billing day of the change. Older events have none and replace all rates from their day on: invoices
 * were priced so at the time.
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

export function withoutAnnounced<R extends DatedRate>(
  rates: DatedRates<R>,
  effectiveFrom: Day,
): DatedRates<R> {
  return rates.filter((rate) => rate.effectiveFrom !== effectiveFrom);
}

/** The rate in force on `day`; undefined before the first one begins. */
export function rateInForce<R extends DatedRate>(rates: DatedRates<R>, day: Day): R | undefined {
  return rates.findLast(
    ({ effectiveFrom }) => effectiveFrom === null || compareDays(effectiveFrom, day) <= 0,
  );
}

/** Rates announced for days after `day`, earliest first. */
export function announcedRates<R extends DatedRate>(rates: DatedRates<R>, day: Day): DatedRates<R> {
  return rates.filter(({ effectiveFrom }) => effectiveFrom !== null && compareDays(effectiveFrom, day) > 0);
}

/** True where a rate is announced for `day`. @throws BusinessRefusal conflict where it is in force already */
export function canCancel<R extends DatedRate>(rates: DatedRates<R>, day: Day, today: Day): boolean {
  if (!rates.some(({ effectiveFrom }) => effectiveFrom === day)) return false;
  if (compareDays(day, today) > 0) return true;
  throw conflict('This rate is in force already. Please set another one instead.');
}

export function isRateOn<R extends DatedRate>(rates: DatedRates<R>, cents: number | null, day: Day): boolean {
  return (rateInForce(rates, day)?.cents ?? null) === cents;
}

/**
 * The day to store with a new rate: null for one in force at once (no day, or today). Refuses a day in the past, since
 * issued invoices never change (rule B26).
 */
export function storedEffectiveFrom(effectiveFrom: Day | null, today: Day): Day | null {
  if (effectiveFrom === null) return null;
  if (!isDay(effectiveFrom)) {
    throw unprocessable('Please give the first day of the new rate', 'effectiveFrom');
  }
  const order = compareDays(effectiveFrom, today);
  if (order < 0) throw unprocessable('A new rate can start today at the earliest', 'effectiveFrom');
  return order === 0 ? null : effectiveFrom;
}
