import { BusinessRefusal } from '../kernel/decider.ts';
import { asCents, formatDollars } from '../values/money.ts';
import type { InvoiceCommand, RecordInvoiceRefund, RequestInvoiceRefund } from './commands.ts';
import type { InvoiceEvent } from './events.ts';
import { refuseWhilePaying } from './paying.ts';
import { cardToRefund, invoiceCreditableCents, invoiceRefundableCents, paidCents } from './settlement.ts';
import type { IssuedInvoice } from './state.ts';

type Of<Type extends InvoiceCommand['type']> = Extract<InvoiceCommand, { type: Type }>;

const conflict = (message: string) => new BusinessRefusal('conflict', message);
const refuse = (message: string, path?: string) => new BusinessRefusal('unprocessable', message, path);
const idsOf = ({ invoiceId, accountId }: IssuedInvoice) => ({ invoiceId, accountId });
const textOrNull = (reason: string | null) => reason?.trim() || null;

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
    case 'open':
      return voidOpen(invoice, reason);
  }
}

/** What was paid in part becomes account credit, which the invoice in its place, or the next one, takes over. */
function voidOpen(invoice: IssuedInvoice, reason: string | null): readonly InvoiceEvent[] {
  refuseWhilePaying(invoice);
  if (invoice.carriedTo !== null) throw conflict(CARRIED);
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
      `A later invoice has used ${formatDollars(-amountCents)} of account credit that came of a payment which was reversed. Void that invoice first.`,
    );
  }
  if (amountCents === 0) return [voided];
  const credit = { creditId: `${invoice.invoiceId}_voided`, amountCents, surplus: true } as const;
  return [voided, { type: 'InvoiceCredited', data: { ...idsOf(invoice), ...credit, reason: null } }];
}

function refuseUnpaidOrNothing(invoice: IssuedInvoice, amountCents: number): void {
  if (invoice.status !== 'paid') {
    throw conflict('Only a paid invoice can be refunded or credited. Void and reissue this one instead.');
  }
  if (asCents(amountCents) <= 0) throw refuse('The amount must be more than $0.00.', 'amount');
}

function refuseBadCredit(invoice: IssuedInvoice, amountCents: number): void {
  refuseUnpaidOrNothing(invoice, amountCents);
  const most = invoiceCreditableCents(invoice);
  if (amountCents <= most) return;
  throw refuse(
    invoiceRefundableCents(invoice) === most
      ? `At most ${formatDollars(most)} of this invoice can be refunded or credited.`
      : `At most ${formatDollars(most)} of this invoice can be credited.`,
    'amount',
  );
}

/** A credit never becomes money here: it goes back as a credit. */
function refuseBadRefund(invoice: IssuedInvoice, amountCents: number): void {
  refuseUnpaidOrNothing(invoice, amountCents);
  const [most, creditable] = [invoiceRefundableCents(invoice), invoiceCreditableCents(invoice)];
  if (amountCents <= most) return;
  if (most === creditable) {
    throw refuse(`At most ${formatDollars(most)} of this invoice can be refunded or credited.`, 'amount');
  }
  throw refuse(
    most === 0
      ? 'Account credit settled this invoice, so no money can go back. Credit it instead.'
      : `At most ${formatDollars(most)} of this invoice can be refunded; account credit settled the rest. Credit that instead.`,
    'amount',
  );
}

/** Asks for money to go back to the card that paid. */
export function requestRefund(
  invoice: IssuedInvoice,
  { refundId, amountCents, reason }: RequestInvoiceRefund,
): readonly InvoiceEvent[] {
  if (invoice.refunds.some((refund) => refund.refundId === refundId)) return [];
  refuseBadRefund(invoice, amountCents);
  const card = cardToRefund(invoice);
  if (card === null) {
    throw refuse('This invoice was not paid by card. Record the refund by check or ACH instead.', 'method');
  }
  const { paymentId, leftCents } = card;
  if (amountCents > leftCents) {
    const most = formatDollars(leftCents);
    throw refuse(
      `At most ${most} can go back to the card. Record the rest as a refund by check or ACH.`,
      'amount',
    );
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
    refuseBadRefund(invoice, amountCents);
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
  refuseBadCredit(invoice, amountCents);
  const data = { ...idsOf(invoice), creditId, amountCents, reason: textOrNull(reason) };
  return [{ type: 'InvoiceCredited', data }];
}
