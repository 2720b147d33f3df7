import { type Day, formatDay, formatDollars, MIN_CARD_CHARGE_CENTS } from '@portal/domain/values';
import type { Block, Letter } from '../../platform/mail/letter.ts';

/** The letters about invoices and their payment. Amounts in cents. */

export interface InvoiceFacts {
  readonly invoiceNumber: string;
  readonly totalCents: number;
  /** What is still to be paid; 0 once it is settled. */
  readonly openCents: number;
  readonly invoiceDate: Day;
  readonly dueDate: Day;
  readonly invoiceUrl: string;
}

function facts(invoice: InvoiceFacts): Block {
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

const open = (invoice: InvoiceFacts, label: string): Block => ({
  kind: 'button',
  label,
  href: invoice.invoiceUrl,
});

/** To the recipient (`invoice_created`), with the invoice attached. @param chargedByItself whether the saved card is charged on the due date */
export function invoiceCreated(invoice: InvoiceFacts & { readonly chargedByItself: boolean }): Letter {
  const due = formatDay(invoice.dueDate);
  const isPaidByHand = !invoice.chargedByItself && invoice.totalCents >= MIN_CARD_CHARGE_CENTS;
  return {
    subject: `Your invoice ${invoice.invoiceNumber}`,
    preheader: `${formatDollars(invoice.totalCents)}, due on ${due}.`,
    title: 'Your monthly invoice',
    blocks: [
      { kind: 'paragraph', text: `Your invoice is attached. ${howItIsPaid(invoice, due)}` },
      facts(invoice),
      open(invoice, isPaidByHand ? 'View and pay' : 'View the invoice'),
    ],
  };
}

function howItIsPaid(
  { totalCents, chargedByItself }: Parameters<typeof invoiceCreated>[0],
  due: string,
): string {
  if (totalCents < MIN_CARD_CHARGE_CENTS) {
    return `${formatDollars(totalCents)} is too little for a card: it is added to your next invoice, and there is nothing you need to do.`;
  }
  return chargedByItself
    ? `It will be charged to your saved card on ${due}, as you agreed; there is nothing you need to do.`
    : `It is due on ${due}; you can pay it by card in the portal.`;
}

const BY = { card: 'by card', check: 'by check', ach: 'by bank transfer (ACH)' } as const;

interface Received extends InvoiceFacts {
  /** What came in, in cents. */
  readonly amountCents: number;
  readonly paidOn: Day;
  readonly method: 'card' | 'check' | 'ach';
}

const received = (payment: Received, blocks: readonly Block[], label: string): Letter => ({
  subject: `Payment received for ${payment.invoiceNumber}`,
  preheader: `${formatDollars(payment.amountCents)} on ${formatDay(payment.paidOn)}.`,
  title: 'Thank you for your payment',
  blocks: [...blocks, facts(payment), open(payment, label)],
});
const weReceived = ({ amountCents, method, paidOn }: Received) =>
  `We received ${formatDollars(amountCents)} ${BY[method]} on ${formatDay(paidOn)}.`;

/**
 * To the recipient (`invoice_paid`), with the paid invoice attached.
 * @param payment.surplusCents what was paid beyond what was open, and is account credit now
 */
export function invoicePaid(payment: Received & { readonly surplusCents: number }): Letter {
  const { surplusCents } = payment;
  const more =
    surplusCents === 0
      ? ''
      : ` That is ${formatDollars(surplusCents)} more than was open: it is account credit now and lowers your next invoices.`;
  const text = `${weReceived(payment)}${more} The paid invoice is attached.`;
  return received(payment, [{ kind: 'paragraph', text }], 'View the invoice');
}

/** To the recipient (`invoice_paid`): part of what was open came in. */
export function invoicePartPaid(payment: Received): Letter {
  const rest =
    payment.openCents === 0 ? '' : ` ${formatDollars(payment.openCents)} of this invoice is still open.`;
  const text = `${weReceived(payment)}${rest}`;
  return received(payment, [{ kind: 'paragraph', text }], 'View the invoice');
}

/** To the recipient, whatever mails are wanted: a payment does not count any more, and the invoice is open again. */
export function paymentReversed(
  reversal: Omit<Received, 'paidOn'> & { readonly reason: string; readonly creditTakenCents: number },
): Letter {
  const { invoiceNumber, amountCents, openCents, method, creditTakenCents } = reversal;
  const amount = formatDollars(amountCents);
  const stillOpen = openCents === 0 ? '' : ` ${formatDollars(openCents)} of this invoice is open.`;
  const credit =
    creditTakenCents === 0
      ? ''
      : ` ${formatDollars(creditTakenCents)} of account credit that came of it was taken back.`;
  return {
    subject: `A payment for ${invoiceNumber} was reversed`,
    preheader: `${amount} ${BY[method]} does not count any more.`,
    title: 'A payment was reversed',
    blocks: [
      {
        kind: 'paragraph',
        text: `The payment of ${amount} ${BY[method]} was reversed and does not count any more.${stillOpen}${credit}`,
      },
      facts(reversal),
      ...reasonOf(reversal.reason),
      open(reversal, 'View the invoice'),
    ],
  };
}

/** To the recipient (`invoice_created`): an invoice doesn't count any more. */
export function invoiceCanceled(
  invoice: InvoiceFacts & {
    readonly reason: string | null;
    /** What was paid of it and is account credit now, in cents. */
    readonly creditCents: number;
  },
): Letter {
  const { creditCents } = invoice;
  const credit =
    creditCents === 0
      ? ''
      : ` The ${formatDollars(creditCents)} that was paid for it is account credit now and lowers your next invoices.`;
  return {
    subject: `Invoice ${invoice.invoiceNumber} was canceled`,
    preheader: 'There is nothing to pay for it.',
    title: 'Invoice canceled',
    blocks: [
      {
        kind: 'paragraph',
        text: `We canceled this invoice; there is nothing to pay for it.${credit} Where a corrected one takes its place, it comes with a mail of its own.`,
      },
      facts(invoice),
      ...reasonOf(invoice.reason),
      open(invoice, 'View the invoice'),
    ],
  };
}

/** To the recipient (`invoice_paid`): part of what was paid went back. */
export function invoiceRefunded(
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
    preheader: `${amount} went back to you.`,
    title: 'We sent you a refund',
    blocks: [
      { kind: 'paragraph', text: `We returned ${amount} ${how}.` },
      facts(invoice),
      ...reasonOf(invoice.reason),
      open(invoice, 'View the invoice'),
    ],
  };
}

/** To the recipient (`invoice_paid`): part of what was paid lowers the next invoices. */
export function invoiceCredited(
  invoice: InvoiceFacts & { readonly creditCents: number; readonly reason: string | null },
): Letter {
  const amount = formatDollars(invoice.creditCents);
  return {
    subject: `Credit for ${invoice.invoiceNumber}`,
    preheader: `${amount} lowers your next invoices.`,
    title: 'You have a credit',
    blocks: [
      { kind: 'paragraph', text: `We credited ${amount} of this invoice. It lowers your next invoices.` },
      facts(invoice),
      ...reasonOf(invoice.reason),
      open(invoice, 'View the invoice'),
    ],
  };
}

/** To administrators: the card provider could not give the money back. */
export function refundFailed(
  refund: InvoiceFacts & {
    readonly company: string;
    readonly refundCents: number;
    readonly message: string;
  },
): Letter {
  return {
    subject: `A refund of ${refund.invoiceNumber} failed`,
    preheader: `${formatDollars(refund.refundCents)} did not go back to the card.`,
    title: 'A refund failed',
    blocks: [
      {
        kind: 'paragraph',
        text: `The card provider could not return ${formatDollars(refund.refundCents)} to ${refund.company}: ${refund.message} Please refund it by check or ACH, or as a credit.`,
      },
      facts(refund),
      open(refund, 'View the invoice'),
    ],
  };
}

/** To the recipient, whatever mails are wanted: automatic payment did not go through. */
export function autoPayFailed(invoice: InvoiceFacts & { readonly message: string }): Letter {
  return {
    subject: `Automatic payment of ${invoice.invoiceNumber} did not go through`,
    preheader: 'Please pay the invoice with Pay Now.',
    title: 'Automatic payment did not go through',
    blocks: [
      {
        kind: 'paragraph',
        text: `We could not charge your saved card: ${invoice.message} It is not tried again by itself. Please pay the invoice with Pay Now, with this or another card.`,
      },
      facts(invoice),
      open(invoice, 'Pay now'),
    ],
  };
}

/** To the recipient (`invoice_created`): an open invoice is due soon. */
export function invoiceDueSoon(invoice: InvoiceFacts): Letter {
  return {
    subject: `Invoice ${invoice.invoiceNumber} is due on ${formatDay(invoice.dueDate)}`,
    preheader: `${formatDollars(invoice.openCents)} is still open.`,
    title: 'An invoice is due soon',
    blocks: [
      {
        kind: 'paragraph',
        text: 'A friendly reminder: this invoice is still open. If you have paid it in the meantime, there is nothing you need to do.',
      },
      facts(invoice),
      open(invoice, 'View and pay'),
    ],
  };
}

/** To the recipient, whatever mails are wanted: an open invoice is past its due date. Nothing is switched off by itself. */
export function invoiceOverdue(invoice: InvoiceFacts & { readonly supportEmail: string }): Letter {
  return {
    subject: `Invoice ${invoice.invoiceNumber} is overdue`,
    preheader: `${formatDollars(invoice.openCents)} was due on ${formatDay(invoice.dueDate)}.`,
    title: 'An invoice is overdue',
    blocks: [
      {
        kind: 'paragraph',
        text: `This invoice was due on ${formatDay(invoice.dueDate)} and is still open. Please pay it by card in the portal, or write to ${invoice.supportEmail} if something is wrong with it. If you have paid it in the meantime, there is nothing you need to do.`,
      },
      facts(invoice),
      open(invoice, 'View and pay'),
    ],
  };
}

/** To the recipient, whatever mails are wanted: the saved card can be charged until the end of a month only. */
export function cardExpiring(card: {
  readonly brand: string;
  readonly last4: string;
  /** The last day it is good. */
  readonly expiresOn: Day;
  readonly autoPay: boolean;
  readonly paymentMethodUrl: string;
}): Letter {
  const name = `${card.brand} ending in ${card.last4}`;
  return {
    subject: 'Your saved card expires soon',
    preheader: `The ${name} is good until ${formatDay(card.expiresOn)}.`,
    title: 'Your saved card expires soon',
    blocks: [
      {
        kind: 'paragraph',
        text: `The saved card of your company, ${name}, is good until ${formatDay(card.expiresOn)}. Please save a new one${card.autoPay ? ', so that automatic payments go on' : ''}.`,
      },
      { kind: 'button', label: 'Update payment method', href: card.paymentMethodUrl },
    ],
  };
}

/** To the company's users, whatever mails are wanted: a rate changes on a day to come (the agreement promises notice). */
export function rateAnnounced(rate: {
  /** Null: the company's default rate. */
  readonly siteName: string | null;
  /** Cents per reader and month; null: the site goes back to the company's rate. */
  readonly rateCents: number | null;
  readonly effectiveFrom: Day;
  readonly invoicingUrl: string;
}): Letter {
  const day = formatDay(rate.effectiveFrom);
  const what = rate.siteName === null ? 'your company' : rate.siteName;
  const to =
    rate.rateCents === null
      ? "your company's default rate"
      : `${formatDollars(rate.rateCents)} per reader and month`;
  return {
    subject: `Your reader rate changes on ${day}`,
    preheader: `From ${day} on: ${to}.`,
    title: 'A change of your reader rate',
    blocks: [
      {
        kind: 'paragraph',
        text: `From ${day} on, the reader rate for ${what} is ${to}. Invoices dated before that day stay as they are.`,
      },
      {
        kind: 'facts',
        facts: [
          ['For', rate.siteName ?? 'All sites without a rate of their own'],
          ['New rate', to],
          ['From', day],
        ],
      },
      { kind: 'button', label: 'Open billing', href: rate.invoicingUrl },
    ],
  };
}

/** An announced rate will not come into force. */
export function announcedRateCanceled(rate: {
  /** Null: the company's default rate. */
  readonly siteName: string | null;
  readonly effectiveFrom: Day;
  readonly invoicingUrl: string;
}): Letter {
  const day = formatDay(rate.effectiveFrom);
  const what = rate.siteName === null ? 'your company' : rate.siteName;
  return {
    subject: `Your reader rate does not change on ${day}`,
    preheader: `The change announced for ${day} is canceled.`,
    title: 'An announced rate is canceled',
    blocks: [
      {
        kind: 'paragraph',
        text: `The reader rate announced for ${what} from ${day} on is canceled. The rate of the day before stays in force.`,
      },
      { kind: 'button', label: 'Open billing', href: rate.invoicingUrl },
    ],
  };
}

/** A promotion that was on ends, costs more or is shorter. */
export function promotionChanged(promotion: {
  readonly active: boolean;
  /** Cents per reader and month. */
  readonly rateCents: number | null;
  readonly months: number;
  readonly invoicingUrl: string;
}): Letter {
  const { active, rateCents, months } = promotion;
  const text =
    active && rateCents !== null
      ? `Your promotional rate is now ${formatDollars(rateCents)} per reader and month, for ${months} months from the start of the promotion or from a later activation of a site.`
      : 'Your promotional pricing has ended. Your default reader rate applies from your next invoice on.';
  return {
    subject: 'Your promotional pricing changes',
    preheader: 'It applies from your next invoice on.',
    title: 'A change of your promotional pricing',
    blocks: [
      { kind: 'paragraph', text: `${text} Invoices that were issued stay as they are.` },
      { kind: 'button', label: 'Open billing', href: promotion.invoicingUrl },
    ],
  };
}

const reasonOf = (reason: string | null): Block[] =>
  reason === null ? [] : [{ kind: 'paragraph', text: `Reason: ${reason}` }];
