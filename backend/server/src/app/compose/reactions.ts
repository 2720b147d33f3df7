import { interruptedReissues } from '../../modules/billing/module.ts';
import {
  cardProviderErasureFollower,
  createErasure,
  type Erasure,
  erasureFollower,
} from '../../modules/erasure/module.ts';
import type { PortalSettingsStore } from '../../modules/operations/module.ts';
import { refundFollower } from '../../modules/payments/module.ts';
import type { UserCommandPorts } from '../../modules/users/module.ts';
import { OWNER_IS_GONE } from '../../platform/database/portalPresence.ts';
import { type Follower, runFollowers } from '../../platform/followers/runFollowers.ts';
import { KEY_CACHE_MS } from '../../platform/keyRing/cachedKeyRing.ts';
import type { Core } from './core.ts';
import { composeNotifications, type PortalMail } from './mail.ts';
import type { Money } from './money.ts';
import type { SignIn } from './signIn.ts';
import type { Startup } from './startup.ts';

/** The parts that commands, jobs, followers and routes share. */
export interface Services extends Core {
  readonly commands: UserCommandPorts;
  readonly money: Money;
  readonly mail: PortalMail;
  readonly portalSettings: PortalSettingsStore;
  readonly signIn: SignIn;
  readonly erasure: Erasure;
}

export const composeErasure = (
  { overrides, today, log }: Startup,
  {
    databases: { database },
    eventLog: { keyRing, keys, readStream, readStreams, compare },
    readModels: { upToDate, dropReplaced },
  }: Core,
  commands: UserCommandPorts,
  signIn: SignIn,
): Erasure =>
  createErasure({
    commands,
    pool: database.pool,
    keyRing,
    secret: keys.commands,
    sessions: signIn.sessionStore,
    readStream,
    readStreams,
    upToDate,
    keysKeptMs: overrides.keysKeptMs ?? KEY_CACHE_MS,
    dropReplaced,
    compare,
    today,
    log,
  });

/** All followers of the log: processes, refunds, reissues, erasures and notifications. */
export const composeFollowers = (
  startup: Startup,
  services: Services,
  processFollowers: readonly Follower[],
): readonly Follower[] => [
  ...processFollowers,
  refundFollower(services.money.refunds, startup),
  interruptedReissues(services.money.billing),
  erasureFollower(services.erasure),
  cardProviderErasureFollower({
    readStream: services.eventLog.readStream,
    cardsFor: services.money.cards.cardsFor,
    log: startup.log,
  }),
  composeNotifications(startup, services, services.mail),
];

/** The role `reactions`: mails requested reset links and runs the followers. */
export function startFollowing(
  { log, onStop }: Startup,
  { databases: { database }, eventLog: { store, codec }, mail }: Services,
  followers: readonly Follower[],
): void {
  onStop(mail.passwordResets.startMailing(mail.outbox));
  const following = runFollowers(followers, {
    store,
    codec,
    pool: database.pool,
    log,
    ownerIsGone: OWNER_IS_GONE,
  });
  onStop(() => following.stop());
}
