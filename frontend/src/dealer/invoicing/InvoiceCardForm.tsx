import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { lazy, Suspense } from 'react';
import { Loading } from '../checkout/Loading.tsx';
import type { Begun } from './payment.ts';
import { NOT_LOADED } from './payment.ts';

const CardForm = lazy(() => import('../checkout/CardForm.tsx'));

interface Answer {
  readonly error?: StripeError | undefined;
  readonly paymentIntent?: { readonly id: string } | undefined;
}

interface InvoiceCardFormProps {
  readonly payment: Extract<Begun, { stage: 'card' }>;
  readonly submitLabel: string;
  /** The provider took the card; the server asks it how the payment ended. */
  readonly onTaken: (intentId: string) => void;
  readonly onFailed: (message: string) => void;
  readonly onBusy: (busy: boolean) => void;
}

/** The card form of an invoice's payment; a decline leaves it usable. */
export function InvoiceCardForm({ payment, submitLabel, onTaken, onFailed, onBusy }: InvoiceCardFormProps) {
  const { publicKey, clientSecret, status, reason } = payment;
  const settle = async (asking: Promise<Answer>): Promise<string | null> => {
    const { error, paymentIntent } = await asking.catch(
      (): Answer => ({ error: undefined, paymentIntent: undefined }),
    );
    if (paymentIntent !== undefined) {
      onTaken(paymentIntent.id);
      return null;
    }
    const message = error?.message ?? 'The card provider could not be reached. Please try again.';
    onFailed(message);
    return message;
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
        unavailable={NOT_LOADED}
        reason={reason}
        confirm={confirm}
        begin={status === 'requires_action' ? ask : undefined}
        onBusy={onBusy}
      />
    </Suspense>
  );
}
