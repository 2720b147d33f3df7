import { formatDollars } from '@portal/domain/values';
import type { Letter } from '../../platform/mail/letter.ts';
import { notification, replies } from '../../platform/notifications/notification.ts';
import { factsBlock, type InvoiceFacts, invoiceFacts, invoiceOf, open, readersOf } from './mails.ts';

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
  return {
    subject: `A payment for ${invoiceNumber} was taken back`,
    preheader: `The bank of the card took ${amount} back.`,
    title: 'A payment was taken back',
    blocks: [
      `The bank of the card took ${amount} back after a dispute.${rest}`,
      factsBlock(invoice),
      open(invoice, openCents === 0 ? 'View the invoice' : 'View and pay'),
    ],
  };
}

function paymentReinstated(invoice: InvoiceFacts, amount: string): Letter {
  const { invoiceNumber, openCents } = invoice;
  const rest = openCents === 0 ? '' : ` ${formatDollars(openCents)} of this invoice is still open.`;
  return {
    subject: `A payment for ${invoiceNumber} counts again`,
    preheader: `The bank of the card gave ${amount} back.`,
    title: 'A payment counts again',
    blocks: [
      `The bank of the card gave ${amount} back that it had taken after a dispute, so it counts as paid again.${rest}`,
      factsBlock(invoice),
      open(invoice, 'View the invoice'),
    ],
  };
}
