import { unprocessable } from '../kernel/decider.ts';
import { compareDays, type Day, isDay } from '../values/days.ts';

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
