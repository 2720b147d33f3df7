import {
  type PaymentMethod,
  paths,
  paymentMethodSchema,
  type StripeConfig,
  stripeConfigSchema,
} from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { HttpError, messageOf, read, UserError } from '../../shared/http/http.ts';
import { readQuery } from '../../shared/http/queryClient.ts';
import { dateText } from '../../shared/text.ts';

/** The card provider's credentials. @throws UserError */
async function readStripeConfig(): Promise<StripeConfig> {
  try {
    return stripeConfigSchema.parse(await read(paths.stripeConfig));
  } catch {
    throw new UserError('Failed to get Stripe configuration');
  }
}

/** The card provider's credentials for this account's mode. */
export const useStripeConfig = () => useQuery({ queryKey: [paths.stripeConfig], queryFn: readStripeConfig });

/**
 * The public key of this account's mode. @throws UserError without one
 * @param missing its text, by default S1-8-payments'
 */
export async function readPublicKey(missing?: string): Promise<string> {
  const { publicKey, isConfigured, accountType } = await readStripeConfig();
  if (!isConfigured || publicKey === null)
    throw new UserError(missing ?? `Stripe not configured for ${accountType} accounts`);
  return publicKey;
}

/** The company's saved card; null without one. */
export const usePaymentMethod = (enabled = true) =>
  useQuery({ ...readQuery(paths.paymentMethod, paymentMethodSchema), enabled });

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

/** E.g. 'Declined on Nov 22, 2026: Your card was declined. Replace it or use another card.' */
export const declineText = ({ on, message }: NonNullable<NonNullable<PaymentMethod>['declined']>) =>
  `Declined on ${dateText(on)}: ${message.replace(/\.$/, '')}. Replace it or use another card.`;
