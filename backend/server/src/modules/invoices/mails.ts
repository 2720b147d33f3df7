import {
  accountDecider,
  accountStream,
  cardsIn,
  type InvoiceEvent,
  type IssuedInvoice,
  invoiceDecider,
  invoiceStream,
  isErased,
  stillOpenCents,
  voidCreditId,
} from '@portal/domain';
import { type Day, formatDay, formatDollars, MIN_CARD_CHARGE_CENTS, sumCents } from '@portal/domain/values';
import { button, factTable, type Letter, reasonGiven } from '../../platform/mail/letter.ts';
import {
  type Addressee,
  type NotificationPorts,
  notification,
  replies,
} from '../../platform/notifications/notification.ts';

type Ports = Pick<NotificationPorts, 'load' | 'page' | 'usersOfAccount'>;

/** The current state of an invoice; null if there is none. */
export async function invoiceOf(ports: Ports, invoiceId: string): Promise<IssuedInvoice | null> {
  const invoice = await ports.load(invoiceStream(invoiceId), invoiceDecider);
  return invoice.status === 'none' ? null : invoice;
}

/** What letters tell of an invoice. `openCents`: 0 once settled. */
export function invoiceFacts(ports: Ports, invoice: IssuedInvoice) {
  const { invoiceId, invoiceNumber, totalCents, invoiceDate, dueDate } = invoice;
  const invoiceUrl = ports.page(`/invoicing/${invoiceId}`);
  const openCents = invoice.status === 'open' ? stillOpenCents(invoice) : 0;
  const isPaid = invoice.status === 'paid';
  return { invoiceNumber, totalCents, openCents, isPaid, invoiceDate, dueDate, invoiceUrl };
}
export type InvoiceFacts = ReturnType<typeof invoiceFacts>;

/**
 * Readers of what an invoice's recipient must hear, whatever they prefer: the recipient, and colleagues who want mails
 * about invoices (rule B19 names the recipient of the invoice, not its only reader).
 */
export async function readersOf(
  ports: Ports,
  { accountId, userId }: Pick<IssuedInvoice, 'accountId' | 'userId'>,
): Promise<readonly Addressee[]> {
  const users = await ports.usersOfAccount(accountId);
  const recipient = users.find(({ id }) => id === userId) ?? users[0];
  return users.filter((user) => user === recipient || user.email_preferences.invoice_created);
}

/** A letter about an invoice: text, the invoice's facts, the reason if any, and a button to the invoice. */
export function invoiceLetter(
  invoice: InvoiceFacts,
  {
    text,
    reason = null,
    label = 'View the invoice',
    ...head
  }: Omit<Letter, 'blocks'> & {
    readonly text: string;
    readonly reason?: string | null;
    readonly label?: string;
  },
): Letter {
  const facts = factTable(
    ['Invoice #', invoice.invoiceNumber],
    ['Date', formatDay(invoice.invoiceDate)],
    ['Due date', formatDay(invoice.dueDate)],
    ['Amount', formatDollars(invoice.totalCents)],
    ...paidInPart(invoice),
  );
  return { ...head, blocks: [text, facts, ...reasonGiven(reason), button(label, invoice.invoiceUrl)] };
}

/** Rows of a part-paid invoice. More than the total is open if used credit of a reversed payment is owed. */
function paidInPart({ totalCents, openCents }: InvoiceFacts): readonly (readonly [string, string])[] {
  if (openCents === 0 || openCents === totalCents) return [];
  const paid = Math.max(0, totalCents - openCents);
  return [
    ['Paid so far', formatDollars(paid)],
    ['Still open', formatDollars(openCents)],
  ];
}

/** What account credit does (rule B41). */
export const PAYS_INVOICES = 'it pays your open invoices, then your next ones.';

export const BY = { card: 'by card', check: 'by check', ach: 'by bank transfer (ACH)' } as const;

/** The receipt over several invoices that a payment or its reversal is a share of; undefined for others. */
export function receiptOfSeveral(event: InvoiceEvent, invoice: IssuedInvoice) {
  const recordId = 'recordId' in event.data ? event.data.recordId : undefined;
  const receipt = invoice.payments.find(({ id }) => id === recordId)?.receipt;
  return receipt !== undefined && receipt.invoiceNumbers.length > 1 ? receipt : undefined;
}

/**
 * Mails every user of the company who wants it about issued, paid, part-paid and canceled invoices (flags
 * `invoice_created`, `invoice_paid`), and the recipient about reversed payments regardless of flags. No mail for
 * invoices of $0.00; a receipt over several has one mail (receiptMails.ts). Letters say what is open, paid and to be done
 * as it is when they are written, which may be later.
 */
export const mailDealerOnInvoice = notification({
  name: 'mailDealerOnInvoice',
  types: ['InvoiceIssued', 'InvoicePaid', 'InvoicePartPaid', 'InvoicePaymentReversed', 'InvoiceVoided'],
  async write({ event }, ports) {
    const invoice = await invoiceOf(ports, event.data.invoiceId);
    if (invoice === null || invoice.totalCents === 0) return [];
    if (receiptOfSeveral(event, invoice) !== undefined) return [];
    const to = await ports.usersOfAccount(invoice.accountId);
    const facts = invoiceFacts(ports, invoice);
    switch (event.type) {
      case 'InvoiceIssued': {
        // canceled since, which has a mail of its own, or written off, which has none
        if (invoice.status === 'voided' || invoice.status === 'written_off') return [];
        const letter = invoiceCreated(facts, await isChargedByItself(ports, invoice));
        return replies('invoiceCreated', to, 'invoice_created', letter, attached(invoice));
      }
      case 'InvoicePaid': {
        const { method, recordId } = event.data;
        if (method === 'none') return [];
        // the payment may have been reversed since
        const more = `${surplusText(invoice, recordId)} The ${facts.isPaid ? 'paid ' : ''}invoice is attached.`;
        const letter = paymentReceived(facts, { ...event.data, method }, more);
        return replies('invoicePaid', to, 'invoice_paid', letter, attached(invoice));
      }
      case 'InvoicePartPaid': {
        const { openCents } = facts;
        const rest = openCents === 0 ? '' : ` ${formatDollars(openCents)} of this invoice is still open.`;
        return replies(
          'invoicePartPaid',
          to,
          'invoice_paid',
          paymentReceived(facts, event.data, `${surplusText(invoice, event.data.recordId)}${rest}`),
        );
      }
      case 'InvoicePaymentReversed': {
        const { recordId, amountCents, reason, creditTaken } = event.data;
        const method = invoice.payments.find(({ id }) => id === recordId)?.method;
        if (method === undefined || method === 'none') return [];
        const { invoiceNumber, openCents } = facts;
        const amount = formatDollars(amountCents);
        const takenCents = sumCents(creditTaken.map((taken) => taken.amountCents));
        const stillOpen = openCents === 0 ? '' : ` ${formatDollars(openCents)} of this invoice is open.`;
        const credit =
          takenCents === 0 ? '' : ` ${formatDollars(takenCents)} of account credit from it was taken back.`;
        const letter = invoiceLetter(facts, {
          subject: `A payment for ${invoiceNumber} was reversed`,
          preheader: `${amount} ${BY[method]} is no longer counted.`,
          title: 'A payment was reversed',
          text: `The payment of ${amount} ${BY[method]} was reversed.${stillOpen}${credit}`,
          reason,
        });
        return replies('paymentReversed', await readersOf(ports, invoice), null, letter);
      }
      case 'InvoiceVoided': {
        // moved payments and earlier overpayments are credit as well, but not by this
        const voidCredit = invoice.credits.find(({ creditId }) => creditId === voidCreditId(invoice));
        const credit =
          voidCredit === undefined || voidCredit.amountCents === 0
            ? ''
            : ` The ${formatDollars(voidCredit.amountCents)} paid for it is now account credit: ${PAYS_INVOICES}`;
        const letter = invoiceLetter(facts, {
          subject: `Invoice ${facts.invoiceNumber} was canceled`,
          preheader: 'You do not have to pay it.',
          title: 'Invoice canceled',
          text: `We canceled this invoice; you do not have to pay it.${credit} If a corrected invoice replaces it, you will get it in a separate email.`,
          reason: event.data.reason,
        });
        return replies('invoiceCanceled', to, 'invoice_created', letter);
      }
    }
  },
});

function surplusText({ credits }: IssuedInvoice, recordId: string | undefined): string {
  const cents = credits.find(({ creditId }) => creditId === recordId)?.amountCents ?? 0;
  if (cents === 0) return '';
  return ` That is ${formatDollars(cents)} more than was due. The excess is account credit: ${PAYS_INVOICES}`;
}

const attached = ({ invoiceId, invoiceNumber }: IssuedInvoice) =>
  [{ paper: 'invoice', id: invoiceId, filename: `${invoiceNumber}.pdf` }] as const;

/** Whether the saved card is charged on the due date (rule B23), by the conditions of `isAutoPayable`. */
async function isChargedByItself(ports: Ports, invoice: IssuedInvoice): Promise<boolean> {
  const { accountId, isDemo, totalCents } = invoice;
  const account = await ports.load(accountStream(accountId), accountDecider);
  if (account.status === 'none' || account.isDemo !== isDemo || totalCents < MIN_CARD_CHARGE_CENTS)
    return false;
  const { card, declined, autoPay } = cardsIn(account.cards, !account.isDemo);
  return card !== null && declined === null && autoPay !== null;
}

function invoiceCreated(invoice: InvoiceFacts, paidAutomatically: boolean): Letter {
  const due = formatDay(invoice.dueDate);
  const isPaidByHand = !invoice.isPaid && !paidAutomatically && invoice.totalCents >= MIN_CARD_CHARGE_CENTS;
  return invoiceLetter(invoice, {
    subject: `Your invoice ${invoice.invoiceNumber}`,
    preheader: `${formatDollars(invoice.totalCents)}, ${invoice.isPaid ? 'paid' : `due on ${due}`}.`,
    title: 'Your monthly invoice',
    text: `Your invoice is attached. ${howItIsPaid(invoice, paidAutomatically, due)}`,
    label: isPaidByHand ? 'View and pay' : 'View the invoice',
  });
}

function howItIsPaid({ totalCents, isPaid }: InvoiceFacts, paidAutomatically: boolean, due: string): string {
  // e.g. by account credit, at once
  if (isPaid) return 'It is paid already; no action is needed.';
  if (totalCents < MIN_CARD_CHARGE_CENTS) {
    return `${formatDollars(totalCents)} is too small for a card payment. It is added to your next invoice; no action is needed.`;
  }
  return paidAutomatically
    ? `It will be charged to your saved card on ${due}, as agreed; no action is needed.`
    : `It is due on ${due}; you can pay it by card in the portal.`;
}

interface Received {
  readonly amountCents: number;
  readonly paidOn: Day;
  readonly method: keyof typeof BY;
}

const paymentReceived = (invoice: InvoiceFacts, payment: Received, more: string): Letter => {
  const [amount, day] = [formatDollars(payment.amountCents), formatDay(payment.paidOn)];
  return invoiceLetter(invoice, {
    subject: `Payment received for ${invoice.invoiceNumber}`,
    preheader: `${amount} on ${day}.`,
    title: 'Thank you for your payment',
    text: `We received ${amount} ${BY[payment.method]} on ${day}.${more}`,
  });
};

/** Mails refunds and credits to users who want it (`invoice_paid`), and failed refunds to administrators. */
export const mailDealerOnInvoiceCorrected = notification({
  name: 'mailDealerOnInvoiceCorrected',
  types: ['InvoiceRefunded', 'InvoiceCredited', 'InvoiceRefundFailed'],
  async write({ event }, ports) {
    // it was mailed with the invoice that it was booked on first
    if (event.type === 'InvoiceRefunded' && event.data.movedFrom !== undefined) return [];
    // a payout of the company's credit has a mail of its own
    if (event.type === 'InvoiceRefunded' && event.data.payoutId !== undefined) return [];
    // an overpayment is mailed with the payment or the void
    if (event.type === 'InvoiceCredited' && event.data.surplus === true) return [];
    const invoice = await invoiceOf(ports, event.data.invoiceId);
    if (invoice === null) return [];
    const facts = invoiceFacts(ports, invoice);
    const to = await ports.usersOfAccount(invoice.accountId);
    switch (event.type) {
      case 'InvoiceRefunded': {
        const refund = invoice.refunds.find(({ refundId }) => refundId === event.data.refundId);
        const paidOutCents = refund?.paidOutCents ?? 0;
        const { method, reason } = event.data;
        const amount = formatDollars(event.data.amountCents);
        const how = method === 'card' ? 'to your card; your bank may take some days to show it' : BY[method];
        const part = paidOutCents === event.data.amountCents ? 'It' : `${formatDollars(paidOutCents)} of it`;
        const paidOut =
          paidOutCents === 0 ? '' : ` ${part} was account credit, which is lower by that amount now.`;
        const letter = invoiceLetter(facts, {
          subject: `Refund for ${facts.invoiceNumber}`,
          preheader: `${amount} was refunded.`,
          title: 'We sent you a refund',
          text: `We returned ${amount} ${how}.${paidOut}`,
          reason,
        });
        return replies('invoiceRefunded', to, 'invoice_paid', letter);
      }
      case 'InvoiceCredited': {
        const amount = formatDollars(event.data.amountCents);
        const letter = invoiceLetter(facts, {
          subject: `Credit for ${facts.invoiceNumber}`,
          preheader: `${amount} of account credit.`,
          title: 'You have a credit',
          text: `We credited ${amount} of this invoice to your account: ${PAYS_INVOICES}`,
          reason: event.data.reason,
        });
        return replies('invoiceCredited', to, 'invoice_paid', letter);
      }
      case 'InvoiceRefundFailed': {
        const { refundId, message } = event.data;
        const refund = invoice.refunds.find((one) => one.refundId === refundId);
        if (refund?.payoutId !== undefined) return [];
        const company = isErased(invoice.billTo) ? null : invoice.billTo.company;
        const amount = formatDollars(refund?.amountCents ?? 0);
        const letter = invoiceLetter(facts, {
          subject: `A refund of ${facts.invoiceNumber} failed`,
          preheader: `${amount} was not refunded.`,
          title: 'A refund failed',
          text: `The card provider could not return ${amount} to ${company ?? 'the dealer'}: ${message} Please refund it by check or ACH, or as a credit.`,
        });
        return replies('refundFailed', await ports.administrators(), null, letter);
      }
    }
  },
});
