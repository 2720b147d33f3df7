import { assertNever, BusinessRefusal, type Decider } from '../kernel/decider.ts';
import { applyCredit, carry, releaseCarried, releaseCredit } from './carrying.ts';
import type { InvoiceCommand } from './commands.ts';
import { correctInvoice } from './correctInvoice.ts';
import {
  creditInvoice,
  recordRefund,
  recordRefundFailure,
  requestRefund,
  voidInvoice,
} from './correcting.ts';
import type { InvoiceEvent } from './events.ts';
import { draftLines, issueInvoice } from './issuing.ts';
import { payByCard, recordPayment, reversePayment, startPayment } from './paying.ts';
import { evolveInvoice, type InvoiceState, type IssuedInvoice, reminderKey } from './state.ts';

/** Links the lines without a site, or the first line where all have one. */
function linkToSite(
  invoice: IssuedInvoice,
  { siteId, siteName, siteAccountId }: Extract<InvoiceCommand, { type: 'LinkInvoiceToSite' }>,
): readonly InvoiceEvent[] {
  const refuse = (message: string) => new BusinessRefusal('unprocessable', message, 'siteId');
  if (siteAccountId !== invoice.accountId)
    throw refuse('The site belongs to another company than the invoice.');
  const { lineSites, invoiceId, accountId } = invoice;
  if (lineSites.length === 0) throw refuse('This invoice has no items.');
  const without = lineSites.flatMap((site, index) => (site === null ? [index] : []));
  const lines = without.length > 0 ? without : [0];
  if (lines.every((line) => lineSites[line] === siteId)) return [];
  return [{ type: 'InvoiceLinkedToSite', data: { invoiceId, accountId, siteId, siteName, lines } }];
}

/** Nothing is to be reminded of once it is settled, and each reminder goes out once. */
function remind(
  invoice: IssuedInvoice,
  { kind, days, today }: Extract<InvoiceCommand, { type: 'RemindOfInvoice' }>,
): readonly InvoiceEvent[] {
  const { status, reminders, invoiceId, accountId } = invoice;
  if (status !== 'open' || reminders.includes(reminderKey(kind, days))) return [];
  return [{ type: 'InvoiceReminderSent', data: { invoiceId, accountId, kind, days, sentOn: today } }];
}

function decideForIssued(
  command: Exclude<InvoiceCommand, { type: 'IssueInvoice' | 'DraftInvoiceLines' }>,
  invoice: IssuedInvoice,
): readonly InvoiceEvent[] {
  const { invoiceId, accountId } = invoice;
  switch (command.type) {
    case 'StartInvoicePayment':
      return startPayment(invoice, command);
    case 'EndInvoicePayment': {
      const { attemptId, message } = command;
      if (invoice.openAttempt !== attemptId) return [];
      return [{ type: 'InvoicePaymentEnded', data: { invoiceId, accountId, attemptId, message } }];
    }
    case 'PayInvoice':
      return payByCard(invoice, command);
    case 'RecordInvoicePayment':
      return recordPayment(invoice, command);
    case 'ReverseInvoicePayment':
      return reversePayment(invoice, command);
    case 'CorrectInvoice':
      return correctInvoice(invoice, command);
    case 'VoidInvoice':
      return voidInvoice(invoice, command.reason);
    case 'CarryInvoice':
      return carry(invoice, command.toInvoiceId);
    case 'ReleaseCarriedInvoice':
      return releaseCarried(invoice, command.toInvoiceId);
    case 'RequestInvoiceRefund':
      return requestRefund(invoice, command);
    case 'RecordInvoiceRefund':
      return recordRefund(invoice, command);
    case 'RecordInvoiceRefundFailure':
      return recordRefundFailure(invoice, command);
    case 'CreditInvoice':
      return creditInvoice(invoice, command);
    case 'ApplyInvoiceCredit':
      return applyCredit(invoice, command);
    case 'ReleaseInvoiceCredit':
      return releaseCredit(invoice, command);
    case 'LinkInvoiceToSite':
      return linkToSite(invoice, command);
    case 'RemindOfInvoice':
      return remind(invoice, command);
    default:
      return assertNever(command);
  }
}

function decide(command: InvoiceCommand, state: InvoiceState): readonly InvoiceEvent[] {
  if (command.type === 'DraftInvoiceLines') {
    return state.status === 'none' ? draftLines(command, state.drafted) : [];
  }
  if (command.type === 'IssueInvoice') {
    return state.status === 'none' ? issueInvoice(command, state.drafted) : [];
  }
  if (state.status === 'none') throw new BusinessRefusal('not_found', 'Invoice not found');
  return decideForIssued(command, state);
}

/**
 * One invoice from issue to payment, void or the invoice it was carried to, with its refunds, credits and links to sites.
 * An issued invoice never changes: a correction is a void and a new invoice, or a refund or credit once it is paid. A paid
 * one is open again only where a recorded payment of it is reversed (docs/adr/0022).
 */
export const invoiceDecider: Decider<InvoiceState, InvoiceCommand, InvoiceEvent> = {
  initialState: { status: 'none' },
  evolve: evolveInvoice,
  decide,
};
