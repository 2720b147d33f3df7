import type { Process } from '../../kernel/process.ts';
import type { Notification } from '../../platform/notifications/notification.ts';
import { mailAdministratorsOnMigrationRequested, mailDealersOnMigration } from './mails.ts';
import { makeSiteOfApprovedMigration } from './migrations.ts';
import { migrationRoutes } from './routes.ts';

export { migrationRecord } from './history.ts';

/** Migrations of legacy sites: requested, approved or deleted. */
export const migrations = {
  routes: migrationRoutes,
  processes: [makeSiteOfApprovedMigration] satisfies readonly Process[],
  notifications: [
    mailAdministratorsOnMigrationRequested,
    mailDealersOnMigration,
  ] satisfies readonly Notification[],
};
