import { HttpError, messageOf } from '../../shared/http/http.ts';

/** Toasts of a payment that went through (S1-8-payments). */
export const PAYMENT_SUCCESSFUL = {
  title: 'Payment Successful',
  description: 'Your payment has been processed successfully.',
} as const;
export const PAYMENT_SUCCESSFUL_SAVED_CARD = {
  title: 'Payment Successful',
  description: 'Your payment has been processed successfully with your saved card.',
} as const;
/** Where nothing better is known of a payment that could not begin. */
export const SETUP_FAILED = 'There was an error setting up the payment. Please try again.';

/**
 * What to tell when a payment call failed: the server's words where it refused, `fallback` where it or the network
 * broke down, whose words would help nobody (S1-8-payments).
 */
export function paymentProblem(error: unknown, fallback: string): string {
  return error instanceof HttpError && error.status >= 500 ? fallback : messageOf(error, fallback);
}
