import { administrators, usersOfAccount } from '@portal/projections';
import { SITE_TERMS_READS } from '../../modules/billing/module.ts';
import { startAfter } from '../../platform/followers/checkpoints.ts';
import type { Follower } from '../../platform/followers/runFollowers.ts';
import { answerFor } from '../../platform/http/errors.ts';
import type { NotificationPorts } from '../../platform/notifications/notification.ts';
import { NOTIFICATIONS, notificationsFollower } from '../../platform/notifications/notificationFollower.ts';
import { notifications } from '../notifications.ts';
import type { Parts } from './parts.ts';
import type { Startup } from './startup.ts';

/** Read models of recipients and papers; letters wait {@link WAIT_MS} for them. */
const READS = ['users', 'accounts', 'invoices', 'orders', ...SITE_TERMS_READS];
const WAIT_MS = 10_000;

/**
 * Notifications of a log that had none begin at its end. Every portal calls this before it serves requests, also one
 * without notifications, so that no event is missed.
 */
export async function beginNotifications({ databases, eventLog }: Pick<Parts, 'databases' | 'eventLog'>) {
  await startAfter(databases.database.pool, NOTIFICATIONS, await eventLog.store.head());
}

/** Writes the letters that events ask for. */
export function composeNotifications(
  { settings, now, today, billingDay, log, page }: Startup,
  {
    databases: {
      database: { pool },
    },
    monitoring: { tracing },
    eventLog: { load, stateBefore, stateAt },
    readModels: { projections },
    mail: { outbox },
  }: Pick<Parts, 'databases' | 'monitoring' | 'eventLog' | 'readModels' | 'mail'>,
): Follower {
  const ports: NotificationPorts = {
    load,
    stateBefore,
    stateAt,
    administrators: () => administrators(pool, today()),
    usersOfAccount: (accountId) => usersOfAccount(pool, accountId, today()),
    db: pool,
    billingDay,
    page,
    supportEmail: settings.company.email,
  };
  return notificationsFollower({
    notifications,
    ports,
    outbox,
    now,
    log,
    caughtUp: async ({ position }) => {
      const freshness = await projections.waitForProjections(READS, position, { timeoutMs: WAIT_MS });
      if (freshness !== 'fresh')
        log.warn({ position }, 'letters are written from read models that lag behind');
    },
    isOutage: (error) => answerFor(error).status === 503,
    around: tracing?.notification,
  });
}
