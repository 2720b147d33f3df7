import { paths } from '@portal/contract';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { request } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { Loading } from './Loading.tsx';

const CardForm = lazy(() => import('./CardForm.tsx'));

/** Tells the server of the card; the provider's own message saves it too, so a failure stops nothing (decisions, Routes 10). */
async function savePaymentMethod(paymentMethodId: string): Promise<void> {
  try {
    await request('POST', paths.savePaymentMethod, { paymentMethodId });
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: a failure is only logged (spec 1, section 7)
    console.info('The payment method could not be saved from the page', error);
  }
}

const idOf = (method: string | { readonly id: string } | null | undefined): string | null =>
  typeof method === 'object' ? (method?.id ?? null) : (method ?? null);

interface SetupFormProps {
  readonly publicKey: string;
  readonly clientSecret: string;
  readonly submitLabel: string;
  /** The toast of success. */
  readonly saved: { readonly title: string; readonly description: string };
  readonly onSaved: () => void;
  readonly onBusy?: (busy: boolean) => void;
}

/** The card form that keeps a card for later (spec 1, section 4, Add-payment-method dialog). */
export function SetupForm({ publicKey, clientSecret, submitLabel, saved, onSaved, onBusy }: SetupFormProps) {
  const client = useQueryClient();
  const failed = (title: string, message: string): string => {
    toast({ title, description: message, variant: 'destructive' });
    return message;
  };
  const confirm = async (stripe: Stripe, elements: StripeElements): Promise<string | null> => {
    try {
      const { error, setupIntent } = await stripe.confirmSetup({
        elements,
        confirmParams: { return_url: `${location.origin}/payment-setup-success` },
        redirect: 'if_required',
      });
      if (error !== undefined)
        return failed('Payment Setup Failed', error.message ?? 'Failed to set up payment method');
      if (setupIntent.status !== 'succeeded')
        return failed('Payment Setup Failed', 'Failed to set up payment method');
      const method = idOf(setupIntent.payment_method);
      if (method !== null) await savePaymentMethod(method);
    } catch {
      return failed('Payment Setup Error', 'An unexpected error occurred.');
    }
    for (const path of [paths.paymentMethod, paths.userHasPaymentMethod])
      void client.invalidateQueries({ queryKey: [path] });
    toast(saved);
    onSaved();
    return null;
  };
  return (
    <Suspense fallback={<Loading />}>
      <CardForm
        publicKey={publicKey}
        clientSecret={clientSecret}
        submitLabel={submitLabel}
        unavailable="Failed to initialize payment form. Please try again."
        confirm={confirm}
        onBusy={onBusy}
      />
    </Suspense>
  );
}
