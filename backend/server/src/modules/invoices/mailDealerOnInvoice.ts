import { surplusCents } from '@portal/domain';
import { sumCents } from '@portal/domain/values';
import { notification, replies } from '../../platform/notifications/notification.ts';
import { attached, invoiceFacts, invoiceOf, isChargedByItself, recipientOf } from './invoiceMails.ts';
import { invoiceCanceled, invoiceCreated, invoicePaid, invoicePartPaid, paymentReversed } from './letters.ts';

/**
 * The recipient hears of an invoice that was issued, paid, paid in part or canceled, by the flags `invoice_created` and
 * `invoice_paid`, and of a payment that was reversed, whatever mails are wanted; an invoice of $0.00 comes without a mail.
 */
export const mailDealerOnInvoice = notification({
  name: 'mailDealerOnInvoice',
  types: ['InvoiceIssued', 'InvoicePaid', 'InvoicePartPaid', 'InvoicePaymentReversed', 'InvoiceVoided'],
  async write({ event }, ports) {
    const invoice = await invoiceOf(ports, event.data.invoiceId);
    if (invoice === null || invoice.totalCents === 0) return [];
    const to = await recipientOf(ports, invoice);
    const facts = invoiceFacts(ports, invoice);
    switch (event.type) {
      case 'InvoiceIssued': {
        const letter = invoiceCreated({ ...facts, chargedByItself: await isChargedByItself(ports, invoice) });
        return replies('invoiceCreated', to, 'invoice_created', letter, attached(invoice));
      }
      case 'InvoicePaid': {
        const { method, amountCents, paidOn, recordId } = event.data;
        if (method === 'none') return [];
        const credit = invoice.credits.find(({ creditId }) => creditId === recordId)?.amountCents ?? 0;
        const letter = invoicePaid({ ...facts, method, amountCents, paidOn, surplusCents: credit });
        return replies('invoicePaid', to, 'invoice_paid', letter, attached(invoice));
      }
      case 'InvoicePartPaid': {
        const letter = invoicePartPaid({ ...facts, ...event.data });
        return replies('invoicePartPaid', to, 'invoice_paid', letter);
      }
      case 'InvoicePaymentReversed': {
        const { recordId, amountCents, reason, creditTaken } = event.data;
        const method = invoice.payments.find(({ id }) => id === recordId)?.method;
        if (method === undefined || method === 'none') return [];
        const creditTakenCents = sumCents(creditTaken.map((taken) => taken.amountCents));
        const letter = paymentReversed({ ...facts, method, amountCents, reason, creditTakenCents });
        return replies('paymentReversed', to, null, letter);
      }
      case 'InvoiceVoided': {
        const letter = invoiceCanceled({
          ...facts,
          reason: event.data.reason,
          creditCents: surplusCents(invoice),
        });
        return replies('invoiceCanceled', to, 'invoice_created', letter);
      }
    }
  },
});
