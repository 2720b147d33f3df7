import type { Migration } from '../../platform/database/migrate.ts';
import type { Route } from '../../platform/http/route.ts';
import { adminAlertRoutes } from './alertRoutes.ts';
import { createAlertsTable, dropAlertsTable } from './alertStore.ts';
import { adminMailRoutes } from './mailRoutes.ts';
import { adminUpkeepRoutes } from './maintenanceRoutes.ts';
import { portalSettingsMigration } from './portalSettings.ts';
import { portalSettingsRoutes } from './portalSettingsRoutes.ts';
import type { OperationPorts } from './ports.ts';
import { upkeepTasksMigration } from './tasks.ts';

/** Running the portal: alerts, maintenance, mails, settings. */
export const operations = {
  routes: (ports: OperationPorts): readonly Route[] => [
    ...adminMailRoutes(ports),
    ...portalSettingsRoutes(ports),
    ...adminUpkeepRoutes(ports),
    ...adminAlertRoutes(ports),
  ],
  migrations: [
    portalSettingsMigration,
    upkeepTasksMigration,
    { name: '0016_alerts', up: createAlertsTable, down: dropAlertsTable },
  ] satisfies readonly Migration[],
};
