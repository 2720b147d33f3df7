import { receiptDecider, receiptStream } from '@portal/domain';
import { formatDay, formatDollars, sumCents } from '@portal/domain/values';
import { button, factTable, type Letter, reasonGiven } from '../../platform/mail/letter.ts';
import { type NotificationPorts, notification, replies } from '../../platform/notifications/notification.ts';
import {
  BY,
  invoiceFacts,
  invoiceOf,
  invoiceReaders,
  PAYS_INVOICES,
  readersOf,
  receiptOfSeveral,
} from './mails.ts';

/**
 * Mails a receipt over several invoices, and its reversal, once the last share is booked. Readers are those of mails about
 * one invoice.
 */
export const mailDealerOnReceipt = notification({
  name: 'mailDealerOnReceipt',
  types: ['InvoicePaid', 'InvoicePartPaid', 'InvoicePaymentReversed'],
  async write({ event }, ports) {
    const invoice = await invoiceOf(ports, event.data.invoiceId);
    const receipt = invoice === null ? undefined : receiptOfSeveral(event, invoice);
    if (invoice === null || receipt === undefined) return [];
    if (receipt.invoiceNumbers.at(-1) !== invoice.invoiceNumber) return [];
    const isReversed = event.type === 'InvoicePaymentReversed';
    const letter = await receiptLetter(ports, receipt.receiptId, isReversed);
    return isReversed
      ? replies('paymentReversed', await readersOf(ports, invoice), null, letter)
      : replies('invoicePaid', await invoiceReaders(ports, invoice.accountId), 'invoice_paid', letter);
  },
});

type Ports = Pick<NotificationPorts, 'load' | 'page' | 'usersOfAccount'>;

/**
 * One letter about a receipt over several invoices in place of one for each, with what is open of them now.
 * @param isReversed whether it tells of the reversal
 */
async function receiptLetter(ports: Ports, receiptId: string, isReversed: boolean): Promise<Letter> {
  const receipt = await ports.load(receiptStream(receiptId), receiptDecider);
  if (receipt.status === 'none') throw new Error(`Receipt ${receiptId} is booked and was never recorded`);
  const { amountCents, method, receivedOn, shares, reversal } = receipt;
  const invoices = await Promise.all(shares.map(({ invoiceId }) => invoiceOf(ports, invoiceId)));
  const facts = shares.map((share, index): readonly [string, string] => {
    const invoice = invoices[index];
    const open = invoice == null ? 0 : invoiceFacts(ports, invoice).openCents;
    const rest = open === 0 ? '' : `, ${formatDollars(open)} ${isReversed ? 'is' : 'still'} open`;
    return [share.invoiceNumber, `${formatDollars(share.amountCents)}${rest}`];
  });
  const credit = sumCents(
    invoices.map((invoice) => {
      const own = invoice?.credits.filter(({ creditId }) => creditId.startsWith(`${receiptId}_`)) ?? [];
      return sumCents(own.map((given) => given.amountCents));
    }),
  );
  const [amount, day, count] = [
    formatDollars(amountCents),
    formatDay(receivedOn),
    `${shares.length} invoices`,
  ];
  const blocks = [factTable(...facts), ...reasonGiven(isReversed ? (reversal?.reason ?? null) : null)];
  const more = credit === 0 ? '' : ` ${formatDollars(credit)} of it is account credit: ${PAYS_INVOICES}`;
  const text = isReversed
    ? `The payment of ${amount} ${BY[method]} for ${count} was reversed. What it paid is open again.`
    : `We received ${amount} ${BY[method]} on ${day} for ${count}.${more}`;
  return {
    subject: isReversed ? `A payment for ${count} was reversed` : `Payment received for ${count}`,
    preheader: isReversed ? `${amount} ${BY[method]} is no longer counted.` : `${amount} on ${day}.`,
    title: isReversed ? 'A payment was reversed' : 'Thank you for your payment',
    blocks: [text, ...blocks, button('View your invoices', ports.page('/invoicing'))],
  };
}
