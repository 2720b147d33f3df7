import RetryIcon from '@mui/icons-material/ReplayOutlined';
import EndIcon from '@mui/icons-material/StopCircleOutlined';
import type { Payment } from '@portal/contract';
import { dollarsText } from '../../../shared/text.ts';
import type { Action } from '../../kit/ActionDialog.tsx';

export type PaymentRefund = Payment['refunds'][number];

const REFUND_NOW: Readonly<Record<PaymentRefund['status'], string>> = {
  requested: 'The card provider is processing it.',
  refunded: 'The refund is on its way to the card.',
  failed: 'It failed again.',
};

/** Retries a failed refund of this payment. */
export const retryRefund = (
  { refunds: before }: Payment,
  { id: refundId, amount }: PaymentRefund,
): Action<Payment> => ({
  resource: 'payments',
  name: 'retryRefund',
  label: 'Try again',
  icon: RetryIcon,
  question: () => `Retry the refund of ${dollarsText(amount)}?`,
  consequences: [
    'The card provider is checked first, so that nothing is refunded twice.',
    'Then the card is refunded with a new refund.',
  ],
  why: 'Recorded in the history.',
  done: 'Refund requested',
  doneText: (answer) => {
    const { refunds } = answer as unknown as Payment;
    const next = refunds.find(({ id }) => before.every((known) => known.id !== id));
    return next && REFUND_NOW[next.status];
  },
  failed: 'Failed to request the refund.',
  run: (portal, id, meta) => portal.retryRefund(id, refundId, meta),
});

const IS_PAID: ReadonlySet<Payment['status']> = new Set(['succeeded', 'refunded', 'disputed']);

/** Ends an open attempt that the card provider does not know. */
export const endPayment: Action<Payment> = {
  resource: 'payments',
  name: 'endPayment',
  label: 'End this attempt',
  icon: EndIcon,
  destructive: true,
  question: ({ amount }) => `End the attempt to pay ${dollarsText(amount)}?`,
  consequences: [
    'The card provider is checked first. Only an attempt it does not know or has canceled can be ended.',
    'The order or invoice can then be paid again.',
    'If the payment arrives after all, it is allocated or refunded.',
  ],
  why: 'Recorded in the history.',
  done: 'Payment checked',
  doneText: (answer) => {
    const { status } = answer as unknown as Payment;
    if (status === 'failed') return 'The attempt was ended.';
    return IS_PAID.has(status) ? 'The payment had succeeded.' : undefined;
  },
  failed: 'Failed to end the attempt.',
  run: (portal, id, meta) => portal.endPayment(id, meta),
};
