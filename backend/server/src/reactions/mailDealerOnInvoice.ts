import { invoiceCanceled, invoiceCreated, invoicePaid } from '../mail/invoiceLetters.ts';
import { attached, invoiceFacts, invoiceOf, isChargedByItself, recipientOf } from './invoiceMails.ts';
import { type Reaction, replies } from './reaction.ts';

/**
 * The recipient hears of an invoice that was issued, paid or canceled, by the flags `invoice_created` and
 * `invoice_paid`; an invoice of $0.00 comes without a mail (decisions B17).
 */
export const mailDealerOnInvoice: Reaction = {
  name: 'mailDealerOnInvoice',
  types: ['InvoiceIssued', 'InvoicePaid', 'InvoiceVoided'],
  async write({ event }, ports) {
    if (event.type !== 'InvoiceIssued' && event.type !== 'InvoicePaid' && event.type !== 'InvoiceVoided') {
      return [];
    }
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
        const { method, paidOn } = event.data;
        if (method === 'none') return [];
        const letter = invoicePaid({ ...facts, method, paidOn });
        return replies('invoicePaid', to, 'invoice_paid', letter, attached(invoice));
      }
      case 'InvoiceVoided': {
        const letter = invoiceCanceled({ ...facts, reason: event.data.reason });
        return replies('invoiceCanceled', to, 'invoice_created', letter);
      }
    }
  },
};
