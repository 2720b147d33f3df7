import {
  accountDecider,
  accountStream,
  cardsIn,
  type IssuedInvoice,
  invoiceDecider,
  invoiceStream,
  isErased,
  stillOpenCents,
  surplusCents,
} from '@portal/domain';
import { type Day, formatDay, formatDollars, MIN_CARD_CHARGE_CENTS, sumCents } from '@portal/domain/values';
import type { Block, Letter } from '../../platform/mail/letter.ts';
import {
  type Addressee,
  type NotificationPorts,
  notification,
  replies,
} from '../../platform/notifications/notification.ts';

type Ports = Pick<NotificationPorts, 'load' | 'page' | 'usersOfAccount'>;

/** An invoice as it stands; null where there is none. */
export async function invoiceOf(ports: Ports, invoiceId: string): Promise<IssuedInvoice | null> {
  const invoice = await ports.load(invoiceStream(invoiceId), invoiceDecider);
  return invoice.status === 'none' ? null : invoice;
}

export function invoiceFacts(ports: Ports, invoice: IssuedInvoice): InvoiceFacts {
  const { invoiceId, invoiceNumber, totalCents, invoiceDate, dueDate } = invoice;
  const invoiceUrl = ports.page(`/invoicing/${invoiceId}`);
  const openCents = invoice.status === 'open' ? stillOpenCents(invoice) : 0;
  return { invoiceNumber, totalCents, openCents, invoiceDate, dueDate, invoiceUrl };
}

/** Recipient of an invoice's mails, else the company's first user (rule B19); empty without users. */
export async function recipientOf(
  ports: Ports,
  { accountId, userId }: Pick<IssuedInvoice, 'accountId' | 'userId'>,
): Promise<readonly Addressee[]> {
  const users = await ports.usersOfAccount(accountId);
  const recipient = users.find(({ id }) => id === userId) ?? users[0];
  return recipient === undefined ? [] : [recipient];
}

export interface InvoiceFacts {
  readonly invoiceNumber: string;
  readonly totalCents: number;
  /** Open amount; 0 once settled. */
  readonly openCents: number;
  readonly invoiceDate: Day;
  readonly dueDate: Day;
  readonly invoiceUrl: string;
}

export function factsBlock(invoice: InvoiceFacts): Block {
  return {
    kind: 'facts',
    facts: [
      ['Invoice #', invoice.invoiceNumber],
      ['Date', formatDay(invoice.invoiceDate)],
      ['Due Date', formatDay(invoice.dueDate)],
      ['Amount', formatDollars(invoice.totalCents)],
      ...paidInPart(invoice),
    ],
  };
}

/** Paid in part, or more is open than it was over, since credit of a payment that was reversed was used. */
function paidInPart({ totalCents, openCents }: InvoiceFacts): readonly (readonly [string, string])[] {
  if (openCents === 0 || openCents === totalCents) return [];
  const paid = Math.max(0, totalCents - openCents);
  return [
    ['Paid so far', formatDollars(paid)],
    ['Still open', formatDollars(openCents)],
  ];
}

export const open = (invoice: InvoiceFacts, label: string): Block => ({
  kind: 'button',
  label,
  href: invoice.invoiceUrl,
});

const BY = { card: 'by card', check: 'by check', ach: 'by bank transfer (ACH)' } as const;

const reasonOf = (reason: string | null): Block[] => (reason === null ? [] : [`Reason: ${reason}`]);

/**
 * Mails the recipient about issued, paid, part-paid and canceled invoices (flags `invoice_created`, `invoice_paid`),
 * and about reversed payments regardless of flags. No mail for invoices of $0.00.
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

/** The invoice itself, to go with a mail. */
const attached = ({ invoiceId, invoiceNumber }: IssuedInvoice) =>
  [{ paper: 'invoice', id: invoiceId, filename: `${invoiceNumber}.pdf` }] as const;

/** Whether the saved card is charged for it on its due date (rule B23): as `isAutoPayable` judges on that day. */
async function isChargedByItself(ports: Ports, invoice: IssuedInvoice): Promise<boolean> {
  const { accountId, isDemo, totalCents } = invoice;
  const account = await ports.load(accountStream(accountId), accountDecider);
  if (account.status === 'none' || account.isDemo !== isDemo || totalCents < MIN_CARD_CHARGE_CENTS)
    return false;
  const { card, declined, autoPay } = cardsIn(account.cards, !account.isDemo);
  return card !== null && declined === null && autoPay !== null;
}

/** To the recipient (`invoice_created`), with the invoice attached. @param chargedByItself whether the saved card is charged on the due date */
function invoiceCreated(invoice: InvoiceFacts & { readonly chargedByItself: boolean }): Letter {
  const due = formatDay(invoice.dueDate);
  const isPaidByHand = !invoice.chargedByItself && invoice.totalCents >= MIN_CARD_CHARGE_CENTS;
  return {
    subject: `Your invoice ${invoice.invoiceNumber}`,
    preheader: `${formatDollars(invoice.totalCents)}, due on ${due}.`,
    title: 'Your monthly invoice',
    blocks: [
      `Your invoice is attached. ${howItIsPaid(invoice, due)}`,
      factsBlock(invoice),
      open(invoice, isPaidByHand ? 'View and pay' : 'View the invoice'),
    ],
  };
}

function howItIsPaid(
  { totalCents, chargedByItself }: Parameters<typeof invoiceCreated>[0],
  due: string,
): string {
  if (totalCents < MIN_CARD_CHARGE_CENTS) {
    return `${formatDollars(totalCents)} is too small for a card payment. It is added to your next invoice; no action is needed.`;
  }
  return chargedByItself
    ? `It will be charged to your saved card on ${due}, as agreed; no action is needed.`
    : `It is due on ${due}; you can pay it by card in the portal.`;
}

interface Received extends InvoiceFacts {
  /** Amount received, in cents. */
  readonly amountCents: number;
  readonly paidOn: Day;
  readonly method: 'card' | 'check' | 'ach';
}

const received = (payment: Received, blocks: readonly Block[], label: string): Letter => ({
  subject: `Payment received for ${payment.invoiceNumber}`,
  preheader: `${formatDollars(payment.amountCents)} on ${formatDay(payment.paidOn)}.`,
  title: 'Thank you for your payment',
  blocks: [...blocks, factsBlock(payment), open(payment, label)],
});

const weReceived = ({ amountCents, method, paidOn }: Received) =>
  `We received ${formatDollars(amountCents)} ${BY[method]} on ${formatDay(paidOn)}.`;

/**
 * To the recipient (`invoice_paid`), with the paid invoice attached.
 * @param payment.surplusCents what was paid beyond what was open, and is account credit now
 */
function invoicePaid(payment: Received & { readonly surplusCents: number }): Letter {
  const { surplusCents } = payment;
  const more =
    surplusCents === 0
      ? ''
      : ` That is ${formatDollars(surplusCents)} more than was due. The excess is account credit and lowers your next invoices.`;
  const text = `${weReceived(payment)}${more} The paid invoice is attached.`;
  return received(payment, [text], 'View the invoice');
}

/** To the recipient (`invoice_paid`): part of what was open came in. */
function invoicePartPaid(payment: Received): Letter {
  const rest =
    payment.openCents === 0 ? '' : ` ${formatDollars(payment.openCents)} of this invoice is still open.`;
  const text = `${weReceived(payment)}${rest}`;
  return received(payment, [text], 'View the invoice');
}

/** To the recipient, whatever mails are wanted: a payment does not count any more, and the invoice is open again. */
function paymentReversed(
  reversal: Omit<Received, 'paidOn'> & { readonly reason: string; readonly creditTakenCents: number },
): Letter {
  const { invoiceNumber, amountCents, openCents, method, creditTakenCents } = reversal;
  const amount = formatDollars(amountCents);
  const stillOpen = openCents === 0 ? '' : ` ${formatDollars(openCents)} of this invoice is open.`;
  const credit =
    creditTakenCents === 0
      ? ''
      : ` ${formatDollars(creditTakenCents)} of account credit from it was taken back.`;
  return {
    subject: `A payment for ${invoiceNumber} was reversed`,
    preheader: `${amount} ${BY[method]} is no longer counted.`,
    title: 'A payment was reversed',
    blocks: [
      `The payment of ${amount} ${BY[method]} was reversed.${stillOpen}${credit}`,
      factsBlock(reversal),
      ...reasonOf(reversal.reason),
      open(reversal, 'View the invoice'),
    ],
  };
}

/** To the recipient (`invoice_created`): an invoice doesn't count any more. */
function invoiceCanceled(
  invoice: InvoiceFacts & {
    readonly reason: string | null;
    /** Part payment that became account credit, in cents. */
    readonly creditCents: number;
  },
): Letter {
  const { creditCents } = invoice;
  const credit =
    creditCents === 0
      ? ''
      : ` The ${formatDollars(creditCents)} paid for it is now account credit and lowers your next invoices.`;
  return {
    subject: `Invoice ${invoice.invoiceNumber} was canceled`,
    preheader: 'You do not have to pay it.',
    title: 'Invoice canceled',
    blocks: [
      `We canceled this invoice; you do not have to pay it.${credit} If a corrected invoice replaces it, you will get it in a separate mail.`,
      factsBlock(invoice),
      ...reasonOf(invoice.reason),
      open(invoice, 'View the invoice'),
    ],
  };
}

/** Mails refunds and credits to the recipient (`invoice_paid`), and failed refunds to administrators. */
export const mailDealerOnInvoiceCorrected = notification({
  name: 'mailDealerOnInvoiceCorrected',
  types: ['InvoiceRefunded', 'InvoiceCredited', 'InvoiceRefundFailed'],
  async write({ event }, ports) {
    // what was paid beyond what was open is told of with the payment, or with the void
    if (event.type === 'InvoiceCredited' && event.data.surplus === true) return [];
    const invoice = await invoiceOf(ports, event.data.invoiceId);
    if (invoice === null) return [];
    const facts = invoiceFacts(ports, invoice);
    switch (event.type) {
      case 'InvoiceRefunded': {
        const { amountCents: refundCents, method, reason } = event.data;
        const letter = invoiceRefunded({ ...facts, refundCents, method, reason });
        return replies('invoiceRefunded', await recipientOf(ports, invoice), 'invoice_paid', letter);
      }
      case 'InvoiceCredited': {
        const { amountCents: creditCents, reason } = event.data;
        const letter = invoiceCredited({ ...facts, creditCents, reason });
        return replies('invoiceCredited', await recipientOf(ports, invoice), 'invoice_paid', letter);
      }
      case 'InvoiceRefundFailed': {
        const { refundId, message } = event.data;
        const refund = invoice.refunds.find((one) => one.refundId === refundId);
        const company = isErased(invoice.billTo) ? null : invoice.billTo.company;
        const letter = refundFailed({
          ...facts,
          company: company ?? 'the dealer',
          refundCents: refund?.amountCents ?? 0,
          message,
        });
        return replies('refundFailed', await ports.administrators(), null, letter);
      }
    }
  },
});

/** To the recipient (`invoice_paid`): a refund. */
function invoiceRefunded(
  invoice: InvoiceFacts & {
    readonly refundCents: number;
    readonly method: 'card' | 'check' | 'ach';
    readonly reason: string | null;
  },
): Letter {
  const amount = formatDollars(invoice.refundCents);
  const how =
    invoice.method === 'card' ? 'to your card; your bank may take some days to show it' : BY[invoice.method];
  return {
    subject: `Refund for ${invoice.invoiceNumber}`,
    preheader: `${amount} was refunded.`,
    title: 'We sent you a refund',
    blocks: [
      `We returned ${amount} ${how}.`,
      factsBlock(invoice),
      ...reasonOf(invoice.reason),
      open(invoice, 'View the invoice'),
    ],
  };
}

/** To the recipient (`invoice_paid`): part of what was paid lowers the next invoices. */
function invoiceCredited(
  invoice: InvoiceFacts & { readonly creditCents: number; readonly reason: string | null },
): Letter {
  const amount = formatDollars(invoice.creditCents);
  return {
    subject: `Credit for ${invoice.invoiceNumber}`,
    preheader: `${amount} lowers your next invoices.`,
    title: 'You have a credit',
    blocks: [
      `We credited ${amount} of this invoice. It lowers your next invoices.`,
      factsBlock(invoice),
      ...reasonOf(invoice.reason),
      open(invoice, 'View the invoice'),
    ],
  };
}

/** To administrators: the card provider could not give the money back. */
function refundFailed(
  refund: InvoiceFacts & {
    readonly company: string;
    readonly refundCents: number;
    readonly message: string;
  },
): Letter {
  return {
    subject: `A refund of ${refund.invoiceNumber} failed`,
    preheader: `${formatDollars(refund.refundCents)} was not refunded.`,
    title: 'A refund failed',
    blocks: [
      `The card provider could not return ${formatDollars(refund.refundCents)} to ${refund.company}: ${refund.message} Please refund it by check or ACH, or as a credit.`,
      factsBlock(refund),
      open(refund, 'View the invoice'),
    ],
  };
}
