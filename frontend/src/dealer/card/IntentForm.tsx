import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { lazy, Suspense } from 'react';
import type { CardFormProps } from './CardForm.tsx';
import { Loading } from './Loading.tsx';

const CardForm = lazy(() => import('./CardForm.tsx'));

/** What the provider says once it was asked: the intent it took, or why it took none. */
export interface IntentAnswer {
  readonly error?: StripeError | undefined;
  readonly paymentIntent?: { readonly id: string; readonly status: string } | undefined;
}

export interface IntentFormProps extends Omit<CardFormProps, 'confirm' | 'begin'> {
  /** The provider's state of the intent: one that waits for its owner is asked about before a card is. */
  readonly status: string;
  /** Takes the answer. @returns what to say below the card, null where it was taken; must not reject */
  readonly settle: (asking: Promise<IntentAnswer>) => Promise<string | null>;
}

/** The card form of an intent to pay; a decline leaves it usable. Its code is fetched when it is shown. */
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
