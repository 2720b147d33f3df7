import { paths } from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { request } from '../../shared/http/http.ts';
import { useSession } from '../../shared/session/session.ts';
import { Muted } from '../../shared/ui/Muted.tsx';
import { ReturnCard } from './ReturnCard.tsx';

type SetupOutcome = 'waiting' | 'saved' | 'failed' | 'unknown';

/**
 * Asks the server to save the card of a setup intent, which it does once, for a finished set-up of the user's company.
 * `unknown` without an intent or a session, and where the server finds no card.
 * @param intentId the provider's id, `setup_intent` of the return address
 * @param redirectStatus the provider's word, `redirect_status` of the return address
 */
function useSetupOutcome(intentId: string | null, redirectStatus: string | null): SetupOutcome {
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

/** Only the server's answer counts: anybody can type this address. */
const OUTCOMES = {
  waiting: { title: 'Payment Method', state: 'waiting', text: 'Saving your payment method...' },
  saved: {
    title: 'Payment Method Added',
    state: 'success',
    text: 'Your payment method has been saved successfully.',
  },
  failed: {
    title: 'Payment Setup Failed',
    state: 'failed',
    text: 'Your payment method was not saved. Please try again.',
  },
  unknown: {
    title: 'Payment Method',
    state: 'unknown',
    text: 'No new payment method was found. The one that is saved is shown under Invoicing.',
  },
} as const;

/** /payment-setup-success: saves the card of the setup intent, then opens /invoicing after 5 s. */
export default function PaymentSetupSuccessPage() {
  const [query] = useSearchParams();
  const outcome = useSetupOutcome(query.get('setup_intent'), query.get('redirect_status'));
  const { title, state, text } = OUTCOMES[outcome];
  const leaves = outcome === 'saved' || outcome === 'unknown';
  return (
    <ReturnCard
      title={title}
      state={state}
      text={text}
      links={[
        { to: '/invoicing', label: 'Return to Invoicing' },
        { to: '/dealer-dashboard', label: 'Go to Dashboard' },
      ]}
      leaves={leaves && { to: '/invoicing', afterMs: 5_000 }}
    >
      {leaves && <Muted sx={{ mt: 1 }}>You will be taken to Invoicing in 5 seconds.</Muted>}
    </ReturnCard>
  );
}
