import type { Route } from '../../platform/http/route.ts';
import type { Notification } from '../../platform/notifications/notification.ts';
import { adminBillingRoutes, billingSummaryRoutes } from './adminRoutes.ts';
import { differencesRoutes } from './explainInvoice.ts';
import { mailDealersOnRateAnnounced } from './mails.ts';
import type { BillingRoutePorts } from './ports.ts';
import { taxRoutes } from './taxRoutes.ts';

export { automaticPaymentJob } from './automaticPayment.ts';
export { correctPaidInvoice, orNewPreview, settlementOf } from './correct.ts';
export { differenceText } from './differences.ts';
export { isOfAccount } from './explainInvoice.ts';
export { interruptedReissues } from './interruptedReissues.ts';
export { type InvoiceInputs, inputsOf } from './invoiceInputs.ts';
export { chargesJob } from './oneOffCharges.ts';
export { type BillingPorts, ReadModelsBehind } from './ports.ts';
export { type Preview, type PreviewedAccount, previewBilling } from './preview.ts';
export { invoicesAt, SITE_TERMS_READS, siteTermsOf } from './priceAccounts.ts';
export { reissueInvoice } from './reissue.ts';
export { reminderJobs } from './reminders.ts';
export { billingJob, loadRun, periodsToBill, type RunOutcome, runBilling } from './run.ts';
export { listRuns, readRun } from './runs.ts';
export { taxRatesAt } from './tax.ts';
export { describeTax } from './taxRoutes.ts';

/** Monthly billing: run, price, preview, issue, reissue, automatic payment, reminders. The mails of invoices are in invoices/mails.ts. */
export const billing = {
  routes: (ports: BillingRoutePorts): readonly Route[] => [
    ...adminBillingRoutes(ports),
    ...billingSummaryRoutes(ports),
    ...differencesRoutes(ports),
    ...taxRoutes(ports),
  ],
  notifications: [mailDealersOnRateAnnounced] satisfies readonly Notification[],
};
