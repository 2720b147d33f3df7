import { toast } from '../../shared/toast/toasts.ts';
import { type IntentAnswer, IntentForm, type IntentFormProps } from '../card/IntentForm.tsx';
import { PAYMENT_SUCCESSFUL } from '../card/texts.ts';

interface PaymentFormProps extends Omit<IntentFormProps, 'unavailable' | 'settle'> {
  readonly onPaid: () => void;
  /** The provider took it and can't say yet whether it succeeds. */
  readonly onUndecided: (intentId: string) => void;
}

/** The card form of an order's payment (spec 1, sections 4 and 8). */
export function PaymentForm({ onPaid, onUndecided, ...form }: PaymentFormProps) {
  const settle = async (asking: Promise<IntentAnswer>): Promise<string | null> => {
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
  return (
    <IntentForm {...form} unavailable="Unable to initialize payment. Please try again." settle={settle} />
  );
}
