import type { Migration } from '../../platform/database/migrate.ts';
import type { Route } from '../../platform/http/route.ts';
import { adminAlertRoutes } from './alertRoutes.ts';
import { alertsMigration } from './alertStore.ts';
import { adminMailRoutes } from './mailRoutes.ts';
import { adminMaintenanceRoutes } from './maintenanceRoutes.ts';
import { portalSettingsMigration, portalSettingsRoutes } from './portalSettings.ts';
import type { OperationPorts } from './ports.ts';
import { maintenanceTasksMigration } from './tasks.ts';

export { ALERTS_CHANGED, type Alerts, createAlerts } from './alerts.ts';
export type { DiskSpace } from './check.ts';
export { alertChecks, machineChecks } from './checks/all.ts';
export { followerStates } from './checks/log.ts';
export { diskSpaceOf } from './checks/machine.ts';
export { portalGauges, readGaugeValues } from './gauges.ts';
export { createPortalSettings, type PortalSettingsStore } from './portalSettings.ts';
export { sealJob } from './sealJob.ts';
export { createMaintenanceTasks, type MaintenanceTasks } from './tasks.ts';

/** Running the portal: alerts, maintenance, mails, settings. */
export const operations = {
  routes: (ports: OperationPorts): readonly Route[] => [
    ...adminMailRoutes(ports),
    ...portalSettingsRoutes(ports),
    ...adminMaintenanceRoutes(ports),
    ...adminAlertRoutes(ports),
  ],
  tableMigrations: [
    portalSettingsMigration,
    maintenanceTasksMigration,
    alertsMigration,
  ] satisfies readonly Migration[],
};
