import type { Adjustment } from '../billing/adjustments.ts';
import type { Day } from '../values/days.ts';
import { asCents, sumCents } from '../values/money.ts';

export interface InvoicePayment {
  /** What a reversal names. */
  readonly id: string;
  readonly method: 'card' | 'check' | 'ach' | 'none';
  readonly amountCents: number;
  readonly paidOn: Day;
  /** Check number or ACH trace. */
  readonly reference: string | null;
  readonly paymentId: string | null;
  /** Null unless it was paid by card. */
  readonly livemode: boolean | null;
  /** The account's mode when a check or ACH was recorded; null where that is not known, and for a card. */
  readonly isDemo: boolean | null;
  /** Null while it stands. */
  readonly reversedOn: Day | null;
}

export interface InvoiceRefund {
  readonly refundId: string;
  readonly amountCents: number;
  readonly status: 'requested' | 'refunded' | 'failed';
  readonly method: 'card' | 'check' | 'ach';
  /** The card payment it was asked of; null for others, and for what the provider did by itself. */
  readonly paymentId: string | null;
}

export interface InvoiceCredit {
  readonly creditId: string;
  /** What was given, less what a reversal took back. */
  readonly amountCents: number;
  /** The part that is recorded money and so lowers invoices of either mode; used before the rest. */
  readonly recordedCents: number;
  /** Whether the rest lowers invoices of demo accounts, or of live ones. */
  readonly isDemo: boolean;
  /** Paid beyond what the invoice asked for, not given back of it. */
  readonly surplus: boolean;
  readonly applied: readonly {
    readonly toInvoiceId: string;
    readonly amountCents: number;
    readonly recordedCents: number;
  }[];
}

/** What of an invoice says how it was settled and what of that was given back. Deciders and read models both have it. */
export interface Settlement {
  readonly status: string;
  readonly isDemo: boolean;
  readonly totalCents: number;
  /** What a later invoice took over of it. */
  readonly carriedCents: number;
  readonly payments: readonly Pick<
    InvoicePayment,
    'method' | 'amountCents' | 'paymentId' | 'livemode' | 'reversedOn'
  >[];
  readonly adjustments: readonly Pick<Adjustment, 'kind' | 'amountCents' | 'recordedCents'>[];
  readonly refunds: readonly Pick<InvoiceRefund, 'amountCents' | 'status' | 'method' | 'paymentId'>[];
  readonly credits: readonly Pick<InvoiceCredit, 'amountCents' | 'recordedCents' | 'surplus'>[];
}

const sumOf = (parts: readonly { readonly amountCents: number }[]) =>
  sumCents(parts.map(({ amountCents }) => amountCents));

/** Payments that were not reversed. */
export const standingPayments = <Payment extends Pick<InvoicePayment, 'reversedOn'>>(
  payments: readonly Payment[],
): readonly Payment[] => payments.filter(({ reversedOn }) => reversedOn === null);

/** By check or ACH, as an administrator recorded it: such money belongs to no card mode (docs/adr/0022). */
export const isRecorded = ({ method }: Pick<InvoicePayment, 'method'>) =>
  method === 'check' || method === 'ach';

/** Cents that came in for an invoice and were not reversed, whatever became of them. */
export const receivedCents = ({ payments }: Pick<Settlement, 'payments'>): number =>
  sumOf(standingPayments(payments));

/** Cents of account credit that came of paying more than an invoice asked for. */
export const surplusCents = ({ credits }: Pick<Settlement, 'credits'>): number =>
  sumOf(credits.filter(({ surplus }) => surplus));

/** Cents of an invoice that were paid: what came in, less what became account credit. */
export const paidCents = (invoice: Pick<Settlement, 'payments' | 'credits'>): number =>
  asCents(receivedCents(invoice) - surplusCents(invoice));

/** Cents of an invoice that is neither paid, voided nor carried that are still to be paid. */
export const stillOpenCents = (
  invoice: Pick<Settlement, 'totalCents' | 'carriedCents' | 'payments' | 'credits'>,
): number => Math.max(0, asCents(invoice.totalCents - invoice.carriedCents - paidCents(invoice)));

const cardPayments = ({ payments }: Pick<Settlement, 'payments'>) =>
  standingPayments(payments).filter(({ method }) => method === 'card');

/**
 * Whether what is not recorded money counts for demo accounts: as the card that paid, and where none did, as the
 * account the invoice was issued to, since that is whose credit it took.
 */
export function isDemoMoney(invoice: Pick<Settlement, 'payments' | 'isDemo'>): boolean {
  const card = cardPayments(invoice).at(-1);
  return card === undefined ? invoice.isDemo : card.livemode === false;
}

/** Cents of earlier credits that settled part of an invoice, or all of it; 0 while it is not paid. */
export function creditSpentCents({
  status,
  adjustments,
}: Pick<Settlement, 'status' | 'adjustments'>): number {
  return status === 'paid' ? -sumOf(adjustments.filter(({ kind }) => kind === 'credit')) || 0 : 0;
}

/** The part of {@link creditSpentCents} that was recorded money once. */
function recordedCreditSpentCents({ status, adjustments }: Settlement): number {
  if (status !== 'paid') return 0;
  return sumCents(adjustments.map(({ recordedCents = 0 }) => recordedCents));
}

const refundedOrPromised = (refunds: Settlement['refunds']) =>
  refunds.filter(({ status }) => status !== 'failed');

/** Cents of recorded money in an invoice that were neither refunded nor credited. Credits take it first. */
export function recordedLeftCents(invoice: Settlement): number {
  const recorded = sumOf(standingPayments(invoice.payments).filter(isRecorded));
  const refunded = sumOf(refundedOrPromised(invoice.refunds).filter(({ method }) => method !== 'card'));
  const credited = sumCents(invoice.credits.map(({ recordedCents }) => recordedCents));
  return Math.max(0, asCents(recorded + recordedCreditSpentCents(invoice) - refunded - credited));
}

/**
 * Cents that may still be credited back: the money that came in and the credit that was spent, less what was refunded,
 * is about to be, or was credited. Credit of the other card mode than the card beside it does not come back with it.
 */
export function invoiceCreditableCents(invoice: Settlement): number {
  const spent =
    isDemoMoney(invoice) === invoice.isDemo ? creditSpentCents(invoice) : recordedCreditSpentCents(invoice);
  const given = sumOf(refundedOrPromised(invoice.refunds)) + sumOf(invoice.credits);
  return Math.max(0, asCents(receivedCents(invoice) + spent - given));
}

/** Cents that may still go back as money: no more than came in with this invoice as money. */
export function invoiceRefundableCents(invoice: Settlement): number {
  const money = asCents(receivedCents(invoice) - sumOf(refundedOrPromised(invoice.refunds)));
  return Math.max(0, Math.min(money, invoiceCreditableCents(invoice)));
}

/** The card payment that the most can go back to, and how many cents; null where no card paid. */
export function cardToRefund(
  invoice: Settlement,
): { readonly paymentId: string; readonly leftCents: number } | null {
  const refunds = refundedOrPromised(invoice.refunds).filter(({ method }) => method === 'card');
  const most = invoiceRefundableCents(invoice);
  const cards = cardPayments(invoice).flatMap(({ paymentId, amountCents }) => {
    if (paymentId === null) return [];
    // a refund at the provider's own desk names no payment
    const back = refunds.filter((refund) => refund.paymentId === null || refund.paymentId === paymentId);
    return [{ paymentId, leftCents: Math.max(0, Math.min(most, amountCents - sumOf(back))) }];
  });
  return cards.reduce<(typeof cards)[number] | null>(
    (best, card) => (best === null || card.leftCents > best.leftCents ? card : best),
    null,
  );
}
