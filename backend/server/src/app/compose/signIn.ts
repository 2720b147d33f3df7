import { ACCESS_COLUMNS, announceChange, USERS_VIEW, type UserAccess, userAccess } from '@portal/projections';
import {
  createLoginLimits,
  createSecondFactors,
  secondFactorPolicy as policyOver,
  postgresSessionStore,
  type SessionsEnded,
} from '../../modules/users/module.ts';
import { gathered } from '../../platform/database/gathered.ts';
import { SESSIONS_ENDED } from '../../platform/http/changeFeed.ts';
import { createPublicLimits } from '../../platform/http/publicLimits.ts';
import type { Parts, SignIn } from './parts.ts';
import type { Startup } from './startup.ts';

/** Notifies the event streams of all portals. */
export const sessionsEnded: SessionsEnded = (db, userId) => announceChange(db, SESSIONS_ENDED, [userId]);

export function composeSignIn(
  { settings, overrides, now }: Startup,
  {
    databases: { database },
    eventLog: { keys },
    portalSettings,
  }: Pick<Parts, 'databases' | 'eventLog' | 'portalSettings'>,
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
