import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { lazy, Suspense } from 'react';
import type { CardFormProps } from './CardForm.tsx';
import { Loading } from './Loading.tsx';

const CardForm = lazy(() => import('./CardForm.tsx'));

/** The provider's answer: the accepted intent, or an error. */
export interface IntentAnswer {
  readonly error?: StripeError | undefined;
  readonly paymentIntent?: { readonly id: string; readonly status: string } | undefined;
}

export interface IntentFormProps extends Omit<CardFormProps, 'confirm' | 'begin'> {
  /** The provider's status: `requires_action` authenticates first. */
  readonly status: string;
  /** Handles the answer. @returns the error below the card, null after a success; must not reject */
  readonly settle: (asking: Promise<IntentAnswer>) => Promise<string | null>;
}

/** The card form of a payment intent; it stays usable after a decline. */
export function IntentForm({ status, settle, ...form }: IntentFormProps) {
  const confirm = (stripe: Stripe, elements: StripeElements) =>
    settle(
      stripe.confirmPayment({
        elements,
        confirmParams: { return_url: `${location.origin}/payment-success` },
        redirect: 'if_required',
      }),
    );
  const ask = (stripe: Stripe) => settle(stripe.handleNextAction({ clientSecret: form.clientSecret }));
  return (
    <Suspense fallback={<Loading />}>
      <CardForm {...form} confirm={confirm} begin={status === 'requires_action' ? ask : undefined} />
    </Suspense>
  );
}
