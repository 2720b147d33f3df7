import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { cardText, providerText, type StartedOrderPayment } from '@portal/contract';
import type { Price } from '@portal/domain/pricing';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { type IntentAnswer, IntentForm, type IntentFormProps } from '../card/IntentForm.tsx';
import { Loading } from '../card/Loading.tsx';
import { readPublicKey, usePaymentMethod, useStripeConfig } from '../card/queries.ts';
import { PAYMENT_FAILED, PAYMENT_SUCCESSFUL, SETUP_FAILED } from '../card/texts.ts';
import { OrderLines, OrderTotal } from './OrderSummary.tsx';

interface PaymentFormProps extends Omit<IntentFormProps, 'unavailable' | 'settle'> {
  readonly onPaid: () => void;
  /** The provider accepted it; the result is open. */
  readonly onUndecided: (intentId: string) => void;
}

/** The card form of an order's payment (S1-4, S1-8). */
function PaymentForm({ onPaid, onUndecided, ...form }: PaymentFormProps) {
  const settle = async (asking: Promise<IntentAnswer>): Promise<string | null> => {
    try {
      const { error, paymentIntent } = await asking;
      if (error !== undefined || paymentIntent === undefined) {
        const message = providerText(error, PAYMENT_FAILED);
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
  return (
    <IntentForm {...form} unavailable="Unable to initialize payment. Please try again." settle={settle} />
  );
}

interface CheckoutCardProps {
  readonly price: Price;
  /** The payment that the card form confirms; null before. */
  readonly payment: (StartedOrderPayment & { readonly clientSecret: string }) | null;
  readonly submitLabel: string;
  readonly onPaid: (payment: StartedOrderPayment) => void;
  readonly onUndecided: (intentId: string) => void;
  /** The provider's form can't be loaded. */
  readonly onUnavailable: () => void;
  readonly onBusy: (busy: boolean) => void;
  /** Below the summary. */
  readonly children?: ReactNode;
}

/** The provider's public key once a card form needs it; a failure shows a toast and calls `onUnavailable`. */
function usePublicKey(wanted: boolean, onUnavailable: () => void): string | null {
  const [publicKey, setPublicKey] = useState<string | null>(null);
  const giveUp = useRef(onUnavailable);
  useEffect(() => {
    giveUp.current = onUnavailable;
  });
  useEffect(() => {
    if (!wanted) return;
    readPublicKey().then(setPublicKey, (error: unknown) => {
      toast({
        title: 'Payment Setup Failed',
        description: messageOf(error, SETUP_FAILED),
        variant: 'destructive',
      });
      giveUp.current();
    });
  }, [wanted]);
  return publicKey;
}

/** 'Complete Purchase': the order with the saved card or the card form (S1-2). */
export function CheckoutCard(props: CheckoutCardProps) {
  const { price, payment, submitLabel, onPaid, onUndecided, onUnavailable, onBusy, children } = props;
  const publicKey = usePublicKey(payment !== null, onUnavailable);
  const simulated = useStripeConfig().data?.simulated === true;
  const card = usePaymentMethod().data;
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <OrderLines price={price} />
      <OrderTotal price={price} />
      {payment === null && card && !card.declined && (
        <Typography variant="body2" color="text.secondary">
          You pay with {cardText(card)}
        </Typography>
      )}
      {payment === null && simulated && (
        <Typography variant="body2" color="text.secondary">
          Simulated payments: no real charges.
        </Typography>
      )}
      {children}
      {payment !== null && publicKey === null && <Loading label="Loading the card form..." />}
      {payment !== null && publicKey !== null && (
        <PaymentForm
          publicKey={publicKey}
          clientSecret={payment.clientSecret}
          status={payment.status}
          reason={payment.message}
          submitLabel={submitLabel}
          onPaid={() => onPaid(payment)}
          onUndecided={onUndecided}
          onBusy={onBusy}
        />
      )}
    </Box>
  );
}
