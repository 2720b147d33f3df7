import {
  invoiceDecider,
  invoiceStream,
  paymentDecider,
  paymentStream,
  refundableCents,
} from '@portal/domain';
import { formatDollars } from '@portal/domain/values';
import { consequence, process } from '../../kernel/process.ts';

/**
 * Requests a refund of an invoice from the payment that paid it (rule B26). It fails if less is left of the
 * invoice's share after refunds made at the provider.
 */
export const askCardProviderForInvoiceRefund = process({
  name: 'askCardProviderForInvoiceRefund',
  types: ['InvoiceRefundRequested'],
  async decide({ event }, load) {
    const { invoiceId, accountId, refundId, paymentId, amountCents, reason } = event.data;
    const of = { kind: 'invoice', id: invoiceId } as const;
    const payment = await load(paymentStream(paymentId), paymentDecider);
    const asked = payment.status !== 'none' && payment.refunds.some((refund) => refund.refundId === refundId);
    if (asked) return [];
    const left = payment.status === 'none' ? 0 : refundableCents(payment, of);
    if (left < amountCents) {
      const message = `Only ${formatDollars(left)} of the payment can still be refunded.`;
      return [
        consequence({
          stream: invoiceStream(invoiceId),
          accounts: [accountId],
          decider: invoiceDecider,
          key: 'failed',
          command: { type: 'RecordInvoiceRefundFailure', refundId, message },
        }),
      ];
    }
    return [
      consequence({
        stream: paymentStream(paymentId),
        accounts: [accountId],
        decider: paymentDecider,
        key: 'refund',
        command: { type: 'RequestRefund', refundId, of, amountCents, reason },
      }),
    ];
  },
});
