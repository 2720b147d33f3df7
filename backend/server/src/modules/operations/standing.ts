import { ALERT_KINDS, type AlertKind, MAIL_STATUSES, type MailStatus } from '@portal/contract';
import type { Projections } from '@portal/projections';
import type { Pool } from 'pg';
import { OUTBOX_TABLE } from '../../platform/mail/outboxTable.ts';
import type { ToldRun } from '../billing/module.ts';
import { countOpenAlerts } from './alertStore.ts';

/** How things stand now, the same in whichever process it is asked. */
export interface Standing {
  readonly projections: readonly {
    readonly name: string;
    /** Events in the log after its checkpoint. */
    readonly lag: number;
    /** Age of the oldest of them. */
    readonly lagSeconds: number;
    /** Accounts that it had to set aside. */
    readonly parked: number;
    /** Whether some process feeds it. */
    readonly isFed: boolean;
  }[];
  readonly mails: Readonly<Record<MailStatus, number>>;
  /** How long the mail that has waited longest for its next try is due, in seconds; 0 for none. */
  readonly mailOverdueSeconds: number;
  /** Processes and notifications, and whether each can't get past an event. */
  readonly followers: readonly { readonly name: string; readonly isStuck: boolean }[];
  readonly webhooks: {
    /** Taken and not applied yet. */
    readonly waiting: number;
    /** Of those, given up on. */
    readonly stuck: number;
  };
  /** How many alerts are open of each kind. */
  readonly alerts: Readonly<Record<AlertKind, number>>;
  /** The newest month that billing has begun with; null before the first. */
  readonly billingRun: ToldRun | null;
}

export interface StandingPorts {
  readonly projections: Pick<Projections, 'status'>;
  readonly pool: Pool;
  /** Our Clock. */
  now(): Date;
  followers(): Promise<readonly { readonly name: string; readonly stuckOn: string | null }[]>;
  stuckWebhooks(): Promise<number>;
  newestRun(): Promise<ToldRun | null>;
}

/** Reads all of it, in a few cheap queries beside each other. */
export async function readStanding(ports: StandingPorts): Promise<Standing> {
  const { pool } = ports;
  const [status, mails, overdue, followers, waiting, stuck, alerts, billingRun] = await Promise.all([
    ports.projections.status(),
    pool.query<{ status: MailStatus; count: string }>(
      `SELECT status, count(*) FROM ${OUTBOX_TABLE} GROUP BY status`,
    ),
    pool.query<{ due: Date | null }>(
      `SELECT min(next_attempt_at) AS due FROM ${OUTBOX_TABLE} WHERE status = 'queued'`,
    ),
    ports.followers(),
    pool.query<{ count: string }>('SELECT count(*) FROM provider_events WHERE applied_at IS NULL'),
    ports.stuckWebhooks(),
    countOpenAlerts(pool),
    ports.newestRun(),
  ]);
  const counted = new Map(mails.rows.map((row) => [row.status, Number(row.count)]));
  const due = overdue.rows[0]?.due ?? null;
  return {
    projections: status.map(({ projection, lag, lagSeconds, parked, owner }) => ({
      name: projection,
      lag,
      lagSeconds,
      parked: parked.length,
      isFed: owner !== null,
    })),
    mails: Object.fromEntries(
      MAIL_STATUSES.map((name) => [name, counted.get(name) ?? 0]),
    ) as Standing['mails'],
    mailOverdueSeconds: due === null ? 0 : Math.max(0, (ports.now().getTime() - due.getTime()) / 1_000),
    followers: followers.map(({ name, stuckOn }) => ({ name, isStuck: stuckOn !== null })),
    webhooks: { waiting: Number(waiting.rows[0]?.count), stuck },
    alerts: Object.fromEntries(
      ALERT_KINDS.map((kind) => [kind, alerts.get(kind) ?? 0]),
    ) as Standing['alerts'],
    billingRun,
  };
}
