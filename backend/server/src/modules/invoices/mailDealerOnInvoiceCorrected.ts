import { isErased } from '@portal/domain';
import { notification, replies } from '../../platform/notifications/notification.ts';
import { invoiceFacts, invoiceOf, recipientOf } from './invoiceMails.ts';
import { invoiceCredited, invoiceRefunded, refundFailed } from './letters.ts';

/**
 * The recipient with `invoice_paid` hears of a refund that went back and of a credit; administrators hear of a refund
 * that failed, for somebody has to see to it.
 */
export const mailDealerOnInvoiceCorrected = notification({
  name: 'mailDealerOnInvoiceCorrected',
  types: ['InvoiceRefunded', 'InvoiceCredited', 'InvoiceRefundFailed'],
  async write({ event }, ports) {
    // what was paid beyond what was open is told of with the payment, or with the void
    if (event.type === 'InvoiceCredited' && event.data.surplus === true) return [];
    const invoice = await invoiceOf(ports, event.data.invoiceId);
    if (invoice === null) return [];
    const facts = invoiceFacts(ports, invoice);
    switch (event.type) {
      case 'InvoiceRefunded': {
        const { amountCents: refundCents, method, reason } = event.data;
        const letter = invoiceRefunded({ ...facts, refundCents, method, reason });
        return replies('invoiceRefunded', await recipientOf(ports, invoice), 'invoice_paid', letter);
      }
      case 'InvoiceCredited': {
        const { amountCents: creditCents, reason } = event.data;
        const letter = invoiceCredited({ ...facts, creditCents, reason });
        return replies('invoiceCredited', await recipientOf(ports, invoice), 'invoice_paid', letter);
      }
      case 'InvoiceRefundFailed': {
        const { refundId, message } = event.data;
        const refund = invoice.refunds.find((one) => one.refundId === refundId);
        const company = isErased(invoice.billTo) ? null : invoice.billTo.company;
        const letter = refundFailed({
          ...facts,
          company: company ?? 'the dealer',
          refundCents: refund?.amountCents ?? 0,
          message,
        });
        return replies('refundFailed', await ports.administrators(), null, letter);
      }
    }
  },
});
