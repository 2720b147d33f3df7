import { centsFromDollars, formatDay, formatDollars } from '@portal/domain/values';

/** Stands where a value is missing. */
export const NONE = '\u2014';

/** A day as it is, an instant as the day it is here; both as `Jul 4, 2026` (spec 2, section 9). */
export function showDate(value: string | null | undefined): string {
  if (!value) return NONE;
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDay(value);
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return value;
  const two = (part: number) => String(part).padStart(2, '0');
  return formatDay(`${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`);
}

/** An instant with its time of day here: `Jul 4, 2026, 12:30 PM`. */
export function showMoment(value: string | null): string {
  if (!value) return NONE;
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return value;
  return `${showDate(value)}, ${at.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })}`;
}

/** A rate in dollars per reader and month, as the wire carries it: `$6.50`; null reads as `none`. */
export function showRate(dollars: number | null, none = NONE): string {
  return dollars === null ? none : formatDollars(centsFromDollars(dollars));
}

/** An amount in dollars, as the wire carries it: `$1,234.50`. */
export function showDollars(dollars: number): string {
  return formatDollars(centsFromDollars(dollars));
}

/** `Staten Island, NY 10311`, leaving out what is missing. */
export function showPlace(city: string, state: string, zip = ''): string {
  const region = [state, zip].filter(Boolean).join(' ');
  return [city, region].filter(Boolean).join(', ') || NONE;
}

/** `1,204`. */
export function showCount(count: number): string {
  return count.toLocaleString('en-US');
}
