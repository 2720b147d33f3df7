import type { Adjustment } from '../billing/adjustments.ts';
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

/** What of an invoice says how it was settled and what of that was given back. Deciders and read models both have it. */
export type Settlement = Pick<IssuedInvoice, 'payment' | 'isDemo'> & {
  readonly adjustments: readonly Pick<Adjustment, 'kind' | 'amountCents'>[];
  readonly refunds: readonly Pick<IssuedInvoice['refunds'][number], 'amountCents' | 'status'>[];
  readonly credits: readonly Pick<IssuedInvoice['credits'][number], 'amountCents'>[];
};

/**
 * Whether a credit of this invoice counts for demo accounts (decisions B24): as the money that paid it, and where
 * credit alone did, as the account the invoice was issued to, since that is whose credit it took.
 */
export function isDemoMoney({ payment, isDemo }: Pick<Settlement, 'payment' | 'isDemo'>): boolean {
  return payment?.method === 'none' ? isDemo : payment?.livemode === false;
}

/** Cents of earlier credits that settled part of an invoice, or all of it; 0 while it is not paid. */
export function creditSpentCents({ payment, adjustments }: Settlement): number {
  if (payment === null) return 0;
  return -sumCents(adjustments.map(({ kind, amountCents }) => (kind === 'credit' ? amountCents : 0))) || 0;
}

const refundedOrPromised = ({ refunds }: Settlement) =>
  sumCents(refunds.map(({ status, amountCents }) => (status === 'failed' ? 0 : amountCents)));

/**
 * Cents that may still be credited back: the money that came in and the credit that was spent, less what was refunded,
 * is about to be, or was credited. Credit of the other mode than the money beside it does not come back with it.
 */
export function invoiceCreditableCents(invoice: Settlement): number {
  const money = invoice.payment?.amountCents ?? 0;
  const spent = isDemoMoney(invoice) === invoice.isDemo ? creditSpentCents(invoice) : 0;
  const credited = sumCents(invoice.credits.map(({ amountCents }) => amountCents));
  return Math.max(0, asCents(money + spent - refundedOrPromised(invoice) - credited));
}

/** Cents that may still go back as money: no more than came in with this invoice as money. */
export function invoiceRefundableCents(invoice: Settlement): number {
  const money = asCents((invoice.payment?.amountCents ?? 0) - refundedOrPromised(invoice));
  return Math.max(0, Math.min(money, invoiceCreditableCents(invoice)));
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
