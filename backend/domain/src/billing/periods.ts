import { addMonthsClamped, type Day, dayOfInstant, firstOfMonth, isDay, startOfDay } from '../values/days.ts';

/** A billing month `YYYY-MM`, billed on its first day (rule B20). */
export type Period = string;

/** A run begins this long after the cut-off, so that the log has every event from before it. */
export const RUN_DELAY_MINUTES = 2;

export function isPeriod(text: string): boolean {
  return /^\d{4}-\d{2}$/.test(text) && isDay(`${text}-01`);
}

/** `text` itself. @throws RangeError where it is no period */
export function asPeriod(text: string): Period {
  if (!isPeriod(text)) throw new RangeError(`Not a billing period (YYYY-MM): ${text}`);
  return text;
}

export function periodOfDay(day: Day): Period {
  return firstOfMonth(day).slice(0, 7);
}

/** The invoice day: the 1st, whose rates hold for the month (rules B6, B20). */
export function firstDayOf(period: Period): Day {
  return `${asPeriod(period)}-01`;
}

export function addPeriods(period: Period, months: number): Period {
  return periodOfDay(addMonthsClamped(firstDayOf(period), months));
}

/** `December 2026`. */
export function formatPeriod(period: Period): string {
  const month = new Date(`${firstDayOf(period)}T00:00:00Z`);
  return month.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** The period in `zone` (BILLING_TZ) at an ISO instant. */
export function periodOfInstant(instant: string, zone: string): Period {
  return periodOfDay(dayOfInstant(instant, zone));
}

/**
 * The 1st at 00:00 in `zone` (BILLING_TZ), as ISO in UTC. A period is billed from the events before it, however late the
 * run is (rule B20).
 */
export function cutOffOf(period: Period, zone: string): string {
  return startOfDay(firstDayOf(period), zone);
}

/** The instant in `zone`, with the zone's common name: `Nov 1, 12:00 AM ET`. */
export function formatCutOff(cutOff: string, zone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'shortGeneric',
  }).format(new Date(cutOff));
}

/** The earliest start of a run with this cut-off, as ISO in UTC. */
export function earliestRun(cutOff: string): string {
  return new Date(Date.parse(cutOff) + RUN_DELAY_MINUTES * 60_000).toISOString();
}

/**
 * The periods to bill at `now`, earliest first: those whose cut-off is after `billedUntil` and whose run may begin. Each
 * month of downtime gives one period; a clock that was set back gives none.
 *
 * @param billedUntil ISO instant, exclusive: cut-off of the last completed run, or the first account's opening
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
