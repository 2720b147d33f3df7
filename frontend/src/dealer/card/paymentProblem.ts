import { HttpError, messageOf } from '../../shared/http/http.ts';

/**
 * What to tell when a payment call failed: the server's words where it refused, `fallback` where it or the network
 * broke down, whose words would help nobody (spec 1, section 8, Payments).
 */
export function paymentProblem(error: unknown, fallback: string): string {
  return error instanceof HttpError && error.status >= 500 ? fallback : messageOf(error, fallback);
}
