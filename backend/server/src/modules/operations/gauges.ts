import { ALERT_KINDS, type AlertKind, MAIL_STATUSES, type MailStatus } from '@portal/contract';
import type { Projections } from '@portal/projections';
import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { OUTBOX_TABLE } from '../../platform/mail/outboxTable.ts';
import type { RecordedRun } from '../billing/module.ts';
import { countOpenAlerts } from './alertStore.ts';

/** Values for gauges, the same in every process. */
export interface GaugeValues {
  readonly projections: readonly {
    readonly name: string;
    /** Events in the log after its checkpoint. */
    readonly lag: number;
    /** Age of the oldest of them. */
    readonly lagSeconds: number;
    readonly parked: number;
    readonly isFed: boolean;
  }[];
  readonly mails: Readonly<Record<MailStatus, number>>;
  /** Age of the oldest due mail, in seconds; 0 for none. */
  readonly mailOverdueSeconds: number;
  /** Processes and notifications, and whether each can't get past an event. */
  readonly followers: readonly { readonly name: string; readonly isStuck: boolean }[];
  readonly webhooks: {
    /** Not applied yet. */
    readonly waiting: number;
    readonly stuck: number;
  };
  /** Open alerts by kind. */
  readonly alerts: Readonly<Record<AlertKind, number>>;
  /** The newest billing run; null before the first. */
  readonly billingRun: RecordedRun | null;
}

interface GaugePorts {
  readonly projections: Pick<Projections, 'status'>;
  readonly pool: Pool;
  /** Our Clock. */
  now(): Date;
  followers(): Promise<readonly { readonly name: string; readonly stuckOn: string | null }[]>;
  stuckWebhooks(): Promise<number>;
  newestRun(): Promise<RecordedRun | null>;
}

export async function readGaugeValues(ports: GaugePorts): Promise<GaugeValues> {
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
    ) as GaugeValues['mails'],
    mailOverdueSeconds: due === null ? 0 : Math.max(0, (ports.now().getTime() - due.getTime()) / 1_000),
    followers: followers.map(({ name, stuckOn }) => ({ name, isStuck: stuckOn !== null })),
    webhooks: { waiting: Number(waiting.rows[0]?.count), stuck },
    alerts: Object.fromEntries(
      ALERT_KINDS.map((kind) => [kind, alerts.get(kind) ?? 0]),
    ) as GaugeValues['alerts'],
    billingRun,
  };
}

/** Cache time: /metrics is public and reading queries the database. */
const SAME_FOR_MS = 5_000;

/**
 * Gauges over the database, read when they are exposed. If reading fails they are left out, and `portal_standing_read` is 0.
 * @param sameForMs how long values are cached
 * @returns refreshes them
 */
export function portalGauges(
  registry: Registry,
  read: () => Promise<GaugeValues>,
  sameForMs = SAME_FOR_MS,
): () => Promise<void> {
  const registers = [registry];
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Gauge({ name, help, labelNames: [...labelNames], registers });
  const readable = gauge('portal_standing_read', '1 if the database metrics could be read');
  const lag = gauge(
    'portal_projection_lag_events',
    'Events the log is ahead of the projection',
    'projection',
  );
  const lagSeconds = gauge(
    'portal_projection_lag_seconds',
    'Age of the oldest event that the projection lacks, in seconds',
    'projection',
  );
  const parked = gauge('portal_projection_parked', 'Accounts parked by the projection', 'projection');
  const fed = gauge('portal_projection_fed', '1 if a process owns the projection', 'projection');
  const mails = gauge('portal_mail_outbox', 'Mails of the outbox, by state', 'status');
  const overdue = gauge('portal_mail_overdue_seconds', 'Age of the oldest due mail, in seconds');
  const stuck = gauge(
    'portal_follower_stuck',
    '1 if a process or the notifications are stuck on an event',
    'follower',
  );
  const webhooks = gauge('portal_webhooks', 'Webhooks received and not applied yet, by state', 'state');
  const runSeconds = gauge(
    'portal_billing_run_duration_seconds',
    'Duration of the newest billing run, so far if it is running',
  );
  const runCompleted = gauge('portal_billing_run_completed', '1 if the newest billing run is complete');
  const runInvoices = gauge('portal_billing_run_invoices', 'Invoices that the newest billing run issued');
  const alerts = gauge('portal_alerts_open', 'Alerts that are open, by kind', 'kind');
  const labelled = [lag, lagSeconds, parked, fed, mails, stuck, webhooks, alerts];
  const single = [overdue, runSeconds, runCompleted, runInvoices];

  function show(standing: GaugeValues): void {
    for (const one of standing.projections) {
      lag.set({ projection: one.name }, one.lag);
      lagSeconds.set({ projection: one.name }, one.lagSeconds);
      parked.set({ projection: one.name }, one.parked);
      fed.set({ projection: one.name }, Number(one.isFed));
    }
    for (const status of MAIL_STATUSES) mails.set({ status }, standing.mails[status]);
    overdue.set(standing.mailOverdueSeconds);
    for (const { name, isStuck } of standing.followers) stuck.set({ follower: name }, Number(isStuck));
    webhooks.set({ state: 'waiting' }, standing.webhooks.waiting);
    webhooks.set({ state: 'stuck' }, standing.webhooks.stuck);
    for (const kind of ALERT_KINDS) alerts.set({ kind }, standing.alerts[kind]);
    const run = standing.billingRun;
    if (run === null) return;
    const until = run.completedAt === null ? Date.now() : Date.parse(run.completedAt);
    runSeconds.set(Math.max(0, (until - Date.parse(run.startedAt)) / 1_000));
    runCompleted.set(Number(run.completedAt !== null));
    runInvoices.set(run.result?.issued ?? 0);
  }

  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const bringUpToDate = async () => {
    const standing = await read().catch(() => null);
    for (const one of labelled) one.reset();
    // a reset would leave them at 0
    for (const one of single) one.remove();
    readable.set(Number(standing !== null));
    // a failure is not cached
    if (standing !== null) {
      readAt = performance.now();
      show(standing);
    }
  };
  return () => {
    if (performance.now() - readAt < sameForMs) return Promise.resolve();
    reading ??= bringUpToDate().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
