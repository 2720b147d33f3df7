import type { Migration } from '../../platform/database/migrate.ts';
import type { Route } from '../../platform/http/route.ts';
import type { Notification } from '../../platform/notifications/notification.ts';
import { adminUserRoutes } from './adminRoutes.ts';
import { firstStepRoutes, firstStepsMigration } from './firstSteps.ts';
import {
  mailAdministratorsOnDealerRegistered,
  mailBothAddressesOnEmailChanged,
  mailDealerOnApproval,
} from './mails.ts';
import type { UserPorts } from './ports.ts';
import { adminSavedViewRoutes, savedViewsMigration } from './savedViews.ts';
import { settingsRoutes } from './settingsRoutes.ts';
import { dealerViewRoutes } from './signIn/dealerViews.ts';
import { eventRoutes } from './signIn/eventRoutes.ts';
import { mailUserOnPasswordChanged, mailUserOnSecondFactorChanged } from './signIn/mails.ts';
import { passkeyRoutes } from './signIn/passkeyRoutes.ts';
import { passwordResetRoutes } from './signIn/passwordResetRoutes.ts';
import { secondFactorRoutes } from './signIn/secondFactorRoutes.ts';
import { sessionRoutes } from './signIn/sessionRoutes.ts';
import { signInMigrations } from './signIn/tables.ts';
import { teamRoutes } from './team.ts';

export { releaseUsername } from './deleteUser.ts';
export { userRecord } from './history.ts';
export { makeFirstAdministrator } from './makeFirstAdministrator.ts';
export type { ErasureChoices, UserCommandPorts } from './ports.ts';
export { keepViews } from './savedViews.ts';
export { createCredentials } from './signIn/credentials.ts';
export { createLoginLimits, type LoginLimits, purgeLoginLimits } from './signIn/loginLimits.ts';
export { createPasskeys } from './signIn/passkeys.ts';
export { createPasswordResets, type PasswordResets } from './signIn/passwordResets.ts';
export { callerReader, type FindCaller } from './signIn/readCaller.ts';
export {
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
export { purgeSignIns } from './signIn/signIns.ts';
export { namesOfAdministrators } from './wire.ts';

/** Users: registration, approval, profile, sign-in, password reset. */
export const users = {
  routes: (ports: UserPorts): readonly Route[] => [
    ...sessionRoutes(ports),
    ...adminUserRoutes(ports),
    ...dealerViewRoutes(ports),
    ...teamRoutes(ports),
    ...settingsRoutes(ports),
    ...secondFactorRoutes(ports),
    ...passkeyRoutes(ports),
    ...passwordResetRoutes(ports),
    ...adminSavedViewRoutes(ports),
    ...firstStepRoutes(ports),
    ...eventRoutes(ports),
  ],
  notifications: [
    mailAdministratorsOnDealerRegistered,
    mailDealerOnApproval,
    mailUserOnPasswordChanged,
    mailUserOnSecondFactorChanged,
    mailBothAddressesOnEmailChanged,
  ] satisfies readonly Notification[],
  tableMigrations: [
    ...signInMigrations,
    savedViewsMigration,
    firstStepsMigration,
  ] satisfies readonly Migration[],
};
