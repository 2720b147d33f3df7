import {
  ALERT_KINDS,
  type AlertKind,
  type BillingRun,
  MAIL_STATUSES,
  type MailStatus,
} from '@portal/contract';
import type { Projections } from '@portal/projections';
import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { OUTBOX_TABLE } from '../../platform/mail/outboxTable.ts';
import { ALERTS_TABLE } from './alertStore.ts';
import type { FollowerState } from './check.ts';

export type GaugeValues = Awaited<ReturnType<typeof readGaugeValues>>;

/** Values for gauges, the same in every process. `billingRun`: the newest; null before the first. */
export async function readGaugeValues({
  pool,
  ...ports
}: {
  readonly projections: Pick<Projections, 'status'>;
  readonly pool: Pool;
  /** Our Clock. */
  now(): Date;
  followers(): Promise<readonly FollowerState[]>;
  stuckWebhooks(): Promise<number>;
  newestRun(): Promise<BillingRun | null>;
}) {
  const [projections, { rows: mails }, followers, waiting, stuck, { rows: alerts }, billingRun] =
    await Promise.all([
      ports.projections.status(),
      pool.query<{ status: MailStatus; count: string; due: Date | null }>(
        `SELECT status, count(*), min(next_attempt_at) AS due FROM ${OUTBOX_TABLE} GROUP BY status`,
      ),
      ports.followers(),
      pool.query<{ count: string }>('SELECT count(*) FROM provider_events WHERE applied_at IS NULL'),
      ports.stuckWebhooks(),
      pool.query<{ kind: AlertKind; count: string }>(
        `SELECT kind, count(*) FROM ${ALERTS_TABLE} WHERE closed_at IS NULL GROUP BY kind`,
      ),
      ports.newestRun(),
    ]);
  const due = mails.find(({ status }) => status === 'queued')?.due ?? null;
  return {
    projections,
    mails: new Map(mails.map(({ status, count }) => [status, Number(count)])),
    /** Age of the oldest due mail; 0 for none. */
    mailOverdueSeconds: due === null ? 0 : Math.max(0, (ports.now().getTime() - due.getTime()) / 1_000),
    followers,
    webhooks: { waiting: Number(waiting.rows[0]?.count), stuck },
    alerts: new Map(alerts.map(({ kind, count }) => [kind, Number(count)])),
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
      const { projection } = one;
      lag.set({ projection }, one.lag);
      lagSeconds.set({ projection }, one.lagSeconds);
      parked.set({ projection }, one.parked.length);
      fed.set({ projection }, Number(one.owner !== null));
    }
    for (const status of MAIL_STATUSES) mails.set({ status }, standing.mails.get(status) ?? 0);
    overdue.set(standing.mailOverdueSeconds);
    for (const { name, stuckOn } of standing.followers)
      stuck.set({ follower: name }, Number(stuckOn !== null));
    webhooks.set({ state: 'waiting' }, standing.webhooks.waiting);
    webhooks.set({ state: 'stuck' }, standing.webhooks.stuck);
    for (const kind of ALERT_KINDS) alerts.set({ kind }, standing.alerts.get(kind) ?? 0);
    const run = standing.billingRun;
    if (run === null) return;
    const until = run.completed_at === null ? Date.now() : Date.parse(run.completed_at);
    runSeconds.set(Math.max(0, (until - Date.parse(run.started_at)) / 1_000));
    runCompleted.set(Number(run.completed_at !== null));
    runInvoices.set(run.issued);
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
