import type { Adjustment } from '../billing/adjustments.ts';
import type { DisputeStatus } from '../payment/events.ts';
import type { Day } from '../values/days.ts';
import { asCents, shareOfCents, sumCents } from '../values/money.ts';

export interface InvoicePayment {
  /** Named by a reversal. */
  readonly id: string;
  readonly method: 'card' | 'check' | 'ach' | 'none';
  readonly amountCents: number;
  readonly paidOn: Day;
  /** Check number or ACH trace. */
  readonly reference: string | null;
  readonly paymentId: string | null;
  /** Null unless it was paid by card. */
  readonly livemode: boolean | null;
  /** The account's mode when a check or ACH was recorded; null for a card, or where it is not known. */
  readonly isDemo: boolean | null;
  /** The receipt that it is a share of; absent for others. */
  readonly receipt?: {
    readonly receiptId: string;
    readonly amountCents: number;
    readonly invoiceNumbers: readonly string[];
  };
  /** Null unless reversed. */
  readonly reversedOn: Day | null;
  /** What lost disputes took back of a card payment; absent for none. */
  readonly takenBack?: readonly TakenBack[];
}

export interface TakenBack {
  readonly disputeId: string;
  /** Below 0 where the bank gave it back. */
  readonly amountCents: number;
  readonly takenOn: Day;
}

export interface InvoiceDispute {
  readonly disputeId: string;
  readonly paymentId: string;
  readonly amountCents: number;
  readonly status: DisputeStatus;
}

export interface InvoiceRefund {
  readonly refundId: string;
  readonly amountCents: number;
  readonly status: 'requested' | 'refunded' | 'failed';
  readonly method: 'card' | 'check' | 'ach';
  /** The card payment to refund; null for check or ACH, and for refunds that the provider made by itself. */
  readonly paymentId: string | null;
  /** Cents of it that paid out the invoice's credits; the rest lowers its charges. Absent for none. */
  readonly paidOutCents?: number | undefined;
  /** The payout of the company's credit that it is a share of; absent for others. */
  readonly payoutId?: string | undefined;
  /** Day on which the share of a payout was taken back, after which it counts as failed; absent for others. */
  readonly reversedOn?: Day | undefined;
  /** What was moved to other invoices of the payment, which `amountCents` and `paidOutCents` are less; absent for none. */
  readonly moved?: readonly {
    readonly amountCents: number;
    readonly paidOutCents: number;
    readonly toInvoiceNumber: string;
    readonly movedOn: Day;
  }[];
}

/** What an invoice used of a credit, as the credit's own invoice holds it. */
export interface CreditUse {
  readonly toInvoiceId: string;
  /** Of an invoice that was open; absent where the invoice took it when it was issued. */
  readonly allocationId?: string | undefined;
  readonly amountCents: number;
  readonly recordedCents: number;
}

export interface InvoiceCredit {
  readonly creditId: string;
  /** Less what a reversal took back. */
  readonly amountCents: number;
  /** The part that is recorded money, which pays invoices of either mode; used first. */
  readonly recordedCents: number;
  /** Whether the rest pays demo or live invoices. */
  readonly isDemo: boolean;
  /** Paid beyond the invoice's total. */
  readonly surplus: boolean;
  readonly applied: readonly CreditUse[];
  /** Of a payment that was moved to another invoice (rule B41); absent for other credits. */
  readonly moved?: {
    readonly paymentId: string;
    readonly toInvoiceNumber: string;
    readonly movedOn: Day;
  };
  /** Refunds that paid out part of it; absent for none. */
  readonly paidOut?:
    | readonly { readonly refundId: string; readonly amountCents: number; readonly recordedCents: number }[]
    | undefined;
}

/** An amount that was written off, or, below 0, taken back (rule B38). */
export interface WriteOff {
  readonly amountCents: number;
  readonly on: Day;
  readonly reason: string;
}

/** Names credit of another invoice that an invoice used. */
export interface UsedCredit {
  readonly fromInvoiceId: string;
  readonly fromInvoiceNumber: string;
  readonly creditId: string;
  /** Absent for credit that the invoice was issued with. */
  readonly allocationId?: string | undefined;
}

/** Credit of another invoice that paid this one after it was issued, or, below 0, was taken back. */
export interface CreditMove extends UsedCredit {
  /** Of the allocation or withdrawal. */
  readonly id: string;
  readonly amountCents: number;
  readonly recordedCents: number;
  readonly day: Day;
  /** Of a reversal or move; null for a payment by credit. */
  readonly reason: string | null;
  /** Number of the invoice that it was moved to; absent where it was not moved. */
  readonly movedTo?: string | undefined;
}

/** Cents left of a credit, and how many of them are recorded money. */
export function leftOfCredit({
  amountCents,
  recordedCents,
  applied,
  paidOut = [],
}: Pick<InvoiceCredit, 'amountCents' | 'recordedCents' | 'applied' | 'paidOut'>): {
  readonly leftCents: number;
  readonly recordedCents: number;
} {
  const uses = [...applied, ...paidOut];
  const leftCents = asCents(amountCents - sumOf(uses));
  const left = recordedCents - sumCents(uses.map((use) => use.recordedCents));
  return { leftCents, recordedCents: Math.max(0, Math.min(leftCents, left)) };
}

/** How an invoice was settled, refunded and credited, as both decider and read model hold it. */
export interface Settlement {
  readonly status: string;
  readonly isDemo: boolean;
  readonly totalCents: number;
  /** Cents that a later invoice took over. */
  readonly carriedCents: number;
  readonly payments: readonly Pick<
    InvoicePayment,
    'method' | 'amountCents' | 'paymentId' | 'livemode' | 'reversedOn' | 'takenBack'
  >[];
  readonly adjustments: readonly Pick<Adjustment, 'kind' | 'amountCents' | 'recordedCents'>[];
  readonly refunds: readonly Pick<InvoiceRefund, 'amountCents' | 'status' | 'method' | 'paymentId'>[];
  readonly credits: readonly Pick<
    InvoiceCredit,
    'amountCents' | 'recordedCents' | 'surplus' | 'applied' | 'paidOut'
  >[];
  readonly creditMoves: readonly Pick<CreditMove, 'amountCents' | 'recordedCents'>[];
  readonly writeOffs: readonly Pick<WriteOff, 'amountCents'>[];
}

const sumOf = (parts: readonly { readonly amountCents: number }[]) =>
  sumCents(parts.map(({ amountCents }) => amountCents));

export const standingPayments = <Payment extends Pick<InvoicePayment, 'reversedOn'>>(
  payments: readonly Payment[],
): readonly Payment[] => payments.filter(({ reversedOn }) => reversedOn === null);

/** By check or ACH, recorded by an administrator: such money belongs to no card mode (docs/adr/0022). */
export const isRecorded = ({ method }: Pick<InvoicePayment, 'method'>) =>
  method === 'check' || method === 'ach';

/** Cents of a payment less what lost disputes took back. */
export const keptCents = ({
  amountCents,
  takenBack = [],
}: Pick<InvoicePayment, 'amountCents' | 'takenBack'>) => asCents(amountCents - sumOf(takenBack));

/** Cents received for an invoice, neither reversed nor taken back by the bank. */
export const receivedCents = ({ payments }: Pick<Settlement, 'payments'>): number =>
  sumCents(standingPayments(payments).map(keptCents));

/** Cents of account credit from overpaying the invoice. */
export const surplusCents = ({ credits }: Pick<Settlement, 'credits'>): number =>
  sumOf(credits.filter(({ surplus }) => surplus));

/** Cents received less those that became account credit. */
export const paidCents = (invoice: Pick<Settlement, 'payments' | 'credits'>): number =>
  asCents(receivedCents(invoice) - surplusCents(invoice));

/** Cents to be paid again: credit was used or paid out, and the payment that it came from taken back since. */
export const toRepayCents = (invoice: Pick<Settlement, 'payments' | 'credits'>): number =>
  Math.max(0, -paidCents(invoice));

/** Cents of credit that paid the invoice after it was issued; below 0 where credit it was issued with was taken back. */
export const movedCreditCents = ({ creditMoves }: Pick<Settlement, 'creditMoves'>): number =>
  sumOf(creditMoves);

/** Cents that are written off. */
export const writtenOffCents = ({ writeOffs }: Pick<Settlement, 'writeOffs'>): number => sumOf(writeOffs);

type Dues = Pick<Settlement, 'totalCents' | 'carriedCents' | 'creditMoves' | 'writeOffs'>;

/** Cents that payments are to cover, for an invoice that is not voided. */
export const duesCents = (invoice: Dues): number =>
  asCents(invoice.totalCents - invoice.carriedCents - movedCreditCents(invoice) - writtenOffCents(invoice));

/** Cents that are open, for an invoice that is neither paid, written off, voided nor carried. */
export const stillOpenCents = (invoice: Dues & Pick<Settlement, 'payments' | 'credits'>): number =>
  Math.max(0, asCents(duesCents(invoice) - paidCents(invoice)));

/** Cents that an invoice asks for: what is open, or of a voided one what is to be repaid of its credit. */
export function askedCents(invoice: Dues & Pick<Settlement, 'status' | 'payments' | 'credits'>): number {
  if (invoice.status === 'voided') return toRepayCents(invoice);
  return invoice.status === 'open' ? stillOpenCents(invoice) : 0;
}

const cardPayments = ({ payments }: Pick<Settlement, 'payments'>) =>
  standingPayments(payments).filter(({ method }) => method === 'card');

/** Whether money other than recorded money is demo: as the card that paid; without one, as the invoice, whose credit it was. */
export function isDemoMoney(invoice: Pick<Settlement, 'payments' | 'isDemo'>): boolean {
  const card = cardPayments(invoice).at(-1);
  return card === undefined ? invoice.isDemo : card.livemode === false;
}

/** Cents of earlier credits that settled a paid invoice; 0 while it is not paid. */
export function creditSpentCents(
  invoice: Pick<Settlement, 'status' | 'adjustments' | 'creditMoves'>,
): number {
  if (invoice.status !== 'paid') return 0;
  const taken = -sumOf(invoice.adjustments.filter(({ kind }) => kind === 'credit'));
  return asCents(taken + movedCreditCents(invoice)) || 0;
}

/** The part of {@link creditSpentCents} that was recorded money. */
function recordedCreditSpentCents({ status, adjustments, creditMoves }: Settlement): number {
  if (status !== 'paid') return 0;
  return sumCents([...adjustments, ...creditMoves].map(({ recordedCents = 0 }) => recordedCents));
}

const paidOutOf = ({ credits }: Pick<Settlement, 'credits'>) =>
  credits.flatMap(({ paidOut = [] }) => paidOut);

/** Cents of the invoice's credits that nothing has used. */
export const unusedCreditCents = ({ credits }: Pick<Settlement, 'credits'>): number =>
  sumCents(credits.map((credit) => leftOfCredit(credit).leftCents));

const refundedOrPromised = (refunds: Settlement['refunds']) =>
  refunds.filter(({ status }) => status !== 'failed');

/** Cents of recorded money that were neither refunded nor credited. Credits take recorded money first. */
export function recordedLeftCents(invoice: Settlement): number {
  const recorded = sumOf(standingPayments(invoice.payments).filter(isRecorded));
  const refunded = sumOf(refundedOrPromised(invoice.refunds).filter(({ method }) => method !== 'card'));
  const paidOut = sumCents(paidOutOf(invoice).map(({ recordedCents }) => recordedCents));
  const credited = sumCents(invoice.credits.map(({ recordedCents }) => recordedCents)) - paidOut;
  return Math.max(0, asCents(recorded + recordedCreditSpentCents(invoice) - refunded - credited));
}

/**
 * Cents that may still be credited: money received and credit spent, less refunds (requested ones too) and credits.
 * Credit of another mode than the card that paid the rest does not count.
 */
export function invoiceCreditableCents(invoice: Settlement): number {
  const spent =
    isDemoMoney(invoice) === invoice.isDemo ? creditSpentCents(invoice) : recordedCreditSpentCents(invoice);
  const given =
    sumOf(refundedOrPromised(invoice.refunds)) + sumOf(invoice.credits) - sumOf(paidOutOf(invoice));
  return Math.max(0, asCents(receivedCents(invoice) + spent - given));
}

/** Cents that may still be refunded of its charges: at most the money received with this invoice. */
export function chargesRefundableCents(invoice: Settlement): number {
  const money = asCents(receivedCents(invoice) - sumOf(refundedOrPromised(invoice.refunds)));
  return Math.max(0, Math.min(money, invoiceCreditableCents(invoice)));
}

/**
 * The same with its unused credits, which a refund pays out first (rule B41). Of an invoice that is not paid, these
 * alone, e.g. the part payment of a voided one.
 */
export function invoiceRefundableCents(invoice: Settlement): number {
  const unused = unusedCreditCents(invoice);
  if (invoice.status !== 'paid') return unused;
  const money = asCents(receivedCents(invoice) - sumOf(refundedOrPromised(invoice.refunds)));
  // credit may come of an invoice that credit settled, and pays out as money all the same
  return Math.max(unused, Math.min(money, invoiceCreditableCents(invoice) + unused));
}

/** The card payment with the most to refund, and how many cents; null where no card paid. */
export function cardToRefund(
  invoice: Settlement,
): { readonly paymentId: string; readonly leftCents: number } | null {
  const refunds = refundedOrPromised(invoice.refunds).filter(({ method }) => method === 'card');
  const most = invoiceRefundableCents(invoice);
  const cards = cardPayments(invoice).flatMap((payment) => {
    const { paymentId } = payment;
    if (paymentId === null) return [];
    // a refund made in the provider's dashboard names no payment
    const back = refunds.filter((refund) => refund.paymentId === null || refund.paymentId === paymentId);
    return [{ paymentId, leftCents: Math.max(0, Math.min(most, keptCents(payment) - sumOf(back))) }];
  });
  return cards.reduce<(typeof cards)[number] | null>(
    (best, card) => (best === null || card.leftCents > best.leftCents ? card : best),
    null,
  );
}

/** Of an invoice, for the tax that its credits and refunds give back. */
interface Taxed extends Pick<Settlement, 'totalCents'> {
  readonly status: string;
  readonly taxCents?: number | undefined;
  readonly adjustments: readonly Pick<Adjustment, 'amountCents'>[];
  readonly credits: readonly Pick<InvoiceCredit, 'amountCents' | 'surplus'>[];
  readonly refunds: readonly Pick<InvoiceRefund, 'amountCents' | 'paidOutCents' | 'status'>[];
}

/**
 * Cents of sales tax that credits and refunds of the charges gave back: the tax's share of what they gave back in all, rounded
 * half up, so that giving back everything gives back exactly all of it (rule B38). None of a voided invoice: its void takes
 * back all tax, whatever was refunded before.
 */
export function taxGivenBackCents({
  status,
  taxCents = 0,
  totalCents,
  adjustments,
  credits,
  refunds,
}: Taxed): number {
  const chargesCents = asCents(totalCents - sumOf(adjustments));
  if (status === 'voided' || taxCents === 0 || chargesCents <= 0) return 0;
  const refunded = refunds
    .filter(({ status }) => status === 'refunded')
    .map(({ amountCents, paidOutCents = 0 }) => amountCents - paidOutCents);
  const backCents = sumOf(credits.filter(({ surplus }) => !surplus)) + sumCents(refunded);
  return shareOfCents(taxCents, Math.max(0, Math.min(backCents, chargesCents)), chargesCents);
}
