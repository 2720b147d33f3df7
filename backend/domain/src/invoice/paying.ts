import { BusinessRefusal } from '../decider.ts';
import { compareDays } from '../values/days.ts';
import { MIN_CARD_CHARGE_CENTS } from '../values/limits.ts';
import { asCents, formatDollars } from '../values/money.ts';
import type { InvoiceCommand, PayInvoice, RecordInvoicePayment } from './commands.ts';
import type { InvoiceEvent } from './events.ts';
import type { IssuedInvoice } from './state.ts';

const conflict = (message: string) => new BusinessRefusal('conflict', message);
const refuse = (message: string, path?: string) => new BusinessRefusal('unprocessable', message, path);

/** Refuses what is not open, each with its own text. */
export function refuseUnpayable({ status }: IssuedInvoice): void {
  if (status === 'paid') throw conflict('This invoice is paid already.');
  if (status === 'voided') throw conflict("This invoice was canceled and can't be paid.");
  if (status === 'carried') throw conflict('This invoice was carried to a later one and is paid there.');
}

export function refuseWhilePaying({ openAttempt }: IssuedInvoice): void {
  if (openAttempt !== null) {
    throw conflict('A payment of this invoice is being processed. Please wait until it is through.');
  }
}

const idsOf = ({ invoiceId, accountId }: IssuedInvoice) => ({ invoiceId, accountId });

/** A new attempt needs the one before to be over; auto-pay tries once and then waits for the dealer (decisions B23). */
export function startPayment(
  invoice: IssuedInvoice,
  { attemptId, how }: Extract<InvoiceCommand, { type: 'StartInvoicePayment' }>,
): readonly InvoiceEvent[] {
  if (invoice.openAttempt === attemptId) return [];
  refuseUnpayable(invoice);
  refuseWhilePaying(invoice);
  if (invoice.totalCents < MIN_CARD_CHARGE_CENTS) {
    const least = formatDollars(MIN_CARD_CHARGE_CENTS);
    throw refuse(`Amounts below ${least} can't be paid by card. This one is carried to your next invoice.`);
  }
  if (how === 'auto_pay' && invoice.autoPayTried) {
    throw conflict('Automatic payment was tried before. The invoice waits for Pay Now.');
  }
  const attempt = invoice.attempts + 1;
  return [{ type: 'InvoicePaymentStarted', data: { ...idsOf(invoice), attemptId, attempt, how } }];
}

export function payByCard(invoice: IssuedInvoice, command: PayInvoice): readonly InvoiceEvent[] {
  const { paymentId, amountCents, livemode, paidOn } = command;
  if (invoice.payment?.paymentId === paymentId) return [];
  refuseUnpayable(invoice);
  if (asCents(amountCents) !== invoice.totalCents) {
    const [total, given] = [formatDollars(invoice.totalCents), formatDollars(amountCents)];
    throw new BusinessRefusal('payment_required', `This invoice is over ${total}, not ${given}.`);
  }
  const data = { method: 'card', amountCents, paidOn, reference: null, paymentId, livemode } as const;
  return [{ type: 'InvoicePaid', data: { ...idsOf(invoice), ...data, reason: null } }];
}

/** Always over the whole amount: the portal knows no part payments. */
export function recordPayment(
  invoice: IssuedInvoice,
  command: RecordInvoicePayment,
): readonly InvoiceEvent[] {
  const { method, paidOn, today } = command;
  const reference = command.reference.trim();
  const { payment } = invoice;
  const known = payment?.method === method && payment.reference === reference && payment.paidOn === paidOn;
  if (known) return [];
  refuseUnpayable(invoice);
  refuseWhilePaying(invoice);
  if (reference === '') throw refuse('Reference is required', 'reference');
  if (compareDays(paidOn, today) > 0) throw refuse("The payment date can't be in the future", 'date');
  const by = { method, paidOn, reference, paymentId: null, livemode: null };
  const data = { ...by, amountCents: invoice.totalCents, reason: command.reason?.trim() || null };
  return [{ type: 'InvoicePaid', data: { ...idsOf(invoice), ...data } }];
}
