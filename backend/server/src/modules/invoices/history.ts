import { type InvoiceEvent, invoiceStream } from '@portal/domain';
import { formatDay, formatDollars, sumCents } from '@portal/domain/values';
import { describeByTexts, type EventTexts } from '../../platform/history/describe.ts';
import type { RecordKind } from '../../platform/history/readHistory.ts';
import { wordsOfCorrection } from './correctInvoice.ts';

const METHOD = { card: 'by card', check: 'by check', ach: 'by ACH', none: 'with nothing to pay' } as const;

/** How much of a refund pays out account credit (rule B41). */
function ofCredit({ amountCents, creditPaidOut = [] }: RefundData): string {
  const paidOut = centsOf(creditPaidOut);
  if (paidOut === 0) return '';
  return paidOut === amountCents ? ', of account credit' : `, ${formatDollars(paidOut)} of it account credit`;
}
type RefundData = Extract<InvoiceEvent, { type: 'InvoiceRefunded' | 'InvoiceRefundRequested' }>['data'];

const centsOf = (parts: readonly { readonly amountCents: number }[]) =>
  sumCents(parts.map(({ amountCents }) => amountCents));

/** A text with the event's amount. */
const amount =
  (text: (dollars: string) => string) =>
  ({ amountCents }: { readonly amountCents: number }) =>
    text(formatDollars(amountCents));

const TEXTS: EventTexts<InvoiceEvent> = {
  InvoiceLinesDrafted: ({ part, lines }) =>
    `Part ${part} of the lines drafted before the invoice: ${lines.length}`,
  InvoiceIssued: ({ invoiceNumber, totalCents, taxCents, dueDate, lines, continued }) => {
    // taxes and added lines are of no site; the further lines of a long invoice are not here
    const count = continued?.lines ?? lines.filter(({ siteId }) => siteId !== null).length;
    const noun = continued !== undefined && taxCents !== undefined ? 'line' : 'site';
    const sites = count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
    return `Invoice ${invoiceNumber} issued: ${formatDollars(totalCents)} for ${sites}, due ${formatDay(dueDate)}`;
  },
  InvoicePaymentStarted: ({ how, attempt, retry }) => {
    if (how !== 'auto_pay') return `Payment started, attempt ${attempt}`;
    const again = retry === undefined ? '' : `; if it is declined, next try on ${formatDay(retry.on)}`;
    return `Automatic payment started${again}`;
  },
  InvoicePaymentEnded: ({ message }) => `Payment failed: ${message}`,
  InvoicePaid: ({ method, amountCents, paidOn, reference }) => {
    const named = reference === null ? '' : `, reference ${reference}`;
    return `Paid ${METHOD[method]} on ${formatDay(paidOn)}: ${formatDollars(amountCents)}${named}`;
  },
  InvoicePartPaid: ({ method, amountCents, paidOn, reference }) => {
    const named = reference === null ? '' : `, reference ${reference}`;
    return `Paid in part ${METHOD[method]} on ${formatDay(paidOn)}: ${formatDollars(amountCents)}${named}`;
  },
  InvoicePaymentReversed: ({ amountCents, reversedOn, reason, creditTaken, usesTaken = [] }) => {
    const [credit, used] = [centsOf(creditTaken), centsOf(usesTaken)];
    const paying = used > 0 ? `, ${formatDollars(used)} of it from invoices that it paid` : '';
    const taken = credit > 0 ? `, ${formatDollars(credit)} of account credit taken back${paying}` : '';
    return `Payment of ${formatDollars(amountCents)} reversed on ${formatDay(reversedOn)}${taken}: ${reason}`;
  },
  InvoicePaymentDisputed: ({ amountCents, inquiry }) =>
    inquiry
      ? `The cardholder's bank inquires about the payment of ${formatDollars(amountCents)}`
      : `Payment of ${formatDollars(amountCents)} disputed at the bank`,
  InvoiceDisputeClosed: ({ outcome }) =>
    outcome === 'won' ? 'Dispute won: the payment stays' : 'Inquiry of the bank closed',
  InvoicePaymentTakenBack: amount((of) => `Dispute lost: the bank took ${of} back, which is open again`),
  InvoicePaymentReinstated: amount(
    (of) => `The bank gave ${of} of the lost dispute back, which counts as paid again`,
  ),
  InvoiceCorrected: ({ name, change, reason }) => `${name}: ${wordsOfCorrection(change)}. ${reason}`,
  InvoiceVoided: 'Voided',
  InvoiceReissueRequested: 'Reissue requested',
  InvoiceWrittenOff: ({ amountCents, writtenOffOn }) =>
    `${formatDollars(amountCents)} written off on ${formatDay(writtenOffOn)}`,
  InvoiceWriteOffReversed: ({ amountCents, reversedOn }) =>
    `Write-off of ${formatDollars(amountCents)} taken back on ${formatDay(reversedOn)}`,
  InvoiceCarried: 'Too little to be paid by card: carried to the next invoice',
  InvoiceCarryReleased: 'Open again: the invoice it was carried to was voided',
  InvoiceRefundRequested: (data) =>
    `Refund of ${formatDollars(data.amountCents)} to the card requested${ofCredit(data)}`,
  InvoiceRefunded: (data) => {
    const { method, refundedOn, reference, movedFrom, payoutId } = data;
    const dollars = formatDollars(data.amountCents);
    if (movedFrom !== undefined) return `Refund of ${dollars} moved here from ${movedFrom}${ofCredit(data)}`;
    const named = reference === null ? '' : ` on ${formatDay(refundedOn)}, reference ${reference}`;
    if (payoutId !== undefined) return `${dollars} of account credit paid out ${METHOD[method]}${named}`;
    return `${dollars} refunded ${METHOD[method]}${ofCredit(data)}${named}`;
  },
  InvoiceRefundMoved: ({ amountCents, toInvoiceNumber, creditReturned = [], reason }) => {
    const back = centsOf(creditReturned);
    const credit = back === 0 ? '' : `, ${formatDollars(back)} of account credit can be used again`;
    return `${formatDollars(amountCents)} of a refund moved to ${toInvoiceNumber}${credit}: ${reason}`;
  },
  InvoiceRefundFailed: ({ message }) => `Refund failed: ${message}`,
  InvoicePayoutDeclined: 'Account credit not paid out: it was used in the meantime',
  InvoicePayoutReversed: ({ amountCents, reversedOn, reason }) =>
    `Payout of ${formatDollars(amountCents)} of account credit taken back on ${formatDay(reversedOn)}: ${reason}`,
  InvoiceCredited: ({ amountCents, surplus }) =>
    `${formatDollars(amountCents)} ${surplus === true ? 'overpaid' : 'credited'}: account credit`,
  InvoiceCreditApplied: amount((of) => `${of} of the credit used by a later invoice`),
  InvoiceCreditReleased: ({ allocationId }) =>
    allocationId === undefined
      ? 'Credit available again: the invoice that used it was voided'
      : 'Credit available again: the invoice did not take it',
  InvoiceCreditAllocated: amount((of) => `${of} of the credit pays an open invoice`),
  InvoiceCreditReceived: ({ amountCents, fromInvoiceNumber }) =>
    `${formatDollars(amountCents)} paid by account credit of ${fromInvoiceNumber}`,
  InvoiceCreditDeclined: amount((of) => `${of} of account credit not taken: it goes back`),
  InvoiceCreditWithdrawn: ({ amountCents, fromInvoiceNumber, reason, movedTo }) => {
    const what = movedTo === undefined ? 'taken back' : `moved to ${movedTo}`;
    return `${formatDollars(amountCents)} of account credit of ${fromInvoiceNumber} ${what}, so it is open again: ${reason}`;
  },
  InvoicePaymentMoved: ({ amountCents, toInvoiceNumber }) =>
    `${formatDollars(amountCents)} of a payment moved to ${toInvoiceNumber}, so it is open again`,
  InvoiceCreditMoved: ({ amountCents, fromInvoiceNumber, toInvoiceNumber }) =>
    `${formatDollars(amountCents)} of the credit moved from ${fromInvoiceNumber} to ${toInvoiceNumber}`,
  InvoiceLinkedToSite: ({ siteName }) => `Associated with site ${siteName}`,
  InvoiceReminderSent: ({ kind, days, step }) => {
    const when = `${days} day${days === 1 ? '' : 's'} ${kind === 'due_soon' ? 'before' : 'after'} the due date`;
    const fee = step?.lateFeeCents ? `, late fee of ${formatDollars(step.lateFeeCents)} charged` : '';
    return `Reminder sent ${when}${fee}${step?.holdsOrders ? ', new orders on hold' : ''}`;
  },
  InvoiceManualReminderSent: 'Reminder sent by an administrator',
};

export const invoiceRecord: RecordKind = {
  streamOf: invoiceStream,
  describe: describeByTexts(TEXTS),
  name: 'Invoice',
};
