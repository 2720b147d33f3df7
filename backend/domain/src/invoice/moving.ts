import { conflict, notFound, unprocessable } from '../kernel/decider.ts';
import { neededReason } from '../kernel/refusals.ts';
import { asCents, formatDollars, sumCents } from '../values/money.ts';
import { bookedCredit } from './allocating.ts';
import type { InvoiceCommandOf } from './commands.ts';
import type { InvoiceEvent } from './events.ts';
import { BEING_PAID, refuseWhilePaying } from './paying.ts';
import {
  type InvoicePayment,
  type InvoiceRefund,
  isRecorded,
  keptCents,
  movedCreditCents,
  paidCents,
  recordedLeftCents,
  standingPayments,
  type UsedCredit,
} from './settlement.ts';
import { type IssuedInvoice, idsOf } from './state.ts';

/** A payment of an invoice, or credit that pays it; `amountCents` of it can be moved to another one (rule B41). */
export type MovablePart = { readonly id: string; readonly amountCents: number } & (
  | { readonly kind: 'payment'; readonly payment: InvoicePayment }
  | ({ readonly kind: 'credit' } & UsedCredit)
);

type Settled = Pick<IssuedInvoice, 'payments' | 'adjustments' | 'creditMoves' | 'credits'> & {
  /** In the decider or the read model. */
  readonly status: string;
  readonly refunds: readonly Pick<InvoiceRefund, 'amountCents' | 'status' | 'paidOutCents'>[];
};

/** What can be moved of an open or paid invoice: at most what still settles its charges. Some parts may be of 0. */
export function movableParts(invoice: Settled): readonly MovablePart[] {
  const most = ['open', 'pending', 'paid'].includes(invoice.status) ? settledCents(invoice) : 0;
  const payments = standingPayments(invoice.payments).filter(({ method }) => method !== 'none');
  return [
    ...payments.map((payment) => {
      const { id } = payment;
      const moved = invoice.credits.filter((credit) => credit.moved?.paymentId === id);
      const left = keptCents(payment) - sumCents(moved.map(({ amountCents }) => amountCents));
      const amountCents = Math.max(0, Math.min(left, paidCents(invoice), most));
      return { kind: 'payment' as const, id, payment, amountCents };
    }),
    ...creditsOf(invoice).map((credit) => {
      const amountCents = Math.max(0, Math.min(bookedCredit(invoice, credit).amountCents, most));
      const id = credit.allocationId ?? `${credit.fromInvoiceId} ${credit.creditId}`;
      return { kind: 'credit' as const, id, ...credit, amountCents };
    }),
  ];
}

/** Cents of payments and credit that settle its charges: less what was refunded or credited of them. */
function settledCents(invoice: Settled): number {
  const { adjustments, refunds, credits } = invoice;
  const atIssue = adjustments.filter(({ kind }) => kind === 'credit').map((one) => -one.amountCents);
  const refunded = refunds
    .filter(({ status }) => status !== 'failed')
    .map(({ amountCents, paidOutCents = 0 }) => amountCents - paidOutCents);
  const corrected = credits.filter(({ surplus }) => !surplus).map(({ amountCents }) => amountCents);
  const settled = paidCents(invoice) + movedCreditCents(invoice) + sumCents(atIssue);
  return Math.max(0, asCents(settled - sumCents(refunded) - sumCents(corrected)));
}

/** Credits that the invoice was issued with, and those that paid it since; each once. */
function creditsOf({ adjustments, creditMoves }: Settled): readonly UsedCredit[] {
  const atIssue = adjustments.flatMap(({ invoiceId, invoiceNumber, creditId }) => {
    const from = { fromInvoiceId: invoiceId, fromInvoiceNumber: invoiceNumber };
    return creditId === null ? [] : [{ ...from, creditId }];
  });
  const since = new Map(
    creditMoves.flatMap(({ fromInvoiceId, fromInvoiceNumber, creditId, allocationId }) =>
      allocationId === undefined
        ? []
        : [[allocationId, { fromInvoiceId, fromInvoiceNumber, creditId, allocationId }] as const],
    ),
  );
  return [...atIssue, ...since.values()];
}

/** Moves part of a payment to another invoice. The same move again has no effect. */
export function movePayment(
  invoice: IssuedInvoice,
  command: InvoiceCommandOf<'MoveInvoicePayment'>,
): readonly InvoiceEvent[] {
  const { moveId, paymentId, amountCents } = command;
  if (invoice.moves.includes(moveId)) return [];
  const part = movableParts(invoice).find(({ kind, id }) => kind === 'payment' && id === paymentId);
  if (part?.kind !== 'payment') throw notFound('Payment not found');
  refuseWhilePaying(invoice);
  refuseMove(invoice, command, part.amountCents);
  const recordedCents = isRecorded(part.payment) ? Math.min(amountCents, recordedLeftCents(invoice)) : 0;
  const data = { ...idsOf(invoice), paymentId, ...moveOf(command, recordedCents) };
  return [{ type: 'InvoicePaymentMoved', data }];
}

/** Moves credit of this invoice from one that it paid to another one. The same move again has no effect. */
export function moveCredit(
  invoice: IssuedInvoice,
  command: InvoiceCommandOf<'MoveInvoiceCredit'>,
): readonly InvoiceEvent[] {
  const { moveId, creditId, from, amountCents } = command;
  if (invoice.moves.includes(moveId)) return [];
  const use = invoice.credits
    .find((credit) => credit.creditId === creditId)
    ?.applied.find((one) => one.toInvoiceId === from.invoiceId && one.allocationId === from.allocationId);
  if (use === undefined) throw notFound('Credit not found');
  if (from.isBeingPaid) throw conflict(BEING_PAID);
  refuseMove(from, command, Math.min(use.amountCents, from.movableCents));
  const { invoiceId: fromInvoiceId, invoiceNumber: fromInvoiceNumber, allocationId } = from;
  const named = allocationId === undefined ? {} : { fromAllocationId: allocationId };
  const moved = moveOf(command, Math.min(amountCents, use.recordedCents));
  const data = { ...idsOf(invoice), creditId, fromInvoiceId, fromInvoiceNumber, ...named, ...moved };
  return [{ type: 'InvoiceCreditMoved', data }];
}

/**
 * Takes a part off a refund that the payment counts on another invoice now (rule B44). What is left pays out credit first,
 * as before. The same move again has no effect.
 */
export function moveRefund(
  invoice: IssuedInvoice,
  command: InvoiceCommandOf<'MoveInvoiceRefund'>,
): readonly InvoiceEvent[] {
  const { refundId, moveId, toInvoiceNumber, amountCents, reason, today: movedOn } = command;
  if (invoice.moves.includes(moveId)) return [];
  const refund = invoice.refunds.find((one) => one.refundId === refundId);
  if (refund === undefined) throw notFound('Refund not found');
  const left = asCents(refund.amountCents - amountCents);
  const creditReturned: { creditId: string; amountCents: number }[] = [];
  let tooMuch = Math.max(0, (refund.paidOutCents ?? 0) - left);
  for (const { creditId, paidOut = [] } of invoice.credits) {
    const used = paidOut.find((one) => one.refundId === refundId)?.amountCents ?? 0;
    const cents = Math.min(tooMuch, used);
    if (cents > 0) creditReturned.push({ creditId, amountCents: cents });
    tooMuch -= cents;
  }
  const data = { ...idsOf(invoice), refundId, moveId, toInvoiceNumber, amountCents, movedOn, reason };
  const returned = creditReturned.length === 0 ? {} : { creditReturned };
  return [{ type: 'InvoiceRefundMoved', data: { ...data, ...returned } }];
}

type Move = InvoiceCommandOf<'MoveInvoicePayment'> | InvoiceCommandOf<'MoveInvoiceCredit'>;

/** @throws BusinessRefusal where the other invoice can't take it, or more than `most` is to be moved */
function refuseMove(
  from: Pick<IssuedInvoice, 'invoiceId' | 'accountId' | 'isDemo'>,
  { to, amountCents, reason }: Move,
  most: number,
): void {
  const refuse = (message: string) => unprocessable(message, 'to_invoice_id');
  if (to.invoiceId === from.invoiceId) throw refuse('Please choose another invoice.');
  if (to.accountId !== from.accountId) throw refuse('That invoice belongs to another company.');
  if (to.isDemo !== from.isDemo) throw refuse("Money can't be moved between demo and live invoices.");
  if (to.openCents === 0) throw refuse('That invoice is not open.');
  if (to.isBeingPaid) throw conflict(BEING_PAID);
  if (asCents(amountCents) <= 0) throw unprocessable('The amount must be more than $0.00.', 'amount');
  if (amountCents > most) throw unprocessable(`At most ${formatDollars(most)} can be moved.`, 'amount');
  if (amountCents > to.openCents) {
    const open = formatDollars(to.openCents);
    throw unprocessable(`Only ${open} of ${to.invoiceNumber} is open.`, 'amount');
  }
  neededReason(reason);
}

const moveOf = ({ moveId, to, amountCents, today, reason }: Move, recordedCents: number) => ({
  moveId,
  toInvoiceId: to.invoiceId,
  toInvoiceNumber: to.invoiceNumber,
  amountCents: asCents(amountCents),
  recordedCents,
  movedOn: today,
  reason: reason.trim(),
});
