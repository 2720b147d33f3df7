import type { PaymentMethod } from '@portal/contract';
import { HttpError, messageOf } from '../../shared/http/http.ts';
import { dateText } from '../../shared/text.ts';

interface Failure {
  readonly title: string;
  /** Where the provider gives no reason. */
  readonly description: string;
}

/** What a card form says, inline and in toasts. */
export interface CardTexts {
  /** It can't be loaded. */
  readonly unavailable: string;
  /** The provider refused. */
  readonly failed: Failure;
  /** The provider did not answer. */
  readonly broken: Failure;
}

/** Toasts of a payment that went through (S1-8-payments). */
export const PAYMENT_SUCCESSFUL = {
  title: 'Payment Successful',
  description: 'Your payment has been processed successfully.',
} as const;
export const PAYMENT_SUCCESSFUL_SAVED_CARD = {
  title: 'Payment Successful',
  description: 'Your payment has been processed successfully with your saved card.',
} as const;
/** A payment that failed for a reason that the provider does not tell. */
export const PAYMENT_FAILED = 'An error occurred during payment.';
export const SETUP_FAILED = 'There was an error setting up the payment. Please try again.';

/** The text of a failed payment call: the server's for a refusal, `fallback` for a fault of server or network (S1-8-payments). */
export function paymentProblem(error: unknown, fallback: string): string {
  return error instanceof HttpError && error.status >= 500 ? fallback : messageOf(error, fallback);
}

type Card = Pick<NonNullable<PaymentMethod>, 'brand' | 'last4' | 'expMonth' | 'expYear'>;

/** E.g. 'Declined on Nov 22, 2026: Your card was declined. Replace it or use another card.' */
export const declineText = ({ on, message }: NonNullable<NonNullable<PaymentMethod>['declined']>) =>
  `Declined on ${dateText(on)}: ${message.replace(/\.$/, '')}. Replace it or use another card.`;

/** E.g. '04/2027'. */
export const expiryText = ({ expMonth, expYear }: Pick<Card, 'expMonth' | 'expYear'>) =>
  `${String(expMonth).padStart(2, '0')}/${expYear}`;

/** A card is valid to the end of its month; `ending` from the month before. */
export function expiryState(
  { expMonth, expYear }: Pick<Card, 'expMonth' | 'expYear'>,
  today: Date,
): 'good' | 'ending' | 'expired' {
  const months = expYear * 12 + expMonth - (today.getFullYear() * 12 + today.getMonth() + 1);
  if (months < 0) return 'expired';
  return months <= 1 ? 'ending' : 'good';
}
