import type { Process } from '../../kernel/process.ts';
import type { Migration } from '../../platform/database/migrate.ts';
import type { Notification } from '../../platform/notifications/notification.ts';
import { mailAdministratorsOnDispute, mailAdministratorsOnRefundFailed } from './mails.ts';
import { askCardProviderForInvoiceRefund } from './refunds.ts';
import { paymentRoutes } from './routes.ts';
import { simulatorMigration } from './simulatorHost.ts';
import { providerEventsMigration } from './webhooks.ts';

export { type CardProviders, openCardProviders } from './cardProviders.ts';
export { CardsRefused } from './cards.ts';
export { type ClaimantState, claimantState, endingPayment } from './claimants.ts';
export { createPayments, type Payments } from './createPayments.ts';
export { paymentRecord } from './history.ts';
export { askForPaymentMethod } from './mails.ts';
export type { PaymentPorts } from './paymentPorts.ts';
export { paymentsJob } from './reconciler.ts';
export { refundFollower } from './refunds.ts';
export { createSavedCards } from './savedCards.ts';
export type { Cards, StripeCredentials } from './stripe/stripeCards.ts';
export { createProviderEvents, type ProviderEvents, stripeWebhooks } from './webhooks.ts';
export { toPaymentMethod } from './wire.ts';

/** Payments by card: attempts, refunds, saved cards, webhooks. Due invoices are charged by billing/automaticPayment.ts. */
export const payments = {
  routes: paymentRoutes,
  processes: [askCardProviderForInvoiceRefund] satisfies readonly Process[],
  notifications: [
    mailAdministratorsOnDispute,
    mailAdministratorsOnRefundFailed,
  ] satisfies readonly Notification[],
  tableMigrations: [simulatorMigration, providerEventsMigration] satisfies readonly Migration[],
};
