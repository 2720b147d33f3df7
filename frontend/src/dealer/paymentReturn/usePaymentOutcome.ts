import { type PaymentOutcome, paths, paymentOutcomeSchema } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../shared/http/http.ts';

const AGAIN_MS = 2_000;
const TRIES = 30;

/** Where the money went, GET /api/payments/{intent}; asked again every 2 s for a minute while that is open. */
export function usePaymentOutcome(intentId: string | null) {
  const path = paths.paymentOutcome(intentId ?? '');
  return useQuery({
    queryKey: [path],
    queryFn: async (): Promise<PaymentOutcome> => paymentOutcomeSchema.parse(await read(path)),
    enabled: intentId !== null,
    refetchInterval: ({ state }) =>
      state.data?.status === 'processing' && state.dataUpdateCount < TRIES ? AGAIN_MS : false,
  });
}
