import { lastReopening, paymentDecider, type Reopening } from '@portal/domain';
import { formatDay, formatDollars } from '@portal/domain/values';
import type { Letter } from '../../platform/mail/letter.ts';
import { notification, type Reply, replies } from '../../platform/notifications/notification.ts';
import { type InvoiceFacts, invoiceFacts, invoiceLetter, invoiceOf, readersOf } from './mails.ts';

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
    const why = whyOpen(lastReopening(invoice.payments));
    return event.data.kind === 'due_soon'
      ? replies('invoiceDueSoon', to, 'invoice_created', invoiceDueSoon(facts, why))
      : replies('invoiceOverdue', to, null, invoiceOverdue(facts, why, ports.supportEmail));
  },
});

const PAID_ALREADY = 'If you have already paid, no action is needed.';

/** Why an invoice is open that was paid; null for one that was not. */
function whyOpen(reopening: Reopening | null): string | null {
  if (reopening === null) return null;
  const { amountCents, on, byBank } = reopening;
  const [amount, day] = [formatDollars(amountCents), formatDay(on)];
  return byBank
    ? `The bank of the card took ${amount} back on ${day} after a dispute, so this invoice is open again.`
    : `The payment of ${amount} was reversed on ${day}, so this invoice is open again.`;
}

function invoiceDueSoon(invoice: InvoiceFacts, why: string | null): Letter {
  return invoiceLetter(invoice, {
    subject: `Invoice ${invoice.invoiceNumber} is due on ${formatDay(invoice.dueDate)}`,
    preheader: `${formatDollars(invoice.openCents)} is still open.`,
    title: 'An invoice is due soon',
    text:
      why === null
        ? `A friendly reminder: this invoice is still open. ${PAID_ALREADY}`
        : `A friendly reminder. ${why}`,
    label: 'View and pay',
  });
}

function invoiceOverdue(invoice: InvoiceFacts, why: string | null, supportEmail: string): Letter {
  const due = `This invoice was due on ${formatDay(invoice.dueDate)}`;
  const pay = `Please pay it by card in the portal, or write to ${supportEmail} if it is wrong.`;
  return invoiceLetter(invoice, {
    subject: `Invoice ${invoice.invoiceNumber} is overdue`,
    preheader: `${formatDollars(invoice.openCents)} was due on ${formatDay(invoice.dueDate)}.`,
    title: 'An invoice is overdue',
    text: why === null ? `${due} and is still open. ${pay} ${PAID_ALREADY}` : `${due}. ${why} ${pay}`,
    label: 'View and pay',
  });
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

function autoPayFailed(invoice: InvoiceFacts, message: string): Letter {
  return invoiceLetter(invoice, {
    subject: `Automatic payment of ${invoice.invoiceNumber} did not go through`,
    preheader: 'Please pay the invoice with Pay Now.',
    title: 'Automatic payment did not go through',
    text: `We could not charge your saved card: ${message} It will not be retried automatically. Please pay the invoice with Pay Now, with this or another card.`,
    label: 'Pay now',
  });
}

/** Mails the recipient, and colleagues who want invoices, about a payment that the bank took back or gave back (rule B43). */
export const mailDealerOnTakenBack = notification({
  name: 'mailDealerOnTakenBack',
  types: ['InvoicePaymentTakenBack', 'InvoicePaymentReinstated'],
  async write({ event }, ports) {
    const invoice = await invoiceOf(ports, event.data.invoiceId);
    if (invoice === null) return [];
    const to = await readersOf(ports, invoice);
    const facts = invoiceFacts(ports, invoice);
    const amount = formatDollars(event.data.amountCents);
    return event.type === 'InvoicePaymentTakenBack'
      ? replies('paymentTakenBack', to, null, paymentTakenBack(facts, amount, ports.supportEmail))
      : replies('paymentReinstated', to, null, paymentReinstated(facts, amount));
  },
});

function paymentTakenBack(invoice: InvoiceFacts, amount: string, supportEmail: string): Letter {
  const { invoiceNumber, openCents } = invoice;
  const rest =
    openCents === 0
      ? ''
      : ` ${formatDollars(openCents)} of this invoice is open. It is not charged automatically: please pay it in the portal, or write to ${supportEmail} if the dispute is a mistake.`;
  return invoiceLetter(invoice, {
    subject: `A payment for ${invoiceNumber} was taken back`,
    preheader: `The bank of the card took ${amount} back.`,
    title: 'A payment was taken back',
    text: `The bank of the card took ${amount} back after a dispute.${rest}`,
    label: openCents === 0 ? 'View the invoice' : 'View and pay',
  });
}

function paymentReinstated(invoice: InvoiceFacts, amount: string): Letter {
  const { invoiceNumber, openCents } = invoice;
  const rest = openCents === 0 ? '' : ` ${formatDollars(openCents)} of this invoice is still open.`;
  return invoiceLetter(invoice, {
    subject: `A payment for ${invoiceNumber} counts again`,
    preheader: `The bank of the card gave ${amount} back.`,
    title: 'A payment counts again',
    text: `The bank of the card gave ${amount} back that it had taken after a dispute, so it counts as paid again.${rest}`,
  });
}
