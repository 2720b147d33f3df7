import { notification, replies } from '../../platform/notifications/notification.ts';
import { invoiceFacts, invoiceOf, recipientOf } from './invoiceMails.ts';
import { invoiceDueSoon, invoiceOverdue } from './letters.ts';

/**
 * The recipient is reminded of an open invoice: before its due date by the flag `invoice_created`, after it whatever
 * mails are wanted. One that was settled in between needs no reminder.
 */
export const mailDealerOnInvoiceReminder = notification({
  name: 'mailDealerOnInvoiceReminder',
  types: ['InvoiceReminderSent'],
  async write({ event }, ports) {
    const invoice = await invoiceOf(ports, event.data.invoiceId);
    if (invoice === null || invoice.status !== 'open') return [];
    const to = await recipientOf(ports, invoice);
    const facts = invoiceFacts(ports, invoice);
    return event.data.kind === 'due_soon'
      ? replies('invoiceDueSoon', to, 'invoice_created', invoiceDueSoon(facts))
      : replies('invoiceOverdue', to, null, invoiceOverdue({ ...facts, supportEmail: ports.supportEmail }));
  },
});
