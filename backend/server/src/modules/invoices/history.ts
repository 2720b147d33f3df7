import { type InvoiceEvent, invoiceEvents, invoiceStream, type PortalEvent } from '@portal/domain';
import { formatDay, formatDollars, sumCents } from '@portal/domain/values';
import { type Describe, type Description, plainWords, said } from '../../platform/history/describe.ts';
import type { RecordKind } from '../../platform/history/readHistory.ts';
import { wordsOfCorrection } from './correctInvoice.ts';

const METHOD = { card: 'by card', check: 'by check', ach: 'by ACH', none: 'with nothing to pay' } as const;
const isInvoiceEvent = (event: PortalEvent): event is InvoiceEvent =>
  Object.hasOwn(invoiceEvents, event.type);

/** How much of a refund pays out account credit (rule B41). */
function ofCredit({ amountCents, creditPaidOut = [] }: RefundData): string {
  const paidOut = sumCents(creditPaidOut.map((one) => one.amountCents));
  if (paidOut === 0) return '';
  return paidOut === amountCents ? ', of account credit' : `, ${formatDollars(paidOut)} of it account credit`;
}
type RefundData = Extract<InvoiceEvent, { type: 'InvoiceRefunded' | 'InvoiceRefundRequested' }>['data'];

/** Describes the events of one invoice's stream, in their order. */
function describeInvoice(): Describe {
  return (event) => (isInvoiceEvent(event) ? described(event) : plainWords(event.type));
}

function described(event: InvoiceEvent): Description {
  switch (event.type) {
    case 'InvoiceLinesDrafted': {
      const { part, lines } = event.data;
      return said(`Part ${part} of the lines drafted before the invoice: ${lines.length} sites`);
    }
    case 'InvoiceIssued': {
      const { invoiceNumber, totalCents, dueDate, lines, continued } = event.data;
      const count = continued?.lines ?? lines.length;
      const sites = count === 1 ? '1 site' : `${count} sites`;
      return said(
        `Invoice ${invoiceNumber} issued: ${formatDollars(totalCents)} for ${sites}, due ${formatDay(dueDate)}`,
      );
    }
    case 'InvoicePaymentStarted':
      return said(
        event.data.how === 'auto_pay'
          ? 'Automatic payment started'
          : `Payment started, attempt ${event.data.attempt}`,
      );
    case 'InvoicePaymentEnded':
      return said(`Payment failed: ${event.data.message}`);
    case 'InvoicePaid': {
      const { method, amountCents, paidOn, reference } = event.data;
      const named = reference === null ? '' : `, reference ${reference}`;
      return said(`Paid ${METHOD[method]} on ${formatDay(paidOn)}: ${formatDollars(amountCents)}${named}`);
    }
    case 'InvoicePartPaid': {
      const { method, amountCents, paidOn, reference } = event.data;
      const day = formatDay(paidOn);
      return said(
        `Paid in part ${METHOD[method]} on ${day}: ${formatDollars(amountCents)}, reference ${reference}`,
      );
    }
    case 'InvoicePaymentReversed': {
      const { amountCents, reversedOn, reason, creditTaken } = event.data;
      const credit = sumCents(creditTaken.map((taken) => taken.amountCents));
      const used = sumCents((event.data.usesTaken ?? []).map((use) => use.amountCents));
      const paying = used > 0 ? `, ${formatDollars(used)} of it from invoices that it paid` : '';
      const taken = credit > 0 ? `, ${formatDollars(credit)} of account credit taken back${paying}` : '';
      return said(
        `Payment of ${formatDollars(amountCents)} reversed on ${formatDay(reversedOn)}${taken}: ${reason}`,
      );
    }
    case 'InvoicePaymentDisputed':
      return said(
        event.data.inquiry
          ? `The cardholder's bank inquires about the payment of ${formatDollars(event.data.amountCents)}`
          : `Payment of ${formatDollars(event.data.amountCents)} disputed at the bank`,
      );
    case 'InvoiceDisputeClosed':
      return said(
        event.data.outcome === 'won' ? 'Dispute won: the payment stays' : 'Inquiry of the bank closed',
      );
    case 'InvoicePaymentTakenBack':
      return said(
        `Dispute lost: the bank took ${formatDollars(event.data.amountCents)} back, which is open again`,
      );
    case 'InvoicePaymentReinstated':
      return said(
        `The bank gave ${formatDollars(event.data.amountCents)} of the lost dispute back, which counts as paid again`,
      );
    case 'InvoiceCorrected': {
      const { name, change, reason } = event.data;
      return said(`${name}: ${wordsOfCorrection(change)}. ${reason}`);
    }
    case 'InvoiceVoided':
      return said('Voided');
    case 'InvoiceReissueRequested':
      return said('Reissue requested');
    case 'InvoiceCarried':
      return said('Too little to be paid by card: carried to the next invoice');
    case 'InvoiceCarryReleased':
      return said('Open again: the invoice it was carried to was voided');
    case 'InvoiceRefundRequested':
      return said(
        `Refund of ${formatDollars(event.data.amountCents)} to the card requested${ofCredit(event.data)}`,
      );
    case 'InvoiceRefunded': {
      const { amountCents, method, refundedOn, reference, movedFrom } = event.data;
      if (movedFrom !== undefined) {
        return said(
          `Refund of ${formatDollars(amountCents)} moved here from ${movedFrom}${ofCredit(event.data)}`,
        );
      }
      const named = reference === null ? '' : ` on ${formatDay(refundedOn)}, reference ${reference}`;
      return said(`${formatDollars(amountCents)} refunded ${METHOD[method]}${ofCredit(event.data)}${named}`);
    }
    case 'InvoiceRefundMoved': {
      const { amountCents, toInvoiceNumber, creditReturned = [], reason } = event.data;
      const back = sumCents(creditReturned.map((one) => one.amountCents));
      const credit = back === 0 ? '' : `, ${formatDollars(back)} of account credit can be used again`;
      return said(
        `${formatDollars(amountCents)} of a refund moved to ${toInvoiceNumber}${credit}: ${reason}`,
      );
    }
    case 'InvoiceRefundFailed':
      return said(`Refund failed: ${event.data.message}`);
    case 'InvoiceCredited':
      return said(
        event.data.surplus === true
          ? `${formatDollars(event.data.amountCents)} overpaid: account credit`
          : `${formatDollars(event.data.amountCents)} credited: account credit`,
      );
    case 'InvoiceCreditApplied':
      return said(`${formatDollars(event.data.amountCents)} of the credit used by a later invoice`);
    case 'InvoiceCreditReleased':
      return said(
        event.data.allocationId === undefined
          ? 'Credit available again: the invoice that used it was voided'
          : 'Credit available again: the invoice did not take it',
      );
    case 'InvoiceCreditAllocated':
      return said(`${formatDollars(event.data.amountCents)} of the credit pays an open invoice`);
    case 'InvoiceCreditReceived':
      return said(
        `${formatDollars(event.data.amountCents)} paid by account credit of ${event.data.fromInvoiceNumber}`,
      );
    case 'InvoiceCreditDeclined':
      return said(`${formatDollars(event.data.amountCents)} of account credit not taken: it goes back`);
    case 'InvoiceCreditWithdrawn': {
      const { amountCents, fromInvoiceNumber, reason, movedTo } = event.data;
      const what = movedTo === undefined ? 'taken back' : `moved to ${movedTo}`;
      return said(
        `${formatDollars(amountCents)} of account credit of ${fromInvoiceNumber} ${what}, so it is open again: ${reason}`,
      );
    }
    case 'InvoicePaymentMoved': {
      const { amountCents, toInvoiceNumber } = event.data;
      return said(
        `${formatDollars(amountCents)} of a payment moved to ${toInvoiceNumber}, so it is open again`,
      );
    }
    case 'InvoiceCreditMoved': {
      const { amountCents, fromInvoiceNumber, toInvoiceNumber } = event.data;
      return said(
        `${formatDollars(amountCents)} of the credit moved from ${fromInvoiceNumber} to ${toInvoiceNumber}`,
      );
    }
    case 'InvoiceLinkedToSite':
      return said(`Associated with site ${event.data.siteName}`);
    case 'InvoiceReminderSent': {
      const { kind, days } = event.data;
      const when = `${days} day${days === 1 ? '' : 's'} ${kind === 'due_soon' ? 'before' : 'after'} the due date`;
      return said(`Reminder sent ${when}`);
    }
    default:
      return plainWords((event satisfies never as PortalEvent).type);
  }
}

export const invoiceRecord: RecordKind = {
  streamOf: invoiceStream,
  describe: describeInvoice,
  name: 'Invoice',
};
