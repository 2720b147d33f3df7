import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import { paths, setupPaymentMethodAnswerSchema } from '@portal/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { messageOf, request } from '../../shared/http/http.ts';
import { ToldError } from '../../shared/http/problem.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { DialogHeading } from './DialogHeading.tsx';
import { growsDown } from './growsDown.ts';
import { Loading } from './Loading.tsx';
import { paymentProblem } from './paymentProblem.ts';
import { SetupForm } from './SetupForm.tsx';
import { readPublicKey } from './stripeConfig.ts';
import { SETUP_FAILED } from './texts.ts';

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
    throw new ToldError(paymentProblem(error, 'Failed to set up payment method'));
  }
}

interface AddPaymentDialogProps {
  /** Whether a card is there already, which the new one replaces. */
  readonly replaces?: boolean;
  readonly onSaved: () => void;
  readonly onClose: () => void;
  /** Below the form, e.g. the steps of an order. */
  readonly children?: ReactNode;
}

/**
 * Asks for a card and keeps it (spec 1, section 4, Add-payment-method dialog). Rendered while it is open, so that
 * each opening starts anew; a setup that can't begin is told in a toast and closes it.
 */
export default function AddPaymentDialog(props: AddPaymentDialogProps) {
  const { replaces = false, onSaved, onClose, children } = props;
  const [setup, setSetup] = useState<Setup | null>(null);
  const [busy, setBusy] = useState(false);
  const close = useRef(onClose);
  close.current = onClose;
  const started = useRef(false);
  useEffect(() => {
    // one setup an opening: React draws a dialog twice while it is developed
    if (started.current) return;
    started.current = true;
    startSetup().then(setSetup, (error: unknown) => {
      const description = messageOf(error, SETUP_FAILED);
      toast({ title: 'Payment Setup Failed', description, variant: 'destructive' });
      close.current();
    });
  }, []);
  const closing = busy ? undefined : onClose;
  return (
    <Dialog
      open
      sx={growsDown}
      fullWidth
      maxWidth="sm"
      aria-labelledby="add-payment-title"
      onClose={() => closing?.()}
    >
      <DialogHeading
        id="add-payment-title"
        title={replaces ? 'Update Payment Method' : 'Add Payment Method'}
        onClose={closing}
      />
      <DialogContent sx={{ pt: 0 }}>
        <DialogContentText sx={{ mb: 2.5 }}>
          Enter your payment details to continue with equipment purchases and billing
        </DialogContentText>
        {setup === null ? (
          <Loading label="Loading the card form..." />
        ) : (
          <SetupForm
            {...setup}
            submitLabel={replaces ? 'Save Payment Method' : 'Add Payment Method'}
            saved={replaces ? UPDATED : ADDED}
            onSaved={onSaved}
            onBusy={setBusy}
          />
        )}
        {children !== undefined && <Box sx={{ mt: 3 }}>{children}</Box>}
      </DialogContent>
    </Dialog>
  );
}
