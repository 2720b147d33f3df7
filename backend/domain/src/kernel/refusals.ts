import { DEALER_ID_MESSAGE, DEALER_ID_PATTERN } from '../values/dealerIds.ts';
import { MAX_PANELS, MAX_READER_RATE_CENTS, MAX_READERS } from '../values/limits.ts';
import { unprocessable } from './decider.ts';

/** Refuses a rate unless it is a whole number of cents from 0 (free, rule B17) to MAX_READER_RATE_CENTS. */
export function refuseBadRate(rateCents: number, path: string): void {
  if (!Number.isSafeInteger(rateCents))
    throw unprocessable('Rate must be a number with at most two decimals', path);
  if (rateCents < 0) throw unprocessable('Rate must be a positive number', path);
  if (rateCents > MAX_READER_RATE_CENTS) throw unprocessable('Rate must be at most $1,000.00', path);
}

/** Refuses a reader count unless it is a whole number from `min` to 100,000 (rule B16). */
export function refuseBadReaders(readers: number, min: number): void {
  if (Number.isSafeInteger(readers) && readers >= min && readers <= MAX_READERS) return;
  throw unprocessable(`Number of readers must be a whole number from ${min} to 100,000`, 'numberOfReaders');
}

/** Refuses a panel count unless it is a whole number from 0 to 1,000; forms have minimums of their own (rule B15). */
export function refuseBadPanels(panels: number): void {
  if (Number.isSafeInteger(panels) && panels >= 0 && panels <= MAX_PANELS) return;
  throw unprocessable('Number of ACU panels must be a whole number from 0 to 1,000', 'numberOfAcuPanels');
}

/** Refuses anything but KS plus 4 digits (S2-5). */
export function refuseBadDealerId(dealerId: string): void {
  if (!DEALER_ID_PATTERN.test(dealerId)) throw unprocessable(DEALER_ID_MESSAGE, 'dealerId');
}

/** The reason of an act that needs one, without spaces around it. @throws BusinessRefusal unprocessable for a blank one */
export function neededReason(reason: string): string {
  const text = reason.trim();
  if (text === '') throw unprocessable('Please give a reason', 'reason');
  return text;
}
