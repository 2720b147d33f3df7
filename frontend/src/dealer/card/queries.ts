import { paths, paymentMethodSchema, type StripeConfig, stripeConfigSchema } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../shared/http/http.ts';
import { UserError } from '../../shared/http/problem.ts';
import { readQuery } from '../../shared/http/queryClient.ts';

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
