import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { lazy, Suspense } from 'react';
import { toast } from '../../shared/toast/toasts.ts';
import { Loading } from './Loading.tsx';
import { PAYMENT_SUCCESSFUL } from './texts.ts';

const CardForm = lazy(() => import('./CardForm.tsx'));

interface PaymentFormProps {
  readonly publicKey: string;
  readonly clientSecret: string;
  /** The provider's state of the intent: one that waits for its owner is asked about before a card is. */
  readonly status: string;
  /** Why the saved card did not do. */
  readonly reason: string | null;
  readonly submitLabel: string;
  readonly onPaid: () => void;
  /** The provider took it and can't say yet whether it succeeds. */
  readonly onUndecided: (intentId: string) => void;
  readonly onBusy?: (busy: boolean) => void;
}

interface Answer {
  readonly error?: StripeError | undefined;
  readonly paymentIntent?: { readonly id: string; readonly status: string } | undefined;
}

/** The card form of a payment; a decline leaves it usable (spec 1, sections 4 and 8). */
export function PaymentForm(props: PaymentFormProps) {
  const { publicKey, clientSecret, status, reason, submitLabel, onPaid, onUndecided, onBusy } = props;

  const settle = async (asking: Promise<Answer>): Promise<string | null> => {
    try {
      const { error, paymentIntent } = await asking;
      if (error !== undefined || paymentIntent === undefined) {
        const message = error?.message ?? 'An error occurred during payment.';
        toast({ title: 'Payment Failed', description: message, variant: 'destructive' });
        return message;
      }
      if (paymentIntent.status === 'succeeded') {
        toast(PAYMENT_SUCCESSFUL);
        onPaid();
      } else onUndecided(paymentIntent.id);
      return null;
    } catch {
      const message = 'An unexpected error occurred.';
      toast({ title: 'Payment Error', description: message, variant: 'destructive' });
      return message;
    }
  };
  const confirm = (stripe: Stripe, elements: StripeElements) =>
    settle(
      stripe.confirmPayment({
        elements,
        confirmParams: { return_url: `${location.origin}/payment-success` },
        redirect: 'if_required',
      }),
    );
  const ask = (stripe: Stripe) => settle(stripe.handleNextAction({ clientSecret }));

  return (
    <Suspense fallback={<Loading />}>
      <CardForm
        publicKey={publicKey}
        clientSecret={clientSecret}
        submitLabel={submitLabel}
        unavailable="Unable to initialize payment. Please try again."
        reason={reason}
        confirm={confirm}
        begin={status === 'requires_action' ? ask : undefined}
        onBusy={onBusy}
      />
    </Suspense>
  );
}
