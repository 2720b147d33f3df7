import type { Decider, EventMetadata, PortalEvent } from '@portal/domain';
import type { Codec, EventStore } from '@portal/event-store';
import { administrators, type Projections, usersOfAccount } from '@portal/projections';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Load, PortalEnvelope } from '../../kernel/execute.ts';
import { SITE_TERMS_READS } from '../../modules/billing/module.ts';
import { startAfter } from '../../platform/followers/checkpoints.ts';
import type { Follower } from '../../platform/followers/runFollowers.ts';
import { answerFor } from '../../platform/http/errors.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { NotificationPorts } from '../../platform/notifications/notification.ts';
import {
  NOTIFICATIONS,
  type NotificationsOptions,
  notificationsFollower,
} from '../../platform/notifications/notificationFollower.ts';
import { notifications } from '../notifications.ts';

export interface NotificationsStart {
  readonly store: EventStore;
  readonly codec: Codec<PortalEvent, EventMetadata>;
  readonly pool: pg.Pool;
  readonly load: Load;
  readonly projections: Pick<Projections, 'waitForProjections'>;
  readonly outbox: Outbox;
  readonly now: () => Date;
  readonly log: Logger;
  /** The billing day it is. */
  readonly today: () => string;
  /** The billing day at an ISO instant. */
  readonly billingDay: (instant: string) => string;
  /** Public URL without trailing slash. */
  readonly publicUrl: () => string;
  readonly supportEmail: string;
  /** Around each notification to an event, for traces. */
  readonly around?: NotificationsOptions['around'];
}

/**
 * Read models that tell whom to write to and that papers are printed from, and how long a letter waits for them, in
 * milliseconds.
 */
const READS = ['users', 'accounts', 'invoices', 'orders', ...SITE_TERMS_READS];
const WAIT_MS = 10_000;

/**
 * Settles where notifications begin in a log that had none so far: at its end. What happened before is no news. Called by
 * every portal before it serves anybody, whether it runs notifications or not, so that nothing served is left out.
 */
export async function beginNotifications({
  store,
  pool,
}: Pick<NotificationsStart, 'store' | 'pool'>): Promise<void> {
  await startAfter(pool, NOTIFICATIONS, await store.head());
}

/** Writes the letters that events ask for. */
export function composeNotifications(options: NotificationsStart): Follower {
  const { outbox, now, log, projections } = options;
  return notificationsFollower({
    notifications,
    ports: portsOver(options),
    outbox,
    now,
    log,
    caughtUp: async ({ position }) => {
      const freshness = await projections.waitForProjections(READS, position, { timeoutMs: WAIT_MS });
      if (freshness !== 'fresh')
        log.warn({ position }, 'letters are written from read models that lag behind');
    },
    isOutage: (error) => answerFor(error).status === 503,
    around: options.around,
  });
}

function portsOver({
  store,
  codec,
  pool,
  load,
  today,
  billingDay,
  publicUrl,
  supportEmail,
}: NotificationsStart): NotificationPorts {
  return {
    load,
    async stateBefore<State, Command, Event extends PortalEvent>(
      { stream, revision }: PortalEnvelope,
      decider: Decider<State, Command, Event>,
    ): Promise<State> {
      if (revision === 0n) return decider.initialState;
      const recorded = await store.read(stream, { to: revision - 1n });
      const envelopes = await codec.decode(recorded, { personal: true });
      return envelopes.reduce(
        (state, { event }) => decider.evolve(state, event as Event),
        decider.initialState,
      );
    },
    administrators: () => administrators(pool, today()),
    usersOfAccount: (accountId) => usersOfAccount(pool, accountId, today()),
    db: pool,
    billingDay,
    page: (path) => `${publicUrl()}${path}`,
    supportEmail,
  };
}
