import Box from '@mui/material/Box';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import { paths, providerText, setupPaymentMethodAnswerSchema } from '@portal/contract';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { messageOf, request } from '../../shared/http/http.ts';
import { UserError } from '../../shared/http/problem.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { Loading } from './Loading.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';
import { readPublicKey } from './queries.ts';
import { paymentProblem, SETUP_FAILED } from './texts.ts';

const CardForm = lazy(() => import('./CardForm.tsx'));

/** Saves the card on the server. The provider's webhook saves it too, so a failure is only logged (rule G10). */
async function savePaymentMethod(paymentMethodId: string): Promise<void> {
  try {
    await request('POST', paths.savePaymentMethod, { paymentMethodId });
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: a failure is only logged (S1-7)
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

/** The card form that saves a card (S1-4-checkout). */
function SetupForm({ publicKey, clientSecret, submitLabel, saved, onSaved, onBusy }: SetupFormProps) {
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
        return failed('Payment Setup Failed', providerText(error, 'Failed to set up payment method'));
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

const ADDED = {
  title: 'Payment Method Added',
  description: 'Your payment method has been saved successfully.',
} as const;
const UPDATED = { ...ADDED, title: 'Payment method updated' } as const;

interface Setup {
  readonly publicKey: string;
  readonly clientSecret: string;
}

async function startSetup(): Promise<Setup> {
  const publicKey = await readPublicKey();
  try {
    const answer = await request('POST', paths.setupPaymentMethod);
    return { publicKey, ...setupPaymentMethodAnswerSchema.parse(answer) };
  } catch (error) {
    throw new UserError(paymentProblem(error, 'Failed to set up payment method'));
  }
}

interface AddPaymentDialogProps {
  /** The new card replaces one. */
  readonly replaces?: boolean;
  readonly onSaved: () => void;
  readonly onClose: () => void;
  /** Below the form, e.g. the steps of an order. */
  readonly children?: ReactNode;
}

/** Asks for a card and saves it (S1-4-checkout). Rendered only while open; a set-up that can't begin closes it with a toast. */
export default function AddPaymentDialog(props: AddPaymentDialogProps) {
  const { replaces = false, onSaved, onClose, children } = props;
  const [setup, setSetup] = useState<Setup | null>(null);
  const [busy, setBusy] = useState(false);
  const close = useRef(onClose);
  close.current = onClose;
  const started = useRef(false);
  useEffect(() => {
    // one set-up per opening: StrictMode runs effects twice
    if (started.current) return;
    started.current = true;
    startSetup().then(setSetup, (error: unknown) => {
      const description = messageOf(error, SETUP_FAILED);
      toast({ title: 'Payment Setup Failed', description, variant: 'destructive' });
      close.current();
    });
  }, []);
  return (
    <PaymentDialog
      title={replaces ? 'Update Payment Method' : 'Add Payment Method'}
      onClose={busy ? undefined : onClose}
    >
      <DialogContent sx={{ pt: 0 }}>
        <DialogContentText sx={{ mb: 2.5 }}>
          Enter your payment details to continue with equipment purchases and billing
        </DialogContentText>
        {setup === null ? (
          <Loading label="Loading the card form..." />
        ) : (
          <SetupForm
            {...setup}
            submitLabel={replaces ? 'Save payment method' : 'Add Payment Method'}
            saved={replaces ? UPDATED : ADDED}
            onSaved={onSaved}
            onBusy={setBusy}
          />
        )}
        {children !== undefined && <Box sx={{ mt: 3 }}>{children}</Box>}
      </DialogContent>
    </PaymentDialog>
  );
}
