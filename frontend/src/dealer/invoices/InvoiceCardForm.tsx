import { type IntentAnswer, IntentForm } from '../card/IntentForm.tsx';
import type { Begun } from './payment.ts';
import { NOT_LOADED } from './payment.ts';

interface InvoiceCardFormProps {
  readonly payment: Extract<Begun, { stage: 'card' }>;
  readonly submitLabel: string;
  /** The provider took the card; the server asks it how the payment ended. */
  readonly onTaken: (intentId: string) => void;
  readonly onFailed: (message: string) => void;
  readonly onBusy: (busy: boolean) => void;
}

/** The card form of an invoice's payment. */
export function InvoiceCardForm({ payment, submitLabel, onTaken, onFailed, onBusy }: InvoiceCardFormProps) {
  const { publicKey, clientSecret, status, reason } = payment;
  const settle = async (asking: Promise<IntentAnswer>): Promise<string | null> => {
    const { error, paymentIntent } = await asking.catch((): IntentAnswer => ({}));
    if (paymentIntent !== undefined) {
      onTaken(paymentIntent.id);
      return null;
    }
    const message = error?.message ?? 'The card provider could not be reached. Please try again.';
    onFailed(message);
    return message;
  };
  return (
    <IntentForm
      publicKey={publicKey}
      clientSecret={clientSecret}
      status={status}
      reason={reason}
      submitLabel={submitLabel}
      unavailable={NOT_LOADED}
      settle={settle}
      onBusy={onBusy}
    />
  );
}
