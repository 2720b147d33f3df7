import { BusinessRefusal } from '../kernel/decider.ts';
import { compareDays, type Day, isDay } from '../values/days.ts';

/**
 * The day to store with a rate that an administrator saves: null for one that holds at once (no day, or today).
 * Refuses a day in the past: invoices already issued never change (rule B26).
 */
export function storedEffectiveFrom(effectiveFrom: Day | null, today: Day): Day | null {
  if (effectiveFrom === null) return null;
  if (!isDay(effectiveFrom)) {
    throw new BusinessRefusal('unprocessable', 'Please give the first day of the new rate', 'effective_from');
  }
  const order = compareDays(effectiveFrom, today);
  if (order < 0) {
    throw new BusinessRefusal(
      'unprocessable',
      'A new rate can start today at the earliest',
      'effective_from',
    );
  }
  return order === 0 ? null : effectiveFrom;
}
