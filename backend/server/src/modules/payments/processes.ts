import { onInvoice, onPayment, paymentDecider, paymentStream, refundableCents } from '@portal/domain';
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
      const command = { type: 'RecordInvoiceRefundFailure', refundId, message } as const;
      return [consequence({ ...onInvoice(invoiceId, accountId), key: 'failed', command })];
    }
    const command = { type: 'RequestRefund', refundId, of, amountCents, reason } as const;
    return [consequence({ ...onPayment(paymentId, accountId), key: 'refund', command })];
  },
});
