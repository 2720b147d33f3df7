import {
  type PaymentMethod,
  paths,
  paymentMethodSchema,
  type StripeConfig,
  stripeConfigSchema,
} from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../shared/http/http.ts';
import { ToldError } from '../../shared/http/problem.ts';

async function readStripeConfig(): Promise<StripeConfig> {
  try {
    return stripeConfigSchema.parse(await read(paths.stripeConfig));
  } catch {
    throw new ToldError('Failed to get Stripe configuration');
  }
}

/** GET /api/stripe-config, the provider's credentials for this account's mode. */
export function useStripeConfig() {
  return useQuery({ queryKey: [paths.stripeConfig], queryFn: readStripeConfig });
}

/** The public key of this account's mode. @throws ToldError, where there is none */
export async function readPublicKey(): Promise<string> {
  const { publicKey, isConfigured, accountType } = await readStripeConfig();
  if (!isConfigured || publicKey === null)
    throw new ToldError(`Stripe not configured for ${accountType} accounts`);
  return publicKey;
}

/** The company's saved card, GET /api/payment-method; null without one. `enabled`: false asks for nothing. */
export function usePaymentMethod(enabled = true) {
  return useQuery({
    queryKey: [paths.paymentMethod],
    queryFn: async (): Promise<PaymentMethod> => paymentMethodSchema.parse(await read(paths.paymentMethod)),
    enabled,
  });
}
