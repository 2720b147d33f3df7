import { ACCESS_COLUMNS, announceChange, USERS_VIEW, type UserAccess, userAccess } from '@portal/projections';
import type { PortalSettingsStore } from '../../modules/operations/module.ts';
import {
  type CallerOf,
  createLoginLimits,
  createSecondFactors,
  type FindCaller,
  type LoginLimits,
  secondFactorPolicy as policyOver,
  postgresSessionStore,
  type SecondFactorPolicy,
  type SecondFactors,
  type SessionStore,
  type SessionsEnded,
} from '../../modules/users/module.ts';
import { gathered } from '../../platform/database/gathered.ts';
import { SESSIONS_ENDED } from '../../platform/http/changeFeed.ts';
import { createPublicLimits, type PublicLimits } from '../../platform/http/publicLimits.ts';
import type { Core } from './core.ts';
import type { Startup } from './startup.ts';

/** Authentication, second factor, permissions, limits on attempts. */
export interface SignIn {
  readonly sessionStore: SessionStore;
  readonly secondFactors: SecondFactors;
  readonly secondFactorPolicy: SecondFactorPolicy;
  readonly findCaller: FindCaller;
  readonly callerOf: CallerOf;
  readonly loginLimits: LoginLimits;
  readonly publicLimits: PublicLimits;
}

/** Notifies the event streams of all portals. */
export const sessionsEnded: SessionsEnded = (db, userId) => announceChange(db, SESSIONS_ENDED, [userId]);

export function composeSignIn(
  { settings, overrides, now }: Startup,
  { databases: { database }, eventLog: { keys } }: Core,
  portalSettings: PortalSettingsStore,
): SignIn {
  const { pool } = database;
  const secondFactorPolicy = policyOver(settings.adminSecondFactor, portalSettings.read);
  const accessOf = gathered((ids) => userAccess(pool, ids));
  const callerOf = async (user: UserAccess) => ({
    id: user.id,
    username: user.username,
    isAdmin: user.is_admin,
    isApproved: user.is_approved,
    accountId: user.account_id,
    needsSecondFactor: await secondFactorPolicy.isDueFrom(user),
  });
  return {
    sessionStore: postgresSessionStore(
      pool,
      now,
      { view: USERS_VIEW, columns: ACCESS_COLUMNS },
      sessionsEnded,
    ),
    callerOf,
    secondFactors: createSecondFactors({
      pool,
      now,
      key: keys.secondFactors,
      issuer: settings.company.name,
    }),
    secondFactorPolicy,
    loginLimits: createLoginLimits(pool),
    publicLimits: createPublicLimits(pool, keys.commands, overrides.publicCallLimits),
    async findCaller(userId) {
      const user = (await accessOf([userId])).get(userId);
      return user === undefined ? null : callerOf(user);
    },
  };
}
