import type { Random } from './random.ts';

const DAY_MS = 86_400_000;
/** Working hours on the east coast of the United States, in UTC, whatever the season. */
const OPENS = 14;
const CLOSES = 21;

/** Midnight (UTC) of a day so many days before another. */
export function daysBefore(until: Date, days: number): Date {
  return new Date(Math.floor(until.getTime() / DAY_MS) * DAY_MS - days * DAY_MS);
}

/** A moment within working hours on this day, or on the next one that people work on. */
export function atWork(random: Random, day: Date): Date {
  let midnight = daysBefore(day, 0).getTime();
  while ([0, 6].includes(new Date(midnight).getUTCDay())) midnight += DAY_MS;
  return new Date(midnight + random.whole(OPENS * 3_600_000, CLOSES * 3_600_000 - 1));
}

/** A moment within working hours some days later, at the earliest the next day. */
export function workdayAfter(random: Random, moment: Date, least: number, most: number): Date {
  return atWork(random, new Date(moment.getTime() + random.whole(Math.max(1, least), most) * DAY_MS));
}

/** A moment within working hours between two, or soon after the first where they lie close together. */
export function workdayBetween(random: Random, after: Date, before: Date): Date {
  const days = Math.floor((before.getTime() - after.getTime()) / DAY_MS);
  return workdayAfter(random, after, 1, Math.max(1, days));
}

/** A moment within working hours so many days before another; never on a weekend, so it may be up to two days earlier. */
export function workdayBefore(random: Random, until: Date, days: number): Date {
  let day = daysBefore(until, days);
  while ([0, 6].includes(day.getUTCDay())) day = daysBefore(day, 1);
  return atWork(random, day);
}
