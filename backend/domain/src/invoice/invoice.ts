import { type ByType, byType } from '../kernel/byType.ts';
import { conflict, type Decider, notFound, unprocessable } from '../kernel/decider.ts';
import { compareDays } from '../values/days.ts';
import { formatDollars } from '../values/money.ts';
import { allocateCredit, receiveCredit, withdrawCredit } from './allocating.ts';
import { applyCredit, carry, isTooLittleForCard, releaseCarried, releaseCredit } from './carrying.ts';
import type { InvoiceCommand, InvoiceCommandOf } from './commands.ts';
import { correctInvoice } from './correctInvoice.ts';
import {
  creditInvoice,
  recordRefund,
  recordRefundFailure,
  requestRefund,
  voidInvoice,
} from './correcting.ts';
import { recordDispute } from './disputing.ts';
import type { InvoiceEvent } from './events.ts';
import { draftLines, issueInvoice } from './issuing.ts';
import { moveCredit, movePayment, moveRefund } from './moving.ts';
import { endPayment, payByCard, recordPayment, reversePayment, startPayment } from './paying.ts';
import { payOutCredit, returnPayout } from './payingOut.ts';
import { stillOpenCents } from './settlement.ts';
import { evolveInvoice, type InvoiceState, type IssuedInvoice, idsOf, reminderKey } from './state.ts';
import { takeWriteOffBack, writeOff } from './writingOff.ts';

/** Links the lines without a site, or the first line where all have one. */
function linkToSite(
  invoice: IssuedInvoice,
  { siteId, siteName, siteAccountId }: InvoiceCommandOf<'LinkInvoiceToSite'>,
): readonly InvoiceEvent[] {
  const refuse = (message: string) => unprocessable(message, 'siteId');
  if (siteAccountId !== invoice.accountId)
    throw refuse('The site belongs to another company than the invoice.');
  const { lineSites } = invoice;
  if (lineSites.length === 0) throw refuse('This invoice has no items.');
  const isTax = (index: number) => invoice.lines[index]?.tax !== undefined;
  const without = lineSites.flatMap((site, index) => (site === null && !isTax(index) ? [index] : []));
  const lines = without.length > 0 ? without : [0];
  if (lines.every((line) => lineSites[line] === siteId)) return [];
  return [{ type: 'InvoiceLinkedToSite', data: { ...idsOf(invoice), siteId, siteName, lines } }];
}

/** Only open invoices get reminders, each kind and number of days once. */
function remind(
  invoice: IssuedInvoice,
  { kind, days, step, today }: InvoiceCommandOf<'RemindOfInvoice'>,
): readonly InvoiceEvent[] {
  const { status, reminders } = invoice;
  if (status !== 'open' || reminders.includes(reminderKey(kind, days))) return [];
  const data = { ...idsOf(invoice), kind, days, sentOn: today, ...(step !== undefined && { step }) };
  return [{ type: 'InvoiceReminderSent', data }];
}

/**
 * A reminder that an administrator sends, at most one of any kind on a day. It is apart from the steps of dunning.
 * @throws BusinessRefusal conflict
 */
function remindManually(
  invoice: IssuedInvoice,
  { today }: InvoiceCommandOf<'SendManualReminder'>,
): readonly InvoiceEvent[] {
  const { invoiceNumber, status, dueDate, lastReminder } = invoice;
  if (status !== 'open') throw conflict(`${invoiceNumber} is not open any more.`);
  if (compareDays(today, dueDate) <= 0) throw conflict(`${invoiceNumber} is not overdue.`);
  const openCents = stillOpenCents(invoice);
  if (isTooLittleForCard(openCents))
    throw conflict(`${formatDollars(openCents)} is too little to remind of: it moves to the next invoice.`);
  if (lastReminder?.on === today) throw conflict('A reminder was sent today already.');
  return [{ type: 'InvoiceManualReminderSent', data: { ...idsOf(invoice), sentOn: today } }];
}

/** What each command on an issued invoice decides. */
const DECIDE: ByType<
  Exclude<InvoiceCommand, { type: 'IssueInvoice' | 'DraftInvoiceLines' }>,
  IssuedInvoice,
  readonly InvoiceEvent[]
> = {
  StartInvoicePayment: startPayment,
  EndInvoicePayment: endPayment,
  PayInvoice: payByCard,
  RecordInvoicePayment: recordPayment,
  ReverseInvoicePayment: reversePayment,
  RecordInvoiceDispute: recordDispute,
  CorrectInvoice: correctInvoice,
  VoidInvoice: (invoice, { reason }) => voidInvoice(invoice, reason),
  WriteOffInvoice: writeOff,
  TakeWriteOffBack: takeWriteOffBack,
  CarryInvoice: carry,
  ReleaseCarriedInvoice: (invoice, { toInvoiceId }) => releaseCarried(invoice, toInvoiceId),
  RequestInvoiceRefund: requestRefund,
  RecordInvoiceRefund: recordRefund,
  MoveInvoiceRefund: moveRefund,
  RecordInvoiceRefundFailure: recordRefundFailure,
  PayOutInvoiceCredit: payOutCredit,
  ReturnInvoicePayout: returnPayout,
  CreditInvoice: creditInvoice,
  ApplyInvoiceCredit: applyCredit,
  ReleaseInvoiceCredit: releaseCredit,
  AllocateInvoiceCredit: allocateCredit,
  ReceiveInvoiceCredit: receiveCredit,
  WithdrawInvoiceCredit: withdrawCredit,
  MoveInvoicePayment: movePayment,
  MoveInvoiceCredit: moveCredit,
  LinkInvoiceToSite: linkToSite,
  RemindOfInvoice: remind,
  SendManualReminder: remindManually,
};

function decide(command: InvoiceCommand, state: InvoiceState): readonly InvoiceEvent[] {
  if (command.type === 'DraftInvoiceLines') {
    return state.status === 'none' ? draftLines(command, state.drafted) : [];
  }
  if (command.type === 'IssueInvoice') {
    return state.status === 'none' ? issueInvoice(command, state.drafted) : [];
  }
  if (state.status === 'none') throw notFound('Invoice not found');
  return byType(DECIDE, state, command);
}

/**
 * An invoice from issue to payment, write-off, void or the invoice it is carried to, with refunds, credits and links to
 * sites. An issued invoice never changes: a correction voids and reissues it, or refunds or credits it once it is paid (rule B26).
 * Only the reversal of a recorded payment opens a paid invoice again (docs/adr/0022), its own or one whose credit paid it.
 */
export const invoiceDecider: Decider<InvoiceState, InvoiceCommand, InvoiceEvent> = {
  initialState: { status: 'none' },
  evolve: evolveInvoice,
  decide,
};
