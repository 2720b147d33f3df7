import type { Process } from '../../kernel/process.ts';
import type { Route } from '../../platform/http/route.ts';
import type { Notification } from '../../platform/notifications/notification.ts';
import type { OrderPorts } from '../orders/module.ts';
import { adminMigrationRoutes } from './adminRoutes.ts';
import { mailAdministratorsOnMigrationRequested, mailDealersOnMigration } from './mails.ts';
import { makeSiteOfApprovedMigration } from './migrations.ts';
import { migrationRoutes } from './routes.ts';

export { migrationRecord } from './history.ts';

/** Migrations of legacy sites: requested, approved or deleted. */
export const migrations = {
  routes: (ports: OrderPorts): readonly Route[] => [
    ...migrationRoutes(ports),
    ...adminMigrationRoutes(ports),
  ],
  processes: [makeSiteOfApprovedMigration] satisfies readonly Process[],
  notifications: [
    mailAdministratorsOnMigrationRequested,
    mailDealersOnMigration,
  ] satisfies readonly Notification[],
};
