import { cardProviderErasureFollower, type Erasure, erasureFollower } from '../../modules/erasure/module.ts';
import { refundFollower } from '../../modules/payments/module.ts';
import type { Follower } from '../../platform/followers/runFollowers.ts';
import { runFollowers } from '../../platform/followers/runFollowers.ts';
import { startNotifications } from '../startNotifications.ts';
import type { Databases } from './databases.ts';
import type { EventLog } from './eventLog.ts';
import type { PortalMail } from './mail.ts';
import type { Money } from './money.ts';
import type { Monitoring } from './monitoring.ts';
import type { ReadModels } from './readModels.ts';
import type { Startup } from './startup.ts';

/** What follows the log and asks others to act; processes and the letters that events ask for follow it beside them. */
export const composeFollowers = (
  { log }: Startup,
  {
    eventLog: { readStream },
    money: { cards, refunds },
    erasure,
  }: { readonly eventLog: EventLog; readonly money: Money; readonly erasure: Erasure },
): readonly Follower[] => [
  refundFollower(refunds, { log }),
  erasureFollower(erasure),
  cardProviderErasureFollower({ readStream, cardsFor: cards.cardsFor, log }),
];

/** The role `reactions`: answers requests for reset links, runs the followers and writes the letters. */
export function startFollowing(
  { settings, now, today, billingDay, log, publicUrl, onStop }: Startup,
  {
    databases: { database },
    monitoring: { tracing },
    eventLog: { store, codec, load },
    readModels: { projections },
    mail,
    followers,
  }: {
    readonly databases: Databases;
    readonly monitoring: Monitoring;
    readonly eventLog: EventLog;
    readonly readModels: ReadModels;
    readonly mail: PortalMail;
    readonly followers: readonly Follower[];
  },
): void {
  const { pool } = database;
  onStop(mail.passwordResets.answer(mail.outbox));
  const following = runFollowers(followers, { store, codec, pool, log });
  onStop(() => following.stop());
  const notifications = startNotifications({
    store,
    codec,
    pool,
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
  });
  onStop(() => notifications.stop());
}
