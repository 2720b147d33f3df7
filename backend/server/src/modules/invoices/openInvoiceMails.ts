import {
  accountDecider,
  accountStream,
  type InvoiceEvent,
  type IssuedInvoice,
  lastReopening,
  paymentDecider,
  type Reopening,
} from '@portal/domain';
import { formatDay, formatDollars } from '@portal/domain/values';
import {
  type NotificationPorts,
  notification,
  type Reply,
  replies,
} from '../../platform/notifications/notification.ts';
import { invoiceFacts, invoiceLetter, invoiceOf, readersOf } from './mails.ts';

type Step = NonNullable<Extract<InvoiceEvent, { type: 'InvoiceReminderSent' }>['data']['step']>;

/**
 * Reminds of an open invoice: users who want it before the due date (`invoice_created`), afterwards the recipient
 * regardless of flags too.
 */
export const mailDealerOnInvoiceReminder = notification({
  name: 'mailDealerOnInvoiceReminder',
  types: ['InvoiceReminderSent', 'InvoiceManualReminderSent'],
  async write({ event }, ports) {
    const invoice = await invoiceOf(ports, event.data.invoiceId);
    if (invoice === null || invoice.status !== 'open') return [];
    const to = await readersOf(ports, invoice);
    const facts = invoiceFacts(ports, invoice);
    const { invoiceNumber } = facts;
    const [open, due] = [formatDollars(facts.openCents), formatDay(facts.dueDate)];
    const why = whyOpen(lastReopening(invoice.payments));
    const label = 'View and pay';
    if (event.type === 'InvoiceReminderSent' && event.data.kind === 'due_soon') {
      const letter = invoiceLetter(facts, {
        subject: `Invoice ${invoiceNumber} is due on ${due}`,
        preheader: `${open} is still open.`,
        title: 'An invoice is due soon',
        text: `A friendly reminder${why === null ? `: this invoice is still open. ${PAID_ALREADY}` : `. ${why}`}`,
        label,
      });
      return replies('invoiceDueSoon', to, 'invoice_created', letter);
    }
    const pay = `Please pay it by card in the portal, or write to ${ports.supportEmail} if it is wrong.`;
    const text = why === null ? ` and is still open. ${pay} ${PAID_ALREADY}` : `. ${why} ${pay}`;
    const step = event.type === 'InvoiceReminderSent' ? event.data.step : undefined;
    const letter = invoiceLetter(facts, {
      subject: step?.subject ? `${step.subject}: ${invoiceNumber}` : `Invoice ${invoiceNumber} is overdue`,
      preheader: `${open} was due on ${due}.`,
      title: 'An invoice is overdue',
      text: `This invoice was due on ${due}${text}`,
      more: step === undefined ? [] : paragraphsOf(step, await isReleased(ports, invoice)),
      label,
    });
    return replies('invoiceOverdue', to, null, letter);
  },
});

/** What a dunning step adds to the mail: the administrator's text, and what it does. */
function paragraphsOf({ text, lateFeeCents, holdsOrders }: Step, released: boolean): readonly string[] {
  return [
    ...text.split(/\n+/).filter((line) => line.trim() !== ''),
    ...(lateFeeCents > 0
      ? [`A late fee of ${formatDollars(lateFeeCents)} is charged on your next invoice.`]
      : []),
    ...(holdsOrders && !released
      ? ['New orders are on hold until this invoice is paid. Your sites go on as before.']
      : []),
  ];
}

/** Whether an administrator allowed orders although this invoice is open. */
async function isReleased(
  ports: Pick<NotificationPorts, 'load'>,
  { accountId, invoiceId }: IssuedInvoice,
): Promise<boolean> {
  const account = await ports.load(accountStream(accountId), accountDecider);
  return (
    account.status === 'open' &&
    account.orderHolds.some((hold) => hold.invoiceId === invoiceId && hold.released)
  );
}

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
      const again = invoice.autoPayRetry === null ? null : formatDay(invoice.autoPayRetry.on);
      const letter = invoiceLetter(invoiceFacts(ports, invoice), {
        subject: `Automatic payment of ${invoice.invoiceNumber} did not go through`,
        preheader: again === null ? 'Please pay the invoice with Pay Now.' : `We try again on ${again}.`,
        title: 'Automatic payment did not go through',
        text: `We could not charge your saved card: ${event.data.message} ${again === null ? 'It will not be retried automatically. Please pay the invoice with Pay Now, with this or another card.' : `We try again on ${again}, or the day after you save another card. You can also pay the invoice with Pay Now, with this or another card.`}`,
        label: 'Pay now',
      });
      letters.push(...replies('autoPayFailed', await readersOf(ports, invoice), null, letter));
    }
    return letters;
  },
});

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
    const isOpen = facts.openCents > 0;
    const open = `${formatDollars(facts.openCents)} of this invoice is`;
    if (event.type === 'InvoicePaymentReinstated') {
      const letter = invoiceLetter(facts, {
        subject: `A payment for ${facts.invoiceNumber} counts again`,
        preheader: `The bank of the card gave ${amount} back.`,
        title: 'A payment counts again',
        text: `The bank of the card gave ${amount} back that it had taken after a dispute, so it counts as paid again.${isOpen ? ` ${open} still open.` : ''}`,
      });
      return replies('paymentReinstated', to, null, letter);
    }
    const pay = `It is not charged automatically: please pay it in the portal, or write to ${ports.supportEmail} if the dispute is a mistake.`;
    const letter = invoiceLetter(facts, {
      subject: `A payment for ${facts.invoiceNumber} was taken back`,
      preheader: `The bank of the card took ${amount} back.`,
      title: 'A payment was taken back',
      text: `The bank of the card took ${amount} back after a dispute.${isOpen ? ` ${open} open. ${pay}` : ''}`,
      label: isOpen ? 'View and pay' : 'View the invoice',
    });
    return replies('paymentTakenBack', to, null, letter);
  },
});
