import os from 'node:os';
import { administrators } from '@portal/projections';
import {
  automaticPaymentJob,
  billingJob,
  periodsToBill,
  readRun,
  reminderJobs,
} from '../../modules/billing/module.ts';
import { replacedReadModelsJob, retentionJob } from '../../modules/erasure/module.ts';
import { creditJob } from '../../modules/invoices/module.ts';
import {
  type Alerts,
  alertChecks,
  createAlerts,
  createMaintenanceTasks,
  diskSpaceOf,
  followerStates,
  type MaintenanceTasks,
  machineChecks,
  portalGauges,
  readGaugeValues,
  sealJob,
} from '../../modules/operations/module.ts';
import { paymentsJob } from '../../modules/payments/module.ts';
import { purgeLoginLimits } from '../../modules/users/module.ts';
import { ADVISORY_LOCKS } from '../../platform/database/advisoryLocks.ts';
import { underLock, unlessLocked } from '../../platform/database/underLock.ts';
import type { Follower } from '../../platform/followers/runFollowers.ts';
import type { Idempotency } from '../../platform/http/idempotency.ts';
import { createJobs, type Job, type Jobs } from '../../platform/jobs/jobs.ts';
import { startJobs } from '../../platform/jobs/startJobs.ts';
import { timedJob } from '../../platform/metrics/timedJob.ts';
import type { Services } from './reactions.ts';
import type { Startup } from './startup.ts';

const HOUSEKEEPING_MS = 10 * 60_000;

export interface Watch {
  readonly alerts: Alerts;
  readonly maintenanceTasks: MaintenanceTasks;
}

/** Starts the checks of this machine and exposes the gauges of the portal. */
export function startWatch(
  { settings, overrides, now, today, log, page, untrustedProxy, onStop }: Startup,
  {
    databases: { database, folders },
    eventLog: { store },
    monitoring: { metrics },
    readModels: { projections },
    money: { billing, cards, providerEvents },
    portalSettings,
    mail,
  }: Services,
  followers: readonly Follower[],
): Watch {
  const { pool } = database;
  const host = os.hostname();
  const maintenanceTasks = createMaintenanceTasks(pool, log);
  onStop(() => maintenanceTasks.stop());
  const followerNames = followers.map(({ name }) => name);
  const alerts = createAlerts({
    checks: alertChecks({
      billing,
      db: pool,
      projections,
      providerEvents,
      tasks: maintenanceTasks,
      cardsFor: cards.cardsFor,
      followers: () => followerStates(pool, followerNames),
      settings: portalSettings.read,
      now,
      today,
    }),
    machineChecks: machineChecks({
      db: pool,
      store,
      settings: portalSettings.read,
      host,
      folders,
      untrustedProxy: untrustedProxy.last,
      diskSpace: overrides.machine?.diskSpace ?? diskSpaceOf,
      clock: overrides.machine?.clock ?? (() => new Date()),
    }),
    host,
    pool,
    mail: {
      outbox: mail.outbox,
      settings: portalSettings.read,
      administrators: () => administrators(pool, today()),
      page,
      timeZone: settings.billingTimeZone,
    },
    now,
    unlessElsewhere: (work) => unlessLocked(database, ADVISORY_LOCKS.alerts, work),
    inTurn: (work) => underLock(database, ADVISORY_LOCKS.alerts, work),
    log,
  });
  onStop(alerts.watchMachine());
  metrics.add((registry) =>
    portalGauges(registry, () =>
      readGaugeValues({
        projections,
        pool,
        now,
        followers: () => followerStates(pool, followerNames),
        stuckWebhooks: () => providerEvents.stuck(),
        newestRun: async () => {
          const period = (await periodsToBill(billing)).at(-1);
          return period === undefined ? null : readRun(billing, period);
        },
      }),
    ),
  );
  return { alerts, maintenanceTasks };
}

/** All jobs; none runs yet. */
export function composeJobs(
  { now, today, log, page, onStop }: Startup,
  {
    databases: { database },
    monitoring: { metrics, tracing },
    eventLog: { keyRing },
    readModels: { dropReplaced },
    money: { billing, payments, reconcile },
    commands,
    portalSettings,
    mail,
  }: Services,
  alerts: Alerts,
): Jobs {
  const db = database.pool;
  const due: readonly Job[] = [
    billingJob(billing, log),
    creditJob({ commands, db, log, now }),
    paymentsJob(reconcile),
    automaticPaymentJob({ commands, payments, db, log, now, today }),
    ...reminderJobs({
      commands,
      db,
      outbox: mail.outbox,
      readSettings: portalSettings.read,
      log,
      now,
      today,
      page,
    }),
    retentionJob({ commands, db, keyRing, now, today }),
    replacedReadModelsJob(dropReplaced),
    sealJob({ commands, db, now, today }),
    alerts.job,
  ];
  const timed = due.map((job) => timedJob(job, metrics));
  const jobs = createJobs(tracing === null ? timed : timed.map(tracing.job), log);
  onStop(() => jobs.stop());
  return jobs;
}

/** The role `jobs`: housekeeping, mails and jobs. */
export async function runJobs(
  { now, log, onStop }: Startup,
  { databases: { databaseUrl, database }, signIn: { sessionStore, secondFactors }, mail }: Services,
  idempotency: Idempotency,
  jobs: Jobs,
): Promise<void> {
  const housekeeping = setInterval(() => {
    Promise.all([
      sessionStore.purge(),
      idempotency.purge(),
      purgeLoginLimits(database.pool, now()),
      mail.outbox.purge(),
      mail.passwordResets.tokens.purge(),
      secondFactors.purge(),
    ]).catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'));
  }, HOUSEKEEPING_MS);
  housekeeping.unref();
  onStop(async () => clearInterval(housekeeping));
  onStop(mail.send());
  const ticking = await startJobs({ jobs, databaseUrl, log });
  onStop(() => ticking.stop());
}
