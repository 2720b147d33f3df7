import type { Random } from './random.ts';

const DAY_MS = 86_400_000;
/** Working hours on the east coast of the United States, in UTC. */
const OPENS = 14;
const CLOSES = 21;

/** Midnight (UTC), `days` days earlier. */
export function daysBefore(until: Date, days: number): Date {
  return new Date(Math.floor(until.getTime() / DAY_MS) * DAY_MS - days * DAY_MS);
}

/** A time in working hours on this day or the next workday. */
function atWork(random: Random, day: Date): Date {
  let midnight = daysBefore(day, 0).getTime();
  while ([0, 6].includes(new Date(midnight).getUTCDay())) midnight += DAY_MS;
  return new Date(midnight + random.whole(OPENS * 3_600_000, CLOSES * 3_600_000 - 1));
}

/** A time in working hours, `least` to `most` days later, at least one. */
export function workdayAfter(random: Random, moment: Date, least: number, most: number): Date {
  return atWork(random, new Date(moment.getTime() + random.whole(Math.max(1, least), most) * DAY_MS));
}

/** A time in working hours between two times, or soon after the first. */
export function workdayBetween(random: Random, after: Date, before: Date): Date {
  const days = Math.floor((before.getTime() - after.getTime()) / DAY_MS);
  return workdayAfter(random, after, 1, Math.max(1, days));
}

/** A time in working hours, `days` days earlier, or on the Friday before. */
export function workdayBefore(random: Random, until: Date, days: number): Date {
  let day = daysBefore(until, days);
  while ([0, 6].includes(day.getUTCDay())) day = daysBefore(day, 1);
  return atWork(random, day);
}
