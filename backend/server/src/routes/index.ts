import type { Alerts } from '../alerts/alerts.ts';
import type { Metrics } from '../edge/metrics.ts';
import type { Caller, Route } from '../edge/route.ts';
import type { SessionStore } from '../sessions/sessionStore.ts';
import { accountRoutes } from './accounts.ts';
import { adminAccountRoutes } from './adminAccounts.ts';
import { adminActivityRoutes } from './adminActivity.ts';
import { adminAlertRoutes } from './adminAlerts.ts';
import { adminBillingRoutes } from './adminBilling.ts';
import { adminContactRoutes } from './adminContacts.ts';
import { adminInvoiceRoutes } from './adminInvoices.ts';
import { adminMailRoutes } from './adminMails.ts';
import { adminMigrationRoutes } from './adminMigrations.ts';
import { adminOrderRoutes } from './adminOrders.ts';
import { adminOverviewRoutes } from './adminOverview.ts';
import { adminPaymentRoutes } from './adminPayments.ts';
import { adminSavedViewRoutes } from './adminSavedViews.ts';
import { adminSiteRoutes } from './adminSites.ts';
import { adminUpkeepRoutes, type UpkeepPorts } from './adminUpkeep.ts';
import { adminUserRoutes } from './adminUsers.ts';
import { apiDocsRoutes } from './apiDocs.ts';
import { auditRoutes } from './audit.ts';
import { billingSummaryRoutes } from './billingSummary.ts';
import { contactRoutes } from './contact.ts';
import { dealerViewRoutes } from './dealerViews.ts';
import { disputeRoutes } from './disputes.ts';
import { type ChangeFeed, eventRoutes } from './events.ts';
import { type Check, healthRoutes } from './health.ts';
import { invoiceRoutes } from './invoices.ts';
import { migrationRoutes } from './migrations.ts';
import { orderRoutes } from './orders.ts';
import { passwordResetRoutes } from './passwordReset.ts';
import { paymentRoutes } from './payments.ts';
import { portalSettingsRoutes } from './portalSettings.ts';
import { reportRoutes } from './reports.ts';
import { resourceRoutes } from './resources.ts';
import type { RoutePorts } from './routePorts.ts';
import { adminSecondFactorRoutes, secondFactorRoutes } from './secondFactor.ts';
import { sessionRoutes } from './session.ts';
import { settingsRoutes } from './settings.ts';
import { siteImportRoutes } from './siteImport.ts';
import { siteRequestRoutes } from './siteRequests.ts';
import { siteRoutes } from './sites.ts';
import { statementRoutes } from './statements.ts';

/** The whole route table. */
export function portalRoutes(
  ports: RoutePorts,
  live: {
    readonly feed: ChangeFeed;
    readonly readCaller: (caller: Caller) => Promise<Caller | null>;
    readonly sessions: Pick<SessionStore, 'currentId' | 'standing'>;
    readonly checks: readonly Check[];
    readonly metrics: Metrics;
    readonly upkeep: UpkeepPorts;
    readonly alerts: Pick<Alerts, 'lookAgain'>;
  },
): readonly Route[] {
  const table: readonly Route[] = [
    ...sessionRoutes(ports),
    ...siteRoutes(ports),
    ...siteRequestRoutes(ports),
    ...siteImportRoutes(ports),
    ...orderRoutes(ports),
    ...migrationRoutes(ports),
    ...adminOrderRoutes(ports),
    ...adminMigrationRoutes(ports),
    ...accountRoutes(ports),
    ...adminUserRoutes(ports),
    ...dealerViewRoutes(ports),
    ...adminSiteRoutes(ports),
    ...adminAccountRoutes(ports),
    ...adminBillingRoutes(ports),
    ...settingsRoutes(ports),
    ...secondFactorRoutes(ports),
    ...adminSecondFactorRoutes(ports),
    ...passwordResetRoutes(ports),
    ...auditRoutes(ports),
    ...reportRoutes(ports),
    ...disputeRoutes(ports),
    ...contactRoutes(ports),
    ...resourceRoutes(ports),
    ...adminContactRoutes(ports),
    ...adminMailRoutes(ports, live.alerts),
    ...paymentRoutes(ports),
    ...adminPaymentRoutes(ports, live.alerts),
    ...adminOverviewRoutes(ports),
    ...adminActivityRoutes(ports),
    ...adminSavedViewRoutes(ports),
    ...invoiceRoutes(ports),
    ...statementRoutes(ports),
    ...billingSummaryRoutes(ports),
    ...adminInvoiceRoutes(ports),
    ...portalSettingsRoutes(ports),
    ...adminUpkeepRoutes(ports, live.upkeep, live.alerts),
    ...adminAlertRoutes(ports),
    ...eventRoutes(live.feed, live.readCaller, live.sessions),
    ...apiDocsRoutes(() => table),
    ...healthRoutes(live.checks, live.metrics),
  ];
  return table;
}
