import { TZDate } from '@date-fns/tz';

/** A calendar day `YYYY-MM-DD`, the same in every time zone. */
export type Day = string;

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
/** Short names of the months, from January. */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

interface Parts {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return leap ? 29 : 28;
}

function partsOf(text: string): Parts | null {
  const found = DAY.exec(text);
  if (!found) return null;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const real = year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return real ? { year, month, day } : null;
}

function parts(day: Day): Parts {
  const found = partsOf(day);
  if (!found) throw new RangeError(`Not a day (YYYY-MM-DD): ${day}`);
  return found;
}

function toDay({ year, month, day }: Parts): Day {
  if (year < 1000 || year > 9999) throw new RangeError(`Year out of range: ${year}`);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** True for a day that exists: `2028-02-29` yes, `2027-02-29` no. */
export function isDay(text: string): boolean {
  return partsOf(text) !== null;
}

/** `text` itself. @throws RangeError where it is no existing day */
export function asDay(text: string): Day {
  parts(text);
  return text;
}

export function compareDays(a: Day, b: Day): -1 | 0 | 1 {
  const [left, right] = [asDay(a), asDay(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function laterDay(a: Day, b: Day): Day {
  return compareDays(a, b) >= 0 ? a : b;
}

export function firstOfMonth(day: Day): Day {
  return toDay({ ...parts(day), day: 1 });
}

/** The next billing date: the 1st of the following month (S2-9). */
export function firstOfNextMonth(day: Day): Day {
  return addMonthsClamped(firstOfMonth(day), 1);
}

/** The same day of the month `months` later, or that month's last day where it has no such day (rule B5). */
export function addMonthsClamped(day: Day, months: number): Day {
  if (!Number.isSafeInteger(months)) throw new RangeError(`Not a whole number of months: ${months}`);
  const from = parts(day);
  const index = from.year * 12 + (from.month - 1) + months;
  const [year, month] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1];
  return toDay({ year, month, day: Math.min(from.day, daysInMonth(year, month)) });
}

/** Calendar days, not affected by daylight saving; negative for earlier. */
export function addDays(day: Day, days: number): Day {
  if (!Number.isSafeInteger(days)) throw new RangeError(`Not a whole number of days: ${days}`);
  const from = parts(day);
  const moved = new Date(Date.UTC(from.year, from.month - 1, from.day + days));
  return toDay({ year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() });
}

/** Calendar days from one day to another; negative where that is earlier. */
export const daysBetween = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** `Jul 4, 2026` (S2-9). */
export function formatDay(day: Day): string {
  const { year, month, day: date } = parts(day);
  return `${MONTHS[month - 1]} ${date}, ${year}`;
}

/** True for an IANA zone this machine knows, e.g. `America/New_York`. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return zone !== '';
  } catch {
    return false;
  }
}

/** Checked zones: a check with Intl costs more than the rest of a conversion. */
const knownZones = new Set<string>();

function checkedZone(zone: string): string {
  if (!knownZones.has(zone)) {
    if (!isZone(zone)) throw new RangeError(`Unknown time zone: ${zone}`);
    knownZones.add(zone);
  }
  return zone;
}

/** The day in `zone` (BILLING_TZ for billing days) at an ISO instant. */
export function dayOfInstant(instant: string, zone: string): Day {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) throw new RangeError(`Not an instant: ${instant}`);
  const second = Math.floor(time / 1_000);
  if (zone !== knownZone || knownDays.size >= MAX_KNOWN_DAYS) {
    knownDays.clear();
    knownZone = zone;
  }
  const known = knownDays.get(second);
  if (known !== undefined) return known;
  const day = dayOfTime(time, checkedZone(zone));
  knownDays.set(second, day);
  return day;
}

/** Results by second, of one zone: most calls ask for the day it is now, or about events of the same moments. */
const knownDays = new Map<number, Day>();
const MAX_KNOWN_DAYS = 1_000;
let knownZone = '';

function dayOfTime(time: number, zone: string): Day {
  const local = new TZDate(time, zone);
  return toDay({ year: local.getFullYear(), month: local.getMonth() + 1, day: local.getDate() });
}

const HOUR = 3_600_000;

/**
 * The first instant of `day` in `zone`, as ISO in UTC: after midnight where daylight saving skips it, the earlier one
 * where midnight comes twice.
 */
export function startOfDay(day: Day, zone: string): string {
  const { year, month, day: date } = parts(day);
  checkedZone(zone);
  // every zone is within 26 hours of UTC: search between these two
  let before = Date.UTC(year, month - 1, date) - 26 * HOUR;
  let at = Date.UTC(year, month - 1, date) + 26 * HOUR;
  while (at - before > 1) {
    const middle = before + Math.floor((at - before) / 2);
    if (dayOfTime(middle, zone) >= day) at = middle;
    else before = middle;
  }
  return new Date(at).toISOString();
}
