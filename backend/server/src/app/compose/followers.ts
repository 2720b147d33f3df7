import { cardProviderErasureFollower, type Erasure, erasureFollower } from '../../modules/erasure/module.ts';
import { refundFollower } from '../../modules/payments/module.ts';
import { type Follower, runFollowers } from '../../platform/followers/runFollowers.ts';
import type { Databases } from './databases.ts';
import type { EventLog } from './eventLog.ts';
import type { PortalMail } from './mail.ts';
import type { Money } from './money.ts';
import type { Monitoring } from './monitoring.ts';
import { composeNotifications } from './notifications.ts';
import type { ReadModels } from './readModels.ts';
import type { Startup } from './startup.ts';

/** Everything that follows the log and acts on it: processes, what asks others to act, and the letters. */
export const composeFollowers = (
  { settings, now, today, billingDay, log, publicUrl }: Startup,
  {
    databases: { database },
    monitoring: { tracing },
    eventLog: { store, codec, load, readStream },
    readModels: { projections },
    processFollowers,
    money: { cards, refunds },
    mail,
    erasure,
  }: {
    readonly databases: Databases;
    readonly monitoring: Monitoring;
    readonly eventLog: EventLog;
    readonly readModels: ReadModels;
    readonly processFollowers: readonly Follower[];
    readonly money: Money;
    readonly mail: PortalMail;
    readonly erasure: Erasure;
  },
): readonly Follower[] => [
  ...processFollowers,
  refundFollower(refunds, { log }),
  erasureFollower(erasure),
  cardProviderErasureFollower({ readStream, cardsFor: cards.cardsFor, log }),
  composeNotifications({
    store,
    codec,
    pool: database.pool,
    load,
    projections,
    outbox: mail.outbox,
    now,
    log,
    today,
    billingDay,
    publicUrl,
    supportEmail: settings.company.email,
    around: tracing?.notification,
  }),
];

/** The role `reactions`: answers requests for reset links and runs the followers. */
export function startFollowing(
  { log, onStop }: Startup,
  {
    databases: { database },
    eventLog: { store, codec },
    mail,
    followers,
  }: {
    readonly databases: Databases;
    readonly eventLog: EventLog;
    readonly mail: PortalMail;
    readonly followers: readonly Follower[];
  },
): void {
  onStop(mail.passwordResets.answer(mail.outbox));
  const following = runFollowers(followers, { store, codec, pool: database.pool, log });
  onStop(() => following.stop());
}
