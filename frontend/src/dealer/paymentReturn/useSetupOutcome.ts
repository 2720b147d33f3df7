import { paths } from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../shared/http/http.ts';
import { useSession } from '../../shared/session/session.ts';

type SetupOutcome = 'waiting' | 'saved' | 'failed' | 'unknown';

/**
 * Whether the card of a setup intent is saved: the server is asked to save it, which it does for a finished set-up of
 * the caller's company alone, once. `unknown` without an intent or a session, and where the server knows of no card.
 * @param intentId the provider's id, `setup_intent` of the return address
 * @param redirectStatus the provider's word, `redirect_status` of the return address
 */
export function useSetupOutcome(intentId: string | null, redirectStatus: string | null): SetupOutcome {
  const client = useQueryClient();
  const { user } = useSession();
  const refused = redirectStatus === 'failed';
  const asks = !refused && intentId !== null && user !== null && user !== 'loading';
  const save = useQuery({
    queryKey: ['setup-outcome', intentId],
    queryFn: async () => {
      await request('POST', paths.savePaymentMethod, { setupIntentId: intentId });
      for (const path of [paths.paymentMethod, paths.userHasPaymentMethod])
        void client.invalidateQueries({ queryKey: [path] });
      return true;
    },
    enabled: asks,
  });
  if (refused) return 'failed';
  if (intentId !== null && user === 'loading') return 'waiting';
  if (!asks || save.isError) return 'unknown';
  return save.isPending ? 'waiting' : 'saved';
}
