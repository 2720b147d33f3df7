/** KS plus 4 digits (S2-5). */
export const DEALER_ID_PATTERN = /^KS\d{4}$/;

export const DEALER_ID_MESSAGE = 'Dealer ID must be in format KS + 4 digits';

const LAST_DEALER_NUMBER = 9999;

/** `KS0001` for 1; null after 9999. */
export function dealerIdOfNumber(number: number): string | null {
  if (!Number.isSafeInteger(number) || number < 1 || number > LAST_DEALER_NUMBER) return null;
  return `KS${String(number).padStart(4, '0')}`;
}

/** Null for other texts. */
export function numberOfDealerId(dealerId: string): number | null {
  return DEALER_ID_PATTERN.test(dealerId) ? Number(dealerId.slice(2)) : null;
}
