import { conflict, notFound, unprocessable } from '../kernel/decider.ts';
import { DISPUTED } from '../payment/refunds.ts';
import { asCents, formatDollars } from '../values/money.ts';
import type { InvoiceCommandOf } from './commands.ts';
import type { InvoiceEvent } from './events.ts';
import { refuseWhilePaying } from './paying.ts';
import {
  cardToRefund,
  chargesRefundableCents,
  creditSpentCents,
  invoiceCreditableCents,
  invoiceRefundableCents,
  leftOfCredit,
  paidCents,
  writtenOffCents,
} from './settlement.ts';
import { type IssuedInvoice, idsOf } from './state.ts';

const textOrNull = (reason: string | null) => reason?.trim() || null;

export const WRITTEN_OFF = 'This invoice is written off. Take the write-off back first.';

const CARRIED = 'This invoice was carried to a later one. Void that one first.';

/** An invoice that was paid is never voided (rule B26). */
export function voidInvoice(invoice: IssuedInvoice, reason: string | null): readonly InvoiceEvent[] {
  switch (invoice.status) {
    case 'voided':
      return [];
    case 'paid':
      throw conflict("A paid invoice can't be voided. Refund or credit the difference instead.");
    case 'carried':
      throw conflict(CARRIED);
    case 'written_off':
      throw conflict(WRITTEN_OFF);
    case 'open':
      return voidOpen(invoice, reason);
  }
}

/** Id of the credit that the part payment of a voided invoice becomes. */
export const voidCreditId = ({ invoiceId }: Pick<IssuedInvoice, 'invoiceId'>) => `${invoiceId}_voided`;

/** A partial payment becomes account credit, which pays open invoices, then the reissue or the next one (rule B41). */
function voidOpen(invoice: IssuedInvoice, reason: string | null): readonly InvoiceEvent[] {
  refuseWhilePaying(invoice);
  if (invoice.carriedTo !== null) throw conflict(CARRIED);
  if (writtenOffCents(invoice) > 0)
    throw conflict('Part of this invoice is written off. Take the write-off back first.');
  const corrected =
    invoice.refunds.some(({ status }) => status !== 'failed') ||
    invoice.credits.some(({ surplus }) => !surplus);
  if (corrected) {
    throw conflict(
      "Part of this invoice was refunded or credited, so it can't be voided. Refund or credit the rest once it is paid again.",
    );
  }
  const voided: InvoiceEvent = {
    type: 'InvoiceVoided',
    data: { ...idsOf(invoice), reason: textOrNull(reason) },
  };
  const amountCents = paidCents(invoice);
  if (amountCents < 0) {
    throw conflict(
      `${formatDollars(-amountCents)} of account credit was used or paid out, and the payment that it came from was taken back since. Record a check or ACH of that amount on this invoice first.`,
    );
  }
  if (amountCents === 0) return [voided];
  const credit = { creditId: voidCreditId(invoice), amountCents, surplus: true } as const;
  return [voided, { type: 'InvoiceCredited', data: { ...idsOf(invoice), ...credit, reason: null } }];
}

function refuseUnpaidOrNothing(invoice: IssuedInvoice, amountCents: number): void {
  if (invoice.status === 'written_off') throw conflict(WRITTEN_OFF);
  if (invoice.status !== 'paid') {
    throw conflict('Only a paid invoice can be refunded or credited. Void and reissue this one instead.');
  }
  refuseNothing(amountCents);
}

function refuseNothing(amountCents: number): void {
  if (asCents(amountCents) <= 0) throw unprocessable('The amount must be more than $0.00.', 'amount');
}

function refuseBadCredit(invoice: IssuedInvoice, amountCents: number): void {
  refuseUnpaidOrNothing(invoice, amountCents);
  const most = invoiceCreditableCents(invoice);
  if (amountCents <= most) return;
  throw unprocessable(
    chargesRefundableCents(invoice) === most
      ? `At most ${formatDollars(most)} of this invoice can be refunded or credited.`
      : `At most ${formatDollars(most)} of this invoice can be credited.`,
    'amount',
  );
}

function refuseBadRefund(invoice: IssuedInvoice, amountCents: number, most: number): void {
  if (most === 0) refuseUnpaidOrNothing(invoice, amountCents);
  refuseNothing(amountCents);
  if (amountCents > most) throw unprocessable(mostRefundableText(invoice, most), 'amount');
}

/** Says that at most `most` can be refunded. What account credit settled is credited back, never refunded as money. */
function mostRefundableText(invoice: IssuedInvoice, most: number): string {
  const atMost = `At most ${formatDollars(most)}`;
  if (invoice.status !== 'paid') return `${atMost} of account credit can be paid out.`;
  if (most === invoiceCreditableCents(invoice)) {
    return `${atMost} of this invoice can be refunded or credited.`;
  }
  if (creditSpentCents(invoice) <= 0) return `${atMost} of this invoice can be refunded.`;
  return most === 0
    ? 'Account credit settled this invoice, so no money can go back. Credit it instead.'
    : `${atMost} of this invoice can be refunded; account credit settled the rest. Credit that instead.`;
}

/**
 * The unused credits that a refund of so much pays out, newest first, so that nobody has both (rule B41). A refund of
 * corrected charges is not of credit.
 */
function paidOutBy(
  { credits }: IssuedInvoice,
  amountCents: number,
  of: RefundOf,
): Pick<Extract<InvoiceEvent, { type: 'InvoiceRefunded' }>['data'], 'creditPaidOut'> {
  const creditPaidOut: { creditId: string; amountCents: number }[] = [];
  let left = of === 'charges' ? 0 : amountCents;
  for (const credit of [...credits].reverse()) {
    const cents = Math.min(left, leftOfCredit(credit).leftCents);
    if (cents > 0) creditPaidOut.push({ creditId: credit.creditId, amountCents: cents });
    left -= cents;
  }
  return creditPaidOut.length === 0 ? {} : { creditPaidOut };
}

/** What a refund gives back: charges that were corrected, or unused credits and then charges. */
type RefundOf = 'charges' | 'credit first';

const mostRefundable = (invoice: IssuedInvoice, of: RefundOf) =>
  of === 'charges' ? chargesRefundableCents(invoice) : invoiceRefundableCents(invoice);

export function requestRefund(
  invoice: IssuedInvoice,
  { refundId, amountCents, reason }: InvoiceCommandOf<'RequestInvoiceRefund'>,
  of: RefundOf = 'credit first',
): readonly InvoiceEvent[] {
  if (invoice.refunds.some((refund) => refund.refundId === refundId)) return [];
  refuseBadRefund(invoice, amountCents, mostRefundable(invoice, of));
  if (invoice.disputes.some(({ status }) => status === 'open')) throw unprocessable(DISPUTED, 'method');
  const card = cardToRefund(invoice);
  if (card === null) {
    throw unprocessable(
      'This invoice was not paid by card. Record the refund by check or ACH instead.',
      'method',
    );
  }
  const { paymentId, leftCents } = card;
  if (amountCents > leftCents) {
    const most = formatDollars(leftCents);
    throw unprocessable(
      `At most ${most} can go back to the card. Record the rest as a refund by check or ACH.`,
      'amount',
    );
  }
  const data = { ...idsOf(invoice), refundId, paymentId, amountCents, reason: textOrNull(reason) };
  return [{ type: 'InvoiceRefundRequested', data: { ...data, ...paidOutBy(invoice, amountCents, of) } }];
}

/** The card provider's refunds are facts; a refund that an administrator records has to fit. */
export function recordRefund(
  invoice: IssuedInvoice,
  command: InvoiceCommandOf<'RecordInvoiceRefund'>,
  of: RefundOf = 'credit first',
): readonly InvoiceEvent[] {
  const { refundId, method, amountCents, refundedOn } = command;
  const [reference, reason] = [textOrNull(command.reference), textOrNull(command.reason)];
  const before = invoice.refunds.find((refund) => refund.refundId === refundId);
  if (before?.status === 'refunded') return [];
  if (method !== 'card') {
    refuseBadRefund(invoice, amountCents, mostRefundable(invoice, of));
    if (reference === null) throw unprocessable('Reference is required', 'reference');
  }
  const { movedFrom } = command;
  const moved = movedFrom === undefined ? {} : { movedFrom };
  const data = {
    refundId,
    method,
    amountCents: asCents(amountCents),
    refundedOn,
    reference,
    reason,
    ...moved,
  };
  // a requested refund has paid out its credit before
  const paidOut = before?.status === 'requested' ? {} : paidOutBy(invoice, amountCents, of);
  return [{ type: 'InvoiceRefunded', data: { ...idsOf(invoice), ...data, ...paidOut } }];
}

export function recordRefundFailure(
  invoice: IssuedInvoice,
  { refundId, message }: InvoiceCommandOf<'RecordInvoiceRefundFailure'>,
): readonly InvoiceEvent[] {
  const before = invoice.refunds.find((refund) => refund.refundId === refundId);
  if (!before) throw notFound('Refund not found');
  if (before.status === 'failed') return [];
  return [{ type: 'InvoiceRefundFailed', data: { ...idsOf(invoice), refundId, message } }];
}

export function creditInvoice(
  invoice: IssuedInvoice,
  { creditId, amountCents, reason }: InvoiceCommandOf<'CreditInvoice'>,
): readonly InvoiceEvent[] {
  if (invoice.credits.some((credit) => credit.creditId === creditId)) return [];
  refuseBadCredit(invoice, amountCents);
  const data = { ...idsOf(invoice), creditId, amountCents, reason: textOrNull(reason) };
  return [{ type: 'InvoiceCredited', data }];
}
