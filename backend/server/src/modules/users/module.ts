import type { Process } from '../../kernel/process.ts';
import type { Migration } from '../../platform/database/migrate.ts';
import type { Route } from '../../platform/http/route.ts';
import type { Notification } from '../../platform/notifications/notification.ts';
import { adminUserRoutes } from './adminRoutes.ts';
import {
  mailAdministratorsOnDealerRegistered,
  mailBothAddressesOnEmailChanged,
  mailDealerOnApproval,
} from './mails.ts';
import type { UserPorts } from './ports.ts';
import { showDealerIdOnUserApproved } from './processes.ts';
import { adminSavedViewRoutes, createSavedViewsTable, dropSavedViewsTable } from './savedViews.ts';
import { settingsRoutes } from './settingsRoutes.ts';
import { dealerViewRoutes } from './signIn/dealerViews.ts';
import { eventRoutes } from './signIn/eventRoutes.ts';
import { mailUserOnPasswordChanged, mailUserOnSecondFactorChanged } from './signIn/mails.ts';
import { passwordResetRoutes } from './signIn/passwordResetRoutes.ts';
import { adminSecondFactorRoutes, secondFactorRoutes } from './signIn/secondFactorRoutes.ts';
import { sessionRoutes } from './signIn/sessionRoutes.ts';
import {
  allowOneLink,
  allowSeveralLinks,
  createPasswordResetTables,
  createSecondFactorTables,
  credentialsMigration,
  dropPasswordResetTables,
  dropSecondFactorTables,
  sessionsMigration,
} from './signIn/tables.ts';

export { accountsOf } from './changeUser.ts';
export { administratorsOneByOne, releaseUsername } from './deleteUser.ts';
export { userRecord } from './history.ts';
export { makeFirstAdministrator } from './makeFirstAdministrator.ts';
export type { UserCommandPorts } from './ports.ts';
export { keepViews } from './savedViews.ts';
export { createCredentials } from './signIn/credentials.ts';
export { createLoginLimits, type LoginLimits, purgeLoginLimits } from './signIn/loginLimits.ts';
export { createPasswordResets, type PasswordResets } from './signIn/passwordResets.ts';
export { callerReader, type FindCaller } from './signIn/readCaller.ts';
export {
  ADMIN_SECOND_FACTOR,
  type AdminSecondFactor,
  createSecondFactors,
  type SecondFactorPolicy,
  type SecondFactors,
  secondFactorPolicy,
} from './signIn/secondFactors.ts';
export {
  postgresSessionStore,
  type SessionStore,
  type SessionsEnded,
  sessions,
  signedInOf,
} from './signIn/sessions.ts';
export { namesOfAdministrators } from './wire.ts';

/** People: registration, approval, profile, signing in. */
export const users = {
  routes: (ports: UserPorts): readonly Route[] => [
    ...sessionRoutes(ports),
    ...adminUserRoutes(ports),
    ...dealerViewRoutes(ports),
    ...settingsRoutes(ports),
    ...secondFactorRoutes(ports),
    ...adminSecondFactorRoutes(ports),
    ...passwordResetRoutes(ports),
    ...adminSavedViewRoutes(ports),
    ...eventRoutes(ports),
  ],
  processes: [showDealerIdOnUserApproved] satisfies readonly Process[],
  notifications: [
    mailAdministratorsOnDealerRegistered,
    mailDealerOnApproval,
    mailUserOnPasswordChanged,
    mailUserOnSecondFactorChanged,
    mailBothAddressesOnEmailChanged,
  ] satisfies readonly Notification[],
  migrations: [
    credentialsMigration,
    sessionsMigration,
    { name: '0008_password_reset', up: createPasswordResetTables, down: dropPasswordResetTables },
    { name: '0009_second_factors', up: createSecondFactorTables, down: dropSecondFactorTables },
    { name: '0010_saved_views', up: createSavedViewsTable, down: dropSavedViewsTable },
    { name: '0018_password_reset_links', up: allowSeveralLinks, down: allowOneLink },
  ] satisfies readonly Migration[],
};
