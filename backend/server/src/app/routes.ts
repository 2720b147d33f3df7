import { adminActivityRoutes } from '../modules/audit/activityRoutes.ts';
import { auditRoutes } from '../modules/audit/routes.ts';
import { adminBillingRoutes } from '../modules/billing/adminRoutes.ts';
import { billingSummaryRoutes } from '../modules/billing/summaryRoutes.ts';
import { adminAccountRoutes } from '../modules/companies/adminRoutes.ts';
import { accountRoutes } from '../modules/companies/routes.ts';
import { adminContactRoutes } from '../modules/contacts/adminRoutes.ts';
import { contactRoutes } from '../modules/contacts/routes.ts';
import { disputeRoutes } from '../modules/disputes/routes.ts';
import { adminInvoiceRoutes } from '../modules/invoices/adminRoutes.ts';
import { invoiceRoutes } from '../modules/invoices/routes.ts';
import { statementRoutes } from '../modules/invoices/statementRoutes.ts';
import { adminMigrationRoutes } from '../modules/migrations/adminRoutes.ts';
import { migrationRoutes } from '../modules/migrations/routes.ts';
import { adminAlertRoutes } from '../modules/operations/alertRoutes.ts';
import type { Alerts } from '../modules/operations/alerts.ts';
import { adminMailRoutes } from '../modules/operations/mailRoutes.ts';
import { adminUpkeepRoutes, type UpkeepPorts } from '../modules/operations/maintenanceRoutes.ts';
import { portalSettingsRoutes } from '../modules/operations/portalSettingsRoutes.ts';
import { adminOrderRoutes } from '../modules/orders/adminRoutes.ts';
import { orderRoutes } from '../modules/orders/routes.ts';
import { adminPaymentRoutes } from '../modules/payments/adminRoutes.ts';
import { paymentRoutes } from '../modules/payments/routes.ts';
import { adminOverviewRoutes } from '../modules/reports/overviewRoutes.ts';
import { reportRoutes } from '../modules/reports/routes.ts';
import { adminSiteRoutes } from '../modules/sites/adminRoutes.ts';
import { siteImportRoutes } from '../modules/sites/import/routes.ts';
import { siteRequestRoutes } from '../modules/sites/requestRoutes.ts';
import { siteRoutes } from '../modules/sites/routes.ts';
import { adminUserRoutes } from '../modules/users/adminRoutes.ts';
import { adminSavedViewRoutes } from '../modules/users/savedViewRoutes.ts';
import { settingsRoutes } from '../modules/users/settingsRoutes.ts';
import { dealerViewRoutes } from '../modules/users/signIn/dealerViewRoutes.ts';
import { eventRoutes } from '../modules/users/signIn/eventRoutes.ts';
import { passwordResetRoutes } from '../modules/users/signIn/passwordResetRoutes.ts';
import { adminSecondFactorRoutes, secondFactorRoutes } from '../modules/users/signIn/secondFactorRoutes.ts';
import { sessionRoutes } from '../modules/users/signIn/sessionRoutes.ts';
import type { SessionStore } from '../modules/users/signIn/sessionStore.ts';
import { type Check, healthRoutes } from '../platform/health/healthRoutes.ts';
import type { ChangeFeed } from '../platform/http/changeFeed.ts';
import type { Caller, Route } from '../platform/http/route.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { apiDocsRoutes } from './apiDocsRoutes.ts';
import { resourceRoutes } from './resourceRoutes.ts';
import type { RoutePorts } from './routePorts.ts';

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
