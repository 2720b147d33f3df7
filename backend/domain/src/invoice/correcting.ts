import { BusinessRefusal } from '../decider.ts';
import { asCents, formatDollars, sumCents } from '../values/money.ts';
import type { InvoiceCommand, RecordInvoiceRefund, RequestInvoiceRefund } from './commands.ts';
import type { InvoiceEvent } from './events.ts';
import { refuseWhilePaying } from './paying.ts';
import type { IssuedInvoice } from './state.ts';

type Of<Type extends InvoiceCommand['type']> = Extract<InvoiceCommand, { type: Type }>;

const conflict = (message: string) => new BusinessRefusal('conflict', message);
const refuse = (message: string, path?: string) => new BusinessRefusal('unprocessable', message, path);
const idsOf = ({ invoiceId, accountId }: IssuedInvoice) => ({ invoiceId, accountId });
const textOrNull = (reason: string | null) => reason?.trim() || null;

/** An invoice that was paid is never voided (decisions B26). */
export function voidInvoice(invoice: IssuedInvoice, reason: string | null): readonly InvoiceEvent[] {
  switch (invoice.status) {
    case 'voided':
      return [];
    case 'paid':
      throw conflict("A paid invoice can't be voided. Refund or credit the difference instead.");
    case 'carried':
      throw conflict('This invoice was carried to a later one. Void that one first.');
    case 'open':
      refuseWhilePaying(invoice);
      return [{ type: 'InvoiceVoided', data: { ...idsOf(invoice), reason: textOrNull(reason) } }];
  }
}

/** Cents of what was paid that were neither refunded, nor are about to be, nor credited. */
export function correctableCents(invoice: IssuedInvoice): number {
  const paid = invoice.payment?.amountCents ?? 0;
  const refunds = invoice.refunds.filter(({ status }) => status !== 'failed');
  const given = sumCents([...refunds, ...invoice.credits].map(({ amountCents }) => amountCents));
  return Math.max(0, asCents(paid - given));
}

function refuseBadCorrection(invoice: IssuedInvoice, amountCents: number): void {
  if (invoice.status !== 'paid') {
    throw conflict('Only a paid invoice can be refunded or credited. Void and reissue this one instead.');
  }
  if (asCents(amountCents) <= 0) throw refuse('The amount must be more than $0.00.', 'amount');
  const most = correctableCents(invoice);
  if (amountCents > most) {
    throw refuse(`At most ${formatDollars(most)} of this invoice can be refunded or credited.`, 'amount');
  }
}

/** Asks for money to go back to the card that paid. */
export function requestRefund(
  invoice: IssuedInvoice,
  { refundId, amountCents, reason }: RequestInvoiceRefund,
): readonly InvoiceEvent[] {
  if (invoice.refunds.some((refund) => refund.refundId === refundId)) return [];
  refuseBadCorrection(invoice, amountCents);
  const paymentId = invoice.payment?.paymentId ?? null;
  if (paymentId === null) {
    throw refuse('This invoice was not paid by card. Record the refund by check or ACH instead.', 'method');
  }
  const data = { ...idsOf(invoice), refundId, paymentId, amountCents, reason: textOrNull(reason) };
  return [{ type: 'InvoiceRefundRequested', data }];
}

/** What the card provider did is a fact; what an administrator records by hand has to fit. */
export function recordRefund(invoice: IssuedInvoice, command: RecordInvoiceRefund): readonly InvoiceEvent[] {
  const { refundId, method, amountCents, refundedOn } = command;
  const before = invoice.refunds.find((refund) => refund.refundId === refundId);
  if (before?.status === 'refunded') return [];
  if (method !== 'card') {
    refuseBadCorrection(invoice, amountCents);
    if (textOrNull(command.reference) === null) throw refuse('Reference is required', 'reference');
  }
  const texts = { reference: textOrNull(command.reference), reason: textOrNull(command.reason) };
  const data = {
    ...idsOf(invoice),
    refundId,
    method,
    amountCents: asCents(amountCents),
    refundedOn,
    ...texts,
  };
  return [{ type: 'InvoiceRefunded', data }];
}

export function recordRefundFailure(
  invoice: IssuedInvoice,
  { refundId, message }: Of<'RecordInvoiceRefundFailure'>,
): readonly InvoiceEvent[] {
  const before = invoice.refunds.find((refund) => refund.refundId === refundId);
  if (!before) throw new BusinessRefusal('not_found', 'Refund not found');
  if (before.status === 'failed') return [];
  return [{ type: 'InvoiceRefundFailed', data: { ...idsOf(invoice), refundId, message } }];
}

/** The difference counts towards the next invoices instead of going back. */
export function creditInvoice(
  invoice: IssuedInvoice,
  { creditId, amountCents, reason }: Of<'CreditInvoice'>,
): readonly InvoiceEvent[] {
  if (invoice.credits.some((credit) => credit.creditId === creditId)) return [];
  refuseBadCorrection(invoice, amountCents);
  const data = { ...idsOf(invoice), creditId, amountCents, reason: textOrNull(reason) };
  return [{ type: 'InvoiceCredited', data }];
}
