import {
  accountDecider,
  accountStream,
  cardsIn,
  creditNoteOf,
  type EmailPreferences,
  formatCreditNoteNumber,
  type InvoiceEvent,
  type IssuedInvoice,
  invoiceDecider,
  invoiceStream,
  isErased,
  stillOpenCents,
  voidCreditId,
} from '@portal/domain';
import {
  type Day,
  defaultEmailPreferences,
  emailsIn,
  formatDay,
  formatDollars,
  MIN_CARD_CHARGE_CENTS,
  sumCents,
} from '@portal/domain/values';
import { button, factTable, type Letter, reasonGiven } from '../../platform/mail/letter.ts';
import {
  type Addressee,
  type NotificationPorts,
  notification,
  replies,
} from '../../platform/notifications/notification.ts';
import { isNews } from '../../platform/notifications/notificationFollower.ts';

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

const ALL_MAILS = defaultEmailPreferences(false);

/** Who gets mails about a company's invoices: its users, then the further recipients that it named. */
export async function invoiceReaders(ports: Ports, accountId: string): Promise<readonly Addressee[]> {
  const [users, account] = await Promise.all([
    ports.usersOfAccount(accountId),
    ports.load(accountStream(accountId), accountDecider),
  ]);
  const named = account.status === 'none' ? '' : account.company.invoiceEmails;
  const known = new Set(users.map(({ email }) => email.toLowerCase()));
  const further = isErased(named) ? [] : emailsIn(named).filter((email) => !known.has(email.toLowerCase()));
  const added = further.map((email) => ({ id: null, name: email, email, email_preferences: ALL_MAILS }));
  return [...users, ...added];
}

/**
 * Readers of what an invoice's recipient must hear, whatever they prefer: the recipient, and colleagues who want mails
 * about invoices (rule B19 names the recipient of the invoice, not its only reader).
 */
export async function readersOf(
  ports: Ports,
  { accountId, userId }: Pick<IssuedInvoice, 'accountId' | 'userId'>,
): Promise<readonly Addressee[]> {
  const users = await invoiceReaders(ports, accountId);
  const recipient = users.find(({ id }) => id === userId) ?? users[0];
  return users.filter((user) => user === recipient || user.email_preferences.invoice_created);
}

/** A letter about an invoice: text, further paragraphs, the invoice's facts, the reason if any, and a button to the invoice. */
export function invoiceLetter(
  invoice: InvoiceFacts,
  {
    text,
    more = [],
    reason = null,
    label = 'View the invoice',
    ...head
  }: Omit<Letter, 'blocks'> & {
    readonly text: string;
    readonly more?: readonly string[];
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
  return {
    ...head,
    blocks: [text, ...more, facts, ...reasonGiven(reason), button(label, invoice.invoiceUrl)],
  };
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
 * Mails every user of the company who wants it about issued, paid and part-paid invoices (flags
 * `invoice_created`, `invoice_paid`), and the recipient about reversed payments regardless of flags. No mail for
 * invoices of $0.00; a receipt over several has one mail (receiptMails.ts). Letters say what is open, paid and to be done
 * as it is when they are written, which may be later.
 */
export const mailDealerOnInvoice = notification({
  name: 'mailDealerOnInvoice',
  types: ['InvoiceIssued', 'InvoicePaid', 'InvoicePartPaid', 'InvoicePaymentReversed'],
  async write({ event }, ports) {
    const invoice = await invoiceOf(ports, event.data.invoiceId);
    if (invoice === null || invoice.totalCents === 0) return [];
    if (receiptOfSeveral(event, invoice) !== undefined) return [];
    const to = await invoiceReaders(ports, invoice.accountId);
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

/**
 * Mails refunds, credits and canceled invoices with their credit notes (rule B35) to users who want it (flags `invoice_paid`,
 * `invoice_created`). It is the mail of the correction itself, so one that an earlier release sent is not sent again, and none is
 * sent for a correction that is no news.
 */
export const mailDealerOnCreditNote = notification({
  name: 'mailDealerOnCreditNote',
  types: ['CreditNoteIssued'],
  async write({ event, metadata }, ports) {
    const { invoiceId, kind, period, number, amountCents, paidOutCents = 0, method, reason } = event.data;
    const invoice = await invoiceOf(ports, invoiceId);
    if (invoice === null || !isNews(metadata.recordedAt, event.data.correctedAt)) return [];
    const facts = invoiceFacts(ports, invoice);
    const to = await invoiceReaders(ports, invoice.accountId);
    const note = formatCreditNoteNumber(period, number);
    const paper = [{ paper: 'creditNote', id: note, filename: `${note}.pdf` }];
    const mail = (...[name, wanted, letter]: readonly [string, keyof EmailPreferences, Letter]) =>
      replies(name, to, wanted, letter, paper).map((reply) => ({
        ...reply,
        ...(metadata.causationId !== null && { cause: metadata.causationId }),
      }));
    const attachedNote = `Credit note ${note} is attached.`;
    switch (kind) {
      case 'refund': {
        const sent = { amountCents: amountCents + paidOutCents, paidOutCents, method: method ?? 'card' };
        return mail(
          'invoiceRefunded',
          'invoice_paid',
          refundLetter(facts, { ...sent, reason, more: ` ${attachedNote}` }),
        );
      }
      case 'credit': {
        const amount = formatDollars(amountCents);
        const letter = invoiceLetter(facts, {
          subject: `Credit for ${facts.invoiceNumber}`,
          preheader: `${amount} of account credit.`,
          title: 'You have a credit',
          text: `We credited ${amount} of this invoice to your account: ${PAYS_INVOICES} ${attachedNote}`,
          reason,
        });
        return mail('invoiceCredited', 'invoice_paid', letter);
      }
      case 'void': {
        if (invoice.totalCents === 0) return [];
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
          text: `We canceled this invoice; you do not have to pay it.${credit} If a corrected invoice replaces it, you will get it in a separate email. ${attachedNote}`,
          reason,
        });
        return mail('invoiceCanceled', 'invoice_created', letter);
      }
    }
  },
});

/** @param refund.more what follows the text */
function refundLetter(
  facts: InvoiceFacts,
  refund: {
    readonly amountCents: number;
    readonly paidOutCents: number;
    readonly method: keyof typeof BY;
    readonly reason: string | null;
    readonly more?: string;
  },
): Letter {
  const { amountCents, paidOutCents, method, reason, more = '' } = refund;
  const amount = formatDollars(amountCents);
  const how = method === 'card' ? 'to your card; your bank may take some days to show it' : BY[method];
  const part = paidOutCents === amountCents ? 'It' : `${formatDollars(paidOutCents)} of it`;
  const paidOut = paidOutCents === 0 ? '' : ` ${part} was account credit, which is lower by that amount now.`;
  return invoiceLetter(facts, {
    subject: `Refund for ${facts.invoiceNumber}`,
    preheader: `${amount} was refunded.`,
    title: 'We sent you a refund',
    text: `We returned ${amount} ${how}.${paidOut}${more}`,
    reason,
  });
}

/** Mails refunds without a credit note, which pay out account credit, to users who want it (`invoice_paid`), and failed refunds to administrators. */
export const mailDealerOnInvoiceCorrected = notification({
  name: 'mailDealerOnInvoiceCorrected',
  types: ['InvoiceRefunded', 'InvoiceRefundFailed'],
  async write({ event, metadata }, ports) {
    // it was mailed with the invoice that it was booked on first
    if (event.type === 'InvoiceRefunded' && event.data.movedFrom !== undefined) return [];
    // a payout of the company's credit has a mail of its own
    if (event.type === 'InvoiceRefunded' && event.data.payoutId !== undefined) return [];
    const invoice = await invoiceOf(ports, event.data.invoiceId);
    if (invoice === null) return [];
    const facts = invoiceFacts(ports, invoice);
    switch (event.type) {
      case 'InvoiceRefunded': {
        const { recordedAt: correctedAt } = metadata;
        const today = ports.billingDay(correctedAt);
        if (creditNoteOf(event, invoice, { correctedAt, today }) !== null) return [];
        const { method, reason, amountCents } = event.data;
        const letter = refundLetter(facts, { amountCents, paidOutCents: amountCents, method, reason });
        const to = await invoiceReaders(ports, invoice.accountId);
        return replies('invoiceRefunded', to, 'invoice_paid', letter);
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
