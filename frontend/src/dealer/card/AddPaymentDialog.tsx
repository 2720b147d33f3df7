import { DialogContentText } from '@mui/material';
import { paths, setupPaymentMethodAnswerSchema } from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { messageOf, request, UserError } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';
import type { TakenIntent } from './CardForm.tsx';
import { PaymentPanel } from './PaymentPanel.tsx';
import { paymentProblem, readPublicKey, SETUP_FAILED } from './paymentMethod.ts';

/** Saves the card on the server. The provider's webhook saves it too, so a failure is only logged (rule G10). */
async function savePaymentMethod(paymentMethodId: string): Promise<void> {
  try {
    await request('POST', paths.savePaymentMethod, { paymentMethodId });
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: a failure is only logged (S1-7)
    console.info('The payment method could not be saved from the page', error);
  }
}

const ADDED = {
  title: 'Payment Method Added',
  description: 'Your payment method has been saved successfully.',
} as const;
const UPDATED = { ...ADDED, title: 'Payment method updated' } as const;

const TEXTS = {
  unavailable: 'Failed to initialize payment form. Please try again.',
  failed: { title: 'Payment Setup Failed', description: 'Failed to set up payment method' },
  broken: { title: 'Payment Setup Error', description: 'An unexpected error occurred.' },
};

async function startSetup() {
  const publicKey = await readPublicKey();
  try {
    const answer = await request('POST', paths.setupPaymentMethod);
    return { publicKey, ...setupPaymentMethodAnswerSchema.parse(answer) };
  } catch (error) {
    throw new UserError(paymentProblem(error, TEXTS.failed.description));
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
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  // one set-up per opening
  const setup = useQuery({
    queryKey: ['card setup'],
    queryFn: startSetup,
    staleTime: 'static',
    gcTime: 0,
  });
  const giveUp = useEffectEvent((error: Error) => {
    const description = messageOf(error, SETUP_FAILED);
    toast({ title: TEXTS.failed.title, description, variant: 'destructive' });
    onClose();
  });
  useEffect(() => {
    if (setup.error !== null) giveUp(setup.error);
  }, [setup.error]);
  const save = async ({ payment_method: method }: TakenIntent) => {
    const id = typeof method === 'object' ? method?.id : method;
    if (id !== undefined) await savePaymentMethod(id);
    for (const path of [paths.paymentMethod, paths.userHasPaymentMethod])
      void client.invalidateQueries({ queryKey: [path] });
    toast(replaces ? UPDATED : ADDED);
    onSaved();
  };
  const title = replaces ? 'Update Payment Method' : 'Add Payment Method';
  return (
    <PaymentPanel
      title={title}
      onClose={busy ? undefined : onClose}
      summary={
        <DialogContentText>
          Enter your payment details to continue with equipment purchases and billing
        </DialogContentText>
      }
      card={
        setup.data === undefined
          ? 'loading'
          : {
              ...setup.data,
              kind: 'setup',
              submitLabel: replaces ? 'Save payment method' : title,
              texts: TEXTS,
              onTaken: save,
              onBusy: setBusy,
            }
      }
    >
      {children}
    </PaymentPanel>
  );
}
