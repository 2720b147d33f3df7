import { type PaymentMethod, paths, paymentMethodSchema } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../shared/http/http.ts';

/** The company's saved card, GET /api/payment-method; null without one. `enabled`: false asks for nothing. */
export function usePaymentMethod(enabled = true) {
  return useQuery({
    queryKey: [paths.paymentMethod],
    queryFn: async (): Promise<PaymentMethod> => paymentMethodSchema.parse(await read(paths.paymentMethod)),
    enabled,
  });
}
