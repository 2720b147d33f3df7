import { type InvoiceCommand, invoiceDecider, invoiceStream } from '@portal/domain';
import { consequence, process } from '../../kernel/process.ts';

/** What the card provider did about a refund of an invoice's share stands on the invoice, also where nobody here asked. */
export const recordRefundOnInvoice = process({
  name: 'recordRefundOnInvoice',
  types: ['PaymentRefunded', 'PaymentRefundFailed'],
  async decide({ event, metadata }, load, lookUp) {
    const { accountId, refundId, of, amountCents } = event.data;
    if (of?.kind !== 'invoice') return [];
    const invoice = await load(invoiceStream(of.id), invoiceDecider);
    if (invoice.status === 'none') return [];
    const known = invoice.refunds.some((refund) => refund.refundId === refundId);
    if (event.type === 'PaymentRefundFailed' && !known) return [];
    const command: InvoiceCommand =
      event.type === 'PaymentRefunded'
        ? {
            type: 'RecordInvoiceRefund',
            refundId,
            method: 'card',
            amountCents,
            refundedOn: lookUp.billingDay(metadata.recordedAt),
            reference: null,
            reason: null,
          }
        : { type: 'RecordInvoiceRefundFailure', refundId, message: event.data.message };
    return [
      consequence({
        stream: invoiceStream(of.id),
        accounts: [accountId],
        decider: invoiceDecider,
        command,
      }),
    ];
  },
});
