import RetryIcon from '@mui/icons-material/ReplayOutlined';
import EndIcon from '@mui/icons-material/StopCircleOutlined';
import type { Payment } from '@portal/contract';
import { showDollars } from '../format.ts';
import type { Verb } from '../verbs/verb.ts';

export type PaymentRefund = Payment['refunds'][number];

/** Asks once more for a refund that failed. */
export const retryRefund = ({ id: refundId, amount }: PaymentRefund): Verb<Payment> => ({
  resource: 'payments',
  action: 'retryRefund',
  label: 'Try again',
  icon: RetryIcon,
  grave: false,
  question: () => `Give ${showDollars(amount)} back once more?`,
  bulkQuestion: (count) => `Give ${count} refunds once more?`,
  consequences: [
    'The card provider is asked first: what went back meanwhile is not given again.',
    'Then the money goes back to the card that paid, as a new refund.',
  ],
  why: 'Kept in the history.',
  done: 'Refund asked for',
  told: (answer) => {
    const { refunds } = answer as unknown as Payment;
    const newest = refunds.find(({ id, status }) => id !== refundId && status !== 'failed');
    if (newest === undefined) return 'It failed again.';
    return newest.status === 'refunded'
      ? 'The money is on its way to the card.'
      : 'The card provider is at it.';
  },
  failed: 'Failed to ask for the refund.',
  run: (provider, id, because) => provider.retryRefund(id, refundId, because),
});

/** Ends an attempt that would never come to an end, because the card provider does not know it. */
export const endPayment: Verb<Payment> = {
  resource: 'payments',
  action: 'endPayment',
  label: 'End this attempt',
  icon: EndIcon,
  grave: true,
  question: ({ amount }) => `End the attempt to pay ${showDollars(amount)}?`,
  bulkQuestion: (count) => `End ${count} attempts?`,
  consequences: [
    'The card provider is asked first. Only what it does not know, or has canceled, is ended.',
    'What it was for can be paid anew.',
    'Should the money turn up after all, it is taken for what it was meant for, or given back.',
  ],
  why: 'Kept in the history.',
  done: 'Payment looked after',
  told: (answer) => {
    const { status } = answer as unknown as Payment;
    return status === 'failed' ? 'The attempt is ended.' : 'It turned out to be paid.';
  },
  failed: 'Failed to end the attempt.',
  run: (provider, id, because) => provider.endPayment(id, because),
};
