import { conflict, notFound, paymentRequired, unprocessable } from '../kernel/decider.ts';
import { neededReason } from '../kernel/refusals.ts';
import { compareDays, type Day, formatDay } from '../values/days.ts';
import { MIN_CARD_CHARGE_CENTS } from '../values/limits.ts';
import { asCents, formatDollars } from '../values/money.ts';
import type { InvoiceCommandOf } from './commands.ts';
import type { InvoiceEvent } from './events.ts';
import {
  askedCents,
  duesCents,
  type InvoiceCredit,
  type InvoicePayment,
  isRecorded,
  leftOfCredit,
  receivedCents,
  standingPayments,
  stillOpenCents,
  surplusCents,
} from './settlement.ts';
import { type IssuedInvoice, idsOf } from './state.ts';

export function refuseUnpayable({ status }: IssuedInvoice): void {
  if (status === 'paid') throw conflict('This invoice is paid already.');
  // a dealer sees a written-off one as canceled, too (rule B34)
  if (status === 'voided' || status === 'written_off')
    throw conflict("This invoice was canceled and can't be paid.");
  if (status === 'carried') throw conflict('This invoice was carried to a later one and is paid there.');
}

export const BEING_PAID = 'A payment of this invoice is being processed. Please wait until it is complete.';

export function refuseWhilePaying({ openAttempt }: IssuedInvoice): void {
  if (openAttempt !== null) throw conflict(BEING_PAID);
}

/**
 * Refuses a second attempt while one is open. Auto-pay tries once (rule B23), then again where the try before announced it, at
 * most once a day.
 */
export function startPayment(
  invoice: IssuedInvoice,
  { attemptId, how, auto }: InvoiceCommandOf<'StartInvoicePayment'>,
): readonly InvoiceEvent[] {
  if (invoice.openAttempt === attemptId) return [];
  refuseUnpayable(invoice);
  refuseWhilePaying(invoice);
  if (stillOpenCents(invoice) < MIN_CARD_CHARGE_CENTS) {
    const least = formatDollars(MIN_CARD_CHARGE_CENTS);
    throw unprocessable(
      `Amounts below ${least} can't be paid by card. This one is carried to your next invoice.`,
    );
  }
  const { autoPayRetry: planned } = invoice;
  const isPlanned = planned !== null && auto !== undefined && planned.triedOn < auto.today;
  if (how === 'auto_pay' && invoice.autoPayTried && !isPlanned) {
    throw conflict('Automatic payment was already tried. Please use Pay Now.');
  }
  const attempt = invoice.attempts + 1;
  const retry = auto?.retryOn == null ? {} : { retry: { triedOn: auto.today, on: auto.retryOn } };
  return [{ type: 'InvoicePaymentStarted', data: { ...idsOf(invoice), attemptId, attempt, how, ...retry } }];
}

export function endPayment(
  invoice: IssuedInvoice,
  { attemptId, message }: InvoiceCommandOf<'EndInvoicePayment'>,
): readonly InvoiceEvent[] {
  if (invoice.openAttempt !== attemptId) return [];
  return [{ type: 'InvoicePaymentEnded', data: { ...idsOf(invoice), attemptId, message } }];
}

/**
 * Less than the open amount leaves the invoice open, more is refused. Refused for a card of the other mode than the invoice
 * was issued in (rule B42), too.
 */
export function payByCard(
  invoice: IssuedInvoice,
  command: InvoiceCommandOf<'PayInvoice'>,
): readonly InvoiceEvent[] {
  const { paymentId, amountCents, livemode, paidOn } = command;
  if (invoice.payments.some((payment) => payment.paymentId === paymentId)) return [];
  refuseUnpayable(invoice);
  if (livemode === invoice.isDemo) {
    const [mode, card] = invoice.isDemo ? ['demo', 'real'] : ['live', 'test'];
    throw paymentRequired(`A ${mode} invoice can't be paid with a ${card} card.`);
  }
  const openCents = stillOpenCents(invoice);
  if (asCents(amountCents) > openCents) {
    const [open, given] = [formatDollars(openCents), formatDollars(amountCents)];
    throw paymentRequired(`${open} of this invoice is open, not ${given}.`);
  }
  const paid = { method: 'card', amountCents, paidOn, reference: null, paymentId, livemode } as const;
  const data = { ...idsOf(invoice), ...paid, reason: null };
  return [{ type: amountCents < openCents ? 'InvoicePartPaid' : 'InvoicePaid', data }];
}

/**
 * Refuses a check or ACH with amount, day and reference of one that stands on this invoice, or of a receipt that it has
 * a share of (rule B47).
 * @param entered.amountCents null: any amount
 * @throws BusinessRefusal conflict `recorded_before`
 */
export function refuseRepeated(
  {
    invoiceNumber,
    payments,
  }: {
    readonly invoiceNumber: string;
    readonly payments: readonly Pick<
      InvoicePayment,
      'method' | 'amountCents' | 'paidOn' | 'reference' | 'reversedOn' | 'receipt'
    >[];
  },
  entered: { readonly amountCents: number | null; readonly paidOn: Day; readonly reference: string },
): void {
  const { amountCents, paidOn, reference } = entered;
  for (const payment of standingPayments(payments).filter(isRecorded)) {
    if (payment.paidOn !== paidOn || payment.reference !== reference.trim()) continue;
    const { receipt } = payment;
    const isWhole = receipt !== undefined && receipt.amountCents === amountCents;
    if (!isWhole && amountCents !== null && payment.amountCents !== amountCents) continue;
    const equal = isWhole ? receipt.amountCents : payment.amountCents;
    const on = isWhole ? receipt.invoiceNumbers.join(', ') : invoiceNumber;
    throw conflict(
      `${formatDollars(equal)} with this reference and date was recorded before on ${on}, paid on ${formatDay(paidOn)}. Record it again?`,
      'recordAgain',
      'recorded_before',
    );
  }
}

/**
 * Refuses amount, reference and day of a check or ACH that can't be recorded on an invoice.
 * @param entered.dayField the day's field, named by the refusal
 * @throws BusinessRefusal unprocessable
 */
export function refuseUnrecordable(
  { invoiceDate }: Pick<IssuedInvoice, 'invoiceDate'>,
  entered: {
    readonly amountCents: number;
    readonly reference: string;
    readonly paidOn: Day;
    readonly today: Day;
    readonly dayField?: 'paidOn' | 'receivedOn';
  },
): void {
  const { amountCents, reference, paidOn, today, dayField = 'paidOn' } = entered;
  if (asCents(amountCents) <= 0) throw unprocessable('Amount must be more than $0.00', 'amount');
  if (reference.trim() === '') throw unprocessable('Reference is required', 'reference');
  if (compareDays(paidOn, today) > 0)
    throw unprocessable("The payment date can't be in the future", dayField);
  if (compareDays(paidOn, invoiceDate) < 0) {
    throw unprocessable(
      `The payment date can't be before the invoice date, ${formatDay(invoiceDate)}`,
      dayField,
    );
  }
}

/** Refuses a check or ACH that is recorded on this invoice alone. */
function refuseRecording(
  invoice: IssuedInvoice,
  command: InvoiceCommandOf<'RecordInvoicePayment'>,
  openCents: number,
): void {
  const { paidOn, reference, today } = command;
  if (invoice.status === 'written_off')
    throw conflict('This invoice is written off. Take the write-off back, then record the payment.');
  if (command.again !== true) {
    const open = invoice.status === 'paid' ? null : openCents;
    refuseRepeated(invoice, { amountCents: command.amountCents ?? open, paidOn, reference });
  }
  if (invoice.status !== 'voided' || openCents === 0) refuseUnpayable(invoice);
  refuseWhilePaying(invoice);
  refuseUnrecordable(invoice, {
    amountCents: command.amountCents ?? openCents,
    reference,
    paidOn,
    today,
  });
}

/**
 * Records a check or ACH. Less than the open amount leaves the invoice open; a surplus becomes account credit. A voided
 * invoice takes what is to be repaid of its credit. The same command again has no effect; an equal payment of another
 * one is refused unless it says `again` (rule B47). The share of a receipt is never refused: what the invoice does not
 * ask for any more is a surplus, and a card payment of it that is being processed no longer fits and is returned.
 */
export function recordPayment(
  invoice: IssuedInvoice,
  command: InvoiceCommandOf<'RecordInvoicePayment'>,
): readonly InvoiceEvent[] {
  const { recordId, method, paidOn, isDemo, receipt } = command;
  if (invoice.payments.some(({ id }) => id === recordId)) return [];
  const openCents = askedCents(invoice);
  if (receipt === undefined) refuseRecording(invoice, command, openCents);
  const amountCents = asCents(command.amountCents ?? openCents);
  const reference = command.reference.trim();
  const reason = command.reason?.trim() || null;
  const recorded = { ...idsOf(invoice), recordId, method, amountCents, paidOn, reference, reason, isDemo };
  const data = receipt === undefined ? recorded : { ...recorded, receipt };
  // others than an open one stay as they are
  const paid: InvoiceEvent =
    invoice.status === 'open' && amountCents >= openCents
      ? { type: 'InvoicePaid', data: { ...data, paymentId: null, livemode: null } }
      : { type: 'InvoicePartPaid', data };
  if (amountCents <= openCents) return [paid];
  const credit = { creditId: recordId, amountCents: amountCents - openCents, surplus: true } as const;
  return [paid, { type: 'InvoiceCredited', data: { ...idsOf(invoice), ...credit, reason: null } }];
}

/** Refuses the reversal of one share, which would leave the rest of a bounced check standing. */
function refuseShareAlone({ reference, method, receipt }: InvoicePayment, receiptId?: string): void {
  if (receipt === undefined || receipt.receiptId === receiptId) return;
  const name = `${method === 'ach' ? 'ACH' : 'check'} ${reference ?? ''}`;
  const { length } = receipt.invoiceNumbers;
  throw unprocessable(
    `This is part of ${name} over ${length === 1 ? '1 invoice' : `${length} invoices`}. Reverse the whole ${method === 'ach' ? 'ACH' : 'check'}.`,
    'paymentId',
  );
}

/**
 * Reverses a recorded payment. It is taken back from where it went (rule B46): from this invoice, from its account
 * credit, and from invoices that used the credit, which are open again by that amount. Credit that was paid out is to be
 * paid here again. What was moved of other payments stays where it is.
 */
export function reversePayment(
  invoice: IssuedInvoice,
  { recordId, reason, today, receiptId }: InvoiceCommandOf<'ReverseInvoicePayment'>,
): readonly InvoiceEvent[] {
  const payment = invoice.payments.find(({ id }) => id === recordId);
  if (payment === undefined) throw notFound('Payment not found');
  if (payment.reversedOn !== null) return [];
  if (!isRecorded(payment)) {
    throw conflict('Only a payment by check or ACH can be reversed. Refund a payment by card instead.');
  }
  refuseShareAlone(payment, receiptId);
  // with its receipt it is always reversed; a card payment that is being processed no longer fits and is returned
  if (receiptId === undefined) refuseWhilePaying(invoice);
  const why = neededReason(reason);
  const asksFor = invoice.status === 'voided' ? 0 : duesCents(invoice);
  const { moved, others } = surplusFor(invoice, recordId);
  const surplus = surplusCents({ credits: [...moved, ...others] });
  const movedOfOthers = surplusCents(invoice) - surplus;
  const receivedAfter = receivedCents(invoice) - payment.amountCents - movedOfOthers;
  const tooMuch = Math.max(0, surplus - Math.max(0, receivedAfter - asksFor));
  const taken = takenBack([moved, others], tooMuch);
  const { amountCents } = payment;
  const data = { recordId, amountCents, reversedOn: today, reason: why, ...taken };
  return [{ type: 'InvoicePaymentReversed', data: { ...idsOf(invoice), ...data } }];
}

type TakenBack = Pick<
  Extract<InvoiceEvent, { type: 'InvoicePaymentReversed' }>['data'],
  'creditTaken' | 'usesTaken'
>;

/**
 * Surplus that the reversal of a payment may take back, newest first: what was moved of the payment, and the rest. What
 * was moved of other payments that stand is neither.
 */
function surplusFor({ payments, credits }: IssuedInvoice, paymentId: string) {
  const standing = new Set(standingPayments(payments).map(({ id }) => id));
  const newestFirst = credits.filter(({ surplus }) => surplus).reverse();
  return {
    moved: newestFirst.filter(({ moved }) => moved?.paymentId === paymentId),
    others: newestFirst.filter(({ moved }) => moved === undefined || !standing.has(moved.paymentId)),
  };
}

/** Surplus up to `cents`, one group after the other: what nothing has used of it, then what invoices have used. */
function takenBack(groups: readonly (readonly InvoiceCredit[])[], cents: number): TakenBack {
  const taken = new Map<string, number>();
  const usesTaken: NonNullable<TakenBack['usesTaken']>[number][] = [];
  let left = cents;
  const take = (creditId: string, most: number): number => {
    const amountCents = Math.min(left, most);
    left -= amountCents;
    if (amountCents > 0) taken.set(creditId, (taken.get(creditId) ?? 0) + amountCents);
    return amountCents;
  };
  for (const surplus of groups) {
    for (const credit of surplus) take(credit.creditId, leftOfCredit(credit).leftCents);
    for (const { creditId, applied } of surplus) {
      for (const use of [...applied].reverse()) {
        const amountCents = take(creditId, use.amountCents);
        if (amountCents === 0) continue;
        const recordedCents = Math.min(amountCents, use.recordedCents);
        const { toInvoiceId, allocationId } = use;
        const named = allocationId === undefined ? {} : { allocationId };
        usesTaken.push({ creditId, toInvoiceId, ...named, amountCents, recordedCents });
      }
    }
  }
  const creditTaken = [...taken].map(([creditId, amountCents]) => ({ creditId, amountCents }));
  return usesTaken.length === 0 ? { creditTaken } : { creditTaken, usesTaken };
}
