import { paymentDecider } from '@portal/domain';
import { formatDay, formatDollars } from '@portal/domain/values';
import type { Letter } from '../../platform/mail/letter.ts';
import { notification, type Reply, replies } from '../../platform/notifications/notification.ts';
import { factsBlock, type InvoiceFacts, invoiceFacts, invoiceOf, open, readersOf } from './mails.ts';

/**
 * Reminds of an open invoice: users who want it before the due date (`invoice_created`), afterwards the recipient
 * regardless of flags too.
 */
export const mailDealerOnInvoiceReminder = notification({
  name: 'mailDealerOnInvoiceReminder',
  types: ['InvoiceReminderSent'],
  async write({ event }, ports) {
    const invoice = await invoiceOf(ports, event.data.invoiceId);
    if (invoice === null || invoice.status !== 'open') return [];
    const to = await readersOf(ports, invoice);
    const facts = invoiceFacts(ports, invoice);
    return event.data.kind === 'due_soon'
      ? replies('invoiceDueSoon', to, 'invoice_created', invoiceDueSoon(facts))
      : replies('invoiceOverdue', to, null, invoiceOverdue(facts, ports.supportEmail));
  },
});

/** To users who want it (`invoice_created`). */
function invoiceDueSoon(invoice: InvoiceFacts): Letter {
  return {
    subject: `Invoice ${invoice.invoiceNumber} is due on ${formatDay(invoice.dueDate)}`,
    preheader: `${formatDollars(invoice.openCents)} is still open.`,
    title: 'An invoice is due soon',
    blocks: [
      'A friendly reminder: this invoice is still open. If you have already paid, no action is needed.',
      factsBlock(invoice),
      open(invoice, 'View and pay'),
    ],
  };
}

/** To the recipient regardless of flags, and to colleagues who want invoices. */
function invoiceOverdue(invoice: InvoiceFacts, supportEmail: string): Letter {
  return {
    subject: `Invoice ${invoice.invoiceNumber} is overdue`,
    preheader: `${formatDollars(invoice.openCents)} was due on ${formatDay(invoice.dueDate)}.`,
    title: 'An invoice is overdue',
    blocks: [
      `This invoice was due on ${formatDay(invoice.dueDate)} and is still open. Please pay it by card in the portal, or write to ${supportEmail} if it is wrong. If you have already paid, no action is needed.`,
      factsBlock(invoice),
      open(invoice, 'View and pay'),
    ],
  };
}

/** Mails the recipient (and colleagues who want invoices) about a failed automatic payment. Later declines of the attempt are the dealer's own. */
export const mailDealerOnAutoPayFailed = notification({
  name: 'mailDealerOnAutoPayFailed',
  types: ['PaymentDeclined', 'PaymentFailed'],
  async write(envelope, ports) {
    const { event } = envelope;
    const payment = await ports.stateBefore(envelope, paymentDecider);
    if (payment.status === 'none' || payment.how !== 'auto_pay' || payment.lastDecline !== null) return [];
    const letters: Reply[] = [];
    for (const { kind, id } of payment.shares) {
      if (kind !== 'invoice') continue;
      const invoice = await invoiceOf(ports, id);
      if (invoice === null || invoice.status !== 'open') continue;
      const letter = autoPayFailed(invoiceFacts(ports, invoice), event.data.message);
      letters.push(...replies('autoPayFailed', await readersOf(ports, invoice), null, letter));
    }
    return letters;
  },
});

/** To the recipient regardless of flags, and to colleagues who want invoices. */
function autoPayFailed(invoice: InvoiceFacts, message: string): Letter {
  return {
    subject: `Automatic payment of ${invoice.invoiceNumber} did not go through`,
    preheader: 'Please pay the invoice with Pay Now.',
    title: 'Automatic payment did not go through',
    blocks: [
      `We could not charge your saved card: ${message} It will not be retried automatically. Please pay the invoice with Pay Now, with this or another card.`,
      factsBlock(invoice),
      open(invoice, 'Pay now'),
    ],
  };
}
