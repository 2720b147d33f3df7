import type { Process } from '../../kernel/process.ts';
import type { Route } from '../../platform/http/route.ts';
import type { Notification } from '../../platform/notifications/notification.ts';
import { adminInvoiceRoutes } from './adminRoutes.ts';
import { creditNoteRoutes, issueCreditNote } from './creditNotes.ts';
import {
  bookCredit,
  payByCredit,
  returnDeclinedCredit,
  withdrawMovedCredit,
  withdrawReversedCredit,
} from './creditProcesses.ts';
import { takeDunningStep } from './dunning.ts';
import { mailDealerOnCreditNote, mailDealerOnInvoice, mailDealerOnInvoiceCorrected } from './mails.ts';
import {
  mailDealerOnAutoPayFailed,
  mailDealerOnInvoiceReminder,
  mailDealerOnTakenBack,
} from './openInvoiceMails.ts';
import { bookPayout, mailDealerOnPayout, payoutRoutes, settlePayout } from './payOutCredit.ts';
import type { InvoicePorts } from './ports.ts';
import {
  recordDisputeOnInvoices,
  recordRefundOnInvoice,
  releaseUnusedAdjustments,
  releaseVoidedInvoice,
} from './processes.ts';
import { mailDealerOnReceipt } from './receiptMails.ts';
import { bookReceipt, receiptRoutes } from './recordReceipt.ts';
import { invoiceRoutes } from './routes.ts';
import { statementRoutes } from './statements.ts';

export { booksOf, refuseClosedDay } from './closedMonths.ts';
export { invoiceCommands } from './commandRoute.ts';
export {
  creditInvoice,
  decideWithoutForm,
  namedCorrection,
  type RefundMethod,
  refundBy,
  refundInvoice,
  wordsOfCorrection,
} from './correctInvoice.ts';
export { creditNotePaperOf, describeCreditNote } from './creditNotes.ts';
export { creditJob } from './creditProcesses.ts';
export { invoiceRecord } from './history.ts';
export { invoicePaper, MAX_PAPER_LINES } from './invoicePaper.ts';
export { issued, presentInvoice } from './payInvoices.ts';
export { describePayout } from './payOutCredit.ts';
export { describeReceipt, receiptOf, recordReceipt } from './recordReceipt.ts';
export { readableInvoice } from './routes.ts';
export { invoiceDetail } from './wire.ts';

/** Invoices as records: paid, corrected, printed, mailed, listed. */
export const invoices = {
  routes: (ports: InvoicePorts): readonly Route[] => [
    ...invoiceRoutes(ports),
    ...statementRoutes(ports),
    ...adminInvoiceRoutes(ports),
    ...receiptRoutes(ports),
    ...payoutRoutes(ports),
    ...creditNoteRoutes(ports),
  ],
  processes: [
    bookReceipt,
    bookPayout,
    settlePayout,
    withdrawMovedCredit,
    bookCredit,
    returnDeclinedCredit,
    withdrawReversedCredit,
    releaseVoidedInvoice,
    releaseUnusedAdjustments,
    recordDisputeOnInvoices,
    recordRefundOnInvoice,
    payByCredit,
    issueCreditNote,
    takeDunningStep,
  ] satisfies readonly Process[],
  notifications: [
    mailDealerOnInvoice,
    mailDealerOnInvoiceCorrected,
    mailDealerOnCreditNote,
    mailDealerOnReceipt,
    mailDealerOnPayout,
    mailDealerOnInvoiceReminder,
    mailDealerOnTakenBack,
    mailDealerOnAutoPayFailed,
  ] satisfies readonly Notification[],
};
