import type { Process } from '../../kernel/process.ts';
import type { Route } from '../../platform/http/route.ts';
import type { Notification } from '../../platform/notifications/notification.ts';
import { adminInvoiceRoutes } from './adminRoutes.ts';
import { mailDealerOnAutoPayFailed } from './mailDealerOnAutoPayFailed.ts';
import { mailDealerOnInvoice } from './mailDealerOnInvoice.ts';
import { mailDealerOnInvoiceCorrected } from './mailDealerOnInvoiceCorrected.ts';
import { mailDealerOnInvoiceReminder } from './mailDealerOnInvoiceReminder.ts';
import type { InvoicePorts } from './ports.ts';
import { recordRefundOnInvoice } from './recordRefundOnInvoice.ts';
import { releaseUnusedAdjustments } from './releaseUnusedAdjustments.ts';
import { releaseVoidedInvoice } from './releaseVoidedInvoice.ts';
import { invoiceRoutes } from './routes.ts';
import { statementRoutes } from './statementRoutes.ts';

export { creditInvoice, refundInvoice } from './correctInvoice.ts';
export { namedCorrection, wordsOfCorrection } from './correctionWords.ts';
export { invoiceRecord } from './history.ts';
export { announcedRateCanceled, cardExpiring, promotionChanged, rateAnnounced } from './letters.ts';
export { presentInvoice } from './payInvoices.ts';
export { invoiceDetail } from './wire.ts';

/** Invoices as records: paid, corrected, printed, mailed, listed. */
export const invoices = {
  routes: (ports: InvoicePorts): readonly Route[] => [
    ...invoiceRoutes(ports),
    ...statementRoutes(ports),
    ...adminInvoiceRoutes(ports),
  ],
  processes: [
    releaseVoidedInvoice,
    releaseUnusedAdjustments,
    recordRefundOnInvoice,
  ] satisfies readonly Process[],
  notifications: [
    mailDealerOnInvoice,
    mailDealerOnInvoiceCorrected,
    mailDealerOnInvoiceReminder,
    mailDealerOnAutoPayFailed,
  ] satisfies readonly Notification[],
};
