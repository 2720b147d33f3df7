import { centsFromDollars, formatDay, formatDollars } from '@portal/domain/values';

/** The UTC day of an ISO instant, or a day: `Jul 4, 2026`. */
export function dateText(value: string): string {
  return formatDay(value.slice(0, 10));
}

/** An amount of the API, in dollars: `$1,234.50`. */
export function dollarsText(dollars: number): string {
  return formatDollars(centsFromDollars(dollars));
}

/** Today in the user's time zone, `YYYY-MM-DD`. */
export const today = (): string => localDay(new Date());

/** The day in the user's time zone, or another one, `YYYY-MM-DD`. */
export function localDay(at: Date, timeZone?: string): string {
  // Swedish dates are written so
  return at.toLocaleDateString('sv', { timeZone });
}

/** The mode of a company or payment (rule B24). */
export const modeText = (isDemo: boolean) => (isDemo ? 'Demo' : 'Live');

/** `Aurora` of `aurora`; empty for none. */
export const softwareText = (version: string | null | undefined): string =>
  version ? version.charAt(0).toUpperCase() + version.slice(1) : '';

/** For a missing value. */
export const NONE = '\u2014';

/** The local day of an ISO instant, or a day: `Jul 4, 2026` (S2-9). */
export function showDate(value: string | null | undefined): string {
  if (!value) return NONE;
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDay(value);
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return value;
  return formatDay(localDay(at));
}

/** An ISO instant in local time: `Jul 4, 2026, 12:30 PM`; other text is returned unchanged. */
export function momentText(instant: string | null): string {
  if (!instant) return NONE;
  const at = new Date(instant);
  return Number.isNaN(at.getTime())
    ? instant
    : at.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}

/** A rate of the API, in dollars per reader per month: `$6.50`; null reads as `none`. */
export function showRate(dollars: number | null, none = NONE): string {
  return dollars === null ? none : dollarsText(dollars);
}

/** `Staten Island, NY 10311`, without missing parts. */
export function showPlace(city: string, state: string, zip = ''): string {
  const region = [state, zip].filter(Boolean).join(' ');
  return [city, region].filter(Boolean).join(', ') || NONE;
}

/** `1,204`. */
export function showCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1 reader`, `1,200 readers`. Counts may be text, as in the API. */
export const counted = (count: number | string, one: string, many = `${one}s`) =>
  `${showCount(Number(count))} ${Number(count) === 1 ? one : many}`;

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

/** `2026-12` as `December 2026`. */
export function formatMonth(period: string): string {
  const [year, month] = period.split('-');
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? period : `${name} ${year}`;
}

/** The month `count` months after a month like `2026-12`. */
export function addMonths(period: string, count: number): string {
  const [year = 0, month = 1] = period.split('-').map(Number);
  const months = year * 12 + (month - 1) + count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}
