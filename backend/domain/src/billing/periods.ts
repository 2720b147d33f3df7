import { addMonthsClamped, type Day, dayOfInstant, firstOfMonth, isDay, startOfDay } from '../values/days.ts';

/** A billing month `YYYY-MM`; billed in advance, on its first day (rule B20). */
export type Period = string;

/** A run begins this long after the cut-off, so that what was decided before it is in the log. */
export const RUN_DELAY_MINUTES = 2;

export function isPeriod(text: string): boolean {
  return /^\d{4}-\d{2}$/.test(text) && isDay(`${text}-01`);
}

/** `text` itself; throws a RangeError where it is no month. */
export function asPeriod(text: string): Period {
  if (!isPeriod(text)) throw new RangeError(`Not a billing period (YYYY-MM): ${text}`);
  return text;
}

/** The month a day is in. */
export function periodOfDay(day: Day): Period {
  return firstOfMonth(day).slice(0, 7);
}

/** The invoice day: the 1st, on which rates are judged (rules B6, B20). */
export function firstDayOf(period: Period): Day {
  return `${asPeriod(period)}-01`;
}

/** `months` later, earlier where negative. */
export function addPeriods(period: Period, months: number): Period {
  return periodOfDay(addMonthsClamped(firstDayOf(period), months));
}

/** The month it is in `zone` (BILLING_TZ) at an ISO instant. */
export function periodOfInstant(instant: string, zone: string): Period {
  return periodOfDay(dayOfInstant(instant, zone));
}

/**
 * The instant whose state a period is billed from, however late the run is (rule B20): the 1st at 00:00 in
 * `zone` (BILLING_TZ), as ISO in UTC. Facts recorded before it count, those at it or after it don't.
 */
export function cutOffOf(period: Period, zone: string): string {
  return startOfDay(firstDayOf(period), zone);
}

/** The first instant at which a run with this cut-off may begin, as ISO in UTC. */
export function earliestRun(cutOff: string): string {
  return new Date(Date.parse(cutOff) + RUN_DELAY_MINUTES * 60_000).toISOString();
}

/**
 * The periods to bill at `now`, earliest first: those whose cut-off came after `billedUntil` (the cut-off of the last
 * completed run, or the instant the first account opened) and whose run may begin. Months of down-time give one
 * period each, a clock that was set back gives none.
 *
 * @param billedUntil ISO instant, exclusive
 * @param now ISO instant
 */
export function missedPeriods(billedUntil: string, now: string, zone: string): readonly Period[] {
  const missed: Period[] = [];
  const last = periodOfInstant(now, zone);
  let period = addPeriods(periodOfInstant(billedUntil, zone), 1);
  while (period <= last) {
    if (Date.parse(earliestRun(cutOffOf(period, zone))) <= Date.parse(now)) missed.push(period);
    period = addPeriods(period, 1);
  }
  return missed;
}
