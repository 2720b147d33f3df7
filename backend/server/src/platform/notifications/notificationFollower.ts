import type { Logger } from 'pino';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import { messageOf } from '../../kernel/messageOf.ts';
import type { Follower } from '../followers/runFollowers.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { Notification, NotificationPorts } from './notification.ts';

/** The checkpoint's name: all notifications share one, so that they read the log once. */
export const NOTIFICATIONS = 'notifications';
/** What happened longer ago is no news: an import, a demo's history or a restored log writes to nobody. */
const NEWS_MS = 72 * 60 * 60_000;

/** Whether a mail at one instant may tell of another. ISO instants. */
export const isNews = (at: string, happenedAt: string): boolean =>
  Date.parse(at) - Date.parse(happenedAt) <= NEWS_MS;

const TRIES = 3;

interface NotificationsOptions {
  readonly notifications: readonly Notification[];
  readonly ports: NotificationPorts;
  readonly outbox: Outbox;
  readonly now: () => Date;
  readonly log: Logger;
  /** Until the read models that notifications ask know this event; resolves without them after a while. */
  caughtUp(envelope: PortalEnvelope): Promise<void>;
  /** Whether the database or the event store is away, so that trying again helps whatever the event. */
  isOutage(error: unknown): boolean;
  /** Around each notification to an event, for traces. */
  around?: ((name: string, envelope: PortalEnvelope, work: () => Promise<void>) => Promise<void>) | undefined;
}

/**
 * The notifications as one follower of the log. The letter of an event is put into the outbox before the checkpoint moves,
 * once for each event, kind and recipient: after a crash the event is processed again and writes nothing new. A notification
 * that fails for a reason of its own leaves a dead mail that says why, and holds up nobody else's mail.
 */
export function notificationsFollower(options: NotificationsOptions): Follower {
  const { notifications, now, log } = options;
  return {
    name: NOTIFICATIONS,
    types: [...new Set(notifications.flatMap((notification) => notification.types))],
    async handle(envelope) {
      if (!isNews(now().toISOString(), envelope.metadata.recordedAt)) {
        log.debug({ event: envelope.id, type: envelope.event.type }, 'too old for a mail');
        return;
      }
      await options.caughtUp(envelope);
      for (const notification of notifications) {
        if (!notification.types.includes(envelope.event.type)) continue;
        const work = () => react(notification, envelope, options);
        await (options.around === undefined ? work() : options.around(notification.name, envelope, work));
      }
    },
  };
}

async function react(
  notification: Notification,
  envelope: PortalEnvelope,
  options: NotificationsOptions,
): Promise<void> {
  const { ports, outbox, log, isOutage } = options;
  const cause = envelope.id;
  const accountId = envelope.metadata.accounts[0] ?? null;
  for (let attempt = 1; ; attempt += 1) {
    try {
      for (const reply of await notification.write(envelope, ports)) {
        await outbox.post({ cause, accountId, ...reply });
      }
      return;
    } catch (error) {
      if (isOutage(error)) throw error;
      if (attempt < TRIES) continue;
      log.error(
        { err: error, notification: notification.name, event: envelope.id },
        'a letter could not be written',
      );
      const problem = messageOf(error);
      await outbox.recordFailure({ cause, kind: notification.name, accountId }, problem);
      return;
    }
  }
}
