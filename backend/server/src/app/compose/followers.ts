import { interruptedReissues } from '../../modules/billing/module.ts';
import { cardProviderErasureFollower, erasureFollower } from '../../modules/erasure/module.ts';
import { refundFollower } from '../../modules/payments/module.ts';
import { OWNER_IS_GONE } from '../../platform/database/portalPresence.ts';
import { type Follower, runFollowers } from '../../platform/followers/runFollowers.ts';
import { composeNotifications } from './notifications.ts';
import type { Parts } from './parts.ts';
import type { Startup } from './startup.ts';

/** All followers of the log: processes, refunds, reissues, erasures and notifications. */
export const composeFollowers = (
  startup: Startup,
  parts: Pick<
    Parts,
    'databases' | 'monitoring' | 'eventLog' | 'readModels' | 'processFollowers' | 'money' | 'mail' | 'erasure'
  >,
): readonly Follower[] => [
  ...parts.processFollowers,
  refundFollower(parts.money.refunds, startup),
  interruptedReissues(parts.money.billing),
  erasureFollower(parts.erasure),
  cardProviderErasureFollower({
    readStream: parts.eventLog.readStream,
    cardsFor: parts.money.cards.cardsFor,
    log: startup.log,
  }),
  composeNotifications(startup, parts),
];

/** The role `reactions`: mails requested reset links and runs the followers. */
export function startFollowing(
  { log, onStop }: Startup,
  {
    databases: { database },
    eventLog: { store, codec },
    mail,
    followers,
  }: Pick<Parts, 'databases' | 'eventLog' | 'mail' | 'followers'>,
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
